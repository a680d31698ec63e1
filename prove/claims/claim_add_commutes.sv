// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Claim: nf_fp_add does not care which operand comes first.

module claim_add_commutes #(
    parameter int unsigned ExpBits = 8,
    parameter int unsigned ManBits = 23,
    localparam int unsigned FpBits = 1 + ExpBits + ManBits
) (
    input  logic [FpBits-1:0] a_i,
    input  logic [FpBits-1:0] b_i,
    output logic              wrong_o
);

  logic [FpBits-1:0] sum, mirror;
  logic [3:0] sum_flags, mirror_flags;

  nf_fp_add #(
      .ExpBits(ExpBits),
      .ManBits(ManBits)
  ) u_sum (
      .a_i     (a_i),
      .b_i     (b_i),
      .result_o(sum),
      .flags_o (sum_flags)
  );

  nf_fp_add #(
      .ExpBits(ExpBits),
      .ManBits(ManBits)
  ) u_mirror (
      .a_i     (b_i),
      .b_i     (a_i),
      .result_o(mirror),
      .flags_o (mirror_flags)
  );

  assign wrong_o = {sum_flags, sum} != {mirror_flags, mirror};

endmodule
