#!/bin/sh
# SPDX-License-Identifier: MIT
# check_openapi.sh FILE FOLDER: validates the description of the API against OpenAPI 3.1.
# Ends with 77 (skipped) if the validator cannot be installed.
set -eu
file=$1
folder=$2
python=${HEARTH_PYTHON:-/usr/bin/python3}

skip() {
  echo "skipped: $1"
  exit 77
}

if [ ! -x "$folder/bin/openapi-spec-validator" ]; then
  "$python" -m venv "$folder" >"$folder.log" 2>&1 || skip "python3-venv is missing: $folder.log"
  "$folder/bin/pip" install -q 'openapi-spec-validator>=0.7' >"$folder.log" 2>&1 ||
    skip "openapi-spec-validator cannot be installed: $folder.log"
fi
"$folder/bin/openapi-spec-validator" "$file"
