#include "viewfuzz/files/say.h"

#include <unistd.h>

#include <string>

namespace viewfuzz {

void writeOut(std::string_view file) {
  const bool shown = isatty(STDOUT_FILENO) == 1;
  fmt::print("{}", shown ? terminalText(file) : std::string(file));
}

}  // namespace viewfuzz
