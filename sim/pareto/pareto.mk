# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# The reduction tables' area and power against bandwidth and latency, included by sim/sim.mk. The command is a front of
# netfold experiment; synthesis is synth/pareto.py.
#   make pareto           the front as a chart, CSV and JSON in build/experiments (LIB=name; SAVE=1: into docs/silicon.md too)
#   make pareto-synth     the rows of synthesis alone (synth/synth.mk)

SIM_COMPONENTS += sim/pareto/command.c

pareto: build/netfold
	@build/netfold pareto --library $(LIB) --jobs $(JOBS)
	@$(if $(SAVE),$(PYTHON) -B sim/experiment/page.py docs/silicon.md)

.PHONY: pareto
