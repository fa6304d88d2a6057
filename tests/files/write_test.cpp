#include "viewfuzz/files/write.h"

#include <ostream>

#include "tests/files/folder.h"

namespace viewfuzz {
namespace {

namespace fs = std::filesystem;

class Write : public WithFolder {
 protected:
  /// That proof and deed both refuse, in the same words.
  static void expectRefused(const std::string& path, const std::string& why) {
    const auto proved = sentenceOf([&] { proveFile(path); });
    EXPECT_EQ(proved, sentenceOf([&] { writeFile(path, "new"); }));
    EXPECT_NE(proved.find("'" + path + "': " + why), std::string::npos) << proved;
  }
};

TEST_F(Write, MakesTheFoldersAndLeavesNothingElse) {
  writeFile(in("a/b/file"), "text");
  EXPECT_EQ(text("a/b/file"), "text");
  EXPECT_EQ(std::distance(fs::directory_iterator(in("a/b")), {}), 1);
}

TEST_F(Write, AFileThatIsThereStaysUntilTheNewOneIsWhole) {
  make("file", "old");
  fs::permissions(in("file"), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_THROW(writeFile(in("file"),
                         [&](std::ostream& out) {
                           out << "half";
                           EXPECT_EQ(text("file"), "old");
                           throw std::runtime_error("on purpose");
                         }),
               std::runtime_error);
  EXPECT_EQ(text("file"), "old");
  EXPECT_EQ(entries(), 1U);
  writeFile(in("file"), "new");
  EXPECT_EQ(text("file"), "new");
  EXPECT_EQ(entries(), 1U);
  EXPECT_EQ(fs::status(in("file")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(Write, AFolderAppearsWholeOrNotAtAll) {
  const auto fill = [&](const fs::path& at, const fs::path& named) {
    writeFile(at / "file", named.filename().string());
    EXPECT_FALSE(fs::exists(named));
  };
  EXPECT_EQ(newFolder(in("out"), "name", fill), fs::path(in("out/name")));
  make("out/name-2", "a file");
  EXPECT_EQ(newFolder(in("out"), "name", fill), fs::path(in("out/name-3")));
  EXPECT_EQ(text("out/name/file"), "name");
  EXPECT_EQ(text("out/name-3/file"), "name-3");
  const auto fail = [&](const fs::path& at, const fs::path&) {
    writeFile(at / "file", "half");
    throw std::runtime_error("on purpose");
  };
  EXPECT_THROW(newFolder(in("out"), "other", fail), std::runtime_error);
  EXPECT_EQ(std::distance(fs::directory_iterator(in("out")), {}), 3);
}

TEST_F(Write, ADiskThatIsFullIsNoSuccess) {
  const std::string few = "few bytes, which the buffer takes";
  for (const auto& bytes : {few, std::string(100'000, 'x')})
    EXPECT_EQ(sentenceOf([&] { writeFile("/dev/full", bytes); }),
              "cannot write '/dev/full': No space left on device");
  EXPECT_TRUE(fs::is_character_file("/dev/full")) << "it is written to, and not replaced";
}

TEST_F(Write, ALinkStaysOne) {
  make("file", "old");
  fs::create_symlink("file", in("link"));
  writeFile(in("link"), "new");
  EXPECT_TRUE(fs::is_symlink(in("link")));
  EXPECT_EQ(text("file"), "new");
  fs::create_symlink("nothing", in("dangling"));
  expectRefused(in("dangling"), "it is a link to what is not there");
  EXPECT_FALSE(fs::exists(in("nothing")));
}

TEST_F(Write, ProofLeavesNothingBehind) {
  make("file", "old");
  proveFile(in("file"));
  proveFile(in("a/b/file"));
  proveFolder(in("a/b"));
  EXPECT_EQ(text("file"), "old");
  EXPECT_EQ(entries(), 1U);
}

TEST_F(Write, RefusesWhatCannotBeWrittenBeforeAndAfter) {
  make("file", "old");
  expectRefused(folder_.string(), "expected the name of a file");
  expectRefused(in("new/"), "expected the name of a file");
  expectRefused(in(std::string(300, 'x')), "File name too long");
  EXPECT_EQ(sentenceOf([&] { proveFile(in("file/below/x")); }),
            "cannot write '" + in("file/below/x") + "': '" + in("file") + "' is no folder");
  EXPECT_EQ(sentenceOf([&] { writeFile(in("file/below/x"), "new"); }),
            "cannot make the folder '" + in("file/below") + "': Not a directory");
  fs::create_symlink("nothing", in("dangling"));
  EXPECT_NE(sentenceOf([&] { proveFolder(in("dangling/below")); }).find("is a link to what is not"),
            std::string::npos);
  EXPECT_EQ(text("file"), "old");
}

TEST_F(Write, RefusesWhatItHasNoRightTo) {
  make("file", "old");
  fs::permissions(folder_, fs::perms::owner_all | fs::perms::others_read | fs::perms::others_exec);
  fs::create_directories(in("shut"));
  std::string folder;
  std::string file;
  {
    const WithoutRights nobody;
    folder = sentenceOf([&] { proveFolder(in("shut/out")); });
    file = sentenceOf([&] { proveFile(in("file")); });
  }
  if (geteuid() != 0) GTEST_SKIP() << "these are this user's own";
  EXPECT_EQ(folder, "cannot write '" + in("shut/out") + "': Permission denied");
  EXPECT_EQ(file, "cannot write '" + in("file") + "': Permission denied");
}

TEST_F(Write, AFileInAFolderThatIsShutIsWrittenAsItIs) {
  make("file", "old");
  fs::permissions(in("file"), fs::perms::all);
  // Others may look into the folder, and make nothing in it.
  const auto look = fs::perms::group_read | fs::perms::group_exec | fs::perms::others_read |
                    fs::perms::others_exec;
  fs::permissions(folder_, look | (geteuid() == 0 ? fs::perms::owner_all
                                                  : fs::perms::owner_read | fs::perms::owner_exec));
  std::string refused;
  {
    const WithoutRights nobody;
    refused = sentenceOf([&] { proveFile(in("file")); }) +
              sentenceOf([&] { writeFile(in("file"), "new"); });
  }
  fs::permissions(folder_, fs::perms::owner_all);
  EXPECT_EQ(refused, "");
  EXPECT_EQ(text("file"), "new");
}

}  // namespace
}  // namespace viewfuzz
