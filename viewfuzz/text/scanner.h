#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// Reads the words of one line. Every failure names file, line and column (both from 1).
class Scanner {
 public:
  Scanner(std::string_view line, std::string_view file, int number)
      : line_(line), file_(file), number_(number) {}

  [[noreturn]] void fail(const std::string& message) const;

  void skipSpace();
  bool atEnd() const { return at_ >= line_.size(); }
  char peek() const { return atEnd() ? '\0' : line_[at_]; }
  std::string_view rest() const;

  /// Skips spaces, then takes the character if it is there.
  bool accept(char wanted);
  void expect(char wanted);

  bool startsName() const;
  /// Letters, digits and `_`; the first is no digit.
  std::string_view identifier(std::string_view expected);
  /// Identifiers joined by dots.
  std::string_view name(std::string_view expected);
  /// A quoted text without escapes.
  std::string string();
  int64_t integer(int64_t low, int64_t high);
  /// A list such as `[1, 2]`: at most `most` integers, each in [low, high].
  Dims integers(int64_t low, int64_t high, size_t most);
  /// An integer; a floating-point number if it is written as one.
  Value number();

 private:
  std::string_view line_;
  std::string_view file_;
  int number_;
  size_t at_ = 0;
};

}  // namespace viewfuzz
