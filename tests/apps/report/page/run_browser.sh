#!/bin/sh
# SPDX-License-Identifier: MIT
# run_browser.sh FIXTURE FOLDER: writes pages with the program FIXTURE and tests them in Chromium.
# Ends with 77 (skipped) if Chromium, node, npm or the registry is missing.
set -eu
fixture=$1
folder=$2
here=$(cd "$(dirname "$0")" && pwd)

skip() {
  echo "skipped: $1"
  exit 77
}

chromium=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || true)}
[ -n "$chromium" ] || skip "chromium is missing (or set CHROMIUM)"
command -v node >/dev/null || skip "node is missing"
command -v npm >/dev/null || skip "npm is missing"

mkdir -p "$folder/browser"
cp "$here/package.json" "$here/package-lock.json" "$folder/browser"
if ! cmp -s "$here/package-lock.json" "$folder/browser/installed.json"; then
  (cd "$folder/browser" &&
    npm ci --ignore-scripts --no-audit --no-fund --prefer-offline --fetch-retries=1 \
      >npm.log 2>&1) || skip "npm ci failed: $folder/browser/npm.log"
  cp "$here/package-lock.json" "$folder/browser/installed.json"
fi

"$fixture" "$folder/pages"
grep -q "var uPlot" "$folder/pages/year.html" || skip "built without the report's scripts"
cp "$here"/*.mjs "$folder/browser"
CHROMIUM=$chromium exec node "$folder/browser/run.mjs" "$folder/pages" "$folder/screenshots"
