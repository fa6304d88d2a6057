// What each language reads back is what was written, for any bytes.

#include <array>
#include <random>

#include "tests/report/repro/python_fixture.h"
#include "viewfuzz/escape/comment.h"
#include "viewfuzz/escape/cpp.h"
#include "viewfuzz/escape/python.h"
#include "viewfuzz/escape/shell.h"
#include "viewfuzz/escape/terminal.h"

namespace viewfuzz {
namespace {

/// Pieces that end a literal, a comment or a line somewhere, or are cut-off characters.
constexpr std::array<std::string_view, 34> kPieces = {"\"",
                                                      "\"\"\"",
                                                      "'",
                                                      "\\",
                                                      "\\\n",
                                                      "\n",
                                                      "\r",
                                                      "\t",
                                                      " ",
                                                      "0",
                                                      "7",
                                                      "f",
                                                      "\x01",
                                                      "\x7f",
                                                      "\x1b[",
                                                      "\xc2\x85",
                                                      "\xe2\x80\xa8",
                                                      "\xe2\x80\xae",
                                                      "\xef\xbb\xbf",
                                                      "\xf0\x9f\x98\x80",
                                                      "\xff",
                                                      "\xe2\x82",
                                                      "\xed\xb2\x80",
                                                      "?\?/",
                                                      "*/",
                                                      "/*",
                                                      "#",
                                                      "//",
                                                      "{",
                                                      "}",
                                                      "%(prog)s",
                                                      "R\"(",
                                                      ")\"",
                                                      "\\u0041"};

std::vector<std::string> hostileTexts() {
  std::vector<std::string> texts = {"", std::string("\0", 1), "t1 = t0.select(1, 0)"};
  for (int byte = 0; byte < 256; ++byte) texts.push_back({static_cast<char>(byte), '0'});
  for (const auto& piece : kPieces) texts.emplace_back(piece);
  std::mt19937 random(17);
  const auto below = [&](uint32_t limit) { return static_cast<uint32_t>(random() % limit); };
  for (int i = 0; i < 3000; ++i) {
    std::string text;
    for (uint32_t left = below(12); left > 0; --left) {
      if (below(3) == 0) {
        text += static_cast<char>(below(256));
      } else {
        text += kPieces[below(kPieces.size())];
      }
    }
    texts.push_back(text);
  }
  return texts;
}

std::string hex(std::string_view text) {
  std::string digits;
  for (const char c : text) digits += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return digits;
}

class ReadBack : public Python {
 protected:
  int shell(const std::string& command) const {
    return WEXITSTATUS(std::system(
        fmt::format("cd '{}' && ({}) > output 2>&1", folder_.string(), command).c_str()));
  }
};

TEST_F(ReadBack, ByPython) {
  if (!hasPython()) GTEST_SKIP() << "no Python beside libtorch";
  std::string script = "count = 0\n";
  const auto texts = hostileTexts();
  for (const auto& text : texts) {
    script += fmt::format(
        "assert {}.encode('utf-8', 'surrogateescape').hex() == '{}'\n"
        "count += 1  # {}\n",
        pythonLiteral(text), hex(text), lineComment(text));
    const std::string shown = terminalText(text);
    script += fmt::format("assert (\"\"\"{}\"\"\").encode().hex() == '{}'\n",
                          pythonDocstring(shown), hex(shown));
  }
  script += fmt::format("assert count == {}, count\n", texts.size());
  write("literals.py", script);
  EXPECT_EQ(run("literals.py"), 0) << read("output");
}

TEST_F(ReadBack, ByCpp) {
  std::string source =
      "#include <cstring>\n#include <string_view>\n"
      "struct Text { std::string_view read, written; };\n"
      "constexpr Text kTexts[] = {\n";
  const auto bytes = [](std::string_view text) {
    std::string octal;
    for (const char c : text) octal += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    return octal;
  };
  const auto texts = hostileTexts();
  for (const auto& text : texts) {
    source +=
        fmt::format("    // {}\n    {{std::string_view({}, {}), std::string_view(\"{}\", {})}},\n",
                    lineComment(text), cppLiteral(text), text.size(), bytes(text), text.size());
  }
  source += fmt::format(
      "}};\n"
      "static_assert(sizeof(kTexts) / sizeof(kTexts[0]) == {});\n"
      "int main() {{\n"
      "  for (const Text& text : kTexts)\n"
      "    if (text.read != text.written) return 1;\n"
      "}}\n",
      texts.size());
  write("literals.cpp", source);
  ASSERT_EQ(shell(REPORT_COMPILER
                  " -std=c++20 -Wall -Wextra -Wpedantic -Werror -o literals literals.cpp"),
            0)
      << read("output");
  EXPECT_EQ(shell("./literals"), 0);
}

TEST_F(ReadBack, ByTheShell) {
  std::string script;
  std::string expected;
  for (const auto& text : hostileTexts()) {
    if (text.find('\0') != std::string::npos) continue;
    script += fmt::format("printf '%s\\0' {}\n", shellWord(text));
    expected += text + '\0';
  }
  write("words.sh", script);
  ASSERT_EQ(shell("bash words.sh"), 0);
  EXPECT_EQ(hex(read("output")), hex(expected));
}

}  // namespace
}  // namespace viewfuzz
