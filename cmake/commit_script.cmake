# Run by each build: writes OUTPUT, a C++ file that defines `viewfuzz::cli::commit`, if the commit of SOURCE is another one
# than last time. Without git, as in a released archive, there is none.
set(commit "")
find_program(GIT git)
if(GIT)
  # An archive may be unpacked inside of somebody's own repository, whose commit says nothing.
  execute_process(COMMAND ${GIT} -C ${SOURCE} rev-parse --show-prefix
    OUTPUT_VARIABLE prefix OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed ERROR_QUIET)
  if(NOT failed AND prefix STREQUAL "")
    execute_process(COMMAND ${GIT} -C ${SOURCE} describe --always --dirty --match= --abbrev=12
      OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed ERROR_QUIET)
    if(failed)
      set(commit "")
    endif()
  endif()
endif()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
#include <string_view>

namespace viewfuzz::cli {

std::string_view commit() { return "@commit@"; }

}  // namespace viewfuzz::cli
]])
