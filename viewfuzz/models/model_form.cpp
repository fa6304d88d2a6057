#include "viewfuzz/models/model_form.h"

#include "viewfuzz/generate/choices.h"
#include "viewfuzz/models/random.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz::models {
namespace {

enum class Kind { rule, gated_delta_net, attention, decoder };

// The fields of the input form, in this order. The bounds keep every model small: at most some
// thousand statements, on tensors of some thousand elements.
enum Name {
  kind,
  batch,
  tokens,
  more,
  chunk,
  form,
  dtype,
  key_heads,
  value_group,
  key_dim,
  value_dim,
  conv,
  kv_heads,
  query_group,
  rotary_half,
  head_rest,
  height,
  width,
  hidden,
  intermediate,
  layers,
  full_every,
  vocab,
  tied,
  masked,
  l2norm,
  inputs,
  seed
};

constexpr int64_t kSeeds = 1 << 20;

}  // namespace

const InputForm& modelForm() {
  static const InputForm theForm(
      "model", {{"kind", 0, 3, 0, {"rule", "gated_delta_net", "attention", "decoder"}},
                {"batch", 1, 3, 1},
                {"tokens", 1, 48, 5},
                {"more", 1, 5, 0, {}, 3},
                {"chunk", 1, 16, 4},
                {"form", 0, 2, 0, {"rows", "solve", "recurrent"}},
                {"dtype", 0, 2, 0, {"float32", "bfloat16", "float16"}},
                {"key_heads", 1, 3, 1},
                {"value_group", 1, 4, 2},
                {"key_dim", 1, 8, 4},
                {"value_dim", 1, 8, 4},
                {"conv", 1, 5, 4},
                {"kv_heads", 1, 2, 1},
                {"query_group", 1, 3, 2},
                {"rotary_half", 1, 4, 2},
                {"head_rest", 0, 6, 2},
                {"height", 0, 4, 1},
                {"width", 0, 4, 1},
                {"hidden", 2, 12, 6},
                {"intermediate", 1, 12, 5},
                {"layers", 1, 3, 2},
                {"full_every", 1, 3, 2},
                {"vocab", 2, 20, 9},
                {"tied", 0, 1, 0, {"no", "yes"}},
                {"masked", 0, 1, 0, {"no", "yes"}},
                {"l2norm", 0, 1, 1, {"no", "yes"}},
                {"inputs", 0, kSeeds, 1},
                {"seed", 0, kSeeds, 1}});
  return theForm;
}

Program modelOf(const InputForm::Values& values) {
  const auto number = [&](Name name) { return values[name].front(); };
  Config config;
  config.batch = number(batch);
  config.steps = {number(tokens)};
  config.steps.insert(config.steps.end(), values[more].begin(), values[more].end());
  config.chunk = number(chunk);
  config.form = static_cast<Form>(number(form));
  config.dtype =
      std::array{Dtype::Float, Dtype::BFloat16, Dtype::Half}[static_cast<size_t>(number(dtype))];
  config.key_heads = number(key_heads);
  config.value_heads = config.key_heads * number(value_group);
  config.key_dim = number(key_dim);
  config.value_dim = number(value_dim);
  config.conv = number(conv);
  config.kv_heads = number(kv_heads);
  config.heads = config.kv_heads * number(query_group);
  config.rotary = 2 * number(rotary_half);
  config.head_dim = config.rotary + number(head_rest);
  const auto frequencies = [&](Name name) { return std::min(number(name), config.rotary / 2); };
  config.sections = {config.rotary / 2, frequencies(height), frequencies(width)};
  config.hidden = number(hidden);
  config.intermediate = number(intermediate);
  config.layers = number(layers);
  config.full_every = number(full_every);
  config.vocab = number(vocab);
  config.tied = number(tied) == 1;
  config.seed = static_cast<uint64_t>(number(seed));
  const bool with_mask = number(masked) == 1;
  switch (static_cast<Kind>(number(kind))) {
    case Kind::rule: {
      SeededChoices choices(static_cast<uint64_t>(number(inputs)), 0);
      const auto given = randomRuleInputs(config, choices);
      return ruleModel(given, config.form, config.chunk, number(l2norm) == 1).program;
    }
    case Kind::gated_delta_net:
      return gatedDeltaNetModel(config, with_mask).program;
    case Kind::attention:
      return attentionModel(config, with_mask).program;
    default:
      return decoderModel(config, with_mask).program;
  }
}

Program programOrModel(std::string_view text, std::string_view file) {
  return modelForm().claims(text) ? modelOf(modelForm().parse(text, file)) : parse(text, file);
}

}  // namespace viewfuzz::models
