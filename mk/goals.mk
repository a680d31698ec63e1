# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# Goals for people. sim/sim.mk has the goal `run` and may add to
#   PROGRAMS      built by `make build` and `make test`, installed to bin/
#   SIM_BUILT     built by `make test` besides
#   SOAK_GOALS    run by `make soak` after the block tests; SOAK_READS_<goal>: folders and files on which one depends, with
#                 what lies in mk/ and scripts/ left out; without it the whole tree
#   BENCH_GOALS   run by `make bench` after the blocks

TESTS := $(TAGS:%=build/tb/%) $(UNIT_TESTS)
SIM_TESTS := $(filter-out %_soak.sh,$(wildcard sim/test/*.sh)) examples/test.sh prove/test.sh scripts/test.sh synth/test.sh
LINTS := $(MODULES:%=build/lint/%.ok)
NETLISTS := $(NETLIST_TAGS:%=build/netlist/%.ok)
CROSS_SIMS := $(CROSS_TAGS:%=build/cross/%.ok)
FOUR_STATES := $(NETLIST_TAGS:%=build/four-state/%.ok)
CHECKS := check-mirror check-gen check-headers check-format check-scripts check-slang check-verible check-reuse

build: build/lib/libnetfold.a build/lib/libnetfold.so $(PROGRAMS) $(SIM_BUILT) $(TESTS)

# ------------------------------------------------------------------------------- tests
# SEEDS: the block tests run with seed 1, and once more with each other one. .ci/run draws one.
# Of the long checks, block tests but for the first of each block among them, it does those that do not stand for the sources as
# they are (scripts/due.py), and DRAW more block tests by a lot of the first of SEEDS; WHOLE=1: all.
# The cross coverage is that of all these runs together.
# First all that can be made, however much of it fails; then the verdicts. scripts/tap_run.sh runs one of
# them, keeps its lines in build/tap/ and turns a missing or broken program into a failed line.
LONG_TESTS := $(filter-out $(FIRST_TAGS:%=build/tb/%),$(TAGS:%=build/tb/%)) build/tb/nf_switch_order
FIRST_TESTS := $(FIRST_TAGS:%=build/tb/%)
# Tests whose verdict stands where they have passed with the same programs and files.
STANDING_TESTS = $(SIM_TESTS) $(filter-out $(LONG_TESTS),$(UNIT_TESTS))
DUE := $(PYTHON) scripts/due.py
VERDICTS := $(PYTHON) scripts/verdicts.py
# Of build/due what is to be built, and what is to be run and judged by itself.
DUE_BUILT := sed '/^crosses/d; s,^rtl$$,$(LARGE_ENGINES),; s,^\(lint\|netlist\|cross\|four-state\)/.*,build/&.ok,' build/due
DUE_RUN := sed '/^\(crosses\|lint\)/d; /^rtl$$/d' build/due

test:
	@rm -rf build/tap && mkdir -p build/tap
	@$(if $(filter 1,$(WHOLE)),NETFOLD_FRESH=1) $(DUE) $(if $(DRAW),--draw $(DRAW) --seed $(firstword $(SEEDS) 1)) > build/due
	@echo "  $(words $(LONG_TESTS) $(LINTS) $(NETLISTS) $(CROSS_SIMS) $(FOUR_STATES) rtl) long checks, of which $$(grep -vc '^crosses' build/due) are due; WHOLE=1: all"
	@$(MAKE) --no-print-directory -k -j $(JOBS) build/lib/libnetfold.a build/lib/libnetfold.so build/include/netfold.h \
	  $(filter-out $(LONG_TESTS),$(TESTS)) $(PROGRAMS) $(filter-out $(LARGE_ENGINES),$(SIM_BUILT)) $$($(DUE_BUILT)) \
	  && echo 'ok - all is built from the sources as they are' \
	  > build/tap/build.tap || echo 'not ok - not all is built: what an older build left may have run' > build/tap/build.tap
	@status=0; export NF_RTL=$$(grep -c '^rtl$$' build/due) NF_WHOLE=$(WHOLE); \
	  $(if $(filter 1,$(WHOLE)),NETFOLD_FRESH=1) $(VERDICTS) find $(STANDING_TESTS); export NF_VERDICTS=build/verdicts; \
	  prove --timer -j $(JOBS) --exec scripts/tap_run.sh $(CHECKS) lint $(STANDING_TESTS) \
	  $(FIRST_TESTS) $$($(DUE_RUN)) \
	  $(foreach seed,$(SEEDS),$(FIRST_TESTS:=@$(seed)) \
	    $$(sed -n '/nf_switch_order/d; s|^build/tb/.*|&@$(seed)|p' build/due)) || status=1; \
	  scripts/tap_run.sh crosses | grep -v '^ok' || true; \
	  $(VERDICTS) keep $(STANDING_TESTS); grep -q '^not ok' build/tap/build.tap || $(DUE) keep $$(cat build/due); \
	  $(if $(filter 1,$(WHOLE)),$(DUE) record;) \
	  scripts/tap_tally.sh build/tap || status=1; exit $$status

# What stands, into the tree's record.
test-record:
	@$(DUE) record

# The block tests again, longer, the large builds too, and the goals of sim/.
empty :=
SOAK_PIECES = $(foreach goal,$(SOAK_GOALS),$(goal)=$(subst $(empty) $(empty),:,$(strip $(SOAK_READS_$(goal)))))
soak: FORCE
	@$(PYTHON) scripts/soak.py --jobs $(JOBS) --scale $(SCALE) --seed $(SEED) --goals '$(SOAK_PIECES)'

# A part of the hash of all that a block's test depends on (scripts/kept.py).
test-flags:
	@echo '$(VL_SIM_FLAGS) $(VL_VARIANT_test) $(VL_CXXFLAGS_test) $(VL_COMMON_CXX) $(VL_DEFINES_test) $(C_FLAGS) $(SAN_FLAGS)'

# What stands of a run that was ended, into the tree's record.
soak-record:
	@$(PYTHON) scripts/soak.py --record --scale $(SCALE) --seed $(SEED) --goals '$(SOAK_PIECES)'

$(BLOCKS:%=tb-%): tb-%: FORCE
	$(Q)$(MAKE) --no-print-directory -j $(JOBS) $(TAGS_$*:%=build/tb/%)
	$(Q)status=0; for t in $(TAGS_$*); do scripts/tap_run.sh build/tb/$$t $(TB_ARGS) || status=1; done; \
	  exit $$status

# ------------------------------------------------------------------------------- one block
# All sides of one block, for whoever is changing it: lint, lock step with properties, netlist, area. Of its builds the one
# whose netlist is checked; tb-BLOCK has all.
CHECK_TAG = $(firstword $(NETLIST_TAGS_$(BLOCK)) $(SOAK_NETLIST_TAGS_$(BLOCK)))

check: FORCE
	$(if $(filter $(BLOCK),$(BLOCKS)),,$(error make check BLOCK=nf_fifo, for instance; scripts/project.py --modules names all))
	@$(MAKE) --no-print-directory -k -Otarget -j $(JOBS) lint-$(BLOCK) check-run area-$(BLOCK)

check-run: build/tb/$(CHECK_TAG) build/netlist/$(CHECK_TAG).ok
	@scripts/tap_run.sh build/tb/$(CHECK_TAG) $(TB_ARGS)
	@cat build/netlist/$(CHECK_TAG).tap

# ------------------------------------------------------------------------------- lint
define lint_rule
build/lint/$(1).ok: $$(RTL_$(1)) rtl/lint.vlt rtl/common/nf_assert.svh build/config.mk
	$$(VL_NEEDED)
	@mkdir -p $$(@D) && rm -f $$@
	@$$(VERILATOR) --lint-only $$(VL_FLAGS) --assert --top-module $(1) $$(RTL_$(1)) \
	  > build/lint/$(1).log 2>&1 || { cat build/lint/$(1).log; exit 1; }
	@touch $$@
endef
$(foreach m,$(MODULES),$(eval $(call lint_rule,$(m))))

# Parameters out of range stop elaboration.
build/lint/refused.ok: scripts/refused.py scripts/project.py $(wildcard tb/*/refused.txt) $(wildcard rtl/*/*.sv) \
    rtl/lint.vlt rtl/common/nf_assert.svh build/config.mk
	$(VL_NEEDED)
	@mkdir -p $(@D) && rm -f $@
	@$(PYTHON) scripts/refused.py $(VERILATOR) --lint-only $(VL_FLAGS)
	@touch $@

lint: $(LINTS) build/lint/refused.ok check-slang check-verible
$(MODULES:%=lint-%): lint-%: build/lint/%.ok FORCE
	@$(PYTHON) scripts/check.py slang $*

# ------------------------------------------------------------------------------- synthesis
# The vectors come from the block's own test.
build/netlist/%.ok: build/tb/% synth/netlist.py synth/yosys.py
	@echo "  NETLIST  $*"
	@$(PYTHON) synth/netlist.py $*

netlist: $(NETLISTS)
	@$(DUE) keep $(NETLIST_TAGS:%=netlist/%) && $(DUE) record
	@cat $(NETLIST_TAGS:%=build/netlist/%.tap)

$(BLOCKS:%=netlist-%): netlist-%: FORCE
	$(Q)$(MAKE) --no-print-directory -k $(patsubst %,build/netlist/%.ok,$(NETLIST_TAGS_$*) $(SOAK_NETLIST_TAGS_$*)) && \
	  $(DUE) keep $(NETLIST_TAGS_$*:%=netlist/%) && $(DUE) record; status=$$?; \
	  cat $(or $(patsubst %,build/netlist/%.tap,$(NETLIST_TAGS_$*) $(SOAK_NETLIST_TAGS_$*)),/dev/null); exit $$status

# The RTL in a second simulator.
build/cross/%.ok: build/tb/% synth/cross_sim.py synth/cross_replay.c synth/cross_map.v synth/netlist.py synth/yosys.py \
    $(wildcard build/tools/tools.txt)
	@echo "  CROSSSIM $*"
	@$(PYTHON) synth/cross_sim.py $*

cross-sim: $(CROSS_SIMS)
	@$(DUE) keep $(CROSS_TAGS:%=cross/%) && $(DUE) record
	@cat $(CROSS_TAGS:%=build/cross/%.tap)

$(BLOCKS:%=cross-sim-%): cross-sim-%: FORCE
	$(Q)$(MAKE) --no-print-directory -k $(patsubst %,build/cross/%.ok,$(CROSS_TAGS_$*) $(SOAK_CROSS_TAGS_$*)) && \
	  $(DUE) keep $(CROSS_TAGS_$*:%=cross/%) && $(DUE) record; status=$$?; \
	  cat $(or $(patsubst %,build/cross/%.tap,$(CROSS_TAGS_$*) $(SOAK_CROSS_TAGS_$*)),/dev/null); exit $$status

# The RTL in a simulator with four states.
build/four-state/%.ok: build/tb/% synth/four_state.py synth/netlist.py synth/yosys.py
	@echo "  FOURSTATE $*"
	@$(PYTHON) synth/four_state.py $*

four-state: $(FOUR_STATES)
	@$(DUE) keep $(NETLIST_TAGS:%=four-state/%) && $(DUE) record
	@cat $(NETLIST_TAGS:%=build/four-state/%.tap)

$(BLOCKS:%=four-state-%): four-state-%: FORCE
	$(Q)$(MAKE) --no-print-directory -k $(patsubst %,build/four-state/%.ok,$(TAGS_$*) $(SOAK_TAGS_$*)) && \
	  $(DUE) keep $(NETLIST_TAGS_$*:%=four-state/%) && $(DUE) record; status=$$?; \
	  cat $(or $(patsubst %,build/four-state/%.tap,$(TAGS_$*) $(SOAK_TAGS_$*)),/dev/null); exit $$status

# ------------------------------------------------------------------------------- measurements
# One row per block and scenario; of a block's builds the large one, else the first.
BENCH_TAGS := $(foreach b,$(BLOCKS),$(firstword $(SOAK_TAGS_$(b)) $(TAGS_$(b))))

bench: $(BENCH_TAGS:%=build/bench/%) $(BENCH_GOALS)
	@printf '%-24s %-32s %-40s %14s %14s %9s\n' block parameters scenario RTL model ratio
	@for t in $(filter build/bench/%,$^); do $$t --bench || exit 1; done

coverage: FORCE
	@$(MAKE) --no-print-directory -j $(JOBS) $(TAGS:%=build/cov/%)
	@$(PYTHON) scripts/coverage.py --jobs $(JOBS) --minimum 95 --goals 'tb/*/toggles.txt' $(TAGS:%=build/cov/%)

mutants:
	@$(PYTHON) scripts/mutants.py --jobs $(JOBS) $(MUTANTS)

# What stands of a run that was ended, into the tree's record.
mutants-record:
	@$(PYTHON) scripts/mutants.py --record

# ------------------------------------------------------------------------------- promises of the tree
check-headers: build/include/netfold.h build/lib/libnetfold.a build/lib/libnetfold.so
$(CHECKS): check-%: FORCE
	@$(PYTHON) scripts/check.py $*

plan:
	@$(PYTHON) scripts/plan.py

docs:
	@$(PYTHON) scripts/docs.py

# The pages as a site, by mkdocs of PyPI, which is put into build/venv the first time.
site: build/venv/bin/mkdocs
	@$< build --quiet && echo "  SITE     build/site/index.html"

build/venv/bin/mkdocs:
	$(Q)test -x build/venv/bin/python || $(PYTHON) -m venv build/venv
	$(Q)build/venv/bin/python -m pip install --quiet --disable-pip-version-check mkdocs

# The registers as HTML, C header, IP-XACT and UVM register model, by PeakRDL of PyPI.
registers:
	@PYTHON=$(PYTHON) scripts/registers.sh

tools:
	@scripts/tools.sh

# ------------------------------------------------------------------------------- every goal
# Whatever the help names, `check-scripts` sees to it; of what is for one block a small one. clean is first:
# what is left of another day proves nothing.
NIGHTLY_GOALS := clean tools build test lint run bench netlist cross-sim four-state area area-fpga area-table6 adders crossbars timing power sweep-area \
  fpga fpga-paths layout pareto synth-page coverage prove mutants experiments report soak soak-ace soak-netreduce soak-sanitized fuzz plan docs site \
  registers install install-lib check tb-nf_fifo lint-nf_fifo netlist-nf_fifo cross-sim-nf_fifo four-state-nf_fifo area-nf_fifo $(CHECKS)

nightly:
	@scripts/nightly.sh $(NIGHTLY_GOALS)

.PHONY: build run check check-run test test-record test-flags soak soak-record lint tools netlist cross-sim four-state bench coverage mutants mutants-record plan docs site registers nightly
