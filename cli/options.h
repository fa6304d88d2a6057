#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace viewfuzz::cli {

// Before the work whose result goes there, in each command that writes: throw
// `std::runtime_error` with the option, the path and the reason where nothing can be written.

/// An option that is not given has no path.
void expectFile(std::string_view option, const std::string& path);
void expectFolder(std::string_view option, const std::string& path);

// Of the values of an option, with a sentence that says what was expected. CLI11's own name the
// largest number that there is, digit by digit.

CLI::Validator deviceName();
CLI::Validator notEmpty();
/// From 0 to 2^64 - 1; nothing wraps.
CLI::Validator count();
CLI::Validator positive();
CLI::Validator notNegative();
CLI::Validator wholeNumber(int64_t least, int64_t most);

}  // namespace viewfuzz::cli
