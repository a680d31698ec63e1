# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# The netfold command, its tests and its measurements; part of the Makefile.
#
#   build/netfold      the command; build/san/netfold with SANITIZE=1
#   build/nf_bench     R1..R4
#   build/nf_share     what a switch of other parameters carries
#   build/tb/sim_test  unit tests of the readers, units and exact results, with sanitizers

# Ops and types of the Verilated switch; all of them make it larger and slower: Halves=1 Wide=1.
SIM_TYPES ?= Halves=0 Wide=0
SIM_SWITCH = Ports=16 Entries=32 Regions=9 Nodes=32 HomeSlots=96 Window=16 XpDepth=16 $(SIM_TYPES) \
  Ghosts=4
# What every program has.
SIM_BASE := $(addprefix sim/common/,err.c grow.c utf8.c memory.c)
SIM_COMMON := $(SIM_BASE) $(addprefix sim/common/,timeout.c types.c npy.c reference.c checker.c outputs.c files.c note.c trace_events.c)
SIM_CLI := $(addprefix sim/cli/,cli.c options.c progress.c report.c)
# Verilated blocks beside their models; what C models are composed with.
SIM_JOINED := $(addprefix sim/engine/rtl/,load.c lockstep.c compare.c) sim/engine/cycle/wire.c
SIM_TABLES := $(addprefix sim/klenk/,topology.c topology_graph.c routing.c path_tree.c manager.c table_checker.c interleave.c)
SIM_NETWORK := $(SIM_TABLES) $(addprefix sim/klenk/,engine.c collect.c memory.c packet_trace.c network.c host.c plan.c statistics.c \
  stall_diagnosis.c collective.c)
SIM_RUNS := $(SIM_COMMON) $(SIM_CLI) $(SIM_JOINED) $(SIM_NETWORK)
SIM_OBJECTS = $(1:%.c=build/obj/$(OBJ)/%.o)
SIM_BENCH := $(addprefix sim/bench/,bench.c bench_table.c load.c)
SIM_SHARE := $(addprefix sim/bench/,share.c load.c)
include sim/engine/rtl/rtl.mk
include sim/topology/topology.mk
include sim/ace/ace.mk
include sim/netreduce/netreduce.mk
# Components without Verilated code add their sources to SIM_COMPONENTS; one that uses another comes after it.
include sim/routing/routing.mk
include sim/engine/flow/flow.mk
include sim/collective/collective.mk
include sim/engine/fast/fast.mk
include sim/place/place.mk
include sim/endpoint/endpoint.mk
include sim/workload/workload.mk
include sim/experiment/experiment.mk
include sim/pareto/pareto.mk
SIM_COMMAND := $(SIM_RUNS) $(SIM_COMPONENTS) $(SIM_ACE_SOURCES) $(SIM_NETREDUCE_SOURCES) \
  $(addprefix sim/cli/,main.c program.c alu.c entry.c sum.c) $(addprefix sim/klenk/,options.c report.c fast.c command.c)

$(eval $(call engine,netfold_lane,nf_alu_lane,Stages=2 Halves=1,test))
$(eval $(call engine,netfold_entry,nf_reduce_table,Entries=2 Ports=2 Regions=2 Nodes=8 Halves=1 Wide=1 Ghosts=4,test))
$(eval $(call verilated,netfold_table,nf_reduce_table,Entries=32 Ports=16 Regions=8 Nodes=32 Ghosts=4,fast))

# It, and the one without tables below, are compiled with the counts of a load.
SIM_TRAINER = $(call SIM_OBJECTS,$(SIM_BASE) sim/klenk/engine.c sim/bench/load.c) $(MODEL_OBJECTS)
VL_TRAINER_netfold_switch = build/bench/train_switch.o $(SIM_TRAINER)
VL_TRAINER_netfold_plain = build/bench/train_plain.o $(SIM_TRAINER)
build/bench/train_%.o: sim/bench/train.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(C_FLAGS) -DNF_TRAINED=netfold_$*_dut -MMD -MP -c $< -o $@
-include build/bench/train_switch.d build/bench/train_plain.d

# The whole switch twice: for speed, and with properties and waveforms for --trace. Without Verilator's tables, and without the
# graph by which newer versions optimise all copies of a block together: what they make is numbered, and each port's code
# is another one.
SIM_LARGE = -fgate -fno-table -fno-dfg sim/large.vlt
VL_EXTRA_netfold_switch = $(SIM_LARGE)
VL_EXTRA_netfold_wave = $(SIM_LARGE)
VL_CXXFLAGS_netfold_switch ?= -O2
$(eval $(call engine,netfold_switch,nf_switch,$(SIM_SWITCH),fast))
$(eval $(call engine,netfold_wave,nf_switch,$(SIM_SWITCH),wave))

# The same switch without reduction tables, for R1.
build/bench/nf_reduce_table.sv: rtl/reduce/nf_reduce_table.sv sim/bench/empty.py
	@mkdir -p $(@D)
	$(Q)$(PYTHON) sim/bench/empty.py $< > $@
