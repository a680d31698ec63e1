#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# Runs one test for prove: prints its TAP, keeps it in build/tap/, and adds a failed line when the
# test is missing, ends badly without saying why, runs too long, tests nothing, or tests another number than
# it announced. A block test that
# failed is built again with tracing, and its failed scenarios leave waveforms.
# Where NF_VERDICTS names the folder that scripts/verdicts.py has made, a verdict that stands is repeated, and a test of which is
# known what it reads runs where nothing else is.
# usage: scripts/tap_run.sh NAME [OPTIONS]   (check-..., lint, netlist/TAG, cross/TAG, four-state/TAG, crosses, a program, or a block test
# with the seed that it shall run with: build/tb/TAG@SEED)
set -u
cd "$(dirname "$0")/.." || exit 1

name=$1
shift
case $name in
*@*) set -- --seed "${name#*@}" "$@" ;;
esac
program=${name%@*}
tap=build/tap/$(echo "$name" | tr '/ ' '__').tap
verdict=${NF_VERDICTS:-}/$(echo "$name" | tr '/ ' '__')
export NF_COVER_DIR=build/tap/cover
mkdir -p "$NF_COVER_DIR"

# Verilator's verdicts on the modules whose lint was due.
lint_report() {
  local module modules due all
  modules=$(sed -n 's,^lint/,,p' build/due)
  due=$(echo "$modules" | wc -w)
  all=$("${PYTHON:-python3}" scripts/project.py --modules | wc -l)
  sed -n 1p build/config.mk
  for module in $modules; do
    if [ -e "build/lint/$module.ok" ]; then
      echo "ok - lint $module"
    else
      echo "not ok - lint $module"
      sed 's/^/# /' "build/lint/$module.log" 2> /dev/null
    fi
  done
  if [ "$all" -gt "$due" ]; then
    echo "ok - lint of $((all - due)) modules # SKIP they stand"
    due=$((due + 1))
  fi
  echo "1..$due"
}

# What synth/netlist.py, synth/cross_sim.py or synth/four_state.py left: netlist/TAG, cross/TAG, four-state/TAG.
kept_report() {
  if [ -e "build/$1.tap" ]; then
    cat "build/$1.tap"
  else
    printf '1..1\nnot ok - %s did not run\n' "$1"
  fi
}

run() {
  case $name in
  check-*) "${PYTHON:-python3}" scripts/check.py "${name#check-}" ;;
  lint) lint_report ;;
  crosses) # of the tests that were due: a netlist or another check of a build is no run of its test
    grep '^build/tb/' build/due > build/due.tests
    "${PYTHON:-python3}" scripts/crosses.py "$NF_COVER_DIR" build/due.tests ;;
  netlist/* | cross/* | four-state/*) kept_report "$name" ;;
  *)
    if [ ! -x "$program" ]; then
      echo "Bail-out reason: $program was not built"
      return 127
    fi
    if [ -e "$verdict/tap" ]; then
      cat "$verdict/tap"
      return
    fi
    [ ! -d "$verdict/view" ] || cd "$verdict/view" || return
    # shellcheck disable=SC2086  # NF_TB_ARGS is a list of options
    CMOCKA_MESSAGE_OUTPUT=TAP timeout "${NF_TEST_SECONDS:-900}" "$program" "$@" ${NF_TB_ARGS:-}
    ;;
  esac
}

# Repeats what the test said can be repeated, on the build that traces.
leave_waveforms() {
  local tag=${1#build/tb/} command
  grep -q '^# repeat: ' "$tap" || return 0
  if ! env -u MAKEFLAGS make -s "build/wave/$tag" > "build/tap/$tag.wave.log" 2>&1; then
    echo "# waveform: none, build/wave/$tag does not build"
    return 0
  fi
  grep '^# repeat: ' "$tap" | sed "s|^# repeat: \S*|build/wave/$tag|" | while read -r command; do
    bash -c "$command" | grep '^# waveform: '
  done
}

run "$@" 2>&1 | tee "$tap"
status=${PIPESTATUS[0]}
planned=$(sed -n 's/^1\.\.\([0-9]*\).*/\1/p' "$tap")
ran=$(grep -Ec '^(not )?ok\b' "$tap")
if [ "$ran" -gt 0 ] && [ "$planned" != "$ran" ]; then
  echo "not ok - $name announced ${planned:-no number of} tests and ran $ran" | tee -a "$tap"
  [ "$status" -ne 0 ] || status=1
fi
if ! grep -Eq '^(not )?ok\b' "$tap"; then
  echo "not ok - $name tested nothing (status $status)" | tee -a "$tap"
elif [ "$status" -ne 0 ] && ! grep -q '^not ok\b' "$tap"; then
  echo "not ok - $name ended with status $status" | tee -a "$tap"
fi
if [ "$status" -ne 0 ] && [[ $name == build/tb/* ]]; then
  leave_waveforms "$program" | tee -a "$tap"
fi
exit "$status"
