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

/// What `viewfuzz` exits with.
enum Exit { kNothingFound = 0, kFound = 1, kUsageOrSetUp = 2, kInterrupted = 130 };

/// The options that say what is under test, the same in every command.
struct DeviceOptions {
  std::string backend;
  std::string device;
  std::vector<std::string> faults;
  std::vector<std::string> namespaces;  ///< whose ops a program may name, besides aten
  bool guarded = false;

  void addTo(CLI::App& command);
  /// What is under test, as `openTarget` takes it, also where it is the default.
  std::string spec() const;
  /// What a report says of it.
  RunInfo info(std::optional<uint64_t> seed = std::nullopt) const;
  /// Loads the backend and switches the faults on. Throws `std::runtime_error` with a sentence.
  TargetPtr load() const;
};

/// What makes the cases of the profile, with less in them where that is asked for. Throws
/// `std::runtime_error` with a sentence, as where there is no such profile.
Cases casesOf(const std::string& profile, const Narrowing& narrowing = {});

/// The program in a file, or the one that the form of a model makes which is in it. Throws
/// `std::runtime_error` when it cannot be read, and `ParseError`.
Program readProgram(const std::string& path);

/// Once, before anything is reported: the words with which this process was started.
void rememberCommand(int argc, char** argv);

/// What the reports say of this build.
std::vector<std::pair<std::string, std::string>> versions();

/// Throws `std::runtime_error` with a sentence where the target has no bytes to compare or to
/// write.
void expectBytes(const Target& target);

/// What every command reports to: the terminal, and a report for machines where a file is named.
void addReports(Listeners& listeners, const std::string& json);
/// `--json FILE`, the same in every command that has it.
void addJsonOption(CLI::App& command, std::string& json);
/// `--patience S`, the same in every command that runs programs in processes of their own.
void addPatienceOption(CLI::App& command, double& seconds);

/// `t1 = aten.select.int(t0, 1, 0)`: a statement as the program's text has it.
std::string printStatement(const Program& program, size_t index);

// Each adds its command to the app; `exit_code` is what the process ends with.
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
