// NPU_FAULT=name[,name]: faults that are on from the moment the library is loaded. A wrong kernel
// has to come after the right one, so the linker is given this file last (see CMakeLists.txt) and
// with it its static objects are the last ones made.
#include <cstdio>
#include <cstdlib>

#include "backend/faults/registry.h"

namespace npu::from_environment {
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
    if (name.empty() || enable_fault(name)) continue;
    std::fprintf(stderr, "NPU_FAULT: there is no fault '%s'. The faults are:\n%s", name.c_str(),
                 fault_list().c_str());
    std::exit(2);
  }
}

const bool done = (enable_from_environment(), true);

}  // namespace

}  // namespace npu::from_environment
