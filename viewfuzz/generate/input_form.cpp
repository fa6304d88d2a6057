#include "viewfuzz/generate/input_form.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

constexpr std::string_view kBlank = " \t";

std::string_view nextLine(std::string_view& text) {
  const size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

/// The words of a line, one after the other. It knows the column of each word, for errors.
class Words {
 public:
  Words(std::string_view line, std::string_view file, int number)
      : line_(line), file_(file), number_(number) {}

  /// The next word, without the blanks around it; empty at the end.
  std::string_view next() {
    start_ = std::min(line_.find_first_not_of(kBlank, end_), line_.size());
    end_ = std::min(line_.find_first_of(kBlank, start_), line_.size());
    return line_.substr(start_, end_ - start_);
  }
  /// Throws for the word that `next` gave last.
  [[noreturn]] void fail(const std::string& message) const {
    throw ParseError(file_, number_, static_cast<int>(start_) + 1, message);
  }

 private:
  std::string_view line_, file_;
  int number_;
  size_t start_ = 0, end_ = 0;
};

/// What may stand for a number of the field, for error messages.
std::string expected(const Field& field) {
  if (!field.words.empty()) return fmt::format("one of: {}", fmt::join(field.words, ", "));
  return fmt::format("a number in [{}, {}]", field.low, field.high);
}

std::optional<int64_t> number(const Field& field, std::string_view word) {
  const auto named = std::find(field.words.begin(), field.words.end(), word);
  if (named != field.words.end()) return field.low + (named - field.words.begin());
  if (!field.words.empty()) return std::nullopt;
  int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  if (value < field.low || value > field.high) return std::nullopt;
  return value;
}

/// A neighbor of the value, a bound of the field, or the double or half of the value.
int64_t nudged(const Field& field, int64_t value, Choices& choices) {
  const auto within = [&](int64_t wanted) { return std::clamp(wanted, field.low, field.high); };
  switch (choices.below(6)) {
    case 0:
      return within(value + 1);
    case 1:
      return within(value - 1);
    case 2:
      return within(value > field.high / 2 ? field.high : value * 2);
    case 3:
      return choices.oneIn(2) ? field.low : within(1);
    default:
      return choices.between(field.low, field.high);
  }
}

}  // namespace

bool InputForm::claims(std::string_view text) const {
  return text.starts_with(fmt::format("# viewfuzz {} ", title_));
}

InputForm::Values InputForm::parse(std::string_view text, std::string_view file) const {
  const std::string first = fmt::format("# viewfuzz {} 1", title_);
  if (nextLine(text) != first)
    throw ParseError(file, 1, 1, fmt::format("expected '{}' as the first line", first));
  Values values(fields_.size());
  std::vector<bool> given(fields_.size());
  for (int line = 2; !text.empty(); ++line) {
    Words words(nextLine(text), file, line);
    const std::string_view name = words.next();
    if (name.empty() || name.front() == '#') continue;
    const auto field = std::find_if(fields_.begin(), fields_.end(),
                                    [&](const Field& each) { return each.name == name; });
    if (field == fields_.end()) words.fail(fmt::format("there is no field '{}'", name));
    const auto at = static_cast<size_t>(field - fields_.begin());
    if (given[at]) words.fail(fmt::format("'{}' is there twice", name));
    given[at] = true;
    if (words.next() != "=") words.fail(fmt::format("expected '=' behind '{}'", name));
    for (auto word = words.next(); !word.empty(); word = words.next()) {
      if (values[at].size() == field->most)
        words.fail(fmt::format("expected at most {} behind '{} ='", field->most, name));
      const auto value = number(*field, word);
      if (!value) words.fail(fmt::format("'{}' is not {}", word, expected(*field)));
      values[at].push_back(*value);
    }
    if (values[at].empty() && !field->isList())
      words.fail(fmt::format("expected {}", expected(*field)));
  }
  for (size_t i = 0; i < fields_.size(); ++i) {
    if (!given[i] && !fields_[i].isList()) values[i] = {fields_[i].otherwise};
  }
  return values;
}

std::string InputForm::print(const Values& values) const {
  std::string text = fmt::format("# viewfuzz {} 1\n", title_);
  for (size_t i = 0; i < fields_.size(); ++i) {
    const Field& field = fields_[i];
    text += fmt::format("{} =", field.name);
    for (const int64_t value : values[i]) {
      text += field.words.empty()
                  ? fmt::format(" {}", value)
                  : fmt::format(" {}", field.words[static_cast<size_t>(value - field.low)]);
    }
    text += "\n";
  }
  return text;
}

void InputForm::draw(const Field& field, std::vector<int64_t>& values, Choices& choices) {
  values.resize(field.isList() ? static_cast<size_t>(choices.below(field.most + 1)) : 1);
  for (auto& value : values) value = choices.between(field.low, field.high);
}

InputForm::Values InputForm::draw(Choices& choices) const {
  Values values(fields_.size());
  for (size_t i = 0; i < fields_.size(); ++i) draw(fields_[i], values[i], choices);
  return values;
}

InputForm::Values InputForm::mutate(Values values, Choices& choices) const {
  const int64_t times = choices.between(1, 3);
  for (int64_t i = 0; i < times; ++i) {
    const auto at = static_cast<size_t>(choices.below(fields_.size()));
    const Field& field = fields_[at];
    auto& numbers = values[at];
    if (field.isList() && choices.oneIn(3)) {
      if (numbers.size() == field.most || (!numbers.empty() && choices.oneIn(2))) {
        numbers.pop_back();
      } else {
        numbers.push_back(choices.between(field.low, field.high));
      }
    } else if (!numbers.empty()) {
      int64_t& value = choices.pick(numbers);
      value = nudged(field, value, choices);
    }
  }
  return values;
}

InputForm::Values InputForm::cross(const Values& a, const Values& b, Choices& choices) {
  Values crossed = a;
  for (size_t i = 0; i < a.size(); ++i) {
    if (choices.oneIn(2)) crossed[i] = b[i];
  }
  return crossed;
}

}  // namespace viewfuzz
