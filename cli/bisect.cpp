#include <fmt/format.h>

#include <chrono>

#include "cli/common.h"
#include "cli/model_options.h"
#include "cli/options.h"
#include "viewfuzz/examine/inspector.h"
#include "viewfuzz/files/write.h"
#include "viewfuzz/program/edit.h"
#include "viewfuzz/report/sentence.h"
#include "viewfuzz/report/words.h"
#include "viewfuzz/target/open.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz::cli {
namespace {

struct BisectOptions {
  DeviceOptions device;
  ModelOptions model;
  std::string out;
  Budget budget;
};

/// `layer 0 -> gdn -> rule -> row 1 -> aten.select.int`: by the label of the statement, or else by
/// the part of the model that the next labelled call is in.
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

void printMinimal(const Witness& minimal, const BisectOptions& options) {
  const Program& program = minimal.program;
  const std::string text = print(program);
  fmt::print("\n{}\n  {}\n\n", minimal.violation.signature(), sentence(program, minimal.violation));
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\n', at);
    fmt::print("    {}\n", text.substr(at, end - at));
    at = end + 1;
  }
  fmt::print("\n  Reduced in {} runs ({:.2f} s){}.\n", minimal.effort.runs, minimal.effort.seconds,
             minimal.effort.one_minimal ? "; no single step makes it smaller" : "");
  if (!options.out.empty()) writeFile(options.out, text);
}

int bisect(const BisectOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  expectFile("--out", options.out);
  const Program program = options.model.program();
  const TargetPtr loaded = options.device.load();
  const Target& device = *loaded;
  const Target& reference = cpuTarget();
  Inspector inspector(device, reference);
  LookOptions look_options;
  look_options.localize = true;
  const Look look = inspector.look(program, look_options);
  const auto seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  if (!look.parting) {
    fmt::print("none of {} statements differs ({:.1f} s)\n", program.statements.size(), seconds());
    return kNothingFound;
  }
  const size_t index = look.parting->statement;
  fmt::print("statement {} of {} is the first that differs ({}):\n  {}\n  {}\n  {}\n", index + 1,
             program.statements.size(), propertyName(look.parting->property),
             placeOf(program, index), printStatement(program, index), describe(*look.parting));
  const auto minimal =
      look.witness ? inspector.shrink(*look.witness, options.budget) : std::nullopt;
  if (minimal) {
    printMinimal(*minimal, options);
  } else {
    fmt::print("\nNo short program shows it by itself.\n");
  }
  fmt::print("  {:.1f} s in all.\n", seconds());
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
      ->capture_default_str();
  command->callback([options, &exit_code] { exit_code = bisect(*options); });
}

}  // namespace viewfuzz::cli
