#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# Compiles what Verilator and gen_shim.py wrote for one module. Each object pays for the module's
# headers, so sources are compiled together, up to CHUNK bytes at a time, JOBS chunks in
# parallel; and what runs only once (set-up, declarations of signals) without optimisation.
# usage: scripts/vl_compile.sh FOLDER TAG HEADERS OPTIMISATION FLAGS...      uses CXX, JOBS
# HEADERS-O1/verilated_first.h.gch is Verilator's headers compiled with -O1.
set -eu

readonly CHUNK=4000000

folder=$1 tag=$2 optimisation=$4
export headers=$3
shift 4
flags=("$@" "-I$folder")

# Writes <folder>/chunk_<class>_<n>.cc, each including sources of one class.
chunk() {
  local class=$1 number=0 bytes=0 size path
  while read -r size path; do
    if [ "$bytes" -gt 0 ] && [ $((bytes + size)) -gt $CHUNK ]; then
      number=$((number + 1))
      bytes=0
    fi
    bytes=$((bytes + size))
    echo "#include \"$(basename "$path")\"" >> "$folder/chunk_${class}_$number.cc"
  done
}

list() {
  find "$folder" -maxdepth 1 -name "V$tag*.cpp" "$@" -printf '%s %p\n' | sort -k2
}

compile() {
  local source=$1 level=$2
  case $source in
  */chunk_once_*) level=-O0 ;;
  esac
  shift 2
  "$CXX" "$@" "$level" -include "$headers$level/verilated_first.h" -c "$source" -o "${source%.*}.o"
}
export -f compile

total=$(list | awk '{ sum += $1 } END { print sum }')
if [ "$total" -le $CHUNK ]; then
  # Small: everything is one object, the shim included.
  { list | cut -d' ' -f2- | while read -r path; do echo "#include \"$(basename "$path")\""; done
    echo "#include \"${tag}_shim.cpp\""; } > "$folder/chunk_all_0.cc"
else
  list -not -name '*__Slow.cpp' -not -name '*__Syms.cpp' | chunk run
  list \( -name '*__Slow.cpp' -o -name '*__Syms.cpp' \) | chunk once
  echo "#include \"${tag}_shim.cpp\"" > "$folder/chunk_shim_0.cc"
fi
find "$folder" -maxdepth 1 -name 'chunk_*.cc' | sort -r |
  xargs -P "${JOBS:-1}" -I{} bash -c 'compile "$@"' compile {} "$optimisation" "${flags[@]}"
