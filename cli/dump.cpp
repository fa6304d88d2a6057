#include <fmt/format.h>

#include "cli/apart.h"
#include "cli/common.h"
#include "cli/model_options.h"
#include "cli/options.h"
#include "viewfuzz/dumps/trace.h"

namespace viewfuzz::cli {
namespace {

struct DumpOptions {
  DeviceOptions device;
  ModelOptions model;
  std::string out;
  double patience = Patience().seconds;
};

int dump(const DumpOptions& options) {
  expectFile("--out", options.out);
  const Program program = options.model.program();
  const auto work = [&](const Target& target, const Tell& tell) -> int {
    expectBytes(target);
    Runner runner(target);
    const SafeTensors trace = traceOf(runner, program);
    if (trace.tensors.empty())
      throw std::runtime_error("no call of the program has a label, so there is nothing to write");
    writeSafeTensors(trace, options.out);
    tell(fmt::format("{} tensors of {} statements, run on {}: {}\n", trace.tensors.size(),
                     program.statements.size(), target.device().str(), options.out));
    return kNothingFound;
  };
  return workApart(options.device, options.patience, &program,
                   "the program has no dump ('viewfuzz bisect' says which statement does it)",
                   work);
}

}  // namespace

void addDump(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<DumpOptions>();
  CLI::App* command = app.add_subcommand(
      "dump", "Write what each labelled call of a program makes, as a safetensors file");
  options->device.addTo(*command);
  options->model.addTo(*command);
  command->add_option("--out", options->out, "The file to write.")->type_name("FILE")->required();
  addPatienceOption(*command, options->patience);
  command->callback([options, &exit_code] { exit_code = dump(*options); });
}

}  // namespace viewfuzz::cli
