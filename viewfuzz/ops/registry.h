#pragma once

#include <string>
#include <vector>

namespace viewfuzz {

/// The ops of the running libtorch whose schema says that a result may be a view: the first
/// argument and a result are annotated as aliased, and the argument is not written to. The names
/// are spelled as in programs, and sorted.
std::vector<std::string> viewSchemas();

}  // namespace viewfuzz
