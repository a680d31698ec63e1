# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# Layer tables and time lines of training; included by sim/sim.mk after sim/endpoint.
#   build/tb/workload_test   parameters and products of the networks, time lines by hand

SIM_WORKLOADS := $(addprefix sim/workload/,model.c costs.c training.c)
SIM_COMPONENTS += $(SIM_WORKLOADS) sim/workload/command.c

$(eval $(call unit_test,workload_test,sim/test/workload_test.c,$(SIM_BASE) sim/common/trace_events.c $(SIM_ENDPOINTS) $(SIM_WORKLOADS)))
