// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_fifo hands out every word that it took, once, in order, unchanged. The sentence is said of one word, which may be
// any: it is marked as it comes in, and `ahead_q` is how many words leave before it.

`include "nf_assert.svh"

module claim_fifo #(
    parameter int unsigned Width = 2,
    parameter int unsigned Depth = 3
) (
    input logic             clk_i,
    input logic             rst_ni,
    input logic             in_valid_i,
    input logic [Width-1:0] in_data_i,
    input logic             mark_i,      // the word that comes is the one that is watched
    input logic             out_ready_i
);

  localparam int unsigned CountBits = $clog2(Depth + 1);

  logic in_ready, out_valid;
  logic [Width-1:0] out_data, data_q;
  logic [CountBits-1:0] count, ahead_q;
  logic marked_q, inside_q;  // a word was marked; it has not left
  logic push, pop, mark, leaves;

  nf_fifo #(
      .Width(Width),
      .Depth(Depth)
  ) u_fifo (
      .clk_i,
      .rst_ni,
      .in_valid_i,
      .in_ready_o (in_ready),
      .in_data_i,
      .out_valid_o(out_valid),
      .out_ready_i,
      .out_data_o (out_data),
      .count_o    (count)
  );

  assign push = in_valid_i && in_ready;
  assign pop = out_valid && out_ready_i;
  assign mark = push && mark_i && !marked_q;
  assign leaves = inside_q && pop && ahead_q == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      marked_q <= 1'b0;
      inside_q <= 1'b0;
      ahead_q  <= '0;
    end else begin
      marked_q <= marked_q || mark;
      inside_q <= (inside_q || mark) && !leaves;
      ahead_q  <= mark ? count - CountBits'(pop) : ahead_q - CountBits'(inside_q && pop);
    end
  end

  always_ff @(posedge clk_i) if (mark) data_q <= in_data_i;

  // The word is in the queue, behind those that came before it.
  `NF_ASSERT(FifoKeepsWord, !inside_q || ahead_q < count)
  // It leaves as it came.
  `NF_ASSERT(FifoDelivers, !(inside_q && out_valid && ahead_q == '0) || out_data == data_q)
  // It had waited behind others.
  `NF_COVER(FifoWordLeaves, leaves && count == CountBits'(1))

endmodule
