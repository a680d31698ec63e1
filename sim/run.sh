#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# `make run`: all-reduces examples/gradients, push and pull, on the golden C models (cycle) or on the RTL with the models beside
# it (rtl), and prints the two reports as a table.
# usage: sim/run.sh cycle|rtl
set -eu

engine=$1
out=build/run/$engine
mkdir -p "$out"
for method in push pull; do
  build/netfold allreduce --engine "$engine" --method $method --ranks 16 --op sum --dtype f32 \
    --input examples/gradients --output "$out/$method" --table-bytes 1024 \
    --json "$out/$method.json" > "$out/$method.txt"
done

# Value of a key in a report.
value() {
  sed -n "s/^.*\"$1\":[[:space:]]*\([^,]*\).*\$/\1/p" "$out/$2.json"
}

case $engine in
rtl) what='RTL and golden C models in lock step' ;;
*) what='golden C models' ;;
esac
echo "examples/gradients: sum of 16 x $(value bytes push) bytes, $what"
echo
printf '%-6s %7s %10s %10s %10s %9s %9s %9s %9s %9s %8s\n' method cycles 'algbw GB/s' 'busbw GB/s' \
  'limit GB/s' 'of limit' identical compared 'max error' evictions timeouts
for method in push pull; do
  printf '%-6s %7d %10.2f %10.2f %10.2f %8.1f%% %9s %9d %9.2f %9d %8d\n' $method \
    "$(value cycles $method)" "$(value algbw_GBps $method)" "$(value busbw_GBps $method)" \
    "$(value limit_GBps $method)" "$(value percent_of_limit $method)" \
    "$(value ranks_identical $method)" "$(value cycles_compared $method)" \
    "$(value max_error $method)" "$(value evictions $method)" "$(value timeouts $method)"
done
echo
echo "reports: $out/push.json $out/pull.json; results: $out/push/rank00.npy ... $out/pull/rank15.npy"
