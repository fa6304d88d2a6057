#include "viewfuzz/models/golden_case.h"

#include <fmt/format.h>

#include <stdexcept>

#include "viewfuzz/execute/fill.h"
#include "viewfuzz/models/golden_config.h"

namespace viewfuzz::models {
namespace {

using Json = nlohmann::json;

/// The bounds, as fractions of the largest magnitude. They cover the distance between the stored
/// results and the same formulas in float64.
struct Bounds {
  double out, between, logits;
};
Bounds boundsOf(std::string_view kind, Dtype dtype) {
  if (kind == "model")
    return dtype == Dtype::Float ? Bounds{1e-5, 1e-5, 2e-5} : Bounds{2e-1, 2e-1, 2e-1};
  if (dtype != Dtype::Float) return {3e-2, 3e-2, 3e-2};
  if (kind == "gdn") return {3e-6, 3e-6, 3e-6};
  if (kind == "attn") return {5e-6, 5e-6, 5e-6};
  return {1e-5, 1e-5, 1e-5};
}

Source sourceOf(const at::Tensor& tensor) {
  return Source::fresh(Dims(tensor.sizes().begin(), tensor.sizes().end()), tensor.scalar_type());
}

// ---- kind rule

GoldenCase rule(const Json& about, const SafeTensors& file) {
  RuleInputs inputs{sourceOf(file.at("in.q")),    sourceOf(file.at("in.k")),
                    sourceOf(file.at("in.v")),    sourceOf(file.at("in.g")),
                    sourceOf(file.at("in.beta")), {}};
  if (file.has("in.h0")) inputs.state = sourceOf(file.at("in.h0"));
  const Dtype dtype = goldenDtype(about);
  const double exact = dtype == Dtype::Float ? 2e-6 : dtype == Dtype::BFloat16 ? 5e-3 : 6e-4;
  // If the decay is strong, float32 loses digits of its sum within a chunk.
  const auto regime = about.value("regime", "");
  const bool rough = regime == "strong" || regime == "mixed";
  GoldenCase golden;
  for (const auto& [form, name] : {std::pair(Form::solve, "solve"), std::pair(Form::rows, "rows"),
                                   std::pair(Form::recurrent, "recurrent")}) {
    const bool chunked = form != Form::recurrent;
    GoldenProgram program{
        name,
        ruleModel(inputs, form, about.at("chunk").get<int64_t>(), about.value("l2norm", true)),
        {}};
    program.expected = {{"o", "f64.o", rough && chunked ? 1e-3 : exact},
                        {"state", "f64.state", 1e-5}};
    for (const auto& [output, id] : program.model.outputs) {
      if (output.starts_with("mid.") && file.has(output))
        program.expected.push_back({output, output, rough ? 3e-3 : 1e-5});
    }
    golden.programs.push_back(std::move(program));
  }
  return golden;
}

// ---- kinds gdn, attn, model: several forwards of a module or a model

Model modelOf(std::string_view kind, const Config& config, const SafeTensors& file) {
  const bool masked = file.has("in.mask");
  if (kind == "gdn") return gatedDeltaNetModel(config, masked);
  if (kind == "attn") return attentionModel(config, file.has("in.allowed0"));
  return decoderModel(config, masked);
}

GoldenCase forwards(std::string_view kind, const Json& about, const SafeTensors& file) {
  Config config = goldenConfig(about);
  const Bounds bounds = boundsOf(kind, config.dtype);
  GoldenCase golden;
  for (const auto& [form, name] :
       {std::pair(Form::solve, "solve"), std::pair(Form::rows, "rows")}) {
    if (kind == "attn" && form == Form::rows) break;
    config.form = form;
    GoldenProgram program{kind == "attn" ? "" : name, modelOf(kind, config, file), {}};
    for (const auto& [output, id] : program.model.outputs) {
      const bool logits = output.starts_with("out.logits");
      const double bound = logits                       ? bounds.logits
                           : output.starts_with("out.") ? bounds.out
                                                        : bounds.between;
      if (file.has(output)) program.expected.push_back({output, output, bound});
      const std::string by_rows = "loop" + output.substr(output.find('.'));
      if (form == Form::rows && output.starts_with("out.") && file.has(by_rows))
        program.expected.push_back({output, by_rows, bound});
    }
    golden.programs.push_back(std::move(program));
  }
  return golden;
}

// ---- kind recipe: the file describes how to make the parameters, and does not hold them

Model moduleOf(const std::string& module, const Config& config) {
  if (module == "gdn") return gatedDeltaNetModel(config, false);
  if (module == "attn") return attentionModel(config, false);
  if (module == "linear_layer") return decoderLayerModel(config, false);
  if (module == "full_layer") return decoderLayerModel(config, true);
  throw std::runtime_error(
      fmt::format("module is '{}'; expected gdn, attn, linear_layer or full_layer", module));
}

at::Tensor byRecipe(const Json& entry) {
  int64_t numel = 1;
  for (const auto& size : entry.at("shape")) numel *= size.get<int64_t>();
  if (numel > kMaxNumel) throw std::runtime_error("a tensor of the recipe is too large");
  const Fill fill{Fill::Kind::uniform,
                  entry.at("seed").get<uint64_t>(),
                  {},
                  entry.at("scale").get<double>(),
                  entry.value("offset", 0.0)};
  return filled(fill, Dtype::Float, numel);
}

/// Throws if the first elements by the recipe are not those in the file.
void checkStart(const SafeTensors& file, const std::string& name, const at::Tensor& values) {
  const std::string check = "check." + name;
  if (!file.has(check)) return;
  const at::Tensor& expected = file.at(check);
  if (expected.dim() != 1 || expected.numel() > values.numel() ||
      !values.slice(0, 0, expected.numel()).equal(expected))
    throw std::runtime_error(
        fmt::format("the recipe of '{}' gives other values than the file's", name));
}

GoldenCase recipe(const SafeTensors& file) {
  const auto metadata = file.metadata.find("golden");
  if (metadata == file.metadata.end())
    throw std::runtime_error("the file has no metadata 'golden' with the recipe");
  const Json about = Json::parse(metadata->second).at("case");
  Config config = goldenConfig(about);
  GoldenCase golden;
  for (const auto& [name, entry] : about.at("recipe").items()) {
    at::Tensor values = byRecipe(entry);
    checkStart(file, name, values);
    golden.inputs[name == "in.x" ? "in.x0" : "w." + name] = std::move(values);
  }
  const auto module = about.at("module").get<std::string>();
  for (const auto& [form, name] :
       {std::pair(Form::solve, "solve"), std::pair(Form::rows, "rows")}) {
    config.form = form;
    golden.programs.push_back({name, moduleOf(module, config), {{"out.y0", "out.y", 1e-5}}});
    if (module == "attn") break;
  }
  return golden;
}

}  // namespace

GoldenCase goldenCase(const Json& about, const SafeTensors& file) {
  const auto kind = about.at("kind").get<std::string>();
  GoldenCase golden;
  if (kind == "recipe") {
    golden = recipe(file);
  } else if (kind == "rule") {
    golden = rule(about, file);
  } else if (kind == "gdn" || kind == "attn" || kind == "model") {
    golden = forwards(kind, about, file);
  } else {
    throw std::runtime_error(
        fmt::format("kind is '{}'; expected rule, gdn, attn, model or recipe", kind));
  }
  for (const auto& [name, tensor] : file.tensors) {
    if (name.starts_with("in.") || name.starts_with("w.")) golden.inputs.emplace(name, tensor);
  }
  return golden;
}

}  // namespace viewfuzz::models
