# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# Exact sums against the host's floating-point unit: C model and Verilated modules.
#
#   build/tb/nf_exact_fpu   part of `make test`
#   soak-exact              the long form

EXACT_FPU_ROUND = nf_exact_round_HasF321
EXACT_FPU_OBJECTS = $(patsubst %.c,build/obj/static/%.o,tb/alu/nf_alu_stim.c tb/alu/nf_exact_stim.c \
  cmodel/alu/nf_exact.c cmodel/alu/nf_fp_widen.c)

# The compiler must neither fuse operations nor move them over a change of the rounding mode.
build/tb/nf_exact_fpu: tb/alu/nf_exact_fpu.c $(EXACT_FPU_OBJECTS) \
    $(foreach t,nf_exact_decode nf_exact_add $(EXACT_FPU_ROUND),build/vl/fast/$(t)/lib$(t).a) \
    $(VL_RUNTIME)
	@echo "  TEST     nf_exact_fpu"
	@mkdir -p $(@D)
	$(Q)$(CC) $(C_FLAGS) -O2 -ffp-contract=off -frounding-math \
	  -Dnf_exact_round_dut=$(EXACT_FPU_ROUND)_dut -c $< -o $@.o
	$(Q)$(CXX) -o $@ $@.o $(filter %.o %.a,$^) $(VL_LIBS) -lm

UNIT_TESTS += build/tb/nf_exact_fpu

soak-exact: build/tb/nf_exact_fpu FORCE
	$< --count 1000000000 --rtl-count 10000000

SOAK_GOALS += soak-exact
SOAK_READS_soak-exact := $(SOAK_READS_soak-alu)
