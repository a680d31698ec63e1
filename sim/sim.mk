# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# The netfold command, its tests and its measurements; part of the Makefile.
#
#   build/netfold      the command
#   build/nf_bench     R1..R4
#   build/tb/sim_test  unit tests of the readers, the exact results and the waves, with sanitizers

# Ops and types of the Verilated switch; all of them make it larger and slower: Halves=1 Wide=1.
SIM_TYPES ?= Halves=0 Wide=0
SIM_SWITCH = Ports=16 Entries=32 Regions=8 Nodes=32 HomeSlots=64 Window=8 XpDepth=32 $(SIM_TYPES)
SIM_COMMON := $(addprefix sim/,err.c types.c npy.c ideal.c progress.c compare.c engine.c net.c \
  fabric.c waves.c endpoint.c method.c collect.c)
SIM_COMMAND := $(SIM_COMMON) $(addprefix sim/,main.c cli.c options.c files.c run.c watch.c judge.c \
  report.c allreduce.c alu.c entry.c sum.c)
SIM_OBJECTS = $(1:%.c=build/obj/static/%.o)

$(eval $(call verilated,netfold_lane,nf_alu_lane,Stages=2 Halves=1,test))
$(eval $(call verilated,netfold_entry,nf_reduce_table,Entries=2 Ports=2 Regions=2 Nodes=8 Halves=1 Wide=1,test))
$(eval $(call verilated,netfold_table,nf_reduce_table,Entries=32 Ports=16 Regions=8 Nodes=32,fast))

# The whole switch twice: for speed, and with properties and waveforms for --trace. sim/large.vlt says
# why -fno-gate.
VL_EXTRA_netfold_switch = -fno-gate sim/large.vlt
VL_EXTRA_netfold_wave = -fno-gate sim/large.vlt
VL_CXXFLAGS_netfold_switch ?= -O2
$(eval $(call verilated,netfold_switch,nf_switch,$(SIM_SWITCH),fast))
$(eval $(call verilated,netfold_wave,nf_switch,$(SIM_SWITCH),wave))

# Made anew when SIM_TYPES has changed.
build/sim.types: FORCE
	@mkdir -p $(@D)
	@echo '$(SIM_TYPES)' | cmp -s - $@ || echo '$(SIM_TYPES)' > $@

build/vl/fast/netfold_switch/libnetfold_switch.a build/vl/wave/netfold_wave/libnetfold_wave.a \
  build/obj/static/sim/engine.o: build/sim.types
build/obj/static/sim/engine.o: C_FLAGS += $(patsubst Halves=%,-DNF_SIM_HALVES=%,$(patsubst \
  Wide=%,-DNF_SIM_WIDE=%,$(SIM_TYPES)))
build/obj/static/sim/main.o: C_FLAGS += -DNF_VERSION='"$(VERSION)"'
-include $(patsubst %.c,build/obj/static/%.d,$(SIM_COMMAND) sim/bench.c sim/bench_table.c sim/load.c)

build/netfold: $(call SIM_OBJECTS,$(SIM_COMMAND)) build/lib/libnetfold.a \
    build/vl/fast/netfold_switch/libnetfold_switch.a \
    build/vl/wave/netfold_wave/libnetfold_wave.a build/vl/test/netfold_lane/libnetfold_lane.a \
    build/vl/test/netfold_entry/libnetfold_entry.a \
    $(VL_RUNTIME)
	@echo "  LINK     $@"
	$(Q)$(CXX) -o $@ $^ -lcjson $(VL_LIBS)

build/nf_bench: $(call SIM_OBJECTS,$(SIM_COMMON) sim/bench.c sim/bench_table.c sim/load.c) \
    build/lib/libnetfold.a build/vl/fast/netfold_switch/libnetfold_switch.a \
    build/vl/fast/netfold_table/libnetfold_table.a $(VL_RUNTIME)
	@echo "  LINK     $@"
	$(Q)$(CXX) -o $@ $^ -lcjson $(VL_LIBS)

# Readers, exact sum and wave order need no switch.
$(eval $(call unit_test,sim_test,sim/test/sim_test.c,sim/err.c sim/types.c sim/npy.c sim/ideal.c sim/waves.c))

PROGRAMS += build/netfold
BENCH_GOALS += bench-sim

# A first look: the example gradients, push and pull, on the RTL.
run: build/netfold
	@sim/run.sh

bench-sim: build/nf_bench
	@build/nf_bench build/bench.json

.PHONY: bench-sim
