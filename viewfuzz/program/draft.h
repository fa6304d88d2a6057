#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "viewfuzz/program/op.h"

namespace viewfuzz {

/// A stream of choices. Four drivers give one: a seeded generator (campaigns), RapidCheck's Random
/// (property suite), libFuzzer's bytes (coverage-guided), and an enumeration (small programs). 0 is
/// the plainest choice; rare choices have the largest numbers.
class Choices {
 public:
  Choices() = default;
  Choices(const Choices&) = delete;
  Choices& operator=(const Choices&) = delete;
  virtual ~Choices() = default;

  /// A number in [0, bound), bound > 0.
  virtual uint64_t below(uint64_t bound) = 0;

  /// A number in [low, high], both included.
  int64_t between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(below(static_cast<uint64_t>(high - low) + 1));
  }
  /// True once in `n` times.
  bool oneIn(uint64_t n) { return below(n) == n - 1; }
  template <typename Container>
  auto& pick(Container& container) {
    return container[static_cast<size_t>(below(container.size()))];
  }
  /// Swaps two elements, or one with itself. The two picks are two statements: as arguments of one
  /// call, the compiler would choose which is drawn first.
  template <typename Container>
  void swapTwo(Container& container) {
    auto& a = pick(container);
    auto& b = pick(container);
    std::swap(a, b);
  }
  /// Draws an index; index i has the integer weight `weights[i]`.
  size_t weighted(const std::vector<uint32_t>& weights);
};

/// The weight of each of `dtypes()`, unless a profile says otherwise: large for float32, small for
/// dtypes that the CPU hardly computes with.
std::vector<uint32_t> usualDtypeWeights();

/// What drawn tensors look like. It is part of a profile, so it is data and not code.
struct Shapes {
  int64_t max_numel = 125;
  int64_t max_rank = 5;
  int64_t max_size = 8;
  uint32_t one_size_in = 5;    ///< a dim has size 1 once in …
  uint32_t equal_size_in = 3;  ///< a dim has the size of the one before once in …
  uint32_t empty_in = 60;      ///< a tensor has no elements once in …
  uint32_t window_in = 3;      ///< a source is a window into a larger storage once in …
  uint32_t permuted_in = 3;    ///< a window's dims lie permuted once in …
  uint32_t many_dims_in = 25;  ///< a tensor has up to `most_dims` dims once in …
  int64_t most_dims = 8;
  uint32_t edge_size_in = 12;  ///< a dim has one of the `edge_sizes` once in …
  std::vector<int64_t> edge_sizes = {7, 8, 9, 15, 16, 17, 31, 32, 33};
  uint32_t channels_last_in = 30;  ///< a source has 4 or 5 dims, channels innermost, once in …
  uint32_t huge_in = 400;          ///< a source has some thousand elements once in …
  uint32_t host_in = 40;           ///< a source is on the host once in …
  uint32_t large_numbers_in = 12;  ///< a source has numbers that narrow floats must round once in …
  uint32_t converted_in = 3;       ///< a copy is made from a drawn dtype once in …
  uint32_t overlapping_in = 15;    ///< elements of a window share memory once in …
  std::vector<uint32_t> dtype_weights = usualDtypeWeights();  ///< in the order of `dtypes()`
};

/// A program that is being written: the statements so far, their layouts, and a stream of choices.
class Draft {
 public:
  Draft(Choices& choices, const Shapes& shapes) : choices(choices), shapes(shapes) {}

  Choices& choices;
  const Shapes& shapes;
  Program program;
  LayoutState state;
  bool with_host = false;  ///< `tensor` may return tensors on the host

  /// Appends a statement. Returns false, and appends nothing, unless the layout rules accept it, or
  /// refuse it if it is meant to be refused.
  bool append(Statement statement);

  /// Appends a source and returns its tensor.
  int source(Source source);
  /// A random source: fresh or a window, random fill.
  int randomSource();
  /// A random source with these sizes.
  int sourceLike(DimsView sizes, Dtype dtype, bool host = false);
  /// A source with these sizes and strides at the start of its storage, of random data.
  int sourceLaid(Dims sizes, Dims strides, Dtype dtype, bool host = false);

  /// A tensor of the draft for which `suits` is true, more often a recent one; -1 if there is none.
  template <typename Predicate>
  int tensor(Predicate suits) {
    suitable_.clear();
    for (int id = 0; id < static_cast<int>(state.tensors.size()); ++id) {
      if (!state.known(id) || (state.at(id).host && !with_host)) continue;
      if (suits(state.at(id))) suitable_.push_back(id);
    }
    if (suitable_.empty()) return -1;
    const auto a = choices.below(suitable_.size());
    const auto b = choices.below(suitable_.size());
    return suitable_[std::max(a, b)];
  }
  int tensor() {
    return tensor([](const Layout&) { return true; });
  }

  Dims randomSizes();
  Dtype randomDtype();
  Fill randomFill();

 private:
  void layAsWindow(Layout& layout);
  std::vector<int> suitable_;
};

}  // namespace viewfuzz
