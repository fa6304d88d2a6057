#include "fuzz/form.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace viewfuzz::fuzz {
namespace {

constexpr std::string_view kBlank = " \t\r";

/// Takes the next word, without the blanks around it; empty at the end.
std::string_view nextWord(std::string_view& text) {
  const size_t start = std::min(text.find_first_not_of(kBlank), text.size());
  const size_t end = std::min(text.find_first_of(kBlank, start), text.size());
  const std::string_view word = text.substr(start, end - start);
  text.remove_prefix(end);
  return word;
}

std::string_view nextLine(std::string_view& text) {
  const size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

/// A neighbour, a bound, double or half of it.
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

std::optional<int64_t> Form::number(const Field& field, std::string_view word) const {
  const auto named = std::find(field.words.begin(), field.words.end(), word);
  if (named != field.words.end()) return field.low + (named - field.words.begin());
  if (!field.words.empty()) return std::nullopt;
  int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  if (value < field.low || value > field.high) return std::nullopt;
  return value;
}

std::optional<Values> Form::parse(std::string_view text) const {
  if (nextLine(text) != fmt::format("# viewfuzz {} 1", title_)) return std::nullopt;
  Values values(fields_.size());
  std::vector<bool> given(fields_.size());
  while (!text.empty()) {
    std::string_view line = nextLine(text);
    const std::string_view name = nextWord(line);
    if (name.empty() || name.front() == '#') continue;
    const auto field = std::find_if(fields_.begin(), fields_.end(),
                                    [&](const Field& each) { return each.name == name; });
    if (field == fields_.end() || nextWord(line) != "=") return std::nullopt;
    const auto at = static_cast<size_t>(field - fields_.begin());
    if (given[at]) return std::nullopt;
    given[at] = true;
    for (auto word = nextWord(line); !word.empty(); word = nextWord(line)) {
      const auto value = number(*field, word);
      if (!value || values[at].size() == field->most) return std::nullopt;
      values[at].push_back(*value);
    }
    if (values[at].empty() && !field->isList()) return std::nullopt;
  }
  for (size_t i = 0; i < fields_.size(); ++i) {
    if (!given[i] && !fields_[i].isList()) values[i] = {fields_[i].otherwise};
  }
  return values;
}

std::string Form::print(const Values& values) const {
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

void Form::draw(const Field& field, std::vector<int64_t>& values, Choices& choices) const {
  values.resize(field.isList() ? static_cast<size_t>(choices.below(field.most + 1)) : 1);
  for (auto& value : values) value = choices.between(field.low, field.high);
}

Values Form::draw(Choices& choices) const {
  Values values(fields_.size());
  for (size_t i = 0; i < fields_.size(); ++i) draw(fields_[i], values[i], choices);
  return values;
}

Values Form::mutate(Values values, Choices& choices) const {
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

Values Form::cross(const Values& a, const Values& b, Choices& choices) {
  Values crossed = a;
  for (size_t i = 0; i < a.size(); ++i) {
    if (choices.oneIn(2)) crossed[i] = b[i];
  }
  return crossed;
}

}  // namespace viewfuzz::fuzz
