# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# The simulator's part for the collectives engine, included by sim/sim.mk.

# --- Assembler, programs, interpreter: build/ace-as, build/tb/ace_as_test, ace_programs_test, ace_machine_test.
ACE_PROGRAMS := $(sort $(wildcard rtl/ace/programs/*.s))
ACE_INCLUDES := $(sort $(wildcard rtl/ace/programs/*.inc))
SIM_ASSEMBLER := $(addprefix sim/ace/,assemble.c directive.c encode.c expression.c flow.c include.c \
  library.c opcodes.c disassemble.c) build/gen/ace_programs.c

# The programs' texts and those of what they include, two tables.
build/gen/ace_programs.c: $(ACE_PROGRAMS) $(ACE_INCLUDES) sim/ace/ace.mk
	@mkdir -p $(@D)
	$(Q)table() { echo "const nf_as_library_program $$1[] = {"; shift; \
	    for f in "$$@"; do echo "{\"$$(basename $$f .s)\","; \
	      sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/"&\\n"/' $$f; echo '},'; done; \
	    echo '{0, 0}};'; }; \
	{ echo '#include "sim/ace/library.h"'; \
	  table nf_as_library_table $(ACE_PROGRAMS); table nf_as_include_table $(ACE_INCLUDES); } > $@

build/obj/$(OBJ)/sim/ace/ace_as.o: C_FLAGS += -DNF_VERSION='"$(VERSION)"'

$(BIN)/ace-as: $(call SIM_OBJECTS,$(SIM_ASSEMBLER) $(SIM_BASE) sim/common/outputs.c sim/cli/cli.c sim/ace/ace_as.c)
	@mkdir -p $(@D)
	@echo "  LINK     $@"
	$(Q)$(CC) $(LINK_FLAGS) -o $@ $^

$(eval $(call unit_test,ace_as_test,sim/test/ace_as_test.c,$(SIM_BASE) sim/ace/interpret.c $(SIM_ASSEMBLER)))
$(eval $(call unit_test,ace_programs_test,sim/test/ace_programs_test.c,sim/test/ace_group.c $(SIM_BASE) \
  sim/ace/interpret.c $(SIM_ASSEMBLER)))
$(eval $(call unit_test,ace_machine_test,sim/test/ace_machine_test.c,sim/test/ace_group.c $(SIM_BASE) \
  sim/ace/interpret.c $(SIM_ASSEMBLER) cmodel/ace/nf_ace_machine.c cmodel/ace/nf_ace_chunk_queue.c))

PROGRAMS += $(BIN)/ace-as

# --- Systems of engines: `netfold ace`, build/tb/ace_plan_test, ace_links_test.
SIM_ACE_PLANS := $(addprefix sim/ace/,dimensions.c plan.c pairs.c setup.c memory.c reference.c checker.c)
SIM_ACE_SOURCES := $(SIM_ASSEMBLER) $(SIM_ACE_PLANS) $(addprefix sim/ace/,driver.c explain.c pipe.c cable.c fabric.c \
  background.c system.c account.c timeline.c run.c times.c engine.c options.c command.c)

# The Verilated engine, with the 4 MB of SRAM of ACE 6 and the types of 16-bit elements; the models of `netfold ace` have
# the same unless told otherwise.
SIM_ACE ?= Machines=16 Ports=6 Banks=4 BankWords=16384 Alus=4 Lanes=6 Slots=256 ProgramWords=256 \
  QueueDepth=8 Chunks=32 Bursts=8 Halves=1 WordBytes=64
$(eval $(call engine,netfold_ace,nf_ace,$(SIM_ACE),test))
# Made anew when the parameters have changed.
build/sim.ace: FORCE
	@mkdir -p $(@D)
	@echo '$(SIM_ACE)' | cmp -s - $@ || echo '$(SIM_ACE)' > $@
build/vl/test/netfold_ace/libnetfold_ace.a build/obj/$(OBJ)/sim/ace/command.o: build/sim.ace
build/obj/$(OBJ)/sim/ace/command.o: C_FLAGS += -DNF_ACE_BUILT='"$(SIM_ACE)"'

$(eval $(call unit_test,ace_plan_test,sim/test/ace_plan_test.c,$(SIM_BASE) sim/cli/cli.c sim/common/types.c sim/common/reference.c sim/common/checker.c \
  sim/ace/interpret.c $(SIM_ASSEMBLER) $(SIM_ACE_PLANS) $(SIM_TOPOLOGY)))
$(eval $(call unit_test,ace_links_test,sim/test/ace_links_test.c,$(SIM_BASE) sim/cli/cli.c sim/ace/dimensions.c sim/ace/pipe.c \
  sim/ace/cable.c sim/ace/fabric.c sim/ace/background.c sim/engine/cycle/wire.c cmodel/ace/nf_ace_link.c cmodel/link/nf_link.c \
  cmodel/link/nf_link_tx.c cmodel/link/nf_link_rx.c cmodel/common/nf_crc.c $(SIM_TOPOLOGY)))

# Random systems with another seed each time; none of it in `make test`.
SOAK_GOALS += soak-ace
SOAK_READS_soak-ace := rtl cmodel sim/ace sim/topology sim/common sim/engine/cycle sim/engine/rtl sim/test/ace_soak.sh
soak-ace: build/netfold rtl
	@sim/test/ace_soak.sh --runs 2000 --rtl 20

.PHONY: soak-ace
