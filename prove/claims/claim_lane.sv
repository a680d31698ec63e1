// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Claim: after Stages enabled clocks nf_alu_lane says what its op means on the operands that came in
// first. Floating-point ops are those of nf_fp_add and nf_fp_minmax, element by element; integers
// are written out here on 34 bits, where no sum is too large.

module claim_lane #(
    parameter int unsigned Stages = 2,
    parameter bit          Halves = 1'b0
) (
    input  logic        clk_i,
    input  logic        valid_i,
    input  logic [ 3:0] red_op_i,
    input  logic [ 3:0] dtype_i,
    input  logic [31:0] a_i,
    input  logic [31:0] b_i,
    output logic        wrong_o
);

  localparam int unsigned AnswerBits = 1 + 1 + 4 + 32;  // valid, unsupported, flags, result
  localparam logic [255:0] Ops =
      nf_pkg::OPS_SUPPORTED & ~nf_pkg::OPS_WIDE & ~(Halves ? 256'd0 : nf_pkg::OPS_HALF);

  // -----------------------------------------------------------------------------------------------
  // Floating point
  // -----------------------------------------------------------------------------------------------
  logic [31:0] sum_f32, sum_f16, sum_bf16, extreme_f32, extreme_f16, extreme_bf16;
  logic [3:0] flags_f32;
  logic [7:0] flags_f16, flags_bf16;
  logic invalid_f32, max, asks_sum;
  logic [1:0] invalid_f16, invalid_bf16;

  assign asks_sum = (red_op_i == nf_pkg::RED_OP_ADD);
  assign max = (red_op_i == nf_pkg::RED_OP_MAX);

  // The adders see zeros unless the sum is asked for. That changes no answer, and makes both sides so
  // much alike that ABC finds them equal at once.
  logic [31:0] a_f32, b_f32, a_f16, b_f16, a_bf16, b_bf16;

  assign {a_f32, b_f32} = {a_i, b_i} & {64{asks_sum && dtype_i == nf_pkg::DTYPE_F32}};
  assign {a_f16, b_f16} = {a_i, b_i} & {64{asks_sum && dtype_i == nf_pkg::DTYPE_F16}};
  assign {a_bf16, b_bf16} = {a_i, b_i} & {64{asks_sum && dtype_i == nf_pkg::DTYPE_BF16}};

  nf_fp_add u_add (
      .a_i     (a_f32),
      .b_i     (b_f32),
      .result_o(sum_f32),
      .flags_o (flags_f32)
  );

  nf_fp_minmax u_minmax (
      .max_i    (max),
      .a_i      (a_i),
      .b_i      (b_i),
      .result_o (extreme_f32),
      .invalid_o(invalid_f32)
  );

  for (genvar h = 0; h < 2; h++) begin : gen_half
    nf_fp_add #(
        .ExpBits(5),
        .ManBits(10)
    ) u_add_f16 (
        .a_i     (a_f16[16*h+:16]),
        .b_i     (b_f16[16*h+:16]),
        .result_o(sum_f16[16*h+:16]),
        .flags_o (flags_f16[4*h+:4])
    );

    nf_fp_add #(
        .ExpBits(8),
        .ManBits(7)
    ) u_add_bf16 (
        .a_i     (a_bf16[16*h+:16]),
        .b_i     (b_bf16[16*h+:16]),
        .result_o(sum_bf16[16*h+:16]),
        .flags_o (flags_bf16[4*h+:4])
    );

    nf_fp_minmax #(
        .ExpBits(5),
        .ManBits(10)
    ) u_minmax_f16 (
        .max_i    (max),
        .a_i      (a_i[16*h+:16]),
        .b_i      (b_i[16*h+:16]),
        .result_o (extreme_f16[16*h+:16]),
        .invalid_o(invalid_f16[h])
    );

    nf_fp_minmax #(
        .ExpBits(8),
        .ManBits(7)
    ) u_minmax_bf16 (
        .max_i    (max),
        .a_i      (a_i[16*h+:16]),
        .b_i      (b_i[16*h+:16]),
        .result_o (extreme_bf16[16*h+:16]),
        .invalid_o(invalid_bf16[h])
    );
  end

  // -----------------------------------------------------------------------------------------------
  // Integers
  // -----------------------------------------------------------------------------------------------
  localparam logic signed [33:0] LargestUnsigned = 34'sh0_ffff_ffff;
  localparam logic signed [33:0] LargestSigned = 34'sh0_7fff_ffff;
  localparam logic signed [33:0] LeastSigned = -34'sh0_8000_0000;

  logic is_float, is_signed, saturates;
  logic signed [33:0] a, b, sum, clamped;

  assign is_float = (dtype_i == nf_pkg::DTYPE_F32) || (dtype_i == nf_pkg::DTYPE_F16) ||
      (dtype_i == nf_pkg::DTYPE_BF16);
  assign is_signed = (dtype_i == nf_pkg::DTYPE_S32) || (dtype_i == nf_pkg::DTYPE_S32SAT) ||
      (dtype_i == nf_pkg::DTYPE_FIX32);
  assign saturates = (dtype_i == nf_pkg::DTYPE_U32SAT) || (dtype_i == nf_pkg::DTYPE_S32SAT) ||
      (dtype_i == nf_pkg::DTYPE_FIX32);
  assign a = {{2{a_i[31] && is_signed}}, a_i};
  assign b = {{2{b_i[31] && is_signed}}, b_i};
  assign sum = a + b;

  always_comb begin
    clamped = sum;
    if (is_signed) begin
      if (sum > LargestSigned) clamped = LargestSigned;
      if (sum < LeastSigned) clamped = LeastSigned;
    end else begin
      if (sum > LargestUnsigned) clamped = LargestUnsigned;
    end
  end

  // -----------------------------------------------------------------------------------------------
  // What the lane should say
  // -----------------------------------------------------------------------------------------------
  logic supported, meant;  // meant: the claim says what the pair means
  logic [31:0] result;
  logic [3:0] flags;

  assign supported = 1'(Ops >> {dtype_i, red_op_i});

  always_comb begin
    result = a_i;
    flags = 4'b0;
    meant = !supported || is_float || is_signed || dtype_i == nf_pkg::DTYPE_U32 ||
        dtype_i == nf_pkg::DTYPE_U32SAT;
    if (supported) begin
      case (red_op_i)
        nf_pkg::RED_OP_ADD:
        case (dtype_i)
          nf_pkg::DTYPE_F32: {flags, result} = {flags_f32, sum_f32};
          nf_pkg::DTYPE_F16: {flags, result} = {flags_f16[7:4] | flags_f16[3:0], sum_f16};
          nf_pkg::DTYPE_BF16: {flags, result} = {flags_bf16[7:4] | flags_bf16[3:0], sum_bf16};
          default: begin
            result = saturates ? clamped[31:0] : sum[31:0];
            flags[1] = saturates && (clamped != sum);
          end
        endcase
        nf_pkg::RED_OP_MIN, nf_pkg::RED_OP_MAX:
        case (dtype_i)
          nf_pkg::DTYPE_F32: {flags[0], result} = {invalid_f32, extreme_f32};
          nf_pkg::DTYPE_F16: {flags[0], result} = {|invalid_f16, extreme_f16};
          nf_pkg::DTYPE_BF16: {flags[0], result} = {|invalid_bf16, extreme_bf16};
          default: result = (max ? a > b : a < b) ? a_i : b_i;
        endcase
        nf_pkg::RED_OP_AND: result = a_i & b_i;
        nf_pkg::RED_OP_OR: result = a_i | b_i;
        nf_pkg::RED_OP_XOR: result = a_i ^ b_i;
        default: meant = 1'b0;
      endcase
    end
  end

  logic [AnswerBits-1:0] wanted, answer;
  logic [Stages*AnswerBits-1:0] wanted_q;

  assign wanted = {valid_i, !supported, flags, result};
  always_ff @(posedge clk_i) wanted_q <= (Stages * AnswerBits)'({wanted_q, wanted});

  nf_alu_lane #(
      .Stages(Stages),
      .Halves(Halves)
  ) u_lane (
      .clk_i        (clk_i),
      .rst_ni       (1'b1),
      .en_i         (1'b1),
      .valid_i      (valid_i),
      .red_op_i     (red_op_i),
      .dtype_i      (dtype_i),
      .a_i          (a_i),
      .b_i          (b_i),
      .valid_o      (answer[AnswerBits-1]),
      .result_o     (answer[31:0]),
      .flags_o      (answer[35:32]),
      .unsupported_o(answer[36])
  );

  logic [Stages-1:0] meant_q;
  always_ff @(posedge clk_i) meant_q <= Stages'({meant_q, meant});

  assign wrong_o = !meant_q[Stages-1] || answer != wanted_q[Stages*AnswerBits-1-:AnswerBits];

endmodule
