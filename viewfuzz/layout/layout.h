#pragma once

#include <c10/util/SmallVector.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "viewfuzz/layout/dtype.h"

namespace viewfuzz {

/// Sizes, strides or dims: one integer for each dim.
using Dims = c10::SmallVector<int64_t, 6>;
/// A view of such integers, for arguments.
using DimsView = std::span<const int64_t>;

/// Limits of what a program may say, so that no text can exhaust the machine.
inline constexpr int64_t kMaxRank = 16;
inline constexpr int64_t kMaxStorageBytes = int64_t{1} << 26;
inline constexpr int64_t kMaxNumel = int64_t{1} << 23;
inline constexpr int64_t kMaxStride = int64_t{1} << 40;

/// How a tensor lies in its storage, in plain integers, so that no tensor is needed. Strides and
/// offset count elements; `storage` is the number of the storage within one program.
struct Layout {
  Dims sizes;
  Dims strides;
  int64_t offset = 0;
  Dtype dtype = Dtype::Float;
  int storage = -1;
  bool conj = false;  ///< the conjugate bit: elements read as the conjugates of what lies there
  bool neg = false;   ///< the negative bit
  bool host = false;  ///< the tensor is in host memory, whatever the target is

  /// Does reading an element give another value than the bytes in the storage say?
  bool hasBit() const { return conj || neg; }
  int64_t rank() const { return static_cast<int64_t>(sizes.size()); }
  bool operator==(const Layout&) const = default;
};

/// The product of the sizes; the largest integer where it overflows.
int64_t numel(DimsView sizes);
inline int64_t numel(const Layout& layout) { return numel(layout.sizes); }

/// Row-major strides; a size of 0 counts as 1, as in ATen.
Dims contiguousStrides(DimsView sizes);

/// As `Tensor::is_contiguous()`: strides of dims of size 1, and of empty tensors, do not matter.
bool isContiguous(const Layout& layout);

/// As `Tensor::is_non_overlapping_and_dense()`: some permutation of the dims is contiguous.
bool isNonOverlappingAndDense(const Layout& layout);

/// The first and the last element touched, counted in elements from the start of the storage; none
/// if the layout is empty.
struct Extent {
  int64_t first;
  int64_t last;
};
std::optional<Extent> extent(const Layout& layout);

/// The size that the storage must have for the layout, up to the last element touched: in elements
/// and in bytes.
int64_t elementsNeeded(const Layout& layout);
int64_t bytesNeeded(const Layout& layout);

/// Storage positions of all elements, in logical (row-major) order.
std::vector<int64_t> elementPositions(const Layout& layout);

/// Marks the bytes that the elements cover. `bytes[0]` is byte `first` of the storage; bytes
/// outside the vector are skipped.
void markBytes(const Layout& layout, std::vector<bool>& bytes, int64_t first = 0);

/// Do two elements of the tensor share memory? The answer is exact, while ATen's own query knows
/// only the cheap cases.
bool selfOverlaps(const Layout& layout);

enum class Overlap { disjoint, same, partial };
/// How the bytes of two layouts overlap. The answer is exact. `same` means that all elements
/// coincide one by one.
Overlap overlap(const Layout& a, const Layout& b);

/// The strides of a view of `layout` that has the sizes `sizes`; none if that takes a copy.
std::optional<Dims> viewStrides(const Layout& layout, DimsView sizes);

/// Can a tensor of sizes `from` be broadcast to sizes `to`?
bool broadcastsTo(DimsView from, DimsView to);

/// Where the elements come from when a tensor of sizes `from` is broadcast to `to`. For each
/// element of `to`, in logical order: the number of the element of `from`, counted in logical
/// order.
std::vector<int64_t> broadcastElements(DimsView from, DimsView to);

/// The sizes to which both can be broadcast; none if they do not fit.
std::optional<Dims> broadcastSizes(DimsView a, DimsView b);

}  // namespace viewfuzz
