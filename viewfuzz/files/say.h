#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "viewfuzz/escape/terminal.h"

namespace viewfuzz {

/// Says something to people on the standard output. Names, labels and messages come from anywhere:
/// none of them is a command to the terminal. Throws `std::system_error` where the output takes no
/// more.
template <typename... Arguments>
void say(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  fmt::print("{}", terminalText(fmt::format(format, std::forward<Arguments>(arguments)...)));
}

/// Writes a file to the standard output: every byte of it, unless a terminal shows it.
void writeOut(std::string_view file);

}  // namespace viewfuzz
