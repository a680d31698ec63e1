# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# The adder and the minimum against the host's floating-point unit: C model and Verilated core.
#
#   build/tb/nf_alu_fpu     part of `make test`
#   soak-alu                the long form: 10^8 pairs through the RTL, every pair of binary16

ALU_FPU_CORE = nf_fp_add_ExpBits8_ManBits23
ALU_FPU_OBJECTS = $(patsubst %.c,build/obj/static/%.o,tb/alu/nf_alu_stim.c cmodel/alu/nf_fp_add.c \
  cmodel/alu/nf_fp_minmax.c)

# The compiler must neither fuse operations nor move them over a change of the rounding mode.
build/tb/nf_alu_fpu: tb/alu/nf_alu_fpu.c $(ALU_FPU_OBJECTS) \
    build/vl/fast/$(ALU_FPU_CORE)/lib$(ALU_FPU_CORE).a $(VL_RUNTIME)
	@echo "  TEST     nf_alu_fpu"
	@mkdir -p $(@D)
	$(Q)$(CC) $(C_FLAGS) -O2 -ffp-contract=off -frounding-math -Dnf_fp_add_dut=$(ALU_FPU_CORE)_dut \
	  -c $< -o $@.o
	$(Q)$(CXX) -o $@ $@.o $(filter %.o %.a,$^) $(VL_LIBS) -lm

UNIT_TESTS += build/tb/nf_alu_fpu

soak-alu: build/tb/nf_alu_fpu FORCE
	$< --rtl-pairs 100000000 --exhaustive-fp16

SOAK_GOALS += soak-alu
