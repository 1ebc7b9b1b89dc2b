#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the standard cases and compares which are inside and which are not with the page in docs/;
# digits may differ from machine to machine.
#
#   check_standard_cases.sh SOURCE_DIR HEARTH_CASES_PROGRAM WORK_DIR
set -eu
source_dir=$1 program=$2 work=$3
data=${HEARTH_SHARED:-$source_dir/../shared}/data
if [ ! -d "$data/validation" ]; then
  echo "skipped: the reference cases are absent (set HEARTH_SHARED)"
  exit 0
fi
mkdir -p "$work"
status=0
HEARTH_CASES=$data/validation HEARTH_DATA=$data "$program" --page "$work" > "$work/lines" ||
  status=$?
if [ "$status" -gt 1 ]; then
  echo "the cases did not run: status $status"
  exit 1
fi
verdicts() { sed -n 's/^| \(.*\) | \(inside\|\*\*outside\*\*\) |.*/\2 \1/p' "$1"; }
verdicts "$work/standard_cases.md" > "$work/now"
verdicts "$source_dir/docs/validation/standard_cases.md" > "$work/documented"
[ -s "$work/now" ] || { echo "no cases were run"; exit 1; }
cmp -s "$work/now" "$work/documented" && exit 0
echo "docs/validation is out of date: hearth_cases --page docs/validation"
diff "$work/documented" "$work/now" | head -20
exit 1
