#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "viewfuzz/judge/violation.h"
#include "viewfuzz/program/program.h"

namespace viewfuzz {

struct Finding {
  std::string signature;
  Violation violation;
  Program program;
  size_t original_statements = 0;
  uint64_t seed = 0;
  uint64_t case_index = 0;
  double seconds = 0;
  int reducer_runs = 0;
  double reducer_seconds = 0;
  bool one_minimal = false;
  std::string backend;
  std::string fault;
};

std::string writeFinding(const Finding& finding, const std::filesystem::path& out);
std::string sentence(const Program& program, const Violation& violation);

}  // namespace viewfuzz
