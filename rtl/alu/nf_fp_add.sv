// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Floating-point adder, combinational: the reference that the pipelined adder must equal.
//
// IEEE 754-2019 addition (5.4.1) in roundTiesToEven (4.3.1) with subnormals, signed zeros and
// infinities; every NaN result is the canonical quiet NaN: sign 0, exponent ones, fraction 10..0.
// It is no block: outputs follow the inputs without a clock. To subtract, flip the sign of b_i.
//
// Latency: none. KLENK IV-D: the ALUs at the ports of the switch.

module nf_fp_add #(
    parameter int unsigned ExpBits = 8,   // exponent bits, 4..8: 8 for fp32 and bf16, 5 for fp16
    parameter int unsigned ManBits = 23,  // fraction bits without the hidden one, 4..23
    localparam int unsigned FpBits = 1 + ExpBits + ManBits
) (
    input  logic [FpBits-1:0] a_i,
    input  logic [FpBits-1:0] b_i,
    output logic [FpBits-1:0] result_o,
    output logic [       3:0] flags_o    // {inexact, underflow, overflow, invalid}
);

  nf_fp_add_path #(
      .ExpBits(ExpBits),
      .ManBits(ManBits),
      .Stages (0)
  ) u_path (
      .clk_i   (1'b0),
      .en_i    (1'b0),
      .a_i     (a_i),
      .b_i     (b_i),
      .result_o(result_o),
      .flags_o (flags_o)
  );

endmodule
