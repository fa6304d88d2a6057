#pragma once

// How a child lived through a program: for the files of `Survival`.

#include <fmt/format.h>

#include "viewfuzz/examine/survival.h"

namespace viewfuzz {

/// The frame by which a child says that it has loaded the backend.
inline constexpr uint32_t kIsLoaded = 1;

struct Survival::Lived {
  ChildOutcome outcome;
  bool loaded = false;
  size_t at = 0;  ///< the statement; behind the last one, the number of statements
  /// The statements that the target refused, up to its end. None: nobody can tell.
  std::optional<std::vector<size_t>> refused;

  void expectLoaded() const {
    if (loaded || !failed(outcome)) return;
    const auto* threw = std::get_if<Threw>(&outcome);
    throw CannotLoad(
        threw != nullptr
            ? fmt::format("the backend cannot be loaded again: {}", threw->text)
            : fmt::format("the backend cannot be loaded again: the process {}", told(outcome)));
  }
};

/// Where the child writes its errors: into the log, or nowhere. Programs that are tried one after
/// the other would all leave the same last words.
inline void keepErrors(const ErrorLog* log) {
  if (log != nullptr) {
    log->take();
  } else {
    silenceErrors();
  }
}

/// The first statements of a program.
inline Program firstOf(const Program& program, size_t count) {
  Program prefix = program;
  prefix.statements.resize(count);
  return prefix;
}

}  // namespace viewfuzz
