#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# Manual pages from what the programs say of themselves: netfold.1, one of each of its commands, ace-as.1.
# usage: scripts/manual.sh FOLDER VERSION   (the programs are in build/; without help2man it says so and makes none)
set -eu

folder=$1 version=$2
rm -rf "$folder" && mkdir -p "$folder"
if ! command -v help2man > /dev/null; then
  echo "manual: no pages are made: help2man is absent"
  exit 0
fi

# page NAME ABOUT COMMAND...
page() {
  local name=$1 about=$2
  shift 2
  help2man --no-info --no-discard-stderr --section 1 --name "$about" --version-string "$name $version" \
    --output "$folder/$name.1" "$*"
}

page netfold "$(build/netfold --help | sed -n 2p)" build/netfold
page ace-as 'assemble programs of the collectives engine' build/ace-as
build/netfold --help | sed -n 's/^  \([a-z]*\)  *\(.*\)/\1 \2/p' | while read -r command about; do
  page "netfold-$command" "$about" build/netfold "$command"
done
