#pragma once

#include <span>
#include <string_view>

#include "viewfuzz/generate/generate.h"

namespace viewfuzz {

/// One way to change a program, by its name. A new one is an entry in a file of
/// viewfuzz/generate/mutations.
struct Mutation {
  std::string_view name;
  std::string_view about;
  uint32_t weight;
  /// Of a program with at least one statement. What comes of it need not be valid: `mutate` repairs
  /// it. The program as it is where there is nothing to change.
  Program (*apply)(const Program& program, const Generator& generator, Choices& choices);
};

/// The table, in a fixed order.
std::span<const Mutation> mutations();

/// The program with that one mutation, repaired.
Program mutated(const Program& program, const Mutation& mutation, const Generator& generator,
                Choices& choices);

/// A valid program near `program`: one to three mutations, drawn by their weights. Of an empty
/// program, and where nothing is left of one: a new one.
Program mutate(const Program& program, const Generator& generator, Choices& choices);

/// The program without statements drawn by chance, until it has at most `most`: what used a result
/// uses the first operand. Repaired.
Program shortened(Program program, size_t most, Choices& choices);

/// The first statements of `a`, then statements of `b` on the tensors they find; repaired.
Program splice(const Program& a, const Program& b, Choices& choices);

}  // namespace viewfuzz
