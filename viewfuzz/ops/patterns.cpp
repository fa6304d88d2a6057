// Chains of statements as people write them. Each appends its statements itself.

#include "viewfuzz/ops/arguments.h"
#include "viewfuzz/ops/ops.h"
#include "viewfuzz/ops/table.h"

namespace viewfuzz {
namespace {

// ---- t[..., i, :j] and the like: what basic indexing does, one select or slice a dim

bool basicIndexDraw(Draft& draft, Call&) {
  const int base =
      draft.tensor([](const Layout& layout) { return layout.rank() >= 2 && numel(layout) > 0; });
  if (base < 0) return false;
  const Op* select = findOp("aten.select.int");
  const Op* slice = findOp("aten.slice.Tensor");
  int at = base;
  int64_t dim = 0;
  // Dims are indexed from the front; an ellipsis leaves the first ones alone.
  const int64_t rank = draft.state.at(base).rank();
  if (draft.choices.oneIn(2)) dim = draft.choices.between(0, rank - 1);
  while (dim < draft.state.at(at).rank()) {
    const int64_t size = draft.state.at(at).sizes[dim];
    Call call;
    call.results = 1;
    add(call, TensorRef{at});
    add(call, dim);
    switch (size == 0 ? 0 : draft.choices.below(3)) {
      case 0:
        ++dim;
        continue;
      case 1:
        call.entry = select;
        add(call, draft.choices.between(0, size - 1));
        break;
      default: {
        call.entry = slice;
        const int64_t start = draft.choices.oneIn(2) ? 0 : draft.choices.between(0, size - 1);
        add(call, start);
        add(call, draft.choices.between(start + 1, size));
        add(call, draft.choices.oneIn(3) ? draft.choices.between(1, 3) : int64_t{1});
        ++dim;
      }
    }
    if (!draft.append({call, {}})) return false;
    at = static_cast<int>(draft.state.tensors.size()) - 1;
  }
  return at != base;
}

}  // namespace

std::vector<Op> patterns() {
  return {
      {.name = "basic_index", .kind = Kind::pattern, .rule = noCall, .draw = basicIndexDraw},
  };
}

}  // namespace viewfuzz
