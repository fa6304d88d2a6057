#include "viewfuzz/examine/checks.h"

#include "viewfuzz/judge/judge.h"

namespace viewfuzz {

bool Checks::differs(const Program& program) {
  reference_.run(program, Speed::fast, on_reference_);
  device_.run(program, Speed::fast, on_device_);
  return !agree(program, on_device_, on_reference_);
}

std::optional<Violation> Checks::located(const Program& program) {
  reference_.run(program, Speed::located, on_reference_);
  device_.run(program, Speed::located, on_device_);
  return judge(program, on_device_, on_reference_);
}

bool Checks::hasAgreed(const Program& program) const {
  return agree(program, on_device_, on_reference_);
}

std::vector<Property> Checks::brokenAlone(const Program& program) {
  reference_.run(program, Speed::located, on_reference_);
  device_.run(program, Speed::located, on_device_);
  return viewfuzz::brokenAlone(program, on_device_, on_reference_);
}

void Checks::takeTimes(bool on) {
  device_.takeTimes(on);
  reference_.takeTimes(on);
}

}  // namespace viewfuzz
