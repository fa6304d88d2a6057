#pragma once

#include <string>
#include <string_view>

namespace viewfuzz {

/// What a part of a result is. Each kind has a colour of its own.
enum class Ink {
  name,     ///< a signature
  accused,  ///< the statement that goes wrong
  bad,      ///< a verdict: there is a violation
  good,     ///< a verdict: there is none
};

/// When the standard output has colours. `automatic`: if it is a terminal, unless the environment
/// says no: `NO_COLOR` is set and not empty, or `TERM` is `dumb`.
enum class Color { automatic, always, never };

/// From here on, for the whole process.
void setColor(Color when);

/// The text for the standard output, in the colour of `ink` if that has colours. No part of the
/// text itself is a command to the terminal.
std::string inked(Ink ink, std::string_view text);

/// Prints `inked` text. Throws as `say`.
void sayIn(Ink ink, std::string_view text);

}  // namespace viewfuzz
