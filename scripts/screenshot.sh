#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes a picture of the beginning of a report, or of one of its sections.
#
#   scripts/screenshot.sh REPORT.html [docs/images/report.png]
#
# Needs Chromium (or CHROMIUM=program). WIDTH and HEIGHT are the size of the picture in pixels;
# SECTION is the id of the section, such as series.
set -eu
if [ $# -lt 1 ]; then
  sed -n '3,8s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
report=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
picture=${2:-$(dirname "$0")/../docs/images/report.png}
chromium=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || true)}
if [ -z "$chromium" ]; then
  echo "chromium is missing: scripts/install_packages.sh chromium" >&2
  exit 2
fi

profile=$(mktemp -d)
trap 'rm -rf "$profile"' EXIT
if [ -n "${SECTION:-}" ]; then
  {
    cat "$report"
    echo "<style>body > header, nav, section:not(#$SECTION), footer { display: none !important }</style>"
  } > "$profile/section.html"
  report=$profile/section.html
fi
mkdir -p "$(dirname "$picture")"
"$chromium" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
  --disable-background-networking --disable-component-update --disable-sync \
  --user-data-dir="$profile" --hide-scrollbars --virtual-time-budget=10000 \
  --window-size="${WIDTH:-1280},${HEIGHT:-1400}" --screenshot="$picture" "file://$report" \
  >"$profile/log" 2>&1 || true
if [ ! -s "$picture" ]; then
  cat "$profile/log" >&2
  exit 1
fi
echo "$picture"
