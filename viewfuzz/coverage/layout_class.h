#pragma once

#include <string_view>

#include "viewfuzz/layout/layout.h"

namespace viewfuzz {

/// How a tensor lies in its storage, in the classes that kernels tell apart.
enum class LayoutClass {
  empty,
  scalar,      ///< rank 0
  contiguous,  ///< at storage offset 0
  offset,      ///< contiguous, at another offset
  permuted,    ///< dense, the dims in another order
  gaps,        ///< elements apart, rising strides
  steps,       ///< elements apart, the dims in another order as well
  expanded,    ///< a stride of 0
  overlapping  ///< elements that share memory, without a stride of 0
};
inline constexpr size_t kLayoutClasses = 9;
LayoutClass layoutClass(const Layout& layout);
std::string_view layoutClassName(LayoutClass layout_class);

}  // namespace viewfuzz
