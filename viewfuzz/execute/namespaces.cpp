#include "viewfuzz/execute/namespaces.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <stdexcept>

namespace viewfuzz {
namespace {

std::set<std::string, std::less<>>& allowedNamespaces() {
  static std::set<std::string, std::less<>> allowed = {"aten"};
  return allowed;
}

}  // namespace

void allowNamespace(const std::string& name) {
  const bool is_name = !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_';
  });
  if (!is_name) {
    throw std::runtime_error(
        fmt::format("expected the namespace of ops, such as 'npu', and not '{}'", name));
  }
  allowedNamespaces().insert(name);
}

bool isInAllowedNamespace(std::string_view name) {
  return allowedNamespaces().contains(name.substr(0, name.find('.')));
}

}  // namespace viewfuzz
