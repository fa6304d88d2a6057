#include "viewfuzz/isolate/memory_file.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <system_error>

namespace viewfuzz {
namespace {

TEST(MemoryFile, GivesBackWhatWasWritten) {
  const MemoryFile file;
  file.write(0, "first, ");
  file.write(7, "second");
  EXPECT_EQ(file.read(0, 100), "first, second");
  EXPECT_EQ(file.read(7, 3), "sec");
  EXPECT_EQ(file.read(100, 1), "");
}

TEST(MemoryFile, OfAFixedSizeTakesNoMore) {
  const MemoryFile file;
  file.fixSize(4);
  file.write(0, "1234");
  EXPECT_THROW(file.write(4, "5"), std::system_error);
  EXPECT_EQ(::write(file.descriptor(), "123456", 6) <= 4, true);
  EXPECT_EQ(file.read(0, 100), "1234");
}

}  // namespace
}  // namespace viewfuzz
