#include "viewfuzz/generate/narrow.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "viewfuzz/ops/table.h"

namespace viewfuzz {
namespace {

/// Does what the user gave stand for the op with this full name?
bool means(std::string_view given, std::string_view name) {
  const auto is = [&](std::string_view shorter) {
    return shorter == given ||
           (shorter.starts_with(given) && shorter.substr(given.size()).starts_with('.'));
  };
  return is(name) || is(name.substr(name.find('.') + 1));
}

bool isMeant(const std::vector<std::string>& given, std::string_view name) {
  return std::any_of(given.begin(), given.end(),
                     [&](const std::string& each) { return means(each, name); });
}

void expectKnownOps(const std::vector<std::string>& given) {
  for (const auto& each : given) {
    const auto all = ops();
    if (std::none_of(all.begin(), all.end(), [&](const Op& op) { return means(each, op.name); })) {
      throw std::runtime_error(
          fmt::format("There is no op '{}' in the table (see 'viewfuzz list ops').", each));
    }
  }
}

void narrowOps(Profile& profile, const Narrowing& narrowing) {
  expectKnownOps(narrowing.ops);
  expectKnownOps(narrowing.not_ops);
  bool any = false;
  for (const Family& family : families()) {
    bool left = false;
    for (const Op& op : family.ops) {
      const bool wanted = (narrowing.ops.empty() || isMeant(narrowing.ops, op.name)) &&
                          !isMeant(narrowing.not_ops, op.name);
      if (!wanted) profile.ops.push_back({op.name, 0});
      left = left || wanted;
    }
    if (!left) profile.families.push_back({family.name, 0});
    any = any || left;
  }
  if (!any) throw std::runtime_error("No op is left to make cases of.");
}

void narrowDtypes(Profile& profile, const std::vector<std::string>& names) {
  std::vector<Dtype> wanted;
  for (const auto& name : names) {
    const auto dtype = parseDtype(name);
    if (!dtype) {
      throw std::runtime_error(
          fmt::format("There is no dtype '{}'. Expected one such as float32.", name));
    }
    wanted.push_back(*dtype);
  }
  const auto all = dtypes();
  for (size_t i = 0; i < all.size(); ++i) {
    const bool stays = std::find(wanted.begin(), wanted.end(), all[i]) != wanted.end();
    uint32_t& weight = profile.shapes.dtype_weights[i];
    weight = stays ? std::max<uint32_t>(weight, 1) : 0;
  }
}

}  // namespace

Profile narrowed(const Profile& profile, const Narrowing& narrowing) {
  Profile narrow = profile;
  if (!narrowing.ops.empty() || !narrowing.not_ops.empty()) narrowOps(narrow, narrowing);
  if (!narrowing.dtypes.empty()) narrowDtypes(narrow, narrowing.dtypes);
  return narrow;
}

}  // namespace viewfuzz
