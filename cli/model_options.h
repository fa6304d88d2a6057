#pragma once

#include <CLI/CLI.hpp>

#include <string>

#include "viewfuzz/models/config.h"
#include "viewfuzz/program/program.h"

namespace viewfuzz::cli {

/// Which program a command is about: a file, or a model of some sizes.
struct ModelOptions {
  std::string file;
  std::string model;
  std::optional<int64_t> layers, hidden, intermediate, vocab, chunk, batch;
  std::vector<int64_t> tokens;
  std::string form = "rows";
  std::string dtype = "float32";
  uint64_t seed = 1;

  void addTo(CLI::App& command);
  /// The same without a file.
  void addModelTo(CLI::App& command, bool required);
  /// Throws `std::runtime_error` with a sentence, and as `readProgram`.
  Program program() const;
};

}  // namespace viewfuzz::cli
