#pragma once

#include <string>

namespace viewfuzz {

/// All bytes of a file, or of the standard input, which is `-`; an empty one has none. Throws
/// `std::runtime_error` with the path and the reason when it cannot be read.
std::string readFile(const std::string& path);

}  // namespace viewfuzz
