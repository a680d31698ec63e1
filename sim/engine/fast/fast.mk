# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# The fast engine, included by sim/sim.mk behind topology.mk and routing.mk.
#   build/tb/fast_test   conservation, equal traces, the closed form of a queue, rings
#   make bench-fast      link-hops a second of processor time

SIM_FAST := $(addprefix sim/engine/fast/,fabric.c crossbar.c run.c plan.c table.c stats.c pattern.c collective.c \
  simulate.c)
SIM_COMPONENTS += $(SIM_FAST) sim/common/nearest.c sim/cli/simulate.c
SIM_FAST_MODELS := $(addprefix cmodel/reduce/,nf_reduce_decide.c nf_reduce_ghost.c)
$(eval $(call unit_test,fast_test,sim/test/fast_test.c,$(SIM_FAST) $(SIM_FAST_MODELS) $(SIM_TOPOLOGY) $(SIM_ROUTING) \
  sim/common/err.c))

BENCH_GOALS += bench-fast
bench-fast: $(BIN)/netfold
	@NETFOLD=$< $(PYTHON) sim/bench/bench_fast.py

.PHONY: bench-fast
