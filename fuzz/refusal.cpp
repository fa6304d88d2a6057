#include "fuzz/refusal.h"

#include <utility>

namespace viewfuzz::fuzz {
namespace {

std::string& last() {
  static std::string last;
  return last;
}

}  // namespace

int refuse(std::string why) {
  last() = std::move(why);
  return -1;
}

const std::string& whyRefused() { return last(); }

}  // namespace viewfuzz::fuzz
