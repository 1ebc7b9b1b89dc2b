#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs missing packages, builds the command, makes a calibrated model of an office from its
# graph, tries possible improvements and shows everything on one page (examples/one_room). The
# results are in out/demo/.
#
#   scripts/demo.sh
#
# HEARTH_BUILD_DIR is the build folder (default: build).
set -eu
cd "$(dirname "$0")/.."
build=${HEARTH_BUILD_DIR:-build}
example=examples/one_room
out=out/demo

scripts/install_packages.sh
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release
cmake --build "$build" --target hearth_command -j "$(scripts/jobs.sh)"

# run LOG ARGUMENT...: runs the command; its output goes to the terminal and to out/demo/LOG.
run() {
  log=$out/$1
  shift
  printf '\n$ hearth %s\n' "$*"
  status=0
  "$build/apps/hearth" "$@" 2>"$log" || status=$?
  cat "$log"
  [ "$status" -eq 0 ] || exit "$status"
}

# simulate_week MODEL FOLDER: simulates the week of the calibration after its warm-up of three days.
simulate_week() {
  run "$2/warmup.txt" simulate "$1" --data-dir "$example" --save-state "$out/$2/state.json" \
    --start 2024-01-12T00:00:00+01:00 --end 2024-01-15T00:00:00+01:00 --step 600 \
    -o "$out/$2/warmup.csv"
  run "$2/log.txt" simulate "$1" --data-dir "$example" --load-state "$out/$2/state.json" \
    --end 2024-01-22T00:00:00+01:00 --record all -o "$out/$2/results.csv"
}

rm -rf "$out"
mkdir -p "$out/first_guess" "$out/calibration" "$out/calibrated"

printf '\n$ hearth info %s/room.ttl > %s/info.txt\n' "$example" "$out"
"$build/apps/hearth" info "$example/room.ttl" > "$out/info.txt"
sed -n '1,/^Levels/p' "$out/info.txt"
run graph.log graph "$example/room.ttl" -f svg -o "$out/room.svg"
simulate_week "$example/room.ttl" first_guess
run calibration/log.txt calibrate "$example/calibration.json" -o "$out/calibration/result.json" \
  --apply "$out/calibration/calibrated.hearth.json"
simulate_week "$out/calibration/calibrated.hearth.json" calibrated
rm "$out/graph.log"
run scenarios.log scenarios "$example/scenarios.json" --data-dir "$example" -o "$out/scenarios" \
  --base "$out/calibration/calibrated.hearth.json"
run report.log report "$out/first_guess/results.csv" "$out/calibrated/results.csv" \
  "$out/calibration/result.json" "$out/scenarios" --data-dir "$example" -o "$out/report.html"
rm "$out/scenarios.log" "$out/report.log"

# The objective is the sum of squared weighted residuals; the other numbers are root mean square
# errors.
printf '\n%-42s %12s %12s\n' "" "first guess" calibrated
awk '$1 == "objective" { printf "%-42s %12.6g %12.6g\n", $1, $2, $4 }' "$out/calibration/log.txt"
awk 'FNR == 1 { run++; table = 0 }
     $1 == "measured" { table = 1; next }
     table && NF == 5 && $1 !~ /^[(]/ && run == 1 { rmse[$1] = $3 }
     table && NF == 5 && $1 !~ /^[(]/ && run == 2 { printf "%-42s %12s %12s %s\n", $1, rmse[$1], $3, $5 }' \
  "$out/first_guess/log.txt" "$out/calibrated/log.txt"

cat <<END

Open $out/report.html in a browser: graph, time series, calibration and scenarios on one page.

Results are in $out/:
  report.html                           all of it, to look at
  info.txt, room.svg                    the model and its graph
  first_guess/results.csv               simulated before the calibration
  calibration/result.json               parameters with uncertainty, errors, identifiability
  calibration/calibrated.hearth.json    the calibrated model
  calibrated/results.csv                simulated after the calibration
  scenarios/results.csv                 what could be done: energy, cost, emissions, comfort
END
