// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// First-in first-out queue of flip-flops with a valid/ready interface on both sides.
//
// It does not fall through: a word is visible one cycle after it was taken. It does not accept a
// word in the cycle in which a full queue is read; the space shows one cycle later. The data
// registers have no reset, so out_data_o means nothing while out_valid_o is low.
//
// in_ready_o, out_valid_o and count_o are flip-flops; out_data_o is one Depth:1 multiplexer behind
// flip-flops. Latency: 1 cycle. Throughput: 1 word per cycle at every Depth.
// For queues of a few words; a queue of packets belongs into a RAM (nf_ram_fifo).

`include "nf_assert.svh"

module nf_fifo #(
    parameter int unsigned Width = 32,  // bits per word, 1..256
    parameter int unsigned Depth = 4,   // words, any number, 2..256
    localparam int unsigned CountBits = $clog2(Depth + 1)
) (
    input  logic                 clk_i,
    input  logic                 rst_ni,
    // writer
    input  logic                 in_valid_i,  // a word is offered; hold it until in_ready_o
    output logic                 in_ready_o,  // the word is taken
    input  logic [    Width-1:0] in_data_i,
    // reader
    output logic                 out_valid_o,  // a word is offered; it holds until out_ready_i
    input  logic                 out_ready_i,  // the word is taken
    output logic [    Width-1:0] out_data_o,  // oldest word; while out_valid_o is low, an old one
    output logic [CountBits-1:0] count_o      // words held, 0..Depth
);

  `NF_PARAM(FifoWidthInRange, Width >= 1 && Width <= 256)
  `NF_PARAM(FifoDepthInRange, Depth >= 2 && Depth <= 256)

  localparam int unsigned PointerBits = $clog2(Depth);
  localparam logic [PointerBits-1:0] LastSlot = PointerBits'(Depth - 1);
  localparam logic [CountBits-1:0] Full = CountBits'(Depth);

  logic [Width-1:0] slots_q [Depth];
  logic [PointerBits-1:0] write_q, read_q;
  logic [CountBits-1:0] count_q, count_d;
  logic ready_q, valid_q;
  logic push, pop;

  assign push = in_valid_i & ready_q;
  assign pop = valid_q & out_ready_i;

  always_comb begin
    count_d = count_q;
    if (push && !pop) count_d = count_q + 1'b1;
    if (pop && !push) count_d = count_q - 1'b1;
  end

  // ready and valid are kept as flip-flops of their own so that no compare stands at the interface.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= '0;
      ready_q <= 1'b1;
      valid_q <= 1'b0;
      write_q <= '0;
      read_q  <= '0;
    end else begin
      count_q <= count_d;
      ready_q <= count_d != Full;
      valid_q <= count_d != '0;
      if (push) write_q <= (write_q == LastSlot) ? '0 : write_q + 1'b1;
      if (pop) read_q <= (read_q == LastSlot) ? '0 : read_q + 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (push) slots_q[write_q] <= in_data_i;
  end

  assign in_ready_o  = ready_q;
  assign out_valid_o = valid_q;
  assign out_data_o  = slots_q[read_q];
  assign count_o     = count_q;

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic held_q;
  logic [Width-1:0] held_data_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) held_q <= 1'b0;
    else held_q <= valid_q & ~out_ready_i;
  end
  always_ff @(posedge clk_i) held_data_q <= slots_q[read_q];

  // The queue never holds more words than it has slots.
  `NF_ASSERT(FifoCountInRange, 32'(count_q) <= Depth)
  // A word is refused exactly while the queue is full.
  `NF_ASSERT(FifoReadyIsNotFull, ready_q == (count_q != Full))
  // A word is offered exactly while the queue holds one.
  `NF_ASSERT(FifoValidIsNotEmpty, valid_q == (count_q != '0))
  // The pointers stay as far apart as words are held.
  `NF_ASSERT(FifoPointersMatchCount,
             32'(write_q) == (32'(read_q) + 32'(count_q)) % Depth)
  // A word that was offered and not taken is offered again, unchanged.
  `NF_ASSERT(FifoOutputHolds, !held_q || (valid_q && slots_q[read_q] == held_data_q))
  // The queue was full.
  `NF_COVER(FifoFull, count_q == Full)
  // A word came and another left in the same cycle.
  `NF_COVER(FifoPushPop, push && pop)
`endif

endmodule
