// The exported C functions for faults, and the faults asked for in the environment.
#include <cstdio>
#include <cstdlib>

#include "backend/faults/registry.h"
#include "backend/npu.h"

const char* npu_fault_names() { return npu::fault_list().c_str(); }

int npu_fault_enable(const char* name) { return npu::enable_fault(name) ? 0 : 1; }

int npu_fault_disable(const char* name) { return npu::disable_fault(name) ? 0 : 1; }

namespace {

// A misspelt fault must not pass for a right backend, so it ends the program.
void enable_from_environment() {
  const char* const wanted = std::getenv("NPU_FAULT");
  if (wanted == nullptr) return;
  std::string_view rest(wanted);
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    const std::string name(rest.substr(0, comma));
    rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
    if (name.empty() || npu::enable_fault(name)) continue;
    std::fprintf(stderr, "NPU_FAULT: there is no fault '%s'. The faults are:\n%s", name.c_str(),
                 npu_fault_names());
    std::exit(2);
  }
}

// Runs when the library is loaded, after the static objects of all its files.
__attribute__((constructor(65535))) void on_load() { enable_from_environment(); }

}  // namespace
