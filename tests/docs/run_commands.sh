#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs every ```sh block of a document with the built command, in a scratch copy of the examples.
#
#   run_commands.sh DOCUMENT SOURCE_DIR BUILD_DIR SCRATCH_DIR
#
# Commands that CI runs by themselves are left out, by name.
set -eu
document=$1 source=$2 build=$3 scratch=$4
left_out='^(scripts/(demo|test|install_packages|check_format)\.sh|\.ci/run|cmake --(preset|build|install)|ctest)([ ]|$)'

rm -rf "$scratch"
mkdir -p "$scratch/build"
cp -R "$source/examples" "$scratch/examples"
ln -s "$build/apps" "$scratch/build/apps"
ln -s "$build/examples" "$scratch/build/examples"

awk '/^```sh$/ { inside = 1; next } /^```/ { inside = 0; next } inside' "$source/$document" |
  grep -Ev "$left_out" > "$scratch/commands.sh" || true

cd "$scratch"
PATH=$scratch/build/apps:$PATH
export PATH
sh -eux ./commands.sh
