// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The reduction ALU of one port: four 32-bit lanes on a flit, one op for all of them.
//
// The flags of the lanes are ORed, at their positions in the packet header; poison is not the ALU's
// to set. A result means something while valid_o is high. Whoever cannot take a result lowers en_i,
// and all of the array stops.
//
// Latency: Stages enabled cycles for every op. Throughput: one flit per cycle, of every type.
// KLENK IV-D, Fig. 5: the ALU array between tag store and data store.

`include "nf_assert.svh"

module nf_alu_array #(
    parameter int unsigned Stages = 2,    // registers from operands to result, 1..6
    parameter bit          Halves = 1'b0  // the types of 16-bit elements, F16 and BF16, too: in
                                          // each lane two adders and two minima of either format
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         en_i,          // the pipeline moves; low holds all of it
    // operands
    input  logic         valid_i,       // there are operands
    input  logic [  3:0] red_op_i,      // nf_pkg::RED_OP_*
    input  logic [  3:0] dtype_i,       // nf_pkg::DTYPE_*
    input  logic [127:0] a_i,           // four words, the first one in the lowest bits
    input  logic [127:0] b_i,           // four words, the first one in the lowest bits
    // result
    output logic         valid_o,       // there is a result
    output logic [127:0] result_o,      // four words
    output logic [  7:0] flags_o,       // as in the header, bits nf_pkg::FLAG_*: 1 to 4 of all
                                        // elements ORed, the others are 0
    output logic         unsupported_o  // the lanes do not have the op for the type; result_o is a_i
);

  localparam int unsigned LaneBits = 32;
  localparam int unsigned Lanes = nf_pkg::FLIT_BITS / LaneBits;

  // The lanes' four flags lie side by side in the header.
  `NF_PARAM(FlagsAreNeighbours,
            nf_pkg::FLAG_OVERFLOW == nf_pkg::FLAG_INVALID + 1 &&
            nf_pkg::FLAG_UNDERFLOW == nf_pkg::FLAG_INVALID + 2 &&
            nf_pkg::FLAG_INEXACT == nf_pkg::FLAG_INVALID + 3)

  logic [Lanes-1:0] valid, unsupported;
  logic [4*Lanes-1:0] flags;

  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    nf_alu_lane #(
        .Stages(Stages),
        .Halves(Halves)
    ) u_lane (
        .clk_i        (clk_i),
        .rst_ni       (rst_ni),
        .en_i         (en_i),
        .valid_i      (valid_i),
        .red_op_i     (red_op_i),
        .dtype_i      (dtype_i),
        .a_i          (a_i[l*LaneBits+:LaneBits]),
        .b_i          (b_i[l*LaneBits+:LaneBits]),
        .valid_o      (valid[l]),
        .result_o     (result_o[l*LaneBits+:LaneBits]),
        .flags_o      (flags[4*l+:4]),
        .unsupported_o(unsupported[l])
    );
  end

  // The lanes march in step: all of them or none.
  assign valid_o = &valid;
  assign unsupported_o = &unsupported;
  always_comb begin
    flags_o = '0;
    for (int l = 0; l < Lanes; l++) begin
      flags_o[nf_pkg::FLAG_INVALID+:4] = flags_o[nf_pkg::FLAG_INVALID+:4] | flags[4*l+:4];
    end
  end

  // No lane is ahead of another one.
  `NF_ASSERT(LanesInStep, valid == '0 || valid == '1)

  // All lanes refuse an op, or none does.
  `NF_ASSERT(LanesAgreeOnTheOp, !valid_o || unsupported == '0 || unsupported == '1)

  // The ALU sets the four arithmetic flags and no other bit of the field.
  `NF_ASSERT(OnlyArithmeticFlags, !valid_o || (flags_o & ~(8'hf << nf_pkg::FLAG_INVALID)) == '0)

endmodule
