#include "viewfuzz/report/listeners/index.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <system_error>

#include "viewfuzz/escape/terminal.h"
#include "viewfuzz/files/read.h"
#include "viewfuzz/files/write.h"
#include "viewfuzz/report/sentence.h"
#include "viewfuzz/report/text_lines.h"

namespace viewfuzz {
namespace {

namespace fs = std::filesystem;

/// One line for a list; no part of it ends the line.
std::string lineOf(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

/// The text with as many backticks around as it takes to show it as it is.
std::string code(const std::string& text) {
  std::string marks = "`";
  while (text.find(marks) != std::string::npos) marks += '`';
  const char* space = marks.size() > 1 ? " " : "";
  return marks + space + lineOf(text) + space + marks;
}

std::string endOf(const Summary& summary) {
  if (!summary.cut_short.empty()) return "It could not go on: " + lineOf(summary.cut_short);
  return summary.interrupted ? "It was interrupted." : "It has come to its end.";
}

}  // namespace

void FolderIndex::readOthers() {
  std::error_code error;
  for (fs::directory_iterator at(out_, error), end; !error && at != end; at.increment(error)) {
    const fs::path story = at->path() / "story.txt";
    std::error_code none;
    if (!fs::is_regular_file(story, none) || !fs::exists(at->path() / "program.vf", none)) continue;
    std::string text;
    try {
      text = readFile(story.string());
    } catch (const std::runtime_error&) {  // it is listed all the same
    }
    others_.push_back({lineOf(at->path().filename().string()), restOfLine(text, "\nsignature   "),
                       std::string()});
  }
  std::sort(others_.begin(), others_.end(),
            [](const Entry& a, const Entry& b) { return a.folder < b.folder; });
}

void FolderIndex::started(const RunInfo& info) {
  info_ = info;
  readOthers();
}

void FolderIndex::kept(const Finding& finding, const fs::path&, const std::string& program_file) {
  found_.push_back({fs::path(program_file).parent_path().string(), finding.signature,
                    sentence(finding.program, finding.violation)});
  write();
}

void FolderIndex::ended(const Summary& summary) {
  state_ = endOf(summary);
  std::error_code error;
  if (!found_.empty() || fs::is_directory(out_, error)) write();
}

std::string FolderIndex::text() const {
  std::string text = fmt::format("{}\n\nThe last run that wrote here:\n\n    {}\n\n", kIndexHead,
                                 lineOf(info_.command));
  if (info_.seed) text += fmt::format("seed {}, ", *info_.seed);
  for (const auto& [what, which] : info_.versions)
    text += fmt::format("{} {}{}", what, which, what == info_.versions.back().first ? ". " : ", ");
  text += fmt::format("{}\n\n## Found by this run\n\n", state_);
  if (found_.empty()) text += "Nothing.\n";
  for (const Entry& entry : found_) {
    text += fmt::format("- [{0}]({0}/story.txt) {1}: {2}\n", entry.folder, code(entry.signature),
                        lineOf(entry.story));
  }
  if (others_.empty()) return terminalText(text);
  text +=
      "\n## Of other runs\n\nWhat was not found again may still be there: `viewfuzz replay` says "
      "it of a program.\n\n";
  for (const Entry& entry : others_) {
    const bool again = std::any_of(found_.begin(), found_.end(), [&](const Entry& found) {
      return found.signature == entry.signature;
    });
    text += fmt::format("- [{0}]({0}/story.txt) {1}: {2}\n", entry.folder, code(entry.signature),
                        again ? "found again" : "not found again");
  }
  return terminalText(text);
}

void FolderIndex::write() const { writeFile(out_ / kIndexName, text()); }

}  // namespace viewfuzz
