// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Rounds an exact sum, once, to nearest even: the end of a sum that took its terms in any order.
// The result is the sum * 2^-shift in binary32, binary16 or bfloat16, with the flags of IEEE
// 754-2019; tininess is detected after rounding. NaNs are canonical.
//
// The 320 bits are never resolved as a whole. From each segment's bits and saved carry follows
// which carries pass it; from that the sign of the sum and the segment with the leading one. Two
// segments are picked, everything after that is narrow, and no register holds the whole sum.
// It keeps no sum, and adds nothing: the bits of acc_i are those of nf_exact_add.
//
// Whoever cannot take a result lowers en_i, and all of it stops.
//
// Latency: 5 enabled cycles. Throughput: one sum per cycle.
// KLENK IV-D: the result of a reduction.

`include "nf_assert.svh"

module nf_exact_round #(
    parameter int unsigned HasF32 = 1,  // 0: rounds to binary16 and bfloat16 only, and is smaller
    localparam int unsigned SumBits = nf_pkg::EXACT_BITS
) (
    input  logic               clk_i,
    input  logic               rst_ni,
    input  logic               en_i,      // everything advances; low holds all of it
    // sum
    input  logic               valid_i,
    input  logic [SumBits-1:0] acc_i,     // the sum, as nf_exact_add holds it
    input  logic [        1:0] format_i,  // 0 binary32, 1 binary16, 2 and 3 bfloat16
    input  logic [        3:0] shift_i,   // the result is the sum * 2^-shift: averages
    // result
    output logic               valid_o,
    output logic [       31:0] result_o,  // in the low 16 bits unless binary32; 0 unless valid_o
    output logic [        3:0] flags_o    // {inexact, underflow, overflow, invalid}
);

  localparam int unsigned Segments = nf_pkg::EXACT_SEGMENTS;
  localparam int unsigned SegmentBits = 32;
  localparam int unsigned CarryLsb = Segments * SegmentBits;
  localparam int unsigned TopLsb = CarryLsb - SegmentBits;  // of the top segment
  localparam int unsigned SpecialLsb = CarryLsb + Segments - 1;
  localparam int unsigned PlaceBits = $clog2(Segments);
  localparam int unsigned CountBits = $clog2(SegmentBits);
  localparam int unsigned SigBits = (HasF32 != 0) ? 24 : 11;  // of the longest significand
  // Below it the rounding bit and one more, which tininess after rounding needs.
  localparam int unsigned CutBits = SigBits + 2;
  // What can reach the cut: it begins up to 31 places below the top of the picked segments.
  localparam int unsigned ReachBits = CutBits + SegmentBits - 1;
  localparam int unsigned ScaleBits = 10;  // signed: distances of exponents
  localparam int unsigned ExpBits = 9;  // unsigned: of numbers that may be far too large

  `NF_PARAM(HasF32OutOfRange, HasF32 <= 1)

  // What a result is besides digits: kept beside them from stage to stage.
  typedef struct packed {
    logic wide;      // it is a binary32
    logic bfloat;    // it is a bfloat16; if neither, a binary16
    logic nan;       // the canonical NaN
    logic infinite;  // an infinity among the terms
    logic invalid;   // flag
    logic sign;
  } note_t;

  // -----------------------------------------------------------------------------------------------
  // 1. Pick: carries of the sum, its sign, and the two segments where its leading one is
  // -----------------------------------------------------------------------------------------------
  // Saved and arriving carry together add 0, 1 or 2 to a segment. Whether a carry leaves it follows
  // from whether it is all ones, or one less. The magnitude of a negative sum is the complement of
  // sum - 1, and that 1 is borrowed through the segments at the bottom that are zero.
  logic [Segments-1:0] saved, is_zero, is_top1, is_top2, is_top3;  // 0, or -1, -2, -3 mod 2^32

  assign saved = {acc_i[CarryLsb+:Segments-1], 1'b0};

  for (genvar k = 0; k < Segments; k++) begin : gen_kind
    logic rest_zeros, rest_ones;
    logic [1:0] last;
    assign rest_zeros = (acc_i[k*SegmentBits+2+:SegmentBits-2] == '0);
    assign rest_ones = &acc_i[k*SegmentBits+2+:SegmentBits-2];
    assign last = acc_i[k*SegmentBits+:2];
    assign is_zero[k] = rest_zeros && (last == 2'd0);
    assign is_top1[k] = rest_ones && (last == 2'd3);
    assign is_top2[k] = rest_ones && (last == 2'd2);
    assign is_top3[k] = rest_ones && (last == 2'd1);
  end

  // All carries in parallel, as in an adder: level i joins each segment with those up to 2^(i+1)
  // places below. Where the 1 is borrowed no carry arrives, and a saved one only pays it back.
  logic [Segments-1:0] borrow, passes, leaves, leaves_less;
  logic [Segments-1:0] arrives, arrives_less;  // into the sum; into the sum - 1

  always_comb begin
    borrow = '0;
    borrow[0] = 1'b1;
    for (int k = 1; k < Segments; k++) borrow[k] = borrow[k-1] && is_zero[k-1] && !saved[k-1];
  end

  always_comb begin
    passes = is_top1 | (is_top2 & saved);
    leaves = is_top1 & saved;
    leaves_less = is_top1 & saved & ~borrow;
    for (int i = 0; i < $clog2(Segments); i++) begin
      leaves = leaves | (passes & (leaves << (1 << i)));
      leaves_less = leaves_less | (passes & (leaves_less << (1 << i)));
      passes = passes & (passes << (1 << i));
    end
  end
  assign arrives = leaves << 1;
  assign arrives_less = leaves_less << 1;

  // The sign is the top bit of the top segment, once the carries are in.
  logic top_ones, top_turns, negative;

  assign top_ones = &acc_i[TopLsb+1+:SegmentBits-2];
  assign top_turns = top_ones && (acc_i[TopLsb] ? (saved[Segments-1] || arrives[Segments-1])
                                                : (saved[Segments-1] && arrives[Segments-1]));
  assign negative = acc_i[SegmentBits+TopLsb-1] ^ top_turns;

  // Which segments of the magnitude are not zero, and what is to be added to each one before it is
  // complemented: 0, 1, 2, or 3 for -1.
  logic [Segments-1:0] any_plus, any_minus, any, first, lowest_rest;
  logic [Segments-1:0] odd, two;

  assign any_plus = ~((~saved & ~arrives & is_zero) | ((saved ^ arrives) & is_top1) |
                      (saved & arrives & is_top2));
  assign any_minus = ~((borrow & ~saved & is_zero) | (borrow & saved & is_top1) |
                       (~borrow & ~saved & ~arrives_less & is_top1) |
                       (~borrow & (saved ^ arrives_less) & is_top2) |
                       (saved & arrives_less & is_top3));
  assign any = negative ? any_minus : any_plus;
  assign odd = saved ^ (negative ? arrives_less ^ borrow : arrives);
  assign two = negative ? (borrow & ~saved) | (saved & arrives_less) : saved & arrives;

  // The first one from above, the one below it, and whether there is anything below those two.
  logic [SegmentBits-1:0] high_d, low_d, high_q, low_q;
  logic [1:0] high_plus_d, low_plus_d, high_plus_q, low_plus_q;
  logic [PlaceBits-1:0] place_d, place_q;  // number of the first one
  logic rest_d, rest_q, zero_d, zero_q, negative_q;
  logic [3:0] seen_q, shift_q;
  logic [1:0] format_q;

  always_comb begin
    lowest_rest = '0;
    for (int k = 0; k < Segments; k++) begin
      first[k] = any[k] && ((any >> (k + 1)) == '0);
      lowest_rest[k] = first[k] && ((any << (Segments + 1 - k)) != '0);
    end
    high_d = '0;
    low_d = '0;
    high_plus_d = '0;
    low_plus_d = '0;
    place_d = '0;
    for (int k = 0; k < Segments; k++) begin
      high_d = high_d | (acc_i[k*SegmentBits+:SegmentBits] & {SegmentBits{first[k]}});
      high_plus_d = high_plus_d | ({two[k], odd[k]} & {2{first[k]}});
      place_d = place_d | (PlaceBits'(k) & {PlaceBits{first[k]}});
    end
    for (int k = 0; k < Segments - 1; k++) begin
      low_d = low_d | (acc_i[k*SegmentBits+:SegmentBits] & {SegmentBits{first[k+1]}});
      low_plus_d = low_plus_d | ({two[k], odd[k]} & {2{first[k+1]}});
    end
  end
  assign rest_d = (lowest_rest != '0);
  assign zero_d = (any == '0);

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      high_q <= high_d;
      low_q <= low_d;
      high_plus_q <= high_plus_d;
      low_plus_q <= low_plus_d;
      place_q <= place_d;
      rest_q <= rest_d;
      zero_q <= zero_d;
      negative_q <= negative;
      seen_q <= acc_i[SpecialLsb+:4];
      format_q <= format_i;
      shift_q <= shift_i;
    end
  end

  // -----------------------------------------------------------------------------------------------
  // 2. Magnitude of the two segments; how far the leading one could be from the least exponent
  // -----------------------------------------------------------------------------------------------
  logic [SegmentBits-1:0] high, low;
  logic nan_seen, plus_inf, minus_inf, not_minus_zero;
  logic wide, bfloat, opposite, nan, infinite, sign;
  logic signed [ScaleBits-1:0] scale_d, scale_q;
  logic [ReachBits-1:0] reach_d, reach_q;
  logic below_d, below_q;
  note_t note2_d, note2_q;

  // Each gets its own change: what would have come from below has been counted in. To take 1 away
  // is to add it to the complement, and complement again.
  logic high_less, low_less;
  logic [SegmentBits-1:0] high_more, low_more;

  assign high_less = (high_plus_q == 2'd3);
  assign low_less = (low_plus_q == 2'd3);
  assign high_more = (high_q ^ {SegmentBits{high_less}}) +
      SegmentBits'({high_plus_q[1] && !high_less, high_plus_q[0]});
  assign low_more = (low_q ^ {SegmentBits{low_less}}) +
      SegmentBits'({low_plus_q[1] && !low_less, low_plus_q[0]});
  assign high = high_more ^ {SegmentBits{negative_q ^ high_less}};
  assign low = (low_more ^ {SegmentBits{negative_q ^ low_less}}) &
      {SegmentBits{(place_q != '0)}};  // nothing is below segment 0
  assign {reach_d, below_d} = {high, low[SegmentBits-1-:ReachBits-SegmentBits],
      rest_q || (low[2*SegmentBits-ReachBits-1:0] != '0)};

  // Exponent field, less the hidden one, of a result whose leading one is on top of `high`. A unit
  // of the sum is the least subnormal binary32; that of a binary16 is 125 places higher.
  assign wide = (HasF32 != 0) && (format_q == 2'd0);
  assign bfloat = format_q[1];
  assign scale_d = $signed({1'b0, place_q, 5'd0}) - ((wide || bfloat) ? -10'sd8 : 10'sd104) -
      $signed({6'd0, shift_q});

  assign {not_minus_zero, minus_inf, plus_inf, nan_seen} = seen_q;
  assign opposite = plus_inf && minus_inf;
  assign nan = nan_seen || opposite;
  assign infinite = plus_inf || minus_inf;
  assign sign = !nan && (infinite ? minus_inf : zero_q ? !not_minus_zero : negative_q);
  assign note2_d = {wide, bfloat, nan, infinite, opposite, sign};

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      reach_q <= reach_d;
      below_q <= below_d;
      scale_q <= scale_d;
      note2_q <= note2_d;
    end
  end

  // -----------------------------------------------------------------------------------------------
  // 3. Normalise: the leading one goes to the top
  // -----------------------------------------------------------------------------------------------
  logic [ReachBits-1:0] window, out_of_reach;
  logic [CountBits-1:0] zeros;
  logic sticky;
  logic [CutBits-1:0] cut_q;
  logic signed [ScaleBits-1:0] exponent_q;
  logic cut_sticky_q;
  note_t note3_q;

  // Halve what is above the cut; a place that can no longer reach the cut is gathered.
  always_comb begin
    window = reach_q;
    sticky = below_q;
    for (int i = CountBits - 1; i >= 0; i--) begin
      zeros[i] = ((window >> (ReachBits - (1 << i))) == '0);
      if (zeros[i]) window = window << (1 << i);
      // After this level the cut is still up to 2^i - 1 places off.
      out_of_reach = ({ReachBits{1'b1}} >> (ReachBits - (1 << i))) << (SegmentBits - (2 << i));
      sticky = sticky || ((window & out_of_reach) != '0);
    end
  end

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      cut_q <= window[ReachBits-1-:CutBits];
      cut_sticky_q <= sticky;
      exponent_q <= scale_q - $signed({5'd0, zeros});
      note3_q <= note2_q;
    end
  end

  // -----------------------------------------------------------------------------------------------
  // 4. Lower: the last digit goes to the bottom, further down for a subnormal result
  // -----------------------------------------------------------------------------------------------
  logic [CutBits-1:0] slid, kept, slid_q;
  logic [ScaleBits-1:0] distance, spare;
  logic far, subnormal;
  logic slid_sticky_q;
  logic [ExpBits-1:0] base_q;
  note_t note4_q;

  // A shorter significand ends higher up.
  assign spare = note3_q.wide ? ScaleBits'(0) : note3_q.bfloat ? ScaleBits'(SigBits - 8)
                                                               : ScaleBits'(SigBits - 11);
  assign subnormal = exponent_q[ScaleBits-1];
  assign distance = spare - (exponent_q & {ScaleBits{subnormal}});
  assign far = (distance[ScaleBits-1:5] != '0);

  // The mask of what is kept slides the other way, beside the digits and not behind them.
  assign slid = (cut_q & {CutBits{!far}}) >> distance[4:0];
  assign kept = {CutBits{!far}} & ({CutBits{1'b1}} << distance[4:0]);

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      slid_q <= slid;
      slid_sticky_q <= cut_sticky_q || ((cut_q & ~kept) != '0);
      base_q <= exponent_q[ExpBits-1:0] & {ExpBits{!subnormal}};
      note4_q <= note3_q;
    end
  end

  // -----------------------------------------------------------------------------------------------
  // 5. Round and pack
  // -----------------------------------------------------------------------------------------------
  logic [SigBits-1:0] digits;
  logic half, quarter, round_up, inexact, overflow, tiny, special, hidden;
  logic [SigBits:0] rounded;
  logic [1:0] carried;  // digits of the rounded number above its fraction
  logic [ExpBits-1:0] exponent;
  logic [22:0] fraction;
  logic [31:0] result;
  logic [3:0] flags;
  logic [3:0] valid_q;

  assign {digits, half, quarter} = slid_q;
  assign round_up = half && (quarter || slid_sticky_q || digits[0]);
  assign rounded = (SigBits + 1)'(digits) + (SigBits + 1)'(round_up);

  always_comb begin
    if (note4_q.wide) begin
      hidden = digits[SigBits-1];
      carried = rounded[SigBits-:2];
      fraction = 23'(rounded[SigBits-2:0]);
    end else if (note4_q.bfloat) begin
      hidden = digits[7];
      carried = rounded[8:7];
      fraction = 23'(rounded[6:0]);
    end else begin
      hidden = digits[10];
      carried = rounded[11:10];
      fraction = 23'(rounded[9:0]);
    end
  end

  // A hidden one makes the exponent field one larger; so does a carry out of the significand.
  assign exponent = base_q + ExpBits'(carried);
  assign special = note4_q.nan || note4_q.infinite;
  assign overflow = !special &&
      (exponent >= ((note4_q.wide || note4_q.bfloat) ? ExpBits'(255) : ExpBits'(31)));
  assign inexact = !special && (half || quarter || slid_sticky_q || overflow);
  // A result that rounding has made the least normal number was tiny if it would be less with one
  // digit more, which is what an unbounded exponent would leave it.
  assign tiny = !hidden && !(carried[0] && quarter);
  assign flags = {inexact, inexact && tiny, overflow, note4_q.invalid};

  logic [7:0] exp_out;
  logic [22:0] frac_out;

  assign exp_out = exponent[7:0] | {8{special || overflow}};
  always_comb begin
    frac_out = fraction & {23{!special && !overflow}};
    if (note4_q.wide) begin
      frac_out[22] = frac_out[22] || note4_q.nan;
      result = {note4_q.sign, exp_out, frac_out};
    end else if (note4_q.bfloat) begin
      frac_out[6] = frac_out[6] || note4_q.nan;
      result = {16'd0, note4_q.sign, exp_out, frac_out[6:0]};
    end else begin
      frac_out[9] = frac_out[9] || note4_q.nan;
      result = {16'd0, note4_q.sign, exp_out[4:0], frac_out[9:0]};
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
      valid_o <= 1'b0;
      result_o <= '0;
      flags_o <= '0;
    end else if (en_i) begin
      {valid_o, valid_q} <= {valid_q, valid_i};
      result_o <= result & {32{valid_q[3]}};
      flags_o <= flags & {4{valid_q[3]}};
    end
  end

`ifndef SYNTHESIS
  // -----------------------------------------------------------------------------------------------
  // Properties
  // -----------------------------------------------------------------------------------------------
  logic left_wide_q, left_bfloat_q, left_nan_q;  // of what leaves
  logic [31:0] least_normal, inf_bits, nan_bits, size;

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      left_wide_q <= note4_q.wide;
      left_bfloat_q <= note4_q.bfloat;
      left_nan_q <= note4_q.nan;
    end
  end
  always_comb begin
    if (left_wide_q) {least_normal, inf_bits, nan_bits} = 96'h00800000_7f800000_7fc00000;
    else if (left_bfloat_q) {least_normal, inf_bits, nan_bits} = 96'h00000080_00007f80_00007fc0;
    else {least_normal, inf_bits, nan_bits} = 96'h00000400_00007c00_00007e00;
  end
  assign size = result_o & ~(left_wide_q ? 32'h8000_0000 : 32'h0000_8000);

  // The upper one of the picked segments is zero only if the sum is.
  `NF_ASSERT(PickedSegmentHasTheLeadingOne, !valid_q[0] || zero_q == (high == '0))

  // After normalising the leading one is on top.
  `NF_ASSERT(LeadingOneIsOnTop, !valid_q[1] || window[ReachBits-1] || reach_q == '0)

  // Only a subnormal result or zero has no hidden one, and its exponent field is not raised.
  `NF_ASSERT(NoHiddenOneAtExponentZero,
             !valid_q[3] || note4_q.nan || note4_q.infinite || hidden || base_q == '0)

  // Nothing leaves beside a result.
  `NF_ASSERT(ZeroUnlessValid, valid_o || {flags_o, result_o} == '0)

  // A NaN is the canonical one (IEEE 754-2019 6.2.3), and what has a NaN or two infinities is one.
  `NF_ASSERT(NanIsCanonical,
             !valid_o || (left_nan_q ? result_o == nan_bits : size <= inf_bits))

  // A result of two bytes leaves the upper ones zero.
  `NF_ASSERT(ShortResultIsLow, !valid_o || left_wide_q || result_o[31:16] == '0)

  // An overflow delivers an infinity and is inexact (IEEE 754-2019 7.4).
  `NF_ASSERT(OverflowIsInexactInfinity,
             !valid_o || !flags_o[1] || (flags_o[3] && size == inf_bits))

  // An underflow is inexact and at most the least normal number (IEEE 754-2019 7.5).
  `NF_ASSERT(UnderflowIsInexactAndSmall,
             !valid_o || !flags_o[2] || (flags_o[3] && size <= least_normal))

  // Invalid goes with the NaN and with no other flag (IEEE 754-2019 7.2).
  `NF_ASSERT(InvalidGivesNanAlone, !valid_o || !flags_o[0] || (flags_o == 4'd1 && left_nan_q))

  `NF_COVER(RoundsToInfinity, valid_o && flags_o[1])
  `NF_COVER(RoundsToTheLeastNormal, valid_o && flags_o[2] && size == least_normal)
  `NF_COVER(RoundsToTheLeastNormalAndIsNotTiny,
            valid_o && flags_o == 4'd8 && size == least_normal)
`endif

endmodule
