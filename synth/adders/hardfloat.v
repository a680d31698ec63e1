// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Berkeley HardFloat's adder with IEEE operands and result.
module hardfloat (
    input  [31:0] a_i,
    input  [31:0] b_i,
    output [31:0] result_o,
    output [ 4:0] flags_o
);
  wire [32:0] a, b, sum;
  fNToRecFN #(8, 24) u_a (a_i, a);
  fNToRecFN #(8, 24) u_b (b_i, b);
  hardfloat_recoded u_add (a, b, sum, flags_o);
  recFNToFN #(8, 24) u_sum (sum, result_o);
endmodule
