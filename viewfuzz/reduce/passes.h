#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// Takes a candidate. True if the pass must end: the reducer took the candidate and starts the pass
/// again from it, or the budget is spent.
using Offer = std::function<bool(Program)>;

/// Proposes programs that may be simpler, the boldest first, until one is taken. The candidates may
/// be invalid: the reducer repairs them, and takes only what is simpler and fails in the same way.
struct Pass {
  std::string_view name;
  bool (*propose)(const Program&, const Offer&);
};

/// All passes in the order in which they run. Those that remove most come first.
std::span<const Pass> passes();

// statement_passes.cpp
bool proposeCuts(const Program& program, const Offer& offer);
bool proposeDeletions(const Program& program, const Offer& offer);
bool proposeSourcesForCalls(const Program& program, const Offer& offer);
bool proposeSimplerWrites(const Program& program, const Offer& offer);
bool proposeOtherOperands(const Program& program, const Offer& offer);

// size_passes.cpp
bool proposeFewerDims(const Program& program, const Offer& offer);
bool proposeSmallerSizes(const Program& program, const Offer& offer);

// window_passes.cpp
bool proposeFreshSources(const Program& program, const Offer& offer);
bool proposeSimplerWindows(const Program& program, const Offer& offer);

// content_passes.cpp
bool proposeSimplerDtypes(const Program& program, const Offer& offer);
bool proposeSimplerFills(const Program& program, const Offer& offer);

// argument_passes.cpp
bool proposeShorterLists(const Program& program, const Offer& offer);
bool proposeSimplerArguments(const Program& program, const Offer& offer);
bool proposeWithoutLabels(const Program& program, const Offer& offer);

/// Numbers simpler than `value`, simplest first.
std::vector<int64_t> simplerIntegers(int64_t value);

}  // namespace viewfuzz
