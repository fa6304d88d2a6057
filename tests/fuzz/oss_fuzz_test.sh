#!/usr/bin/env bash
# oss_fuzz_test.sh FOLDER: what OSS-Fuzz is given differs from the rest of FOLDER, .clusterfuzzlite, only in where the source
# comes from and in whom to write to.
set -euo pipefail
same() { diff -B <(grep -v "$2" "$1") <(grep -v "$2" "oss-fuzz/$1"); }
cd "$1"
same Dockerfile '^COPY\|^WORKDIR\|git clone'
same project.yaml '^homepage:\|^main_repo:\|^primary_contact:\|^# For the folder'
