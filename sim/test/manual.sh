#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
# reads: scripts/completion.bash scripts/manual.sh
#
# Completion offers what the program has; a manual page is made of each command.
set -u

program=${NETFOLD:-build/netfold}
# shellcheck disable=SC1091  # checked by itself
. scripts/completion.bash
count=0

check() { # NAME GOT EXPECTED
  count=$((count + 1))
  if [ "$2" = "$3" ]; then
    echo "ok $count - $1"
  else
    printf 'not ok %d - %s\n# %s, not %s\n' "$count" "$1" "$2" "$3"
  fi
}

offered() { # WORDS..., the last of them to be completed
  COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
  _netfold
  echo "${COMPREPLY[*]}"
}

check 'commands' "$(offered "$program" al)" 'allreduce alu'
check 'options of a command' "$(offered "$program" alu --d)" '--dtype='
check 'a command of a command' "$(offered "$program" netreduce g)" 'gen'
check 'options behind options' "$(offered "$program" netreduce run --hosts 6 --los)" '--loss='
check 'nothing where there is nothing' "$(offered "$program" nonsense --x)" ''

scripts/manual.sh build/man-test 0 > build/man-test.log 2>&1
commands=$("$program" --help | grep -c '^  [a-z]')
if [ -e build/man-test/netfold.1 ]; then
  check 'a page of each command' "$(find build/man-test -name 'netfold-*.1' -size +1k | wc -l)" "$commands"
else
  count=$((count + 1))
  echo "ok $count - a page of each command # SKIP help2man is absent"
fi
rm -rf build/man-test
echo "1..$count"
