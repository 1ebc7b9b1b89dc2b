#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints the number of compilers that may run at once: one for each core, but at most one for each
# 1.5 GiB of free memory. HEARTH_JOBS overrides it.
set -eu
export LC_ALL=C

if [ -n "${HEARTH_JOBS:-}" ]; then
  echo "$HEARTH_JOBS"
  exit 0
fi

free_kib=$(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo 2>/dev/null || true)
# A container may have less memory than the machine.
for limit in /sys/fs/cgroup/memory.max /sys/fs/cgroup/memory/memory.limit_in_bytes; do
  [ -r "$limit" ] || continue
  free_kib=$(awk -v free="${free_kib:-0}" '/^[0-9]+$/ { kib = $1 / 1024; if (!free || kib < free) free = kib }
                                           END { printf "%.0f", free }' "$limit")
done

awk -v cores="$(nproc)" -v free="${free_kib:-0}" 'BEGIN {
  jobs = int(free / (1.5 * 1024 * 1024))
  if (jobs > cores) jobs = cores
  print (jobs < 1 ? 1 : jobs)
}'
