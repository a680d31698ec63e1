# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# Collective algorithms as schedules, included by sim/sim.mk after sim/topology.
#   build/tb/schedule_test   the checker, the algorithms, closed forms, trees, cycles

SIM_SCHEDULES := $(addprefix sim/collective/,schedule.c program.c run.c check.c check_order.c check_sets.c time.c \
  emit.c algorithms.c rings.c logs.c exchange.c groups.c links.c link_tree.c link_schedule.c hamilton.c)
SIM_COLLECTIVE := $(SIM_SCHEDULES) $(addprefix sim/collective/,msccl_read.c msccl_write.c goal.c chakra.c summary.c options.c command.c)
SIM_COLLECTIVE_LIBS := -lexpat

# Chakra traces are protobuf: read where protobuf-c is installed, refused with its name elsewhere.
ifneq ($(and $(shell pkg-config --exists libprotobuf-c && echo 1),$(shell command -v protoc-c)),)
SIM_COLLECTIVE += build/gen/sim/collective/chakra.pb-c.c
SIM_COLLECTIVE_LIBS += -lprotobuf-c
build/obj/$(OBJ)/sim/collective/chakra.o: C_FLAGS += -DNF_CHAKRA
build/obj/$(OBJ)/sim/collective/chakra.o: build/gen/sim/collective/chakra.pb-c.c
build/obj/$(OBJ)/build/gen/sim/collective/chakra.pb-c.o: C_FLAGS += -Ibuild/gen
build/gen/sim/collective/chakra.pb-c.c: sim/collective/chakra.proto
	@mkdir -p $(@D)
	$(Q)protoc-c --c_out=build/gen $<
endif
SIM_COMPONENTS += $(SIM_COLLECTIVE)

$(eval $(call unit_test,schedule_test,sim/test/schedule_test.c,$(SIM_BASE) sim/cli/cli.c $(SIM_TOPOLOGY) $(SIM_SCHEDULES)))
