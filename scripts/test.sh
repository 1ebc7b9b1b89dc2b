#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs missing packages, builds everything and runs all tests. The last line is "N passed, N
# failed".
#
#   scripts/test.sh [CMAKE OPTION...]     for example -DHEARTH_WERROR=ON
#
# HEARTH_BUILD_DIR is the build folder (default: build).
set -eu
cd "$(dirname "$0")/.."
build=${HEARTH_BUILD_DIR:-build}

scripts/install_packages.sh
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DHEARTH_TEST_FUZZ=ON "$@"
cmake --build "$build" -j "$(scripts/jobs.sh)"

status=0
# The longest test takes 4 minutes on two cores. One that does not end is reported as failed.
(cd "$build" && ctest --output-on-failure --timeout 1500 -j2 -O ctest.log) || status=$?

# The last line of ctest is "100% tests passed, 0 tests failed out of 12".
awk '/ tests failed out of [0-9]+$/ { failed = $(NF - 5); passed = $NF - failed }
     END { printf "%d passed, %d failed\n", passed, failed; exit passed + failed == 0 }' \
  "$build/ctest.log" || status=1
exit "$status"
