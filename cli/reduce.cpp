#include <fmt/format.h>

#include <limits>

#include "cli/common.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "viewfuzz/campaign/triage.h"
#include "viewfuzz/files/complain.h"
#include "viewfuzz/files/say.h"
#include "viewfuzz/files/write.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz::cli {
namespace {

struct ReduceOptions {
  DeviceOptions device;
  std::string file;
  std::string out;
  Budget budget;
  double patience = Patience().seconds;
};

/// Examines and reduces the program as triage does, but makes no folder. The program runs in other
/// processes, so it cannot end this one.
int reduceFile(const ReduceOptions& options) {
  expectFile("--out", options.out);
  const Program program = readProgram(options.file);
  CampaignOptions triage_options;
  triage_options.reduce_budget = options.budget;
  triage_options.patience = options.patience;
  listenForInterrupts();
  triage_options.stop = interruption();
  Triage triage([&options] { return options.device.load(); }, std::move(triage_options));
  const auto finding = triage.examine(program).finding;
  if (!finding && interrupted()) return kInterrupted;
  if (!finding) {
    say("{}: no violation, nothing to reduce\n", options.file);
    return kNothingFound;
  }
  const std::string text = print(finding->program);
  writeOut(text);
  complain("{}: {} statements became {} in {} runs ({:.2f} s){}{}\n", finding->signature,
           finding->original_statements, finding->program.statements.size(), finding->reducer_runs,
           finding->reducer_seconds, finding->reducer_cut_short ? "; the budget ended first" : "",
           finding->one_minimal ? "; no single step makes it smaller" : "");
  if (!options.out.empty()) writeFile(options.out, text);
  return kFound;
}

}  // namespace

void addReduce(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<ReduceOptions>();
  CLI::App* command =
      app.add_subcommand("reduce", "Print the smallest program that fails in the same way");
  options->device.addTo(*command);
  command
      ->add_option("FILE", options->file, "A program (.vf), or the form of a model, that violates.")
      ->required();
  command->add_option("--out", options->out, "Write the program to this file as well.");
  command->add_option("--runs", options->budget.runs, "The most runs to spend.")
      ->check(wholeNumber(0, std::numeric_limits<int>::max()))
      ->capture_default_str();
  addPatienceOption(*command, options->patience);
  command->callback([options, &exit_code] { exit_code = reduceFile(*options); });
}

}  // namespace viewfuzz::cli
