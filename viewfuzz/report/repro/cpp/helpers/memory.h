#pragma once

#include <unistd.h>

#include <cstdint>
#include <fstream>

/// Bytes that the process has for itself.
int64_t memory() {
  int64_t all = 0, resident = 0, of_files = 0;
  std::ifstream("/proc/self/statm") >> all >> resident >> of_files;
  return (resident - of_files) * sysconf(_SC_PAGESIZE);
}
