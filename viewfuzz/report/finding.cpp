#include "viewfuzz/report/finding.h"

#include <fstream>

#include "viewfuzz/program/text.h"

namespace viewfuzz {

std::string writeFinding(const Finding& finding, const std::filesystem::path& out) {
  std::filesystem::create_directories(out);
  std::ofstream(out / (finding.violation.op + std::string(propertyName(finding.violation.property)) + ".vf")) << print(finding.program);
  return finding.violation.op + std::string(propertyName(finding.violation.property)) + ".vf";
}
std::string sentence(const Program&, const Violation& violation) { return violation.detail; }

}  // namespace viewfuzz
