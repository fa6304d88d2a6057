#include "properties/arbitrary_program.h"
#include "properties/check.h"
#include "viewfuzz/generate/choices.h"
#include "viewfuzz/generate/mutate/mutate.h"
#include "viewfuzz/generate/repair.h"
#include "viewfuzz/program/op.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

/// A valid program whose operands and numbers are replaced at random, whether they fit or not.
Program scrambled(const Program& program, Choices& choices) {
  Program changed = program;
  for (auto& statement : changed.statements) {
    forEachOperand(statement, [&](int& id) {
      if (choices.oneIn(3)) id = static_cast<int>(choices.below(8));
    });
    if (auto* call = std::get_if<Call>(&statement.what)) {
      for (auto& argument : call->args) {
        if (auto* integer = std::get_if<int64_t>(&argument.value))
          *integer = nearby(*integer, 3, choices);
      }
    } else {
      auto& layout = std::get<Source>(statement.what).layout;
      for (auto& size : layout.sizes) size += choices.between(-2, 2);
      layout.offset += choices.between(-2, 2);
    }
  }
  return changed;
}

}  // namespace

VIEWFUZZ_PROPERTY(Generate, everyProgramIsValid, const Program& program) {
  RC_ASSERT(isValid(program));
  RC_ASSERT(!program.statements.empty());
}

VIEWFUZZ_PROPERTY(Generate, aCaseIsNamedBySeedAndIndex, uint64_t seed, uint64_t index) {
  SeededChoices one(seed, index);
  SeededChoices other(seed, index);
  RC_ASSERT(propertyGenerator().generate(one) == propertyGenerator().generate(other));
}

VIEWFUZZ_PROPERTY(Repair, leavesAValidProgramAlone, const Program& program) {
  RC_ASSERT(repair(program) == program);
}

VIEWFUZZ_PROPERTY(Repair, makesAnyProgramValidAndIsIdempotent, const Program& program,
                  uint64_t seed) {
  SeededChoices choices(seed, 1);
  const Program mended = repair(scrambled(program, choices));
  RC_ASSERT(isValid(mended));
  RC_ASSERT(repair(mended) == mended);
}

VIEWFUZZ_PROPERTY(Mutate, keepsProgramsValid, const Program& a, const Program& b, uint64_t seed) {
  SeededChoices choices(seed, 2);
  const Program mutated = mutate(a, propertyGenerator(), choices);
  RC_LOG() << "mutated: " << print(mutated);
  RC_ASSERT(isValid(mutated));
  const Program spliced = splice(a, b, choices);
  RC_LOG() << "spliced: " << print(spliced);
  RC_ASSERT(isValid(spliced));
}

}  // namespace viewfuzz
