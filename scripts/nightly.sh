#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# Runs goals of the Makefile one after the other, whatever becomes of them, and tells of each how it ended,
# how long it took and where its output is. A goal that has passed for this very tree with these tools stands
# (scripts/kept.py): a night that was too short is gone on with. The last line is "N passed, N failed", counted in goals.
# usage: scripts/nightly.sh GOAL...
set -u
cd "$(dirname "$0")/.." || exit 1

logs=build/nightly
passed=0 failed=0
[ $# -gt 0 ] || echo "no goal was given"

stood=0
for goal; do
  if "${PYTHON:-python3}" scripts/kept.py find nightly "$goal"; then
    passed=$((passed + 1)) stood=$((stood + 1))
    printf '%-7s %-18s\n' stands "$goal"
    continue
  fi
  begin=$(date +%s)
  aside=$(mktemp) # outside of build/, which a goal may remove
  case $goal in
  install | install-lib) "${MAKE:-make}" "$goal" DESTDIR="$PWD/$logs/install" ;;
  check) "${MAKE:-make}" check BLOCK=nf_fifo ;;
  test) "${MAKE:-make}" test WHOLE=1 ;;
  *) "${MAKE:-make}" "$goal" ;;
  esac > "$aside" 2>&1 < /dev/null
  status=$?
  mkdir -p "$logs" && mv "$aside" "$logs/$goal.log"
  if [ $status -eq 0 ]; then
    passed=$((passed + 1)) word=passed
    "${PYTHON:-python3}" scripts/kept.py keep nightly "$goal"
  else
    failed=$((failed + 1)) word=FAILED
  fi
  printf '%-7s %-18s %6d s  %s\n' $word "$goal" $(($(date +%s) - begin)) "$logs/$goal.log"
done
echo "$stood of $# goals stand from an earlier run"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
