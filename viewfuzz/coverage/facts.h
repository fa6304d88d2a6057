#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "viewfuzz/program/op.h"

namespace viewfuzz {

/// An earlier call of the program, and the layout of its first operand.
struct EarlierCall {
  const Op* op;
  Layout first;
};

/// A call of an op in the table, with the layouts and the history that facts look at.
struct CallSite {
  const Call& call;
  const Outcome& outcome;          ///< as `step` gives it
  const Layout* first = nullptr;   ///< the first operand
  const Layout* dest = nullptr;    ///< what it writes to, if it does
  const Layout* source = nullptr;  ///< of a write: the first operand that it only reads
  int views = 0;                   ///< how many view ops in a row made the first operand
  std::span<const EarlierCall> earlier = {};
};

/// A relation between the parts of a call in which kernels are often wrong, and which the layout of
/// one operand does not show.
struct Fact {
  std::string_view name;
  std::string_view about;
  bool (*holds)(const CallSite& site);
};

/// All facts, in a fixed order.
std::span<const Fact> facts();

}  // namespace viewfuzz
