// Chains that people write around indexing: `t[..., i, :j] = row`, `t[mask] = v`, and the same call
// again on another part of the tensor, where a backend that remembers calls by their shapes goes
// wrong.

#include <array>

#include "viewfuzz/ops/indexing.h"
#include "viewfuzz/ops/ops.h"
#include "viewfuzz/ops/table.h"

namespace viewfuzz {
namespace {

/// Appends a call and returns its result. Returns a number without meaning if the call has no
/// result, and -1 if the call is refused.
template <typename... Values>
int append(Draft& draft, std::string_view name, Values... values) {
  Call call;
  call.entry = findOp(name);
  call.results = call.entry->kind == Kind::write ? 0 : 1;
  (add(call, std::move(values)), ...);
  if (!draft.append({std::move(call), {}})) return -1;
  return static_cast<int>(draft.state.tensors.size()) - 1;
}

int drawBase(Draft& draft, int64_t min_rank) {
  return draft.tensor([&](const Layout& layout) {
    return layout.rank() >= min_rank && numel(layout) > 1 && isArithmetic(layout.dtype) &&
           !layout.conj && !layout.neg && !selfOverlaps(layout);
  });
}

// ---- t[..., i, :j] = row

bool rowWriteDraw(Draft& draft, Call&) {
  const int base = drawBase(draft, 2);
  if (base < 0) return false;
  const int64_t rows = draft.state.at(base).sizes.end()[-2];
  const int64_t columns = draft.state.at(base).sizes.back();
  const int row = append(draft, "aten.select.int", TensorRef{base}, int64_t{-2},
                         draft.choices.between(0, rows - 1));
  if (row < 0) return false;
  const int part = append(draft, "aten.slice.Tensor", TensorRef{row}, int64_t{-1}, int64_t{0},
                          draft.choices.between(1, columns), int64_t{1});
  if (part < 0) return false;
  const Layout target = draft.state.at(part);
  const int values = draft.sourceLike(target.sizes, target.dtype);
  return append(draft, "aten.copy_", TensorRef{part}, TensorRef{values}) >= 0;
}

// ---- t[..., index] = v, and t[index, :, None] read

bool lastDimPutDraw(Draft& draft, Call&) {
  const int base = drawBase(draft, 1);
  if (base < 0) return false;
  const Layout target = draft.state.at(base);
  const int64_t count = draft.choices.between(1, std::min<int64_t>(target.sizes.back(), 8));
  TensorList indices(target.sizes.size() - 1);
  indices.emplace_back(TensorRef{drawIndex(draft, Dims{count}, 0, target.sizes.back(), true)});
  const int values = draft.sourceLike({}, target.dtype);
  return append(draft, "aten.index_put_", TensorRef{base}, indices, TensorRef{values}, false) >= 0;
}

bool indexNewAxisDraw(Draft& draft, Call&) {
  const int base = drawBase(draft, 2);
  if (base < 0) return false;
  const int64_t size = draft.state.at(base).sizes[0];
  const int64_t count = draft.choices.between(1, std::min<int64_t>(size, 8));
  const TensorList indices = {TensorRef{drawIndex(draft, Dims{count}, 0, size, true)}};
  const int picked = append(draft, "aten.index.Tensor", TensorRef{base}, indices);
  return picked >= 0 && append(draft, "aten.unsqueeze", TensorRef{picked}, int64_t{2}) >= 0;
}

// ---- t[t < n] = v

bool maskedAssignDraw(Draft& draft, Call&) {
  const int base = draft.tensor([](const Layout& layout) {
    return layout.rank() > 0 && numel(layout) > 0 && contains(kReals, layout.dtype) &&
           !selfOverlaps(layout);
  });
  if (base < 0) return false;
  const Dtype dtype = draft.state.at(base).dtype;
  const int mask = append(draft, "aten.lt.Scalar", TensorRef{base}, draft.choices.between(1, 40));
  if (mask < 0) return false;
  const int value = draft.sourceLike({}, dtype);
  return append(draft, "aten.index_put_", TensorRef{base}, TensorList{TensorRef{mask}},
                TensorRef{value}, false) >= 0;
}

// ---- t[a:b] = t.flip(d)[a:b]: there are no negative steps

bool flippedWriteDraw(Draft& draft, Call&) {
  const int base = drawBase(draft, 1);
  if (base < 0) return false;
  const int64_t rank = draft.state.at(base).rank();
  const int64_t dim = draft.choices.between(0, rank - 1);
  const int64_t size = draft.state.at(base).sizes[static_cast<size_t>(dim)];
  const int flipped = append(draft, "aten.flip", TensorRef{base}, Dims{dim});
  if (flipped < 0) return false;
  const int64_t start = draft.choices.between(0, size - 1);
  const int64_t step = draft.choices.between(1, 2);
  const int from = append(draft, "aten.slice.Tensor", TensorRef{flipped}, dim, start, size, step);
  const int to = append(draft, "aten.slice.Tensor", TensorRef{base}, dim, start, size, step);
  return from >= 0 && to >= 0 && append(draft, "aten.copy_", TensorRef{to}, TensorRef{from}) >= 0;
}

// ---- the same write to equal parts of a tensor, and to a part of another length

bool writePart(Draft& draft, std::string_view op, int base, int64_t dim, int64_t start,
               int64_t length) {
  const int part = append(draft, "aten.narrow", TensorRef{base}, dim, start, length);
  if (part < 0) return false;
  if (op == "aten.fill_.Scalar") return append(draft, op, TensorRef{part}, drawNumber(draft)) >= 0;
  const Layout target = draft.state.at(part);
  const int other = draft.sourceLike(target.sizes, target.dtype);
  return append(draft, op, TensorRef{part}, TensorRef{other}) >= 0;
}

/// Draws a write to one part, and then one to another part: with `change` elements more or less, or
/// at another offset.
template <bool OtherLength>
bool againDraw(Draft& draft, Call&) {
  static constexpr std::array<std::string_view, 4> kWrites = {
      "aten.copy_", "aten.add_.Tensor", "aten.mul_.Tensor", "aten.fill_.Scalar"};
  const int base = drawBase(draft, 1);
  if (base < 0) return false;
  const Layout layout = draft.state.at(base);
  const int64_t dim = draft.choices.between(0, layout.rank() - 1);
  const int64_t size = layout.sizes[static_cast<size_t>(dim)];
  if (size < 2) return false;
  const std::string_view op = draft.choices.pick(kWrites);
  const int64_t length = draft.choices.between(1, size - 1);
  if (OtherLength)
    return writePart(draft, op, base, dim, 0, length + 1) &&
           writePart(draft, op, base, dim, 0, length);
  const int64_t last = size - length;
  return writePart(draft, op, base, dim, 0, length) &&
         writePart(draft, op, base, dim, draft.choices.between(1, last), length);
}

}  // namespace

std::vector<Op> idioms() {
  const auto idiom = [](std::string_view name, auto draw) {
    return Op{.name = name, .kind = Kind::pattern, .rule = noCall, .draw = draw};
  };
  return {
      idiom("row_write", rowWriteDraw),
      idiom("last_dim_put", lastDimPutDraw),
      idiom("index_new_axis", indexNewAxisDraw),
      idiom("masked_assign", maskedAssignDraw),
      idiom("flipped_write", flippedWriteDraw),
      idiom("again_at_another_offset", againDraw<false>),
      idiom("again_with_another_length", againDraw<true>),
  };
}

}  // namespace viewfuzz
