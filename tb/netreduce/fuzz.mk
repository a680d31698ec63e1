# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# Fuzzing of the parser, which alone sees bytes that anybody can send; part of the Makefile.
#
#   build/fuzz/nf_netreduce_parser   the C model under libFuzzer, by clang
#   fuzz                             FUZZ_SECONDS of it; finds are kept in build/fuzz/corpus
#   soak-fuzz                        the same, passed over and said so where clang or libFuzzer is missing
#   fuzz-corpus                      tb/netreduce/corpus made anew from these finds, as small as it can be;
#                                    files there with a name of words stay: each once found a broken parser
#
# What is kept is played by `make test` without clang: build/tb/nf_netreduce_parser_corpus_test, and a
# scenario of the lock-step test.

FUZZ_CC ?= clang
FUZZ_SECONDS ?= 60
FUZZ_FLAGS = -O1 -g -fno-omit-frame-pointer -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all
FUZZ_CORPUS := tb/netreduce/corpus
FUZZ_RUN = build/fuzz/nf_netreduce_parser -max_len=4096 -len_control=0 -timeout=10 -artifact_prefix=build/fuzz/
FUZZ_SOURCES := tb/netreduce/nf_netreduce_parser_fuzz.c tb/netreduce/nf_netreduce_parser_case.c \
  tb/netreduce/nf_frame_kit.c tb/common/nf_tb_stim.c \
  cmodel/netreduce/nf_netreduce_parser.c cmodel/netreduce/nf_netreduce_icrc.c cmodel/common/nf_crc.c

# A program of two lines shows whether compiler and run-time are there.
FUZZ_PROBE = mkdir -p build/fuzz && printf '%s\n' '\#include <stddef.h>' \
  'int LLVMFuzzerTestOneInput(const char *p, size_t n);' \
  'int LLVMFuzzerTestOneInput(const char *p, size_t n) { return p == NULL && n != 0; }' | \
  $(FUZZ_CC) $(FUZZ_FLAGS) -x c - -o build/fuzz/probe 2> build/fuzz/log

build/fuzz/nf_netreduce_parser: $(FUZZ_SOURCES) $(wildcard tb/netreduce/*.h tb/common/*.h cmodel/*/*.h)
	@$(FUZZ_PROBE) || { cat build/fuzz/log; \
	  echo "fuzz: $(FUZZ_CC) makes no program with libFuzzer. Debian and Ubuntu have it in the packages clang and" \
	  "libclang-rt-dev (Debian 12: libclang-rt-14-dev). Another compiler: FUZZ_CC."; exit 1; }
	@echo "  FUZZ     $@"
	$(Q)$(FUZZ_CC) $(C_FLAGS) $(FUZZ_FLAGS) -o $@ $(FUZZ_SOURCES)

fuzz: build/fuzz/nf_netreduce_parser FORCE
	@mkdir -p build/fuzz/corpus $(FUZZ_CORPUS)
	@$(FUZZ_RUN) -max_total_time=$(FUZZ_SECONDS) -print_final_stats=1 build/fuzz/corpus $(FUZZ_CORPUS) \
	  2> build/fuzz/log || { tail -n 40 build/fuzz/log; \
	  echo "fuzz: again: make build/tb/nf_netreduce_parser_corpus_test, then that program with the file that is" \
	  "named above"; exit 1; }
	@grep -E 'INITED|DONE' build/fuzz/log | sed 's/^/fuzz: /'; echo "fuzz: no difference in $(FUZZ_SECONDS) s"

# By edges alone: counts of loops would keep a file for each size of payload.
fuzz-corpus: build/fuzz/nf_netreduce_parser FORCE
	@mkdir -p build/fuzz/corpus $(FUZZ_CORPUS) && rm -rf build/fuzz/merged && mkdir build/fuzz/merged
	@find $(FUZZ_CORPUS) -type f -name '*-*' -exec cp {} build/fuzz/merged \;
	@$(FUZZ_RUN) -merge=1 -use_counters=0 build/fuzz/merged build/fuzz/corpus $(FUZZ_CORPUS) 2> build/fuzz/log || \
	  { cat build/fuzz/log; exit 1; }
	@rm -rf $(FUZZ_CORPUS) && cp -r build/fuzz/merged $(FUZZ_CORPUS)
	@echo "fuzz-corpus: $$(ls $(FUZZ_CORPUS) | wc -l) files, $$(cat $(FUZZ_CORPUS)/* | wc -c) bytes"

# Where the compiler is missing, the rest of `make soak` still runs.
soak-fuzz: FORCE
	@if $(FUZZ_PROBE); then $(MAKE) --no-print-directory fuzz; else echo "skipped: fuzz; make fuzz says why"; fi

SOAK_GOALS += soak-fuzz
SOAK_READS_soak-fuzz := cmodel tb/netreduce tb/common

.PHONY: fuzz fuzz-corpus soak-fuzz
