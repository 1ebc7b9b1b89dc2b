# SPDX-License-Identifier: MIT
# Sourced: write_set FOLDER N DAYS puts a model and a set of N samples, DAYS long, into a folder.
write_set() {
  cat > "$1/room.hearth.json" <<END
{"hearth": 1, "name": "room",
 "components": {
  "room": {"type": "BuildingSpace", "parameters": {"C_air": 2e6, "R_out": "0.05 K/W"},
           "initial": {"indoorTemperature": "19 degC"}},
  "heater": {"type": "SpaceHeater", "parameters": {"UA": 60}, "initial": {"Power": 0}},
  "water": {"type": "Schedule", "config": {"value": "60 degC"}},
  "flow": {"type": "Schedule", "config": {"value": 0.01}},
  "outdoors": {"type": "OutdoorEnvironment", "config": {"outdoorTemperature": "2 degC"}}},
 "connections": [
  "outdoors.outdoorTemperature -> room.outdoorTemperature", "heater.Power -> room.heatGain",
  "room.indoorTemperature -> heater.indoorTemperature",
  "flow.scheduleValue -> heater.waterFlowRate",
  "water.scheduleValue -> heater.supplyWaterTemperature"]}
END
  cat > "$1/set.json" <<END
{"hearth": 1, "base": "room.hearth.json",
 "period": {"start": "2024-01-01T00:00:00+01:00", "end": "2024-01-$(printf %02d $(($3 + 1)))T00:00:00+01:00",
            "step": 60},
 "sweep": {"method": "sobol", "n": $2, "seed": 5,
           "parameters": {"room.C_air": [1e6, 4e6], "heater.UA": [30, 90]}},
 "record": ["room.indoorTemperature"]}
END
}
