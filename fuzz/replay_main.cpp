// The main of a fuzz target in the ordinary build: runs the target on files, and on all files in
// folders.

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "viewfuzz/files/find.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
extern "C" __attribute__((weak)) int LLVMFuzzerInitialize(int* argc, char*** argv);

int main(int argc, char** argv) {
  std::vector<std::string> paths;
  if (LLVMFuzzerInitialize != nullptr) LLVMFuzzerInitialize(&argc, &argv);
  for (int i = 1; i < argc; ++i) {
    if (argv[i][0] != '-') paths.emplace_back(argv[i]);  // else a flag of the target
  }
  const auto [files, failures] = viewfuzz::lookForFiles(paths);
  for (const auto& failure : failures) std::fprintf(stderr, "%s\n", failure.c_str());
  if (!failures.empty()) return 2;
  if (files.empty()) {
    std::fprintf(stderr, "usage: %s FILE-OR-FOLDER...: expected at least one input\n", argv[0]);
    return 2;
  }
  for (const auto& file : files) {
    std::ifstream in(file, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    if (!in) {
      std::fprintf(stderr, "cannot read '%s'\n", file.c_str());
      return 2;
    }
    LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(text.data()), text.size());
  }
  std::printf("%zu inputs replayed\n", files.size());
  return 0;
}
