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

std::vector<Finding> Ledger::take() {
  std::vector<Finding> findings;
  std::fseek(file_.get(), read_, SEEK_SET);
  std::string line;
  for (int c = std::fgetc(file_.get()); c != EOF; c = std::fgetc(file_.get())) {
    line += static_cast<char>(c);
    if (c != '\n') continue;  // a line that is not whole yet is read next time
    findings.push_back(findingFrom(nlohmann::json::parse(line)));
    read_ += static_cast<long>(line.size());
    line.clear();
  }
  return findings;
}

}  // namespace viewfuzz
