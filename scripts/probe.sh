#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# Prints make variables about the tools at hand: what Verilator needs and which flags it knows, or that there is none.
# usage: scripts/probe.sh VERILATOR CXX > build/config.mk
set -eu

verilator=${1:-verilator}
compiler=${2:-c++}
if ! version=$("$verilator" --version 2>/dev/null); then
  # The library and all that is C need none. Asked again each time, until there is one.
  echo "VL_ABSENT := '$verilator' does not run; scripts/setup.sh installs what is missing"
  echo 'build/config.mk: FORCE'
  exit 0
fi
root=$("$verilator" --getenv VERILATOR_ROOT)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo 'module probe (output logic o); assign o = 1; endmodule' > "$work/probe.v"

echo "# $version"
echo "VERILATOR_ROOT := $root"
# Each flag of the list that this version knows:
#   -fno-const-bit-op-tree   without it 5.006 computes some XOR and AND trees of wide vectors wrongly
#   --quiet                  newer versions report on themselves otherwise
printf 'VL_PROBED :='
for flag in -fno-const-bit-op-tree --quiet; do
  if "$verilator" --lint-only "$flag" "$work/probe.v" > /dev/null 2>&1; then
    printf ' %s' "$flag"
  fi
done
echo
# Newer versions write FST with an installed lz4 instead of a copy of their own.
if grep -qs 'include <lz4.h>' -r "$root/include/fstcpp"; then
  echo "VL_LIBS := -lz -llz4 -pthread"
else
  echo "VL_LIBS := -lz -pthread"
fi
# A compiler that counts what a program runs, and makes its code by that (scripts/vl_train.sh).
echo 'int main() { return 0; }' > "$work/counted.cc"
counted() {
  "$compiler" "-fprofile-$1" -c "$work/counted.cc" -o "$work/counted.o" && "$compiler" -o "$work/counted" "$work/counted.o" -lgcov
}
if (counted generate && "$work/counted" && [ -f "$work/counted.gcda" ] && counted use) > "$work/log" 2>&1; then
  echo "VL_COUNTS := yes"
fi
