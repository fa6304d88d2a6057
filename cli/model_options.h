#pragma once

#include <CLI/CLI.hpp>

#include <string>

#include "viewfuzz/models/config.h"
#include "viewfuzz/program/program.h"

namespace viewfuzz::cli {

/// The program for a command: one in a file, or a model with some sizes.
struct ModelOptions {
  std::string file;
  std::string model;
  std::optional<int64_t> layers, hidden, intermediate, vocab, chunk, batch;
  std::vector<int64_t> tokens;
  std::string form = "rows";
  std::string dtype = "float32";
  uint64_t seed = 1;

  void addTo(CLI::App& command);
  /// Adds the options without the file.
  void addModelTo(CLI::App& command, bool required);
  /// The program that the options describe. Throws `std::runtime_error` with a sentence for wrong
  /// options, and as `readProgram` does.
  Program program() const;
};

}  // namespace viewfuzz::cli
