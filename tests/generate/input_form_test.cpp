#include "fuzz/form.h"

#include <gtest/gtest.h>

#include "fuzz/model_form.h"
#include "viewfuzz/generate/choices.h"
#include "viewfuzz/program/op.h"

namespace viewfuzz::fuzz {
namespace {

const Form& example() {
  static const Form form(
      "example",
      {{"size", 1, 9, 4}, {"kind", 0, 2, 1, {"red", "green", "blue"}}, {"list", 0, 99, 0, {}, 3}});
  return form;
}

TEST(Form, WhatIsLeftOutIsAsUsual) {
  const auto values = example().parse("# viewfuzz example 1\n");
  ASSERT_TRUE(values);
  EXPECT_EQ(*values, (Values{{4}, {1}, {}}));
  EXPECT_EQ(example().print(*values), "# viewfuzz example 1\nsize = 4\nkind = green\nlist =\n");
}

TEST(Form, ReadsWordsListsBlanksAndComments) {
  const auto values =
      example().parse("# viewfuzz example 1\n\n# of mine\n  kind =  blue \nlist = 3 0 99\r\n");
  ASSERT_TRUE(values);
  EXPECT_EQ(*values, (Values{{4}, {2}, {3, 0, 99}}));
}

TEST(Form, RefusesWhatIsNone) {
  for (const auto* line : {"size = 0", "size = 10", "size = 1 2", "size =", "size = x", "size 3",
                           "kind = pink", "kind = 1", "list = 1 2 3 4", "list = 100", "other = 1",
                           "size = 1\nsize = 2", "size = 99999999999999999999"}) {
    EXPECT_FALSE(example().parse(std::string("# viewfuzz example 1\n") + line)) << line;
  }
  EXPECT_FALSE(example().parse("# viewfuzz model 1\n"));
  EXPECT_FALSE(example().parse(""));
}

void stayWithinBounds(const Form& form) {
  SeededChoices choices(1, 1);
  Values values = form.draw(choices);
  const Values other = form.draw(choices);
  size_t changes = 0;
  for (int i = 0; i < 2000; ++i) {
    Values next = form.mutate(values, choices);
    if (i % 7 == 0) next = Form::cross(next, other, choices);
    const auto read = form.parse(form.print(next));
    ASSERT_TRUE(read) << form.print(next);
    ASSERT_EQ(*read, next);
    if (next != values) ++changes;
    values = std::move(next);
  }
  EXPECT_GT(changes, 1000U);
}

TEST(Form, MutatedOnesAreReadBackAsTheyArePrinted) {
  stayWithinBounds(example());
  stayWithinBounds(modelForm());
}

TEST(ModelForm, EveryFormIsAModel) {
  SeededChoices choices(2, 2);
  for (int i = 0; i < 300; ++i) {
    const Values values = modelForm().draw(choices);
    EXPECT_GT(modelOf(values).statements.size(), 5U) << modelForm().print(values);
  }
}

}  // namespace
}  // namespace viewfuzz::fuzz
