#include "viewfuzz/target/open.h"

#include <c10/util/Logging.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <mutex>
#include <stdexcept>

#include "viewfuzz/target/kinds.h"

namespace viewfuzz {

std::span<const TargetKind> targetKinds() {
  // A path is what no other kind takes, so it is the last one.
  static const std::array kKinds{cpuKind(), metaKind(), deviceKind(), privateuse1Kind()};
  return kKinds;
}

namespace {

const TargetKind& kindOf(const std::string& spec) {
  const auto kinds = targetKinds();
  const auto kind = std::find_if(kinds.begin(), kinds.end(),
                                 [&](const TargetKind& each) { return each.takes(spec); });
  if (kind == kinds.end())
    throw std::runtime_error("Which backend is under test? Expected --backend LIB.");
  return *kind;
}

}  // namespace

TargetPtr openTarget(const std::string& spec) {
  prepareLibtorch();
  return kindOf(spec).open(spec);
}

bool namesTarget(const std::string& spec) {
  const auto kinds = targetKinds();
  return !spec.empty() && &kindOf(spec) != &kinds.back();
}

Capabilities capabilitiesOf(const std::string& spec) { return kindOf(spec).shows; }

void prepareLibtorch() {
  static std::once_flag prepared;
  std::call_once(prepared, [] {
    // Calls are refused all the time, and nobody reads where in libtorch. Walking the stack and
    // naming its functions would take longer than the call.
    c10::SetStackTraceFetcher([] { return std::string(); });
    // oneDNN, and ATen on top of it, keep the code for a thousand shapes each. That grows by a
    // hundred MiB and would look like a leak of the backend.
    for (const char* cache : {"ONEDNN_PRIMITIVE_CACHE_CAPACITY", "LRU_CACHE_CAPACITY"})
      setenv(cache, "64", 0);
  });
}

}  // namespace viewfuzz
