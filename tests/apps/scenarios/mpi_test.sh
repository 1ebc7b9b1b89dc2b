#!/bin/sh
# SPDX-License-Identifier: MIT
# hearth-mpi on 1, 2 and 4 processes gives the bytes of one process of hearth; it ends as a whole
# where one process fails or is stopped.
#
#   mpi_test.sh HEARTH HEARTH_MPI
set -eu
hearth=$1 hearth_mpi=$2
here=$(dirname "$0")
. "$here/scenario_set.sh"
command -v mpirun > /dev/null || { echo "skipped: no mpirun"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# As root and on more processes than cores, which mpirun refuses without options; no network.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1
export OMPI_MCA_btl=self,vader OMPI_MCA_btl_vader_single_copy_mechanism=none
mpi() { n=$1; shift; mpirun -n "$n" "$hearth_mpi" "$@"; }
fail() { echo "FAILED: $1"; exit 1; }

write_set "$work" 40 5
cd "$work"
mpi 1 --version > /dev/null 2> probe.log || {
  cat probe.log; echo "skipped: mpirun does not work here"; exit 77; }
"$hearth" scenarios set.json -o alone -q -j 1
for n in 1 2 4; do
  mpi "$n" set.json -o "mpi$n" > out.log 2> err.log || { cat err.log; fail "$n processes"; }
  cmp alone/results.csv "mpi$n/results.csv" || fail "results.csv on $n processes"
  cmp alone/results.sqlite "mpi$n/results.sqlite" || fail "results.sqlite on $n processes"
  grep -q '"status": "done"' "mpi$n/run.json" || fail "run.json on $n processes"
  grep -q '"done": 40' "mpi$n/run.json" || fail "the count of run.json on $n processes"
  [ "$(grep -c '40 runs in' err.log)" = 1 ] || { cat err.log; fail "more than one speaks"; }
  [ -z "$(ls "mpi$n" | grep part || true)" ] || fail "parts are left on $n processes"
done

# Two threads in each of two processes.
mpi 2 set.json -o threads -j 2 > out.log 2> err.log || { cat err.log; fail "threads"; }
cmp alone/results.sqlite threads/results.sqlite || fail "results.sqlite with threads"

# Errors are reported once, and all end with the code for it.
code=0; mpi 3 missing.json -o bad > out.log 2> err.log || code=$?
[ "$code" = 3 ] || { cat err.log; fail "code $code for a missing set"; }
[ "$(grep -c '^error' err.log)" = 1 ] || { cat err.log; fail "said more than once"; }
code=0; mpi 2 set.json -o bad --shard 0/2 > out.log 2> err.log || code=$?
[ "$code" = 2 ] || fail "code $code for --shard"
code=0; mpi 2 set.json -o bad --limit file-bytes=10 > out.log 2> err.log || code=$?
[ "$code" = 3 ] || { cat err.log; fail "code $code above a limit"; }
grep -q 'limit.exceeded' err.log || { cat err.log; fail "the limit is not named"; }
code=0; "$hearth_mpi" set.json --list > /dev/full 2> err.log || code=$?
[ "$code" != 0 ] || fail "a full standard output counts as done"
code=0; mpi 2 set.json -o /proc/out > out.log 2> err.log || code=$?
[ "$code" = 1 ] || fail "code $code for a folder that cannot be made"

# Stopped and started again: nothing is lost, and on another number of processes.
write_set "$work" 250 20
"$hearth" scenarios set.json -o long_alone -q
mpirun -n 3 "$hearth_mpi" set.json -o long > out.log 2> err.log &
pid=$!
i=0
until [ -e long/run.json ] || [ $i -ge 500 ]; do i=$((i + 1)); sleep 0.02; done
sleep 0.7
kill -TERM "$pid"
code=0; wait "$pid" || code=$?
[ "$code" != 0 ] || fail "a stopped set counts as done"
grep -q '"status": "interrupted"' long/run.json || { cat long/run.json err.log; fail "not marked"; }
mpi 2 set.json -o long > out.log 2> err.log || { cat err.log; fail "going on"; }
grep -q 'runs were finished before' err.log || { cat err.log; fail "runs were repeated"; }
cmp long_alone/results.sqlite long/results.sqlite || fail "results.sqlite after a stop"
cmp long_alone/results.csv long/results.csv || fail "results.csv after a stop"

# One process that is asked to end takes the others with it.
mpirun -n 3 "$hearth_mpi" set.json -o one > out.log 2> err.log &
pid=$!
i=0
until [ -e one/run.json ] || [ $i -ge 500 ]; do i=$((i + 1)); sleep 0.02; done
sleep 0.5
victim=$(pgrep -P "$pid" | tail -n 1)
kill -TERM "$victim"
code=0; wait "$pid" || code=$?
[ "$code" = 143 ] || { cat err.log; fail "code $code after one process was asked to end"; }
grep -q '"status": "interrupted"' one/run.json || { cat err.log; fail "not marked"; }
echo "all passed"
