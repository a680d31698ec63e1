// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A transfer lane: the way of a word from its source to where it goes, with an ALU of 16 32-bit
// lanes on it, or without (ACE 4, Fig. 6: #3; ACE 6: 4 ALUs of 16 fp32 lanes).
//
// A word that is not reduced passes unchanged. A pair of op and type that the ALU does not have
// passes a_i. The lane has no valid bit of its own for results: who gives it words knows when they
// come out.
//
// Latency: 2 cycles. Throughput: one word per cycle.

`include "nf_assert.svh"

module nf_ace_lane #(
    parameter bit Alu    = 1'b1,  // it can reduce, 0 or 1
    parameter bit Halves = 1'b0,  // the types of 16-bit elements, F16 and BF16, too
    parameter int unsigned WordBytes = 64,  // of a bus word: 32, 64, 128 or 256
    localparam int unsigned WordBits = 8 * WordBytes
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         valid_i,
    input  logic         reduce_i,       // else a_i passes
    input  nf_ace_pkg::code_t code_i,    // dtype << 4 | red_op
    input  logic [WordBits-1:0] a_i,
    input  logic [WordBits-1:0] b_i,
    output logic [WordBits-1:0] result_o,
    output logic         flags_valid_o,  // the result of a reduction comes out
    output logic [  3:0] flags_o         // its {inexact, underflow, overflow, invalid}, any of 16
);

  localparam int unsigned Elements = WordBits / 32;

  `NF_PARAM(LaneWordBytes, WordBytes == 32 || WordBytes == 64 || WordBytes == 128 || WordBytes == 256)

  if (Alu) begin : gen_alu
    // No type has this op, so the ALU passes its first operand.
    localparam logic [3:0] Pass = 4'hf;
    logic [3:0] red_op, flags;
    logic [Elements-1:0] valid, unsupported;
    logic [4*Elements-1:0] all_flags;

    assign red_op = reduce_i ? code_i.red_op : Pass;

    for (genvar e = 0; e < Elements; e++) begin : gen_element
      nf_alu_lane #(
          .Stages(2),
          .Halves(Halves)
      ) u_alu (
          .clk_i        (clk_i),
          .rst_ni       (rst_ni),
          .en_i         (1'b1),
          .valid_i      (valid_i && reduce_i),
          .red_op_i     (red_op),
          .dtype_i      (code_i.dtype),
          .a_i          (a_i[32*e+:32]),
          .b_i          (b_i[32*e+:32]),
          .valid_o      (valid[e]),
          .result_o     (result_o[32*e+:32]),
          .flags_o      (all_flags[4*e+:4]),
          .unsupported_o(unsupported[e])
      );
    end

    always_comb begin
      flags = '0;
      for (int e = 0; e < Elements; e++) flags = flags | all_flags[4*e+:4];
    end
    assign flags_valid_o = &valid;
    assign flags_o = flags_valid_o ? flags : '0;

    logic unused_refusal;
    assign unused_refusal = ^unsupported;
  end else begin : gen_pass
    logic [WordBits-1:0] word_q;
    always_ff @(posedge clk_i) begin
      word_q   <= a_i;
      result_o <= word_q;
    end
    assign flags_valid_o = 1'b0;
    assign flags_o = '0;

    logic unused_operands;
    assign unused_operands = ^{rst_ni, valid_i, reduce_i, code_i, b_i};
  end

`ifndef SYNTHESIS
  logic [1:0] passes_q;
  logic [2*WordBits-1:0] past_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) passes_q <= '0;
    else passes_q <= {passes_q[0], valid_i && !reduce_i};
  end
  always_ff @(posedge clk_i) past_q <= {past_q[WordBits-1:0], a_i};

  // A word that is not reduced comes out as it went in, and raises nothing.
  `NF_ASSERT(LanePassesUnchanged, !passes_q[1] || (result_o == past_q[2*WordBits-1:WordBits] && !flags_valid_o))
  // Flags are those of a reduction.
  `NF_ASSERT(LaneFlagsOfReduction, flags_valid_o || flags_o == '0)
  // A reduction raised a flag.
  `NF_COVER(LaneRaises, flags_valid_o && flags_o != '0)
`endif

endmodule
