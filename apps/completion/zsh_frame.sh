#compdef hearth
# Completion of hearth for zsh; written by 'hearth completion zsh'.

@FUNCTIONS@
_hearth_verbs() {
  local -a verbs=(
@VERBS@
  )
  _describe -t verbs verb verbs
}

_hearth() {
  local curcontext=$curcontext state line
  typeset -A opt_args
  _arguments -C \
    '(- *)'{-h,--help}'[Print the help]' \
    '(- *)--version[Print the version]' \
    '1:verb:_hearth_verbs' \
    '*::argument:->argument'
  [[ $state == argument ]] || return
  curcontext=${curcontext%:*}-$line[1]:
  (( $+functions[_hearth_verb_$line[1]] )) && _hearth_verb_$line[1]
}

# Autoloaded from fpath, this file is the function; sourced, it says what it completes.
if [[ ${funcstack[1]} == _hearth ]]; then
  _hearth "$@"
else
  compdef _hearth hearth
fi
