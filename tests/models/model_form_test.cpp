#include "viewfuzz/models/model_form.h"

#include <gtest/gtest.h>

#include "viewfuzz/generate/choices.h"
#include "viewfuzz/program/op.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz::models {
namespace {

TEST(ModelForm, EveryFormIsReadBackAndIsAModel) {
  SeededChoices choices(2, 2);
  for (int i = 0; i < 300; ++i) {
    const InputForm::Values values = modelForm().draw(choices);
    EXPECT_EQ(modelForm().parse(modelForm().print(values)), values);
    EXPECT_GT(modelOf(values).statements.size(), 5U) << modelForm().print(values);
  }
}

TEST(ModelForm, AnInputIsAFormOrAProgram) {
  EXPECT_EQ(programOrModel("# viewfuzz model 1\nkind = attention\n", "f"),
            modelOf(modelForm().parse("# viewfuzz model 1\nkind = attention\n")));
  const std::string program = "# viewfuzz program 1\nt0 = tensor([2], float32, iota)\n";
  EXPECT_EQ(programOrModel(program, "f"), parse(program));
  EXPECT_THROW(programOrModel("# viewfuzz model 2\n", "f"), ParseError);
  EXPECT_THROW(programOrModel("", "f"), ParseError);
}

}  // namespace
}  // namespace viewfuzz::models
