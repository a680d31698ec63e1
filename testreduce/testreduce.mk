# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# TestReduce, included by the Makefile.
#
#   build/testreduce                the command
#   build/lib/libtestreduce.{a,so}  what it is made of; the Python package carries the same sources
#   build/tb/testreduce_test        unit tests, with sanitizers
#   build/testreduce_bench          speed of the exact sums, part of `make bench`

TR_LIBRARY := $(addprefix testreduce/,number.c exact.c tree.c names.c reducer.c sheet.c decode.c arith.c orders.c segment.c \
  analyse.c identify.c pattern.c statement.c report.c drawing.c json.c) sim/common/err.c
TR_COMMAND := $(addprefix testreduce/,main.c gen_command.c identify_command.c reduce_command.c vectors_command.c fabric.c \
  manifest.c) sim/cli/cli.c sim/common/outputs.c
-include $(patsubst %.c,build/obj/$(OBJ)/%.d,$(TR_LIBRARY) $(TR_COMMAND) testreduce/bench.c)

build/obj/$(OBJ)/testreduce/main.o: C_FLAGS += -DNF_VERSION='"$(VERSION)"'

build/lib/libtestreduce.a: $(TR_LIBRARY:%.c=build/obj/static/%.o)
	@mkdir -p $(@D)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

build/lib/libtestreduce.so: $(TR_LIBRARY:%.c=build/obj/shared/%.o)
	@mkdir -p $(@D)
	$(Q)$(CC) -shared -Wl,-soname,libtestreduce.so.$(SO_VERSION) -o $@ $^ -lm

$(BIN)/testreduce: $(patsubst %.c,build/obj/$(OBJ)/%.o,$(TR_COMMAND) $(TR_LIBRARY))
	@echo "  LINK     $@"
	$(Q)$(CC) $(LINK_FLAGS) -o $@ $^ -lcjson -lm

PROGRAMS += $(BIN)/testreduce

# The golden accumulators are what the exact sums are compared with.
$(eval $(call unit_test,testreduce_test,testreduce/test/testreduce_test.c,$(TR_LIBRARY) cmodel/alu/nf_exact.c \
  cmodel/alu/nf_fp_widen.c))

build/testreduce_bench: build/obj/static/testreduce/bench.o build/lib/libtestreduce.a
	$(Q)$(CC) -o $@ $^ -lm

BENCH_GOALS += bench-testreduce
bench-testreduce: build/testreduce_bench
	@$<

.PHONY: bench-testreduce
