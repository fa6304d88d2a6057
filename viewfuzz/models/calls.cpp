#include "viewfuzz/models/calls.h"

#include "viewfuzz/ops/results.h"
#include "viewfuzz/ops/table.h"

namespace viewfuzz::models {
namespace {

size_t wrapped(const Builder& b, TensorRef x, int64_t dim) {
  return static_cast<size_t>(dim < 0 ? dim + b.layout(x).rank() : dim);
}

TensorRef reduction(Builder& b, std::string_view op, TensorRef x, int64_t dim, bool keep) {
  Dims sizes = b.layout(x).sizes;
  const size_t at = wrapped(b, x, dim);
  sizes[at] = 1;
  if (!keep) sizes.erase(sizes.begin() + static_cast<int64_t>(at));
  return b.call(op, {x, Dims{dim}, keep}, std::move(sizes));
}

TensorRef binary(Builder& b, std::string_view op, TensorRef x, TensorRef y) {
  const auto sizes = broadcastSizes(b.layout(x).sizes, b.layout(y).sizes);
  return b.call(op, {x, y}, sizes.value_or(Dims{}));
}

/// The layout of the result of an elementwise op on `x`.
Layout like(const Builder& b, TensorRef x) {
  const Layout& layout = b.layout(x);
  return elementwiseLayout(layout.sizes, layout.dtype, {layout});
}

}  // namespace

TensorRef select(Builder& b, TensorRef x, int64_t dim, int64_t index) {
  return b.call("aten.select.int", {x, dim, index});
}

TensorRef slice(Builder& b, TensorRef x, int64_t dim, int64_t start, int64_t end, int64_t step) {
  return b.call("aten.slice.Tensor", {x, dim, start, end, step});
}

TensorRef transpose(Builder& b, TensorRef x, int64_t dim0, int64_t dim1) {
  return b.call("aten.transpose.int", {x, dim0, dim1});
}

TensorRef unsqueeze(Builder& b, TensorRef x, int64_t dim) {
  return b.call("aten.unsqueeze", {x, dim});
}

TensorRef view(Builder& b, TensorRef x, Dims sizes) { return b.call("aten.view", {x, sizes}); }

TensorRef reshape(Builder& b, TensorRef x, Dims sizes) {
  return b.call("aten.reshape", {x, sizes}, sizes);
}

TensorRef repeatHeads(Builder& b, TensorRef x, int64_t dim, int64_t times) {
  if (times == 1) return x;
  Dims sizes = b.layout(x).sizes;
  Dims expanded = sizes;
  expanded.insert(expanded.begin() + dim + 1, times);
  sizes[static_cast<size_t>(dim)] *= times;
  return reshape(b, b.call("aten.expand", {unsqueeze(b, x, dim + 1), expanded}), sizes);
}

std::vector<TensorRef> split(Builder& b, TensorRef x, Dims lengths, int64_t dim) {
  const int count = static_cast<int>(lengths.size());
  return b.calls("aten.split_with_sizes", {x, std::move(lengths), dim}, count);
}

TensorRef clone(Builder& b, TensorRef x) { return b.call("aten.clone", {x}, b.layout(x).sizes); }

void copyInto(Builder& b, TensorRef destination, TensorRef x) {
  b.write("aten.copy_", {destination, x});
}

TensorRef cat(Builder& b, std::vector<TensorRef> parts, int64_t dim) {
  Dims sizes = b.layout(parts[0]).sizes;
  const size_t at = wrapped(b, parts[0], dim);
  sizes[at] = 0;
  for (const TensorRef part : parts) sizes[at] += b.layout(part).sizes[at];
  return b.call("aten.cat", {TensorList(parts.begin(), parts.end()), dim}, std::move(sizes));
}

TensorRef to(Builder& b, TensorRef x, Dtype dtype) { return b.call("aten.to.dtype", {x, dtype}); }

TensorRef pad(Builder& b, TensorRef x, int64_t dims, int64_t front, int64_t behind) {
  if (front == 0 && behind == 0) return clone(b, x);
  Dims amounts(static_cast<size_t>(2 * (dims - 1)), 0);
  amounts.insert(amounts.end(), {front, behind});
  Dims sizes = b.layout(x).sizes;
  sizes[sizes.size() - static_cast<size_t>(dims)] += front + behind;
  return b.call("aten.constant_pad_nd", {x, std::move(amounts), int64_t{0}}, std::move(sizes));
}

TensorRef add(Builder& b, TensorRef x, TensorRef y) { return binary(b, "aten.add.Tensor", x, y); }
TensorRef sub(Builder& b, TensorRef x, TensorRef y) { return binary(b, "aten.sub.Tensor", x, y); }
TensorRef mul(Builder& b, TensorRef x, TensorRef y) { return binary(b, "aten.mul.Tensor", x, y); }

TensorRef plus(Builder& b, TensorRef x, double number) {
  return b.replay("aten.add.Scalar", {x, number}, like(b, x));
}

TensorRef times(Builder& b, TensorRef x, double number) {
  return b.replay("aten.mul.Scalar", {x, number}, like(b, x));
}

TensorRef unary(Builder& b, std::string_view op, TensorRef x) {
  return findOp(op) ? b.call(op, {x}, b.layout(x).sizes) : b.replay(op, {x}, like(b, x));
}

TensorRef sum(Builder& b, TensorRef x, int64_t dim, bool keep) {
  return reduction(b, "aten.sum.dim_IntList", x, dim, keep);
}

TensorRef mean(Builder& b, TensorRef x, int64_t dim) {
  return reduction(b, "aten.mean.dim", x, dim, true);
}

TensorRef matmul(Builder& b, TensorRef x, TensorRef y) {
  Dims sizes = b.layout(x).sizes;
  sizes.back() = b.size(y, -1);
  return b.call("aten.matmul", {x, y}, std::move(sizes));
}

TensorRef linear(Builder& b, TensorRef x, TensorRef weight) {
  return matmul(b, x, b.call("aten.t", {weight}));
}

}  // namespace viewfuzz::models
