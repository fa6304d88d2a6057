#include "viewfuzz/isolate/memory_limit.h"

#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <string>

namespace viewfuzz {
namespace {

bool memory_is_limited = false;

/// Bytes of data that this process has, as RLIMIT_DATA counts them; 0: not known.
uint64_t bytesOfData() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    constexpr std::string_view kData = "VmData:";
    if (line.starts_with(kData)) return std::stoull(line.substr(kData.size())) << 10;
  }
  return 0;
}

}  // namespace

void limitMemory(uint64_t bytes) {
  rlimit limit{};
  const uint64_t now = bytesOfData();
  if (now == 0 || getrlimit(RLIMIT_DATA, &limit) != 0) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, now + bytes);
  memory_is_limited = setrlimit(RLIMIT_DATA, &limit) == 0;
}

bool isMemoryLimited() { return memory_is_limited; }

}  // namespace viewfuzz
