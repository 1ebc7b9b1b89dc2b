# Completion of hearth for bash; written by 'hearth completion bash'.
# bash 3.2 and later; needs nothing else.

# Offers those of the words that begin with what is typed.
_hearth_words() {
  local word
  for word in "$@"; do
    [[ $word == "$cur"* ]] && COMPREPLY+=("$word")
  done
}

# Offers folders, and files with one of these endings; without endings all files.
_hearth_files() {
  local name ending
  compopt -o filenames 2> /dev/null
  while IFS= read -r name; do
    if [[ $# -eq 0 || -d ${name/#\~/$HOME} ]]; then
      COMPREPLY+=("$name")
      continue
    fi
    for ending in "$@"; do
      [[ $name == *"$ending" ]] && COMPREPLY+=("$name") && break
    done
  done < <(compgen -f -- "$cur")
}

_hearth_folders() {
  local name
  compopt -o filenames 2> /dev/null
  while IFS= read -r name; do
    COMPREPLY+=("$name")
  done < <(compgen -d -- "$cur")
}

# Succeeds where an option of a verb takes a value.
_hearth_takes_value() {
  case "$1 $2" in
@VALUED@
    *) return 1 ;;
  esac
}

# Offers the values of an option.
_hearth_value() {
  case "$1 $2" in
@VALUES@
  esac
}

_hearth_options() {
  case "$1" in
@OPTIONS@
  esac
}

# Offers what stands at a position, counted from 1.
_hearth_positional() {
  case "$1 $2" in
@POSITIONALS@
  esac
}

_hearth() {
  local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local verb=${COMP_WORDS[1]} position=1 at=2 word
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
@VERBS@
    return
  fi
  # '--format=svg' is three words where '=' breaks words.
  if [[ $cur == '=' ]]; then
    cur=
  elif [[ $before == '=' ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  if _hearth_takes_value "$verb" "$before"; then
    _hearth_value "$verb" "$before"
    return
  fi
  if [[ $cur == -* ]]; then
    _hearth_options "$verb"
    return
  fi
  while [[ $at -lt $COMP_CWORD ]]; do
    word=${COMP_WORDS[at]}
    if _hearth_takes_value "$verb" "$word"; then
      at=$((at + 1))
      [[ ${COMP_WORDS[at]} == '=' ]] && at=$((at + 1))
    elif [[ $word != -* ]]; then
      position=$((position + 1))
    fi
    at=$((at + 1))
  done
  _hearth_positional "$verb" "$position"
  # Nothing more is expected: offer the options.
  [[ ${#COMPREPLY[@]} -eq 0 && -z $cur ]] && _hearth_options "$verb"
}

complete -F _hearth hearth
