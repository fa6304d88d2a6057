// Colours are commands to the terminal, the only ones that a result may have in it.

#include "viewfuzz/files/color.h"

#include <gtest/gtest.h>

namespace viewfuzz {
namespace {

/// In colours, or not, as long as it lives.
struct InColor {
  explicit InColor(Color when) { setColor(when); }
  ~InColor() { setColor(Color::automatic); }
};

TEST(Color, EachInkIsAnotherOneAndEndsWithItsText) {
  const InColor always(Color::always);
  std::string before;
  for (const Ink ink : {Ink::name, Ink::accused, Ink::bad, Ink::good}) {
    const std::string text = inked(ink, "word");
    EXPECT_EQ(text.rfind("\x1b[", 0), 0U) << text;
    EXPECT_TRUE(text.ends_with("word\x1b[0m")) << text;
    EXPECT_NE(text, before);
    before = text;
  }
}

TEST(Color, NeverMeansTheTextAlone) {
  const InColor never(Color::never);
  EXPECT_EQ(inked(Ink::bad, "word"), "word");
}

TEST(Color, TheTextItselfIsNoCommand) {
  const InColor always(Color::always);
  EXPECT_EQ(inked(Ink::name, "a\x1b[2Jb").find("\x1b[2J"), std::string::npos);
}

}  // namespace
}  // namespace viewfuzz
