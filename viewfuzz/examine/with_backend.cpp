#include "viewfuzz/examine/with_backend.h"

#include <fmt/format.h>

#include <new>
#include <stdexcept>

#include "viewfuzz/execute/beat_with_each_op.h"
#include "viewfuzz/execute/operators.h"
#include "viewfuzz/isolate/memory_limit.h"

namespace viewfuzz {
namespace {

constexpr uint32_t kBackendLoaded = 0;

}  // namespace

std::string whyNotLoaded(const ChildOutcome& outcome) {
  const auto* threw = std::get_if<Threw>(&outcome);
  return threw != nullptr ? threw->text
                          : fmt::format("The process that loads the backend {}.", told(outcome));
}

ChildOutcome WorkWithBackend::run(const Work& work, const OnFrame& on_frame) const {
  bool loaded = false;
  Waiting waiting;
  waiting.stop = stop;
  waiting.on_frame = [&](const Frame& frame) {
    if (frame.tag == kBackendLoaded) {
      loaded = true;
    } else {
      on_frame(frame);
    }
  };
  const auto in_child = [&](Channel& line) -> std::string {
    const TargetPtr device = load();
    if (memory > 0) limitMemory(memory);
    line.send(kBackendLoaded, "");
    const BeatWithEachOp beating;
    try {
      return work(*device, line);
    } catch (const BadCall& error) {
      throw ChildError(kBadCall, error.what());
    } catch (const std::bad_alloc&) {
      throw ChildError(kBadCall, "it takes more memory to look at than a program may have");
    }
  };
  const ChildOutcome outcome = runChild(in_child, patience.limits(patience.seconds), waiting);
  if (!failed(outcome)) return outcome;
  if (!loaded) throw std::runtime_error(whyNotLoaded(outcome));
  const auto* threw = std::get_if<Threw>(&outcome);
  if (threw != nullptr && threw->kind == kBadCall) throw BadCall(threw->text);
  return outcome;
}

Survival WorkWithBackend::survival() const { return Survival(load, patience, {stop}); }

Violation WorkWithBackend::explain(const Program& program, const ChildOutcome& outcome) const {
  const Survival patient = survival().withAllPatience();
  if (const auto violation = patient.examine(program)) return *violation;
  if (const auto violation = patient.examineReference(program)) return *violation;
  return unexplained(program, outcome);
}

}  // namespace viewfuzz
