#!/bin/sh
# SPDX-License-Identifier: MIT
# Passes mutated files and command lines to all readers, with address, leak and undefined-behaviour
# sanitizers. Each failure is printed with the options that reproduce its text; the last lines are a
# table of the readers.
#
#   scripts/fuzz.sh [--runs N | --time SECONDS] [--target NAME] [--from NUMBER]
#
# --runs: number of texts for each reader, adapted to its speed (default: 20000); --time: time for
# each reader. HEARTH_BUILD_DIR is the build folder (default: build-asan). To repeat one text:
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
