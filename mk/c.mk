# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# C: the golden models as libnetfold, the same with sanitizers for the tests, the test builds.

C_FLAGS = -std=c11 -Wall -Wextra -Wconversion -Wshadow -Werror -I. -Icmodel -Itb -Itb/common
C_OPT ?= -O3
SAN_FLAGS = -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all

# SANITIZE=1: libraries and programs with AddressSanitizer and UBSan, beside those without: build/san/netfold.
# The C code is instrumented, Verilated code is not.
ifeq ($(SANITIZE),1)
BIN := build/san
OBJ := san
LINK_FLAGS = $(SAN_FLAGS)
else
BIN := build
OBJ := lto
LINK_FLAGS = $(C_OPT) $(C_LTO)
endif

# Programs are compiled as one: in a cycle of an engine each block is a call or two from file to file. Of what the cycle engines
# take it saves 7 % (all-reduce on dgx2) to 13 % (ACE, torus of 16), and nothing on the fat tree of 128. Where the compiler cannot,
# without.
C_LTO := $(shell echo 'int main(void) { return 0; }' | $(CC) -flto=auto -x c - -o /dev/null 2>/dev/null && echo -flto=auto)

MODEL_SOURCES := $(sort $(wildcard cmodel/*/*.c))
MODEL_HEADERS := $(sort $(wildcard cmodel/*/*.h))
TB_DRIVER := tb/common/nf_tb.c tb/common/nf_tb_run.c tb/common/nf_tb_stim.c tb/common/nf_tb_cross.c

# One source, four objects: static library, programs, shared library, sanitized.
build/obj/static/%.o: %.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(C_FLAGS) $(C_OPT) -MMD -MP -c $< -o $@

build/obj/lto/%.o: %.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(C_FLAGS) $(C_OPT) $(C_LTO) -MMD -MP -c $< -o $@

build/obj/shared/%.o: %.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(C_FLAGS) $(C_OPT) -fPIC -MMD -MP -c $< -o $@

build/obj/san/%.o: %.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(C_FLAGS) $(SAN_FLAGS) -MMD -MP -c $< -o $@

-include $(wildcard $(addsuffix .d,$(addprefix build/obj/,*/*/* */*/*/* */*/*/*/*)))

build/lib/libnetfold.a: $(MODEL_SOURCES:%.c=build/obj/static/%.o)
	@mkdir -p $(@D)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

build/san/libnetfold.a: $(MODEL_SOURCES:%.c=build/obj/san/%.o)
	@mkdir -p $(@D)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

# The models of a program.
MODEL_OBJECTS := $(MODEL_SOURCES:%.c=build/obj/$(OBJ)/%.o)

build/lib/libnetfold.so: $(MODEL_SOURCES:%.c=build/obj/shared/%.o)
	@mkdir -p $(@D)
	$(Q)$(CC) -shared -Wl,-soname,libnetfold.so.$(SO_VERSION) -o $@ $^

build/san/libnf_tb.a: $(TB_DRIVER:%.c=build/obj/san/%.o)
	@mkdir -p $(@D)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

build/static/libnf_tb.a: $(TB_DRIVER:%.c=build/obj/static/%.o)
	@mkdir -p $(@D)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

# One line of tb/<component>/params.txt: $(call test_build,<tag>,<block>,<params>,<test.c>,<model sources>)
#   build/tb/<tag>      the test: models with sanitizers, RTL with properties
#   build/wave/<tag>    the same, able to write waveforms
#   build/cov/<tag>     the same, with coverage, without sanitizers: these keep the stack of each of a device's
#                       many entries into the lists of points, which took most of the time
#   build/bench/<tag>   both sides compiled for speed
# Parameters reach the C side as P_<Name>; the block's nf_x_dut is this build's <tag>_dut.
define test_build
$(call verilated,$(1),$(2),$(3),test)
$(call verilated,$(1),$(2),$(3),wave)
$(call verilated,$(1),$(2),$(3),cov)
$(call verilated,$(1),$(2),$(3),fast)
$(call test_program,tb,$(1),$(2),$(3),$(4),$(5),test,san,$(SAN_FLAGS))
$(call test_program,wave,$(1),$(2),$(3),$(4),$(5),wave,san,$(SAN_FLAGS))
$(call test_program,cov,$(1),$(2),$(3),$(4),$(5),cov,static,$(C_OPT))
$(call test_program,bench,$(1),$(2),$(3),$(4),$(5),fast,static,$(C_OPT))
endef

define test_program
build/$(1)/$(2): $(5) $(patsubst %.c,build/obj/$(8)/%.o,$(6)) build/$(8)/libnf_tb.a \
    build/vl/$(7)/$(2)/lib$(2).a $(VL_RUNTIME)
	@echo "  TEST     $(3) $(4) ($(1))"
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $$(C_FLAGS) $(9) $$(patsubst %,-DP_%,$(4)) -D$(3)_dut=$(2)_dut -MMD -MP -MT $$@ \
	  -c $(5) -o $$@.o
	$$(Q)$$(CXX) $(9) -o $$@ $$@.o $$(filter build/obj/%.o,$$^) build/$(8)/libnf_tb.a \
	  build/vl/$(7)/$(2)/lib$(2).a $(VL_RUNTIME) $(VL_LIBS)

-include build/$(1)/$(2).d
endef

# A test without RTL, on cmocka: $(call unit_test,<name>,<test.c>,<sources>)
define unit_test
UNIT_TESTS += build/tb/$(1)
build/tb/$(1): $(2) $(patsubst %.c,build/obj/san/%.o,$(3)) build/san/libnf_tb.a
	@echo "  TEST     $(1)"
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $$(C_FLAGS) $(SAN_FLAGS) -MMD -MP -MT $$@ -c $(2) -o $$@.o
	$$(Q)$$(CC) $(SAN_FLAGS) -o $$@ $$@.o $$(filter build/obj/%.o,$$^) build/san/libnf_tb.a -lcmocka -lcjson -lm

-include build/tb/$(1).d
endef
