// Passes that remove or replace whole statements.

#include <algorithm>

#include "viewfuzz/ops/make.h"
#include "viewfuzz/program/edit.h"
#include "viewfuzz/program/op.h"
#include "viewfuzz/reduce/passes.h"

namespace viewfuzz {

bool proposeCuts(const Program& program, const Offer& offer) {
  for (size_t i = program.statements.size(); i-- > 1;) {
    if (auto rest = cutPrefix(program, i); rest && offer(std::move(*rest))) return true;
  }
  return false;
}

bool proposeDeletions(const Program& program, const Offer& offer) {
  for (size_t i = program.statements.size(); i-- > 0;) {
    if (auto shorter = withoutStatement(program, i, {}); shorter && offer(std::move(*shorter)))
      return true;
    if (offer(withoutDependents(program, i))) return true;
    // Where the program used a view that is removed, it uses the base of the view.
    const auto operands = viewfuzz::operands(program.statements[i]);
    const auto results = static_cast<size_t>(program.statements[i].results());
    if (operands.empty() || results == 0) continue;
    auto shorter = withoutStatement(program, i, std::vector<int>(results, operands.front()));
    if (shorter && offer(std::move(*shorter))) return true;
  }
  return false;
}

bool proposeSourcesForCalls(const Program& program, const Offer& offer) {
  LayoutState state;
  for (size_t i = 0; i < program.statements.size(); ++i) {
    const auto storages = static_cast<int>(state.storage_bytes.size());
    const int id = static_cast<int>(state.tensors.size());
    step(state, program.statements[i]);
    const auto* call = std::get_if<Call>(&program.statements[i].what);
    if (call == nullptr || call->results != 1 || !state.known(id)) continue;
    if (state.at(id).hasBit()) continue;  // a source cannot have the conjugate or negative bit
    Source source = sourceLike(state, id);
    if (state.at(id).storage < storages) {
      // The results of a view stay in the storage of their base.
      for (int other = 0; other < id; ++other) {
        if (state.known(other) && state.at(other).storage == state.at(id).storage) {
          source.of = other;
          source.storage_numel = 0;
          break;
        }
      }
    }
    Program simpler = program;
    simpler.statements[i].what = source;
    if (offer(simpler)) return true;
    if (source.of) continue;
    // The new source may need other values than the operands have.
    std::get<Source>(simpler.statements[i].what).fill.seed = kIotasApart * (i + 1);
    if (offer(std::move(simpler))) return true;
  }
  return false;
}

bool proposeSimplerWrites(const Program& program, const Offer& offer) {
  for (size_t i = 0; i < program.statements.size(); ++i) {
    const auto* call = std::get_if<Call>(&program.statements[i].what);
    if (call == nullptr || (call->entry != nullptr && call->entry->effect == Effect::zero))
      continue;
    for (const int dest : destinations(*call)) {
      Program simpler = program;
      simpler.statements[i].what = makeZero({dest});
      if (offer(std::move(simpler))) return true;
    }
  }
  return false;
}

bool proposeOtherOperands(const Program& program, const Offer& offer) {
  for (size_t i = 0; i < program.statements.size(); ++i) {
    size_t position = 0;
    for (const int operand : operands(program.statements[i])) {
      for (int other = 0; other < operand; ++other) {
        Program changed = program;
        size_t at = 0;
        forEachOperand(changed.statements[i], [&](int& id) {
          if (at++ == position) id = other;
        });
        if (offer(std::move(changed))) return true;
      }
      ++position;
    }
  }
  return false;
}

}  // namespace viewfuzz
