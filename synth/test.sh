#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
# reads: synth scripts rtl/common sim/test/helpers.py sim/experiment
exec "${PYTHON:-python3}" -B synth/flow_test.py
