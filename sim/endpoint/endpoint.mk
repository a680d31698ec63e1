# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# Endpoints of a collective without data: buses, memory, engine; included by sim/sim.mk.
#   build/tb/endpoint_test   links, LogGP, phases, priorities

SIM_ENDPOINTS := $(addprefix sim/endpoint/,endpoint.c phases.c)
SIM_HOSTS := $(addprefix sim/endpoint/,dma.c roce.c)
SIM_COMPONENTS += $(SIM_ENDPOINTS) $(SIM_HOSTS) $(addprefix sim/endpoint/,system.c command.c)

$(eval $(call unit_test,endpoint_test,sim/test/endpoint_test.c,$(SIM_BASE) $(SIM_ENDPOINTS) $(SIM_HOSTS)))
