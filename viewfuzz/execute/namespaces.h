#pragma once

#include <string>
#include <string_view>

namespace viewfuzz {

/// Which ops a program may name: those of `aten`, and of namespaces that the user allows. Others of
/// libtorch reach files, processes and profilers, and a program comes from anywhere.
///
/// To be called before any program runs; processes that are forked from this one allow the same.
/// Throws `std::runtime_error` with a sentence for what is no name of a namespace.
void allowNamespace(const std::string& name);

/// `name` is that of an op, such as `aten.select.int`.
bool isInAllowedNamespace(std::string_view name);

}  // namespace viewfuzz
