#!/bin/bash
# SPDX-License-Identifier: MIT
# Starts a Slurm of one node for itself (munged, slurmctld, slurmd, all below one folder) and runs
# an array of three shards and their merge. Skips where Slurm is absent or cannot be started.
#
#   slurm_array_test.sh SOURCE_DIR HEARTH
set -eu
source=$1 hearth=$2
skip() { echo "skipped: $1"; exit 77; }
for program in munged mungekey slurmctld slurmd sbatch scontrol; do
  PATH=$PATH:/usr/sbin command -v "$program" > /dev/null || skip "no $program"
done
export PATH=$PATH:/usr/sbin
[ "$(id -u)" = 0 ] || skip "slurmd needs root"
. "$source/tests/apps/scenario_set.sh"

work=$(mktemp -d /tmp/hearth-slurm-XXXXXX)
chmod 755 "$work"
pids=
finish() {
  for pid in $pids; do kill "$pid" 2>/dev/null || true; done
  for pid in $pids; do wait "$pid" 2>/dev/null || true; done
  rm -rf "$work"
}
trap finish EXIT

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("", 0)); print(s.getsockname()[1])'; }
command -v python3 > /dev/null || skip "no python3"
host=$(hostname -s)
mungekey -c -k "$work/munge.key" 2> "$work/munge.log" || skip "mungekey: $(cat "$work/munge.log")"
munged --foreground --force --key-file="$work/munge.key" --socket="$work/munge.socket" \
  --pid-file="$work/munge.pid" --log-file="$work/munge.log" --seed-file="$work/munge.seed" \
  > "$work/munge.out" 2>&1 &
pids="$! $pids"
mkdir -p "$work/state" "$work/spool"
cat > "$work/slurm.conf" <<END
ClusterName=hearth
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
CredType=cred/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF=$work/slurm.conf
slurmctld -D > "$work/slurmctld.out" 2>&1 &
pids="$! $pids"
slurmd -D -N "$host" > "$work/slurmd.out" 2>&1 &
pids="$! $pids"
up=
for _ in $(seq 1 100); do
  if sinfo -h -o %T 2>/dev/null | grep -q '^idle'; then up=1; break; fi
  sleep 0.2
done
if [ -z "$up" ]; then
  tail -n 5 "$work"/slurm*.log "$work"/slurm*.out "$work/munge.log" 2>/dev/null || true
  skip "Slurm does not start here"
fi

cd "$work"
write_set "$work" 40 5
"$hearth" scenarios set.json -o alone -q
jobs=$(HEARTH=$hearth "$source/scripts/cluster/slurm_array.sh" set.json out 3)
echo "jobs: $jobs"
for _ in $(seq 1 300); do
  [ -n "$(squeue -h)" ] || break
  sleep 0.2
done
if ! cmp alone/results.csv out/results.csv || ! cmp alone/results.sqlite out/results.sqlite; then
  squeue || true
  tail -n 20 out/slurm-*.log slurmctld.log slurmd.log || true
  exit 1
fi
ls out/run-0-of-3.json out/run-1-of-3.json out/run-2-of-3.json
echo "all passed"
