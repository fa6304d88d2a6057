#!/usr/bin/env bash
# fleet_check.sh FOLDER SECONDS: does what build.sh made run where a fleet runs it? The folder is moved, made read-only,
# and each target in it is run by a user who may write to the temporary folder alone, for so many seconds. At the end it is
# where it was, and what a target stopped on lies beside it, in FOLDER.stopped/TARGET.
#
# ENGINE=libfuzzer (the default), or `replay` for targets of the ordinary build, which only replay their seeds.
# SANITIZER=address (the default), undefined, coverage or none, as it was built; with `replay`, nothing is asked of it.
set -euo pipefail
shopt -s inherit_errexit nullglob
if [[ $# -ne 2 || ! -d $1 || ! $2 =~ ^[0-9]+$ ]]; then
  printf 'usage: %s FOLDER SECONDS: expected the folder that build.sh made, and a number.\n' "$0" >&2
  exit 2
fi
readonly engine=${ENGINE:-libfuzzer} sanitizer=${SANITIZER:-address}
folder=$(realpath "$1")
readonly folder seconds=$2
scratch=$(mktemp -d)
readonly scratch
readonly out=$scratch/moved/elsewhere tmp=$scratch/tmp
mkdir -p "$scratch/moved" "$tmp"

name=
put_back() {
  set +e
  chmod -R u+w "$scratch"
  # Where it has not been moved, what is in $out is half a copy.
  if [[ -d $out && ! -e $folder ]] && ! mv "$out" "$folder"; then
    printf 'BAD: it cannot be moved back, and lies in %s.\n' "$out" >&2
    exit 1
  fi
  local stopped=("$tmp"/{crash,leak,oom,timeout}-*)
  if [[ ${#stopped[@]} -gt 0 ]]; then
    if mkdir -p "$folder.stopped/$name" && cp "${stopped[@]}" "$folder.stopped/$name"; then
      printf 'What it stopped on is in %s.\n' "$folder.stopped/$name" >&2
    else
      printf 'What it stopped on cannot be kept, and lies in %s.\n' "$tmp" >&2
      exit 1
    fi
  fi
  rm -rf "$scratch"
}
trap put_back EXIT
rm -rf "$folder.stopped"
mv "$folder" "$out"
chmod 755 "$scratch"
chmod -R a-w,a+rX "$scratch/moved"
chmod 777 "$tmp"

fail() {
  printf 'BAD: %s\n' "$@" >&2
  exit 1
}

# What the runners of OSS-Fuzz set, as far as it matters here.
readonly asan=detect_leaks=1:detect_stack_use_after_return=1:alloc_dealloc_mismatch=0:allocator_may_return_null=1:handle_abort=1:detect_odr_violation=0:quarantine_size_mb=10
readonly ubsan=print_stacktrace=1:print_summary=1:halt_on_error=1:silence_unsigned_overflow=1

# as_runner COMMAND…: with an empty environment, from a folder that is not its own.
as_runner() {
  local drop=()
  # Root may write anywhere; where not even root may become another user, that much is not asked.
  local nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  if [[ $(id -u) -eq 0 ]] && "${nobody[@]}" true 2>/dev/null; then drop=("${nobody[@]}"); fi
  # The last `env` is for the loader: what `setpriv` itself loads is none of ours.
  (cd / && exec env -i PATH=/usr/bin:/bin HOME=/nonexistent TMPDIR="$tmp" ASAN_OPTIONS=$asan UBSAN_OPTIONS=$ubsan \
    "${drop[@]}" env LD_DEBUG="${LD_DEBUG:-}" LD_DEBUG_OUTPUT="$tmp/loaded" "$@")
}

# No path of the machine that built it.
check_rpath() {
  local strangers
  strangers=$(readelf -d "$1" | sed -n 's/.*\(RPATH\|RUNPATH\).*\[\(.*\)\]/\2/p' | tr : '\n' | sed '/^$/d;/^\$ORIGIN/d')
  [[ -z $strangers ]] || fail "${1#"$out"/} has an rpath outside of the folder: $strangers"
}

# What a target loads, also what it opens itself, is in the folder or glibc's.
check_loaded() {
  local name=$1 log loaded strangers
  # A symbolizer that it starts has a log of its own.
  log=$(grep -l "initialize program: $out/$name" "$tmp"/loaded.* || true)
  [[ -n $log ]] || fail "it cannot be seen what $name loads"
  loaded=$(sed -n 's/.*calling init: //p' "$log" | sort -u)
  strangers=$(grep -v -e "^$out/" -e '/ld-linux[^/]*$' -e '/lib\(c\|m\|dl\|rt\|pthread\|resolv\)\.so[^/]*$' \
    <<<"$loaded" || true)
  [[ -z $strangers ]] || fail "$name loads what is not in the folder: $strangers"
  rm -f "$tmp"/loaded.*
}

check_seeds() {
  local name=$1
  mkdir "$tmp/seeds"
  (cd "$tmp/seeds" && cmake -E tar xf "$out/${name}_seed_corpus.zip")
  [[ -n $(ls "$tmp/seeds") ]] || fail "$name has no seeds"
  chmod -R a+rX "$tmp/seeds"
}

# calls PATTERN FILE: how often the code calls a function of that name.
calls() { objdump -d "$2" | grep -c "call.*<$1" || true; }

check_instrumented() {
  local name=$1 asan_calls ubsan_calls
  if [[ $sanitizer == coverage ]]; then
    grep -q __llvm_prf <<<"$(readelf -S -W "$out/$name")" || fail "$name does not count its lines"
    return
  fi
  # The bounds by which OSS-Fuzz takes a build for one with its sanitizer, and for one without the other.
  asan_calls=$(calls __asan "$out/$name")
  ubsan_calls=$(calls __ubsan "$out/$name")
  case $sanitizer in
    address) [[ $asan_calls -ge 1000 && $ubsan_calls -le 200 ]] ;;
    undefined) [[ $asan_calls -eq 0 && $ubsan_calls -ge 168 ]] ;;
    *) [[ $asan_calls -eq 0 && $ubsan_calls -eq 0 ]] ;;
  esac || fail "$name calls AddressSanitizer $asan_calls times and UndefinedBehaviorSanitizer $ubsan_calls times"
}

run_libfuzzer() {
  local name=$1 log=$tmp/log edges
  local options
  options=$(sed -n 's/^\([a-z_]*\) *= *\(.*\)$/-\1=\2/p' "$out/$name.options")
  [[ ! -e $out/$name.dict ]] || options+=" -dict=$out/$name.dict"
  # shellcheck disable=SC2206  # words are meant
  local run=("$out/$name" -seed=1337 -rss_limit_mb=2560 -artifact_prefix="$tmp/" $options)
  LD_DEBUG=files as_runner "${run[@]}" -runs=4 >"$log" 2>&1 || fail "$name does not run" "$(cat "$log")"
  check_loaded "$name"
  grep -q 'Done 4 runs' "$log" || fail "$name ends before it has run 4 inputs" "$(cat "$log")"
  edges=$(sed -n 's/^INFO: Loaded .*(\(.*\) inline 8-bit counters).*/\1/p' "$log" | head -1)
  [[ ${edges:=0} -ge 100 || $sanitizer == coverage ]] || fail "$name has $edges counters" "$(cat "$log")"
  as_runner "${run[@]}" -runs=0 "$tmp/seeds" >"$log" 2>&1 || fail "$name fails on a seed" "$(cat "$log")"
  mkdir -m 777 "$tmp/corpus"
  as_runner "${run[@]}" -max_total_time="$seconds" -print_final_stats=1 "$tmp/corpus" "$tmp/seeds" >"$log" 2>&1 ||
    fail "$name stopped" "$(cat "$log")"
  printf '%s: %s counters, %s runs in %s s, %s seeds\n' "$name" "$edges" \
    "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")" "$seconds" "$(find "$tmp/seeds" -type f | wc -l)"
}

run_replay() {
  local name=$1 log=$tmp/log
  LD_DEBUG=files as_runner "$out/$name" "$tmp/seeds" >"$log" 2>&1 || fail "$name fails on a seed" "$(cat "$log")"
  check_loaded "$name"
  printf '%s: %s\n' "$name" "$(tail -n 1 "$log")"
}

names=()
for file in "$out"/*; do
  name=${file##*/}
  [[ -f $file && -x $file && $name != *.* && $name != afl-* ]] || continue
  if grep -q LLVMFuzzerTestOneInput "$file"; then names+=("$name"); fi
done
[[ ${#names[@]} -gt 0 ]] || fail "there is no target in the folder"
[[ ! -w $out/lib || $(id -u) -eq 0 ]] || fail "the folder can be written to"
for file in "$out"/lib/* "${names[@]/#/$out/}"; do check_rpath "$file"; done
for name in "${names[@]}"; do
  grep -qx '\[libfuzzer\]' "$out/$name.options" || fail "$name has no options"
  check_seeds "$name"
  [[ $engine == replay ]] || check_instrumented "$name"
  "run_$engine" "$name"
  rm -rf "${tmp:?}"/*
done
