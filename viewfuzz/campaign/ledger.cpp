#include "viewfuzz/campaign/ledger.h"

#include "viewfuzz/files/json_text.h"
#include "viewfuzz/report/finding_json.h"

namespace viewfuzz {

void Ledger::add(const Finding& finding) {
  const std::string line = jsonText(toJson(finding)) + "\n";
  file_.write(*whole_, line);
  *whole_ += line.size();
}

std::optional<Finding> Ledger::take() {
  const uint64_t whole = *whole_;
  if (read_ == whole) return std::nullopt;
  const std::string lines = file_.read(read_, whole - read_);
  const std::string line = lines.substr(0, lines.find('\n') + 1);
  read_ += line.size();
  return findingFrom(nlohmann::json::parse(line));
}

}  // namespace viewfuzz
