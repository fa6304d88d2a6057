#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "viewfuzz/dumps/safetensors.h"
#include "viewfuzz/execute/run.h"
#include "viewfuzz/models/decoder.h"

namespace viewfuzz::models {

/// One output of a model, the tensor with which it is compared, and the bound.
struct Expectation {
  std::string output;  ///< of the model
  std::string tensor;  ///< of the file
  double bound;        ///< of the largest difference, as a fraction of the largest magnitude
};

/// A program of a golden case, and the outputs that are expected of it.
struct GoldenProgram {
  std::string form;
  Model model;
  std::vector<Expectation> expected;
};

/// The programs of a golden case, and the data of their sources by label.
struct GoldenCase {
  std::vector<GoldenProgram> programs;
  Inputs inputs;
};

/// Reads a golden case. `about` is its entry in `cases.json`. Throws `std::runtime_error` if
/// `about` or the file is not as docs/models.md says.
GoldenCase goldenCase(const nlohmann::json& about, const SafeTensors& file);

}  // namespace viewfuzz::models
