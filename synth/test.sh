#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
# reads: scripts rtl/common rtl/alu sim/test/helpers.py sim/experiment synth/known.lib synth/params.txt
# reads: synth/activity.py synth/adders.py synth/adders synth/foreign.py synth/area.py synth/assembly.py synth/design.py synth/flow_test.py synth/layout.py synth/liberty.py synth/lvs.py synth/macro.py synth/mapping.py synth/netlist.py synth/options.py synth/place.py synth/placer.py synth/power.py synth/repair.py synth/sta.py synth/table6.py synth/tables.py synth/timing.py synth/yosys.py
exec "${PYTHON:-python3}" -B synth/flow_test.py
