#!/bin/sh
# SPDX-License-Identifier: MIT
# Compares docs/components.md with what the command prints.
#
#   check_components.sh SOURCE_DIR COMMAND
set -eu
if "$2" components --markdown | cmp -s - "$1/docs/components.md"; then exit 0; fi
echo "docs/components.md is out of date: hearth components --markdown > docs/components.md"
"$2" components --markdown | diff "$1/docs/components.md" - | head -20
exit 1
