#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# Repeats the failed lines of all kept TAP output with what follows them, and ends with the plain line
# "N passed, N failed". Skipped tests are named and not counted. Fails if any failed or none passed.
# usage: scripts/tap_tally.sh FOLDER
set -u

cat "$1"/*.tap | awk '
  /^ok/ && /# *SKIP/ { print "skipped: " $0; show = 0; next }
  /^ok/              { passed++; show = 0; next }
  /^not ok/          { failed++; show = 1 }
  show && /^(not ok|#)/ { print }
  END {
    printf "%d passed, %d failed\n", passed, failed
    exit failed > 0 || passed == 0
  }'
