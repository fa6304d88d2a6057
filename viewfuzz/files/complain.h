#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <utility>

namespace viewfuzz {

/// Says something on the standard error, if that takes it. `fmt::print` throws where it does not,
/// and the error about the error would hide what is wrong.
template <typename... Arguments>
void complain(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  std::fputs(fmt::format(format, std::forward<Arguments>(arguments)...).c_str(), stderr);
}

}  // namespace viewfuzz
