#include "viewfuzz/files/read.h"

#include "tests/files/folder.h"

namespace viewfuzz {
namespace {

class Read : public WithFolder {};

TEST_F(Read, AllBytesAndOfAnEmptyFileNone) {
  EXPECT_EQ(readFile(make("empty", "")), "");
  std::string bytes("\0\r\n\xff", 4);
  bytes.append(100'000, 'x');
  EXPECT_EQ(readFile(make("bytes", bytes)), bytes);
}

TEST_F(Read, SaysWhatCannotBeReadAndWhy) {
  EXPECT_EQ(sentenceOf([&] { readFile(in("no")); }),
            "cannot read '" + in("no") + "': No such file or directory");
  EXPECT_EQ(sentenceOf([&] { readFile(folder_.string()); }),
            "cannot read '" + folder_.string() + "': Is a directory");
}

}  // namespace
}  // namespace viewfuzz
