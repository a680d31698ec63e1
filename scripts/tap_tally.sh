#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# Repeats the failed lines of all kept TAP output with what follows them, says how many of the passed are verdicts of an earlier
# run (scripts/verdicts.py), and ends with the plain line
# "N passed, N failed". Skipped tests are named and not counted. Fails if any failed or none passed.
# usage: scripts/tap_tally.sh FOLDER
set -u

awk '
  FNR == 1           { stands = /^# .* stands: / }
  /^ok/ && /# *SKIP/ { print "skipped: " $0; show = 0; next }
  /^ok/              { passed++; stood += stands; show = 0; next }
  /^not ok/          { failed++; show = 1 }
  show && /^(not ok|#)/ { print }
  END {
    if (stood) printf "%d of the passed stand from an earlier run with the same programs and files; WHOLE=1: all run\n", stood
    printf "%d passed, %d failed\n", passed, failed
    exit failed > 0 || passed == 0
  }' "$1"/*.tap
