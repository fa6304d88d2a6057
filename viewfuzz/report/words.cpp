#include "viewfuzz/report/words.h"

#include <algorithm>

namespace viewfuzz {
namespace {

bool isNumber(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Without leading zeros.
std::string plain(std::string_view number) {
  while (number.size() > 1 && number.front() == '0') number.remove_prefix(1);
  return std::string(number);
}

std::string partInWords(std::string_view part) {
  if (part.size() > 1 && isNumber(part.substr(1))) {
    if (part.front() == 'L') return "layer " + plain(part.substr(1));
    if (part.front() == 'T') return "forward " + plain(part.substr(1));
  }
  const size_t first = part.find('_');
  if (first != std::string_view::npos && isNumber(part.substr(0, first)))
    part.remove_prefix(first + 1);
  const size_t last = part.rfind('_');
  if (last == std::string_view::npos || !isNumber(part.substr(last + 1))) return std::string(part);
  return std::string(part.substr(0, last)) + " " + plain(part.substr(last + 1));
}

}  // namespace

std::string inWords(std::string_view key) {
  std::string words;
  for (size_t at = 0; at <= key.size();) {
    const size_t end = std::min(key.find('.', at), key.size());
    if (end > at) words += (words.empty() ? "" : " -> ") + partInWords(key.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

}  // namespace viewfuzz
