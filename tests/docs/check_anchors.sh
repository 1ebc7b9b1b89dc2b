#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks that every link to a heading of a document leads to one.
#
#   check_anchors.sh SOURCE_DIR
set -eu
command -v python3 >/dev/null || { echo "skipped: python3 is missing"; exit 77; }
python3 "$1/tests/docs/check_anchors.py" "$1"
