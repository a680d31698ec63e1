# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# Collective algorithms as schedules, included by sim/sim.mk.
#   build/tb/schedule_test   the checker, the algorithms, closed forms, trees, cycles

SIM_SCHEDULES := $(addprefix sim/collective/,schedule.c program.c run.c check.c check_order.c check_sets.c time.c \
  build.c algorithms.c rings.c logs.c exchange.c groups.c links.c link_tree.c link_schedule.c hamilton.c)

$(eval $(call unit_test,schedule_test,sim/test/schedule_test.c,sim/common/err.c sim/cli/cli.c $(SIM_SCHEDULES)))
