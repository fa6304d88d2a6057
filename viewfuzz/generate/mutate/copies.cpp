// Copies between a tensor and one like it, which is how caches are filled and results are kept.

#include "viewfuzz/generate/mutate/mutations.h"
#include "viewfuzz/ops/make.h"
#include "viewfuzz/program/edit.h"

namespace viewfuzz {
namespace {

/// More elements than this are not copied: an expanded tensor may have any number.
constexpr int64_t kMostElements = 8192;

/// A new source of the sizes of that tensor, in its dtype or another, on its device or not: laid
/// out as the tensor is, contiguous, or in some way.
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

/// A tensor of a kept program lies as chance seldom makes one; a second one of its sizes even more
/// seldom.
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
