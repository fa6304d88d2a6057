#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// The first line of a program in text form, with the version of that form.
inline constexpr std::string_view kVersionLine = "# viewfuzz program 1";

/// The text form of a program, the one way in which programs are stored. docs/text-form.md
/// describes it. `parse(print(p)) == p` for every program whose calls name their entry where there
/// is one.
std::string print(const Program& program);

/// One statement as `print` writes it; `first_result` numbers its results.
std::string print(const Statement& statement, int first_result);

/// A line that is not a statement: `file:line:column: what was found, and what was expected`.
class ParseError : public std::runtime_error {
 public:
  ParseError(std::string_view file, int line, int column, const std::string& message);
  int line;
  int column;
};

/// The most values that the fill of a source may list. The largest index that is ever drawn
/// (`Shapes::huge_in`) has fewer.
inline constexpr int64_t kMostListed = 8192;

/// The most statements that a program may have as text.
inline constexpr size_t kMaxStatements = 50'000;

/// Reads a program. `file` is only named in errors. Tensors may have any name; they are numbered
/// in the order of their definition. Throws `ParseError`, and never takes a program that reaches
/// outside a storage or is larger than the limits in layout.h.
Program parse(std::string_view text, std::string_view file = "program");

/// `parse` of a file. Throws `std::runtime_error` also when it cannot be read.
Program parseFile(const std::string& path);

}  // namespace viewfuzz
