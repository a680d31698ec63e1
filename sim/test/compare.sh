#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
# reads: sim/bench/compare.py
exec "${PYTHON:-python3}" -B sim/test/compare.py
