#pragma once

#include <string>

namespace viewfuzz {

/// All bytes of the file, which may be empty; `-` is the standard input. Throws
/// `std::runtime_error` with the path and the reason if it cannot be read.
std::string readFile(const std::string& path);

}  // namespace viewfuzz
