#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "cli/common.h"
#include "cli/options.h"
#include "viewfuzz/coverage/corpus.h"
#include "viewfuzz/files/complain.h"
#include "viewfuzz/files/say.h"
#include "viewfuzz/files/write.h"
#include "viewfuzz/report/listeners/terminal.h"

namespace viewfuzz::cli {
namespace {

namespace fs = std::filesystem;

Corpus readAndTell(const std::vector<std::string>& paths) {
  Corpus corpus = readCorpus(paths);
  constexpr size_t kNamed = 10;  // a corpus of another fuzz target has thousands of bad files
  for (size_t i = 0; i < std::min(corpus.bad.size(), kNamed); ++i)
    complain("left as it is: {}\n  {}\n", corpus.bad[i].path, corpus.bad[i].reason);
  if (corpus.bad.size() > kNamed)
    complain("and {} more files that are no programs\n", corpus.bad.size() - kNamed);
  return corpus;
}

/// The same, but throws if there is no program at all.
Corpus somePrograms(const std::vector<std::string>& paths) {
  Corpus corpus = readAndTell(paths);
  if (corpus.files.empty())
    throw std::runtime_error(fmt::format("There is no program in '{}' ({} files that are none).",
                                         fmt::join(paths, "', '"), corpus.bad.size()));
  return corpus;
}

/// Where to put a file. A program that a person has named keeps its name; one that libFuzzer has
/// named gets a name by its text. Existing files are never overwritten, nor written through if they
/// are links, even broken ones.
fs::path placeFor(const CorpusFile& file, const fs::path& folder) {
  const auto taken = [&](const fs::path& name) {
    std::error_code error;
    return fs::symlink_status(folder / name, error).type() != fs::file_type::not_found;
  };
  const fs::path own = fs::path(file.path).filename();
  if (own.extension() == ".vf" && !taken(own)) return folder / own;
  const fs::path by_text = nameFor(file);
  fs::path name = by_text;
  for (int i = 2; taken(name); ++i) name = fmt::format("{}-{}.vf", by_text.stem().string(), i);
  return folder / name;
}

fs::path write(const CorpusFile& file, const fs::path& folder) {
  const fs::path place = placeFor(file, folder);
  writeFile(place, file.bytes);
  return place;
}

void printCells(const std::vector<CorpusFile>& files) {
  const auto hit = cellsHit(files);
  for (const Cell::Kind kind : cellKinds())
    say("  {} {:>7} cells\n", cellColumn(kind), hit[static_cast<size_t>(kind)]);
}

int stats(const std::vector<std::string>& paths) {
  const Corpus corpus = somePrograms(paths);
  size_t statements = 0;
  size_t bytes = 0;
  for (const auto& file : corpus.files) {
    statements += file.statements;
    bytes += file.text.size();
  }
  say("{} programs, {} statements, {} bytes; {} files that are none\n"
      "what they have in them, each combination counted once as a cell\n",
      corpus.files.size(), statements, bytes, corpus.bad.size());
  printCells(corpus.files);
  say("{} of the programs hit all of them\n", smallestCover(corpus.files).size());
  return kNothingFound;
}

int minimize(const std::vector<std::string>& paths, const std::string& out) {
  std::error_code error;
  if (fs::exists(out, error) && !(fs::is_directory(out, error) && fs::is_empty(out, error)))
    throw std::runtime_error(
        fmt::format("--out: '{}' is there already. Expected a new folder.", out));
  expectFolder("--out", out);
  const Corpus corpus = somePrograms(paths);
  const auto kept = smallestCover(corpus.files);
  const bool is_new = !fs::exists(out, error);
  makeFolder(out);
  std::vector<fs::path> written;
  try {
    for (const size_t i : kept) written.push_back(write(corpus.files[i], out));
  } catch (const std::exception&) {  // part of a cover could be mistaken for a whole one
    for (const auto& file : written) fs::remove(file, error);
    if (is_new) fs::remove(out, error);
    throw;
  }
  say("{} of {} programs hit all cells; they are in {}\n", kept.size(), corpus.files.size(), out);
  return kNothingFound;
}

int merge(const std::string& into, const std::vector<std::string>& paths) {
  expectFolder("--into", into);
  std::error_code error;
  const Corpus corpus = fs::exists(into, error) ? readAndTell({into}) : Corpus();
  const Corpus more = somePrograms(paths);
  const auto wanted = newcomers(corpus.files, more.files);
  makeFolder(into);
  for (const size_t i : wanted) write(more.files[i], into);
  say("{} of {} programs hit cells that are new to {}, and are in it now\n", wanted.size(),
      more.files.size(), into);
  return kNothingFound;
}

}  // namespace

void addCorpus(CLI::App& app, int& exit_code) {
  struct Options {
    std::string folder;
    std::vector<std::string> paths;
  };
  auto options = std::make_shared<Options>();
  CLI::App* corpus = app.add_subcommand(
      "corpus", "Care for folders of programs, such as those that libFuzzer fills");
  corpus->require_subcommand(1);
  const auto paths = [options](CLI::App* command) {
    command
        ->add_option("PATH", options->paths,
                     "Files and folders. A file that is no program is named, and left as it is.")
        ->required();
  };
  CLI::App* told = corpus->add_subcommand("stats", "How many programs, and which cells they hit");
  paths(told);
  told->callback([options, &exit_code] { exit_code = stats(options->paths); });
  CLI::App* small = corpus->add_subcommand(
      "minimize", "Few of the programs that still hit every cell, into a new folder");
  small->add_option("--out", options->folder, "The folder.")->required();
  paths(small);
  small->callback([options, &exit_code] { exit_code = minimize(options->paths, options->folder); });
  CLI::App* merged = corpus->add_subcommand(
      "merge", "Add those of the programs to a folder that hit cells which are new to it");
  merged->add_option("--into", options->folder, "The folder.")->required();
  paths(merged);
  merged->callback([options, &exit_code] { exit_code = merge(options->folder, options->paths); });
}

}  // namespace viewfuzz::cli
