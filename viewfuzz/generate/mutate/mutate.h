#pragma once

#include <span>
#include <string_view>

#include "viewfuzz/generate/generate.h"

namespace viewfuzz {

/// A way to change a program, with a name. A new one is an entry in a file of
/// viewfuzz/generate/mutate.
struct Mutation {
  std::string_view name;
  std::string_view about;
  uint32_t weight;
  /// Changes a program with at least one statement. The result may be invalid, and `mutated`
  /// repairs it. Gives the same program if there is nothing to change.
  Program (*apply)(const Program& program, const Generator& generator, Choices& choices);
};

/// All mutations, in a fixed order.
std::span<const Mutation> mutations();

/// Applies the mutation and repairs the result.
Program mutated(const Program& program, const Mutation& mutation, const Generator& generator,
                Choices& choices);

/// A valid program near `program`: applies one to three mutations, drawn by their weights. Gives a
/// new program if `program` is empty, or if nothing is left of it.
Program mutate(const Program& program, const Generator& generator, Choices& choices);

/// Removes statements at random until at most `most` are left. What used a result of a removed
/// statement uses its first operand instead. The result is repaired.
Program shortened(Program program, size_t most, Choices& choices);

/// The first statements of `a`, followed by statements of `b` that use the tensors of `a`. The
/// result is repaired.
Program splice(const Program& a, const Program& b, Choices& choices);

}  // namespace viewfuzz
