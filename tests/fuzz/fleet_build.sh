#!/usr/bin/env bash
# fleet_build.sh WORK OUT: builds as OSS-Fuzz and ClusterFuzzLite do, with their script, their flags and the clang of
# this machine. SANITIZER=address (the default), undefined, coverage or none; FUZZING_ENGINE=libfuzzer (the default) or
# afl. VIEWFUZZ_TORCH names libtorch.
set -euo pipefail
if [[ $# -ne 2 ]]; then
  printf 'usage: %s WORK OUT: expected two folders, to build in and for the result.\n' "$0" >&2
  exit 2
fi
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
  # How OSS-Fuzz finds out which lines a corpus reaches.
  coverage) flags='-fprofile-instr-generate -fcoverage-mapping' ;;
  none) flags= ;;
  *)
    printf "SANITIZER is '%s'. Expected address, undefined, coverage or none.\n" "$SANITIZER" >&2
    exit 2
    ;;
esac
: "${FUZZING_ENGINE:=libfuzzer}"
case $FUZZING_ENGINE in
  libfuzzer)
    [[ $SANITIZER == coverage ]] || flags+=' -fsanitize=fuzzer-no-link'
    LIB_FUZZING_ENGINE=-fsanitize=fuzzer
    ;;
  afl)
    # What afl-clang-fast does, without its plugin, which is built for one clang alone. The runtime of the targets
    # counts for the backend too, so its symbols are exported.
    afl=${AFL_PATH:-/usr/lib/afl}
    flags+=' -fsanitize-coverage=trace-pc-guard'
    LIB_FUZZING_ENGINE="$afl/libAFLDriver.a $afl/afl-compiler-rt.o"
    export LDFLAGS="-Wl,--dynamic-list=$afl/dynamic_list.txt"
    ;;
  *)
    printf "FUZZING_ENGINE is '%s'. Expected libfuzzer or afl.\n" "$FUZZING_ENGINE" >&2
    exit 2
    ;;
esac
CC=${CC:-clang-19}
CXX=${CXX:-clang++-19}
CFLAGS="-O1 -fno-omit-frame-pointer -gline-tables-only -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION $flags"
CXXFLAGS="$CFLAGS -stdlib=libc++"
export CC CXX CFLAGS CXXFLAGS LIB_FUZZING_ENGINE FUZZING_ENGINE SANITIZER SRC WORK OUT
exec "$root/.clusterfuzzlite/build.sh"
