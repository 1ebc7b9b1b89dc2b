# SPDX-License-Identifier: MIT
# Prints what fish offers, without descriptions: complete.fish SCRIPT LINE
source $argv[1]
complete -C "$argv[2]" | string split -f 1 \t
