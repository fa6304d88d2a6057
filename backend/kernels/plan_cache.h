#pragma once
/// @file
/// Plans by what they depend on.
#include <array>
#include <optional>

#include "backend/kernels/source_plan.h"

namespace npu {

/// Each key has one slot, by its hash; the last plan made for a slot stays. The size is bounded and
/// what is found depends on the calls alone. Key is made from a SourceLayout, compared with ==, and
/// hashed by hash_value.
template <typename Key>
class PlanCache {
 public:
  const SourcePlan& find_or_make(const SourceLayout& layout) {
    Key key(layout);
    std::optional<Entry>& slot = slots_[hash_value(key) % kSlots];
    if (!slot || !(slot->key == key)) slot = Entry{std::move(key), make_plan(layout)};
    return slot->plan;
  }

 private:
  static constexpr std::size_t kSlots = 64;
  struct Entry {
    Key key;
    SourcePlan plan;
  };
  std::array<std::optional<Entry>, kSlots> slots_;
};

}  // namespace npu
