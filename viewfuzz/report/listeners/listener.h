#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "viewfuzz/coverage/cells.h"
#include "viewfuzz/report/finding.h"
#include "viewfuzz/report/progress.h"
#include "viewfuzz/target/state.h"

namespace viewfuzz {

/// What is known of a run before it starts.
struct RunInfo {
  std::string target;            ///< as it was named
  Capabilities shows;            ///< what the target can show; the rest is not compared
  std::optional<uint64_t> seed;  ///< of a campaign
  std::vector<std::pair<std::string, std::string>> versions;
};

/// What became of one program that was handed in.
struct Looked {
  enum class Verdict { clean, violates, refused };  ///< refused: it cannot be looked at
  std::string input;                                ///< the file
  Verdict verdict = Verdict::clean;
  std::string signature;  ///< where it violates
  std::string said;       ///< the rest of the line for people, or the reason why it is refused
  std::optional<Violation> violation;  ///< where it is not told as a finding
};

/// How far the coverage of one kind of cells has come.
struct Covered {
  Cell::Kind kind;
  uint64_t hit = 0;
  double reachable = 0;  ///< an estimate
};

/// What is known at the end.
struct Summary {
  std::optional<Progress> campaign;
  std::vector<Covered> coverage;
  bool interrupted = false;
  std::string cut_short;   ///< why the run could not go on; empty: it came to its end
  std::string text;        ///< what else people are told
  nlohmann::json figures;  ///< what else machines are told: an object, or null
};

/// Is told what happens in a run. A report is a class that listens to some of it, and a line where
/// the command lists its listeners. The events come in the order in which they are declared here,
/// those between start and end as often as they happen. A listener that cannot go on throws
/// `std::runtime_error` with a sentence.
class Listener {
 public:
  Listener() = default;
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  virtual ~Listener() = default;

  virtual void started(const RunInfo&) {}
  virtual void progressed(const Progress&) {}
  /// From here on, what this case shows is made smaller.
  virtual void shrinking(uint64_t /*case_index*/) {}
  /// A finding, reduced. Its files need not be there yet.
  virtual void found(const Finding&) {}
  /// The files of the finding that was found last lie in a folder of `out`; `program_file` is
  /// relative to it.
  virtual void kept(const Finding&, const std::filesystem::path& /*out*/,
                    const std::string& /*program_file*/) {}
  virtual void looked(const Looked&) {}
  virtual void noted(const std::string& /*line*/) {}      ///< for who waits
  virtual void complained(const std::string& /*why*/) {}  ///< something is wrong; the run goes on
  virtual void ended(const Summary&) {}
};

/// A list of listeners, told in their order. Where one throws, the others are told all the same,
/// and the first exception is thrown on then.
class Listeners final : public Listener {
 public:
  /// Gives the listener back, for who wants to ask it something.
  template <typename Kind, typename... Arguments>
  Kind& add(Arguments&&... arguments) {
    auto made = std::make_unique<Kind>(std::forward<Arguments>(arguments)...);
    Kind& listener = *made;
    all_.push_back(std::move(made));
    return listener;
  }

  void started(const RunInfo& info) override;
  void progressed(const Progress& progress) override;
  void shrinking(uint64_t case_index) override;
  void found(const Finding& finding) override;
  void kept(const Finding& finding, const std::filesystem::path& out,
            const std::string& program_file) override;
  void looked(const Looked& looked) override;
  void noted(const std::string& line) override;
  void complained(const std::string& why) override;
  void ended(const Summary& summary) override;

 private:
  template <typename Tell>
  void tellAll(const Tell& tell);

  std::vector<std::unique_ptr<Listener>> all_;
};

}  // namespace viewfuzz
