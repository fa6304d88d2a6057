#include <fmt/format.h>

#include "cli/common.h"
#include "cli/model_options.h"
#include "cli/options.h"
#include "viewfuzz/dumps/trace.h"
#include "viewfuzz/files/say.h"

namespace viewfuzz::cli {
namespace {

struct DumpOptions {
  DeviceOptions device;
  ModelOptions model;
  std::string out;
};

int dump(const DumpOptions& options) {
  expectFile("--out", options.out);
  const Program program = options.model.program();
  const TargetPtr loaded = options.device.load();
  const Target& target = *loaded;
  expectBytes(target);
  Runner runner(target);
  const SafeTensors trace = traceOf(runner, program);
  if (trace.tensors.empty())
    throw std::runtime_error("no call of the program has a label, so there is nothing to write");
  writeSafeTensors(trace, options.out);
  say("{} tensors of {} statements, run on {}: {}\n", trace.tensors.size(),
      program.statements.size(), target.device().str(), options.out);
  return kNothingFound;
}

}  // namespace

void addDump(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<DumpOptions>();
  CLI::App* command = app.add_subcommand(
      "dump", "Write what each labelled call of a program makes, as a safetensors file");
  options->device.addTo(*command);
  options->model.addTo(*command);
  command->add_option("--out", options->out, "The file to write.")->type_name("FILE")->required();
  command->callback([options, &exit_code] { exit_code = dump(*options); });
}

}  // namespace viewfuzz::cli
