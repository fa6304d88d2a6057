#include "viewfuzz/examine/leaks.h"

#include <cstddef>

#include "viewfuzz/isolate/child_process.h"

// Declared here as weak symbols, since a build without a sanitizer does not have them.
// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" {
[[gnu::weak]] void __lsan_disable();
[[gnu::weak]] void __lsan_enable();
[[gnu::weak]] int __lsan_do_recoverable_leak_check();
[[gnu::weak]] std::size_t __sanitizer_get_current_allocated_bytes();
}
// NOLINTEND(bugprone-reserved-identifier)

namespace viewfuzz {

void ignoreLeaks(bool on) {
  const auto change = on ? __lsan_disable : __lsan_enable;
  if (change != nullptr) change();
}

bool hasLeaked() {
  return __lsan_do_recoverable_leak_check != nullptr && __lsan_do_recoverable_leak_check() != 0;
}

uint64_t bytesInUse() {
  return __sanitizer_get_current_allocated_bytes != nullptr
             ? __sanitizer_get_current_allocated_bytes()
             : ownBytes();
}

}  // namespace viewfuzz
