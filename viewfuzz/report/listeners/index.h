#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "viewfuzz/report/listeners/listener.h"

namespace viewfuzz {

/// The name of the index in the folder of the findings, and the line with which it begins.
inline constexpr std::string_view kIndexName = "index.md";
inline constexpr std::string_view kIndexHead = "# Findings of viewfuzz";

/// Keeps `index.md` in the folder of the findings: how the last run was started and what it found,
/// and which folders are of other runs. It is written as a whole with each finding that is kept and
/// at the end, so that it is there also after a run that was interrupted. No folder is deleted.
///
/// A run that finds nothing makes no folder. The listener throws `std::runtime_error` with the path
/// and the reason if the index cannot be written.
class FolderIndex final : public Listener {
 public:
  explicit FolderIndex(std::filesystem::path out) : out_(std::move(out)) {}

  void started(const RunInfo& info) override;
  void kept(const Finding& finding, const std::filesystem::path& out,
            const std::string& program_file) override;
  void ended(const Summary& summary) override;

 private:
  struct Entry {
    std::string folder;
    std::string signature;
    std::string story;  ///< a sentence
  };
  void readOthers();
  std::string text() const;
  void write() const;

  std::filesystem::path out_;
  RunInfo info_;
  std::string state_ = "It has not come to its end.";
  std::vector<Entry> found_;   ///< by this run
  std::vector<Entry> others_;  ///< that lay there at its start
};

}  // namespace viewfuzz
