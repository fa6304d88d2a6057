#pragma once

#include <string>

#include "viewfuzz/judge/evidence.h"

namespace viewfuzz {

// Parts of the text that `describe` gives, for callers that say the rest in other words.

/// `IndexError: Dimension out of range`. Of a long message, its first sentence, or the beginning of
/// that; the evidence keeps all of it.
std::string inWords(const Refusal& refusal);

/// `position 2 of the storage of t0: expected 3, got 0`.
std::string firstDifference(const evidence::Bytes& bytes);

/// `expected sizes [2], …; got sizes [2], …`.
std::string expectedAndGot(const evidence::LaidOut& laid_out);

/// `1 element`, `3 bytes`.
std::string counted(size_t count, const char* what);

}  // namespace viewfuzz
