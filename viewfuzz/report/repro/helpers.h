#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace viewfuzz {

/// A file of code that repros print, as it lies in the tree. `name` is without the ending.
struct HelperFile {
  std::string_view name;
  std::string_view text;
};

/// What stands in such a file: lines that import or include, then code.
struct Helper {
  std::vector<std::string> imports;  ///< lines, of what is no helper
  std::vector<std::string> uses;     ///< other helpers
  std::string_view code;             ///< without the head, ended by one line end
};

// The files of `python/helpers` and `cpp/helpers`, which CMake embeds.
std::span<const HelperFile> pythonHelperFiles();
std::span<const HelperFile> cppHelperFiles();

/// By name. A head ends at the first line that is neither empty nor an import.
std::map<std::string_view, Helper> pythonHelpers();
std::map<std::string_view, Helper> cppHelpers();

/// The helpers that one repro needs. Each is printed once, behind the helpers that it uses itself.
class Helpers {
 public:
  explicit Helpers(const std::map<std::string_view, Helper>& all) : all_(all) {}

  /// Throws `std::out_of_range` where there is no such helper.
  void need(std::string_view name);
  void import(const std::string& line) { imports_.insert(line); }

  /// The code of the helpers that have become needed since the last call.
  std::vector<std::string_view> take();
  /// The lines that import what is needed, in the order of their characters.
  const std::set<std::string>& imports() const { return imports_; }

 private:
  const std::map<std::string_view, Helper>& all_;
  std::set<std::string, std::less<>> needed_;
  std::vector<std::string_view> waiting_;
  std::set<std::string> imports_;
};

}  // namespace viewfuzz
