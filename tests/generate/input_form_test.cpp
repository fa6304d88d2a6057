#include "viewfuzz/generate/input_form.h"

#include <gtest/gtest.h>

#include "viewfuzz/generate/choices.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

const InputForm& example() {
  static const InputForm form(
      "example",
      {{"size", 1, 9, 4}, {"kind", 0, 2, 1, {"red", "green", "blue"}}, {"list", 0, 99, 0, {}, 3}});
  return form;
}

TEST(InputForm, WhatIsLeftOutIsAsUsual) {
  const auto values = example().parse("# viewfuzz example 1\n");
  EXPECT_EQ(values, (InputForm::Values{{4}, {1}, {}}));
  EXPECT_EQ(example().print(values), "# viewfuzz example 1\nsize = 4\nkind = green\nlist =\n");
}

TEST(InputForm, ReadsWordsListsBlanksAndComments) {
  const auto values =
      example().parse("# viewfuzz example 1\n\n# of mine\n  kind =  blue \nlist = 3 0 99\r\n");
  EXPECT_EQ(values, (InputForm::Values{{4}, {2}, {3, 0, 99}}));
}

std::string complaint(const std::string& text) {
  try {
    example().parse(text, "f");
    return "none";
  } catch (const ParseError& error) {
    return error.what();
  }
}

TEST(InputForm, RefusesWhatIsNoneWithThePlaceAndWhatWasExpected) {
  const std::pair<const char*, const char*> lines[] = {
      {"size = 0", "f:2:8: '0' is not a number in [1, 9]"},
      {"size = 10", "f:2:8: '10' is not a number in [1, 9]"},
      {"size = x", "f:2:8: 'x' is not a number in [1, 9]"},
      {"size = 99999999999999999999", "f:2:8: '99999999999999999999' is not a number in [1, 9]"},
      {"size = 1 2", "f:2:10: expected at most 1 behind 'size ='"},
      {"size =", "f:2:7: expected a number in [1, 9]"},
      {"size 3", "f:2:6: expected '=' behind 'size'"},
      {"size = 1\nsize = 2", "f:3:1: 'size' is there twice"},
      {"kind = pink", "f:2:8: 'pink' is not one of: red, green, blue"},
      {"kind = 1", "f:2:8: '1' is not one of: red, green, blue"},
      {"list = 1 2 3 4", "f:2:14: expected at most 3 behind 'list ='"},
      {"list = 100", "f:2:8: '100' is not a number in [0, 99]"},
      {"\n# mine\n other = 1", "f:4:2: there is no field 'other'"},
  };
  for (const auto& [line, message] : lines)
    EXPECT_EQ(complaint(std::string("# viewfuzz example 1\n") + line), message);
}

TEST(InputForm, SaysWhichFirstLineItExpects) {
  const std::string expected = "f:1:1: expected '# viewfuzz example 1' as the first line";
  for (const auto* text : {"", "size = 3\n", "# viewfuzz model 1\n", "# viewfuzz example 2\n"})
    EXPECT_EQ(complaint(text), expected) << text;
  EXPECT_TRUE(example().claims("# viewfuzz example 2\n"));
  EXPECT_FALSE(example().claims("# viewfuzz model 1\n"));
  EXPECT_FALSE(example().claims("# viewfuzz examples 1\n"));
}

void stayWithinBounds(const InputForm& form) {
  SeededChoices choices(1, 1);
  InputForm::Values values = form.draw(choices);
  const InputForm::Values other = form.draw(choices);
  size_t changes = 0;
  for (int i = 0; i < 2000; ++i) {
    InputForm::Values next = form.mutate(values, choices);
    if (i % 7 == 0) next = InputForm::cross(next, other, choices);
    ASSERT_EQ(form.parse(form.print(next)), next);
    if (next != values) ++changes;
    values = std::move(next);
  }
  EXPECT_GT(changes, 1000U);
}

TEST(InputForm, MutatedOnesAreReadBackAsTheyArePrinted) { stayWithinBounds(example()); }

}  // namespace
}  // namespace viewfuzz
