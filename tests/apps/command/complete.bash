# SPDX-License-Identifier: MIT
# Prints what bash offers: complete.bash SCRIPT WORD...; the last word is the one being typed.
# Words are given as bash parts them: '--format=s' is '--format' '=' 's'.
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_hearth "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\n' "${COMPREPLY[@]}"
