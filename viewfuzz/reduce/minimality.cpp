#include "viewfuzz/reduce/minimality.h"

#include <charconv>
#include <cstdlib>
#include <set>
#include <vector>

#include "viewfuzz/generate/repair.h"
#include "viewfuzz/program/edit.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

bool isWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

/// A word or number of the text.
struct Token {
  size_t at;
  std::string text;
};

std::vector<Token> tokens(const std::string& text) {
  std::vector<Token> tokens;
  for (size_t i = text.find('\n'); i < text.size();) {  // after the version line
    size_t end = i;
    if (text[i] == '-') ++end;
    while (end < text.size() && isWord(text[end])) ++end;
    if (end > i) tokens.push_back({i, text.substr(i, end - i)});
    i = std::max(end, i + 1);
  }
  return tokens;
}

/// The number moved by one towards 0, if the token is a number other than 0.
std::optional<std::string> towardsZero(const std::string& token) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
  if (error != std::errc{} || end != token.data() + token.size() || value == 0) return std::nullopt;
  return std::to_string(value > 0 ? value - 1 : value + 1);
}

}  // namespace

std::optional<Program> smallerNeighbor(const Program& program, const FailsTheSame& fails,
                                       Spending& spending) {
  const bool valid = isValid(program);
  for (size_t i = 0; i < program.statements.size() && !spending.over(); ++i) {
    Program shorter = withoutDependents(program, i);
    if (spending.takeRun() && fails(shorter)) return shorter;
  }
  const std::string text = print(program);
  for (const Token& token : tokens(text)) {
    if (spending.over()) return std::nullopt;
    std::optional<std::string> simpler = towardsZero(token.text);
    if (parseDtype(token.text) && token.text != "float32") simpler = "float32";
    if (!simpler) continue;
    std::string changed = text;
    changed.replace(token.at, token.text.size(), *simpler);
    try {
      Program neighbor = parse(changed);
      if (valid && !isValid(neighbor)) continue;
      if (spending.takeRun() && fails(neighbor)) return neighbor;
    } catch (const ParseError&) {
      continue;  // no valid program, so no neighbor
    }
  }
  return std::nullopt;
}

bool isOneMinimal(const Program& program, const FailsTheSame& fails, Spending& spending) {
  const bool found = smallerNeighbor(program, fails, spending).has_value();
  // A search that ended early has not shown that there is none.
  return !found && spending.effort().cut == Cut::none;
}

}  // namespace viewfuzz
