# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# Topologies as graphs, included by sim/sim.mk.
#   build/tb/topology_test   every topology by shape, cost, diameter; bad SPECs and files

SIM_TOPOLOGY := $(addprefix sim/topology/,graph.c build.c kinds.c tree.c grid.c hammingmesh.c dragonfly.c machine.c file.c measure.c closed.c) \
  sim/common/nearest.c sim/common/json.c
SIM_TOPOLOGY_COMMAND := $(addprefix sim/topology/,facts.c command.c)
SIM_COMPONENTS += $(SIM_TOPOLOGY) $(SIM_TOPOLOGY_COMMAND)
$(eval $(call unit_test,topology_test,sim/test/topology_test.c,$(SIM_BASE) $(SIM_TOPOLOGY)))
