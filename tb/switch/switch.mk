# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# The 16-port switch is compiled like the one of the command: the copies of a block share their code.

VL_EXTRA_nf_switch_Ports16_Entries8_Regions4_Nodes32_HomeSlots64_Window16_XpDepth16_Halves0_Wide0_Ghosts4 = sim/large.vlt

# Exact sums through whole switches, one and a tree of three: C model and Verilated switch.
#
#   build/tb/nf_switch_order   part of `make test`
#   soak-order                 a million permutations for each type on the model, 100,000 on the RTL

ORDER_SWITCH = Ports=4 Entries=4 Regions=2 Nodes=32 HomeSlots=4 Window=8 XpDepth=32 Halves=1 Wide=1 Ghosts=4
VL_EXTRA_nf_order_switch = sim/large.vlt
# Compiling it for speed takes longer than the test wins.
VL_CXXFLAGS_nf_order_switch = -O1
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
	$< --engine cycle --permutations 1000000 --terms 6
	$< --engine rtl --permutations 100000 --terms 4

SOAK_GOALS += soak-order
SOAK_READS_soak-order := rtl cmodel tb/switch tb/alu tb/common

# A switch whose links have bit errors.
#
#   build/tb/nf_switch_ber   C models of switch and links; part of `make test`
#   bench-switch-ber         its table

SWITCH_BER := $(addprefix build/obj/static/tb/,switch/nf_switch_ber link/nf_ber_wire)

build/tb/nf_switch_ber: $(SWITCH_BER:=.o) build/lib/libnetfold.a
	@echo "  LINK     $@"
	@mkdir -p $(@D)
	$(Q)$(CC) -o $@ $^ -lm

-include $(SWITCH_BER:=.d)

bench-switch-ber: build/tb/nf_switch_ber
	@$< 200000

UNIT_TESTS += build/tb/nf_switch_ber
BENCH_GOALS += bench-switch-ber

.PHONY: bench-switch-ber
