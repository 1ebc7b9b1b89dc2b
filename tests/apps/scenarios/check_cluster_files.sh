#!/bin/sh
# SPDX-License-Identifier: MIT
# The manifest for Kubernetes is YAML and has the right content; the script for Slurm is a shell script.
#
#   check_cluster_files.sh SOURCE_DIR
set -eu
cd "$1/scripts/cluster"
sh -n slurm_array.sh
! ./slurm_array.sh 2>/dev/null || { echo "slurm_array.sh takes no arguments"; exit 1; }
! ./slurm_array.sh set.json out 0 2>/dev/null || { echo "slurm_array.sh takes 0 shards"; exit 1; }
python3 -c 'import yaml' 2>/dev/null || { echo "skipped: Python has no yaml"; exit 77; }
python3 - kubernetes_job.yaml <<'END'
import sys, yaml
run, merge = yaml.safe_load_all(open(sys.argv[1]))
assert run["kind"] == merge["kind"] == "Job"
assert run["spec"]["completionMode"] == "Indexed"
command = run["spec"]["template"]["spec"]["containers"][0]["args"][0]
assert '--shard "$JOB_COMPLETION_INDEX/%d"' % run["spec"]["completions"] in command, command
assert run["spec"]["parallelism"] == run["spec"]["completions"]
assert "hearth merge" in merge["spec"]["template"]["spec"]["containers"][0]["args"][0]
END
