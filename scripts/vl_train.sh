#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# As vl_compile.sh, twice: a program that simulates a load is made of the first objects, and the second are compiled with
# what it counted. A Verilated block is one long row of branches that are seldom taken; that the code that runs lies together
# is a third of the gain (docs/netfold-report.md).
# usage: scripts/vl_train.sh FOLDER TAG HEADERS OPTIMISATION FLAGS...      uses CXX, JOBS, TRAINER: what the program is
# linked of besides, its main among it
set -eu

folder=$1

scripts/vl_compile.sh "$@" -fprofile-generate
# shellcheck disable=SC2086 # words
"$CXX" -o "$folder/train" "$folder"/*.o $TRAINER -lgcov
"$folder/train" > "$folder/train.log" 2>&1 || { cat "$folder/train.log"; exit 1; }
rm "$folder/train" "$folder"/chunk_*.cc "$folder"/chunk_*.o
scripts/vl_compile.sh "$@" -fprofile-use
