#include "viewfuzz/report/repro/helpers.h"

#include <algorithm>

namespace viewfuzz {
namespace {

/// Takes the first line, without its end.
std::string_view takeLine(std::string_view& text) {
  const size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

/// `from window import window`: `window`, where there is a helper of this name.
bool isPythonUse(std::string_view line, std::string_view& name) {
  if (!line.starts_with("from ")) return false;
  name = line.substr(5, line.find(" import ") - 5);
  return true;
}

/// `#include "…/window.h"`: `window`.
bool isCppUse(std::string_view line, std::string_view& name) {
  if (!line.starts_with("#include \"")) return false;
  name = line.substr(line.rfind('/') + 1);
  name = name.substr(0, name.find('.'));
  return true;
}

bool isImport(std::string_view line) {
  return line.starts_with("import ") || line.starts_with("#include ");
}

using IsUse = bool (*)(std::string_view line, std::string_view& name);

Helper helperOf(std::string_view text, IsUse is_use) {
  Helper helper;
  while (!text.empty()) {
    std::string_view behind = text;
    const std::string_view line = takeLine(behind);
    std::string_view name;
    if (is_use(line, name)) {
      helper.uses.emplace_back(name);
    } else if (isImport(line)) {
      helper.imports.emplace_back(line);
    } else if (!line.empty() && line != "#pragma once") {
      break;
    }
    text = behind;
  }
  helper.code = text;
  return helper;
}

std::map<std::string_view, Helper> helpersOf(std::span<const HelperFile> files, IsUse is_use) {
  std::map<std::string_view, Helper> helpers;
  for (const HelperFile& file : files) helpers[file.name] = helperOf(file.text, is_use);
  return helpers;
}

}  // namespace

std::map<std::string_view, Helper> pythonHelpers() {
  return helpersOf(pythonHelperFiles(), isPythonUse);
}

std::map<std::string_view, Helper> cppHelpers() { return helpersOf(cppHelperFiles(), isCppUse); }

void Helpers::need(std::string_view name) {
  if (!needed_.emplace(name).second) return;
  const Helper& helper = all_.at(name);
  for (const auto& other : helper.uses) need(other);
  imports_.insert(helper.imports.begin(), helper.imports.end());
  waiting_.push_back(helper.code);
}

std::vector<std::string_view> Helpers::take() {
  std::vector<std::string_view> code;
  code.swap(waiting_);
  return code;
}

}  // namespace viewfuzz
