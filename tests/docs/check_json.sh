#!/bin/sh
# SPDX-License-Identifier: MIT
# Reads the model, the calibration file and the neural network shown in docs/files.md. Their data
# files do not exist.
#
#   check_json.sh SOURCE_DIR COMMAND SCRATCH_DIR
set -eu
rm -rf "$3"
mkdir -p "$3"
cd "$3"
awk '/^```json$/ { block++; inside = 1; next } /^```/ { inside = 0 }
     BEGIN { split("one_room.hearth.json calibration.json network.json", names, " ") }
     inside { print > names[block] }' "$1/docs/files.md"

"$2" info one_room.hearth.json
"$2" check one_room.hearth.json calibration.json 2>messages || true
[ -s messages ] || { echo "nothing was checked"; exit 1; }
if grep '^error:' messages | grep -v '^error: data.file_missing '; then exit 1; fi

cat > policy.hearth.json <<'END'
{"hearth": 1, "components": {
  "room": {"type": "Schedule", "config": {"value": "20 degC"}},
  "day": {"type": "Schedule", "config": {"value": 0.5}},
  "policy": {"type": "NeuralPolicyController", "config": {"file": "network.json"}}},
 "connections": ["room.scheduleValue -> policy.indoorTemperature",
                 "day.scheduleValue -> policy.sineOfDay"]}
END
"$2" check policy.hearth.json
