# What every target of ours is compiled with: `target_link_libraries(x PRIVATE viewfuzz_options)`.
add_library(viewfuzz_options INTERFACE)
target_compile_options(viewfuzz_options INTERFACE -Wall -Wextra -Wpedantic)
if(NOT VIEWFUZZ_FUZZING_ENGINE)
  # The compiler of a fleet is newer than those we know, and has more to say.
  target_compile_options(viewfuzz_options INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 takes the inline storage of c10::SmallVector for uninitialised after an erase.
  target_compile_options(viewfuzz_options INTERFACE -Wno-maybe-uninitialized)
endif()
# ATen's RecordFunction asserts falsely in a file built without NDEBUG against a release libtorch.
target_compile_definitions(viewfuzz_options INTERFACE NDEBUG)

if(VIEWFUZZ_SANITIZE)
  target_compile_options(viewfuzz_options INTERFACE
    -fsanitize=${VIEWFUZZ_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(viewfuzz_options INTERFACE -fsanitize=${VIEWFUZZ_SANITIZE})
endif()
if(VIEWFUZZ_LIBFUZZER)
  # The counters; libFuzzer itself, with its main, is linked to the targets in fuzz/ alone.
  target_compile_options(viewfuzz_options INTERFACE -fsanitize=fuzzer-no-link)
  # What is compared with what helps to guess bytes. Inputs are text that our own mutators change.
  target_compile_options(viewfuzz_options INTERFACE -fno-sanitize-coverage=trace-cmp)
endif()
# The kernels that convert inline code of libtorch; said for their files alone, whose flags need not be those of others.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND (VIEWFUZZ_SANITIZE OR VIEWFUZZ_FUZZING_ENGINE))
  set(VIEWFUZZ_IGNORELIST -fsanitize-ignorelist=${PROJECT_SOURCE_DIR}/cmake/sanitizer_ignorelist.txt)
endif()
# For what is not under test: without counters it is faster, and a corpus does not grow for its sake.
if(VIEWFUZZ_LIBFUZZER OR VIEWFUZZ_FUZZING_ENGINE)
  set(VIEWFUZZ_UNCOUNTED
    -fno-sanitize-coverage=inline-8bit-counters,trace-pc-guard,pc-table,indirect-calls,stack-depth,trace-cmp)
endif()

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # A precompiled header is cacheable only when ccache is told that its macros may be trusted.
  set(CMAKE_CXX_COMPILER_LAUNCHER
    ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
    ${CCACHE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
  else()
    add_compile_options(-fpch-preprocess)
  endif()
endif()
