#pragma once

#include <array>
#include <string>
#include <vector>

#include "viewfuzz/coverage/cells.h"

namespace viewfuzz {

/// A file of a corpus.
struct CorpusFile {
  std::string path;
  std::string bytes;  ///< as they are, with comments: what is copied
  std::string text;   ///< what `print` gives for the program: what is compared
  size_t statements = 0;
  std::vector<size_t> cells;  ///< the numbers of those it hits, rising
};

/// A file that is no program, and why.
struct BadFile {
  std::string path;
  std::string reason;
};

struct Corpus {
  std::vector<CorpusFile> files;
  std::vector<BadFile> bad;
};

/// Reads files, and in folders all files (find.h), however they are called: libFuzzer calls them by
/// their digest. The order is that of the texts, shortest first, and does not depend on where and
/// under which names they lie; of several with one text, the first path counts. A file that is no
/// program is among the bad ones. Throws `std::runtime_error` for a file or folder that is not
/// there or cannot be read.
Corpus readCorpus(const std::vector<std::string>& paths);

/// Indices of few files that together hit every cell of the corpus: again and again the one that
/// brings most that is new (the greedy set cover, whose size is at most ln(cells) times the
/// smallest one), the earlier one of two alike; without those whose cells the others have. Rising.
std::vector<size_t> smallestCover(const std::vector<CorpusFile>& files);

/// Indices of the files of `more` that are wanted beside `corpus`: each brings a cell that neither
/// the corpus nor the others have. Rising.
std::vector<size_t> newcomers(const std::vector<CorpusFile>& corpus,
                              const std::vector<CorpusFile>& more);

/// How many cells of each kind the files hit together.
std::array<size_t, kCellKinds> cellsHit(const std::vector<CorpusFile>& files);

/// A name for a file of this text that is the same wherever it is made: 16 hex digits, `.vf`.
std::string nameFor(const CorpusFile& file);

}  // namespace viewfuzz
