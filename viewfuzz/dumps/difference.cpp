#include "viewfuzz/dumps/difference.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "viewfuzz/dumps/recorder.h"

namespace viewfuzz {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// Takes the number at the start of `text` away from it, and gives it without leading zeros.
std::string_view takeNumber(std::string_view& text) {
  const auto end = std::find_if_not(text.begin(), text.end(), isDigit);
  std::string_view number = text.substr(0, static_cast<size_t>(end - text.begin()));
  text.remove_prefix(number.size());
  while (number.size() > 1 && number.front() == '0') number.remove_prefix(1);
  return number;
}

/// The keys of the file in the order of execution; empty if the metadata do not have it.
std::vector<std::string> orderOf(const SafeTensors& file) {
  const auto entry = file.metadata.find(kOrderKey);
  if (entry == file.metadata.end()) return {};
  const auto list = nlohmann::json::parse(entry->second, nullptr, false);
  std::vector<std::string> keys;
  if (!list.is_array()) return keys;
  for (const auto& key : list) {
    if (key.is_string() && file.has(key.get<std::string>())) keys.push_back(key);
  }
  return keys;
}

}  // namespace

bool naturallyLess(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    if (isDigit(a.front()) && isDigit(b.front())) {
      const auto x = takeNumber(a);
      const auto y = takeNumber(b);
      if (x.size() != y.size()) return x.size() < y.size();
      if (x != y) return x < y;
    } else {
      if (a.front() != b.front()) return a.front() < b.front();
      a.remove_prefix(1);
      b.remove_prefix(1);
    }
  }
  return a.size() < b.size();
}

std::vector<std::string> commonKeys(const SafeTensors& a, const SafeTensors& b) {
  std::vector<std::string> keys = orderOf(a);
  if (keys.empty()) keys = orderOf(b);
  if (keys.empty()) {
    for (const auto& [key, tensor] : a.tensors) keys.push_back(key);
    std::sort(keys.begin(), keys.end(), naturallyLess);
  }
  std::erase_if(keys, [&](const std::string& key) { return !a.has(key) || !b.has(key); });
  return keys;
}

DumpDifference difference(const std::string& key, const at::Tensor& a, const at::Tensor& b) {
  DumpDifference seen{key};
  seen.same_sizes = a.sizes() == b.sizes();
  if (!seen.same_sizes || a.numel() == 0) return seen;
  const auto wide = [](const at::Tensor& tensor) {
    const at::Tensor real = tensor.is_complex() ? at::view_as_real(tensor) : tensor;
    return real.to(at::kDouble).flatten();
  };
  at::Tensor x = wide(a);
  at::Tensor y = wide(b);
  // Equal elements have no difference, also if they are NaN or infinite.
  const at::Tensor equal = x.eq(y).logical_or(x.isnan().logical_and(y.isnan()));
  const at::Tensor usual = x.isfinite().logical_or(equal.logical_not());
  const at::Tensor gap = at::where(equal, at::zeros_like(x), (x - y).abs());
  seen.largest = gap.max().item<double>();
  x = at::where(usual, x, at::zeros_like(x));
  y = at::where(usual, y, at::zeros_like(y));
  const double scale = at::where(x.isfinite(), x.abs(), at::zeros_like(x)).max().item<double>();
  seen.relative = scale > 0 ? seen.largest / scale : seen.largest;
  const double size = x.norm().item<double>() * y.norm().item<double>();
  if (size != 0) seen.cosine = x.dot(y).item<double>() / size;
  if (size == 0) seen.cosine = seen.largest == 0 ? 1 : 0;
  return seen;
}

bool within(const DumpDifference& difference, const DumpBounds& bounds) {
  return difference.same_sizes && difference.cosine >= bounds.cosine &&
         difference.relative <= bounds.relative;
}

}  // namespace viewfuzz