VL_RTL_netfold_plain = $(filter-out rtl/reduce/nf_reduce_table.sv,$(RTL_nf_switch)) build/bench/nf_reduce_table.sv
VL_EXTRA_netfold_plain = $(SIM_LARGE)
VL_CXXFLAGS_netfold_plain = $(VL_CXXFLAGS_netfold_switch)
$(eval $(call verilated,netfold_plain,nf_switch,$(SIM_SWITCH),fast))

# What a network has besides, as sim/klenk/plan.h says: endpoints with one link and with six.
SIM_ENDPOINT = Counters=16 Commands=16 Translations=16 Acks=256
$(eval $(call engine,netfold_link,nf_link,Replay=512 Room=512,test))
$(eval $(call engine,netfold_endpoint1,nf_endpoint,Links=1 $(SIM_ENDPOINT),test))
$(eval $(call engine,netfold_endpoint6,nf_endpoint,Links=6 $(SIM_ENDPOINT),test))

# Made anew when the parameters or the flags have changed.
SIM_SIZES = $(SIM_SWITCH) $(SIM_ENDPOINT) $(SIM_LARGE)
build/sim.types: FORCE
	@mkdir -p $(@D)
	@echo '$(SIM_SIZES)' | cmp -s - $@ || echo '$(SIM_SIZES)' > $@

SIM_LARGE_BLOCKS = build/vl/fast/netfold_switch/libnetfold_switch.a build/vl/fast/netfold_plain/libnetfold_plain.a \
  build/vl/wave/netfold_wave/libnetfold_wave.a
$(SIM_LARGE_BLOCKS): sim/large.vlt
$(SIM_LARGE_BLOCKS) \
  $(foreach b,link endpoint1 endpoint6,build/vl/test/netfold_$b/libnetfold_$b.a) \
  build/obj/$(OBJ)/sim/klenk/engine.o build/obj/san/sim/klenk/engine.o: build/sim.types
build/obj/$(OBJ)/sim/klenk/engine.o build/obj/san/sim/klenk/engine.o: C_FLAGS += $(patsubst Halves=%,-DNF_SIM_HALVES=%,$(patsubst \
  Wide=%,-DNF_SIM_WIDE=%,$(SIM_TYPES)))
build/obj/$(OBJ)/sim/cli/main.o: C_FLAGS += -DNF_VERSION='"$(VERSION)"'
-include $(patsubst %.c,build/obj/$(OBJ)/%.d,$(SIM_COMMAND) sim/klenk/campaign.c $(SIM_BENCH) $(SIM_SHARE))

$(BIN)/netfold: $(call SIM_OBJECTS,$(SIM_COMMAND)) $(MODEL_OBJECTS)
	@mkdir -p $(@D)
	@echo "  LINK     $@"
	$(Q)$(CC) $(LINK_FLAGS) -o $@ $^ -lcjson $(SIM_COLLECTIVE_LIBS) -ldl -lm

$(BIN)/nf_campaign: $(call SIM_OBJECTS,$(SIM_RUNS) $(SIM_TOPOLOGY) sim/klenk/campaign.c) $(MODEL_OBJECTS)
	@mkdir -p $(@D)
	@echo "  LINK     $@"
	$(Q)$(CC) $(LINK_FLAGS) -o $@ $^ -lcjson -ldl -lm

# An open crossbar beside the switch: CROSSBAR, the folder of verilog-axis. Compiled as the switch is, by the counts of its load;
# with Verilator's own choice of what is inlined, as it has no copies of large blocks.
CROSSBAR_SOURCE = $(if $(CROSSBAR),$(or $(wildcard $(CROSSBAR)/rtl/axis_ram_switch.v),$(error CROSSBAR=$(CROSSBAR) has no \
  rtl/axis_ram_switch.v; give the folder of verilog-axis)))
CROSSBAR_SIZES = S_COUNT=16 M_COUNT=16 S_DATA_WIDTH=128 M_DATA_WIDTH=128 FIFO_DEPTH=4096
build/bench/crossbar.path: FORCE
	@mkdir -p $(@D)
	@echo '$(CROSSBAR)' | cmp -s - $@ || echo '$(CROSSBAR)' > $@
build/bench/train_crossbar.o: sim/bench/train_crossbar.c sim/bench/crossbar.h
	@mkdir -p $(@D)
	$(Q)$(CC) $(C_FLAGS) -c $< -o $@
