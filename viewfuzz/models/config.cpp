#include "viewfuzz/models/config.h"

#include <fmt/format.h>

#include <stdexcept>

namespace viewfuzz::models {

Config qwen35() {
  Config config;
  config.hidden = 1024;
  config.intermediate = 3584;
  config.layers = 24;
  config.vocab = 1024;
  config.heads = 8;
  config.kv_heads = 2;
  config.head_dim = 256;
  config.rotary = 64;
  config.theta = 1e7;
  config.sections = {11, 11, 10};
  config.key_heads = 16;
  config.value_heads = 16;
  config.key_dim = 128;
  config.value_dim = 128;
  config.steps = {70};
  return config;
}

const Preset& findPreset(std::string_view name) {
  static const std::array<Preset, 2> presets{
      {{"tiny", "hidden 64, 4 layers, heads of 16 and 32", Config{}},
       {"qwen3.5-0.8b", "the head and layer dims of the 0.8B model, 1024 tokens", qwen35()}}};
  std::string known;
  for (const Preset& preset : presets) {
    if (preset.name == name) return preset;
    known += fmt::format("\n  {:<14} {}", preset.name, preset.about);
  }
  throw std::runtime_error(fmt::format("There is no model '{}'. Expected one of:{}", name, known));
}

}  // namespace viewfuzz::models
