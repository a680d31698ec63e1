# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""All experiments, in the order of the papers."""

import klenk
import netreduce

ALL = (*klenk.ALL, *netreduce.ALL)
