// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Skid buffer: two registers that cut every combinational path of a valid/ready stream.
//
// It does not count and does not reset its data registers; out_data_o means nothing while
// out_valid_o is low. For more than two words take nf_fifo.
//
// Every output is a flip-flop. Latency: 1 cycle. Throughput: 1 word per cycle.
// It stands at the ports of blocks, so that links and crossbar meet registers only (KLENK IV-D).

`include "nf_assert.svh"

module nf_skid #(
    parameter int unsigned Width = 32  // bits per word, 1..256
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    // writer
    input  logic             in_valid_i,  // a word is offered; hold it until in_ready_o
    output logic             in_ready_o,  // the word is taken
    input  logic [Width-1:0] in_data_i,
    // reader
    output logic             out_valid_o,  // a word is offered; it holds until out_ready_i
    input  logic             out_ready_i,  // the word is taken
    output logic [Width-1:0] out_data_o  // while out_valid_o is low, the word before
);

  `NF_PARAM(SkidWidthInRange, Width >= 1 && Width <= 256)

  logic ready_q, valid_q;  // ready_q low: the spare register is in use
  logic [Width-1:0] head_q, spare_q;
  logic take, advance;

  assign take = in_valid_i & ready_q;
  // The head register may be loaded when it is empty or its word leaves.
  assign advance = ~valid_q | out_ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ready_q <= 1'b1;
      valid_q <= 1'b0;
    end else begin
      if (advance) begin
        valid_q <= take | ~ready_q;
        ready_q <= 1'b1;
      end else if (take) begin
        ready_q <= 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (advance && (take || !ready_q)) head_q <= ready_q ? in_data_i : spare_q;
    if (take) spare_q <= in_data_i;
  end

  assign in_ready_o  = ready_q;
  assign out_valid_o = valid_q;
  assign out_data_o  = head_q;

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic held_q;
  logic [Width-1:0] held_data_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) held_q <= 1'b0;
    else held_q <= valid_q & ~out_ready_i;
  end
  always_ff @(posedge clk_i) held_data_q <= head_q;

  // The spare register is in use only behind a full head register.
  `NF_ASSERT(SkidSpareBehindHead, ready_q || valid_q)
  // A word that was offered and not taken is offered again, unchanged.
  `NF_ASSERT(SkidOutputHolds, !held_q || (valid_q && head_q == held_data_q))
  // Both registers were full.
  `NF_COVER(SkidFull, !ready_q)
  // A word came and another left in the same cycle.
  `NF_COVER(SkidPushPop, take && valid_q && out_ready_i)
`endif

endmodule
