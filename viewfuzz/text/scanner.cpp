#include "viewfuzz/text/scanner.h"

#include <fmt/format.h>

#include <charconv>

#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

constexpr size_t kLongestName = 128;

// <cctype> does not do: it depends on the locale, and a program must mean the same everywhere.
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isNameStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isName(char c) { return isNameStart(c) || isDigit(c); }

}  // namespace

ParseError::ParseError(std::string_view file, int line, int column, const std::string& message)
    : std::runtime_error(fmt::format("{}:{}:{}: {}", file, line, column, message)),
      line(line),
      column(column) {}

void Scanner::fail(const std::string& message) const {
  throw ParseError(file_, number_, static_cast<int>(at_) + 1, message);
}

void Scanner::skipSpace() {
  while (!atEnd() && (peek() == ' ' || peek() == '\t' || peek() == '\r')) ++at_;
}

std::string_view Scanner::rest() const {
  std::string_view text = line_.substr(std::min(at_, line_.size()));
  while (!text.empty() && (text.back() == '\r' || text.back() == ' ')) text.remove_suffix(1);
  return text;
}

bool Scanner::accept(char wanted) {
  skipSpace();
  if (peek() != wanted || atEnd()) return false;
  ++at_;
  return true;
}

void Scanner::expect(char wanted) {
  if (!accept(wanted)) fail(fmt::format("expected '{}'", wanted));
}

bool Scanner::startsName() const { return !atEnd() && isNameStart(peek()); }

std::string_view Scanner::identifier(std::string_view expected) {
  skipSpace();
  const size_t start = at_;
  if (!startsName()) fail(fmt::format("expected {}", expected));
  while (!atEnd() && isName(peek())) ++at_;
  if (at_ - start > kLongestName)
    fail(fmt::format("a name is longer than {} characters", kLongestName));
  return line_.substr(start, at_ - start);
}

std::string_view Scanner::name(std::string_view expected) {
  const auto start = static_cast<size_t>(identifier(expected).data() - line_.data());
  while (peek() == '.') {
    ++at_;
    if (!startsName()) fail("expected a name after the dot");
    identifier("a name after the dot");
    if (at_ - start > kLongestName)
      fail(fmt::format("a name is longer than {} characters", kLongestName));
  }
  return line_.substr(start, at_ - start);
}

std::string Scanner::string() {
  expect('"');
  const size_t end = line_.find('"', at_);
  if (end == std::string_view::npos) fail("expected a closing '\"'");
  std::string text(line_.substr(at_, end - at_));
  at_ = end + 1;
  return text;
}

int64_t Scanner::integer(int64_t low, int64_t high) {
  skipSpace();
  int64_t value = 0;
  const auto text = line_.substr(std::min(at_, line_.size()));
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || value < low || value > high) {
    fail(low == std::numeric_limits<int64_t>::min()
             ? "expected an integer"
             : fmt::format("expected an integer in [{}, {}]", low, high));
  }
  at_ += static_cast<size_t>(end - text.data());
  return value;
}

Dims Scanner::integers(int64_t low, int64_t high, size_t most) {
  expect('[');
  Dims values;
  skipSpace();
  if (accept(']')) return values;
  do {
    if (values.size() == most) fail(fmt::format("expected at most {} values", most));
    values.push_back(integer(low, high));
  } while (accept(','));
  expect(']');
  return values;
}

Value Scanner::number() {
  skipSpace();
  const auto text = line_.substr(std::min(at_, line_.size()));
  int64_t whole = 0;
  const auto integral = std::from_chars(text.data(), text.data() + text.size(), whole);
  double real = 0;
  const auto floating = std::from_chars(text.data(), text.data() + text.size(), real);
  if (floating.ec != std::errc{})
    fail("expected a value: a number, a tensor, a list, None, True or False");
  at_ += static_cast<size_t>(floating.ptr - text.data());
  if (integral.ec == std::errc{} && integral.ptr == floating.ptr) return whole;
  return real;
}

}  // namespace viewfuzz
