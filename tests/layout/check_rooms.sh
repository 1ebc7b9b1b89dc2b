#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks how the sources are divided into rooms (folders; `internal` belongs to the folder above it):
# rooms do not include each other in a circle, a folder has at most 25 sources, only the library that
# owns a header in `internal` includes it, no installed header includes such a header, and no two
# types of a namespace have the same name: the linker would keep one of their destructors for both.
#
#   tests/layout/check_rooms.sh SOURCE_DIR
set -eu
export LC_ALL=C
cd "$1"
limit=25
status=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

complain() {
  echo "$1"
  status=1
}

# Lines of `including file` and `included file`, of all sources but tests.
libraries="framework data components ontology estimation apps"
# shellcheck disable=SC2086  # a list of words
find $libraries -name '*.hpp' -o -name '*.cpp' | sort > "$work/sources"
xargs grep -H '^#include "hearth/' < "$work/sources" |
  sed 's|^\([^:]*\):#include "hearth/\([^"]*\)".*|\1 \2|' > "$work/includes"
[ -s "$work/includes" ] || complain "no include was found in $1"

awk 'function room(file) { sub("/[^/]*$", "", file); sub("/internal$", "", file); return file }
     { from = room($1); to = room($2); if (from != to && !seen[from, to]++) print from, to }' \
  "$work/includes" > "$work/arrows"
if ! tsort "$work/arrows" > /dev/null 2> "$work/circle"; then
  complain "these rooms include each other in a circle:"
  sed 's/^tsort: //' "$work/circle"
fi

awk '$2 ~ /\/internal\// { split($1, a, "/"); split($2, b, "/"); if (a[1] != b[1]) print }' \
  "$work/includes" > "$work/trespassers"
if [ -s "$work/trespassers" ]; then
  complain "these files include an internal header of another library:"
  cat "$work/trespassers"
fi

awk '$1 ~ /\.hpp$/ && $1 !~ /^apps\// && $1 !~ /\/internal\// && $2 ~ /\/internal\// { print }' \
  "$work/includes" > "$work/exposed"
if [ -s "$work/exposed" ]; then
  complain "these headers are installed, but the internal headers that they include are not:"
  cat "$work/exposed"
fi

# shellcheck disable=SC2016  # text of awk
xargs awk '
  FNR == 1 { space = ""; unnamed = 0 }
  /^namespace \{/ { unnamed = 1 }
  /^\}  \/\/ namespace$/ { unnamed = 0 }
  /^namespace [a-z0-9_:]+ \{/ { space = space "::" $2 }
  /^\}  \/\/ namespace [a-z0-9_:]+$/ { sub("::" $4 "$", "", space) }
  !unnamed && /^(struct|class|union|enum class) [A-Za-z_]+( final)?( :.*)?( \{|$)/ && !/;$/ {
    name = $1 == "enum" ? $3 : $2
    type = space "::" name
    if (type in at) print type " is defined in " at[type] " and in " FILENAME
    at[type] = FILENAME
  }' < "$work/sources" > "$work/twice"
if [ -s "$work/twice" ]; then
  complain "rename one of these types:"
  cat "$work/twice"
fi

find $libraries tests bench examples python -type f \
  \( -name '*.hpp' -o -name '*.cpp' -o -name '*.c' -o -name '*.js' -o -name '*.sh' -o -name '*.py' \) |
  sed 's|/[^/]*$||' | sort | uniq -c |
  awk -v limit=$limit '$1 > limit { print $2 " has " $1 " sources; divide it: at most " limit }' > "$work/full"
if [ -s "$work/full" ]; then
  status=1
  cat "$work/full"
fi

exit $status
