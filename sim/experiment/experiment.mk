# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# Runs beside the papers' figures, included by sim/sim.mk. The command is a front in C; the table of experiments, their
# comparison and their charts are Python (matplotlib), which it starts.
#   make experiments       all of them, into build/experiments; make experiment-K8 one
#   make experiments-page  what they left, into the pages and their figures
#   make report            the same as one page of HTML, build/report.html
#   make viewer TRACE=F    a page that plays a trace of packets, build/viewer.html

SIM_COMPONENTS += sim/experiment/command.c

experiments: experiment-all

experiment-%: build/netfold
	@build/netfold experiment $* --jobs $(JOBS) $(EXPERIMENT_ARGS)

experiments-page:
	@$(PYTHON) -B sim/experiment/page.py docs/results.md docs/silicon.md docs/experiments-*.md

report:
	@$(PYTHON) -B sim/experiment/report.py

viewer:
	@$(PYTHON) -B sim/experiment/viewer.py $(TRACE)

.PHONY: experiments experiments-page report viewer
