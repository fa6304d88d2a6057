#include "viewfuzz/examine/inspector.h"

#include "viewfuzz/examine/afresh.h"
#include "viewfuzz/examine/clarify.h"
#include "viewfuzz/examine/localize.h"
#include "viewfuzz/examine/minimize.h"
#include "viewfuzz/execute/operators.h"
#include "viewfuzz/generate/choices.h"

namespace viewfuzz {
namespace {

bool isAsked(const Trial& trial, const LookOptions& options) {
  switch (options.trials) {
    case LookOptions::Trials::none:
      return false;
    case LookOptions::Trials::all:
      return true;
    case LookOptions::Trials::scheduled:
      break;
  }
  if (options.always != nullptr && options.always->contains(trial.property)) return true;
  return scramble(options.schedule ^ static_cast<uint64_t>(trial.property)) % trial.every == 0;
}

}  // namespace

/// Takes the violation into the look, unless nobody wants to hear of it, or it is reported already.
/// False: it was not taken.
bool Inspector::takes(Look& look, const LookOptions& options, const Program& program,
                      std::optional<Violation> violation) const {
  if (!violation) return false;
  const bool reported =
      options.reported != nullptr && options.reported->contains(violation->signature());
  look.not_asked = !checks_.asked().contains(violation->property);
  look.passed_over = reported || look.not_asked;
  if (look.passed_over) return false;
  look.witness = Witness{program, std::move(*violation), {program.statements.size()}, {}};
  return true;
}

Look Inspector::look(const Program& program, const LookOptions& options) {
  Look look;
  if (program.statements.empty()) return look;
  if (options.localize || program.statements.size() > kLongProgram) {
    lookAlong(program, options, look);
  } else {
    lookAt(program, options, look);
  }
  if (!look.witness && !look.passed_over && options.survival &&
      checks_.asked().contains(Property::survival))
    takes(look, options, program, options.survival(program));
  return look;
}

void Inspector::lookAt(const Program& program, const LookOptions& options, Look& look) {
  look.differs = checks_.differs(program);
  bool two_answers = false;  // the device gave one and then another
  if (look.differs || options.thorough) {
    if (takes(look, options, program, checks_.located(program)) || look.passed_over) return;
    two_answers = look.differs && checks_.hasAgreed(program);
  }
  const PropertySet& asked = checks_.asked();
  for (const Trial& trial : trials()) {
    if (!asked.contains(trial.property)) continue;
    // `located` has seen no difference: perhaps there is one only if nobody looks before the end.
    const bool unobserved = look.differs && trial.property == Property::repeat;
    if (!unobserved && !isAsked(trial, options)) continue;
    if (takes(look, options, program, (checks_.*trial.check)(program))) return;
  }
  // A defect that comes with each n-th call may hit the first of the runs again and again, and none
  // of those behind it.
  if (two_answers && asked.contains(Property::repeat))
    takes(look, options, program, checks_.often(program));
}

void Inspector::lookAlong(const Program& program, const LookOptions& options, Look& look) {
  // A run statement by statement shows all that the ends show, and keeps less.
  const bool along = options.thorough || options.localize;
  if (!along && !checks_.differs(program)) return;
  auto localized = localize(program, device_, reference_, *this, watch_);
  look.differs = !along || localized;
  if (!localized) return;  // within bounds, or left open
  look.parting = std::move(localized->parting);
  look.compared = localized->compared;
  if (localized->witness) {
    Witness& witness = *localized->witness;
    if (takes(look, options, witness.program, std::move(witness.violation)))
      look.witness->provenance = witness.provenance;
    return;
  }
  if (options.localize) return;
  try {
    takes(look, options, program, checks_.located(program));
  } catch (const BadCall&) {
    // Too large for `located`: all that is known is the first statement that differs.
    takes(look, options, program, look.parting);
  }
}

std::optional<Witness> Inspector::clarify(const Witness& seen) {
  try {
    auto clear = clarified(seen.program, seen.violation, *this);
    if (!clear && checks_.asked().contains(Property::repeat)) {  // it does not always go wrong
      const auto again = checks_.often(seen.program);
      if (again) clear = clarified(seen.program, *again, *this);
    }
    if (clear) clear->provenance = seen.provenance;
    return clear;
  } catch (const BadCall&) {
    return seen;  // too large for `located`
  }
}

std::optional<Witness> Inspector::shrink(const Witness& seen, const Budget& budget) {
  const auto clear = clarify(seen);
  if (!clear) return std::nullopt;
  return minimize(*clear, *this, budget);
}

std::optional<Violation> Inspector::recheck(const Violation& like, const Program& program) {
  if (!apart_) return checks_.recheck(like, program);
  return askApart([&] { return checks_.recheck(like, program); }, apart_seconds_);
}

}  // namespace viewfuzz
