#pragma once

#include <string>
#include <vector>

namespace viewfuzz {

/// The ops of the running libtorch whose schema says that a result may be a view: the first
/// argument is annotated as aliased and not written to, and so is a result. Names as programs spell
/// them, sorted.
std::vector<std::string> viewSchemas();

}  // namespace viewfuzz
