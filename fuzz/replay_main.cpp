// The main of a fuzz target in the ordinary build: runs the target on files, and on all files in
// folders. What cannot be run is named, and makes 2 of the exit code: a seed must not rot unseen.

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "fuzz/refusal.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
extern "C" __attribute__((weak)) int LLVMFuzzerInitialize(int* argc, char*** argv);

int main(int argc, char** argv) {
  std::vector<std::filesystem::path> files;
  if (LLVMFuzzerInitialize != nullptr) LLVMFuzzerInitialize(&argc, &argv);
  for (int i = 1; i < argc; ++i) {
    if (argv[i][0] == '-') continue;  // a flag of the target
    if (!std::filesystem::is_directory(argv[i])) {
      files.emplace_back(argv[i]);
      continue;
    }
    for (const auto& entry : std::filesystem::recursive_directory_iterator(argv[i])) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
  }
  if (files.empty()) {
    std::fprintf(stderr, "usage: %s FILE-OR-FOLDER...: expected at least one input\n", argv[0]);
    return 2;
  }
  size_t refused = 0;
  for (const auto& file : files) {
    std::ifstream in(file, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    if (!in) {
      std::fprintf(stderr, "cannot read '%s'\n", file.c_str());
      return 2;
    }
    if (LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(text.data()), text.size()) == 0)
      continue;
    ++refused;
    std::fprintf(stderr, "%s cannot be run: %s\n", file.c_str(),
                 viewfuzz::fuzz::whyRefused().c_str());
  }
  std::printf("%zu inputs replayed, %zu cannot be run\n", files.size() - refused, refused);
  return refused == 0 ? 0 : 2;
}
