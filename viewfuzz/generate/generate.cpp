#include "viewfuzz/generate/generate.h"

#include <fmt/format.h>

#include <map>
#include <stdexcept>

#include "viewfuzz/generate/damage.h"
#include "viewfuzz/ops/make.h"
#include "viewfuzz/ops/table.h"

namespace viewfuzz {

Generator::Generator(const Profile& profile, std::span<const Family> among)
    : profile_(profile), families_(among) {
  std::map<std::string_view, uint32_t*> by_name;
  weights_.assign(among.size(), kFamilyWeight);
  op_weights_.resize(among.size());
  for (size_t i = 0; i < among.size(); ++i) {
    by_name[among[i].name] = &weights_[i];
    for (const Op& op : among[i].ops) op_weights_[i].push_back(weightInFamily(op));
    for (size_t j = 0; j < among[i].ops.size(); ++j)
      by_name[among[i].ops[j].name] = &op_weights_[i][j];
  }
  const auto apply = [&](std::string_view what, const std::vector<Profile::Weight>& given) {
    for (const auto& [name, weight] : given) {
      const auto known = by_name.find(name);
      if (known == by_name.end()) {
        throw std::invalid_argument(
            fmt::format("profile '{}' weighs the unknown {} '{}'", profile.name, what, name));
      }
      *known->second = weight;
    }
  };
  apply("family", profile.families);
  apply("op", profile.ops);
  const auto expand = by_name.find(makeExpand({0}, {}).name());
  expands_ = expand == by_name.end() || *expand->second > 0;
}

bool Generator::extend(Draft& draft) const {
  const size_t family = draft.choices.weighted(weights_);
  return extend(draft, families_[family].ops[draft.choices.weighted(op_weights_[family])]);
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

void Generator::refuse(Draft& draft, bool expands) {
  const auto* last = std::get_if<Call>(&draft.program.statements.back().what);
  if (last == nullptr || last->args.empty()) return;
  const Call call = *last;  // a copy: `withOverlap` appends statements, which moves the last one
  const bool is_write = call.entry != nullptr && call.entry->kind == Kind::write;
  if (expands && is_write && draft.choices.oneIn(2)) {
    if (auto overlapping = withOverlap(call, draft)) {
      draft.append({std::move(*overlapping), {}, true});
      return;
    }
  }
  // Some damaged calls are still valid, and the draft does not take those.
  constexpr int kTries = 3;
  for (int i = 0; i < kTries; ++i) {
    if (draft.append({damaged(call, draft.state, draft.choices), {}, true})) return;
  }
}

void Generator::goOn(Draft& draft, size_t length) const {
  // No op may suit the tensors that are there, so the number of tries is bounded.
  const size_t most_tries = 4 * length;
  for (size_t tries = 0; draft.program.statements.size() < length && tries < most_tries; ++tries) {
    if (draft.choices.oneIn(profile_.new_source_in)) {
      draft.randomSource();
    } else {
      if (extend(draft) && draft.choices.oneIn(profile_.refused_in)) refuse(draft, expands_);
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
