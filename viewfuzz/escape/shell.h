#pragma once

#include <string>
#include <string_view>

namespace viewfuzz {

/// A word of a shell command, in quotes where it needs them; with control characters in the quotes
/// `$'…'` that bash, ksh and zsh know. A shell's word has no zero bytes.
std::string shellWord(std::string_view text);

}  // namespace viewfuzz
