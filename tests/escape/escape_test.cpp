#include <gtest/gtest.h>

#include "viewfuzz/escape/comment.h"
#include "viewfuzz/escape/cpp.h"
#include "viewfuzz/escape/html.h"
#include "viewfuzz/escape/python.h"
#include "viewfuzz/escape/shell.h"
#include "viewfuzz/escape/terminal.h"
#include "viewfuzz/escape/unicode.h"

namespace viewfuzz {
namespace {

using namespace std::string_literals;

TEST(Escape, CharactersAreThoseOfUtf8) {
  EXPECT_EQ(firstCharacter("\u20ac!").code, 0x20acU);
  EXPECT_EQ(firstCharacter("\U0001f600").bytes.size(), 4U);
  // Alone, cut short, longer than need be, a surrogate, beyond the last one.
  for (const char* text : {"\x80", "\xe2\x82", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80",
                           "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xe2(\xa1"}) {
    const Character character = firstCharacter(text);
    EXPECT_FALSE(character.valid) << text;
    EXPECT_EQ(character.bytes.size(), 1U) << text;
  }
}

TEST(Escape, WhatNobodySeesIsSpelled) {
  EXPECT_EQ(visible("a\x1b[31m\nb\u202e\xff\0c"s), "a\\x1b[31m\\nb\\u202e\\xff\\x00c");
  EXPECT_EQ(visible("L00.gdn \u00fc \\ \""), "L00.gdn \u00fc \\ \"");
}

TEST(Escape, LiteralsStayReadable) {
  EXPECT_EQ(pythonLiteral("t1 = t0.select(1, 0)"), "\"t1 = t0.select(1, 0)\"");
  EXPECT_EQ(pythonLiteral("a\\\"b\n\0\xff"s), R"("a\\\"b\n\x00\udcff")");
  EXPECT_EQ(cppLiteral("a\\\"b\n\0"
                       "1\xff"s),
            R"("a\\\"b\n\0001\377")");
  EXPECT_EQ(cppString("a"), "std::string(\"a\")");
  EXPECT_EQ(cppString("\0a"s), "std::string(\"\\000a\", 2)");
}

TEST(Escape, NamesOfPython) {
  EXPECT_TRUE(isPythonName("from_"));
  for (const char* text : {"", "from", "1a", "a b", "a)", "\u00fc"})
    EXPECT_FALSE(isPythonName(text)) << text;
}

TEST(Escape, ACommentIsOneLine) {
  EXPECT_EQ(lineComment("L00.rows\\"), "L00.rows\\.");
  EXPECT_EQ(lineComment("L00.rows\\  "), "L00.rows\\.");
  EXPECT_EQ(lineComment("a\nint b;\rc\u2028d"), "a\\nint b;\\rc\\u2028d");
  EXPECT_EQ(commentBlock("one\\\ntwo\n", "// "), "// one\\.\n// two\n");
}

TEST(Escape, DocstringsEndWhereTheyEnd) {
  EXPECT_EQ(pythonDocstring("a \"b\" c"), "a \"b\" c");
  EXPECT_EQ(pythonDocstring("a\"\"\"b\\"), "a\"\"\\\"b\\\\");
  EXPECT_EQ(pythonDocstring("a \"b\""), "a \"b\\\"");
}

TEST(Escape, PagesAndTerminals) {
  EXPECT_EQ(htmlText("<a title='\"'>&\n\x1b"), "&lt;a title=&#39;&quot;&#39;&gt;&amp;\n\\x1b");
  EXPECT_EQ(terminalText("a\tb\n\x1b]0;title\a"), "a\tb\n\\x1b]0;title\\x07");
}

TEST(Escape, WordsOfAShell) {
  EXPECT_EQ(shellWord("a/b.vf"), "a/b.vf");
  EXPECT_EQ(shellWord(""), "''");
  EXPECT_EQ(shellWord("a b'c"), "'a b'\\''c'");
  EXPECT_EQ(shellWord("a\n'b"), "$'a\\012\\'b'");
}

}  // namespace
}  // namespace viewfuzz
