# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# Jobs on the boards of a HammingMesh, included by sim/sim.mk after sim/collective.
#   build/tb/place_test   the greedy choice, its check, mixes, Hamiltonian cycles

SIM_PLACEMENT := $(addprefix sim/place/,place.c grid.c check.c mix.c sweep.c cycles.c)
SIM_PLACE := $(SIM_PLACEMENT) $(addprefix sim/place/,options.c command.c)
SIM_COMPONENTS += $(SIM_PLACE)

$(eval $(call unit_test,place_test,sim/test/place_test.c,$(SIM_BASE) sim/cli/progress.c sim/collective/hamilton.c \
  $(SIM_PLACEMENT)))
