#include "backend/kernels/source_plan.h"

#include <c10/util/hash.h>

#include <algorithm>

namespace npu {
namespace {

bool broadcasts(const SourceLayout& layout) {
  for (std::size_t d = 0; d < layout.sizes.size(); ++d)
    if (layout.sizes[d] > 1 && layout.strides[d] == 0) return true;
  return false;
}

bool permutes(const Axes& axes) {
  std::int64_t last = -1;
  for (const Axis& axis : axes) {
    if (axis.dim == Axis::kSelected) continue;
    if (axis.dim < last) return true;
    last = axis.dim;
  }
  return false;
}

bool has_gaps(const Axes& axes) {
  for (std::size_t i = 1; i < axes.size(); ++i)
    if (axes[i].size * axes[i].pitch != axes[i - 1].pitch) return true;
  return false;
}

Pattern classify(const SourceLayout& layout, const Axes& axes) {
  const auto steps = [](const Axis& axis) { return axis.step > 1; };
  const auto selected = [](const Axis& axis) { return axis.dim == Axis::kSelected; };
  if (broadcasts(layout)) return Pattern::kBroadcast;
  if (permutes(axes)) return Pattern::kPermute;
  if (std::any_of(axes.begin(), axes.end(), steps)) return Pattern::kStep;
  if (std::any_of(axes.begin(), axes.end(), selected)) return Pattern::kSelect;
  return has_gaps(axes) ? Pattern::kSlice : Pattern::kDense;
}

}  // namespace

SourceLayout layout_of(const at::TensorBase& tensor) {
  return {at::DimVector(tensor.sizes()), at::DimVector(tensor.strides()), tensor.storage_offset(),
          tensor.scalar_type(),
          static_cast<std::int64_t>(tensor.storage().nbytes() / tensor.itemsize())};
}

std::size_t hash_value(const SourceLayout& layout) {
  std::size_t hash = c10::hash_combine(static_cast<std::size_t>(layout.dtype),
                                       static_cast<std::size_t>(layout.offset));
  hash = c10::hash_combine(hash, static_cast<std::size_t>(layout.storage_numel));
  for (const std::int64_t size : layout.sizes)
    hash = c10::hash_combine(hash, static_cast<std::size_t>(size));
  for (const std::int64_t stride : layout.strides)
    hash = c10::hash_combine(hash, static_cast<std::size_t>(stride));
  return hash;
}

at::DimVector storage_order(const SourceLayout& layout) {
  at::DimVector order;
  for (std::size_t d = 0; d < layout.sizes.size(); ++d) {
    if (layout.sizes[d] == 1 || layout.strides[d] == 0) continue;
    order.push_back(static_cast<std::int64_t>(d));
    for (std::size_t i = order.size() - 1; i > 0; --i) {
      if (layout.strides[static_cast<std::size_t>(order[i - 1])] >= layout.strides[d]) break;
      std::swap(order[i], order[i - 1]);
    }
  }
  return order;
}

std::optional<Axes> cut_box(const SourceLayout& layout, const at::DimVector& order) {
  Axes axes;  // the innermost first, until the end
  std::int64_t pitch = 1;
  std::int64_t covered = 1;  // by one round of the axes so far
  if (order.empty() || layout.strides[static_cast<std::size_t>(order.back())] > 1)
    axes.push_back({1, 0, 1, 1, Axis::kSelected});
  for (auto dim = order.rbegin(); dim != order.rend(); ++dim) {
    const std::int64_t size = layout.sizes[static_cast<std::size_t>(*dim)];
    const std::int64_t stride = layout.strides[static_cast<std::size_t>(*dim)];
    const bool innermost = dim == order.rbegin();
    if (stride < covered || stride % pitch != 0) return std::nullopt;
    const bool steps = !innermost && stride % covered == 0;
    pitch = steps ? covered : stride;
    axes.push_back({pitch, 0, stride / pitch, size, *dim});
    covered = stride * size;
  }
  std::reverse(axes.begin(), axes.end());
  std::int64_t rest = layout.offset;
  for (Axis& axis : axes) {
    axis.start = rest / axis.pitch;
    rest %= axis.pitch;
  }
  return axes;
}

Axes by_strides(const SourceLayout& layout) {
  Axes axes;
  for (std::size_t d = 0; d < layout.sizes.size(); ++d) {
    if (layout.sizes[d] == 1 || layout.strides[d] == 0) continue;
    axes.push_back({layout.strides[d], 0, 1, layout.sizes[d], static_cast<std::int64_t>(d)});
  }
  axes.push_back({1, layout.offset, 1, 1, Axis::kSelected});
  return axes;
}

SourcePlan make_plan(const SourceLayout& layout) {
  const std::optional<Axes> box = cut_box(layout, storage_order(layout));
  if (box) return {classify(layout, *box), *box};
  return {Pattern::kGeneric, by_strides(layout)};
}

Reading read_axes(const Axes& axes, std::size_t rank) {
  Reading reading{0, at::DimVector(rank, 0)};
  for (const Axis& axis : axes) {
    reading.offset += axis.start * axis.pitch;
    if (axis.dim != Axis::kSelected)
      reading.strides[static_cast<std::size_t>(axis.dim)] = axis.step * axis.pitch;
  }
  return reading;
}

}  // namespace npu
