#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <utility>

#include "viewfuzz/escape/terminal.h"

namespace viewfuzz {

/// Says something on the standard error, if that takes it. `fmt::print` throws where it does not,
/// and the error about the error would hide what is wrong. Nothing of it is a command to the
/// terminal, as for `say`.
template <typename... Arguments>
void complain(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  const std::string text = fmt::format(format, std::forward<Arguments>(arguments)...);
  std::fputs(terminalText(text).c_str(), stderr);
}

}  // namespace viewfuzz
