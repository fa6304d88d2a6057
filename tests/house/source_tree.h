#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace viewfuzz {

/// The folder of the sources: some tests read them as text.
inline const std::filesystem::path kSource = VIEWFUZZ_SOURCE;

inline std::string textOf(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace viewfuzz
