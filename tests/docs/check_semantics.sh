#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks that every sentence of docs/semantics.md is backed by tests that exist.
#
#   check_semantics.sh SOURCE_DIR
#
# tests/docs/semantics_tests.txt names them: `> ` and the first words of a sentence, then the test
# cases that back it, one per line, indented. A cell of a table is a sentence.
set -eu
export LC_ALL=C
cd "$1"
map=tests/docs/semantics_tests.txt
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# One sentence per line, without code blocks, headings and heads of tables.
awk '
  /^```/ { inside = !inside; next }
  inside || /^#/ || /^\|[-|]*$/ || /^\| stepwise \|/ { next }
  /^\|/ {
    count = split($0, cells, / *\| */)
    for (i = 2; i < count; ++i) print cells[i]
    next
  }
  { line = $0; gsub(/[.] /, ".\n", line); if (line != "") print line }
' docs/semantics.md > "$scratch/sentences"

# Names of all test cases, wherever their line was broken.
find tests -name '*_test.cpp' -exec cat {} + | tr '\n' ' ' |
  sed 's/TEST_CASE( */TEST_CASE(/g' | grep -oE 'TEST_CASE\("[^"]*"' |
  sed 's/^TEST_CASE("//; s/"$//' | sort -u > "$scratch/cases"

grep '^> ' "$map" | sed 's/^> //' > "$scratch/keys"
grep -E '^  ' "$map" | sed 's/^  *//' | sort -u > "$scratch/named"

status=0
complain() {
  echo "$1"
  status=1
}
backing() {  # the sentences that begin with these words
  awk -v key="$1" 'BEGIN { gsub(/\\/, "\\\\", key) } index($0, key) == 1' "$scratch/sentences"
}
while read -r key; do
  found=$(backing "$key" | wc -l)
  [ "$found" -eq 1 ] || complain "$map: '> $key' begins $found sentences of docs/semantics.md, not
  one; give the first words of the sentence as they are now, or remove the entry"
done < "$scratch/keys"
while read -r sentence; do
  awk -v sentence="$sentence" 'index(sentence, $0) == 1 { found = 1 } END { exit !found }' \
    "$scratch/keys" || complain "docs/semantics.md: no test is named for the sentence
  $sentence
  Write a test case of what it says and add to $map:
> $(echo "$sentence" | cut -d' ' -f1-6)
  <name of the test case>"
done < "$scratch/sentences"
comm -23 "$scratch/named" "$scratch/cases" > "$scratch/missing"
while read -r name; do
  complain "$map: there is no test case \"$name\" in tests/; was it renamed?"
done < "$scratch/missing"
awk '/^> / { if (key != "" && !tests) print key; key = $0; tests = 0 } /^  / { ++tests }
     END { if (key != "" && !tests) print key }' "$map" > "$scratch/bare"
while read -r key; do complain "$map: '$key' names no test case"; done < "$scratch/bare"
[ -s "$scratch/sentences" ] && [ -s "$scratch/cases" ] || complain "nothing was found to compare"
exit "$status"
