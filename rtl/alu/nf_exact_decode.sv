// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Makes a term of an exact sum ready for nf_exact_add, combinational: where an f32 lies among the
// 320 bits of the accumulator, and what it brings there.
//
// A term is an f32, or one plane of another sum (docs/exact.md). The description is narrow, so that
// a register between this and the adders costs 64 bits and not 320. It is no block: outputs follow
// the inputs without a clock, and it knows nothing of the sum that the term goes to.
//
// addend_o, bits:
//   54:0   window: what goes into segment s and, above bit 31, into segment s + 1
//   55     fill: all bits above the window, up to the top of the sum
//   59:56  s, 0..9; 10: window bits 8:0 are carries into segments 1..9; 15: leave the sum alone
//   63:60  sticky bits to be set: not -0, -infinity, +infinity, NaN
//
// Latency: none. KLENK IV-D: the ALU array; the sums here do not depend on the order of the terms.

module nf_exact_decode #(
    localparam int unsigned AddendBits = nf_pkg::EXACT_ADDEND_BITS
) (
    input  logic                  hold_i,    // nothing is added: the sum stays as it is, saved
                                             // carries wait
    input  logic                  plane_i,   // value_i is a plane of another sum; otherwise an f32
    input  logic [           3:0] index_i,   // which plane, 0..10; another one is held
    input  logic [          31:0] value_i,   // bits of the f32, or a plane's word
    output logic [AddendBits-1:0] addend_o,  // see nf_pkg::EXACT_ADDEND_BITS
    output logic                  invalid_o  // the f32 is a signaling NaN
);

  localparam int unsigned SigBits = 24;  // significand of an f32
  localparam int unsigned SegmentBits = 32;
  localparam int unsigned WindowBits = SigBits + SegmentBits - 1;  // it moves by up to 31
  localparam int unsigned CarryBits = nf_pkg::EXACT_SEGMENTS - 1;
  localparam logic [3:0] Carries = 4'(nf_pkg::EXACT_SEGMENTS);  // index and segment of that plane
  localparam logic [3:0] Hold = 4'd15;

  // -----------------------------------------------------------------------------------------------
  // An f32: the significand, negated if need be, at its place
  // -----------------------------------------------------------------------------------------------
  logic sign, normal, finite, nan, infinite;
  logic [7:0] exponent, place;
  logic [22:0] frac;
  logic [SigBits-1:0] sig, digits;
  logic fill;
  logic [WindowBits-1:0] moved;
  logic [3:0] seen;

  assign {sign, exponent, frac} = value_i;
  assign normal = (exponent != 8'd0);
  assign finite = (exponent != 8'hff);
  assign nan = !finite && (frac != '0);
  assign infinite = !finite && (frac == '0);

  // The unit of the sum is the least subnormal number, whose scale is that of exponent 1.
  assign place = exponent - 8'(normal);
  assign sig = {normal, frac} & {SigBits{finite}};

  // Negated before it is moved: after the move a +1 would arrive as a carry on its own, and a
  // segment can take but one.
  assign digits = (sig ^ {SigBits{sign}}) + SigBits'(sign);
  assign fill = sign && (sig != '0);
  assign moved = {{(WindowBits - SigBits) {fill}}, digits} << place[4:0];

  // Infinities and NaNs have no digits, they are remembered; so is everything that is not -0.
  assign seen = {value_i != 32'h8000_0000, infinite && sign, infinite && !sign, nan};

  // -----------------------------------------------------------------------------------------------
  // A plane: a segment as it is, or the carries and sticky bits of a sum
  // -----------------------------------------------------------------------------------------------
  logic hold, carries;
  logic [WindowBits-1:0] word;

  assign carries = plane_i && (index_i == Carries);
  assign hold = hold_i || (plane_i && (index_i > Carries));
  assign word = {(WindowBits - 32)'(0), carries ? 32'(value_i[CarryBits-1:0]) : value_i};

  always_comb begin
    if (hold) addend_o = {4'd0, Hold, 1'b0, WindowBits'(0)};
    else if (carries) addend_o = {value_i[CarryBits+:4], Carries, 1'b0, word};
    else if (plane_i) addend_o = {4'd0, index_i, 1'b0, word};
    else addend_o = {seen, 1'b0, place[7:5], fill, moved};
  end

  assign invalid_o = !hold_i && !plane_i && nan && !frac[22];

endmodule
