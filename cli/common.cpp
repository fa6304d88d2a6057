#include "cli/common.h"

#include "cli/options.h"

#include <fmt/format.h>
#include <torch/headeronly/version.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "viewfuzz/escape/shell.h"
#include "viewfuzz/execute/namespaces.h"
#include "viewfuzz/files/read.h"
#include "viewfuzz/generate/generate.h"
#include "viewfuzz/generate/small/small_scope.h"
#include "viewfuzz/models/model_form.h"
#include "viewfuzz/models/random.h"
#include "viewfuzz/program/edit.h"
#include "viewfuzz/report/listeners/json_report.h"
#include "viewfuzz/report/listeners/terminal.h"
#include "viewfuzz/target/library.h"
#include "viewfuzz/target/open.h"
#include "viewfuzz/target/planted_faults.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz::cli {
namespace {

/// The library of the simulated NPU, which is built beside this command.
std::string simulatedNpu() {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  const auto library = self.parent_path().parent_path() / "lib" / "libviewfuzz_npu.so";
  return std::filesystem::exists(library, error) ? library.string() : "";
}

std::string& commandLine() {
  static std::string line;
  return line;
}

}  // namespace

void rememberCommand(int argc, char** argv) {
  for (int i = 0; i < argc; ++i) commandLine() += (i == 0 ? "" : " ") + shellWord(argv[i]);
}

void DeviceOptions::addTo(CLI::App& command) {
  CLI::Option* library = command
                             .add_option("--backend", backend,
                                         "The backend under test: the path of its shared library "
                                         "(any PrivateUse1 backend), or another target (see "
                                         "'viewfuzz list targets'). Default: the simulated NPU.")
                             ->type_name("LIB")
                             ->check(notEmpty());
  command
      .add_option("--device", device,
                  "Instead: a device type that this libtorch was built with, such as 'meta'.")
      ->type_name("NAME[:INDEX]")
      ->excludes(library)
      ->check(deviceName());
  command
      .add_option("--fault", faults,
                  "Switch a planted fault of the backend on (see 'viewfuzz list faults').")
      ->allow_extra_args(false)  // a file name may come next
      ->delimiter(',')           // the command that a story prints joins several names
      ->type_name("FAULT");
  command
      .add_option(
          "--allow-namespace", namespaces,
          "Run ops of this namespace as well, such as the backend's own; else those of aten "
          "alone.")
      ->allow_extra_args(false)
      ->type_name("NAME");
  command.add_flag(
      "--guarded", guarded,
      "Let a host access to device memory fault at once (the simulated NPU can; slower).");
}

std::string DeviceOptions::spec() const {
  if (!device.empty()) return device;
  if (!backend.empty()) {
    // The loader looks elsewhere for a name without a slash, and a repro may run in another folder.
    if (namesTarget(backend)) return backend;
    const auto path = std::filesystem::absolute(backend).lexically_normal().string();
    expectLibrary(path);
    return path;
  }
  const std::string library = simulatedNpu();
  if (library.empty())
    throw std::runtime_error("Which backend is under test? Expected --backend LIB.");
  return library;
}

RunInfo DeviceOptions::info(std::optional<uint64_t> seed) const {
  const std::string target = spec();
  return {target, capabilitiesOf(target), seed, versions(), {}, commandLine()};
}

TargetPtr DeviceOptions::load() const {
  for (const auto& name : namespaces) allowNamespace(name);
  TargetPtr target = openTarget(spec());
  setGuarded(guarded);
  for (const auto& fault : faults) enableFault(fault);
  return target;
}

Cases casesOf(const std::string& name, const Narrowing& narrowing) {
  const bool drawn = findProfile(name) != nullptr;
  if (!drawn && !narrowing.none() && (name == models::kModelsProfile || name == kSmallProfile)) {
    throw std::runtime_error(
        fmt::format("The profile '{}' has its programs as they are: expected another one with "
                    "--ops, --not-ops or --dtypes.",
                    name));
  }
  if (name == models::kModelsProfile) return Cases::drawn(models::randomModel);
  if (name == kSmallProfile) return Cases::listed(smallPrograms());
  if (const Profile* profile = findProfile(name))
    return Cases::drawn(Generator(narrowed(*profile, narrowing)));
  std::string known;
  const auto add = [&](std::string_view other, std::string_view about) {
    known += fmt::format("\n  {:<10} {}", other, about);
  };
  for (const auto& other : profiles()) add(other.name, other.about);
  add(models::kModelsProfile, models::kModelsAbout);
  add(kSmallProfile, kSmallAbout);
  throw std::runtime_error(
      fmt::format("There is no profile '{}'. Expected one of:{}", name, known));
}

Program readProgram(const std::string& path) {
  return models::programOrModel(readFile(path), path);
}

std::vector<std::pair<std::string, std::string>> versions() {
  return {{"viewfuzz", VIEWFUZZ_VERSION},
          {"libtorch", TORCH_VERSION},
          {"generator", fmt::to_string(kGeneratorVersion)}};
}

void expectBytes(const Target& target) {
  if (!target.capabilities().bytes)
    throw std::runtime_error(fmt::format(
        "The target '{}' shows no bytes, which are what this command is about.", target.name()));
}

void addReports(Listeners& listeners, const std::string& json) {
  listeners.add<Terminal>();
  if (!json.empty()) listeners.add<JsonReport>(json);
}

void addJsonOption(CLI::App& command, std::string& json) {
  command.add_option("--json", json, "Write a report for machines (docs/json.md).")
      ->type_name("FILE");
}

void addPatienceOption(CLI::App& command, double& seconds) {
  command
      .add_option("--patience", seconds,
                  "A program that takes longer than so many seconds counts as hung.")
      ->capture_default_str()
      ->check(positive());
}

std::string printStatement(const Program& program, size_t index) {
  return print(program.statements[index], firstResult(program, index));
}

}  // namespace viewfuzz::cli
