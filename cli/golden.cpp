#include <fmt/format.h>

#include "cli/common.h"
#include "viewfuzz/files/say.h"
#include "viewfuzz/models/golden.h"
#include "viewfuzz/target/open.h"

namespace viewfuzz::cli {
namespace {

int golden(const DeviceOptions& device_options, const std::string& folder) {
  const Target& reference = cpuTarget();
  const TargetPtr loaded = device_options.load();
  const Target& device = *loaded;
  expectBytes(device);
  size_t cases = 0;
  size_t beyond = 0;
  for (const Target* target : {&reference, &device}) {
    if (target == &device && device.device() == reference.device()) break;
    models::checkGolden(folder, *target, [&](const models::GoldenResult& result) {
      const models::Deviation& worst = result.worst;
      ++cases;
      if (!worst.within()) ++beyond;
      say("{:<28} {:<6} {:8.2e} of {:.0e}  {:<4} {} tensors, worst: {}{}\n", result.name,
          target->device().str(), worst.error, worst.bound, worst.within() ? "ok" : "BEYOND",
          result.compared, worst.tensor,
          worst.form.empty() ? "" : fmt::format(" by {}", worst.form));
      std::fflush(stdout);
    });
  }
  if (cases == 0) throw std::runtime_error(fmt::format("{}: there is no case in it", folder));
  say("{} of {} runs are beyond their bounds\n", beyond, cases);
  return beyond == 0 ? kNothingFound : kFound;
}

}  // namespace

void addGolden(CLI::App& app, int& exit_code) {
  auto device = std::make_shared<DeviceOptions>();
  auto folder = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand(
      "golden", "Check the model subgraphs against stored results, on the CPU and on the backend");
  device->addTo(*command);
  command->add_option("DIR", *folder, "A folder with cases.json and a file for each case.")
      ->required();
  command->callback([device, folder, &exit_code] { exit_code = golden(*device, *folder); });
}

}  // namespace viewfuzz::cli
