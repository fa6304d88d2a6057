#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "viewfuzz/escape/terminal.h"

namespace viewfuzz {

/// Prints a message for people on the standard output. Names, labels and messages may come from
/// anywhere, so whatever a terminal would take for a command is escaped. Throws `std::system_error`
/// if the output cannot be written to.
template <typename... Arguments>
void say(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  fmt::print("{}", terminalText(fmt::format(format, std::forward<Arguments>(arguments)...)));
}

/// Writes the bytes of a file to the standard output. They are escaped only if the output is a
/// terminal.
void writeOut(std::string_view file);

}  // namespace viewfuzz
