#pragma once

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

namespace viewfuzz {

/// Numbers storages in the order in which they are added. The time to find one does not grow with
/// their number: a model has tens of thousands.
class StorageNumbers {
 public:
  void clear() {
    in_order_.clear();
    if (!numbers_.empty()) numbers_ = {};  // to clear a large table takes long
  }

  /// Adds the storage. Gives its number, and whether it is new.
  std::pair<int, bool> add(const void* storage) {
    const int next = static_cast<int>(in_order_.size());
    if (in_order_.size() < kFew) {
      const auto found = std::find(in_order_.begin(), in_order_.end(), storage);
      if (found != in_order_.end()) return {static_cast<int>(found - in_order_.begin()), false};
      in_order_.push_back(storage);
      return {next, true};
    }
    if (numbers_.empty()) {
      for (int i = 0; i < next; ++i) numbers_.emplace(in_order_[static_cast<size_t>(i)], i);
    }
    const auto [found, is_new] = numbers_.emplace(storage, next);
    if (is_new) in_order_.push_back(storage);
    return {found->second, is_new};
  }

 private:
  static constexpr size_t kFew = 16;  // a walk over so few is quicker than a table
  std::vector<const void*> in_order_;
  std::unordered_map<const void*, int> numbers_;  // filled once there are more than `kFew`
};

}  // namespace viewfuzz
