#pragma once

#include <filesystem>
#include <utility>

#include "viewfuzz/report/listeners/listener.h"

namespace viewfuzz {

/// Writes one object at the end of the run (docs/json.md).
class JsonReport final : public Listener {
 public:
  explicit JsonReport(std::filesystem::path file) : file_(std::move(file)) {}

  void started(const RunInfo& info) override;
  void found(const Finding& finding) override;
  void kept(const Finding& finding, const std::filesystem::path& out,
            const std::string& program_file) override;
  void looked(const Looked& looked) override;
  void ended(const Summary& summary) override;

 private:
  std::filesystem::path file_;
  nlohmann::json report_ = nlohmann::json::object();
  nlohmann::json findings_ = nlohmann::json::array();
};

}  // namespace viewfuzz
