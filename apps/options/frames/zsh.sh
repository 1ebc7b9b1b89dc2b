#compdef hearth
# Completion of hearth for zsh; printed by 'hearth completion zsh'.
# The command itself is asked what can be typed next.

_hearth() {
  local line
  local -a found
  for line in ${(f)"$(${(Q)~words[1]} __complete "${(@Q)words[2,CURRENT-1]}" "$PREFIX" 2> /dev/null)"}; do
    case $line in
      (:files*)
        line=${line#:files$'\t'}
        compset -P '--*='
        _files ${line:+-g "*(${line// /|})(-.)"} ;;
      (:folders) compset -P '--*='; _files -/ ;;
      (*$'\t'*) found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
      (*) found+=("${line//:/\\:}") ;;
    esac
  done
  (( $#found )) && _describe -t values value found
}

# Autoloaded from fpath, this file is the function; if sourced, it registers itself.
if [[ ${funcstack[1]} == _hearth ]]; then
  _hearth "$@"
else
  compdef _hearth hearth
fi
