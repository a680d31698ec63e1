// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Floating-point adder, pipelined: nf_fp_add with 1 to 6 registers on its way.
//
// Nothing is held back at the end: whoever cannot take a result lowers en_i, and all of it stops.
// The data registers have no reset; a result means something while valid_o is high.
//
// Latency: Stages enabled cycles. Throughput: one addition per cycle.
// KLENK IV-D: one flit per cycle through the ALUs.

`include "nf_assert.svh"

module nf_fp_add_pipe #(
    parameter int unsigned ExpBits = 8,   // exponent bits, 4..8: 8 for fp32 and bf16, 5 for fp16
    parameter int unsigned ManBits = 23,  // fraction bits without the hidden one, 4..23
    parameter int unsigned Stages = 2,    // registers from operands to result, 1..6
    localparam int unsigned FpBits = 1 + ExpBits + ManBits
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    input  logic              en_i,      // the pipeline moves
    // operands
    input  logic              valid_i,
    input  logic [FpBits-1:0] a_i,
    input  logic [FpBits-1:0] b_i,
    // sum
    output logic              valid_o,
    output logic [FpBits-1:0] result_o,
    output logic [       3:0] flags_o    // {inexact, underflow, overflow, invalid}
);

  `NF_PARAM(StagesOutOfRange, Stages >= 1 && Stages <= 6)

  logic [Stages-1:0] valid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= '0;
    else if (en_i) valid_q <= Stages'({valid_q, valid_i});
  end
  assign valid_o = valid_q[Stages-1];

  nf_fp_add_path #(
      .ExpBits(ExpBits),
      .ManBits(ManBits),
      .Stages (Stages)
  ) u_path (
      .clk_i   (clk_i),
      .en_i    (en_i),
      .a_i     (a_i),
      .b_i     (b_i),
      .result_o(result_o),
      .flags_o (flags_o)
  );

`ifndef SYNTHESIS
  // -----------------------------------------------------------------------------------------------
  // Properties
  // -----------------------------------------------------------------------------------------------
  localparam int unsigned CoreBits = FpBits + 4;
  localparam logic [FpBits-1:0] Nan = {1'b0, {(ExpBits + 1) {1'b1}}, (ManBits - 1)'(0)};
  localparam logic [FpBits-2:0] Inf = {{ExpBits{1'b1}}, ManBits'(0)};

  logic [FpBits-1:0] sum, mirror;
  logic [3:0] sum_flags, mirror_flags;
  logic [Stages*CoreBits-1:0] sum_q;
  logic nan_operand, finite_a;

  nf_fp_add #(
      .ExpBits(ExpBits),
      .ManBits(ManBits)
  ) u_core (
      .a_i     (a_i),
      .b_i     (b_i),
      .result_o(sum),
      .flags_o (sum_flags)
  );

  nf_fp_add #(
      .ExpBits(ExpBits),
      .ManBits(ManBits)
  ) u_mirror (
      .a_i     (b_i),
      .b_i     (a_i),
      .result_o(mirror),
      .flags_o (mirror_flags)
  );

  always_ff @(posedge clk_i) begin
    if (en_i) sum_q <= (Stages * CoreBits)'({sum_q, sum_flags, sum});
  end
  assign nan_operand = (a_i[FpBits-2:0] > Inf) || (b_i[FpBits-2:0] > Inf);
  assign finite_a = a_i[FpBits-2:0] < Inf;

  // What leaves is what the combinational adder said Stages enabled cycles before.
  `NF_ASSERT(PipeEqualsCore, !valid_o || {flags_o, result_o} == sum_q[Stages*CoreBits-1-:CoreBits])

  // The order of the operands does not matter.
  `NF_ASSERT(AdditionCommutes, !valid_i || {sum_flags, sum} == {mirror_flags, mirror})

  // A NaN among the operands makes the canonical NaN (IEEE 754-2019 6.2.3).
  `NF_ASSERT(NanOperandGivesCanonicalNan, !valid_i || !nan_operand || sum == Nan)

  // No other NaN leaves, wherever it comes from.
  `NF_ASSERT(NanIsCanonical, !valid_o || result_o[FpBits-2:0] <= Inf || result_o == Nan)

  // x + (-x) is +0 for each finite x (IEEE 754-2019 6.3).
  `NF_ASSERT(CancellationGivesPlusZero,
             !valid_i || !finite_a || (a_i ^ b_i) != {1'b1, (FpBits - 1)'(0)} || sum == '0)

  // A zero added to a number other than zero changes nothing and raises nothing.
  `NF_ASSERT(ZeroIsNeutral, !valid_i || !finite_a || a_i[FpBits-2:0] == '0 ||
             b_i[FpBits-2:0] != '0 || {sum_flags, sum} == {4'b0, a_i})

  // Rounding to nearest cannot make a sum that is tiny and inexact (IEEE 754-2019 7.5).
  `NF_ASSERT(NeverUnderflow, !valid_o || !flags_o[2])

  // An overflow delivers an infinity and is inexact (IEEE 754-2019 7.4).
  `NF_ASSERT(OverflowIsInexactInfinity,
             !valid_o || !flags_o[1] || (flags_o[3] && result_o[FpBits-2:0] == Inf))

  // Invalid goes with the NaN and with no other flag (IEEE 754-2019 7.2).
  `NF_ASSERT(InvalidGivesNanAlone, !valid_o || !flags_o[0] || {flags_o, result_o} == {4'd1, Nan})

  `NF_COVER(SumRoundsUpToInfinity, valid_o && flags_o[1])
  `NF_COVER(SumIsSubnormal, valid_o && result_o[ManBits+:ExpBits] == '0 && result_o != '0)
`endif

endmodule
