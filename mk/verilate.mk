# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# Verilated modules as libraries with a C face.
#
#   $(eval $(call verilated,<tag>,<top>,<params>,<variant>))
#
# makes the rule for build/vl/<variant>/<tag>/lib<tag>.a, which holds module <top> elaborated with
# <params> ("Ports=4 Depth=8") and defines `const nf_dut <tag>_dut` (tb/common/nf_dut.h). <tag> is a C
# identifier of your choice; two tags can live in one program. Variants:
#
#   test   properties; made for a short build
#   wave   properties and waveforms (FST), which take longer to compile than all the rest
#   cov    properties; line, toggle and user coverage
#   fast   none of these; made for speed
#
# Link it as: $(CXX) ... lib<tag>.a $(VL_RUNTIME) $(VL_LIBS). Rebuilt when an RTL file or the C model's
# header changes. For one tag only: VL_EXTRA_<tag>, more flags of Verilator; VL_CXXFLAGS_<tag>, another
# optimisation level of the C++ code (-O2); VL_RTL_<tag>, other files; VL_TRAINER_<tag>, objects of a program that runs the
# module, whose counts it is compiled with where the compiler can (VL_COUNTS, scripts/probe.sh). RTL_<top> and HEADER_<top> come from build/rules.mk.

# The one list of Verilator flags, for lint and simulation alike. VL_PROBED: scripts/probe.sh.
VL_FLAGS = $(VL_PROBED) -Wall -Irtl/common rtl/lint.vlt --default-language 1800-2017
# VL_EXTRA: more flags from the command line.
VL_SIM_FLAGS = $(VL_FLAGS) --cc -O3 --x-assign fast $(VL_ALIKE) $(VL_EXTRA)
# Where a block holds many copies of another, their code is made once: nothing of a copy's surroundings is worked into it,
# and little is inlined. nf_ace of 4 machines is 12 instead of 84 MB of C++ so, and its engine of `netfold ace` runs
# four times as fast: one copy's code stays in the processor's cache.
VL_ALIKE = -fno-gate --inline-mult 1
# Start values are zero or random as the program says when it runs (nf_dut.create).
VL_VARIANT_test = --assert --x-initial unique
VL_VARIANT_wave = --assert --x-initial unique --trace-fst
VL_VARIANT_cov = --assert --x-initial fast --coverage-line --coverage-toggle --coverage-user
# Without what is there for properties alone; signals and constants are unused then.
VL_VARIANT_fast = --x-initial fast +define+SYNTHESIS -Wno-UNUSEDSIGNAL -Wno-UNUSEDPARAM

VL_CXXFLAGS_test ?= -O1
VL_CXXFLAGS_wave ?= -O0
VL_CXXFLAGS_cov ?= -O1
VL_CXXFLAGS_fast ?= -O3
VL_DEFINES_test = -DVM_TRACE=0 -DVM_TRACE_FST=0 -DVM_COVERAGE=0
VL_DEFINES_wave = -DVM_TRACE=1 -DVM_TRACE_FST=1 -DVM_COVERAGE=0
VL_DEFINES_fast = -DVM_TRACE=0 -DVM_TRACE_FST=0 -DVM_COVERAGE=0
VL_DEFINES_cov = -DVM_TRACE=0 -DVM_TRACE_FST=0 -DVM_COVERAGE=1

VL_HEADERS_wave = verilated_fst_c.h
VL_HEADERS_cov = verilated_cov.h

VL_INCLUDES = -isystem $(VERILATOR_ROOT)/include -isystem $(VERILATOR_ROOT)/include/vltstd
VL_COMMON_CXX = -std=gnu++17 -w -fPIC -faligned-new -DVM_SC=0 -DVM_TRACE_VCD=0 $(VL_INCLUDES) -Itb/common
# Ends make with a sentence where there is no Verilator; the first line of each recipe that needs it.
VL_NEEDED = $(if $(VL_ABSENT),$(error $(VL_ABSENT)))
VL_RUNTIME = build/vl/runtime/libverilated.a

# Verilator's run-time, compiled once. Linking takes from it what the variant asks for.
VL_RUNTIME_OBJECTS = $(addprefix build/vl/runtime/,nf_dut_runtime.o verilated_fst_c.o verilated_cov.o \
  verilated_threads.o)

