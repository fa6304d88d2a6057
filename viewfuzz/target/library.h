#pragma once

#include <string>

namespace viewfuzz {

/// Loads a shared library for the rest of the process; its symbols are visible to all. Throws
/// `std::runtime_error` with a sentence for somebody who built the library.
void loadLibrary(const std::string& path);

/// That sentence, for what the dynamic loader says of the library.
std::string explainLoadError(const std::string& path, const std::string& error);

}  // namespace viewfuzz
