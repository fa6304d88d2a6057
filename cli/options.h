#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace viewfuzz::cli {

// Checks before the work that its result can be written. They throw `std::runtime_error` with the
// option, the path and the reason if not.

/// They do nothing for an empty path, which means that the option was not given.
void expectFile(std::string_view option, const std::string& path);
void expectFolder(std::string_view option, const std::string& path);

// Checks of option values, with a sentence that says what was expected. The checks of CLI11 print
// the largest possible number with all its digits.

CLI::Validator deviceName();
CLI::Validator notEmpty();
/// A number from 0 to 2^64 - 1. A larger or negative one is an error and does not wrap.
CLI::Validator count();
CLI::Validator positive();
CLI::Validator notNegative();
CLI::Validator wholeNumber(int64_t least, int64_t most);

}  // namespace viewfuzz::cli
