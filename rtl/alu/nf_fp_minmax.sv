// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Smaller or larger of two floating-point numbers, combinational: minimumNumber and maximumNumber
// of IEEE 754-2019 9.6.
//
// -0 is less than +0. A number beats a NaN; two NaNs give the canonical quiet NaN. A signaling NaN
// raises invalid, and is otherwise a NaN like any other. Nothing is rounded, so there is no other
// flag. It is no block: outputs follow the inputs without a clock.
//
// Latency: none. KLENK IV-D: the ALUs at the ports of the switch.

`include "nf_assert.svh"

module nf_fp_minmax #(
    parameter int unsigned ExpBits = 8,   // exponent bits, 4..8: 8 for fp32 and bf16, 5 for fp16
    parameter int unsigned ManBits = 23,  // fraction bits without the hidden one, 4..23
    localparam int unsigned FpBits = 1 + ExpBits + ManBits
) (
    input  logic              max_i,     // 1: the larger one
    input  logic [FpBits-1:0] a_i,
    input  logic [FpBits-1:0] b_i,
    output logic [FpBits-1:0] result_o,
    output logic              invalid_o  // an operand is a signaling NaN
);

  localparam logic [FpBits-2:0] Inf = {{ExpBits{1'b1}}, ManBits'(0)};
  localparam logic [FpBits-1:0] Nan = {1'b0, {(ExpBits + 1) {1'b1}}, (ManBits - 1)'(0)};

  `NF_PARAM(ExpBitsOutOfRange, ExpBits >= 4 && ExpBits <= 8)
  `NF_PARAM(ManBitsOutOfRange, ManBits >= 4 && ManBits <= 23)

  logic sign_a, sign_b, nan_a, nan_b, a_closer, a_less, take_a;
  logic [FpBits-2:0] magnitude_a, magnitude_b;

  assign {sign_a, magnitude_a} = a_i;
  assign {sign_b, magnitude_b} = b_i;
  assign nan_a = magnitude_a > Inf;
  assign nan_b = magnitude_b > Inf;
  assign invalid_o = (nan_a && !a_i[ManBits-1]) || (nan_b && !b_i[ManBits-1]);

  // Biased exponents and fractions order the magnitudes as integers. Below zero the order turns
  // round; equal operands may be taken for either, they are the same bits.
  assign a_closer = magnitude_a < magnitude_b;
  assign a_less = (sign_a != sign_b) ? sign_a : (a_closer ^ sign_a);
  assign take_a = nan_b || (!nan_a && (a_less ^ max_i));

  assign result_o = (nan_a && nan_b) ? Nan : take_a ? a_i : b_i;

endmodule
