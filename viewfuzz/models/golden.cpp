#include "viewfuzz/models/golden.h"

#include <ATen/ATen.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <stdexcept>

#include "viewfuzz/execute/operators.h"
#include "viewfuzz/files/read.h"
#include "viewfuzz/models/golden_case.h"
#include "viewfuzz/program/edit.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz::models {
namespace {

using Json = nlohmann::json;

Json readCases(const std::string& folder) {
  const std::string path = folder + "/cases.json";
  Json cases = Json::parse(readFile(path), nullptr, false);
  if (!cases.is_array()) throw std::runtime_error(path + ": expected a JSON list of cases");
  return cases;
}

/// Throws if a source that should have data in the file has none.
void checkInputs(const GoldenProgram& program, const Inputs& inputs) {
  for (const auto& statement : program.model.program.statements) {
    const std::string& label = statement.label;
    if (std::holds_alternative<Source>(statement.what) && label.starts_with("w.") &&
        !inputs.contains(label))
      throw std::runtime_error(fmt::format("there is no tensor '{}'", label));
  }
}

void run(Runner& runner, const Program& program) {
  const at::NoGradGuard no_grad;
  runner.start();
  for (size_t i = 0; i < program.statements.size(); ++i) {
    std::optional<Refusal> refusal;
    runner.advance(program.statements[i], refusal);
    if (!refusal) continue;
    throw std::runtime_error(fmt::format("{} refuses {}: {}", runner.target().name(),
                                         print(program.statements[i], firstResult(program, i)),
                                         refusal->message));
  }
}

double deviation(const at::Tensor& expected, const at::Tensor& seen, const std::string& name,
                 const at::Tensor* mask) {
  if (expected.sizes() != seen.sizes()) {
    throw std::runtime_error(fmt::format("'{}' has the sizes [{}] in the file, and [{}] here", name,
                                         fmt::join(expected.sizes(), ", "),
                                         fmt::join(seen.sizes(), ", ")));
  }
  at::Tensor a = expected.to(at::kDouble);
  at::Tensor b = seen.to(at::kDouble);
  // The outputs of padding may be anything.
  if (mask != nullptr && a.dim() == 3 && a.sizes().slice(0, 2) == mask->sizes()) {
    a = a.index({mask->to(at::kBool)});
    b = b.index({mask->to(at::kBool)});
  }
  if (a.numel() == 0) return 0;
  const double scale = a.abs().max().item<double>();
  const double difference = (a - b).abs().max().item<double>();
  return scale > 0 ? difference / scale : difference;
}

bool nearer(const Deviation& a, const Deviation& b) {
  return !a.within() || a.error / a.bound > b.error / b.bound;
}

GoldenResult check(const Json& about, const SafeTensors& file, const Target& target) {
  GoldenResult result;
  const GoldenCase golden = goldenCase(about, file);
  const bool model = about.at("kind") == "model";
  const at::Tensor* mask = model && file.has("in.mask") ? &file.at("in.mask") : nullptr;
  Runner runner(target);
  runner.setInputs(&golden.inputs);
  for (const GoldenProgram& program : golden.programs) {
    if (about.at("kind") != "rule") checkInputs(program, golden.inputs);
    run(runner, program.model.program);
    for (const Expectation& expected : program.expected) {
      const int id = program.model.outputs.at(expected.output);
      const at::Tensor seen = runner.onHost(runner.tensors()[static_cast<size_t>(id)]);
      const Deviation found{expected.tensor, program.form,
                            deviation(file.at(expected.tensor), seen, expected.tensor, mask),
                            expected.bound};
      if (result.compared++ == 0 || (result.worst.within() && nearer(found, result.worst)))
        result.worst = found;
    }
  }
  if (result.compared == 0) throw std::runtime_error("the file has no tensor to compare with");
  return result;
}

}  // namespace

void checkGolden(const std::string& folder, const Target& target,
                 const std::function<void(const GoldenResult&)>& on_result) {
  for (const Json& about : readCases(folder)) {
    const auto name = about.is_object() && about.contains("name") && about["name"].is_string()
                          ? about["name"].get<std::string>()
                          : std::string();
    if (name.empty()) throw std::runtime_error(folder + "/cases.json: a case has no name");
    // The name becomes that of a file in the folder, and the text of the folder is not trusted.
    if (name.find('/') != std::string::npos)
      throw std::runtime_error(
          fmt::format("{}/cases.json: the name '{}' has a slash", folder, name));
    const std::string path = fmt::format("{}/{}.safetensors", folder, name);
    const SafeTensors file = readSafeTensors(path);
    try {
      GoldenResult result = check(about, file, target);
      result.name = name;
      on_result(result);
    } catch (const Json::exception& error) {
      throw std::runtime_error(fmt::format("the case '{}': {}", name, error.what()));
    } catch (const BadCall& error) {
      throw std::runtime_error(fmt::format("{}: {}", path, error.what()));
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(fmt::format("{}: {}", path, error.what()));
    }
  }
}

}  // namespace viewfuzz::models
