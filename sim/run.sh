#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# `make run`: all-reduces examples/gradients on the RTL, push and pull, with the C model beside it,
# and prints the two reports as a table.
set -eu

out=build/run
mkdir -p $out
for method in push pull; do
  build/netfold allreduce --engine rtl --method $method --ranks 16 --op sum --dtype f32 \
    --input examples/gradients --output $out/$method --table-bytes 1024 \
    --json $out/$method.json --trace $out/$method.fst --trace-cycles 400 > $out/$method.txt
done

# Value of a key in a report.
value() {
  sed -n "s/^.*\"$1\":[[:space:]]*\([^,]*\).*\$/\1/p" "$out/$2.json"
}

echo "examples/gradients: sum of 16 x $(value bytes push) bytes, RTL and golden C model in lock step"
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
echo "reports: $out/push.json $out/pull.json; waveforms of 400 cycles: $out/push.fst $out/pull.fst"
echo "results: $out/push/rank00.npy ... $out/pull/rank15.npy"
