// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// One 32-bit lane of the reduction ALU: add, min, max on f32, u32 and s32; and, or, xor on the
// integers. Integer sums wrap.
//
// A pair of op and type that nf_pkg::OPS_SUPPORTED does not hold passes the first operand on, unchanged,
// and says so. The data registers have no reset; a result means something while valid_o is high.
// Whoever cannot take a result lowers en_i, and all of the lane stops.
//
// Latency: Stages enabled cycles for every op. Throughput: one op per cycle.
// KLENK IV-D: the ALU array works on 4-byte elements.

`include "nf_assert.svh"

module nf_alu_lane #(
    parameter int unsigned Stages = 2  // registers from operands to result, 1..4
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
    output logic [ 3:0] flags_o,       // {inexact, underflow, overflow, invalid}; 0 for integers
    output logic        unsupported_o  // the op does not exist for the type; result_o is a_i
);

  `NF_PARAM(StagesOutOfRange, Stages >= 1 && Stages <= 4)

  // -----------------------------------------------------------------------------------------------
  // f32 sums: their own pipeline
  // -----------------------------------------------------------------------------------------------
  logic [31:0] sum;
  logic [3:0] sum_flags;

  nf_fp_add_pipe #(
      .Stages(Stages)
  ) u_add (
      .clk_i   (clk_i),
      .rst_ni  (rst_ni),
      .en_i    (en_i),
      .valid_i (valid_i),
      .a_i     (a_i),
      .b_i     (b_i),
      .valid_o (valid_o),
      .result_o(sum),
      .flags_o (sum_flags)
  );

  // -----------------------------------------------------------------------------------------------
  // All other ops: ready before the first register, and delayed to keep the sums company
  // -----------------------------------------------------------------------------------------------
  localparam int unsigned OtherBits = 32 + 3;  // value, {take_sum, invalid, unsupported}

  logic is_float, is_signed, supported, int_less, max;
  logic [31:0] minmax, extreme, value, value_out;
  logic minmax_invalid;
  logic take_sum, invalid;  // the result is the f32 sum; flag of the f32 minimum or maximum
  logic take_sum_out, invalid_out;
  logic [Stages*OtherBits-1:0] other_q;

  assign is_float = (dtype_i == nf_pkg::DTYPE_F32);
  assign is_signed = (dtype_i == nf_pkg::DTYPE_S32);
  assign supported = 1'(nf_pkg::OPS_SUPPORTED >> {dtype_i, red_op_i});
  assign max = (red_op_i == nf_pkg::RED_OP_MAX);

  nf_fp_minmax u_minmax (
      .max_i    (max),
      .a_i      (a_i),
      .b_i      (b_i),
      .result_o (minmax),
      .invalid_o(minmax_invalid)
  );

  // Signed order is unsigned order with the sign bits turned.
  assign int_less = {a_i[31] ^ is_signed, a_i[30:0]} < {b_i[31] ^ is_signed, b_i[30:0]};
  assign extreme = is_float ? minmax : (int_less ^ max) ? a_i : b_i;

  always_comb begin
    value = a_i;
    if (supported) begin
      case (red_op_i)
        nf_pkg::RED_OP_ADD: value = a_i + b_i;
        nf_pkg::RED_OP_MIN, nf_pkg::RED_OP_MAX: value = extreme;
        nf_pkg::RED_OP_AND: value = a_i & b_i;
        nf_pkg::RED_OP_OR: value = a_i | b_i;
        default: value = a_i ^ b_i;
      endcase
    end
  end
  assign take_sum = supported && is_float && (red_op_i == nf_pkg::RED_OP_ADD);
  assign invalid = supported && is_float && !take_sum && minmax_invalid;

  always_ff @(posedge clk_i) begin
    if (en_i) other_q <= (Stages * OtherBits)'({other_q, take_sum, invalid, !supported, value});
  end
  assign {take_sum_out, invalid_out, unsupported_o, value_out} =
      other_q[Stages*OtherBits-1-:OtherBits];

  assign result_o = take_sum_out ? sum : value_out;
  assign flags_o = take_sum_out ? sum_flags : {3'b0, invalid_out};

`ifndef SYNTHESIS
  // -----------------------------------------------------------------------------------------------
  // Properties
  // -----------------------------------------------------------------------------------------------
  localparam int unsigned PastBits = 2 * 32 + 2 * 4;
  logic [Stages*PastBits-1:0] past_q;
  logic [31:0] past_a, past_b;
  logic [3:0] past_op, past_dtype;
  logic past_float, past_extreme;

  always_ff @(posedge clk_i) begin
    if (en_i) past_q <= (Stages * PastBits)'({past_q, red_op_i, dtype_i, a_i, b_i});
  end
  assign {past_op, past_dtype, past_a, past_b} = past_q[Stages*PastBits-1-:PastBits];
  assign past_float = (past_dtype == nf_pkg::DTYPE_F32);
  assign past_extreme = (past_op == nf_pkg::RED_OP_MIN) || (past_op == nf_pkg::RED_OP_MAX);

  // An op that does not exist for the type keeps the first operand and raises no flag.
  `NF_ASSERT(UnsupportedKeepsFirstOperand,
             !valid_o || !unsupported_o || (result_o == past_a && flags_o == '0))

  // The refusal is the package's, for the pair that came in Stages enabled cycles before.
  `NF_ASSERT(UnsupportedAsInPackage,
             !valid_o || unsupported_o != 1'(nf_pkg::OPS_SUPPORTED >> {past_dtype, past_op}))

  // Integers raise no flags.
  `NF_ASSERT(IntegersRaiseNoFlags, !valid_o || past_float || flags_o == '0)

  // A minimum or maximum is one of its operands, or the canonical NaN.
  `NF_ASSERT(ExtremeIsAnOperand, !valid_o || unsupported_o || !past_extreme ||
             result_o == past_a || result_o == past_b || (past_float && result_o == 32'h7fc0_0000))

  // A minimum of integers is not larger than its operands, a maximum not smaller.
  `NF_ASSERT(UnsignedMinimumIsLeast, !valid_o || past_dtype != nf_pkg::DTYPE_U32 ||
             past_op != nf_pkg::RED_OP_MIN || (result_o <= past_a && result_o <= past_b))
  `NF_ASSERT(SignedMaximumIsGreatest, !valid_o || past_dtype != nf_pkg::DTYPE_S32 ||
             past_op != nf_pkg::RED_OP_MAX ||
             ($signed(result_o) >= $signed(past_a) && $signed(result_o) >= $signed(past_b)))
`endif

endmodule
