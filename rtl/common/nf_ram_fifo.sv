// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// First-in first-out queue in a memory with a valid/ready interface on both sides: for words too wide or
// too many for the flip-flops of nf_fifo.
//
// It does not fall through, and a full queue does not take a word in the cycle in which it is read.
// The memory's output register is the output: it holds one word more than Depth. out_data_o means
// nothing while out_valid_o is low.
// in_ready_o and out_valid_o are flip-flops. Latency: 2 cycles. Throughput: 1 word per cycle.

`include "nf_assert.svh"

module nf_ram_fifo #(
    parameter int unsigned Width = 128,  // bits per word, 1..1024
    parameter int unsigned Depth = 32    // words that fit at least, a power of two, 4..4096
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
    output logic [Width-1:0] out_data_o  // while out_valid_o is low, an old word
);

  `NF_PARAM(RamFifoWidthInRange, Width >= 1 && Width <= 1024)
  `NF_PARAM(RamFifoDepthInRange, Depth >= 4 && Depth <= 4096 && (Depth & (Depth - 1)) == 0)

  localparam int unsigned AddrBits = $clog2(Depth);
  localparam int unsigned CountBits = AddrBits + 1;

  logic push, fetch, valid_q, ready_q;
  logic [AddrBits-1:0] write_q, read_q;
  logic [CountBits-1:0] count_q, count_d;  // words in the memory

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
      .Width(Width),
      .Depth(Depth)
  ) u_words (
      .clk_i,
      .we_i   (push),
      .waddr_i(write_q),
      .wdata_i(in_data_i),
      .re_i   (fetch),
      .raddr_i(read_q),
      .rdata_o(out_data_o)
  );
  assign in_ready_o = ready_q;
  assign out_valid_o = valid_q;

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic held_q;
  logic [Width-1:0] held_data_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) held_q <= 1'b0;
    else held_q <= out_valid_o && !out_ready_i;
  end
  always_ff @(posedge clk_i) held_data_q <= out_data_o;
  // No more words are held than there is room for.
  `NF_ASSERT(RamFifoFits, 32'(count_q) <= Depth)
  // A word that was offered and not taken is offered again, unchanged.
  `NF_ASSERT(RamFifoHolds, !held_q || (out_valid_o && out_data_o == held_data_q))
  // The queue is full and is read.
  `NF_COVER(RamFifoFullAndRead, !ready_q && fetch)
`endif

endmodule
