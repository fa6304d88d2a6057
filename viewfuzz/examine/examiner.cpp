#include "viewfuzz/examine/examiner.h"

#include "viewfuzz/examine/afresh.h"
#include "viewfuzz/judge/judge.h"

namespace viewfuzz {

bool Examiner::differs(const Program& program) {
  reference_.run(program, Speed::fast, on_reference_);
  device_.run(program, Speed::fast, on_device_);
  return !agree(program, on_device_, on_reference_);
}

std::optional<Violation> Examiner::examine(const Program& program) {
  reference_.run(program, Speed::located, on_reference_);
  device_.run(program, Speed::located, on_device_);
  return judge(program, on_device_, on_reference_);
}

std::vector<Property> Examiner::brokenAlone(const Program& program) {
  reference_.run(program, Speed::located, on_reference_);
  device_.run(program, Speed::located, on_device_);
  return viewfuzz::brokenAlone(program, on_device_, on_reference_);
}

std::optional<Violation> Examiner::examineFor(const Violation& like, const Program& program) {
  return apart_ ? examineApart(like, program) : examineHere(like, program);
}

std::optional<Violation> Examiner::examineApart(const Violation& like, const Program& program) {
  return askApart([&] { return examineHere(like, program); }, apart_seconds_);
}

void Examiner::takeTimes(bool on) {
  device_.takeTimes(on);
  reference_.takeTimes(on);
}

}  // namespace viewfuzz
