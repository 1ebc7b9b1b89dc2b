#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the documentation site from README, docs/ and examples/ into out/site. A broken link or
# anchor is an error, and so is a page that would load anything from the network.
#
#   scripts/build_site.sh [serve]     serve: shows it at http://127.0.0.1:8000, with updates
#
# HEARTH_BUILD_DIR is the build folder (default: build). If it contains the command, the site
# includes the help of every verb; if Doxygen is installed, it includes the C++ reference. The tools
# are installed from PyPI in fixed versions, into out/site_tools. HEARTH_SITE_URL is the address at
# which the site will be (default: the root of a server, or a folder of files).
set -eu
export LC_ALL=C.UTF-8
cd "$(dirname "$0")/.."
python=${HEARTH_PYTHON:-/usr/bin/python3}
tools=out/site_tools
command=${HEARTH_BUILD_DIR:-build}/apps/hearth

if ! cmp -s scripts/site/requirements.txt "$tools/installed"; then
  scripts/install_packages.sh python3 python3-venv doxygen
  rm -rf "$tools"
  "$python" -m venv "$tools"
  "$tools/bin/pip" install -q --disable-pip-version-check --no-deps -r scripts/site/requirements.txt
  cp scripts/site/requirements.txt "$tools/installed"
fi

# Lets search work in pages that are opened as files instead of from a server.
shim=$tools/node_modules/iframe-worker/shim/index.js
if [ ! -f "$shim" ] && command -v npm >/dev/null; then
  npm install --silent --no-audit --no-fund --prefix "$tools" iframe-worker@1.0.4 >&2 || true
fi
if [ -f "$shim" ]; then
  HEARTH_SITE_SHIM=$(realpath "$shim")
  export HEARTH_SITE_SHIM
else
  echo "npm is missing: search works only if the pages come from a server." >&2
fi

if [ -x "$command" ]; then
  HEARTH_COMMAND=$(realpath "$command")
  export HEARTH_COMMAND
else
  echo "The command is not built: the site has no page of the options." >&2
fi
if command -v doxygen >/dev/null; then
  rm -rf "$tools/api"
  mkdir -p "$tools/api"
  "$tools/bin/python" scripts/site/api.py doxygen "$tools/api"
  HEARTH_API=$(realpath "$tools/api")
  export HEARTH_API
else
  echo "Doxygen is missing: the site has no C++ reference. Install it: scripts/install_packages.sh doxygen" >&2
fi
export NO_MKDOCS_2_WARNING=1
if [ "${1:-}" = serve ]; then
  exec "$tools/bin/mkdocs" serve -f scripts/site/mkdocs.yml
fi
# Not with -q, which hides warnings from --strict too.
"$tools/bin/mkdocs" build --strict -f scripts/site/mkdocs.yml

# Scripts, styles, fonts and pictures must be part of the site.
if grep -rnoE --include='*.html' '<(script|link|img|iframe)[^>]* (src|href)="?(https?:)?//[^" >]*' out/site |
   grep -v 'rel="canonical"'; then
  echo "These would be loaded from a network." >&2
  exit 1
fi
echo "out/site/index.html: $(find out/site -name '*.html' | wc -l) pages"
