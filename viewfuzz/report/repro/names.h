#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace viewfuzz {

/// The names of tensors in a repro: `t3`, and `base3` or `from3` for what it is made of.
class TensorNames {
 public:
  /// Each by its own number.
  TensorNames() = default;
  /// By tensor, the number in its name.
  explicit TensorNames(std::vector<int> numbers) : numbers_(std::move(numbers)) {}

  std::string operator()(int id, const char* kind = "t") const {
    const auto at = static_cast<size_t>(id);
    return fmt::format("{}{}", kind, at < numbers_.size() ? numbers_[at] : id);
  }

 private:
  std::vector<int> numbers_;
};

}  // namespace viewfuzz
