#!/usr/bin/env bash
# fleet_install_test.sh BUILD: what the ordinary build would ship runs elsewhere, and is back in its place then. The targets
# only replay their seeds there; what a fleet's compiler makes of them is for `./dev fleet`.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cmake --install "$1" --component fleet --prefix "$scratch/out" >"$scratch/log" || {
  cat "$scratch/log" >&2
  exit 1
}
ENGINE=replay "$(dirname "${BASH_SOURCE[0]}")/fleet_check.sh" "$scratch/out" 0
[[ -x $scratch/out/fuzz_text && -e $scratch/out/fuzz_text.dict ]]

# What is no such folder is left as it is, and is told apart from one that is fine.
mkdir "$scratch/other"
touch "$scratch/other/mine"
if ENGINE=replay "$(dirname "${BASH_SOURCE[0]}")/fleet_check.sh" "$scratch/other" 0 2>"$scratch/log"; then exit 1; fi
grep -q 'there is no target' "$scratch/log"
[[ -e $scratch/other/mine ]]
