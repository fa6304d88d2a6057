#pragma once

#include <filesystem>
#include <iterator>

namespace viewfuzz {

/// How many files this process has open.
inline auto openDescriptors() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"),
                       std::filesystem::directory_iterator());
}

}  // namespace viewfuzz
