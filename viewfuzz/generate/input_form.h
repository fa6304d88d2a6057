#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "viewfuzz/program/draft.h"

namespace viewfuzz {

/// A line of a form: `name = number`, `name = word` or `name = number number …`.
struct Field {
  std::string_view name;
  int64_t low;
  int64_t high;           ///< included
  int64_t otherwise = 0;  ///< of a line that is left out; of a list, which is empty then, nothing
  /// The numbers have names: `words[number - low]`.
  std::vector<std::string_view> words = {};
  size_t most = 1;  ///< numbers in a list
  bool isList() const { return most > 1; }
};

/// An input that is a handful of numbers, as text that a person can read and change:
///
///     # viewfuzz TITLE 1
///     batch = 2
///     lengths = 0 3 17
class InputForm {
 public:
  /// What it is filled in with: the numbers of each field, in order; one, unless it is a list.
  using Values = std::vector<std::vector<int64_t>>;

  InputForm(std::string title, std::vector<Field> fields)
      : title_(std::move(title)), fields_(std::move(fields)) {}

  /// Does the first line say that the text is such a form, of this version or of another?
  bool claims(std::string_view text) const;
  /// Throws `ParseError`: another first line, an unknown or repeated name, a number outside its
  /// bounds. `file` is only named in errors.
  Values parse(std::string_view text, std::string_view file = "form") const;
  /// `parse(print(v)) == v`
  std::string print(const Values& values) const;

  Values draw(Choices& choices) const;
  /// One to three fields to a neighbour, to a bound, or anywhere.
  Values mutate(Values values, Choices& choices) const;
  /// Each field from one of the two.
  static Values cross(const Values& a, const Values& b, Choices& choices);

  std::span<const Field> fields() const { return fields_; }

 private:
  static void draw(const Field& field, std::vector<int64_t>& values, Choices& choices);

  std::string title_;
  std::vector<Field> fields_;
};

}  // namespace viewfuzz
