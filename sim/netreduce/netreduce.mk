# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# The simulator's part for NetReduce, included by sim/sim.mk: end hosts, networks and captures.
#   build/tb/netreduce_test         frames, messages, lookups, hosts, with sanitizers
#   build/tb/netreduce_rest_test    time that is skipped at rest, with sanitizers
#   build/tb/netreduce_train_test   a network that learns, its gradients through an accelerator

SIM_NETREDUCE_RULES := $(addprefix sim/netreduce/,frame.c setup.c host.c tables.c tree.c reference.c \
  events.c ethernet.c straggler.c checker.c)
SIM_NETREDUCE_SOURCES := $(SIM_NETREDUCE_RULES) $(addprefix sim/netreduce/,engines.c cycle.c latency.c limits.c \
  capture.c pcap.c ring.c report.c replay.c missing.c members.c ring_options.c options.c replay_options.c command.c)
SIM_NETREDUCE_TRAIN := $(addprefix sim/netreduce/train,.c _data.c _net.c _number.c _reduce.c)
SIM_NETREDUCE_SOURCES += $(SIM_NETREDUCE_TRAIN) $(addprefix sim/netreduce/train_,options.c report.c command.c)

# The Verilated accelerator; the model of `netfold netreduce` is larger where a network needs it.
SIM_NETREDUCE ?= Ports=6 Rings=2 Window=3 MaxMsgLen=170 Connections=16 BufferBeats=256 Stages=2 Halves=1
$(eval $(call engine,netfold_netreduce,nf_netreduce,$(SIM_NETREDUCE),test))
# Made anew when the parameters have changed.
build/sim.netreduce: FORCE
	@mkdir -p $(@D)
	@echo '$(SIM_NETREDUCE)' | cmp -s - $@ || echo '$(SIM_NETREDUCE)' > $@
build/vl/test/netfold_netreduce/libnetfold_netreduce.a build/obj/$(OBJ)/sim/netreduce/cycle.o: build/sim.netreduce
comma := ,
build/obj/san/sim/netreduce/cycle.o build/obj/$(OBJ)/sim/netreduce/cycle.o: C_FLAGS += \
  '-DNF_NETREDUCE_PARAMETERS=$(subst $(empty) $(empty),$(comma),$(SIM_NETREDUCE:%=.%))'

$(eval $(call unit_test,netreduce_test,sim/test/netreduce_test.c,$(SIM_BASE) sim/common/note.c $(SIM_NETREDUCE_RULES) \
  tb/netreduce/nf_frame_kit.c $(addprefix cmodel/alu/,nf_alu_lane.c nf_fp_add.c nf_fp_minmax.c)))

$(eval $(call unit_test,netreduce_rest_test,sim/test/netreduce_rest_test.c,$(SIM_BASE) sim/common/note.c $(SIM_NETREDUCE_RULES) \
  $(addprefix sim/netreduce/,cycle.c latency.c) $(addprefix sim/engine/rtl/,load.c lockstep.c compare.c) \
  $(filter cmodel/netreduce/%,$(MODEL_SOURCES)) $(addprefix cmodel/common/,nf_axil.c nf_crc.c nf_fifo.c nf_ram_fifo.c nf_rr_arb.c) \
  $(addprefix cmodel/alu/,nf_alu_lane.c nf_fp_add.c nf_fp_minmax.c)))

$(eval $(call unit_test,netreduce_train_test,sim/test/netreduce_train_test.c,$(SIM_BASE) sim/common/note.c sim/cli/progress.c \
  $(SIM_NETREDUCE_RULES) $(SIM_NETREDUCE_TRAIN) $(addprefix cmodel/alu/,nf_alu_lane.c nf_fp_add.c nf_fp_minmax.c)))

# 100000 messages of each kind of fault with another seed each time; none of it in `make test`.
SOAK_GOALS += soak-netreduce
SOAK_READS_soak-netreduce := rtl cmodel sim/netreduce sim/topology sim/common sim/engine/cycle sim/engine/rtl sim/test/netreduce_soak
soak-netreduce: build/netfold rtl
	@sim/test/netreduce_soak.sh --csv build/netreduce.csv --json build/netreduce.json

.PHONY: soak-netreduce
