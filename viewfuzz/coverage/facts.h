#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "viewfuzz/program/op.h"

namespace viewfuzz {

/// A call, and the layout of its first operand.
struct EarlierCall {
  const Op* op;
  Layout first;
};

/// A call of the table, and what it meets.
struct CallSite {
  const Call& call;
  const Outcome& outcome;          ///< as `step` gives it
  const Layout* first = nullptr;   ///< the first operand
  const Layout* dest = nullptr;    ///< what it writes to, if it does
  const Layout* source = nullptr;  ///< of a write: the first operand that it only reads
  int views = 0;                   ///< how many view ops in a row made the first operand
  std::span<const EarlierCall> earlier = {};
};

/// Something between the parts of a call that kernels have been seen to trip over, and that the
/// layout of a single operand does not say.
struct Fact {
  std::string_view name;
  std::string_view about;
  bool (*holds)(const CallSite& site);
};

/// The table, in a fixed order.
std::span<const Fact> facts();

}  // namespace viewfuzz
