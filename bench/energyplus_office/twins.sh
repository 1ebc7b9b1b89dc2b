#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes the twin of each season from the first half of its trends, prints what it reached on the second half (the
# tables of docs/twin.md) and the CPU time of each.
#
#   twins.sh FOLDER WEATHER.epw HEARTH     FOLDER contains graph.ttl and SEASON/trends
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
weather=$(realpath "$2")
hearth=$(realpath "$3")
cd "$1"
for season in winter spring summer; do
  rm -rf "$season/twin"
  (
    TIMEFORMAT="$season: %U s of CPU"
    time "$hearth" twin graph.ttl --data "$season/trends" --weather "$weather" --learn 0.5 -o "$season/twin" \
      > "$season/twin.log" 2>&1
  )
done
python3 "$here/compare.py" winter=winter/twin spring=spring/twin summer=summer/twin
