#pragma once

#include <string>
#include <string_view>

namespace viewfuzz {

/// Lets programs call the ops of a namespace, beside those of `aten`. A program comes from
/// anywhere, and ops of other namespaces of libtorch reach files, processes and profilers.
///
/// Call it before any program runs. Processes that are forked later allow the same. Throws
/// `std::runtime_error` with a sentence if `name` cannot be a namespace.
void allowNamespace(const std::string& name);

/// May a program call the op of this name, such as `aten.select.int`?
bool isInAllowedNamespace(std::string_view name);

}  // namespace viewfuzz
