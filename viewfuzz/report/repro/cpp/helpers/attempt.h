#pragma once

#include <exception>

#include "viewfuzz/report/repro/cpp/helpers/kind.h"
#include "viewfuzz/report/repro/cpp/helpers/run.h"

/// Goes on behind a statement that is refused, and keeps the reason.
template <typename Statement>
void attempt(Run& run, const char* what, Statement statement) {
  try {
    statement();
  } catch (const c10::Error& error) {
    run.refused[what] = kind(error) + ": " + error.what_without_backtrace();
  } catch (const std::exception& error) {
    run.refused[what] = error.what();
  }
}
