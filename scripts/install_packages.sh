#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs missing packages of packages/debian.txt and of the arguments.
#
#   scripts/install_packages.sh [PACKAGE...]
#
# HEARTH_SKIP_APT=1 does not change the machine. Exit 2: packages are missing and cannot be
# installed.
set -eu
export LC_ALL=C
root=$(cd "$(dirname "$0")/.." && pwd)

[ "${HEARTH_SKIP_APT:-0}" != 1 ] || exit 0

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
  echo "This is not a Debian system. Install what packages/debian.txt names, set HEARTH_SKIP_APT=1 and try again." >&2
  exit 2
fi

wanted() {
  sed -e 's/#.*//' "$root/packages/debian.txt"
  [ $# -eq 0 ] || printf '%s\n' "$@"
}

is_installed() {
  dpkg-query -W -f '${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed
}

missing=
for package in $(wanted "$@"); do
  is_installed "$package" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

options="-o DPkg::Lock::Timeout=120"
install="apt-get install -y --no-install-recommends$missing"
if [ "$(id -u)" -eq 0 ]; then
  as_root=
elif command -v sudo >/dev/null; then
  as_root=sudo
else
  echo "Packages are missing. As root, run: apt-get update && $install" >&2
  exit 2
fi

echo "Installing:$missing"
# shellcheck disable=SC2086  # lists of words
if ! $as_root env DEBIAN_FRONTEND=noninteractive apt-get $options update -q ||
   ! $as_root env DEBIAN_FRONTEND=noninteractive apt-get $options install -q -y --no-install-recommends $missing
then
  echo "The packages could not be installed. As root, run: apt-get update && $install" >&2
  exit 2
fi
