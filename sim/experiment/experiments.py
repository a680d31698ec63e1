# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""All experiments, in the order of the papers."""

import ace
import hxmesh
import klenk
import netreduce
import tree

ALL = (*klenk.ALL, *ace.ALL, *netreduce.ALL, *tree.ALL, *hxmesh.ALL)
