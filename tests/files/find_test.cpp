#include "viewfuzz/files/find.h"

#include "tests/files/folder.h"

namespace viewfuzz {
namespace {

namespace fs = std::filesystem;
using Paths = std::vector<std::string>;

class Find : public WithFolder {};

TEST_F(Find, FilesOfAllSubfoldersInOrder) {
  const auto b = make("b.vf");
  const auto deep = make("a/deep/er/x.vf");
  const auto other = make("a/crash-1");
  EXPECT_EQ(findFiles({folder_.string()}), (Paths{other, deep, b}));
  EXPECT_EQ(findFiles({folder_.string()}, ".vf"), (Paths{deep, b}));
  // What is named stays as it is, whatever it is called.
  EXPECT_EQ(findFiles({b, other, in("no"), in("a")}, ".vf"), (Paths{b, other, in("no"), deep}));
}

TEST_F(Find, AFolderThatIsCalledLikeAFileIsNone) {
  const auto inside = make("folder.vf/x.vf");
  EXPECT_EQ(findFiles({folder_.string()}, ".vf"), Paths{inside});
}

TEST_F(Find, LinksToFilesCountAndNothingGoesRoundInCircles) {
  const auto file = make("a/file");
  fs::create_symlink(file, in("a/link"));
  fs::create_directory_symlink(in("a"), in("a/round"));
  fs::create_symlink(in("nothing"), in("a/nothing"));
  fs::create_symlink(in("a/itself"), in("a/itself"));
  EXPECT_EQ(findFiles({in("a")}), (Paths{file, in("a/link")}));
  // One that is named is meant.
  fs::create_directory_symlink(in("a"), in("named"));
  EXPECT_EQ(findFiles({in("named")}).size(), 2U);
}

TEST_F(Find, AFolderThatCannotBeOpenedIsNamedAndTheOthersAreSeen) {
  const auto first = make("a/file");
  make("b/file");
  const auto last = make("c/file");
  fs::permissions(folder_, fs::perms::all);
  fs::permissions(in("b"), fs::perms::none);
  FoundFiles found;
  std::string sentence;
  {
    const WithoutRights nobody;
    found = lookForFiles({folder_.string()});
    sentence = sentenceOf([&] { findFiles({folder_.string()}); });
  }
  fs::permissions(in("b"), fs::perms::all);
  EXPECT_EQ(found.files, (Paths{first, last}));
  EXPECT_EQ(found.failures,
            Paths{"cannot look into the folder '" + in("b") + "': Permission denied"});
  EXPECT_EQ(sentence, found.failures.front());
}

}  // namespace
}  // namespace viewfuzz
