#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "viewfuzz/isolate/child_process.h"

namespace viewfuzz {

/// What a worker shows to the process that watches it.
struct Board {
  Pulse pulse;  ///< at: the case
  std::atomic<uint64_t> cases{0};
  std::atomic<uint64_t> statements{0};
  std::atomic<uint64_t> undefined{0};
  std::atomic<uint64_t> sampled_nanoseconds{0};
  std::atomic<uint64_t> aten_nanoseconds{0};
  std::atomic<bool> loaded{false};         ///< the backend is there
  std::array<char, 2048> why_not{};        ///< a sentence, where the worker could not go on
  std::atomic<bool> investigating{false};  ///< a violation of the case is reduced
  std::atomic<bool> stop{false};           ///< told by the watcher

  void tellWhyNot(std::string_view text) {
    std::copy_n(text.begin(), std::min(text.size(), why_not.size() - 1), why_not.begin());
  }
};

}  // namespace viewfuzz
