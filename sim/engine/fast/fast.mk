# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# The fast engine, included by sim/sim.mk behind topology.mk, routing.mk and collective.mk.
#   build/tb/fast_test   conservation, equal traces, the closed form of a queue, rings
#   build/tb/paths_test   the plans of the fast and the exact engines are the same
#   build/tb/fast_payload_test   data, and the check of results
#   make bench-fast      link-hops a second of processor time; ROWS=P5: rows that this expression finds

SIM_FAST := $(addprefix sim/engine/fast/,fabric.c crossbar.c link.c ahead.c apart.c queued.c run.c plan.c paths.c table.c stats.c pattern.c agenda.c collective.c message.c heap.c chunks.c compact.c steps.c \
  payload.c replay.c wire.c trace.c parts.c team.c share.c simulate.c)
SIM_FAST_ALONE := sim/engine/fast/mpi_none.c
SIM_COMPONENTS += $(SIM_FAST) $(SIM_FAST_ALONE) $(addprefix sim/engine/fast/,options.c data.c report.c command.c)
SIM_FAST_MODELS := $(addprefix cmodel/reduce/,nf_reduce_decide.c nf_reduce_ghost.c) \
  $(addprefix cmodel/alu/,nf_alu_lane.c nf_fp_add.c nf_fp_add_path.c nf_fp_minmax.c) cmodel/mcr/nf_mcr_hash.c
SIM_FAST_TESTED := $(SIM_FAST) $(SIM_FAST_ALONE) $(SIM_FAST_MODELS) $(SIM_TOPOLOGY) $(SIM_ROUTING) $(SIM_SCHEDULES) \
  $(addprefix sim/cli/,cli.c progress.c) $(SIM_BASE) $(addprefix sim/common/,types.c npy.c reference.c checker.c outputs.c files.c trace_events.c)
$(eval $(call unit_test,fast_test,sim/test/fast_test.c,$(SIM_FAST_TESTED)))
$(eval $(call unit_test,paths_test,sim/test/paths_test.c,$(SIM_FAST_TESTED) $(filter-out sim/topology/%,$(SIM_TABLES)) \
  $(addprefix sim/klenk/,engine.c plan.c) sim/common/timeout.c sim/engine/rtl/load.c))
$(eval $(call unit_test,fast_payload_test,sim/test/fast_payload_test.c,$(SIM_FAST_TESTED)))

# The same command with MPI, where there is one: mpirun -n 2 build/netfold_mpi simulate ...
ifneq ($(shell pkg-config --exists ompi-c && echo 1),)
PROGRAMS += $(BIN)/netfold_mpi
build/obj/$(OBJ)/sim/engine/fast/mpi.o: C_FLAGS += $(shell pkg-config --cflags ompi-c)
endif
$(BIN)/netfold_mpi: build/obj/$(OBJ)/sim/engine/fast/mpi.o $(BIN)/netfold
	@echo "  LINK     $@"
	$(Q)$(CC) $(LINK_FLAGS) -o $@ $(filter-out %/mpi_none.o,$(call SIM_OBJECTS,$(SIM_COMMAND))) $< $(MODEL_OBJECTS) -lcjson \
	  $(SIM_COLLECTIVE_LIBS) $(shell pkg-config --libs ompi-c) -ldl -lm -lpthread

BENCH_GOALS += bench-fast
bench-fast: $(BIN)/netfold
	@NETFOLD=$< $(PYTHON) sim/bench/bench_fast.py

# Beside other simulators: make bench-compare BOOKSIM=path CNSIM=path HTSIM=path (docs/fast-speed.md).
bench-compare: $(BIN)/netfold
	@NETFOLD=$< BOOKSIM="$(BOOKSIM)" CNSIM="$(CNSIM)" HTSIM="$(HTSIM)" $(PYTHON) sim/bench/compare.py

.PHONY: bench-fast bench-compare
