#!/bin/bash
# SPDX-License-Identifier: MIT
# A component type of a plug-in is one like all others: every verb knows it.
#
#   check_plugin.sh HEARTH PLUGIN [HEARTH_MPI]      PLUGIN: libtank.so of this folder
set -eu
hearth=$(realpath "$1") plugin=$(realpath "$2") hearth_mpi=${3:-}
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$work"' EXIT
cd "$work"
fail() { echo "FAILED: $1"; exit 1; }
with() { "$hearth" --plugin "$plugin" "$@"; }

cat > tank.hearth.json <<'END'
{
  "hearth": 1, "name": "tank", "site": {"timezone": "UTC"},
  "components": {
    "heater": {"type": "Schedule", "config": {"value": {"default": "0 W", "rules": [
      {"from": "06:00", "to": "12:00", "value": "900 W"}]}}},
    "tank": {"type": "Tank", "parameters": {"R": "0.2 K/W"}}
  },
  "connections": ["heater.scheduleValue -> tank.power"],
  "measurements": {"tank.waterTemperature": {
    "file": "measured.csv", "column": "tank.waterTemperature", "unit": "degC", "sd": 0.1}},
  "simulation": {"start": "2024-01-01T00:00:00Z", "end": "2024-01-03T00:00:00Z", "step": 600}
}
END
cat > calibration.json <<'END'
{
  "hearth": 1, "name": "tank", "model": "tank.hearth.json", "step": 600,
  "periods": [{"start": "2024-01-01T00:00:00Z", "end": "2024-01-03T00:00:00Z"}],
  "parameters": [{"name": "R", "targets": ["tank.R"], "initial": 0.5, "min": 0.01, "max": 10,
                  "unit": "K/W"}],
  "measurements": [{"port": "tank.waterTemperature"}]
}
END
cat > set.json <<'END'
{
  "hearth": 1, "base": "tank.hearth.json",
  "period": {"start": "2024-01-01T00:00:00Z", "end": "2024-01-03T00:00:00Z", "step": 600},
  "scenarios": [{"id": "as-is"}, {"id": "insulated", "set": {"tank.R": "1 K/W"}}],
  "record": ["tank.waterTemperature"], "kpis": ["tdis_tot"],
  "kpi": {"zones": {"tank": {"temperature": "tank.waterTemperature"}}}
}
END

with components | grep -q '^Tank ' || fail components
with components Tank | grep -q waterTemperature || fail "components Tank"
! "$hearth" check tank.hearth.json 2> unknown.txt || fail "a type without its plug-in is known"
grep -q model.type_unknown unknown.txt || fail "message of a type without its plug-in"
with simulate tank.hearth.json -o measured.csv -q
with check tank.hearth.json calibration.json set.json -q || fail check
with graph tank.hearth.json | grep -q tank || fail graph
with simulate tank.hearth.json --engine continuous -o continuous.csv --report simulated.html -q
grep -q '"tank"' simulated.html || fail "report of a run"
grep -q libtank.so continuous.run.json || fail "the record of a run names the plug-in"
with report measured.csv -o report.html -q || fail report
with calibrate calibration.json -o result.json -q > fit.txt || fail calibrate
grep -q '"converged"' result.json || fail "the calibration has not converged"
with report result.json -o fit.html -q || fail "report of a calibration"
for threads in 1 2; do
  with scenarios set.json -o "runs$threads" -q -j $threads || fail scenarios
done
cmp runs1/results.csv runs2/results.csv || fail "results of scenarios on two threads"
grep -q insulated runs1/results.csv || fail "results of scenarios"
HEARTH_PLUGIN_PATH=/nowhere:$(dirname "$plugin") "$hearth" components --plugin \
  "$(basename "$plugin" .so | sed 's/^lib//')" | grep -q '^Tank ' || fail HEARTH_PLUGIN_PATH

export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_btl=self,vader
export OMPI_MCA_btl_vader_single_copy_mechanism=none
if [ -n "$hearth_mpi" ] && mpirun -n 2 "$hearth_mpi" --version > /dev/null 2>&1; then
  mpirun -n 2 "$hearth_mpi" --plugin "$plugin" set.json -o ranks > /dev/null 2>&1 || fail hearth-mpi
  cmp runs1/results.csv ranks/results.csv || fail "results of hearth-mpi"
fi

# The shell itself reads the answers of the service.
request() {
  exec 3<> "/dev/tcp/127.0.0.1/$port"
  printf '%s HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n' "$1" >&3
  cat <&3
  exec 3>&-
}
"$hearth" --plugin "$plugin" serve tank.hearth.json --port 0 > served.txt 2> served.log &
server=$!
for _ in $(seq 300); do
  grep -q 'on http' served.txt && break
  sleep 0.1
done
port=$(sed -n 's/.*:\([0-9]*\)$/\1/p' served.txt)
request 'POST /testcases/tank/select' > selected.txt
testid=$(sed -n 's/.*"testid" *: *"\([^"]*\)".*/\1/p' selected.txt)
request "POST /advance/$testid" | grep -q tank_waterTemperature_y || fail serve
echo "a plug-in component takes part in every verb"
