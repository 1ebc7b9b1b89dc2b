#!/bin/sh
# SPDX-License-Identifier: MIT
# Gives mutated files and command lines to all readers, with address, leak and undefined-behaviour
# sanitizers. What is found is printed with the options that give the text again; the last lines are
# a table of the readers.
#
#   scripts/fuzz.sh [--runs N | --time SECONDS] [--target NAME] [--from NUMBER]
#
# --runs: texts for each reader, more or fewer by its speed (default: 20000); --time: for each
# reader. HEARTH_BUILD_DIR is the build folder (default: build-asan). One text again:
#
#   build-asan/tests/fuzz/fuzz_mutations --target model --from 4711 --runs 1
set -eu
cd "$(dirname "$0")/.."
build=${HEARTH_BUILD_DIR:-build-asan}

case " $* " in
  *" --runs "* | *" --time "*) ;;
  *) set -- --runs 20000 "$@" ;;
esac

cmake --preset asan -B "$build" > /dev/null
cmake --build "$build" -j "$(scripts/jobs.sh)" --target fuzz_mutations
exec "$build/tests/fuzz/fuzz_mutations" --jobs "$(nproc)" "$@"
