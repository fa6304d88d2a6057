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
          // The CPU target lives as long as the process, so the pointer does not delete it.
          [](const std::string&) { return TargetPtr(&cpuTarget(), [](const Target*) {}); }};
}

}  // namespace viewfuzz
