#include <limits>

#include "viewfuzz/models/attention.h"
#include "viewfuzz/models/calls.h"
#include "viewfuzz/ops/results.h"

namespace viewfuzz::models {
namespace {

/// Writes the frequencies of height and width over those of time, and puts the result twice side by
/// side: [3, B, S, R/2] becomes [B, S, R].
TensorRef interleaved(Builder& b, const Config& config, TensorRef table, std::string_view name) {
  const TensorRef time = select(b, table, 0, 0);
  const int64_t frequencies = b.size(table, -1);
  for (int64_t axis = 1; axis < 3; ++axis) {
    const int64_t end = std::min(3 * config.sections[static_cast<size_t>(axis)], frequencies);
    if (end <= axis) continue;
    const TensorRef from = slice(b, select(b, table, 0, axis), -1, axis, end, 3);
    copyInto(b, slice(b, time, -1, axis, end, 3), from);
    b.label(axis == 1 ? "height" : "width");
  }
  return b.label(name, to(b, cat(b, {time, time}, -1), config.dtype));
}

}  // namespace

Rotary rotary(Builder& b, const Config& config, TensorRef positions) {
  const auto scope = b.part("rotary");
  std::vector<int64_t> even;
  for (int64_t f = 0; f < config.rotary; f += 2) even.push_back(f);
  const auto frequencies = static_cast<int64_t>(even.size());
  const TensorRef exponents =
      b.source({frequencies}, Dtype::Float, {Fill::Kind::list, 0, std::move(even)});
  const TensorRef scaled = b.replay("aten.div.Scalar", {exponents, double(config.rotary)},
                                    contiguousLayout({frequencies}, Dtype::Float));
  const TensorRef powers = b.replay("aten.pow.Scalar", {config.theta, scaled},
                                    contiguousLayout({frequencies}, Dtype::Float));
  const TensorRef inverse = b.label("inv_freq", unary(b, "aten.reciprocal", powers));
  const TensorRef places = unsqueeze(b, to(b, positions, Dtype::Float), -1);
  const TensorRef angles = b.label("angles", mul(b, places, inverse));
  const TensorRef cos = interleaved(b, config, unary(b, "aten.cos", angles), "cos");
  const TensorRef sin = interleaved(b, config, unary(b, "aten.sin", angles), "sin");
  b.output("inv_freq", inverse);
  b.output("cos", cos);
  b.output("sin", sin);
  return {cos, sin};
}

TensorRef textPositions(Builder& b, const Config& config, int64_t first, int64_t tokens,
                        std::string label) {
  // The source [3, B, S] repeats the list of positions.
  std::vector<int64_t> places;
  for (int64_t i = 0; i < tokens; ++i) places.push_back(first + i);
  return b.source({3, config.batch, tokens}, Dtype::Long, {Fill::Kind::list, 0, std::move(places)},
                  std::move(label));
}

TensorRef causal(Builder& b, const Config& config, int64_t past, int64_t tokens,
                 std::optional<TensorRef> mask) {
  const auto scope = b.part("mask");
  const TensorRef ones = b.source({tokens, past + tokens}, Dtype::Byte, {Fill::Kind::list, 0, {1}});
  const TensorRef lower = b.call("aten.tril", {ones, past}, {tokens, past + tokens});
  const TensorRef all =
      b.call("aten.expand", {lower, Dims{config.batch, 1, tokens, past + tokens}});
  if (!mask) return b.label("allowed", clone(b, all));
  const TensorRef columns = unsqueeze(b, unsqueeze(b, *mask, 1), 1);
  return b.label("allowed", mul(b, all, columns));
}

TensorRef additiveMask(Builder& b, TensorRef allowed, Dtype dtype) {
  const Dims sizes = b.layout(allowed).sizes;
  const double lowest = dtype == Dtype::BFloat16 ? -0x1.FEp127
                        : dtype == Dtype::Half   ? -65504.0
                                                 : double(std::numeric_limits<float>::lowest());
  const TensorRef blocked = b.call("aten.eq.Scalar", {allowed, int64_t{0}}, sizes);
  const TensorRef zeros = b.source(sizes, dtype, {Fill::Kind::zeros, 0, {}});
  b.write("aten.masked_fill_.Scalar", {zeros, blocked, lowest});
  b.label("mask");
  return zeros;
}

}  // namespace viewfuzz::models
