#include "viewfuzz/target/planted_faults.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <sstream>
#include <stdexcept>

namespace viewfuzz {
namespace {

template <typename Function>
Function exported(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
}

}  // namespace

std::vector<PlantedFault> plantedFaults() {
  std::vector<PlantedFault> faults;
  const auto names = exported<const char* (*)()>("npu_fault_names");
  if (names == nullptr) return faults;
  std::istringstream lines(names());
  for (std::string line; std::getline(lines, line);) {
    const auto tab = line.find('\t');
    faults.push_back({line.substr(0, tab), tab == std::string::npos ? "" : line.substr(tab + 1)});
  }
  return faults;
}

void enableFault(const std::string& name) {
  const auto enable = exported<int (*)(const char*)>("npu_fault_enable");
  if (enable == nullptr) throw std::runtime_error("The backend has no planted faults.");
  if (enable(name.c_str()) == 0) return;
  std::string known;
  for (const auto& fault : plantedFaults()) known += "\n  " + fault.name;
  throw std::runtime_error(fmt::format("There is no fault '{}'. Expected one of:{}", name, known));
}

void disableFaults() {
  const auto disable = exported<int (*)(const char*)>("npu_fault_disable");
  if (disable != nullptr) disable("all");
}

void setGuarded(bool on) {
  const auto set = exported<void (*)(int)>("npu_set_guarded");
  if (set != nullptr) set(on ? 1 : 0);
}

}  // namespace viewfuzz
