rtl/alu/nf_fp_add_path.sv
rtl/alu/nf_fp_add.sv
rtl/alu/nf_fp_add_pipe.sv
rtl/alu/nf_fp_minmax.sv
rtl/alu/nf_alu_lane.sv
rtl/alu/nf_alu_array.sv
