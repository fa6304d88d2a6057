#include "viewfuzz/target/library.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <torch/headeronly/version.h>

#include <filesystem>
#include <stdexcept>
#include <string_view>

namespace viewfuzz {
namespace {

/// The text between `before` and the first of `ends`; empty if `before` is not in the text.
std::string_view wordBehind(std::string_view text, std::string_view before, std::string_view ends) {
  const auto at = text.find(before);
  if (at == std::string_view::npos) return {};
  const auto word = text.substr(at + before.size());
  return word.substr(0, word.find_first_of(ends));
}

/// Is the symbol one of the interpreter, of libtorch_python or of pybind11?
bool isOfPython(std::string_view symbol) {
  return symbol.starts_with("Py") || symbol.starts_with("_Py") || symbol.starts_with("THP") ||
         symbol.find("pybind11") != std::string_view::npos;
}

/// The library that the loader did not find; empty if that is the one at `path`.
std::string_view missingLibrary(const std::string& path, std::string_view error) {
  const auto end = error.find(": cannot open shared object file");
  if (end == std::string_view::npos) return {};
  const auto name = error.substr(0, end);
  return name == path ? std::string_view() : name;
}

std::string noLibrary(const std::string& path) {
  return fmt::format(
      "There is no backend library '{}'. Expected the path of a shared library (.so).", path);
}

}  // namespace

std::string explainLoadError(const std::string& path, const std::string& error) {
  const auto symbol = wordBehind(error, "undefined symbol: ", " ,(\n");
  if (isOfPython(symbol)) {
    return fmt::format(
        "The library '{}' wants Python: it uses {}, so it is an extension module. Expected a "
        "library that stands alone; or put libpython and libtorch_python into LD_PRELOAD.\n  {}",
        path, symbol, error);
  }
  if (!symbol.empty() || error.find("version `") != std::string::npos) {
    return fmt::format(
        "The backend '{}' does not fit this libtorch ({}): build it against the same version.\n  "
        "{}",
        path, TORCH_VERSION, error);
  }
  if (const auto missing = missingLibrary(path, error); !missing.empty()) {
    return fmt::format(
        "The backend '{}' needs the library '{}', which the loader does not find. Put its folder "
        "into LD_LIBRARY_PATH.\n  {}",
        path, missing, error);
  }
  if (!std::filesystem::exists(path)) return noLibrary(path);
  return fmt::format("The backend '{}' cannot be loaded:\n  {}", path, error);
}

void expectLibrary(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) throw std::runtime_error(noLibrary(path));
}

void loadLibrary(const std::string& path) {
  // RTLD_NOW: if the library was built against another libtorch, loading fails here, and no call
  // fails in the middle of a run.
  void* handle = nullptr;
  try {
    handle = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  } catch (const std::exception& error) {  // a static registration of the library threw
    throw std::runtime_error(explainLoadError(path, error.what()));
  }
  if (handle == nullptr) throw std::runtime_error(explainLoadError(path, dlerror()));
}

}  // namespace viewfuzz
