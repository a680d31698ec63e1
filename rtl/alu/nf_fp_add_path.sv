// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The data path of the floating-point adder, written once: order, align, sum, seek, round.
// nf_fp_add is this path without registers, nf_fp_add_pipe is this path with registers and a valid
// bit beside it.
//
// IEEE 754-2019 addition in roundTiesToEven with subnormals, signed zeros and infinities; every NaN
// result is the one canonical quiet NaN. It knows no other rounding direction, keeps no NaN
// payload, and has no valid bit and no reset.
//
// Latency: Stages enabled cycles. Throughput: one addition per cycle.
// KLENK IV-D: the ALUs at the ports of the switch.

`include "nf_assert.svh"

module nf_fp_add_path #(
    parameter int unsigned ExpBits = 8,   // exponent bits, 4..8
    parameter int unsigned ManBits = 23,  // fraction bits without the hidden one, 4..23
    // registers, 0..6: behind round; also behind align; also behind sum; also behind seek; also behind
    // order; also before it; 0 is nf_fp_add
    parameter int unsigned Stages = 2,
    localparam int unsigned FpBits = 1 + ExpBits + ManBits
) (
    input  logic              clk_i,
    input  logic              en_i,      // the registers take their next value
    input  logic [FpBits-1:0] a_i,
    input  logic [FpBits-1:0] b_i,
    output logic [FpBits-1:0] result_o,
    output logic [       3:0] flags_o    // {inexact, underflow, overflow, invalid}
);

  localparam int unsigned SigBits = ManBits + 1;  // significand: hidden bit and fraction
  // Guard, round and sticky. Three are enough: a difference that loses more than one leading bit
  // comes from exponents at most one apart, and there only the guard bit can be set.
  localparam int unsigned ExtraBits = 3;
  localparam int unsigned WideBits = SigBits + ExtraBits;
  localparam int unsigned SlideBits = WideBits - 1;  // without sticky, which is made, not shifted
  localparam int unsigned NormBits = SigBits + 1;  // with guard: a sum that needs no rounding
  localparam int unsigned CountBits = $clog2(NormBits);  // to count 0..NormBits-1 leading zeros
  localparam int unsigned WindowBits = 1 << CountBits;
  localparam int unsigned PrefixBits = SigBits + 1;  // columns: carry-in, then significand
  // The exponent of infinities and NaNs. Not '1: Yosys 0.23 takes that for a 1 in a parameter.
  localparam logic [ExpBits-1:0] ExpOnes = {ExpBits{1'b1}};
  localparam logic [ExpBits-1:0] ExpLargest = ExpOnes - ExpBits'(1);  // of finite numbers

  `NF_PARAM(ExpBitsOutOfRange, ExpBits >= 4 && ExpBits <= 8)
  `NF_PARAM(ManBitsOutOfRange, ManBits >= 4 && ManBits <= 23)
  // Otherwise a fraction would be wider than the range of the exponents.
  `NF_PARAM(ExpBitsTooFewForManBits, ExpBits > CountBits)
  `NF_PARAM(StagesOutOfRange, Stages <= 6)

  // What a sum knows about itself besides its digits.
  typedef struct packed {
    logic               sign;      // of the result, unless it is an exact zero
    logic               subtract;  // the operands have different signs
    logic               nan;       // the result is the canonical NaN
    logic               infinite;  // an operand is infinite
    logic               invalid;   // flag
    logic [ExpBits-1:0] exponent;  // the larger one; 1 for subnormals, whose scale that is
  } note_t;

  typedef struct packed {
    note_t              note;
    logic [SigBits-1:0] high;         // significand with the larger exponent
    logic [SigBits-1:0] low;          // the other one
    logic [ExpBits-1:0] distance;     // between their exponents
    logic               invert_high;  // which one is subtracted, if any
    logic               invert_low;
  } order_t;

  typedef struct packed {
    note_t                note;
    logic [SigBits-1:0]   high;   // the two summands; when subtracting, the smaller one is
    logic [SigBits-1:0]   low;    // inverted, so that the sum is never negative
    logic [ExtraBits-1:0] extra;  // guard, round and sticky bit below `low`, not inverted
  } align_t;

  typedef struct packed {
    note_t               note;
    logic                carry;  // the significand is 2.0 or more
    logic [WideBits-1:0] wide;   // significand, guard, round, sticky
  } sum_t;

  typedef struct packed {
    sum_t                 sum;
    logic [CountBits-1:0] zeros;  // by how many places to shift a sum that needs no rounding
  } seek_t;

  order_t order_d, order_q;
  align_t align_d, align_q;
  sum_t sum_d, sum_q;
  seek_t seek_d, seek_q;

  // -----------------------------------------------------------------------------------------------
  // 1. Order: unpack, find the larger exponent and the distance of the other one
  // -----------------------------------------------------------------------------------------------
  logic sign_a, sign_b, normal_a, normal_b;
  logic [ExpBits-1:0] exp_a, exp_b, scale_a, scale_b;
  logic [ManBits-1:0] frac_a, frac_b;
  logic [SigBits-1:0] sig_a, sig_b;

  // The register is for operands that have come through gates, such as another adder's results in a lane.
  if (Stages >= 6) begin : gen_reg_operands
    logic [FpBits-1:0] a_q, b_q;
    always_ff @(posedge clk_i) if (en_i) {a_q, b_q} <= {a_i, b_i};
    assign {sign_a, exp_a, frac_a} = a_q;
    assign {sign_b, exp_b, frac_b} = b_q;
  end else begin : gen_operands
    assign {sign_a, exp_a, frac_a} = a_i;
    assign {sign_b, exp_b, frac_b} = b_i;
  end
  assign normal_a = |exp_a;
  assign normal_b = |exp_b;
  assign sig_a = {normal_a, frac_a};
  assign sig_b = {normal_b, frac_b};
  // Subnormal numbers have the scale of exponent 1, and no hidden one.
  assign scale_a = {exp_a[ExpBits-1:1], exp_a[0] || !normal_a};
  assign scale_b = {exp_b[ExpBits-1:1], exp_b[0] || !normal_b};

  // Both differences at once: to choose one is faster than to negate one.
  logic [ExpBits-1:0] a_above_b, b_above_a;
  logic b_scale_larger, b_larger, subtract, invert_high;

  assign {b_scale_larger, a_above_b} = {1'b0, scale_a} - {1'b0, scale_b};
  assign b_above_a = scale_b - scale_a;
  assign order_d.distance = b_scale_larger ? b_above_a : a_above_b;
  assign order_d.high = b_scale_larger ? sig_b : sig_a;
  assign order_d.low = b_scale_larger ? sig_a : sig_b;
  assign b_larger = {exp_a, frac_a} < {exp_b, frac_b};
  assign subtract = sign_a ^ sign_b;

  // Special operands.
  logic top_a, top_b, nan_a, nan_b, signaling, opposite_inf;

  assign top_a = (exp_a == ExpOnes);
  assign top_b = (exp_b == ExpOnes);
  assign nan_a = top_a && (frac_a != '0);
  assign nan_b = top_b && (frac_b != '0);
  assign signaling = (nan_a && !frac_a[ManBits-1]) || (nan_b && !frac_b[ManBits-1]);
  assign opposite_inf = top_a && !nan_a && top_b && !nan_b && subtract;

  assign order_d.note.sign = b_larger ? sign_b : sign_a;
  assign order_d.note.subtract = subtract;
  assign order_d.note.nan = nan_a || nan_b || opposite_inf;
  assign order_d.note.infinite = top_a || top_b;
  assign order_d.note.invalid = signaling || opposite_inf;
  assign order_d.note.exponent = b_scale_larger ? scale_b : scale_a;

  // With equal exponents `low` may be the larger one; then there are no extra bits.
  assign invert_high = subtract && b_larger && !b_scale_larger;
  assign order_d.invert_high = invert_high;
  assign order_d.invert_low = subtract && !invert_high;

  if (Stages >= 5) begin : gen_reg_order
    always_ff @(posedge clk_i) if (en_i) order_q <= order_d;
  end else begin : gen_wire_order
    assign order_q = order_d;
  end

  // -----------------------------------------------------------------------------------------------
  // 2. Align: slide the lower significand down; what falls off stays in the sticky bit
  // -----------------------------------------------------------------------------------------------
  logic [SlideBits-1:0] slid, kept;
  logic sticky_low;

  // The mask of what is kept slides the other way, beside the digits and not behind them.
  assign slid = {order_q.low, (SlideBits - SigBits)'(0)} >> order_q.distance;
  assign kept = {SlideBits{1'b1}} << order_q.distance;
  assign sticky_low = |({order_q.low, (SlideBits - SigBits)'(0)} & ~kept);

  assign align_d.note = order_q.note;
  assign align_d.high = order_q.high ^ {SigBits{order_q.invert_high}};
  assign align_d.low = slid[SlideBits-1-:SigBits] ^ {SigBits{order_q.invert_low}};
  assign align_d.extra = {slid[SlideBits-SigBits-1:0], sticky_low};

  if (Stages >= 2) begin : gen_reg_align
    always_ff @(posedge clk_i) if (en_i) align_q <= align_d;
  end else begin : gen_wire_align
    assign align_q = align_d;
  end

  // -----------------------------------------------------------------------------------------------
  // 3. Sum
  // -----------------------------------------------------------------------------------------------
  // An adder with all carries in parallel, written out because the sum is in the middle of the
  // longest path: level i joins each column with the columns up to 2^(i+1) places below.
  logic carry_in;
  logic [PrefixBits-1:0] generates, passes;

  // The +1 of the two's complement gets through the extra bits when they are all zero.
  assign carry_in = align_q.note.subtract && (align_q.extra == '0);

  always_comb begin
    generates = {align_q.high & align_q.low, carry_in};
    passes = {align_q.high | align_q.low, 1'b0};
    for (int i = 0; i < $clog2(PrefixBits); i++) begin
      generates = generates | (passes & (generates << (1 << i)));
      passes = passes & (passes << (1 << i));
    end
  end

  assign sum_d.note = align_q.note;
  assign sum_d.carry = generates[PrefixBits-1] && !align_q.note.subtract;
  assign sum_d.wide[WideBits-1:ExtraBits] = align_q.high ^ align_q.low ^ generates[SigBits-1:0];
  assign sum_d.wide[ExtraBits-1:0] =
      align_q.note.subtract ? ExtraBits'(0) - align_q.extra : align_q.extra;

  // Places until the exponent has come down to 1: known beside the sum, for those who seek.
  logic [ExpBits-1:0] room_d, room;
  assign room_d = align_q.note.exponent - ExpBits'(1);

  if (Stages >= 3) begin : gen_reg_sum
    always_ff @(posedge clk_i) if (en_i) sum_q <= sum_d;
    always_ff @(posedge clk_i) if (en_i) room <= room_d;
  end else begin : gen_wire_sum
    assign sum_q = sum_d;
    assign room = room_d;
  end

  // -----------------------------------------------------------------------------------------------
  // 4. Seek: count the leading zeros, as far as the exponent allows to shift
  // -----------------------------------------------------------------------------------------------
  logic [WindowBits-1:0] window;
  logic [CountBits-1:0] zeros;
  logic ample, empty;

  // Halve the window: a shift by 2^i is made if 2^i places are empty and there is room for it. Once
  // there was room for more than the places that are empty, room is ample for all that follows.
  // The count is the smaller one of leading zeros and room.
  always_comb begin
    window = {sum_q.wide[WideBits-1-:NormBits], (WindowBits - NormBits)'(0)};
    ample = (room[ExpBits-1:CountBits] != '0);
    for (int i = CountBits - 1; i >= 0; i--) begin
      empty = ((window >> (WindowBits - (1 << i))) == '0);
      zeros[i] = empty && (ample || room[i]);
      ample = ample || (room[i] && !empty);
      if (zeros[i]) window = window << (1 << i);
    end
  end
  assign seek_d.sum = sum_q;
  assign seek_d.zeros = zeros;

  if (Stages >= 4) begin : gen_reg_seek
    always_ff @(posedge clk_i) if (en_i) seek_q <= seek_d;
  end else begin : gen_wire_seek
    assign seek_q = seek_d;
  end

  // -----------------------------------------------------------------------------------------------
  // 5. Round or normalise: never both
  // -----------------------------------------------------------------------------------------------
  // A sum with its leading one at most one place away is rounded where it stands. A sum whose
  // leading one is lower is a difference of neighbouring exponents or a sum of subnormals: nothing
  // fell off, and to shift it is all there is to do. So an inexact result is never subnormal, and
  // the underflow flag (IEEE 754-2019 7.5: tiny and inexact) has no way to rise.
  note_t note;
  logic carry;
  logic [WideBits-1:0] wide;
  logic [ExpBits-1:0] exponent;

  assign {note, carry, wide} = seek_q.sum;
  assign exponent = note.exponent;

  // 5a. Round. The leading one is at the carry, on its place, or one place below.
  logic one_up, one_here, one_down, exact;
  logic [ExpBits-1:0] rough_exp;
  logic [ManBits-1:0] rough;
  logic half, sticky, round_up;
  logic [ExpBits+ManBits-1:0] rounded;

  assign one_up = carry;
  assign one_here = wide[WideBits-1];
  assign one_down = wide[WideBits-2] && (exponent != ExpBits'(1));  // no place below exponent 1
  assign exact = !one_up && !one_here && !one_down;

  always_comb begin
    if (one_up) begin
      rough_exp = exponent + ExpBits'(1);
      {rough, half} = wide[WideBits-1-:SigBits];
      sticky = |wide[ExtraBits-1:0];
    end else if (one_here) begin
      rough_exp = exponent;
      {rough, half} = wide[WideBits-2-:SigBits];
      sticky = |wide[ExtraBits-2:0];
    end else begin
      rough_exp = exponent - ExpBits'(1);
      {rough, half} = wide[WideBits-3-:SigBits];
      sticky = wide[0];
    end
  end

  // Ties go to the even neighbour. What runs out of the fraction is an increment of the exponent.
  assign round_up = half && (sticky || rough[0]);
  assign rounded = {rough_exp, rough} + (ExpBits + ManBits)'(round_up);

  // 5b. Normalise, the longest shift first: that count is known first.
  logic [NormBits-1:0] normal;
  logic [ExpBits-1:0] normal_exp;
  logic zero;

  always_comb begin
    normal = wide[WideBits-1-:NormBits];
    for (int i = CountBits - 1; i >= 0; i--) begin
      if (seek_q.zeros[i]) normal = normal << (1 << i);
    end
  end
  assign zero = !carry && (wide == '0);
  // Without a one on top of a number that is not zero, the exponent has come down to 1: it is
  // subnormal and its exponent field is 0.
  assign normal_exp = (exponent - ExpBits'(seek_q.zeros)) &
      {{(ExpBits - 1) {!zero}}, normal[NormBits-1]};

  // 5c. Pack: one of the two, or an infinity or the NaN in its place.
  logic special, carry_over, round_over, overflow;
  logic [ExpBits-1:0] exp_out;
  logic [ManBits-1:0] frac_out;
  logic [FpBits-1:0] result;
  logic [3:0] flags;

  assign special = note.nan || note.infinite;
  // Infinity is one above the largest exponent: reached by the carry, or by rounding up all ones.
  assign carry_over = one_up && (exponent == ExpLargest);
  // All ones are odd, so that a half is enough, and never come behind a carry, as the largest sum of
  // two significands ends in a zero: with six registers, where this is the longest path, it does not
  // wait for the exponent to be counted up or down.
  if (Stages >= 6) begin : gen_early_over
    assign round_over = one_here && (exponent == ExpLargest) && (&rough) && half;
  end else begin : gen_late_over
    assign round_over = !exact && (rough_exp == ExpLargest) && (&rough) && round_up;
  end
  assign overflow = !special && (carry_over || round_over);
  assign exp_out = exact ? normal_exp : rounded[ManBits+:ExpBits];
  assign frac_out = exact ? normal[NormBits-2-:ManBits] : rounded[ManBits-1:0];

  assign result[FpBits-1] = note.sign && !note.nan && !(zero && note.subtract);
  assign result[ManBits+:ExpBits] = exp_out | {ExpBits{special}};
  // Rounding to infinity leaves a fraction of zero; after a carry it is cleared here.
  assign result[ManBits-1:0] =
      (frac_out & {ManBits{!special && !carry_over}}) | {note.nan, (ManBits - 1)'(0)};
  assign flags = {!special && !exact && (half || sticky || overflow), 1'b0, overflow, note.invalid};

  if (Stages >= 1) begin : gen_reg_round
    always_ff @(posedge clk_i) begin
      if (en_i) begin
        result_o <= result;
        flags_o  <= flags;
      end
    end
  end else begin : gen_wire_round
    assign result_o = result;
    assign flags_o  = flags;
    logic unused;
    assign unused = clk_i ^ en_i;
  end

endmodule
