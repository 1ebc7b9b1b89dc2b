#!/bin/sh
# SPDX-License-Identifier: MIT
# run_page.sh COMMAND SOURCE FOLDER: serves an example and tests the page of the service in Chromium.
# Ends with 77 (skipped) if Chromium, node, npm or the registry is missing.
set -eu
command=$1
source=$2
folder=$3
here=$(cd "$(dirname "$0")" && pwd)
report=$source/tests/apps/report/page  # has the browser

skip() {
  echo "skipped: $1"
  exit 77
}

chromium=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || true)}
[ -n "$chromium" ] || skip "chromium is missing (or set CHROMIUM)"
command -v node >/dev/null || skip "node is missing"
command -v npm >/dev/null || skip "npm is missing"

mkdir -p "$folder/browser" "$folder/screenshots"
cp "$report/package.json" "$report/package-lock.json" "$folder/browser"
if ! cmp -s "$report/package-lock.json" "$folder/browser/installed.json"; then
  (cd "$folder/browser" &&
    npm ci --ignore-scripts --no-audit --no-fund --prefer-offline --fetch-retries=1 \
      >npm.log 2>&1) || skip "npm ci failed: $folder/browser/npm.log"
  cp "$report/package-lock.json" "$folder/browser/installed.json"
fi
cp "$report/harness.mjs" "$here/page.mjs" "$folder/browser"

rm -f "$folder/served"  # of an earlier run
"$command" serve "$source/examples/solar_room/room.hearth.json" --port 0 >"$folder/served" &
service=$!
trap 'kill $service 2>/dev/null || true' EXIT
for _ in $(seq 600); do
  grep -q http "$folder/served" && break
  sleep 0.1
done
url=$(grep -o 'http://.*' "$folder/served")
CHROMIUM=$chromium node "$folder/browser/page.mjs" "$url" "$folder/screenshots" \
  "$source/examples/solar_room/room.hearth.json"
