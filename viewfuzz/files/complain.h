#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <utility>

#include "viewfuzz/escape/terminal.h"

namespace viewfuzz {

/// Prints a message for people on the standard error. If the standard error cannot be written to,
/// the message is dropped: an exception, as `fmt::print` throws it, would hide the error that the
/// message is about. As with `say`, a terminal takes no part of the message for a command.
template <typename... Arguments>
void complain(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  const std::string text = fmt::format(format, std::forward<Arguments>(arguments)...);
  std::fputs(terminalText(text).c_str(), stderr);
}

}  // namespace viewfuzz
