# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# Verilated blocks as shared objects, which commands open when RTL is asked for (sim/engine/rtl/load.h).
#
#   $(eval $(call engine,<tag>,<top>,<params>,<variant>))   build/engines/<tag>.so; the words are those of `verilated`
#
#   make rtl            all of them
#   RTL_ENGINES         their files

# One run-time for all, so that failed properties of all are found in one place.
build/engines/verilated.so: $(VL_RUNTIME_OBJECTS)
	@mkdir -p $(@D)
	$(Q)$(CXX) -shared -Wl,-soname,verilated.so -o $@ $^ $(VL_LIBS)

define engine
$(call verilated,$(1),$(2),$(3),$(4))
RTL_ENGINES += build/engines/$(1).so
build/engines/$(1).so: build/vl/$(4)/$(1)/lib$(1).a build/engines/verilated.so
	@mkdir -p $$(@D)
	$$(Q)$$(CXX) -shared -Wl,-Bsymbolic -o $$@ -Wl,--whole-archive $$< -Wl,--no-whole-archive build/engines/verilated.so \
	  -Wl,-rpath,'$$$$ORIGIN'
endef

rtl: FORCE
	@$(MAKE) --no-print-directory -j $(JOBS) $(RTL_ENGINES)

.PHONY: rtl
