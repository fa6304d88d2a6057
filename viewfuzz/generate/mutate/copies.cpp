// Copies between a tensor and one like it. Models fill caches and keep results in this way.

#include "viewfuzz/generate/mutate/mutations.h"
#include "viewfuzz/ops/make.h"
#include "viewfuzz/program/edit.h"

namespace viewfuzz {
namespace {

/// A larger tensor is not copied. An expanded tensor may have any number of elements.
constexpr int64_t kMostElements = 8192;

/// Appends a source with the sizes of `tensor` and gives its number, or -1. It has the same dtype
/// or another, lies on the device or on the host, and is laid out as `tensor` is, contiguous, or at
/// random.
int sourceBeside(Draft& draft, const Layout& tensor) {
  Choices& choices = draft.choices;
  const Dtype dtype = choices.oneIn(2) ? draft.randomDtype() : tensor.dtype;
  const bool host = !tensor.host && choices.oneIn(4);
  const bool alike = choices.oneIn(3);
  const bool contiguous = choices.oneIn(2);
  if (!alike && !contiguous) return draft.sourceLike(tensor.sizes, dtype, host);
  return draft.sourceLaid(tensor.sizes, alike ? tensor.strides : contiguousStrides(tensor.sizes),
                          dtype, host);
}

/// Copies between a tensor and a new one of its sizes. A program of the corpus often has a rare
/// layout, and chance hardly ever makes a second tensor of the same sizes.
Program copyTwin(const Program& program, const Generator& generator, Choices& choices) {
  if (program.statements.size() + 1 >= kMostStatements) return program;
  const auto at = static_cast<size_t>(choices.below(program.statements.size())) + 1;
  Draft draft(choices, generator.profile().shapes);
  begin(draft, program, at);
  draft.with_host = true;
  const int tensor = draft.tensor([](const Layout& t) { return numel(t) <= kMostElements; });
  if (tensor < 0) return program;
  const int twin = sourceBeside(draft, draft.state.at(tensor));
  const bool into = choices.oneIn(2);
  const Call copy = makeCopy({into ? tensor : twin}, {into ? twin : tensor});
  if (twin < 0 || !draft.append({copy, {}, false})) return program;
  return withInserted(program, at, appended(draft, at));
}

}  // namespace

std::vector<Mutation> copyMutations() {
  return {
      {"copy-twin", "a copy between a tensor and a new one of its sizes", 25, copyTwin},
  };
}

}  // namespace viewfuzz
