#pragma once

#include <optional>
#include <vector>

#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// A program in which writes through views are done by index instead.
struct ByIndex {
  Program program;
  std::vector<size_t> ends;  ///< by statement of the old program: the last one that stands for it
  std::vector<int> tensors;  ///< by tensor of the old program: its new number
};

/// Writes that set elements (`copy_` within one dtype, `fill_`, `zero_`) become an `index_put_` to
/// the positions of those elements in a flat window of the whole storage, which is made without a
/// view op. None if there is no such write.
std::optional<ByIndex> writtenByIndex(const Program& program);

}  // namespace viewfuzz
