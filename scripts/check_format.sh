#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks that all C++ sources are formatted according to .clang-format, and the words of documents,
# messages and comments (check_words.py). With --fix it formats the sources.
#
#   scripts/check_format.sh [--fix]
#
# Needs Python and clang-format 14: other versions break lines differently.
set -eu
export LC_ALL=C
cd "$(dirname "$0")/.."

for program in clang-format-14 clang-format; do
  command -v "$program" >/dev/null || continue
  case $("$program" --version) in
    *"version 14."*) formatter=$program; break ;;
  esac
done
if [ -z "${formatter:-}" ]; then
  echo "clang-format 14 is missing: scripts/install_packages.sh clang-format" >&2
  exit 2
fi

sources() {
  if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git ls-files --cached --others --exclude-standard '*.hpp' '*.cpp'
  else
    find . \( -path './build*' -o -path ./out \) -prune -o \( -name '*.hpp' -o -name '*.cpp' \) -print
  fi
}

if [ "${1:-}" = --fix ]; then
  sources | xargs "$formatter" -i
else
  sources | xargs -P "$(nproc)" -n 50 "$formatter" --dry-run -Werror
  python3 scripts/check_words.py
fi
