// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// One 32-bit lane of the reduction ALU: every op whose result is as wide as its elements, on every
// type. With Halves a word may also be a pair of binary16 or bfloat16 numbers, which do not see
// each other.
//
// It knows no sum that is wider than its type (nf_pkg::OPS_WIDE). A pair of op and type that it does not
// have passes the first operand on, unchanged, and says so. The data registers have no reset; a
// result means something while valid_o is high. Whoever cannot take a result lowers en_i, and all
// of the lane stops.
//
// Latency: Stages enabled cycles for every op. Throughput: one op per cycle.
// KLENK IV-D: the ALU array works on 4-byte elements.

`include "nf_assert.svh"

module nf_alu_lane #(
    parameter int unsigned Stages = 2,    // registers from operands to result, 1..6
    parameter bit          Halves = 1'b0  // the types of 16-bit elements, F16 and BF16, too: two
                                          // adders and two minima of either format
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        en_i,          // the pipeline moves
    // operands
    input  logic        valid_i,
    input  logic [ 3:0] red_op_i,      // nf_pkg::RED_OP_*
    input  logic [ 3:0] dtype_i,       // nf_pkg::DTYPE_*
    input  logic [31:0] a_i,
    input  logic [31:0] b_i,
    // result
    output logic        valid_o,
    output logic [31:0] result_o,
    output logic [ 3:0] flags_o,       // {inexact, underflow, overflow, invalid} of all elements
    output logic        unsupported_o  // the lane does not have the op for the type; result_o is a_i
);

  localparam logic [255:0] Ops =
      nf_pkg::OPS_SUPPORTED & ~nf_pkg::OPS_WIDE & ~(Halves ? 256'd0 : nf_pkg::OPS_HALF);

  // What this text gives a meaning: a pair that enters the package's table must come here, too.
  localparam logic [15:0] NamedOps = (16'd1 << nf_pkg::RED_OP_ADD) | (16'd1 << nf_pkg::RED_OP_MIN) |
      (16'd1 << nf_pkg::RED_OP_MAX) | (16'd1 << nf_pkg::RED_OP_AND) |
      (16'd1 << nf_pkg::RED_OP_OR) | (16'd1 << nf_pkg::RED_OP_XOR);
  localparam logic [255:0] NamedTypes = (256'hffff << {nf_pkg::DTYPE_F32, 4'd0}) |
      (256'hffff << {nf_pkg::DTYPE_U32, 4'd0}) | (256'hffff << {nf_pkg::DTYPE_S32, 4'd0}) |
      (256'hffff << {nf_pkg::DTYPE_U32SAT, 4'd0}) | (256'hffff << {nf_pkg::DTYPE_S32SAT, 4'd0}) |
      (256'hffff << {nf_pkg::DTYPE_FIX32, 4'd0}) | (256'hffff << {nf_pkg::DTYPE_F16, 4'd0}) |
      (256'hffff << {nf_pkg::DTYPE_BF16, 4'd0});

  `NF_PARAM(StagesOutOfRange, Stages >= 1 && Stages <= 6)
  `NF_PARAM(OpWithoutMeaning, (Ops & ~{16{NamedOps}}) == '0)
  `NF_PARAM(TypeWithoutMeaning, (Ops & ~NamedTypes) == '0)

  logic is_f32, is_f16, is_bf16, is_signed, saturates, add, max;

  assign is_f32 = (dtype_i == nf_pkg::DTYPE_F32);
  assign is_f16 = (dtype_i == nf_pkg::DTYPE_F16);
  assign is_bf16 = (dtype_i == nf_pkg::DTYPE_BF16);
  assign is_signed = (dtype_i == nf_pkg::DTYPE_S32) || (dtype_i == nf_pkg::DTYPE_S32SAT) ||
      (dtype_i == nf_pkg::DTYPE_FIX32);
  assign saturates = (dtype_i == nf_pkg::DTYPE_U32SAT) || (dtype_i == nf_pkg::DTYPE_S32SAT) ||
      (dtype_i == nf_pkg::DTYPE_FIX32);
  assign add = (red_op_i == nf_pkg::RED_OP_ADD);
  assign max = (red_op_i == nf_pkg::RED_OP_MAX);

  // -----------------------------------------------------------------------------------------------
  // Floating-point sums: a pipeline for each format
  // -----------------------------------------------------------------------------------------------
  // The operands of a pipeline are zero unless the sum is its own: it rests, which saves power, and
  // it says +0 without flags, so that the results of all of them can simply be ORed.
  logic add_f32;
  logic [31:0] sum_f32, sum_f16, sum_bf16;
  logic [3:0] flags_f32, flags_f16, flags_bf16;
  logic [31:0] minmax_f32, minmax_f16, minmax_bf16;
  logic invalid_f32, invalid_f16, invalid_bf16;

  assign add_f32 = add && is_f32;

  nf_fp_add_pipe #(
      .Stages(Stages)
  ) u_add_f32 (
      .clk_i   (clk_i),
      .rst_ni  (rst_ni),
      .en_i    (en_i),
      .valid_i (valid_i),
      .a_i     (a_i & {32{add_f32}}),
      .b_i     (b_i & {32{add_f32}}),
      .valid_o (valid_o),
      .result_o(sum_f32),
      .flags_o (flags_f32)
  );

  nf_fp_minmax u_minmax_f32 (
      .max_i    (max),
      .a_i      (a_i),
      .b_i      (b_i),
      .result_o (minmax_f32),
      .invalid_o(invalid_f32)
  );

  if (Halves) begin : gen_halves
    logic add_f16, add_bf16;
    logic [3:0] valid;  // {bf16, f16} of the high half, then of the low one
    logic [1:0] invalids_f16, invalids_bf16;
    logic [7:0] halves_flags_f16, halves_flags_bf16;

    assign add_f16 = add && is_f16;
    assign add_bf16 = add && is_bf16;

    for (genvar h = 0; h < 2; h++) begin : gen_half
      nf_fp_add_pipe #(
          .ExpBits(5),
          .ManBits(10),
          .Stages (Stages)
      ) u_add_f16 (
          .clk_i   (clk_i),
          .rst_ni  (rst_ni),
          .en_i    (en_i),
          .valid_i (valid_i),
          .a_i     (a_i[16*h+:16] & {16{add_f16}}),
          .b_i     (b_i[16*h+:16] & {16{add_f16}}),
          .valid_o (valid[2*h]),
          .result_o(sum_f16[16*h+:16]),
          .flags_o (halves_flags_f16[4*h+:4])
      );

      nf_fp_add_pipe #(
          .ExpBits(8),
          .ManBits(7),
          .Stages (Stages)
      ) u_add_bf16 (
          .clk_i   (clk_i),
          .rst_ni  (rst_ni),
          .en_i    (en_i),
          .valid_i (valid_i),
          .a_i     (a_i[16*h+:16] & {16{add_bf16}}),
          .b_i     (b_i[16*h+:16] & {16{add_bf16}}),
          .valid_o (valid[2*h+1]),
          .result_o(sum_bf16[16*h+:16]),
          .flags_o (halves_flags_bf16[4*h+:4])
      );

      nf_fp_minmax #(
          .ExpBits(5),
          .ManBits(10)
      ) u_minmax_f16 (
          .max_i    (max),
          .a_i      (a_i[16*h+:16]),
          .b_i      (b_i[16*h+:16]),
          .result_o (minmax_f16[16*h+:16]),
          .invalid_o(invalids_f16[h])
      );

      nf_fp_minmax #(
          .ExpBits(8),
          .ManBits(7)
      ) u_minmax_bf16 (
          .max_i    (max),
          .a_i      (a_i[16*h+:16]),
          .b_i      (b_i[16*h+:16]),
          .result_o (minmax_bf16[16*h+:16]),
          .invalid_o(invalids_bf16[h])
      );
    end

    assign flags_f16 = halves_flags_f16[7:4] | halves_flags_f16[3:0];
    assign flags_bf16 = halves_flags_bf16[7:4] | halves_flags_bf16[3:0];
    assign invalid_f16 = |invalids_f16;
    assign invalid_bf16 = |invalids_bf16;

    // No pipeline is ahead of another one.
    `NF_ASSERT(PipelinesInStep, valid == {4{valid_o}})
  end else begin : gen_words
    assign sum_f16 = '0;
    assign sum_bf16 = '0;
    assign flags_f16 = '0;
    assign flags_bf16 = '0;
    assign minmax_f16 = '0;
    assign minmax_bf16 = '0;
    assign invalid_f16 = 1'b0;
    assign invalid_bf16 = 1'b0;
  end

  // -----------------------------------------------------------------------------------------------
  // All other ops: ready before the first register, and delayed to keep the sums company
  // -----------------------------------------------------------------------------------------------
  localparam int unsigned OtherBits = 32 + 4;  // value, {overflow, is_signed, invalid, unsupported}

  logic supported, is_float, carry, beyond, int_less;
  logic [31:0] sum, extreme, value, value_out, limit;
  logic overflow, invalid, overflow_out, signed_out, invalid_out;
  logic [Stages*OtherBits-1:0] other_q;

  assign supported = 1'(Ops >> {dtype_i, red_op_i});
  assign is_float = is_f32 || is_f16 || is_bf16;

  // A signed sum is beyond its range when both operands have the sign that the sum has not.
  assign {carry, sum} = {1'b0, a_i} + {1'b0, b_i};
  assign beyond = is_signed ? (a_i[31] == b_i[31] && sum[31] != a_i[31]) : carry;
  assign overflow = add && saturates && beyond;

  // Signed order is unsigned order with the sign bits turned.
  assign int_less = {a_i[31] ^ is_signed, a_i[30:0]} < {b_i[31] ^ is_signed, b_i[30:0]};

  always_comb begin
    if (is_f32) extreme = minmax_f32;
    else if (is_f16) extreme = minmax_f16;
    else if (is_bf16) extreme = minmax_bf16;
    else extreme = (int_less ^ max) ? a_i : b_i;
  end

  always_comb begin
    value = a_i;
    if (supported) begin
      case (red_op_i)
        nf_pkg::RED_OP_ADD: value = sum & {32{!is_float}};  // floating-point sums have their own
        nf_pkg::RED_OP_MIN, nf_pkg::RED_OP_MAX: value = extreme;
        nf_pkg::RED_OP_AND: value = a_i & b_i;
        nf_pkg::RED_OP_OR: value = a_i | b_i;
        nf_pkg::RED_OP_XOR: value = a_i ^ b_i;
        default: value = a_i;  // none: OpWithoutMeaning
      endcase
    end
  end
  assign invalid = supported && !add &&
      ((is_f32 && invalid_f32) || (is_f16 && invalid_f16) || (is_bf16 && invalid_bf16));

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      other_q <= (Stages * OtherBits)'({other_q, overflow, is_signed, invalid, !supported, value});
    end
  end
  assign {overflow_out, signed_out, invalid_out, unsupported_o, value_out} =
      other_q[Stages*OtherBits-1-:OtherBits];

  // A sum beyond its range is replaced behind the last register, because the first one is where the
  // longest carry ends. A signed one has the wrong sign, which tells the limit that it passed.
  assign limit = signed_out ? {!value_out[31], {31{value_out[31]}}} : '1;

  assign result_o = (overflow_out ? limit : value_out) | sum_f32 | sum_f16 | sum_bf16;
  assign flags_o = {2'b0, overflow_out, invalid_out} | flags_f32 | flags_f16 | flags_bf16;

`ifndef SYNTHESIS
  // -----------------------------------------------------------------------------------------------
  // Properties
  // -----------------------------------------------------------------------------------------------
  localparam int unsigned PastBits = 2 * 32 + 2 * 4;
  localparam logic [3:0] OverflowFlag = 4'b0010;
  localparam logic [31:0] NanF32 = 32'h7fc0_0000;
  localparam logic [15:0] NanF16 = 16'h7e00, NanBf16 = 16'h7fc0;

  logic [Stages*PastBits-1:0] past_q;
  logic [31:0] past_a, past_b;
  logic [3:0] past_op, past_dtype;
  logic past_float, past_half, past_wraps, past_signed, past_extreme, past_saturates;
  logic [15:0] past_nan;      // of a half
  logic [1:0] half_is_operand, half_from_zeros;
  logic [3:0] speaks;  // who says something: other ops, then f32, f16, bf16 sums

  always_ff @(posedge clk_i) begin
    if (en_i) past_q <= (Stages * PastBits)'({past_q, red_op_i, dtype_i, a_i, b_i});
  end
  assign {past_op, past_dtype, past_a, past_b} = past_q[Stages*PastBits-1-:PastBits];
  assign past_half = (past_dtype == nf_pkg::DTYPE_F16) || (past_dtype == nf_pkg::DTYPE_BF16);
  assign past_float = past_half || (past_dtype == nf_pkg::DTYPE_F32);
  assign past_wraps = (past_dtype == nf_pkg::DTYPE_U32) || (past_dtype == nf_pkg::DTYPE_S32);
  assign past_signed = (past_dtype == nf_pkg::DTYPE_S32) || (past_dtype == nf_pkg::DTYPE_S32SAT) ||
      (past_dtype == nf_pkg::DTYPE_FIX32);
  assign past_extreme = !unsupported_o &&
      ((past_op == nf_pkg::RED_OP_MIN) || (past_op == nf_pkg::RED_OP_MAX));
  assign past_saturates =
      !unsupported_o && !past_float && !past_wraps && (past_op == nf_pkg::RED_OP_ADD);
  assign past_nan = (past_dtype == nf_pkg::DTYPE_F16) ? NanF16 : NanBf16;
  assign speaks = {
      {overflow_out, invalid_out, value_out} != '0,
      {flags_f32, sum_f32} != '0,
      {flags_f16, sum_f16} != '0,
      {flags_bf16, sum_bf16} != '0
  };

  for (genvar h = 0; h < 2; h++) begin : gen_past
    assign half_is_operand[h] = (result_o[16*h+:16] == past_a[16*h+:16]) ||
        (result_o[16*h+:16] == past_b[16*h+:16]) || (result_o[16*h+:16] == past_nan);
    assign half_from_zeros[h] = {past_a[16*h+:16], past_b[16*h+:16]} == '0;
    // What one half holds leaves no trace in the other one: zeros give zero.
    `NF_ASSERT(HalvesAreIndependent, !valid_o || unsupported_o || !past_half ||
               !half_from_zeros[h] || result_o[16*h+:16] == '0)
  end

  // A pair that the lane does not have keeps the first operand and raises no flag.
  `NF_ASSERT(UnsupportedKeepsFirstOperand,
             !valid_o || !unsupported_o || (result_o == past_a && flags_o == '0))

  // The refusal is the package's, for the pair that came in Stages enabled cycles before.
  `NF_ASSERT(UnsupportedAsInPackage,
             !valid_o || unsupported_o != 1'(Ops >> {past_dtype, past_op}))

  // Of all that is ORed into the result, one says something at most: the others rest.
  `NF_ASSERT(OneSourceSpeaks, !valid_o || (speaks & (speaks - 4'd1)) == '0)

  // Integers that wrap raise no flags.
  `NF_ASSERT(WrappingRaisesNothing, !valid_o || !past_wraps || flags_o == '0)

  // The other integers raise overflow and nothing else.
  `NF_ASSERT(IntegersRaiseOverflowAlone,
             !valid_o || past_float || (flags_o & ~OverflowFlag) == '0)

  // A saturating sum that raises overflow is the limit on the operands' side.
  `NF_ASSERT(OverflowStaysAtLimit, !valid_o || past_float || flags_o == '0 ||
             result_o == (past_signed ? {past_a[31], {31{!past_a[31]}}} : '1))

  // A saturating sum lies on that side of an operand to which the other one points.
  `NF_ASSERT(SaturatingSumDoesNotTurn, !valid_o || !past_saturates ||
             (!past_signed ? result_o >= past_a :
              past_b[31] ? $signed(result_o) <= $signed(past_a) :
              $signed(result_o) >= $signed(past_a)))

  // A minimum or maximum is one of its operands, or the canonical NaN; half by half where the
  // elements are halves.
  `NF_ASSERT(ExtremeIsAnOperand, !valid_o || !past_extreme ||
             (past_half ? half_is_operand == '1 :
              result_o == past_a || result_o == past_b || (past_float && result_o == NanF32)))

  // A minimum of integers is not larger than its operands, a maximum not smaller.
  `NF_ASSERT(UnsignedMinimumIsLeast, !valid_o || past_dtype != nf_pkg::DTYPE_U32 ||
             past_op != nf_pkg::RED_OP_MIN || (result_o <= past_a && result_o <= past_b))
  `NF_ASSERT(SignedMaximumIsGreatest, !valid_o || !past_signed || unsupported_o ||
             past_op != nf_pkg::RED_OP_MAX ||
             ($signed(result_o) >= $signed(past_a) && $signed(result_o) >= $signed(past_b)))
`endif

endmodule
