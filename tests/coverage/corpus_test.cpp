#include "viewfuzz/coverage/corpus.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "viewfuzz/generate/choices.h"
#include "viewfuzz/generate/generate.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

namespace fs = std::filesystem;

class CorpusCare : public testing::Test {
 protected:
  CorpusCare()
      : folder_(fs::temp_directory_path() / ("viewfuzz_corpus_" + std::to_string(getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~CorpusCare() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }
  /// Random programs, under names in the given order.
  void writeRandom(const std::string& below, size_t count, bool backwards) const {
    const Generator generator(profiles().front());
    for (size_t i = 0; i < count; ++i) {
      SeededChoices choices(21, i);
      const size_t number = backwards ? count - i : i;
      write(below + "/" + std::to_string(1000 + number), print(generator.generate(choices)));
    }
  }
  Corpus read(const std::string& below = "") const {
    return readCorpus({(folder_ / below).string()});
  }

  fs::path folder_;
};

std::vector<std::string> texts(const std::vector<CorpusFile>& files,
                               const std::vector<size_t>& chosen) {
  std::vector<std::string> texts;
  for (const size_t i : chosen) texts.push_back(files[i].text);
  return texts;
}

std::vector<CorpusFile> only(const std::vector<CorpusFile>& files,
                             const std::vector<size_t>& chosen) {
  std::vector<CorpusFile> kept;
  for (const size_t i : chosen) kept.push_back(files[i]);
  return kept;
}

TEST_F(CorpusCare, ACoverKeepsAllCellsAndIsSmaller) {
  writeRandom("all", 400, false);
  const auto files = read().files;
  ASSERT_EQ(files.size(), 400U);
  const auto kept = smallestCover(files);
  EXPECT_LT(kept.size(), files.size());
  EXPECT_EQ(cellsHit(only(files, kept)), cellsHit(files));
}

TEST_F(CorpusCare, NothingOfACoverCanGo) {
  writeRandom("all", 60, false);
  const auto files = read().files;
  const auto kept = smallestCover(files);
  for (size_t gone = 0; gone < kept.size(); ++gone) {
    auto fewer = kept;
    fewer.erase(fewer.begin() + static_cast<int64_t>(gone));
    EXPECT_NE(cellsHit(only(files, fewer)), cellsHit(files)) << files[kept[gone]].text;
  }
}

TEST_F(CorpusCare, NamesAndOrderOfFilesDoNotMatter) {
  writeRandom("forth", 120, false);
  writeRandom("back", 120, true);
  const auto forth = read("forth").files;
  const auto back = read("back").files;
  EXPECT_EQ(texts(forth, smallestCover(forth)), texts(back, smallestCover(back)));
}

TEST_F(CorpusCare, OneTextCountsOnce) {
  const std::string text =
      "# viewfuzz program 1\nt0 = tensor([2], float32, iota)\naten.zero_(t0)\n";
  write("a.vf", text);
  write("b.vf", text + "# a comment\n");
  const auto files = read().files;
  ASSERT_EQ(files.size(), 1U);
  EXPECT_EQ(fs::path(files[0].path).filename(), "a.vf");
}

TEST_F(CorpusCare, BadFilesAreNamedWithTheReason) {
  write("good", "# viewfuzz program 1\n");
  write("bad", "# viewfuzz program 1\nt0 = tensor([2], float99, iota)\n");
  write("binary", std::string("\0\1\2\377", 4));
  const Corpus corpus = read();
  EXPECT_EQ(corpus.files.size(), 1U);
  ASSERT_EQ(corpus.bad.size(), 2U);
  EXPECT_NE(corpus.bad[0].reason.find("bad:2:"), std::string::npos) << corpus.bad[0].reason;
  EXPECT_THROW(readCorpus({(folder_ / "no").string()}), std::runtime_error);
}

TEST_F(CorpusCare, NewcomersBringWhatIsNew) {
  writeRandom("all", 200, false);
  const auto all = read().files;
  const std::vector<CorpusFile> some(all.begin(), all.begin() + 50);
  const auto wanted = newcomers(some, all);
  auto merged = some;
  for (const size_t i : wanted) {
    EXPECT_GE(i, 50U) << "it was there";
    merged.push_back(all[i]);
  }
  EXPECT_EQ(cellsHit(merged), cellsHit(all));
  EXPECT_TRUE(newcomers(merged, all).empty());
}

}  // namespace
}  // namespace viewfuzz
