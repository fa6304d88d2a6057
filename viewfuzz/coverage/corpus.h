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

/// A file that holds no program, and why.
struct BadFile {
  std::string path;
  std::string reason;
};

struct Corpus {
  std::vector<CorpusFile> files;
  std::vector<BadFile> bad;
};

/// Reads files, and all files in folders (find.h), with any name: libFuzzer names them by their
/// digest. The order is that of the texts, shortest first, so it does not depend on folders and
/// names. If several files have the same text, the first path counts. A file that holds no program
/// is among the bad ones. Throws `std::runtime_error` for a file or folder that does not exist or
/// cannot be read.
Corpus readCorpus(const std::vector<std::string>& paths);

/// The indices of few files that together hit every cell of the corpus, rising. Greedy set cover:
/// takes again and again the file that brings most new cells, the earlier one of two alike. The
/// number of files is at most ln(cells) times the smallest possible. Then leaves out files whose
/// cells the others have.
std::vector<size_t> smallestCover(const std::vector<CorpusFile>& files);

/// The indices of the files of `more` that are worth adding to `corpus`, rising. Each brings a cell
/// that neither the corpus nor the others have.
std::vector<size_t> newcomers(const std::vector<CorpusFile>& corpus,
                              const std::vector<CorpusFile>& more);

/// How many cells of each kind the files hit together.
std::array<size_t, kCellKinds> cellsHit(const std::vector<CorpusFile>& files);

/// A file name that depends on the text alone: 16 hex digits and `.vf`.
std::string nameFor(const CorpusFile& file);

}  // namespace viewfuzz
