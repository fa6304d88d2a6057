#include <fmt/format.h>

#include "cli/common.h"
#include "viewfuzz/campaign/examiner.h"
#include "viewfuzz/generate/profile.h"
#include "viewfuzz/judge/properties.h"
#include "viewfuzz/program/op.h"

namespace viewfuzz::cli {

void addList(CLI::App& app, int& exit_code) {
  CLI::App* list =
      app.add_subcommand("list", "What there is: ops, faults, properties, targets, profiles");
  list->require_subcommand(1);
  list->add_subcommand("ops", "The ops that programs are made of")->callback([] {
    for (const auto& op : ops()) fmt::print("{:<28} {}\n", op.name, kindName(op.kind));
  });
  list->add_subcommand("properties",
                       "What must hold, in the order in which a violation takes its name")
      ->callback([] {
        for (const auto& property : properties()) {
          fmt::print("{:<12} {}\n", propertyName(property.property), property.about);
        }
        for (const auto& trial : trials())
          fmt::print("{:<12} {}\n", propertyName(trial.property), trial.about);
      });
  list->add_subcommand("profiles", "What kinds of cases can be made")->callback([] {
    for (const auto& profile : profiles()) fmt::print("{:<12} {}\n", profile.name, profile.about);
  });
  list->add_subcommand("targets", "What programs can run on")->callback([] {
    fmt::print("cpu          the reference: --backend cpu runs it against itself\n");
    fmt::print("LIB.so       any PrivateUse1 backend, by the path of its shared library\n");
  });
  auto device = std::make_shared<DeviceOptions>();
  CLI::App* faults = list->add_subcommand("faults", "The planted faults that the backend offers");
  device->addTo(*faults);
  faults->callback([device, &exit_code] {
    for (const auto& fault : device->load().faults())
      fmt::print("{:<24} {}\n", fault.name, fault.about);
    exit_code = kNothingFound;
  });
}

}  // namespace viewfuzz::cli
