#include "cli/model_options.h"

#include <stdexcept>

#include "cli/common.h"
#include "cli/options.h"
#include "viewfuzz/models/decoder.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz::cli {

void ModelOptions::addTo(CLI::App& command) {
  auto* program = command.add_option("PROGRAM", file, "A program (.vf) with labels.");
  addModelTo(command, false);
  command.get_option("--model")->excludes(program);
}

void ModelOptions::addModelTo(CLI::App& command, bool required) {
  command
      .add_option("--model", model,
                  "A decoder stack: 'tiny', or 'qwen3.5-0.8b' with the dims of that model.")
      ->type_name("NAME")
      ->required(required);
  const auto size = [&](const char* name, std::optional<int64_t>& value, const char* about) {
    command.add_option(name, value, about)->check(wholeNumber(1, int64_t{1} << 20));
  };
  size("--layers", layers, "How many layers; every 4th has full attention.");
  size("--hidden", hidden, "The width of the stack.");
  size("--intermediate", intermediate, "The width within the MLP.");
  size("--vocab", vocab, "How many tokens there are.");
  size("--chunk", chunk, "Tokens in a chunk of the delta rule.");
  size("--batch", batch, "How many sequences.");
  command
      .add_option("--tokens", tokens,
                  "Tokens of the prefill, then of each forward that continues with caches.")
      ->check(wholeNumber(1, int64_t{1} << 20));
  command.add_option("--form", form, "How the delta rule is worked out.")
      ->check(CLI::IsMember({"rows", "solve", "recurrent"}))
      ->capture_default_str();
  command.add_option("--dtype", dtype, "Of weights and activations.")
      ->check(CLI::IsMember({"float32", "bfloat16", "float16"}))
      ->capture_default_str();
  command.add_option("--model-seed", seed, "Of weights and inputs.")
      ->check(count())
      ->capture_default_str();
}

Program ModelOptions::program() const {
  if (model.empty()) {
    if (file.empty())
      throw std::runtime_error("Which program? Expected a file (.vf), or --model NAME.");
    return readProgram(file);
  }
  models::Config config = models::findPreset(model).config;
  const auto set = [](int64_t& size, const std::optional<int64_t>& wanted) {
    if (wanted) size = *wanted;
  };
  set(config.layers, layers);
  set(config.hidden, hidden);
  set(config.intermediate, intermediate);
  set(config.vocab, vocab);
  set(config.chunk, chunk);
  set(config.batch, batch);
  if (!tokens.empty()) config.steps = tokens;
  config.form = form == "rows"    ? models::Form::rows
                : form == "solve" ? models::Form::solve
                                  : models::Form::recurrent;
  config.dtype = parseDtype(dtype).value_or(Dtype::Float);
  config.seed = seed;
  for (const auto& [rows, columns, what] :
       {std::tuple{config.vocab, config.hidden, "--vocab"},
        std::tuple{config.intermediate, config.hidden, "--intermediate"},
        std::tuple{config.channels(), config.hidden, "--hidden"}}) {
    if (rows * columns > kMaxNumel)
      throw std::runtime_error(std::string(what) + " makes a weight of more than 2^23 elements");
  }
  return models::decoderModel(config, false).program;
}

}  // namespace viewfuzz::cli
