# Finds libtorch: one named by CMAKE_PREFIX_PATH or Torch_DIR, or in the environment by
# VIEWFUZZ_TORCH (a folder that holds share/cmake/Torch, such as an unpacked libtorch or the
# `torch` folder of a Python installation), or the one `./dev` put into .venv.
set(_torch_hints $ENV{VIEWFUZZ_TORCH})
file(GLOB _venv_torch ${CMAKE_SOURCE_DIR}/.venv/lib/python3*/site-packages/torch)
list(APPEND _torch_hints ${_venv_torch})
find_package(Torch QUIET HINTS ${_torch_hints} PATH_SUFFIXES share/cmake/Torch)
if(NOT Torch_FOUND)
  message(FATAL_ERROR
    "libtorch was not found. Run ./dev build, which installs torch 2.13.0 into .venv, or name one:\n"
    "  VIEWFUZZ_TORCH=/path/to/libtorch cmake --preset release\n"
    "  cmake --preset release -DCMAKE_PREFIX_PATH=/path/to/libtorch")
endif()
get_target_property(_torch_includes torch INTERFACE_INCLUDE_DIRECTORIES)
find_library(C10_LIBRARY c10 REQUIRED PATHS ${TORCH_INSTALL_PREFIX}/lib NO_DEFAULT_PATH)
find_library(TORCH_CPU_LIBRARY torch_cpu REQUIRED PATHS ${TORCH_INSTALL_PREFIX}/lib NO_DEFAULT_PATH)

# One target, headers as system headers so that our warnings stay ours.
add_library(libtorch INTERFACE)
target_include_directories(libtorch SYSTEM INTERFACE ${TORCH_INCLUDE_DIRS})
# By their paths, so that CMake itself puts the folder into the rpath of what is built and takes it out of what is
# installed.
target_link_libraries(libtorch INTERFACE ${TORCH_CPU_LIBRARY} ${C10_LIBRARY})
