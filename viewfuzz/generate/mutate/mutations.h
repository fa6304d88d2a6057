#pragma once

#include <vector>

#include "viewfuzz/generate/mutate/mutate.h"

namespace viewfuzz {

// The table of mutations in parts.

std::vector<Mutation> statementMutations();  ///< more, fewer, and in another order
std::vector<Mutation> copyMutations();       ///< copies between a tensor and one like it
std::vector<Mutation> argumentMutations();   ///< operands and numbers of calls
std::vector<Mutation> sourceMutations();     ///< windows, dtypes, fills
std::vector<Mutation> sizeMutations();     ///< sizes and ranks, together with what depends on them
std::vector<Mutation> historyMutations();  ///< the same again, and what others do

/// More statements than this a program does not get by mutation.
inline constexpr size_t kMostStatements = 24;

/// Puts the first `count` statements into a draft, whatever they are.
void begin(Draft& draft, const Program& program, size_t count);
/// What was appended to it behind the first `count` statements.
std::vector<Statement> appended(const Draft& draft, size_t count);

/// A value near `value`, or one where kernels change their ways.
int64_t nudged(int64_t value, Choices& choices);

/// The places of the program's sources, of those that `suits`.
std::vector<size_t> sourcesOf(
    const Program& program, bool (*suits)(const Source&) = [](const Source&) { return true; });

/// Brings sizes, strides, offset and storage of a source to what a mutated one may have, so that no
/// number of small changes makes a large tensor.
void keepSmall(Source& source, const Shapes& shapes);

}  // namespace viewfuzz
