#include "viewfuzz/ops/exclusions.h"

#include <algorithm>
#include <array>

namespace viewfuzz {
namespace {

constexpr std::string_view kSparse = "takes sparse tensors only";
constexpr std::string_view kNested = "takes or makes nested tensors only";
constexpr std::string_view kDual = "takes a level of forward-mode AD";

constexpr std::array<Exclusion, 18> kExclusions{{
    {"aten._fw_primal", kDual},
    {"aten._indices", kSparse},
    {"aten._make_dual", kDual},
    {"aten._nested_get_values", kNested},
    {"aten._nested_view_from_buffer", kNested},
    {"aten._nested_view_from_jagged", kNested},
    {"aten._sparse_broadcast_to", kSparse},
    {"aten._test_autograd_multiple_dispatch_view", "stands in the registry for tests of autograd"},
    {"aten._unpack_dual", kDual},
    {"aten._values", kSparse},
    {"aten.ccol_indices", kSparse},
    {"aten.coalesce", kSparse},
    {"aten.col_indices", kSparse},
    {"aten.crow_indices", kSparse},
    {"aten.indices", kSparse},
    {"aten.pin_memory", "a view only of memory that an accelerator has pinned on the host"},
    {"aten.row_indices", kSparse},
    {"aten.values", kSparse},
}};

}  // namespace

std::span<const Exclusion> exclusions() { return kExclusions; }

const Exclusion* findExclusion(std::string_view name) {
  const auto* it = std::find_if(kExclusions.begin(), kExclusions.end(),
                                [&](const Exclusion& exclusion) { return exclusion.name == name; });
  return it == kExclusions.end() ? nullptr : it;
}

}  // namespace viewfuzz
