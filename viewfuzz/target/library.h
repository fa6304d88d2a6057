#pragma once

#include <string>

namespace viewfuzz {

/// Loads a shared library for the rest of the process. Its symbols are visible to all others.
/// Throws `std::runtime_error` with a sentence for the person who built the library.
void loadLibrary(const std::string& path);

/// Throws `std::runtime_error` with that sentence if there is no such file, before a process is
/// started to load it.
void expectLibrary(const std::string& path);

/// That sentence, made from what the dynamic loader says about the library.
std::string explainLoadError(const std::string& path, const std::string& error);

}  // namespace viewfuzz
