#include <fmt/format.h>

#include "cli/common.h"
#include "cli/options.h"
#include "viewfuzz/examine/inspector.h"
#include "viewfuzz/files/complain.h"
#include "viewfuzz/files/write.h"
#include "viewfuzz/report/sentence.h"
#include "viewfuzz/target/open.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz::cli {
namespace {

void printViolation(const Program& program, const Violation& violation) {
  fmt::print("  {}\n  at: {}\n  {}\n  {}\n", violation.signature(),
             printStatement(program, violation.statement), sentence(program, violation),
             describe(violation));
  for (const Property also : violation.also)
    fmt::print("  broken with it: {}\n", propertyName(also));
}

int replay(const DeviceOptions& device_options, const std::vector<std::string>& files,
           const std::string& json) {
  expectFile("--json", json);
  const auto programs = readPrograms(files);
  const TargetPtr loaded = device_options.load();
  const Target& device = *loaded;
  const Target& reference = cpuTarget();
  Inspector inspector(device, reference);
  Listeners listeners;
  addReports(listeners, json);
  listeners.started(device_options.info());
  size_t violated = 0;
  for (const auto& [path, program] : programs) {
    const Look look = inspector.look(program);
    std::optional<Violation> violation;
    if (look.witness) violation = look.parting.value_or(look.witness->violation);
    using enum Looked::Verdict;
    listeners.looked({path, violation ? violates : clean,
                      look.witness ? look.witness->violation.signature() : "",
                      violation ? "VIOLATION" : "ok", violation});
    if (!violation) continue;
    ++violated;
    printViolation(program, *violation);
  }
  Summary summary;
  summary.text = fmt::format("{} of {} programs violate\n", violated, programs.size());
  summary.figures = {{"programs", programs.size()}, {"violate", violated}};
  listeners.ended(summary);
  return violated == 0 ? kNothingFound : kFound;
}

struct ReduceOptions {
  DeviceOptions device;
  std::string file;
  std::string out;
  Budget budget;
};

int reduceFile(const ReduceOptions& options) {
  expectFile("--out", options.out);
  const Program program = readProgram(options.file);
  const TargetPtr loaded = options.device.load();
  const Target& device = *loaded;
  const Target& reference = cpuTarget();
  Inspector inspector(device, reference);
  const Look look = inspector.look(program);
  if (!look.witness) {
    fmt::print("{}: no violation, nothing to reduce\n", options.file);
    return kNothingFound;
  }
  const auto minimal = inspector.shrink(*look.witness, options.budget);
  if (!minimal)
    throw std::runtime_error("the device gives another answer to the same program each time");
  const Effort& effort = minimal->effort;
  fmt::print("{}", print(minimal->program));
  complain("{}: {} statements became {} in {} runs ({:.2f} s){}{}\n",
           minimal->violation.signature(), program.statements.size(),
           minimal->program.statements.size(), effort.runs, effort.seconds,
           effort.cut == Cut::none ? "" : "; the budget ended first",
           effort.one_minimal ? "; no single step makes it smaller" : "");
  if (!options.out.empty()) writeFile(options.out, print(minimal->program));
  return kFound;
}

}  // namespace

void addReplay(CLI::App& app, int& exit_code) {
  auto device = std::make_shared<DeviceOptions>();
  auto files = std::make_shared<std::vector<std::string>>();
  auto json = std::make_shared<std::string>();
  CLI::App* command =
      app.add_subcommand("replay", "Run programs and print each violation; 1 while there is one");
  device->addTo(*command);
  command->add_option("FILE", *files, "Programs (.vf) or forms of models, or folders of programs.")
      ->required();
  addJsonOption(*command, *json);
  command->callback(
      [device, files, json, &exit_code] { exit_code = replay(*device, *files, *json); });
}

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
      ->capture_default_str();
  command->callback([options, &exit_code] { exit_code = reduceFile(*options); });
}

}  // namespace viewfuzz::cli
