#include "viewfuzz/files/find.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <system_error>

namespace viewfuzz {
namespace {

namespace fs = std::filesystem;

class Walk {
 public:
  explicit Walk(std::string_view extension) : extension_(extension) {}

  void path(const std::string& path) {
    std::error_code no_folder;  // the caller that reads the file reports what is wrong with it
    if (!fs::is_directory(path, no_folder)) {
      found_.files.push_back(path);
      return;
    }
    const auto first = static_cast<std::ptrdiff_t>(found_.files.size());
    folder(path);
    std::sort(found_.files.begin() + first, found_.files.end());
  }

  FoundFiles take() { return std::move(found_); }

 private:
  /// std::filesystem::recursive_directory_iterator does not do: if one folder cannot be opened, it
  /// gives up all that follows, and does not say which folder it was.
  void folder(const fs::path& path) {
    std::vector<fs::path> below;
    std::error_code error;
    fs::directory_iterator entry(path, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
      std::error_code neither;  // set for a link to nothing, which is then skipped
      if (entry->is_directory(neither)) {
        if (!entry->is_symlink(neither)) below.push_back(entry->path());
      } else if (entry->is_regular_file(neither) && wanted(entry->path())) {
        found_.files.push_back(entry->path().string());
      }
    }
    if (error)
      found_.failures.push_back(
          fmt::format("cannot look into the folder '{}': {}", path.string(), error.message()));
    for (const auto& each : below) folder(each);
  }

  bool wanted(const fs::path& file) const {
    return extension_.empty() || file.extension() == extension_;
  }

  std::string_view extension_;
  FoundFiles found_;
};

}  // namespace

FoundFiles lookForFiles(const std::vector<std::string>& paths, std::string_view extension) {
  Walk walk(extension);
  for (const auto& path : paths) walk.path(path);
  return walk.take();
}

std::vector<std::string> findFiles(const std::vector<std::string>& paths,
                                   std::string_view extension) {
  FoundFiles found = lookForFiles(paths, extension);
  if (!found.failures.empty()) throw std::runtime_error(found.failures.front());
  return std::move(found.files);
}

}  // namespace viewfuzz
