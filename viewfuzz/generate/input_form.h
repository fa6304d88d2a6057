#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "viewfuzz/program/draft.h"

namespace viewfuzz {

/// A line of an input form: `name = number`, `name = word` or `name = number number …`.
struct Field {
  std::string_view name;
  int64_t low;
  int64_t high;           ///< included
  int64_t otherwise = 0;  ///< of a line that is left out; an absent list is empty
  /// If not empty, the names of the numbers: a number n is written as `words[n - low]`.
  std::vector<std::string_view> words = {};
  size_t most = 1;  ///< of numbers; more than 1 makes the field a list
  bool isList() const { return most > 1; }
};

/// An input form: a few named numbers, as text that a person can read and change:
///
///     # viewfuzz TITLE 1
///     batch = 2
///     lengths = 0 3 17
class InputForm {
 public:
  /// The numbers of each field, in order. A field that is not a list has one number.
  using Values = std::vector<std::vector<int64_t>>;

  InputForm(std::string title, std::vector<Field> fields)
      : title_(std::move(title)), fields_(std::move(fields)) {}

  /// Does the first line say that the text is an input form of this title, in any version?
  bool claims(std::string_view text) const;
  /// Throws `ParseError` for another first line, an unknown or repeated name, or a number outside
  /// its bounds. `file` is the name in errors, and is not opened.
  Values parse(std::string_view text, std::string_view file = "form") const;
  /// The text of these values: `parse(print(v)) == v`.
  std::string print(const Values& values) const;

  Values draw(Choices& choices) const;
  /// Changes one to three fields: to a neighbor, to a bound, or to any value.
  Values mutate(Values values, Choices& choices) const;
  /// Takes each field from `a` or from `b`.
  static Values cross(const Values& a, const Values& b, Choices& choices);

  std::span<const Field> fields() const { return fields_; }

 private:
  static void draw(const Field& field, std::vector<int64_t>& values, Choices& choices);

  std::string title_;
  std::vector<Field> fields_;
};

}  // namespace viewfuzz
