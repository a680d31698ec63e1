// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The unit of mor1kx with its operation held at addition: what that leaves of it is a pipelined adder.
`include "mor1kx-defines.v"
module mor1kx (
    input clk_i,
    input rst_ni,
    input [31:0] a_i,
    input [31:0] b_i,
    output [31:0] result_o,
    output valid_o,
    output [`OR1K_FPCSR_WIDTH-1:0] flags_o
);
  pfpu32_top u_fpu (
      .clk(clk_i),
      .rst(!rst_ni),
      .flush_i(1'b0),
      .padv_decode_i(1'b1),
      .padv_execute_i(1'b1),
      .op_fpu_i({1'b1, {(`OR1K_FPUOP_WIDTH - 1) {1'b0}}}),
      .round_mode_i({`OR1K_FPCSR_RM_SIZE{1'b0}}),
      .rfa_i(a_i),
      .rfb_i(b_i),
      .fpu_result_o(result_o),
      .fpu_arith_valid_o(valid_o),
      .fpu_cmp_flag_o(),
      .fpu_cmp_valid_o(),
      .fpcsr_o(flags_o)
  );
endmodule
