#include "viewfuzz/models/golden_config.h"

#include <fmt/format.h>

#include <map>
#include <stdexcept>

namespace viewfuzz::models {
namespace {

using Json = nlohmann::json;

const std::map<std::string, int64_t Config::*, std::less<>>& sizeNames() {
  static const std::map<std::string, int64_t Config::*, std::less<>> names = {
      {"vocab_size", &Config::vocab},
      {"hidden_size", &Config::hidden},
      {"intermediate_size", &Config::intermediate},
      {"num_hidden_layers", &Config::layers},
      {"num_attention_heads", &Config::heads},
      {"num_key_value_heads", &Config::kv_heads},
      {"head_dim", &Config::head_dim},
      {"linear_num_key_heads", &Config::key_heads},
      {"linear_num_value_heads", &Config::value_heads},
      {"linear_key_head_dim", &Config::key_dim},
      {"linear_value_head_dim", &Config::value_dim},
      {"linear_conv_kernel_dim", &Config::conv},
  };
  return names;
}

void setRope(Config& config, const Json& rope) {
  config.theta = rope.value("rope_theta", config.theta);
  if (rope.contains("partial_rotary_factor")) {
    config.rotary = static_cast<int64_t>(static_cast<double>(config.head_dim) *
                                         rope["partial_rotary_factor"].get<double>());
  }
  if (rope.contains("mrope_section"))
    config.sections = rope["mrope_section"].get<std::array<int64_t, 3>>();
}

}  // namespace

Dtype goldenDtype(const Json& about) {
  const auto name = about.value("dtype", "fp32");
  if (name == "fp32") return Dtype::Float;
  if (name == "bf16") return Dtype::BFloat16;
  if (name == "fp16") return Dtype::Half;
  throw std::runtime_error(fmt::format("dtype is '{}'; expected fp32, bf16 or fp16", name));
}

Config goldenConfig(const Json& about) {
  Config config = about.at("kind") == "recipe" ? qwen35() : Config{};
  config.dtype = goldenDtype(about);
  config.batch = about.at("B").get<int64_t>();
  config.steps = about.contains("steps") ? about["steps"].get<std::vector<int64_t>>()
                                         : std::vector<int64_t>{about.at("S").get<int64_t>()};
  const Json changes = about.value("cfg", Json::object());
  for (const auto& [name, value] : changes.items()) {
    const auto size = sizeNames().find(name);
    if (size != sizeNames().end()) {
      config.*(size->second) = value.get<int64_t>();
    } else if (name == "tie_word_embeddings") {
      config.tied = value.get<bool>();
    } else if (name == "rms_norm_eps") {
      config.eps = value.get<double>();
    } else if (name == "rope") {
      setRope(config, value);
    } else {
      throw std::runtime_error(fmt::format("cfg has '{}', which is not known", name));
    }
  }
  return config;
}

}  // namespace viewfuzz::models
