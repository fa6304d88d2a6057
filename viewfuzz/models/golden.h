#pragma once

#include <functional>
#include <string>
#include <vector>

#include "viewfuzz/target/target.h"

namespace viewfuzz::models {

/// How far one tensor is from the stored result of an independent implementation.
struct Deviation {
  std::string tensor;  ///< its name in the file
  std::string form;    ///< how it was worked out, where there are several ways
  double error = 0;    ///< the largest difference, as a fraction of the largest magnitude expected
  double bound = 0;
  bool within() const { return error <= bound; }  // false for NaN
};

struct GoldenResult {
  std::string name;
  size_t compared = 0;  ///< tensors
  Deviation worst;      ///< the one nearest to its bound, or farthest beyond it
};

/// Runs the golden cases of a folder in order. `cases.json` is a list of objects with `name`,
/// `kind` and the sizes, and `<name>.safetensors` holds the data. Each golden case runs on the
/// target, by every method of the delta rule that its kind has. Throws `std::runtime_error` for a
/// folder or a file that is not as docs/models.md says.
void checkGolden(const std::string& folder, const Target& target,
                 const std::function<void(const GoldenResult&)>& on_result);

}  // namespace viewfuzz::models
