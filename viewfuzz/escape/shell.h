#pragma once

#include <string>
#include <string_view>

namespace viewfuzz {

/// The text as one word of a shell command, in quotes if it needs them. A text with control
/// characters is put into the quotes `$'…'`, which bash, ksh and zsh know. It must not have zero
/// bytes.
std::string shellWord(std::string_view text);

}  // namespace viewfuzz
