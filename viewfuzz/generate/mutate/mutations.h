#pragma once

#include <vector>

#include "viewfuzz/generate/mutate/mutate.h"

namespace viewfuzz {

// The parts of the table of mutations.

std::vector<Mutation> statementMutations();  ///< more, fewer, and in another order
std::vector<Mutation> copyMutations();       ///< copies between a tensor and one like it
std::vector<Mutation> argumentMutations();   ///< operands and numbers of calls
std::vector<Mutation> sourceMutations();     ///< windows, dtypes, fills
std::vector<Mutation> sizeMutations();     ///< sizes and ranks, together with what depends on them
std::vector<Mutation> historyMutations();  ///< the same again, and what others do

/// The largest number of statements that a mutation gives a program.
inline constexpr size_t kMostStatements = 24;

/// Appends the first `count` statements to a draft, also those that the layout rules do not accept.
void begin(Draft& draft, const Program& program, size_t count);
/// The statements of the draft after the first `count`.
std::vector<Statement> appended(const Draft& draft, size_t count);

/// A number near `value`, or one at which kernels often change their method.
int64_t nudged(int64_t value, Choices& choices);

/// The indices of the sources in `program` that suit.
std::vector<size_t> sourcesOf(
    const Program& program, bool (*suits)(const Source&) = [](const Source&) { return true; });

/// Limits sizes, strides, offset and storage of a mutated source, so that many small changes do not
/// add up to a large tensor.
void keepSmall(Source& source, const Shapes& shapes);

}  // namespace viewfuzz
