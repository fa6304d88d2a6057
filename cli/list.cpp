#include <fmt/format.h>

#include "cli/common.h"
#include "viewfuzz/examine/checks.h"
#include "viewfuzz/files/say.h"
#include "viewfuzz/generate/profile.h"
#include "viewfuzz/generate/small/small_scope.h"
#include "viewfuzz/judge/properties.h"
#include "viewfuzz/models/random.h"
#include "viewfuzz/ops/exclusions.h"
#include "viewfuzz/ops/registry.h"
#include "viewfuzz/ops/table.h"
#include "viewfuzz/program/op.h"
#include "viewfuzz/target/open.h"
#include "viewfuzz/target/planted_faults.h"

namespace viewfuzz::cli {
namespace {

void printOps() {
  for (const auto& op : ops()) say("{:<44} {}\n", op.name, kindName(op.kind));
}

void printCoverage() {
  for (const auto& name : viewSchemas()) {
    const Exclusion* excluded = findExclusion(name);
    say("{:<44} {}\n", name,
        findOp(name)          ? "in the table"
        : excluded == nullptr ? "MISSING"
                              : fmt::format("excluded: {}", excluded->reason));
  }
}

}  // namespace

void addList(CLI::App& app, int& exit_code) {
  CLI::App* list =
      app.add_subcommand("list", "What there is: ops, faults, properties, targets, profiles");
  list->require_subcommand(1);
  auto coverage = std::make_shared<bool>(false);
  CLI::App* listed = list->add_subcommand("ops", "The ops that programs are made of");
  listed->add_flag("--coverage", *coverage,
                   "Instead: every op of this libtorch that returns a view, in the table or not");
  listed->callback([coverage] { *coverage ? printCoverage() : printOps(); });
  list->add_subcommand("properties",
                       "What must hold, in the order in which a violation takes its name")
      ->callback([] {
        for (const auto& property : properties()) {
          say("{:<12} {}\n", propertyName(property.property), property.about);
        }
        for (const auto& trial : trials())
          say("{:<12} {}\n", propertyName(trial.property), trial.about);
        say("{:<12} {}\n", propertyName(Property::survival),
            "the process comes to its end, in time, and gives its memory back");
      });
  list->add_subcommand("profiles", "What kinds of cases can be made")->callback([] {
    for (const auto& profile : profiles()) say("{:<12} {}\n", profile.name, profile.about);
    say("{:<12} {}\n", models::kModelsProfile, models::kModelsAbout);
    say("{:<12} {}\n", kSmallProfile, kSmallAbout);
  });
  list->add_subcommand("targets", "What programs can run on")->callback([] {
    for (const auto& kind : targetKinds()) say("{:<12} {}\n", kind.named, kind.about);
  });
  auto device = std::make_shared<DeviceOptions>();
  CLI::App* faults = list->add_subcommand("faults", "The planted faults that the backend offers");
  device->addTo(*faults);
  faults->callback([device, &exit_code] {
    device->load();
    for (const auto& fault : plantedFaults()) say("{:<24} {}\n", fault.name, fault.about);
    exit_code = kNothingFound;
  });
}

}  // namespace viewfuzz::cli
