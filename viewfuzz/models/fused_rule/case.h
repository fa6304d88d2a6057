#pragma once
/// @file
/// A test input of the fused operators, described by what makes it awkward, and its tensors.
#include "viewfuzz/models/fused_rule/operators.h"

namespace delta_rule {

enum class Keys { random, alike, positive };
enum class Decay { none, zero, weak, strong, forgetting };
enum class Beta { none, any, nearOne };

struct Case {
  int64_t batch, chunk, whole_chunks, rest;  ///< rest: tokens more or fewer than whole chunks
  int64_t key_heads, group, key_dim, value_dim;
  Keys keys;
  Decay decay;
  Beta beta;
  bool l2norm, with_state;
  at::ScalarType dtype;
  uint64_t seed;

  int64_t tokens() const { return std::max<int64_t>(0, whole_chunks * chunk + rest); }
  int64_t value_heads() const { return key_heads * group; }
  Options options() const { return {.l2norm = l2norm, .chunk = chunk}; }
};

/// The tensors of a test input on the CPU, dense.
struct Tensors {
  Inputs inputs;
  at::Tensor initial;  ///< undefined when the case has none
};
Tensors tensors(const Case& c);

/// The same elements on the device, with the dims in another order in memory and a gap after each
/// element.
at::Tensor laidOut(const at::Tensor& x, uint64_t order, at::Device device);

/// The state with which a recurrent run starts: a copy of the initial one, or zeros.
at::Tensor startOf(const Case& c, const Tensors& tensors);

}  // namespace delta_rule
