#!/bin/bash -eu
# Builds the fuzz targets as OSS-Fuzz and ClusterFuzzLite ask for it: with the compiler, the flags and the engine of the
# environment, into $OUT. VIEWFUZZ_TORCH names libtorch. VIEWFUZZ_BACKEND, if it is set, is a backend library of
# yours: it goes along, and fuzz_backend tests it.

# The fleets compile against libc++, but the libtorch that pip has is built with libstdc++, and their types do not mix
# in one process. The C++ library is shipped, so nothing is asked of the machine that runs the targets.
export CXXFLAGS="${CXXFLAGS//-stdlib=libc++/}"

build=$WORK/viewfuzz-$FUZZING_ENGINE-$SANITIZER
cmake -S "$SRC/viewfuzz" -B "$build" -G Ninja \
  -DCMAKE_BUILD_TYPE= -DCMAKE_CXX_COMPILER="$CXX" -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=16 \
  -DVIEWFUZZ_FUZZING_ENGINE="$LIB_FUZZING_ENGINE" -DVIEWFUZZ_FLEET_BACKEND="${VIEWFUZZ_BACKEND:-}"
cmake --build "$build" --target fuzzers
cmake --install "$build" --component fleet --prefix "$OUT"
