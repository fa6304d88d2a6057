#include <fmt/format.h>

#include <chrono>
#include <limits>

#include "cli/apart.h"
#include "cli/common.h"
#include "cli/interrupt.h"
#include "cli/model_options.h"
#include "cli/options.h"
#include "viewfuzz/campaign/bisect.h"
#include "viewfuzz/files/color.h"
#include "viewfuzz/files/say.h"
#include "viewfuzz/files/write.h"
#include "viewfuzz/program/edit.h"
#include "viewfuzz/report/sentence.h"
#include "viewfuzz/report/text_lines.h"
#include "viewfuzz/report/words.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz::cli {
namespace {

struct BisectOptions {
  DeviceOptions device;
  ModelOptions model;
  std::string out;
  Budget budget;
  double patience = Patience().seconds;
};

/// The place of the statement in the model, by its label: `layer 0 -> gdn -> rule -> row 1 ->
/// aten.select.int`. A statement without a label gets the part of the model of the next labeled
/// call.
std::string placeOf(const Program& program, size_t index) {
  const auto* call = std::get_if<Call>(&program.statements[index].what);
  const std::string op = call ? std::string(call->name()) : "a source";
  for (size_t i = index; i < program.statements.size(); ++i) {
    const Statement& statement = program.statements[i];
    if (statement.label.empty() || std::holds_alternative<Source>(statement.what)) continue;
    const std::string& label = statement.label;
    const size_t dot = label.rfind('.');
    const std::string place =
        inWords(i == index ? label : label.substr(0, dot == std::string::npos ? 0 : dot));
    return fmt::format("{}{}{}", place, place.empty() ? "" : " -> ", op);
  }
  return op;
}

void printMinimal(const Finding& minimal, const BisectOptions& options) {
  const std::string text = print(minimal.program);
  say("\n");
  sayIn(Ink::name, minimal.signature);
  say("\n  {}\n\n{}", sentence(minimal.program, minimal.violation), indented(text));
  say("\n  Reduced in {} runs ({:.2f} s){}.\n", minimal.reducer_runs, minimal.reducer_seconds,
      minimal.one_minimal ? "; no single step makes it smaller" : "");
  if (!options.out.empty()) writeFile(options.out, text);
}

int bisectProgram(const BisectOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  expectFile("--out", options.out);
  const Program program = options.model.program();
  const WorkWithBackend work = workWith(options.device, options.patience);
  const Bisected bisected = bisect(program, work, options.budget);
  const auto seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  if (!bisected.parting && interrupted()) {
    say("interrupted after {:.1f} s; no statement was seen to differ so far\n", seconds());
    return kInterrupted;
  }
  if (!bisected.parting) {
    say("none of {} statements differs ({:.1f} s)\n", program.statements.size(), seconds());
    return kNothingFound;
  }
  const Violation& parting = *bisected.parting;
  say("statement {} of {} is the first that {} ({}):\n  {}\n  {}\n  {}\n", parting.statement + 1,
      program.statements.size(),
      parting.property == Property::survival ? "its process does not live through" : "differs",
      propertyName(parting.property), placeOf(program, parting.statement),
      printStatement(program, parting.statement), describe(parting));
  if (bisected.minimal) {
    printMinimal(*bisected.minimal, options);
  } else {
    say("\nNo short program shows it by itself.\n");
  }
  say("  {:.1f} s in all.\n", seconds());
  return kFound;
}

}  // namespace

void addBisect(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<BisectOptions>();
  CLI::App* command = app.add_subcommand(
      "bisect", "Find the first statement of a model that differs, and reduce it to a few lines");
  options->device.addTo(*command);
  options->model.addTo(*command);
  command->add_option("--out", options->out, "Write the small program to this file as well.")
      ->type_name("FILE");
  command->add_option("--runs", options->budget.runs, "The most runs to spend on reducing.")
      ->check(wholeNumber(0, std::numeric_limits<int>::max()))
      ->capture_default_str();
  addPatienceOption(*command, options->patience);
  command->callback([options, &exit_code] { exit_code = bisectProgram(*options); });
}

}  // namespace viewfuzz::cli
