#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <string_view>

namespace viewfuzz::cli {

/// A script for `shell` (`bash`, `zsh` or `fish`) with which Tab completes the commands of the app,
/// their options, and what an option takes where that is known: the choices that it is checked
/// against, or the names that a `list` command prints. All of it is read off the app.
std::string completionFor(const CLI::App& app, std::string_view shell);

}  // namespace viewfuzz::cli
