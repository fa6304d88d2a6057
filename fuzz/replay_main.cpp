// The main of a fuzz target in the ordinary build: runs the target on files, and on all files in
// folders. What cannot be run is named, and makes 2 of the exit code: a seed must not rot unseen.

#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "fuzz/refusal.h"
#include "viewfuzz/files/find.h"
#include "viewfuzz/files/read.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
extern "C" __attribute__((weak)) int LLVMFuzzerInitialize(int* argc, char*** argv);

namespace {

int replay(int argc, char** argv) {
  std::vector<std::string> paths;
  if (LLVMFuzzerInitialize != nullptr) LLVMFuzzerInitialize(&argc, &argv);
  for (int i = 1; i < argc; ++i) {
    if (argv[i][0] != '-') paths.emplace_back(argv[i]);  // else a flag of the target
  }
  const auto files = viewfuzz::findFiles(paths);
  if (files.empty()) {
    std::fprintf(stderr, "usage: %s FILE-OR-FOLDER...: expected at least one input\n", argv[0]);
    return 2;
  }
  size_t refused = 0;
  for (const auto& file : files) {
    const std::string text = viewfuzz::readFile(file);
    if (LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(text.data()), text.size()) == 0)
      continue;
    ++refused;
    std::fprintf(stderr, "%s cannot be run: %s\n", file.c_str(),
                 viewfuzz::fuzz::whyRefused().c_str());
  }
  std::printf("%zu inputs replayed, %zu cannot be run\n", files.size() - refused, refused);
  return refused == 0 ? 0 : 2;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return replay(argc, argv);
  } catch (const std::runtime_error& error) {  // a file or a folder that cannot be read
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
