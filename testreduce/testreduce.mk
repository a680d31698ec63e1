# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# TestReduce, included by the Makefile.
#
#   build/testreduce                the command
#   build/lib/libtestreduce.{a,so}  what it is made of; the Python package carries the same sources
#   build/tb/testreduce_test        unit tests, with sanitizers
#   build/testreduce_bench          speed of the exact sums, part of `make bench`
#   soak-testreduce                 random fabrics with a seed of their own (TR_SEED; default: the time), part of `make soak`
#   mutants-testreduce              each test, seen to fail (TR_TESTS: only these); part of `make mutants`

# The list is a file of its own: testreduce/python/setup.py reads it too.
TR_LIBRARY := $(shell cat testreduce/library.txt)
TR_COMMAND := $(addprefix testreduce/,main.c gen_command.c identify_command.c reduce_command.c vectors_command.c fabric.c \
  manifest.c operands.c) sim/cli/cli.c sim/cli/program.c sim/common/outputs.c
-include $(patsubst %.c,build/obj/$(OBJ)/%.d,$(TR_LIBRARY) $(TR_COMMAND) testreduce/bench.c)

build/obj/lto/testreduce/main.o build/obj/san/testreduce/main.o: C_FLAGS += -DNF_VERSION='"$(VERSION)"'

build/lib/libtestreduce.a: $(TR_LIBRARY:%.c=build/obj/static/%.o)
	@mkdir -p $(@D)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

build/lib/libtestreduce.so: $(TR_LIBRARY:%.c=build/obj/shared/%.o)
	@mkdir -p $(@D)
	$(Q)$(CC) -shared -Wl,-soname,libtestreduce.so.$(SO_VERSION) -o $@ $^ -lm

# The shared library is for the Python package, whose test is one of the command's; two tests install both at the same
# time, so neither may be the one to make them.
$(BIN)/testreduce: $(patsubst %.c,build/obj/$(OBJ)/%.o,$(TR_COMMAND) $(TR_LIBRARY)) | \
    build/lib/libtestreduce.a build/lib/libtestreduce.so
	@echo "  LINK     $@"
	$(Q)$(CC) $(LINK_FLAGS) -o $@ $(filter %.o,$^) -lcjson -lm

PROGRAMS += $(BIN)/testreduce

# The golden accumulators are what the exact sums are compared with.
TR_GOLDEN := cmodel/alu/nf_exact.c cmodel/alu/nf_fp_widen.c
$(eval $(call unit_test,testreduce_test,testreduce/test/testreduce_test.c,$(TR_LIBRARY) $(TR_GOLDEN)))

# About five minutes of one core, with sanitizers: 24 s for 25 fabrics and the tests that go with them. Each is drawn from TR_SEED.
TR_FABRICS ?= 300
TR_SEED ?= $(shell date +%s)
SOAK_GOALS += soak-testreduce
SOAK_READS_soak-testreduce := testreduce cmodel/alu cmodel/common sim/common
soak-testreduce: build/tb/testreduce_test
	@TR_FUZZ=$(TR_FABRICS) SEED=$(TR_SEED) CMOCKA_MESSAGE_OUTPUT=TAP $<

build/testreduce_bench: build/obj/static/testreduce/bench.o build/lib/libtestreduce.a
	$(Q)$(CC) -o $@ $^ -lm

BENCH_GOALS += bench-testreduce
bench-testreduce: build/testreduce_bench
	@$<

# A source of the library or of the command is changed, compiled and linked with the others' objects.
TR_MUTANT_UNIT := $(patsubst %.c,build/obj/san/%.o,$(TR_LIBRARY) $(TR_GOLDEN))
TR_MUTANT_COMMAND := $(patsubst %.c,build/obj/san/%.o,$(TR_COMMAND) $(TR_LIBRARY))
mutants-testreduce: build/tb/testreduce_test $(TR_MUTANT_UNIT) $(TR_MUTANT_COMMAND) FORCE
	@$(PYTHON) testreduce/test/mutants.py --jobs $(JOBS) --compile '$(CC) $(C_FLAGS) -w -Itestreduce $(SAN_FLAGS)' \
	  --unit '$<.o $(TR_MUTANT_UNIT) build/san/libnf_tb.a' --command '$(TR_MUTANT_COMMAND)' $(TR_TESTS)

$(if $(MUTANTS),,mutants: mutants-testreduce)

# Part of `make install-lib`: lib/libtestreduce.{a,so}, include/testreduce, testreduce.pc. The headers lie as they do
# here, with the one of sim/ that they include.
TR_HEADERS := $(addprefix testreduce/,probes.h number.h exact.h tree.h reducer.h sheet.h analyse.h identify.h)
define TR_PC_FILE
prefix=$(PREFIX)
includedir=$${prefix}/include
libdir=$${prefix}/lib

Name: testreduce
Version: $(VERSION)
Description: What an all-reduce does with floating-point sums: order, width, rounding
Cflags: -I$${includedir} -I$${includedir}/testreduce
Libs: -L$${libdir} -ltestreduce
Libs.private: -lm
endef
export TR_PC_FILE

install-testreduce: build/lib/libtestreduce.a build/lib/libtestreduce.so
	$(Q)install -d $(DEST)/lib/pkgconfig $(DEST)/include/testreduce/sim/common
	$(Q)install -m 644 build/lib/libtestreduce.a $(DEST)/lib/
	$(Q)install -m 755 build/lib/libtestreduce.so $(DEST)/lib/libtestreduce.so.$(SO_VERSION)
	$(Q)ln -sf libtestreduce.so.$(SO_VERSION) $(DEST)/lib/libtestreduce.so
	$(Q)install -m 644 $(TR_HEADERS) $(DEST)/include/testreduce/
	$(Q)install -m 644 sim/common/err.h $(DEST)/include/testreduce/sim/common/
	$(Q)printf '%s\n' "$$TR_PC_FILE" > $(DEST)/lib/pkgconfig/testreduce.pc
	@echo "  INSTALL  $(DEST)/lib $(DEST)/include/testreduce"

install-lib: install-testreduce

# The Python package with the library inside, for `pip install`; setuptools and wheel must be there.
testreduce-wheel: FORCE
	@mkdir -p build/wheel
	$(Q)$(PYTHON) -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir build/wheel testreduce/python
	@rm -rf testreduce/python/build testreduce/python/*.egg-info && ls build/wheel

.PHONY: bench-testreduce install-testreduce mutants-testreduce soak-testreduce testreduce-wheel