build/vl/runtime/nf_dut_runtime.o: tb/common/nf_dut_runtime.cpp tb/common/nf_dut.h build/config.mk
	$(VL_NEEDED)
	@mkdir -p $(@D)
	$(Q)$(CXX) $(VL_COMMON_CXX) -DVM_TRACE=0 -DVM_TRACE_FST=0 -DVM_COVERAGE=0 -O2 -c $< -o $@

build/vl/runtime/verilated_%.o: build/config.mk
	$(VL_NEEDED)
	@mkdir -p $(@D)
	$(Q)$(CXX) $(VL_COMMON_CXX) -DVM_TRACE=1 -DVM_TRACE_FST=1 -DVM_COVERAGE=1 -O2 \
	  -c $(VERILATOR_ROOT)/include/verilated_$*.cpp -o $@

$(VL_RUNTIME): $(VL_RUNTIME_OBJECTS)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

# Verilator's own headers, compiled before all sources: a small block compiles in a third of the time.
# GCC takes them only with the flags they were made with, so there is a folder for each optimisation level.
build/vl/headers/%/verilated_first.h.gch: build/config.mk mk/verilate.mk
	$(VL_NEEDED)
	@mkdir -p $(@D)
	$(Q)printf '#include "%s"\n' verilated.h $(VL_HEADERS_$(word 1,$(subst -, ,$*))) > $(@:.gch=)
	$(Q)$(CXX) $(VL_COMMON_CXX) $(VL_DEFINES_$(word 1,$(subst -, ,$*))) -$(word 2,$(subst -, ,$*)) \
	  -x c++-header $(@:.gch=) -o $@

.PRECIOUS: build/vl/headers/%/verilated_first.h.gch

define verilated
TRAINER_OF_$(1) = $$(if $$(VL_COUNTS),$$(VL_TRAINER_$(1)))
build/vl/$(4)/$(1)/lib$(1).a: $$(or $$(VL_RTL_$(1)),$$(RTL_$(2))) cmodel/$$(HEADER_$(2)) rtl/lint.vlt rtl/common/nf_assert.svh \
    scripts/gen_shim.py scripts/vl_compile.sh tb/common/nf_dut.h build/config.mk \
    | build/vl/headers/$(4)$$(or $$(VL_CXXFLAGS_$(1)),$$(VL_CXXFLAGS_$(4)))/verilated_first.h.gch \
    build/vl/headers/$(4)-O0/verilated_first.h.gch $$(if $$(TRAINER_OF_$(1)),$$(TRAINER_OF_$(1)) $$(VL_RUNTIME) scripts/vl_train.sh)
	$$(VL_NEEDED)
	@echo "  VERILATE $(2) $(3) ($(4))"
	$$(Q)rm -rf $$(@D) && mkdir -p $$(@D)
	$$(Q)$$(VERILATOR) $$(VL_SIM_FLAGS) $$(VL_VARIANT_$(4)) $$(VL_EXTRA_$(1)) --Mdir $$(@D) --prefix V$(1) \
	  --top-module $(2) $$(addprefix -G,$(3)) $$(or $$(VL_RTL_$(1)),$$(RTL_$(2))) > $$(@D)/verilator.log 2>&1 || { cat $$(@D)/verilator.log; exit 1; }
	$$(Q)$$(PYTHON) scripts/gen_shim.py --dir $$(@D) --tag $(1) --module $(2) \
	  --header $$(HEADER_$(2)) --params "$(3)" --replay
	$$(Q)$$(CC) $$(C_FLAGS) -fPIC -MMD -MP -MT $$@ -c $$(@D)/$(1)_dut.c -o $$(@D)/$(1)_dut.o
	$$(Q)JOBS=$$(JOBS) $$(if $$(TRAINER_OF_$(1)),TRAINER="$$(LINK_FLAGS) $$(TRAINER_OF_$(1)) $$(VL_RUNTIME) $$(VL_LIBS)" scripts/vl_train.sh,scripts/vl_compile.sh) \
	  $$(@D) $(1) build/vl/headers/$(4) "$$(or $$(VL_CXXFLAGS_$(1)),$$(VL_CXXFLAGS_$(4)))" $$(VL_COMMON_CXX) $$(VL_DEFINES_$(4))
	$$(Q)$$(AR) rcs $$@ $$(@D)/*.o

-include build/vl/$(4)/$(1)/$(1)_dut.d
endef
