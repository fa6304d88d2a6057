#include <fmt/format.h>

#include <cstdio>

#include "cli/apart.h"
#include "cli/common.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "viewfuzz/campaign/replay.h"
#include "viewfuzz/files/color.h"
#include "viewfuzz/files/find.h"
#include "viewfuzz/files/say.h"
#include "viewfuzz/report/sentence.h"

namespace viewfuzz::cli {
namespace {

struct ReplayOptions {
  DeviceOptions device;
  std::vector<std::string> files;
  std::string json;
  double patience = Patience().seconds;
};

void printViolation(const Program& program, const Replayed& replayed) {
  const Violation& violation = *replayed.violation;
  say("  ");
  sayIn(Ink::name, replayed.signature);
  say("\n  at: ");
  sayIn(Ink::accused, printStatement(program, violation.statement));
  say("\n  {}\n  {}\n", sentence(program, violation), describe(violation));
  for (const Property also : violation.also) say("  broken with it: {}\n", propertyName(also));
}

/// Prints what each program shows, and counts.
class Teller {
 public:
  explicit Teller(const ReplayOptions& options) {
    addReports(listeners_, options.json);
    listeners_.started(options.device.info());
  }

  void tell(const std::string& file, const Program& program, const Replayed& replayed) {
    if (!replayed.refused.empty()) {
      refuse(file, fmt::format("{}: {}", file, replayed.refused));
      return;
    }
    ++looked_;
    if (!replayed.violation) {
      listeners_.looked({file, Looked::Verdict::clean, "", "ok", {}});
      return;
    }
    listeners_.looked(
        {file, Looked::Verdict::violates, replayed.signature, "VIOLATION", replayed.violation});
    ++violated_;
    // A bug of the reference is not one of the backend.
    if (replayed.violation->odd != OddOneOut::reference) found_ = true;
    printViolation(program, replayed);
    std::fflush(stdout);
  }

  void refuse(const std::string& file, const std::string& why) {
    ++refused_;
    listeners_.looked({file, Looked::Verdict::refused, "", why, {}});
  }

  int close(bool stopped) {
    Summary summary;
    summary.interrupted = stopped;
    summary.text = fmt::format("{} of {} programs violate{}{}\n", violated_, looked_,
                               refused_ == 0 ? "" : fmt::format(", {} cannot be run", refused_),
                               stopped ? ", interrupted" : "");
    summary.figures = {{"programs", looked_}, {"violate", violated_}, {"refused", refused_}};
    listeners_.ended(summary);
    if (found_) return kFound;
    if (stopped) return kInterrupted;
    return refused_ == 0 ? kNothingFound : kUsageOrSetUp;
  }

 private:
  Listeners listeners_;
  size_t looked_ = 0;
  size_t violated_ = 0;
  size_t refused_ = 0;
  bool found_ = false;
};

int replayFiles(const ReplayOptions& options) {
  expectFile("--json", options.json);
  const auto files = findFiles(options.files, ".vf");
  if (files.empty())
    throw std::runtime_error("There is no program (.vf file) in the given folders.");
  Teller teller(options);
  std::vector<std::string> names;
  std::vector<Program> programs;
  for (const auto& file : files) {
    try {
      programs.push_back(readProgram(file));
      names.push_back(file);
    } catch (const std::runtime_error& error) {  // the file does not exist, or holds no program
      teller.refuse(file, error.what());
    }
  }
  const WorkWithBackend work = workWith(options.device, options.patience);
  replay(programs, work, [&](size_t index, const Replayed& replayed) {
    teller.tell(names[index], programs[index], replayed);
  });
  return teller.close(interrupted());
}

}  // namespace

void addReplay(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<ReplayOptions>();
  CLI::App* command = app.add_subcommand("replay",
                                         "Run programs and print each violation. Exit code 1: "
                                         "there is one; 0: there is none; 2: there "
                                         "is none, and something that cannot be run");
  options->device.addTo(*command);
  command
      ->add_option("FILE", options->files,
                   "Programs (.vf) or forms of models, or folders of programs.")
      ->required();
  addPatienceOption(*command, options->patience);
  addJsonOption(*command, options->json);
  command->callback([options, &exit_code] { exit_code = replayFiles(*options); });
}

}  // namespace viewfuzz::cli
