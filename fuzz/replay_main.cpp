// The main of a fuzz target in an ordinary build. It runs the target on files, and on all files in
// folders. It names inputs that cannot be run and then exits with 2, so that a broken seed is
// noticed.

#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>

#include "fuzz/flags.h"
#include "fuzz/refusal.h"
#include "viewfuzz/files/find.h"
#include "viewfuzz/files/read.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
extern "C" __attribute__((weak)) int LLVMFuzzerInitialize(int* argc, char*** argv);

namespace {

bool runs(const std::string& file) {
  std::string text;
  try {
    text = viewfuzz::readFile(file);
  } catch (const std::runtime_error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return false;
  }
  if (LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(text.data()), text.size()) == 0)
    return true;
  std::fprintf(stderr, "%s cannot be run: %s\n", file.c_str(),
               viewfuzz::fuzz::whyRefused().c_str());
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  if (LLVMFuzzerInitialize != nullptr) LLVMFuzzerInitialize(&argc, &argv);
  const auto [files, failures] = viewfuzz::lookForFiles(viewfuzz::fuzz::pathsOf(argc, argv));
  size_t refused = failures.size();
  for (const auto& failure : failures) std::fprintf(stderr, "%s\n", failure.c_str());
  if (files.empty() && failures.empty()) {
    std::fprintf(stderr, "usage: %s FILE-OR-FOLDER...: expected at least one input\n", argv[0]);
    return 2;
  }
  size_t replayed = 0;
  for (const auto& file : files) {
    if (runs(file)) {
      ++replayed;
    } else {
      ++refused;
    }
  }
  std::printf("%zu inputs replayed, %zu cannot be run\n", replayed, refused);
  return refused == 0 ? 0 : 2;
}
