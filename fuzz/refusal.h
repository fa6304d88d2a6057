#pragma once

#include <string>

namespace viewfuzz::fuzz {

/// Notes why an input cannot be run, and gives the result of `LLVMFuzzerTestOneInput` for that: -1,
/// which keeps the input out of the corpus. libFuzzer does not show the reason, but the main that
/// replays files does.
int refuse(std::string why);

/// Why the last input that could not be run was rejected.
const std::string& whyRefused();

}  // namespace viewfuzz::fuzz
