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
  std::vector<Property> not_asked{};  ///< properties that the user does not want to hear of
  std::string command{};              ///< the command line, as words of a shell
};

/// The result for one program that the user gave.
struct Looked {
  enum class Verdict { clean, violates, refused };  ///< refused: it cannot be looked at
  std::string input;                                ///< the file
  Verdict verdict = Verdict::clean;
  std::string signature;  ///< if it violates
  std::string said;       ///< the rest of the line for people, or why it cannot be looked at
  std::optional<Violation> violation;  ///< if the command makes no findings of violations
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
  std::string cut_short;   ///< why the run could not go on; empty if it came to its end
  std::string text;        ///< for people: whatever else there is to say
  nlohmann::json figures;  ///< for machines, the same: an object, or null
};

/// A command tells its listeners what happens in a run. To add a report, write a listener, and add
/// it where the command lists its listeners.
///
/// `started` comes first and `ended` last; each other event comes as often as it happens. If a
/// listener cannot go on, it throws `std::runtime_error` with a sentence.
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
  /// A finding, reduced. Its files may not be written yet.
  virtual void found(const Finding&) {}
  /// The files of the finding that was found last lie in a folder of `out`; `program_file` is
  /// relative to it.
  virtual void kept(const Finding&, const std::filesystem::path& /*out*/,
                    const std::string& /*program_file*/) {}
  virtual void looked(const Looked&) {}
  virtual void noted(const std::string& /*line*/) {}      ///< for people who wait
  virtual void complained(const std::string& /*why*/) {}  ///< something is wrong; the run goes on
  virtual void ended(const Summary&) {}
};

/// A list of listeners, told in their order. If one of them throws, the others are told all the
/// same; then the first exception is thrown again.
class Listeners final : public Listener {
 public:
  /// Makes a listener, and gives it back for questions.
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
