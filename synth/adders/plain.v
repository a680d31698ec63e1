// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A binary32 adder as textbooks have it, to compare with: one path, the operand of the larger magnitude first, one shifter before
// the sum and one behind it, rounding at the end. IEEE 754-2019: subnormals, ties to even, flags {inexact, underflow, overflow, invalid}.
module plain (
    input  [31:0] a_i,
    input  [31:0] b_i,
    output [31:0] result_o,
    output [ 3:0] flags_o
);
  wire swap = a_i[30:0] < b_i[30:0];
  wire [31:0] x = swap ? b_i : a_i;
  wire [31:0] y = swap ? a_i : b_i;
  wire normal_x = |x[30:23];
  wire normal_y = |y[30:23];
  wire [7:0] scale_x = {x[30:24], x[23] | ~normal_x};
  wire [7:0] scale_y = {y[30:24], y[23] | ~normal_y};
  wire subtract = x[31] ^ y[31];

  // The smaller one, slid down; what falls off is the sticky bit.
  wire [7:0] distance = scale_x - scale_y;
  wire [26:0] high = {normal_x, x[22:0], 3'b000};
  wire [26:0] low = {normal_y, y[22:0], 3'b000};
  wire [26:0] slid = low >> distance;
  wire lost = |(low & ~(27'h7ffffff << distance));
  wire [26:0] aligned = {slid[26:1], slid[0] | lost};
  wire [27:0] sum = subtract ? {1'b0, high} - {1'b0, aligned} : {1'b0, high} + {1'b0, aligned};

  // Leading zeros below the carry, in halves.
  reg [4:0] zeros;
  reg [31:0] window;
  integer i;
  always @* begin
    window = {sum[26:0], 5'b11111};
    for (i = 4; i >= 0; i = i - 1) begin
      zeros[i] = (window >> (32 - (1 << i))) == 32'd0;
      if (zeros[i]) window = window << (1 << i);
    end
  end

  // Up to the place of the leading one, as far as the exponent goes.
  wire [7:0] room = scale_x - 8'd1;
  wire near = room < {3'd0, zeros};
  wire [4:0] shift = near ? room[4:0] : zeros;
  wire [26:0] left = sum[26:0] << shift;
  wire [26:0] norm = sum[27] ? {sum[27:2], sum[1] | sum[0]} : left;
  wire [8:0] exponent = sum[27] ? {1'b0, scale_x} + 9'd1 : norm[26] ? {1'b0, scale_x} - {4'd0, shift} : 9'd0;

  wire up = norm[2] & (norm[1] | norm[0] | norm[3]);
  wire [31:0] rounded = {exponent, norm[25:3]} + {31'd0, up};
  wire over = rounded[31:23] >= 9'd255;

  wire nan_a = &a_i[30:23] & |a_i[22:0];
  wire nan_b = &b_i[30:23] & |b_i[22:0];
  wire infinite = &x[30:23];
  wire invalid = (nan_a & ~a_i[22]) | (nan_b & ~b_i[22]) | (infinite & &y[30:23] & subtract & ~nan_a & ~nan_b);
  wire nan = nan_a | nan_b | invalid;
  wire sign = x[31] & ~(sum == 28'd0 & subtract);

  assign result_o = nan ? 32'h7fc00000 : infinite ? {x[31], 31'h7f800000} : over ? {sign, 31'h7f800000} : {sign, rounded[30:0]};
  assign flags_o = nan | infinite ? {3'b000, invalid} : {|norm[2:0] | over, 1'b0, over, 1'b0};
endmodule
