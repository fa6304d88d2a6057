#include "viewfuzz/generate/generate.h"

#include <fmt/format.h>

#include <stdexcept>

#include "viewfuzz/generate/damage.h"
#include "viewfuzz/ops/table.h"

namespace viewfuzz {

Generator::Generator(const Profile& profile) : profile_(profile) {
  for (const Op& op : ops()) weights_.push_back(defaultWeight(op));
  for (const auto& [name, weight] : profile.weights) {
    const Op* op = findOp(name);
    if (op == nullptr) {
      throw std::invalid_argument(
          fmt::format("profile '{}' weighs the unknown op '{}'", profile.name, name));
    }
    weights_[static_cast<size_t>(op - ops().data())] = weight;
  }
}

bool Generator::extend(Draft& draft) const {
  return extend(draft, ops()[draft.choices.weighted(weights_)]);
}

bool Generator::extend(Draft& draft, const Op& op) {
  Call call;
  call.entry = &op;
  call.results = op.kind == Kind::write || op.kind == Kind::metadata ? 0 : 1;
  draft.with_host = takesHost(op);
  const bool drawn = op.draw(draft, call);
  draft.with_host = false;
  if (!drawn) return false;
  return op.kind == Kind::pattern || draft.append({std::move(call), {}});
}

void Generator::refuse(Draft& draft) {
  const auto* last = std::get_if<Call>(&draft.program.statements.back().what);
  if (last == nullptr || last->args.empty()) return;
  const Call call = *last;  // other statements may be put behind it
  if (call.entry != nullptr && call.entry->kind == Kind::write && draft.choices.oneIn(2)) {
    if (auto overlapping = withOverlap(call, draft)) {
      draft.append({std::move(*overlapping), {}, true});
      return;
    }
  }
  // Not every damage makes a call invalid.
  constexpr int kTries = 3;
  for (int i = 0; i < kTries; ++i) {
    if (draft.append({damaged(call, draft.state, draft.choices), {}, true})) return;
  }
}

void Generator::goOn(Draft& draft, size_t length) const {
  // An op may find nothing that suits it; a bounded number of tries keeps every case short.
  const size_t most_tries = 4 * length;
  for (size_t tries = 0; draft.program.statements.size() < length && tries < most_tries; ++tries) {
    if (draft.choices.oneIn(profile_.new_source_in)) {
      draft.randomSource();
    } else {
      if (extend(draft) && draft.choices.oneIn(profile_.refused_in)) refuse(draft);
    }
  }
}

Program Generator::generate(Choices& choices) const {
  Draft draft(choices, profile_.shapes);
  const auto length =
      static_cast<size_t>(choices.between(profile_.min_statements, profile_.max_statements));
  draft.randomSource();
  goOn(draft, length);
  return std::move(draft.program);
}

}  // namespace viewfuzz
