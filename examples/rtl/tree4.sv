// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A design of one's own around a block of netfold: the sum of four binary32 numbers, by three ALU lanes in a tree.
// What enters in a cycle with valid_i leaves 2 * Stages cycles later. docs/integrate.md builds it with several tools.

module tree4 #(
    parameter int unsigned Stages = 2
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         valid_i,
    input  logic [127:0] terms_i,  // four of them, the first in bits 31:0
    output logic         valid_o,
    output logic [ 31:0] sum_o,
    output logic [  3:0] flags_o   // {inexact, underflow, overflow, invalid} of the last addition
);

  logic [ 1:0] valid;
  logic [63:0] partial;

  for (genvar i = 0; i < 2; i++) begin : gen_leaf
    nf_alu_lane #(
        .Stages(Stages)
    ) u_lane (
        .clk_i,
        .rst_ni,
        .en_i(1'b1),
        .valid_i,
        .red_op_i(nf_pkg::RED_OP_ADD),
        .dtype_i(nf_pkg::DTYPE_F32),
        .a_i(terms_i[64*i+:32]),
        .b_i(terms_i[64*i+32+:32]),
        .valid_o(valid[i]),
        .result_o(partial[32*i+:32]),
        .flags_o(),
        .unsupported_o()
    );
  end

  nf_alu_lane #(
      .Stages(Stages)
  ) u_root (
      .clk_i,
      .rst_ni,
      .en_i(1'b1),
      .valid_i(&valid),
      .red_op_i(nf_pkg::RED_OP_ADD),
      .dtype_i(nf_pkg::DTYPE_F32),
      .a_i(partial[31:0]),
      .b_i(partial[63:32]),
      .valid_o,
      .result_o(sum_o),
      .flags_o,
      .unsupported_o()
  );

endmodule
