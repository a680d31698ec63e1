// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A binary16 or bfloat16 as a binary32, combinational. Every one of them is a binary32 number, so
// nothing is rounded and no flag can rise.
//
// A NaN stays a NaN, quiet or signaling as it was, with its payload moved up. It is no block:
// outputs follow the inputs without a clock.
//
// Latency: none. KLENK IV-D: the ALU array, here for elements of two bytes.

module nf_fp_widen (
    input  logic        bfloat_i,  // half_i is a bfloat16; otherwise a binary16
    input  logic [15:0] half_i,
    output logic [31:0] f32_o
);

  localparam int unsigned FracBits = 10;  // of binary16
  localparam int unsigned CountBits = 4;  // to count 0..9 leading zeros
  localparam int unsigned WindowBits = 1 << CountBits;

  logic sign;
  logic [4:0] exponent;
  logic [FracBits-1:0] frac;
  logic is_top, is_low, is_zero;  // exponent of ones; of zeros; the number is zero

  assign {sign, exponent, frac} = half_i;
  assign is_top = (exponent == 5'h1f);
  assign is_low = (exponent == 5'd0);
  assign is_zero = is_low && (frac == '0);

  // A subnormal number gets a hidden one, as every subnormal binary16 is a normal binary32: its
  // leading one is shifted out on top. Halve the window, the longest shift first.
  logic [WindowBits-1:0] window;
  logic [CountBits-1:0] zeros;

  always_comb begin
    window = {frac, (WindowBits - FracBits)'(0)};
    for (int i = CountBits - 1; i >= 0; i--) begin
      zeros[i] = ((window >> (WindowBits - (1 << i))) == '0);
      if (zeros[i]) window = window << (1 << i);
    end
  end

  // The biases differ by 112 = 127 - 15.
  logic [7:0] wide_exponent;
  logic [FracBits-1:0] wide_frac;

  always_comb begin
    if (is_zero) wide_exponent = 8'd0;
    else if (is_low) wide_exponent = 8'd112 - 8'(zeros);
    else wide_exponent = {exponent[4], {3{!exponent[4]}}, exponent[3:0]} | {8{is_top}};
  end
  assign wide_frac = is_low ? window[WindowBits-2-:FracBits] : frac;

  assign f32_o = bfloat_i ? {half_i, 16'd0} : {sign, wide_exponent, wide_frac, 13'd0};

endmodule
