#pragma once

#include "viewfuzz/models/builder.h"

namespace viewfuzz::models {

// The calls that the subgraphs consist of, by their names in PyTorch. Negative dims count from the
// end.

// ---- views
TensorRef select(Builder& b, TensorRef x, int64_t dim, int64_t index);
TensorRef slice(Builder& b, TensorRef x, int64_t dim, int64_t start, int64_t end, int64_t step = 1);
TensorRef transpose(Builder& b, TensorRef x, int64_t dim0, int64_t dim1);
TensorRef unsqueeze(Builder& b, TensorRef x, int64_t dim);
TensorRef view(Builder& b, TensorRef x, Dims sizes);
TensorRef reshape(Builder& b, TensorRef x, Dims sizes);
/// Repeats each head of `dim` so many times, side by side.
TensorRef repeatHeads(Builder& b, TensorRef x, int64_t dim, int64_t times);
std::vector<TensorRef> split(Builder& b, TensorRef x, Dims lengths, int64_t dim);

// ---- copies
TensorRef clone(Builder& b, TensorRef x);
void copyInto(Builder& b, TensorRef destination, TensorRef x);
TensorRef cat(Builder& b, std::vector<TensorRef> parts, int64_t dim);
TensorRef to(Builder& b, TensorRef x, Dtype dtype);
/// Puts zeros before and after the elements of one dim, which is the `dims`-th from the end (1: the
/// last).
TensorRef pad(Builder& b, TensorRef x, int64_t dims, int64_t front, int64_t behind);

// ---- elementwise, with broadcasting
TensorRef add(Builder& b, TensorRef x, TensorRef y);
TensorRef sub(Builder& b, TensorRef x, TensorRef y);
TensorRef mul(Builder& b, TensorRef x, TensorRef y);
TensorRef plus(Builder& b, TensorRef x, double number);
TensorRef times(Builder& b, TensorRef x, double number);
/// An op with one operand, such as `aten.exp`.
TensorRef unary(Builder& b, std::string_view op, TensorRef x);

// ---- reductions and products
TensorRef sum(Builder& b, TensorRef x, int64_t dim, bool keep);
TensorRef mean(Builder& b, TensorRef x, int64_t dim);  ///< keeps the dim
TensorRef matmul(Builder& b, TensorRef x, TensorRef y);
/// `x` times the transpose of `weight` [out, in].
TensorRef linear(Builder& b, TensorRef x, TensorRef weight);

}  // namespace viewfuzz::models
