#include "viewfuzz/target/target.h"

#include <ATen/ATen.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <c10/util/Logging.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <torch/headeronly/version.h>

#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <sstream>
#include <stdexcept>

namespace viewfuzz {
namespace {

template <typename Function>
Function symbol(void* library, const char* name) {
  return library == nullptr ? nullptr : reinterpret_cast<Function>(dlsym(library, name));
}

/// What went wrong, for somebody who built the library.
std::string explainLoadError(const std::string& library, const std::string& error) {
  if (error.find("undefined symbol") != std::string::npos ||
      error.find("version `") != std::string::npos) {
    return fmt::format(
        "The backend '{}' does not fit this libtorch ({}): build it against the same version.\n  "
        "{}",
        library, TORCH_VERSION, error);
  }
  if (!std::filesystem::exists(library)) {
    return fmt::format(
        "There is no backend library '{}'. Expected the path of a shared library (.so).", library);
  }
  return fmt::format("The backend '{}' cannot be loaded:\n  {}", library, error);
}

/// Makes libtorch fit for very many small programs, in every process that runs some.
void prepareLibtorch() {
  static std::once_flag prepared;
  std::call_once(prepared, [] {
    // Refused calls are daily bread here, and nobody reads where in libtorch they were refused: to
    // walk the stack, and to name what is on it, takes longer than the call.
    c10::SetStackTraceFetcher([] { return std::string(); });
    // oneDNN and what ATen has on top of it keep the code for a thousand shapes each: a hundred MiB
    // of growth that would look like a leak of the backend.
    for (const char* cache : {"ONEDNN_PRIMITIVE_CACHE_CAPACITY", "LRU_CACHE_CAPACITY"})
      setenv(cache, "64", 0);
  });
}

}  // namespace

Target Target::cpu() {
  prepareLibtorch();
  return {"cpu", c10::Device(c10::kCPU), nullptr};
}

Target Target::load(const std::string& library) {
  if (library == "cpu") return cpu();
  prepareLibtorch();
  // RTLD_NOW: a library built against another libtorch shows here, not in the middle of a run.
  void* handle = nullptr;
  try {
    handle = dlopen(library.c_str(), RTLD_NOW | RTLD_GLOBAL);
  } catch (const std::exception& error) {  // a static registration of the library threw
    throw std::runtime_error(explainLoadError(library, error.what()));
  }
  if (handle == nullptr) throw std::runtime_error(explainLoadError(library, dlerror()));
  const c10::Device device(c10::kPrivateUse1, 0);
  if (!c10::impl::hasDeviceGuardImpl(c10::kPrivateUse1)) {
    throw std::runtime_error(
        fmt::format("The library '{}' was loaded, but registers no device guard for PrivateUse1. "
                    "Expected a PrivateUse1 "
                    "backend.",
                    library));
  }
  // Autograd asks for a name of the device, and a C++ backend need not have given one.
  if (!c10::is_privateuse1_backend_registered()) c10::register_privateuse1_backend("npu");
  return {std::filesystem::path(library).filename().string(), device, handle};
}

std::vector<Target::Fault> Target::faults() const {
  std::vector<Fault> faults;
  const auto names = symbol<const char* (*)()>(library_, "npu_fault_names");
  if (names == nullptr) return faults;
  std::istringstream lines(names());
  for (std::string line; std::getline(lines, line);) {
    const auto tab = line.find('\t');
    faults.push_back({line.substr(0, tab), tab == std::string::npos ? "" : line.substr(tab + 1)});
  }
  return faults;
}

void Target::enableFault(const std::string& name) const {
  const auto enable = symbol<int (*)(const char*)>(library_, "npu_fault_enable");
  if (enable != nullptr && enable(name.c_str()) == 0) return;
  std::string known;
  for (const auto& fault : faults()) known += "\n  " + fault.name;
  throw std::runtime_error(
      enable == nullptr ? fmt::format("The target '{}' has no planted faults.", name_)
                        : fmt::format("There is no fault '{}'. Expected one of:{}", name, known));
}

void Target::disableFaults() const {
  const auto disable = symbol<int (*)(const char*)>(library_, "npu_fault_disable");
  if (disable != nullptr) disable("all");
}

void Target::setGuarded(bool on) const {
  const auto set = symbol<void (*)(int)>(library_, "npu_set_guarded");
  if (set != nullptr) set(on ? 1 : 0);
}

}  // namespace viewfuzz
