// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A number of which 27 digits are known, the leading one first, rounded once to nearest even as IEEE 754-2019 has it:
// what nf_exact_round must say, written down in another way. The last of the digits stands for all below it: it is 1 if
// any of those is. The number is digits * 2^(lead - 26) units of 2^-(149 + shift).
//
// It is cut where the format has its last digit, or where its least number lies if that is higher. The fields of exponent
// and fraction are one integer, to which rounding adds; so a carry goes from the one into the other.

module ref_exact_round #(
    parameter int unsigned HasF32 = 1
) (
    input  logic        negative_i,
    input  logic [ 8:0] lead_i,      // place of the leading one
    input  logic [26:0] digits_i,    // all zero: so is the number
    input  logic [ 3:0] seen_i,      // something that is not -0, -infinity, +infinity, a NaN
    input  logic [ 1:0] format_i,
    input  logic [ 3:0] shift_i,
    output logic [31:0] result_o,
    output logic [ 3:0] flags_o      // inexact, underflow, overflow, invalid
);

  // Of the format: digits, place of its least number, infinity, NaN.
  logic wide, bfloat;
  logic signed [10:0] precision, least;
  logic [31:0] infinity, quiet, minus;

  assign wide = (HasF32 != 0) && format_i == 2'd0;
  assign bfloat = format_i[1];
  assign precision = wide ? 11'sd24 : bfloat ? 11'sd8 : 11'sd11;
  assign least = (wide ? 11'sd0 : bfloat ? 11'sd16 : 11'sd125) + $signed({7'd0, shift_i});
  assign infinity = wide ? 32'h7f80_0000 : bfloat ? 32'h7f80 : 32'h7c00;
  assign quiet = wide ? 32'h7fc0_0000 : bfloat ? 32'h7fc0 : 32'h7e00;
  assign minus = wide ? 32'h8000_0000 : 32'h8000;

  // The digits without the last `cut` ones, to the nearest, to even if both are as near; and whether anything was lost.
  function automatic logic [28:0] rounded(input logic [26:0] digits, input logic [4:0] cut);
    logic [27:0] all, kept, half, gone;
    logic up;
    all = {1'b0, digits};
    kept = all >> cut;
    half = 28'd1 << (cut - 5'd1);
    gone = all & ((28'd1 << cut) - 28'd1);
    up = gone > half || (gone == half && kept[0]);
    rounded = {gone != '0, kept + 28'(up)};
  endfunction

  // How many digits go: those that the format does not have, or those below its least number. Of that many and one more
  // nothing is left.
  logic signed [10:0] lead, short, low;
  logic [4:0] cut;
  logic [27:0] number, unbounded;  // rounded; and as if exponents had no end
  logic lost, unused_lost;

  assign lead = $signed({2'd0, lead_i});
  assign short = 11'sd27 - precision;
  assign low = least + 11'sd26 - lead;
  assign cut = low <= short ? 5'(short) : low < 11'sd28 ? 5'(low) : 5'd28;
  assign {lost, number} = rounded(digits_i, cut);
  assign {unused_lost, unbounded} = rounded(digits_i, 5'(short));

  // Exponent and fraction as one integer. The leading digit itself makes the exponent's field one larger.
  logic [8:0] steps;
  logic [32:0] code;

  assign steps = low < short ? 9'(short - low) : 9'd0;
  assign code = (33'(steps) << (5'(precision) - 5'd1)) + 33'(number);

  // Less than the least normal number when it is rounded to as many digits; too large.
  logic tiny, over;

  assign tiny = lead + 11'(unbounded >> 5'(precision)) < least + precision - 11'sd1;
  assign over = code >= 33'(infinity);

  always_comb begin
    flags_o = 4'd0;
    if (seen_i[0] || (seen_i[1] && seen_i[2])) begin
      result_o = quiet;
      flags_o[0] = seen_i[1] && seen_i[2];
    end else if (seen_i[1]) begin
      result_o = infinity;
    end else if (seen_i[2]) begin
      result_o = infinity | minus;
    end else if (digits_i == '0) begin
      result_o = seen_i[3] ? 32'd0 : minus;
    end else begin
      result_o = (over ? infinity : code[31:0]) | (negative_i ? minus : 32'd0);
      flags_o = {lost || over, lost && tiny, over, 1'b0};
    end
  end

endmodule
