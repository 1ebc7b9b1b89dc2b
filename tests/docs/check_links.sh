#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks that what the documents link to, and the files they name in `code`, is there.
#
#   check_links.sh SOURCE_DIR
set -eu
export LC_ALL=C
cd "$1"

status=0
for document in *.md docs/*.md docs/tutorials/*.md docs/decisions/*.md examples/*/*.md; do
  folder=$(dirname "$document")
  # A lambda in a block of code looks like a link.
  for target in $(sed '/^```/,/^```/d' "$document" | grep -oE '\]\([^)#: ]+' | sed 's/^](//'); do
    [ -e "$folder/$target" ] || { echo "$document: no $target"; status=1; }
  done
  for file in $(grep -oE '`(framework|components|data|ontology|estimation|apps|cmake|scripts|tests|packages)/[A-Za-z0-9_./]+`' "$document" | tr -d '`'); do
    [ -e "$file" ] || { echo "$document: no $file"; status=1; }
  done
done
exit "$status"
