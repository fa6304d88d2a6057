#pragma once

#include <c10/util/SmallVector.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "viewfuzz/layout/dtype.h"

namespace viewfuzz {

/// Sizes, strides, dims: one integer a dimension.
using Dims = c10::SmallVector<int64_t, 6>;
/// Any of these, as an argument.
using DimsView = std::span<const int64_t>;

/// Limits of what a program may say, so that no text can exhaust the machine.
inline constexpr int64_t kMaxRank = 16;
inline constexpr int64_t kMaxStorageBytes = int64_t{1} << 26;
inline constexpr int64_t kMaxNumel = int64_t{1} << 23;
inline constexpr int64_t kMaxStride = int64_t{1} << 40;

/// How a tensor lies in its storage: plain integers, no tensor is touched.
/// Strides and offset count elements; `storage` names the storage within one program.
struct Layout {
  Dims sizes;
  Dims strides;
  int64_t offset = 0;
  Dtype dtype = Dtype::Float;
  int storage = -1;
  bool conj = false;  ///< the conjugate bit: elements read as the conjugates of what lies there
  bool neg = false;   ///< the negative bit
  bool host = false;  ///< in the memory of the host, whatever the target

  /// Does an element read as something else than what lies there?
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

/// The first and last element touched, counted from the start of the storage; none if empty.
struct Extent {
  int64_t first;
  int64_t last;
};
std::optional<Extent> extent(const Layout& layout);

/// What the layout needs of its storage, up to the last element touched: in elements and in bytes.
int64_t elementsNeeded(const Layout& layout);
int64_t bytesNeeded(const Layout& layout);

/// Storage positions of all elements, in logical (row-major) order.
std::vector<int64_t> elementPositions(const Layout& layout);

/// Marks the bytes that the elements cover; `bytes` begins at byte `first` of the storage, and what
/// lies outside of it is left out.
void markBytes(const Layout& layout, std::vector<bool>& bytes, int64_t first = 0);

/// Exact: do two elements of the tensor share memory? (ATen's own query only knows the cheap
/// cases.)
bool selfOverlaps(const Layout& layout);

enum class Overlap { disjoint, same, partial };
/// Exact, in bytes. `same` means that all elements coincide one by one.
Overlap overlap(const Layout& a, const Layout& b);

/// Strides with which a tensor of `layout` can be seen with `sizes` without a copy; none if it
/// cannot.
std::optional<Dims> viewStrides(const Layout& layout, DimsView sizes);

/// Sizes `from` broadcast to `to`?
bool broadcastsTo(DimsView from, DimsView to);

/// Of a tensor of sizes `from` that is broadcast to `to`: by element of `to`, in logical order, the
/// number of its own element in logical order.
std::vector<int64_t> broadcastElements(DimsView from, DimsView to);

/// The common broadcast sizes; none if there are none.
std::optional<Dims> broadcastSizes(DimsView a, DimsView b);

}  // namespace viewfuzz
