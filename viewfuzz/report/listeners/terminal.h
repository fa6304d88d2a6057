#pragma once

#include <string>

#include "viewfuzz/report/listeners/listener.h"

namespace viewfuzz {

/// Says what happens as it happens: results on the standard output, what is for who waits on the
/// standard error.
class Terminal final : public Listener {
 public:
  void started(const RunInfo& info) override;
  /// One line that is written over on a terminal; elsewhere a line every ten seconds.
  void progressed(const Progress& progress) override;
  void found(const Finding& finding) override;
  void kept(const Finding& finding, const std::filesystem::path& out,
            const std::string& program_file) override;
  void looked(const Looked& looked) override;
  void noted(const std::string& line) override;
  void complained(const std::string& why) override;
  void ended(const Summary& summary) override;

 private:
  double shown_ = 0;  ///< seconds of the progress that was shown last
};

/// What the cells of a kind say, as wide for each kind as the longest of them.
std::string cellColumn(Cell::Kind kind);

}  // namespace viewfuzz
