#pragma once

#include <utility>

#include "viewfuzz/reduce/passes.h"

namespace viewfuzz {

/// The source in statement `index`; null if the statement is a call.
inline Source* sourceAt(Program& program, size_t index) {
  return std::get_if<Source>(&program.statements[index].what);
}

/// Calls `f(index, source)` for each source until it gives true. Gives whether it did.
template <typename F>
bool anySource(const Program& program, F f) {
  for (size_t i = 0; i < program.statements.size(); ++i) {
    const auto* source = std::get_if<Source>(&program.statements[i].what);
    if (source != nullptr && f(i, *source)) return true;
  }
  return false;
}

/// Offers the program with `f` applied to one source.
template <typename F>
bool offerSource(const Program& program, size_t index, const Offer& offer, F f) {
  Program changed = program;
  f(*sourceAt(changed, index));
  return offer(std::move(changed));
}

}  // namespace viewfuzz
