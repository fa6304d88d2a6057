#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viewfuzz/campaign/campaign.h"
#include "viewfuzz/generate/narrow.h"
#include "viewfuzz/judge/violation.h"
#include "viewfuzz/program/program.h"
#include "viewfuzz/report/listeners/listener.h"
#include "viewfuzz/target/target.h"

namespace viewfuzz::cli {

/// The exit codes of `viewfuzz`.
enum Exit { kNothingFound = 0, kFound = 1, kUsageOrSetUp = 2, kInterrupted = 130 };

/// The options that say what is under test. They are the same in every command.
struct DeviceOptions {
  std::string backend;
  std::string device;
  std::vector<std::string> faults;
  std::vector<std::string> namespaces;  ///< whose ops a program may name, besides aten
  bool guarded = false;

  void addTo(CLI::App& command);
  /// The target under test as `openTarget` takes it: the one that the user named, or the default.
  std::string spec() const;
  /// What a report says about the target.
  RunInfo info(std::optional<uint64_t> seed = std::nullopt) const;
  /// Loads the backend and switches the faults on. Throws `std::runtime_error` with a sentence if
  /// the backend does not load or a fault is unknown.
  TargetPtr load() const;
};

/// The cases of the profile, limited by `narrowing`. Throws `std::runtime_error` with a sentence
/// for an unknown profile, and if the profile cannot be limited in this way.
Cases casesOf(const std::string& profile, const Narrowing& narrowing = {});

/// The program in a file, or the program of the model that an input form in the file describes.
/// Throws `std::runtime_error` if the file cannot be read, and `ParseError` for its text.
Program readProgram(const std::string& path);

/// Once, before anything is reported: the words with which this process was started.
void rememberCommand(int argc, char** argv);

/// The versions of this build, for reports.
std::vector<std::pair<std::string, std::string>> versions();

/// Throws `std::runtime_error` with a sentence if the target has no bytes to compare or to write.
void expectBytes(const Target& target);

/// Adds the reports of every command: the terminal, and, if `json` names a file, a report for
/// machines.
void addReports(Listeners& listeners, const std::string& json);
/// Adds `--json FILE`, the same in every command that has it.
void addJsonOption(CLI::App& command, std::string& json);
/// Adds `--patience S`, the same in every command that runs programs in processes of their own.
void addPatienceOption(CLI::App& command, double& seconds);

/// The statement as the text of the program has it: `t1 = aten.select.int(t0, 1, 0)`.
std::string printStatement(const Program& program, size_t index);

// Each of these adds its command to the app. The command sets `exit_code`.
void addRun(CLI::App& app, int& exit_code);
void addReplay(CLI::App& app, int& exit_code);
void addReduce(CLI::App& app, int& exit_code);
void addTriage(CLI::App& app, int& exit_code);
void addList(CLI::App& app, int& exit_code);
void addEvaluate(CLI::App& app, int& exit_code);
void addModel(CLI::App& app, int& exit_code);
void addDump(CLI::App& app, int& exit_code);
void addCompare(CLI::App& app, int& exit_code);
void addBisect(CLI::App& app, int& exit_code);
void addGolden(CLI::App& app, int& exit_code);
void addCorpus(CLI::App& app, int& exit_code);
void addCompletion(CLI::App& app, int& exit_code);
/// `--color`, for the app and all commands that it has.
void addColorOption(CLI::App& app);

}  // namespace viewfuzz::cli
