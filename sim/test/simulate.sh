#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
# reads: sim/experiment/viewer.py sim/experiment/viewer.js
exec "${PYTHON:-python3}" -B sim/test/simulate.py
