#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs a scenario set as an array of Slurm jobs, one for each shard, and merges the shards when all
# jobs have ended. The folder must be on a file system that is visible to all nodes. A job that was
# killed, for instance because of its time limit, continues when this script is called again.
#
#   scripts/cluster/slurm_array.sh SET.json DIR SHARDS [OPTION OF sbatch...]
#
# HEARTH is the command to run (default: hearth). Prints the numbers of both jobs.
set -eu
[ $# -ge 3 ] || { sed -n '3,9s/^# \{0,1\}//p' "$0" >&2; exit 2; }
set_file=$1 folder=$2 shards=$3
shift 3
case $shards in
  '' | *[!0-9]* | 0*) echo "slurm_array.sh: found '$shards', expected a number of shards from 1" >&2
                      exit 2 ;;
esac
hearth=${HEARTH:-hearth}
mkdir -p "$folder"

# quoted WORD: prints the word quoted for a shell command
quoted() { printf "'%s'" "$(printf %s "$1" | sed "s/'/'\\\\''/g")"; }

run="$(quoted "$hearth") scenarios $(quoted "$set_file") -o $(quoted "$folder") --progress none"
array=$(sbatch --parsable --job-name=hearth --array="0-$((shards - 1))" \
  --output="$folder/slurm-%a.log" "$@" \
  --wrap "exec $run --shard \$SLURM_ARRAY_TASK_ID/$shards -j \${SLURM_CPUS_PER_TASK:-1}")
# afterany: a shard with a failed run ends with 1; the merge reports missing runs.
merge=$(sbatch --parsable --job-name=hearth-merge --dependency="afterany:${array%%;*}" \
  --output="$folder/slurm-merge.log" "$@" \
  --wrap "exec $(quoted "$hearth") merge $(quoted "$folder")")
echo "${array%%;*} ${merge%%;*}"
