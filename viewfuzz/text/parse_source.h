#pragma once

#include <functional>
#include <map>
#include <string>

#include "viewfuzz/program/program.h"
#include "viewfuzz/text/scanner.h"

namespace viewfuzz {

/// The tensors that earlier lines define, by their names in the text.
using Names = std::map<std::string, int, std::less<>>;

/// Reads a source after the word `tensor`: `([2, 3], float32, iota, strides=[3, 1], …)`. Throws
/// `ParseError`, also if the parts do not fit each other or exceed a limit.
Source parseSource(Scanner& scanner, const Names& names);

}  // namespace viewfuzz
