#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs every ```sh block of the documents with the built command, in a scratch copy of the examples:
# those of an example's README in its folder, the others in the root.
#
#   run_commands.sh SOURCE_DIR BUILD_DIR SCRATCH_DIR
#
# Commands that CI runs by themselves are left out, by name.
set -eu
source=$1 build=$2 scratch=$3
left_out='^(scripts/(demo|test|install_packages|check_format|build_site)\.sh|\.ci/run|cmake --(preset|build|install)|ctest)([ ]|$)'

rm -rf "$scratch"
mkdir -p "$scratch"
PATH=$build/apps:$PATH
export PATH

cd "$source"
for document in *.md docs/*.md docs/tutorials/*.md docs/decisions/*.md examples/*/*.md; do
  commands=$(awk '/^```sh$/ { inside = 1; next } /^```/ { inside = 0 } inside' "$document" |
    grep -Ev "$left_out") || continue
  room=$scratch/$(echo "$document" | tr / _)
  mkdir -p "$room/build" "$room/tests/cases"
  cp -R examples "$room/examples"
  cp -R tests/cases/sample "$room/tests/cases/sample"
  ln -s "$build/apps" "$room/build/apps"
  ln -s "$build/tests" "$room/build/tests"
  case $document in
    examples/*) folder=$room/$(dirname "$document") ;;
    *) folder=$room ;;
  esac
  echo "== $document"
  (cd "$folder" && sh -eux -c "$commands")
done
