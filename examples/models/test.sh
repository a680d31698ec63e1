#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# The examples of the golden models as their reader builds them: against an installed library that pkg-config finds, with
# the compilers' own commands. Each must print what it says in the pages.
set -u

out=build/examples
prefix=$PWD/$out/prefix
strict="-Wall -Wextra -Wconversion -Wshadow -Werror"
count=0
rm -rf "$out" && mkdir -p "$out"

# ok NAME EXPECTED: compares with what the example's command left in $out/got.
ok() {
  count=$((count + 1))
  if grep -qx "$2" "$out/got"; then
    echo "ok $count - examples: $1"
  else
    echo "not ok $count - examples: $1"
    echo "# expected: $2"
    sed 's/^/# /' "$out/got"
  fi
}

skip() {
  count=$((count + 1))
  echo "ok $count - examples: $1 # SKIP $2"
}

${MAKE:-make} -s install-lib PREFIX="$prefix" > "$out/install.log" 2>&1 || { sed 's/^/# /' "$out/install.log"; }
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig" LD_LIBRARY_PATH="$prefix/lib"
flags=$(pkg-config --cflags netfold)
libs=$(pkg-config --libs netfold)

# shellcheck disable=SC2086  # lists of options, here and below
{ ${CC:-cc} -std=c11 $strict examples/models/c/reduce_table.c $flags $libs -o "$out/reduce_table" \
  && "$out/reduce_table"; } > "$out/got" 2>&1
ok 'C, the reduction table' 'cycle 14: sums 10 2 -12 4e+06, of 4 contributions, address 0x1000'

# shellcheck disable=SC2086
{ ${CXX:-c++} -std=c++17 $strict examples/models/cpp/exact_sum.cpp $flags $libs -o "$out/exact_sum" \
  && "$out/exact_sum"; } > "$out/got" 2>&1
ok 'C++17, exact sums' '120 orders: 3 results of binary32 additions, 1 of the exact sum: 0x40800000'

if python=$(for p in "${PYTHON:-python3}" /usr/bin/python3; do
  "$p" -c 'import cffi' 2> /dev/null && echo "$p" && break
done) && [ -n "$python" ]; then
  "$python" examples/models/python/alu_lane.py > "$out/got" 2>&1
  ok 'Python, sums of a lane' '10000 sums as Python.s'
  ok 'Python, the pipeline of a lane' '1.5 + 2.25 = 0x40700000 after 3 edges'
else
  skip 'Python' 'cffi is absent (Debian: python3-cffi)'
fi

# The test bench is SystemVerilog, the module its device, the model its scoreboard.
# shellcheck disable=SC2086
{ ${CC:-cc} -std=c11 $strict -c examples/models/dpi/lane_dpi.c $flags -o "$out/lane_dpi.o" \
  && ${VERILATOR:-verilator} --binary --timing --top-module lane_tb --Mdir "$out/dpi" -O3 -CFLAGS -O0 \
    -f rtl/alu/alu.f examples/models/dpi/lane_tb.sv "$PWD/$out/lane_dpi.o" -LDFLAGS "$libs" > "$out/dpi.log" \
  && "$out/dpi/Vlane_tb"; } > "$out/got" 2>&1
ok 'SystemVerilog DPI-C, a lane against its model' '20000 cycles, [0-9]* results compared, 0 wrong'
echo "1..$count"
