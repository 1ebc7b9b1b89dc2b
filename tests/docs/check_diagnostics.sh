#!/bin/sh
# SPDX-License-Identifier: MIT
# Compares the codes of diagnostics in the sources with those in docs/diagnostics.md.
#
#   check_diagnostics.sh SOURCE_DIR
set -eu
export LC_ALL=C
cd "$1"

# A code is a string "domain.reason". These strings only look like one.
no_code='^(room\.f_air|source\.output|target\.input|[a-z0-9_]+\.(json|jsonl|csv|sqlite|ttl|txt)|s223\.[a-z]+|[0-9]+\.[0-9]+)$'
# estimation/solver/least_squares.cpp puts "calibration." before the codes it hands to report_on.
sources() {
  find framework data components ontology estimation apps python/src \( -name '*.hpp' -o -name '*.cpp' \) \
    -exec cat {} +
}
in_sources() {
  {
    sources | grep -oE '"[a-z0-9_]+\.[a-z0-9_]+"' | tr -d '"' | grep -Ev "$no_code"
    grep -ohE '"code": "[a-z0-9_]+\.[a-z0-9_]+"' ontology/mappings/*.json | cut -d'"' -f4
    sources | grep -oE 'report_on\(parameter, diagnostics, "[a-z_]+"' |
      sed 's/.*"\(.*\)"/calibration.\1/'
  } | sort -u
}
in_document() {
  grep -oE '^\| `[a-z0-9_]+\.[a-z0-9_]+` ' docs/diagnostics.md | tr -d '|` ' | sort
}

status=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
in_sources > "$scratch/sources"
in_document > "$scratch/document"
report() {
  [ -z "$2" ] || { printf '%s:\n%s\n' "$1" "$2"; status=1; }
}
report "not in docs/diagnostics.md" "$(sort -u "$scratch/document" | comm -23 "$scratch/sources" -)"
report "in docs/diagnostics.md, but not in the sources" \
  "$(sort -u "$scratch/document" | comm -13 "$scratch/sources" -)"
report "twice in docs/diagnostics.md" "$(uniq -d "$scratch/document")"
report "not spelled as docs/decisions/0009-codes-of-duplicates.md says" \
  "$(grep -E 'doubled|id_taken|\.duplicate_' "$scratch/sources")"
[ -s "$scratch/sources" ] || { echo "no code found in the sources"; status=1; }
exit "$status"
