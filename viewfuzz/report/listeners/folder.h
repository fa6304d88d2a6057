#pragma once

#include <filesystem>
#include <utility>

#include "viewfuzz/report/listeners/listener.h"

namespace viewfuzz {

/// Writes the files of each finding into a folder of its own, and tells the listener `others` where
/// they lie.
class FindingFolders final : public Listener {
 public:
  FindingFolders(std::filesystem::path out, Listener& others)
      : out_(std::move(out)), others_(others) {}

  void found(const Finding& finding) override;

 private:
  std::filesystem::path out_;
  Listener& others_;
};

}  // namespace viewfuzz
