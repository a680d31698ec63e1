// SPDX-License-Identifier: Apache-2.0
// Made by scripts/gen_lists.py from the files of rtl/alu.
+incdir+rtl/common
rtl/common/nf_pkg.sv
rtl/alu/nf_fp_add_path.sv
rtl/alu/nf_fp_add.sv
rtl/alu/nf_fp_add_pipe.sv
rtl/alu/nf_fp_minmax.sv
rtl/alu/nf_alu_lane.sv
rtl/alu/nf_alu_array.sv
rtl/alu/nf_fp_widen.sv
rtl/alu/nf_exact_decode.sv
rtl/alu/nf_exact_add.sv
rtl/alu/nf_exact_round.sv
