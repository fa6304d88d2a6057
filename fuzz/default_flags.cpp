#include "fuzz/default_flags.h"

#include <sstream>
#include <string>
#include <vector>

namespace viewfuzz::fuzz {

void addDefaultFlags(const char* flags, int* argc, char*** argv) {
  // libFuzzer keeps the pointers, so the texts live as long as the process.
  static std::vector<std::string> texts;
  static std::vector<char*> all;
  texts.clear();
  std::istringstream words(flags);
  for (std::string word; words >> word;) texts.push_back(word);
  all.assign(*argv, *argv + 1);
  for (std::string& text : texts) all.push_back(text.data());
  all.insert(all.end(), *argv + 1, *argv + *argc);
  *argc = static_cast<int>(all.size());
  all.push_back(nullptr);
  *argv = all.data();
}

}  // namespace viewfuzz::fuzz
