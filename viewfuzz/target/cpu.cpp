#include "viewfuzz/target/kinds.h"
#include "viewfuzz/target/strided.h"

namespace viewfuzz {

const Target& cpuTarget() {
  prepareLibtorch();
  static const StridedTarget cpu("cpu", c10::kCPU);
  return cpu;
}

TargetKind cpuKind() {
  return {"cpu",
          "the reference: --backend cpu runs it against itself",
          {},
          [](const std::string& spec) { return spec == "cpu"; },
          // It is not the pointer's to delete.
          [](const std::string&) { return TargetPtr(&cpuTarget(), [](const Target*) {}); }};
}

}  // namespace viewfuzz
