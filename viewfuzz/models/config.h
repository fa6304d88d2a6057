#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "viewfuzz/layout/layout.h"

namespace viewfuzz::models {

/// The method by which the gated delta rule is computed.
enum class Form {
  rows,       ///< by chunks; the triangular system is inverted row by row, in place
  solve,      ///< by chunks; the triangular system is solved
  recurrent,  ///< token by token
};

/// The sizes of a Qwen3.5 text model, and of a run of it. The defaults are small.
struct Config {
  int64_t hidden = 64;
  int64_t intermediate = 48;
  int64_t layers = 4;
  int64_t full_every = 4;  ///< every so many layers, the last one has full attention
  int64_t vocab = 97;
  bool tied = true;  ///< the head shares the embedding's weight
  double eps = 1e-6;

  int64_t heads = 4;
  int64_t kv_heads = 2;
  int64_t head_dim = 32;
  int64_t rotary = 8;  ///< how many dims of a head are rotated
  double theta = 1e4;
  std::array<int64_t, 3> sections = {2, 1, 1};  ///< frequencies of time, height and width

  int64_t key_heads = 2;
  int64_t value_heads = 4;
  int64_t key_dim = 16;
  int64_t value_dim = 16;
  int64_t conv = 4;  ///< the kernel's length
  int64_t chunk = 64;
  Form form = Form::rows;

  Dtype dtype = Dtype::Float;
  int64_t batch = 1;
  std::vector<int64_t> steps = {21};  ///< tokens of each forward; all but one use caches
  uint64_t seed = 1;                  ///< of weights and inputs

  int64_t channels() const { return 2 * key_heads * key_dim + value_heads * value_dim; }
  bool isFull(int64_t layer) const { return layer % full_every == full_every - 1; }
};

/// The text part of Qwen3.5-0.8B: the dims of its heads and layers. The vocabulary is 1024 tokens,
/// since the storage of the real embedding would be larger than a program may have.
Config qwen35();

struct Preset {
  std::string_view name;
  std::string_view about;
  Config config;
};
/// The preset `tiny` or `qwen3.5-0.8b`. Throws `std::runtime_error` that names the presets for
/// another name.
const Preset& findPreset(std::string_view name);

}  // namespace viewfuzz::models
