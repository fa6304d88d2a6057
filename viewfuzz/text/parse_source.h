#pragma once

#include <functional>
#include <map>
#include <string>

#include "viewfuzz/program/program.h"
#include "viewfuzz/text/scanner.h"

namespace viewfuzz {

/// The tensors defined above, by their names in the text.
using Names = std::map<std::string, int, std::less<>>;

/// What is behind the word `tensor` of a source: `([2, 3], float32, iota, strides=[3, 1], …)`.
/// Throws `ParseError`, also where the parts do not fit each other or a limit.
Source parseSource(Scanner& scanner, const Names& names);

}  // namespace viewfuzz
