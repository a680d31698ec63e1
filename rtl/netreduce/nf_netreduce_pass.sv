// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Beats of frames that pass, between a port's buffer and its output: a queue in a memory. Here they
// wait while the output is paused, out of the way of the packets behind them, which the engine
// takes (NETREDUCE 4.3, Fig. 4).
//
// It does not look at frames: where one ends is a mark that goes along.
// Latency: 2 cycles. Throughput: a beat a cycle. The memory's output register is the output.

`include "nf_assert.svh"

module nf_netreduce_pass #(
    parameter int unsigned Depth = 32  // beats that fit at least, a power of two, 4..256
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         in_valid_i,
    output logic         in_ready_o,
    input  logic         in_last_i,
    input  logic [511:0] in_data_i,
    input  logic [  7:0] in_bytes_i,
    output logic         out_valid_o,
    input  logic         out_ready_i,
    output logic         out_last_o,
    output logic [511:0] out_data_o,
    output logic [  7:0] out_bytes_o
);

  `NF_PARAM(PassDepthInRange, Depth >= 4 && Depth <= 256 && (Depth & (Depth - 1)) == 0)

  localparam int unsigned AddrBits = $clog2(Depth);
  localparam int unsigned CountBits = AddrBits + 1;
  localparam int unsigned WordBits = nf_netreduce_pkg::WORD_BITS;

  logic push, fetch, valid_q, ready_q;
  logic [AddrBits-1:0] write_q, read_q;
  logic [CountBits-1:0] count_q, count_d;  // beats in the memory

  assign push = in_valid_i && ready_q;
  assign fetch = count_q != '0 && (!valid_q || out_ready_i);
  assign count_d = count_q + CountBits'(push) - CountBits'(fetch);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      write_q <= '0;
      read_q <= '0;
      count_q <= '0;
      ready_q <= 1'b1;
      valid_q <= 1'b0;
    end else begin
      if (push) write_q <= write_q + 1'b1;
      if (fetch) read_q <= read_q + 1'b1;
      count_q <= count_d;
      ready_q <= count_d != CountBits'(Depth);
      valid_q <= fetch || (valid_q && !out_ready_i);
    end
  end

  nf_ram_1r1w #(
      .Width(WordBits + 9),
      .Depth(Depth)
  ) u_beats (
      .clk_i,
      .we_i   (push),
      .waddr_i(write_q),
      .wdata_i({in_bytes_i, in_last_i, in_data_i}),
      .re_i   (fetch),
      .raddr_i(read_q),
      .rdata_o({out_bytes_o, out_last_o, out_data_o})
  );
  assign in_ready_o = ready_q;
  assign out_valid_o = valid_q;

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic held_q;
  logic [WordBits+8:0] beat_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) held_q <= 1'b0;
    else held_q <= out_valid_o && !out_ready_i;
  end
  always_ff @(posedge clk_i) beat_q <= {out_bytes_o, out_last_o, out_data_o};
  // No more beats are held than there is room for.
  `NF_ASSERT(PassFits, 32'(count_q) <= Depth)
  // A beat that was offered and not taken is offered again, unchanged.
  `NF_ASSERT(PassHolds, !held_q || (out_valid_o && beat_q == {out_bytes_o, out_last_o, out_data_o}))
  // The queue is full and is read.
  `NF_COVER(PassFullAndRead, !ready_q && fetch)
`endif

endmodule
