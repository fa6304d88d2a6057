#!/usr/bin/env bash
# fleet_install_test.sh BUILD: what the ordinary build would ship runs elsewhere. The targets only replay their seeds
# there; what a fleet's compiler makes of them is for `./dev fleet`.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cmake --install "$1" --component fleet --prefix "$scratch/out" >"$scratch/log" || {
  cat "$scratch/log" >&2
  exit 1
}
ENGINE=replay "$(dirname "${BASH_SOURCE[0]}")/fleet_check.sh" "$scratch/out" 0
