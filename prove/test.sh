#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
# reads: prove rtl scripts sim/test/helpers.py synth/yosys.py
exec "${PYTHON:-python3}" -B prove/test/fields_test.py
