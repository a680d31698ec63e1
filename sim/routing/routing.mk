# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# Routing on the graphs of sim/topology, included by sim/sim.mk behind topology.mk.
#   build/tb/routing_test   every pair reached by minimal paths, no cycle of channels

SIM_ROUTING := $(addprefix sim/routing/,route.c check.c tree.c torus.c hammingmesh.c dragonfly.c)
SIM_COMPONENTS += $(SIM_ROUTING)
$(eval $(call unit_test,routing_test,sim/test/routing_test.c,$(SIM_BASE) $(SIM_TOPOLOGY) $(SIM_ROUTING)))
