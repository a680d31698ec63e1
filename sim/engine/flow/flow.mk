# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# The flow engine, included by sim/sim.mk behind topology.mk and routing.mk.
#   build/tb/flow_test   shares conserved, rates max-min fair, patterns whose rates are known

SIM_FLOW := $(addprefix sim/engine/flow/,flow.c maxmin.c pattern.c)
SIM_COMPONENTS += $(SIM_FLOW) sim/engine/flow/command.c
$(eval $(call unit_test,flow_test,sim/test/flow_test.c,$(SIM_BASE) $(SIM_TOPOLOGY) $(SIM_ROUTING) $(SIM_FLOW)))
