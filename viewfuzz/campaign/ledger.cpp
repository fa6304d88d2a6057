#include "viewfuzz/campaign/ledger.h"

#include <stdexcept>

#include "viewfuzz/report/finding_json.h"

namespace viewfuzz {

Ledger::Ledger() : file_(std::tmpfile(), std::fclose) {
  if (!file_) throw std::runtime_error("no temporary file can be made");
}

void Ledger::add(const Finding& finding) {
  const std::string line = toJson(finding).dump() + "\n";
  std::fseek(file_.get(), 0, SEEK_END);
  std::fwrite(line.data(), 1, line.size(), file_.get());
  std::fflush(file_.get());
}

std::optional<Finding> Ledger::take() {
  std::fseek(file_.get(), read_, SEEK_SET);
  std::string line;
  for (int c = std::fgetc(file_.get()); c != EOF; c = std::fgetc(file_.get())) {
    line += static_cast<char>(c);
    if (c != '\n') continue;
    read_ += static_cast<long>(line.size());
    return findingFrom(nlohmann::json::parse(line));
  }
  return std::nullopt;  // or one that is not whole yet
}

}  // namespace viewfuzz
