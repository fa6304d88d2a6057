#include <algorithm>

#include "viewfuzz/target/kinds.h"
#include "viewfuzz/target/strided.h"

namespace viewfuzz {
namespace {

constexpr Capabilities kShown{.bytes = false};

/// The meta device: it has layouts, storages and versions as any device, but no bytes.
class MetaTarget final : public StridedTarget {
 public:
  MetaTarget() : StridedTarget("meta", c10::kMeta) {}

  Capabilities capabilities() const override { return kShown; }

  void download(const at::Tensor& tensor, StorageState& state, at::Tensor&) const override {
    state.dtype = tensor.scalar_type();
    state.bytes.assign(tensor.unsafeGetTensorImpl()->unsafe_storage().nbytes(), std::byte{0});
  }
  void upload(const StorageState&, const at::Tensor&) const override {}

 protected:
  void fill(const at::Tensor&, const at::Tensor&) const override {}
};

}  // namespace

TargetKind metaKind() {
  return {"meta", "shape inference of this libtorch: layouts, sharing and errors, no bytes", kShown,
          [](const std::string& spec) { return spec == "meta"; },
          [](const std::string&) -> TargetPtr { return std::make_shared<MetaTarget>(); }};
}

}  // namespace viewfuzz
