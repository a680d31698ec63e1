#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# Random systems of engines, as TAP, for `make soak`: every run of `netfold ace` must end with status
# 0 and say that all words are bit exact.
# usage: sim/test/ace_soak.sh [--runs N] [--rtl N] [--seed N]
#   --runs N   on the C model alone (200)
#   --rtl N    on the RTL with the models beside it (4)
#   --seed N   the same seed gives the same runs (the time)
set -u
cd "$(dirname "$0")/../.." || exit 1

runs=200 rtl=4 seed=$(date +%s)
while [ $# -gt 0 ]; do
  case $1 in
  --help) sed -n '5,10s/^# \{0,1\}//p' "$0" && exit 0 ;;
  --runs | --rtl | --seed) ;;
  *) echo "ace_soak: $1 is unknown; see --help" >&2 && exit 2 ;;
  esac
  [[ ${2-} =~ ^(0|[1-9][0-9]{0,14})$ ]] || { echo "ace_soak: $1 needs a number" >&2 && exit 2; }
  printf -v "${1#--}" %s "$2"
  shift 2
done

# Puts a number below $1 into `pick`. Not RANDOM, which differs between versions of bash.
state=$seed pick=0
below() {
  state=$((state * 6364136223846793005 + 1442695040888963407))
  pick=$(((state >> 33 & 0x7fffffff) % $1))
}

# Option $1 with one of the values that follow, at the end of the command line.
one_of() {
  local option=$1
  shift
  below $#
  shift "$pick"
  line+=("$option" "$1")
}

# The same in one of $1 cases.
sometimes() {
  local cases=$1
  shift
  below "$cases"
  [ "$pick" -ne 0 ] || one_of "$@"
}

# Collective, algorithm and up to $1 words of data a node, an odd number of them half the time.
work() {
  one_of --collective allreduce reducescatter allgather alltoall broadcast barrier
  case ${line[2]} in
  switch:* | alltoall:*)
    [ "${line[4]}" != allreduce ] || sometimes 2 --algorithm ring direct halving-doubling tree
    ;;
  esac
  [ "${line[4]}" != broadcast ] || sometimes 2 --root 1
  [ "${line[4]}" != barrier ] || return 0
  below "$1"
  line+=(--bytes $((4 * pick + 4)))
  one_of --dtype f32 f32 u32 s32 u32sat s32sat fix32 f16x2 bf16x2
  case ${line[-1]} in
  u32 | s32) one_of --op sum min max and or xor ;;
  f32 | fix32 | f16x2 | bf16x2) one_of --op sum min max ;;
  esac
  sometimes 2 --offset 1 4 64 3,61 7,4095
  sometimes 3 --message 64 128 192 256
}

# Wires, memories and nodes that are slow or late; hosts that take less than the normal packets that
# come.
surroundings() {
  sometimes 4 --repeat 2 5
  sometimes 3 --skew 50 3000
  sometimes 3 --memory-pauses 10 60
  sometimes 2 --memory-order data last any mixed
  sometimes 4 --memory-spread 20 300
  sometimes 4 --background 10 40 100
  # The link layer has words of 64 bytes.
  [[ ${line[*]} == *--word-bytes* ]] || sometimes 4 --links-ber 0 1e-7 1e-6 1e-5
  sometimes 2 --link-bytes 5 25 200
  sometimes 3 --latency 1 40 900
  sometimes 4 --memory-latency 1 700
  below 1000000
  line+=(--seed "$pick")
}

# An engine that has little of some things.
engine() {
  sometimes 3 --machines 4 5 8
  sometimes 3 --banks 1 2
  sometimes 2 --bank-words 512 1024
  sometimes 3 --alus 1 2
  sometimes 3 --lanes 4 8
  sometimes 3 --slots 16 32 128
  sometimes 3 --queue-depth 2 3
  sometimes 3 --chunks 2 3 7
  # Messages are whole words.
  [[ ${line[*]} == *--message* ]] || sometimes 2 --word-bytes 32 128 256
}

all=$((runs + rtl)) failed=0
printf '# seed %s\n1..%d\n' "$seed" "$all"
for ((n = 1; n <= all; n++)); do
  line=(ace)
  if [ "$n" -le "$runs" ]; then
    one_of --topology ring:{2,3,5,8} torus:{2x2,3x2,1x4,5x1,2x2x2,4x2x2} switch:{2,4,8} alltoall:{3x2,2x4}
    work 3000
    engine
  else
    one_of --topology ring:{2,3} torus:{2x2,1x3} switch:{2,4} alltoall:2x2
    work 1000
    line+=(--engine rtl)
  fi
  surroundings
  if said=$("${NETFOLD:-build/netfold}" "${line[@]}" 2>&1) && [[ $said == *"bit exact: all "* ]]; then
    echo "ok $n - ${line[*]}"
  else
    printf 'not ok %d - %s\n# %s\n' "$n" "${line[*]}" "${said//$'\n'/$'\n'# }"
    failed=$((failed + 1))
  fi
  [ $((n % 100)) -ne 0 ] || echo "# $n of $all runs, $failed failed, $SECONDS s"
done
[ "$failed" -eq 0 ]