build/bench/crossbar/libcrossbar.a: build/bench/crossbar.path sim/bench/crossbar.cpp sim/bench/crossbar.h build/bench/train_crossbar.o $(VL_RUNTIME) \
    | build/vl/headers/fast-O2/verilated_first.h.gch build/vl/headers/fast-O0/verilated_first.h.gch
	$(VL_NEEDED)
	@echo "  VERILATE $(CROSSBAR_SOURCE) $(CROSSBAR_SIZES)"
	$(Q)rm -rf $(@D) && mkdir -p $(@D)
	$(Q)$(VERILATOR) $(VL_PROBED) --cc -O3 --x-assign fast --x-initial fast -Wno-lint -Wno-UNOPTFLAT --Mdir $(@D) --prefix Vcrossbar \
	  --top-module axis_ram_switch $(addprefix -G,$(CROSSBAR_SIZES)) -y $(dir $(CROSSBAR_SOURCE)) $(CROSSBAR_SOURCE)
	$(Q)echo '#include "sim/bench/crossbar.cpp"' > $(@D)/crossbar_shim.cpp
	$(Q)JOBS=$(JOBS) TRAINER="build/bench/train_crossbar.o $(VL_RUNTIME) $(VL_LIBS)" $(if $(VL_COUNTS),scripts/vl_train.sh,scripts/vl_compile.sh) \
	  $(@D) crossbar build/vl/headers/fast -O2 $(VL_COMMON_CXX) $(VL_DEFINES_fast) -I.
	$(Q)$(AR) rcs $@ $(@D)/*.o

$(BIN)/nf_bench: $(call SIM_OBJECTS,$(SIM_BASE) sim/klenk/engine.c $(SIM_BENCH)) \
    $(MODEL_OBJECTS) build/vl/fast/netfold_switch/libnetfold_switch.a build/vl/fast/netfold_plain/libnetfold_plain.a \
    build/vl/fast/netfold_table/libnetfold_table.a \
    $(if $(CROSSBAR),build/bench/crossbar/libcrossbar.a,$(call SIM_OBJECTS,sim/bench/no_crossbar.c)) $(VL_RUNTIME) build/bench/crossbar.path
	@mkdir -p $(@D)
	@echo "  LINK     $@"
	$(Q)$(CXX) $(LINK_FLAGS) -o $@ $(filter %.o %.a,$^) -lcjson $(VL_LIBS)

$(BIN)/nf_share: $(call SIM_OBJECTS,$(SIM_BASE) sim/klenk/engine.c $(SIM_SHARE)) $(MODEL_OBJECTS)
	@mkdir -p $(@D)
	@echo "  LINK     $@"
	$(Q)$(CC) $(LINK_FLAGS) -o $@ $^ -lcjson -ldl -lm

# Readers, units and exact sums need no switch.
$(eval $(call unit_test,sim_test,sim/test/sim_test.c,$(SIM_BASE) $(addprefix sim/common/,timeout.c types.c npy.c reference.c) \
  sim/cli/cli.c sim/cli/options.c))

# Networks and their tables need no cycle.
$(eval $(call unit_test,network_test,sim/test/network_test.c,$(SIM_BASE) $(SIM_TABLES) $(SIM_TOPOLOGY) sim/engine/cycle/wire.c cmodel/mcr/nf_mcr_hash.c))

PROGRAMS += $(BIN)/netfold $(BIN)/nf_campaign
SIM_BUILT += $(RTL_ENGINES)
# Those that take minutes to build; `make test` leaves them out where the RTL stands (scripts/due.py).
LARGE_ENGINES = $(filter-out %_lane.so %_entry.so,$(RTL_ENGINES))
BENCH_GOALS += bench-sim
SOAK_GOALS += soak-faults soak-sanitized
SOAK_READS_soak-faults := rtl cmodel sim/klenk sim/topology sim/common sim/engine/cycle sim/engine/rtl

# A first look: the example gradients, push and pull. First on the C models, which are built in seconds, then on the RTL, of
# which no more is built than this run needs.
run: build/netfold
	@sim/run.sh cycle
	@echo; echo 'Next the same on the RTL; Verilating the switch takes some minutes the first time.'; echo
	@$(MAKE) --no-print-directory -j $(JOBS) $(patsubst %,build/engines/netfold_%.so,switch link endpoint1)
	@sim/run.sh rtl

bench-sim: build/nf_bench
	@build/nf_bench build/bench.json

# Thousands of runs on the C models, a sample on the RTL; another seed each time.
soak-faults: build/nf_campaign rtl
	$< --runs 3000 --rtl 50 --seed $$(date +%s) --csv build/faults.csv

# The tests of the command once more, with sanitizers in it.
SANITIZED := $(addprefix build/san/,netfold nf_campaign ace-as)
soak-sanitized: rtl
	@$(MAKE) --no-print-directory -j $(JOBS) $(PROGRAMS) $(SIM_BUILT)
	@$(MAKE) --no-print-directory SANITIZE=1 -j $(JOBS) $(SANITIZED)
	@NETFOLD=build/san/netfold NF_CAMPAIGN=build/san/nf_campaign ACE_AS=build/san/ace-as NF_TEST_SECONDS=7200 \
	  prove -j $(JOBS) --exec scripts/tap_run.sh $(SIM_TESTS)

.PHONY: bench-sim soak-faults soak-sanitized
