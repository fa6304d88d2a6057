#pragma once

#include <string>
#include <vector>

#include "viewfuzz/report/listeners/listener.h"

namespace viewfuzz {

/// Prints what happens as it happens. Results go to the standard output; progress, for people who
/// wait, goes to the standard error.
class Terminal final : public Listener {
 public:
  void started(const RunInfo& info) override;
  /// On a terminal, one line that each call writes over. Elsewhere, a line every ten
  /// seconds, and after two minutes one a minute.
  void progressed(const Progress& progress) override;
  void found(const Finding& finding) override;
  void kept(const Finding& finding, const std::filesystem::path& out,
            const std::string& program_file) override;
  void looked(const Looked& looked) override;
  void noted(const std::string& line) override;
  void complained(const std::string& why) override;
  void ended(const Summary& summary) override;

 private:
  /// A finding of this run, for the table at the end.
  struct Kept {
    std::string signature;
    size_t statements = 0;
    std::string folder;
  };
  void printTable() const;

  std::vector<Kept> kept_;
  std::string not_asked_;  ///< names of properties
  double shown_ = 0;       ///< seconds of the progress that was shown last
};

/// The name of a kind of cells, padded so that the names of all kinds are equally wide.
std::string cellColumn(Cell::Kind kind);

}  // namespace viewfuzz
