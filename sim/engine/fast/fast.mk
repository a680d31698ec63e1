# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# The fast engine, included by sim/sim.mk behind topology.mk, routing.mk and collective.mk.
#   build/tb/fast_test   conservation, equal traces, the closed form of a queue, rings
#   make bench-fast      link-hops a second of processor time

SIM_FAST := $(addprefix sim/engine/fast/,fabric.c crossbar.c run.c plan.c table.c stats.c pattern.c agenda.c collective.c message.c steps.c \
  simulate.c)
SIM_COMPONENTS += $(SIM_FAST) $(addprefix sim/engine/fast/,options.c report.c command.c)
SIM_FAST_MODELS := $(addprefix cmodel/reduce/,nf_reduce_decide.c nf_reduce_ghost.c)
$(eval $(call unit_test,fast_test,sim/test/fast_test.c,$(SIM_FAST) $(SIM_FAST_MODELS) $(SIM_TOPOLOGY) $(SIM_ROUTING) \
  $(SIM_SCHEDULES) $(addprefix sim/cli/,cli.c progress.c) sim/common/err.c))

BENCH_GOALS += bench-fast
bench-fast: $(BIN)/netfold
	@NETFOLD=$< $(PYTHON) sim/bench/bench_fast.py

.PHONY: bench-fast
