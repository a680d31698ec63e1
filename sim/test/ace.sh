#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
# reads: rtl/common/nf_defs.toml
exec "${PYTHON:-python3}" -B sim/test/ace.py
