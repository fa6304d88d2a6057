#pragma once
/// @file
/// How a strided source is read: as a box cut out of a dense block, which is what a copy engine
/// takes, or, where it is none, by its strides. All numbers count elements.
#include <ATen/core/Tensor.h>
#include <c10/util/DimVector.h>
#include <c10/util/SmallVector.h>

#include <optional>

namespace npu {

/// What a plan depends on.
struct SourceLayout {
  at::DimVector sizes;
  at::DimVector strides;
  std::int64_t offset;
  at::ScalarType dtype;
  std::int64_t storage_numel;  ///< whole elements that the storage holds

  bool operator==(const SourceLayout&) const = default;
};

SourceLayout layout_of(const at::TensorBase& tensor);
std::size_t hash_value(const SourceLayout& layout);

/// One axis of the block, of which the positions start, start + step, … are read, `size` of them.
struct Axis {
  static constexpr std::int64_t kSelected = -1;

  std::int64_t pitch;  ///< between neighbours on the axis
  std::int64_t start;
  std::int64_t step;
  std::int64_t size;
  std::int64_t dim;  ///< of the source, or kSelected: the axis is read at one position

  bool operator==(const Axis&) const = default;
};

/// The outermost first. Dims of size 1 and dims with a stride of 0 have no axis.
using Axes = c10::SmallVector<Axis, 6>;

/// The dims that have an axis, by falling stride; equal strides stay in order.
at::DimVector storage_order(const SourceLayout& layout);

/// The axes of the box, or none when the strides are not those of one. Where strides leave a gap
/// that is a whole number of boxes the axis outside of it has a step; other gaps are rests of the
/// axis inside. A last stride above 1 is an axis more, which is read at one position.
std::optional<Axes> cut_box(const SourceLayout& layout, const at::DimVector& order);

/// The axes of any layout: one a dim, and one more for the offset.
Axes by_strides(const SourceLayout& layout);

/// What an engine has a command for, after the first thing that keeps the source from being dense.
enum class Pattern : std::uint8_t {
  kDense,      ///< one block of memory
  kBroadcast,  ///< a dim has a stride of 0
  kPermute,    ///< the dims are not in the order of the axes
  kStep,       ///< an axis is read in steps
  kSelect,     ///< an axis is read at one position
  kSlice,      ///< a part of an axis is read
  kGeneric,    ///< no box
};

struct SourcePlan {
  Pattern pattern;
  Axes axes;
};

SourcePlan make_plan(const SourceLayout& layout);

/// What the axes come to: where the first element is, and the stride of each dim.
struct Reading {
  std::int64_t offset;
  at::DimVector strides;

  bool operator==(const Reading&) const = default;
};
Reading read_axes(const Axes& axes, std::size_t rank);

}  // namespace npu
