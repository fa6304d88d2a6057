#!/usr/bin/env bash
# fleet_build.sh WORK OUT: builds as OSS-Fuzz and ClusterFuzzLite do, with their script, their flags and the clang of
# this machine. SANITIZER=address (the default) or undefined. VIEWFUZZ_TORCH names libtorch.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
mkdir -p "$1" "$2"
WORK=$(cd "$1" && pwd)
OUT=$(cd "$2" && pwd)
# There the source is in a folder of the project's name.
SRC=$WORK/src
mkdir -p "$SRC"
ln -sfn "$root" "$SRC/viewfuzz"

: "${SANITIZER:=address}"
case $SANITIZER in
  address) flags='-fsanitize=address -fsanitize-address-use-after-scope' ;;
  undefined)
    checks=array-bounds,bool,builtin,enum,function,integer-divide-by-zero,null,object-size,return,returns-nonnull-attribute,shift,signed-integer-overflow,unreachable,vla-bound,vptr
    flags="-fsanitize=$checks -fno-sanitize-recover=$checks"
    ;;
  *)
    printf "SANITIZER is '%s'. Expected address or undefined.\n" "$SANITIZER" >&2
    exit 2
    ;;
esac
CC=${CC:-clang-19}
CXX=${CXX:-clang++-19}
CFLAGS="-O1 -fno-omit-frame-pointer -gline-tables-only -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION $flags -fsanitize=fuzzer-no-link"
CXXFLAGS="$CFLAGS -stdlib=libc++"
LIB_FUZZING_ENGINE=-fsanitize=fuzzer
FUZZING_ENGINE=libfuzzer
export CC CXX CFLAGS CXXFLAGS LIB_FUZZING_ENGINE FUZZING_ENGINE SANITIZER SRC WORK OUT
exec "$root/.clusterfuzzlite/build.sh"
