#include "fuzz/reduce_form.h"

namespace viewfuzz::fuzz {
namespace {

using Values = InputForm::Values;

/// The numbers to try instead of a number, plainest first.
std::vector<int64_t> plainer(const Field& field, int64_t value) {
  std::vector<int64_t> plainer;
  for (const int64_t other :
       {field.otherwise, field.low, field.low + (value - field.low) / 2, value - 1}) {
    // Without this condition, two numbers could replace each other forever.
    const bool usual = other == field.otherwise;
    if (other != value && value != field.otherwise && other >= field.low &&
        (usual || other < value))
      plainer.push_back(other);
  }
  return plainer;
}

}  // namespace

Values reduced(const InputForm& form, Values values,
               const std::function<bool(const Values&)>& fails) {
  const auto attempt = [&](Values other) {
    const bool fits = fails(other);
    if (fits) values = std::move(other);
    return fits;
  };
  bool changed = true;
  while (changed) {
    changed = false;
    for (size_t i = 0; i < values.size(); ++i) {
      const Field& field = form.fields()[i];
      for (size_t at = values[i].size(); field.isList() && at-- > 0;) {
        Values other = values;
        other[i].erase(other[i].begin() + static_cast<std::ptrdiff_t>(at));
        changed = attempt(std::move(other)) || changed;
      }
      for (size_t at = 0; at < values[i].size(); ++at) {
        for (const int64_t number : plainer(field, values[i][at])) {
          Values other = values;
          other[i][at] = number;
          if (!attempt(std::move(other))) continue;
          changed = true;
          break;
        }
      }
    }
  }
  return values;
}

}  // namespace viewfuzz::fuzz
