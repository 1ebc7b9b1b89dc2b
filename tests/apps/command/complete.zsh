# SPDX-License-Identifier: MIT
# Prints what zsh offers: complete.zsh SCRIPT LINE. A terminal of its own types the line and a tab;
# there compadd writes down what it is given.
zmodload zsh/zpty || exit 77
script=$1 line=$2 found=$(mktemp)
zpty shell zsh -f -i
zpty -w shell "PS1= PS2= ; unsetopt beep ; TRAPEXIT() { : }"
zpty -w shell "autoload -Uz compinit && compinit -u -D && source ${(q)script}"
zpty -w shell "compadd() { local -a hits; builtin compadd -O hits \"\$@\"; print -rl -- \$hits >> ${(q)found}; builtin compadd \"\$@\" }"
zpty -w shell "finish() { print done >> ${(q)found}.end; zle send-break }; list() { zle complete-word; finish }"
zpty -w shell "zle -N list; bindkey '^T' list; print ready > ${(q)found}.end"
repeat 1000; do [[ -s $found.end ]] && break; sleep 0.05; done
zpty -w -n shell "$line"$'\x14'
repeat 1000; do [[ $(wc -l < $found.end) -ge 2 ]] && break; sleep 0.05; done
zpty -d shell
sort -u $found | sed "/^$/d"
rm -f $found $found.end
