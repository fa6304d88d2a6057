#include "viewfuzz/coverage/corpus.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <queue>

#include "viewfuzz/files/find.h"
#include "viewfuzz/files/read.h"
#include "viewfuzz/layout/scramble.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

CorpusFile describe(const std::string& path, std::string bytes, const Program& program) {
  CorpusFile file{path, std::move(bytes), print(program), program.statements.size(), {}};
  forEachCell(program, [&](Cell cell) { file.cells.push_back(cellNumber(cell)); });
  std::sort(file.cells.begin(), file.cells.end());
  file.cells.erase(std::unique(file.cells.begin(), file.cells.end()), file.cells.end());
  return file;
}

bool simpler(const CorpusFile& a, const CorpusFile& b) {
  if (a.statements != b.statements) return a.statements < b.statements;
  if (a.text.size() != b.text.size()) return a.text.size() < b.text.size();
  return a.text < b.text;
}

/// Chooses files until they cover the cells of all files, each time the one that brings most new
/// cells. `covered` are the cells to begin with. The indices are in the order of choice.
std::vector<size_t> greedyCover(const std::vector<CorpusFile>& files, std::vector<bool> covered) {
  const auto gain = [&](size_t i) {
    const auto& cells = files[i].cells;
    return static_cast<size_t>(
        std::count_if(cells.begin(), cells.end(), [&](size_t cell) { return !covered[cell]; }));
  };
  // The gain of a file only gets smaller, so an older number is an upper bound.
  struct Candidate {
    size_t gain;
    size_t index;
    bool operator<(const Candidate& other) const {
      return gain != other.gain ? gain < other.gain : index > other.index;
    }
  };
  std::priority_queue<Candidate> queue;
  for (size_t i = 0; i < files.size(); ++i) queue.push({gain(i), i});
  std::vector<size_t> chosen;
  while (!queue.empty()) {
    Candidate best = queue.top();
    queue.pop();
    if (best.gain == 0) break;
    const size_t now = gain(best.index);
    if (now != best.gain) {
      queue.push({now, best.index});
      continue;
    }
    chosen.push_back(best.index);
    for (const size_t cell : files[best.index].cells) covered[cell] = true;
  }
  return chosen;
}

/// Leaves out each chosen file whose cells the others have too, starting with the latest.
std::vector<size_t> withoutNeedless(const std::vector<CorpusFile>& files,
                                    std::vector<size_t> chosen, const std::vector<bool>& covered) {
  std::vector<uint32_t> times(cellCount());
  for (size_t cell = 0; cell < times.size(); ++cell) times[cell] = covered[cell] ? 1 : 0;
  for (const size_t index : chosen) {
    for (const size_t cell : files[index].cells) ++times[cell];
  }
  std::vector<size_t> kept;
  for (auto it = chosen.rbegin(); it != chosen.rend(); ++it) {
    const auto& cells = files[*it].cells;
    if (std::all_of(cells.begin(), cells.end(), [&](size_t cell) { return times[cell] > 1; })) {
      for (const size_t cell : cells) --times[cell];
    } else {
      kept.push_back(*it);
    }
  }
  std::sort(kept.begin(), kept.end());
  return kept;
}

std::vector<size_t> cover(const std::vector<CorpusFile>& files, const std::vector<bool>& covered) {
  return withoutNeedless(files, greedyCover(files, covered), covered);
}

std::vector<bool> coveredBy(const std::vector<CorpusFile>& files) {
  std::vector<bool> covered(cellCount());
  for (const auto& file : files) {
    for (const size_t cell : file.cells) covered[cell] = true;
  }
  return covered;
}

}  // namespace

Corpus readCorpus(const std::vector<std::string>& paths) {
  std::vector<std::string> found = findFiles(paths);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  Corpus corpus;
  for (const auto& path : found) {
    std::string bytes = readFile(path);  // throws, since the file may well hold a program
    try {
      const Program program = parse(bytes, path);
      corpus.files.push_back(describe(path, std::move(bytes), program));
    } catch (const ParseError& error) {
      corpus.bad.push_back({path, error.what()});
    }
  }
  auto& files = corpus.files;
  std::stable_sort(files.begin(), files.end(), simpler);
  files.erase(std::unique(files.begin(), files.end(),
                          [](const auto& a, const auto& b) { return a.text == b.text; }),
              files.end());
  return corpus;
}

std::vector<size_t> smallestCover(const std::vector<CorpusFile>& files) {
  return cover(files, std::vector<bool>(cellCount()));
}

std::vector<size_t> newcomers(const std::vector<CorpusFile>& corpus,
                              const std::vector<CorpusFile>& more) {
  return cover(more, coveredBy(corpus));
}

std::array<size_t, kCellKinds> cellsHit(const std::vector<CorpusFile>& files) {
  const auto covered = coveredBy(files);
  std::array<size_t, kCellKinds> hit{};
  for (const Cell::Kind kind : cellKinds()) {
    const auto from = covered.begin() + static_cast<int64_t>(cellNumber({kind, 0}));
    hit[static_cast<size_t>(kind)] =
        static_cast<size_t>(std::count(from, from + static_cast<int64_t>(cellCount(kind)), true));
  }
  return hit;
}

std::string nameFor(const CorpusFile& file) {
  uint64_t digest = 0;
  for (const char c : file.text) digest = scramble(digest ^ static_cast<unsigned char>(c));
  return fmt::format("{:016x}.vf", digest);
}

}  // namespace viewfuzz
