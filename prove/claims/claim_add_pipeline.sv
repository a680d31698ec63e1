// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Claim: after Stages enabled clocks nf_fp_add_pipe says what nf_fp_add said of the operands that
// came in first, and that they were valid if they were, whatever its registers held and whatever
// came in later.

module claim_add_pipeline #(
    parameter int unsigned ExpBits = 8,
    parameter int unsigned ManBits = 23,
    parameter int unsigned Stages = 2,
    localparam int unsigned FpBits = 1 + ExpBits + ManBits,
    localparam int unsigned SumBits = FpBits + 5  // result, flags, valid
) (
    input  logic              clk_i,
    input  logic              valid_i,
    input  logic [FpBits-1:0] a_i,
    input  logic [FpBits-1:0] b_i,
    output logic              wrong_o
);

  logic [SumBits-1:0] core, pipe;
  logic [Stages*SumBits-1:0] core_q;

  nf_fp_add #(
      .ExpBits(ExpBits),
      .ManBits(ManBits)
  ) u_core (
      .a_i     (a_i),
      .b_i     (b_i),
      .result_o(core[FpBits-1:0]),
      .flags_o (core[FpBits+:4])
  );
  assign core[SumBits-1] = valid_i;

  nf_fp_add_pipe #(
      .ExpBits(ExpBits),
      .ManBits(ManBits),
      .Stages (Stages)
  ) u_pipe (
      .clk_i   (clk_i),
      .rst_ni  (1'b1),
      .en_i    (1'b1),
      .valid_i (valid_i),
      .a_i     (a_i),
      .b_i     (b_i),
      .valid_o (pipe[SumBits-1]),
      .result_o(pipe[FpBits-1:0]),
      .flags_o (pipe[FpBits+:4])
  );

  always_ff @(posedge clk_i) core_q <= (Stages * SumBits)'({core_q, core});
  assign wrong_o = pipe != core_q[Stages*SumBits-1-:SumBits];

endmodule
