#include "fuzz/delta_rule_form.h"

#include <array>

namespace viewfuzz::fuzz {
namespace {

// The fields of the input form, in this order.
enum Name {
  batch,
  tokens,
  lengths,
  chunk,
  key_heads,
  group,
  key_dim,
  value_dim,
  keys,
  decay,
  beta,
  l2norm,
  state,
  dtype,
  order,
  wide,
  seed
};

}  // namespace

const InputForm& deltaRuleForm() {
  static const InputForm form("delta rule",
                              {{"batch", 0, 2, 1},
                               {"tokens", 0, 70, 5},
                               {"lengths", 0, 20, 0, {}, 5},
                               {"chunk", 1, 64, 16},
                               {"key_heads", 1, 2, 1},
                               {"group", 1, 4, 1},
                               {"key_dim", 1, 33, 4},
                               {"value_dim", 1, 33, 4},
                               {"keys", 0, 2, 0, {"random", "alike", "positive"}},
                               {"decay", 0, 4, 0, {"none", "zero", "weak", "strong", "forgetting"}},
                               {"beta", 0, 2, 0, {"none", "any", "near_one"}},
                               {"l2norm", 0, 1, 1, {"no", "yes"}},
                               {"state", 0, 1, 0, {"no", "yes"}},
                               {"dtype", 0, 2, 0, {"float32", "bfloat16", "float16"}},
                               {"order", 0, 1 << 20, 0},
                               {"wide", 0, 1, 1, {"no", "yes"}},
                               {"seed", 0, 1 << 20, 1}});
  return form;
}

DeltaRuleCall deltaRuleCall(const InputForm::Values& values) {
  const auto number = [&](Name name) { return values[name].front(); };
  DeltaRuleCall call{};
  delta_rule::Case& c = call.of;
  c.batch = number(batch);
  c.rest = number(tokens);
  c.chunk = number(chunk);
  c.key_heads = number(key_heads);
  c.group = number(group);
  c.key_dim = number(key_dim);
  c.value_dim = number(value_dim);
  c.keys = static_cast<delta_rule::Keys>(number(keys));
  c.decay = static_cast<delta_rule::Decay>(number(decay));
  c.beta = static_cast<delta_rule::Beta>(number(beta));
  c.l2norm = number(l2norm) == 1;
  c.with_state = number(state) == 1;
  c.dtype = std::array{at::kFloat, at::kBFloat16, at::kHalf}[static_cast<size_t>(number(dtype))];
  c.seed = static_cast<uint64_t>(number(seed));
  call.order = static_cast<uint64_t>(number(order));
  call.wide = number(wide) == 1;
  if (values[lengths].empty()) return call;
  call.packed = {0};
  for (const int64_t length : values[lengths]) call.packed.push_back(call.packed.back() + length);
  c.batch = 1;
  c.rest = call.packed.back();
  return call;
}

}  // namespace viewfuzz::fuzz
