#pragma once

// Programs with something that is said to be wrong with them, though nothing is.

#include <algorithm>
#include <cstdlib>
#include <functional>

#include "tests/report/cpu_refusals.h"
#include "tests/report/programs.h"
#include "viewfuzz/generate/by_index.h"
#include "viewfuzz/generate/choices.h"
#include "viewfuzz/generate/generate.h"

namespace viewfuzz {

struct Claim {
  Property property;
  const char* condition;
};

/// All that a repro may have to show and that a device can be right about in any program.
inline constexpr Claim kClaims[] = {
    {Property::aliasing, ""},         {Property::layout, ""},
    {Property::containment, ""},      {Property::writeBack, ""},
    {Property::values, ""},           {Property::version, ""},
    {Property::errors, "refused"},    {Property::errors, "accepted"},
    {Property::errors, "kind"},       {Property::schema, "writes"},
    {Property::schema, "aliases"},    {Property::schema, "copies"},
    {Property::repeat, "values"},     {Property::repeat, "version"},
    {Property::repeat, "unobserved"}, {Property::byIndex, "write-back"},
    {Property::gradient, "values"},   {Property::gradient, "node"},
    {Property::gradient, "backward"},
};

/// TRUTH_PROGRAMS, or `otherwise`.
inline size_t programsToTry(size_t otherwise) {
  const char* number = std::getenv("TRUTH_PROGRAMS");
  return number != nullptr ? std::strtoul(number, nullptr, 10) : otherwise;
}

/// Does the judge look behind the statement before `end`, and at its values? It does not if numbers
/// are random, or, in gradients, if they are inexact.
inline bool isJudged(const Program& program, size_t end, bool gradients) {
  return std::all_of(program.statements.begin(),
                     program.statements.begin() + static_cast<ptrdiff_t>(end),
                     [&](const Statement& statement) {
                       const auto* call = std::get_if<Call>(&statement.what);
                       if (call == nullptr) return true;
                       return !call->entry->random && !(gradients && mayBeInexact(*call));
                     });
}

/// A violation that nobody has seen, at some call of the program; none if the program has no call
/// that the CPU runs for sure.
inline std::optional<Violation> claimed(const Program& program, Choices& choices) {
  std::vector<size_t> calls;
  for (size_t i = 0; i < program.statements.size(); ++i) {
    const auto* call = std::get_if<Call>(&program.statements[i].what);
    if (call != nullptr && call->entry != nullptr) calls.push_back(i);
  }
  if (calls.empty()) return std::nullopt;
  const size_t at = calls[choices.below(calls.size())];
  const Claim& claim = kClaims[choices.below(std::size(kClaims))];
  if (claim.property == Property::byIndex && !writtenByIndex(program)) return std::nullopt;
  const bool gradients = claim.property == Property::gradient;
  if (!isJudged(program, gradients ? program.statements.size() : at, gradients))
    return std::nullopt;
  const auto& call = std::get<Call>(program.statements[at].what);
  const bool fresh =
      claim.property == Property::schema && claim.condition == std::string("aliases");
  if (fresh && call.entry->kind == Kind::view) return std::nullopt;  // its schema marks an alias
  return withRefusalsOfCpu(
      violationOf(claim.property, at, std::string(call.name()), claim.condition), program);
}

/// Gives programs of all profiles, each with a claim; about `programs` of them.
inline void forEachClaim(size_t programs,
                         const std::function<void(const Program&, const Violation&)>& use) {
  for (const Profile& profile : profiles()) {
    const Generator generator(profile);
    for (uint64_t index = 0; index < programs / profiles().size(); ++index) {
      SeededChoices choices(20, index);
      const Program program = generator(choices);
      if (const auto violation = claimed(program, choices)) use(program, *violation);
    }
  }
}

}  // namespace viewfuzz
