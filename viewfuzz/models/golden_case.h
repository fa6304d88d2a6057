#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "viewfuzz/dumps/safetensors.h"
#include "viewfuzz/execute/run.h"
#include "viewfuzz/models/decoder.h"

namespace viewfuzz::models {

/// One output of a model and what it is compared with.
struct Expectation {
  std::string output;  ///< of the model
  std::string tensor;  ///< of the file
  double bound;        ///< of the largest difference, as a fraction of the largest magnitude
};

/// A program of a golden case, and what its outputs must be.
struct GoldenProgram {
  std::string form;
  Model model;
  std::vector<Expectation> expected;
};

/// The programs of a case, and its data by source.
struct GoldenCase {
  std::vector<GoldenProgram> programs;
  Inputs inputs;
};

/// `about` is the entry of `cases.json`. Throws `std::runtime_error`.
GoldenCase goldenCase(const nlohmann::json& about, const SafeTensors& file);

}  // namespace viewfuzz::models
