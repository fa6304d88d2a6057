#include <fmt/format.h>

#include "cli/apart.h"
#include "cli/common.h"
#include "viewfuzz/models/golden.h"
#include "viewfuzz/target/open.h"

namespace viewfuzz::cli {
namespace {

struct GoldenOptions {
  DeviceOptions device;
  std::string folder;
  double patience = Patience().seconds;
};

int goldenOn(const Target& device, const std::string& folder, const Tell& tell) {
  const Target& reference = cpuTarget();
  expectBytes(device);
  size_t cases = 0;
  size_t beyond = 0;
  for (const Target* target : {&reference, &device}) {
    if (target == &device && device.device() == reference.device()) break;
    models::checkGolden(folder, *target, [&](const models::GoldenResult& result) {
      const models::Deviation& worst = result.worst;
      ++cases;
      if (!worst.within()) ++beyond;
      tell(fmt::format("{:<28} {:<6} {:8.2e} of {:.0e}  {:<4} {} tensors, worst: {}{}\n",
                       result.name, target->device().str(), worst.error, worst.bound,
                       worst.within() ? "ok" : "BEYOND", result.compared, worst.tensor,
                       worst.form.empty() ? "" : fmt::format(" by {}", worst.form)));
    });
  }
  if (cases == 0) throw std::runtime_error(fmt::format("{}: there is no case in it", folder));
  tell(fmt::format("{} of {} runs are beyond their bounds\n", beyond, cases));
  return beyond == 0 ? kNothingFound : kFound;
}

}  // namespace

void addGolden(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<GoldenOptions>();
  CLI::App* command = app.add_subcommand(
      "golden", "Check the model subgraphs against stored results, on the CPU and on the backend");
  options->device.addTo(*command);
  command->add_option("DIR", options->folder, "A folder with cases.json and a file for each case.")
      ->required();
  addPatienceOption(*command, options->patience);
  command->callback([options, &exit_code] {
    exit_code = workApart(options->device, options->patience, nullptr,
                          "the stored results are not all compared",
                          [&](const Target& device, const Tell& tell) {
                            return goldenOn(device, options->folder, tell);
                          });
  });
}

}  // namespace viewfuzz::cli
