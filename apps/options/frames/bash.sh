# Completion of hearth for bash (3.2 and later); printed by 'hearth completion bash'.
# The command itself is asked what can be typed next.

# Offers files that end with one of the arguments, and folders; without arguments, all files.
_hearth_files() {
  local name ending
  while IFS= read -r name; do
    [[ $# -eq 0 || -d ${name/#\~/$HOME} ]] && COMPREPLY+=("$name") && continue
    for ending in "$@"; do
      [[ $name == *"$ending" ]] && COMPREPLY+=("$name") && break
    done
  done < <(compgen -f -- "$cur")
}

_hearth() {
  local cur=${COMP_WORDS[COMP_CWORD]} words=() word meaning
  # '--format=svg' is three words here.
  for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
    [[ $word == '=' ]] || words+=("$word")
  done
  [[ $cur == '=' ]] && cur= && words+=('')
  COMPREPLY=()
  while IFS=$'\t' read -r word meaning; do
    case $word in
      :files) compopt -o filenames 2> /dev/null; _hearth_files $meaning ;;
      :folders)
        compopt -o filenames 2> /dev/null
        while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -d -- "$cur") ;;
      *) COMPREPLY+=("$word") ;;
    esac
  done < <("${COMP_WORDS[0]/#\~/$HOME}" __complete "${words[@]}" 2> /dev/null)
}

complete -F _hearth hearth
