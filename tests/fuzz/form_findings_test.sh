#!/usr/bin/env bash
# form_findings_test.sh TARGET FORMS: of what a fuzzer stopped on, the target makes findings that show the same again.
set -euo pipefail
target=$1 forms=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() {
  printf 'BAD: %s\n' "$@" >&2
  cat "$scratch/log" >&2
  exit 1
}
# expect CODE ARGUMENT…: runs the target, which exits with that code.
expect() {
  local code=0
  "$target" "${@:2}" >"$scratch/log" 2>&1 || code=$?
  [[ $code -eq $1 ]] || fail "exit code $code and not $1 of: ${*:2}"
}
# Some numbers are read from the wrong place, so the fused kernel is given others than the reference.
fault=--fault=wrap-index-64

expect 1 "$fault" "--findings=$scratch/out" "$forms" "$scratch/none" "$forms/../models/rule.form"
grep -q "cannot read '$scratch/none'" "$scratch/log" || fail "an unreadable file is not named"
grep -q "rule.form:1:1: expected '# viewfuzz delta rule 1'" "$scratch/log" || fail "another form is not refused"
findings=("$scratch"/out/*)
[[ ${#findings[@]} -eq 1 ]] || fail "${#findings[@]} findings and not 1"
grep -q 'token by token it gives something else' "${findings[0]}/story.txt" || fail "the story does not say what is wrong"
sed -n 's/^run it again  //p' "${findings[0]}/story.txt" >"$scratch/again"
bash "$scratch/again" >"$scratch/log" 2>&1 && fail "what the story says to run shows nothing"
grep -q 'token by token' "$scratch/log" || fail "what the story says to run shows something else"
[[ -s ${findings[0]}/stderr.txt ]] || fail "there are no last words"
grep -qx 'order = 0' "${findings[0]}/input.form" || fail "it is not reduced"
expect 0 "${findings[0]}/input.form"
expect 0 "--findings=$scratch/right" "$forms"/batch.form
expect 2 "--findings=$scratch/right"
expect 2 --backend=/no/such.so "--findings=$scratch/right" "$forms"
expect 2 "$fault" --findings=/proc/none "$forms"
expect 2 --cells=/dev/null "$forms"
[[ ! -e $scratch/right ]] || fail "there is a folder without a finding"
