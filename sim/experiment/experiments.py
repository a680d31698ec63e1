# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""All experiments, in the order of the papers, then those beyond them, and the engines beside one another."""

import ace
import agree
import beyond
import dse
import hxmesh
import klenk
import netreduce
import pareto
import tree

ALL = (*klenk.ALL, *ace.ALL, *netreduce.ALL, *tree.ALL, *hxmesh.ALL, *beyond.ALL, *dse.ALL, *agree.ALL, *pareto.ALL)
