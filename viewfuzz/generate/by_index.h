#pragma once

#include <optional>
#include <vector>

#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// A program in which some writes through views are done by index instead.
struct ByIndex {
  Program program;
  std::vector<size_t> ends;  ///< by statement of the old program: the last one that stands for it
  std::vector<int> tensors;  ///< by tensor of the old program: its new number
};

/// Replaces writes that set elements (`copy_` within one dtype, `fill_`, `zero_`) by an
/// `index_put_` to the positions of those elements. It writes to a flat window of the whole
/// storage, and a source makes this window without a view op. None if the program has no such
/// write, or a tensor on the host.
std::optional<ByIndex> writtenByIndex(const Program& program);

}  // namespace viewfuzz
