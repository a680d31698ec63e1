# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# Completion for netfold and ace-as, in bash; zsh takes it after `bashcompinit`. Commands and options are asked of the
# program itself, by --help, so they are those of the version that is there.

_netfold() {
  local program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} command=() help
  # Words up to the first option that name a command: netfold allreduce, netfold netreduce run.
  local i
  for ((i = 1; i < COMP_CWORD; i++)); do
    [[ ${COMP_WORDS[i]} == [a-z]* && ${COMP_WORDS[i - 1]} != '=' ]] || break
    command+=("${COMP_WORDS[i]}")
  done
  help=$("$program" "${command[@]}" --help 2> /dev/null) || return 0
  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(grep -Eo -- '^ +(-.,  ?)?--[a-z-]+=?' <<< "$help" | grep -Eo -- '--.*')" -- "$word")
    [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2> /dev/null
  elif [[ ${#command[@]} -eq 0 ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(sed -n 's/^  \([a-z]\{1,\}\)  .*/\1/p' <<< "$help")" -- "$word")
  elif [[ ${#command[@]} -eq 1 ]]; then
    # The commands that the help of this one names.
    mapfile -t COMPREPLY < <(compgen -W "$(tr '\n' ' ' <<< "$help" | grep -Eo "netfold ${command[0]} [a-z]+" | cut -d' ' -f3 | sort -u)" -- "$word")
  fi
}

complete -o default -F _netfold netfold ace-as
