// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// One addition to an exact sum, combinational: ten adders of 32 bits side by side.
//
// The carry out of a segment is not passed on, it is saved and goes into the next segment with the
// next addition. So an addition takes as long as one of 32 bits, for every term and in every order;
// there is no alignment, normalisation or rounding in it. It is no block: outputs follow the inputs
// without a clock. What addend_i says is in nf_exact_decode.
//
// A sum, bits: 319:0 ten segments in two's complement, unit 2^-149; 328:320 saved carries into
// segments 1..9; 332:329 seen: not -0, -infinity, +infinity, NaN. All zero is the empty sum.
//
// Latency: none. KLENK IV-D: the ALU array; the sums here do not depend on the order of the terms.

`include "nf_assert.svh"

module nf_exact_add #(
    localparam int unsigned AddendBits = nf_pkg::EXACT_ADDEND_BITS,
    localparam int unsigned SumBits = nf_pkg::EXACT_BITS
) (
    input  logic [   SumBits-1:0] acc_i,     // the sum so far
    input  logic                  clear_i,   // start from the empty sum instead of acc_i
    input  logic [AddendBits-1:0] addend_i,  // from nf_exact_decode
    output logic [   SumBits-1:0] acc_o
);

  localparam int unsigned Segments = nf_pkg::EXACT_SEGMENTS;
  localparam int unsigned SegmentBits = 32;
  localparam int unsigned CarryLsb = Segments * SegmentBits;
  localparam int unsigned CarryBits = Segments - 1;
  localparam int unsigned WindowBits = 55;
  localparam logic [3:0] Carries = 4'(Segments);
  localparam logic [3:0] Hold = 4'd15;

  `NF_PARAM(SumIsSegmentsCarriesAndFour, SumBits == CarryLsb + CarryBits + 4)

  logic [3:0] special, segment, special_before;
  logic fill, hold, carries;
  logic [WindowBits-1:0] window;
  logic [SegmentBits-1:0] low, high, filler;
  logic [CarryBits-1:0] saved, settled, ready;
  logic [Segments-1:0] carry_out;

  assign {special, segment, fill, window} = addend_i;
  assign hold = (segment == Hold);
  assign carries = (segment == Carries);
  assign low = window[SegmentBits-1:0];
  assign high = {{(2 * SegmentBits - WindowBits) {fill}}, window[WindowBits-1:SegmentBits]};
  assign filler = {SegmentBits{fill}};

  // While it holds, carries stay where they are.
  assign saved = acc_i[CarryLsb+:CarryBits] & {CarryBits{!clear_i}};
  assign ready = saved & {CarryBits{!hold}};
  assign settled = saved & {CarryBits{hold}};

  // A window whose upper word lies past the top, or which is a hold, matches nowhere.
  logic [Segments-1:0] here, above, beyond, brought, carry_in;

  always_comb begin
    beyond = '0;
    for (int k = 0; k < Segments; k++) here[k] = (segment == 4'(k));
    for (int k = 2; k < Segments; k++) beyond[k] = beyond[k-1] || here[k-2];
  end
  assign above = here << 1;
  assign brought = {window[CarryBits-1:0] & {CarryBits{carries}}, 1'b0};
  assign carry_in = {ready, 1'b0};

  for (genvar k = 0; k < Segments; k++) begin : gen_segment
    logic [SegmentBits-1:0] old, term, sum;

    assign old = acc_i[k*SegmentBits+:SegmentBits] & {SegmentBits{!clear_i}};
    assign term = (low & {SegmentBits{here[k]}}) | (high & {SegmentBits{above[k]}}) |
        (filler & {SegmentBits{beyond[k]}}) | SegmentBits'(brought[k]);
    assign {carry_out[k], sum} =
        {1'b0, old} + {1'b0, term} + (SegmentBits + 1)'(carry_in[k]);
    assign acc_o[k*SegmentBits+:SegmentBits] = sum;
  end

  // What leaves the top segment is a multiple of 2^320: the sum is meant modulo that.
  logic unused_top;
  assign unused_top = carry_out[Segments-1];

  assign special_before = acc_i[CarryLsb+CarryBits+:4] & {4{!clear_i}};
  assign acc_o[CarryLsb+:CarryBits] = carry_out[CarryBits-1:0] | settled;
  assign acc_o[CarryLsb+CarryBits+:4] = special_before | special;

endmodule
