# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# Every floating-point cell of the ALU against the host's floating-point unit: C models, and the
# Verilated adder in each format.
#
#   build/tb/nf_alu_fpu     part of `make test`
#   soak-alu                the long form: more pairs, and every pair of binary16 and of bfloat16

ALU_FPU_CORES = nf_fp_add_ExpBits8_ManBits23 nf_fp_add_ExpBits5_ManBits10 nf_fp_add_ExpBits8_ManBits7
ALU_FPU_OBJECTS = $(patsubst %.c,build/obj/static/%.o,tb/alu/nf_alu_stim.c cmodel/alu/nf_fp_add.c \
  cmodel/alu/nf_fp_minmax.c)
# The processor's own conversion to binary16, where an x86 has it.
ALU_FPU_F16 := $(if $(shell grep -m1 -w f16c /proc/cpuinfo 2>/dev/null),-mf16c)

# The compiler must neither fuse operations nor move them over a change of the rounding mode.
build/tb/nf_alu_fpu: tb/alu/nf_alu_fpu.c $(ALU_FPU_OBJECTS) \
    $(foreach c,$(ALU_FPU_CORES),build/vl/fast/$(c)/lib$(c).a) $(VL_RUNTIME)
	@echo "  TEST     nf_alu_fpu"
	@mkdir -p $(@D)
	$(Q)$(CC) $(C_FLAGS) -O2 -ffp-contract=off -frounding-math $(ALU_FPU_F16) -c $< -o $@.o
	$(Q)$(CXX) -o $@ $@.o $(filter %.o %.a,$^) $(VL_LIBS) -lm

UNIT_TESTS += build/tb/nf_alu_fpu

soak-alu: build/tb/nf_alu_fpu FORCE
	$< --pairs 300000000 --rtl-pairs 100000000 --exhaustive

SOAK_GOALS += soak-alu
SOAK_READS_soak-alu := rtl/alu rtl/common cmodel/alu cmodel/common tb/alu tb/common
