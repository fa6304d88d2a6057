#include "viewfuzz/files/read.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <system_error>

namespace viewfuzz {

namespace {

/// `<< in.rdbuf()` does not do: it fails for an empty file as it does for a file that cannot be
/// read.
std::string readToTheEnd(std::istream& in) {
  std::string bytes;
  std::array<char, size_t{1} << 14> part;
  while (in.read(part.data(), part.size()), in.gcount() > 0)
    bytes.append(part.data(), static_cast<size_t>(in.gcount()));
  return bytes;
}

}  // namespace

std::string readFile(const std::string& path) {
  if (path == "-") return readToTheEnd(std::cin);
  // A pipe or a device such as /dev/zero may never end. A missing file is reported below.
  std::error_code error;
  const auto kind = std::filesystem::status(path, error).type();
  if (!error && kind != std::filesystem::file_type::regular &&
      kind != std::filesystem::file_type::directory &&
      kind != std::filesystem::file_type::not_found) {
    throw std::runtime_error(fmt::format("cannot read '{}': it is no regular file", path));
  }
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  std::string bytes;
  if (in.is_open()) bytes = readToTheEnd(in);
  if (in.is_open() && !in.bad()) return bytes;
  throw std::runtime_error(
      fmt::format("cannot read '{}': {}", path, std::generic_category().message(errno)));
}

}  // namespace viewfuzz
