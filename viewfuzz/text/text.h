#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// The first line of a program in text form, with the version of that form.
inline constexpr std::string_view kVersionLine = "# viewfuzz program 1";

/// The text form of a program (docs/text-form.md), the only form in which programs are stored.
/// `parse(print(p)) == p` holds for every program in which each call of an op of the table names
/// its entry.
std::string print(const Program& program);

/// One statement as `print` writes it; `first_result` numbers its results.
std::string print(const Statement& statement, int first_result);

/// The error for a line that is no statement: `file:line:column: what was found, and what was
/// expected`.
class ParseError : public std::runtime_error {
 public:
  ParseError(std::string_view file, int line, int column, const std::string& message);
  int line;
  int column;
};

/// The largest number of values that the fill of a source may list. The largest index tensor that
/// is ever drawn (`Shapes::huge_in`) has fewer.
inline constexpr int64_t kMostListed = 8192;

/// The most statements that a program may have as text.
inline constexpr size_t kMaxStatements = 50'000;

/// Reads a program. `file` is used in error messages only. Tensors may have any name and are
/// numbered in the order of their definition. Throws `ParseError`, also for a program that reaches
/// outside a storage or exceeds the limits in layout.h.
Program parse(std::string_view text, std::string_view file = "program");

/// Reads a program from a file. Throws as `parse`, and `std::runtime_error` if the file cannot be
/// read.
Program parseFile(const std::string& path);

}  // namespace viewfuzz
