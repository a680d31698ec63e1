# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# tree4 and the list of files that it needs, in Vivado: vivado -mode batch -source examples/rtl/vivado.tcl
set list [open rtl/alu/alu.f]
read_verilog -sv [lsearch -all -inline [split [read $list] "\n"] rtl/*]
close $list
read_verilog -sv examples/rtl/tree4.sv
synth_design -top tree4 -part xcvu9p-flga2104-2-e -include_dirs rtl/common -verilog_define SYNTHESIS
