# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# The 16-port switch is compiled like the one of the command: the copies of a block share their code.

VL_EXTRA_nf_switch_Ports16_Entries8_Regions4_Nodes32_HomeSlots64_Window8_XpDepth32_Halves0_Wide0 = -fno-gate sim/large.vlt

# Exact sums through whole switches, one and a tree of three: C model and Verilated switch.
#
#   build/tb/nf_switch_order   part of `make test`
#   soak-order                 a million permutations for each type, on both

ORDER_SWITCH = Ports=4 Entries=4 Regions=2 Nodes=32 HomeSlots=4 Window=8 XpDepth=32 Halves=1 Wide=1
VL_EXTRA_nf_order_switch = -fno-gate sim/large.vlt
$(eval $(call verilated,nf_order_switch,nf_switch,$(ORDER_SWITCH),fast))

ORDER_OBJECTS = $(patsubst %.c,build/obj/static/%.o,$(addprefix tb/switch/nf_,switch_order.c order_play.c \
  order_net.c order_sets.c) tb/alu/nf_exact_stim.c)

build/tb/nf_switch_order: $(ORDER_OBJECTS) build/lib/libnetfold.a \
    build/vl/fast/nf_order_switch/libnf_order_switch.a $(VL_RUNTIME)
	@echo "  TEST     nf_switch_order"
	@mkdir -p $(@D)
	$(Q)$(CXX) -o $@ $^ $(VL_LIBS)

UNIT_TESTS += build/tb/nf_switch_order

soak-order: build/tb/nf_switch_order FORCE
	$< --permutations 1000000 --terms 6

SOAK_GOALS += soak-order
