// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Counters of a port: how many frames had which cause, CAUSE_NONE among them (the frames of the
// engine, NETREDUCE 4.3). 32 bits each; they wrap, so a reader takes differences.
//
// It does not sweep its memory at reset and does not clear on reading: a bit for each counter says
// whether it was ever written.
// One event and one read per cycle; the answer comes two cycles after the read and has the events
// of all cycles before it.

`include "nf_assert.svh"

module nf_netreduce_counters (
    input  logic        clk_i,
    input  logic        rst_ni,
    // one frame
    input  logic        event_valid_i,
    input  logic [ 7:0] event_cause_i,  // CAUSE_*; 32 and above are not counted
    // read port
    input  logic        re_i,
    input  logic [ 4:0] index_i,        // CAUSE_* of the counter
    output logic        valid_o,        // two cycles after re_i
    output logic [31:0] count_o         // events of the cycles before re_i; holds until the next one
);

  localparam int unsigned Counters = nf_netreduce_pkg::CAUSES;
  localparam int unsigned IndexBits = $clog2(Counters);
  localparam int unsigned CountBits = 32;

  // The counter is read; one cycle later it is written, one more.
  logic add, add_q, read_q;
  logic [IndexBits-1:0] add_index_q, read_index_q;
  logic [Counters-1:0] used_q;
  logic add_used, read_used;  // the memory has a word
  // What was written last: the read of that cycle had the old word.
  typedef struct packed {
    logic [IndexBits-1:0] index;
    logic [CountBits-1:0] count;
  } counter_t;
  logic wrote_q;
  counter_t writes, last_q;
  logic [CountBits-1:0] add_word, read_word, sum, count;

  assign add = event_valid_i && event_cause_i[7:IndexBits] == '0;

  // Two memories with the same words: each has one port to be read.
  nf_ram_1r1w #(
      .Width(CountBits),
      .Depth(Counters)
  ) u_add (
      .clk_i  (clk_i),
      .we_i   (add_q),
      .waddr_i(add_index_q),
      .wdata_i(sum),
      .re_i   (add),
      .raddr_i(event_cause_i[IndexBits-1:0]),
      .rdata_o(add_word)
  );
  nf_ram_1r1w #(
      .Width(CountBits),
      .Depth(Counters)
  ) u_read (
      .clk_i  (clk_i),
      .we_i   (add_q),
      .waddr_i(add_index_q),
      .wdata_i(sum),
      .re_i   (re_i),
      .raddr_i(index_i),
      .rdata_o(read_word)
  );

  assign writes.index = add_index_q;
  assign writes.count = sum;
  assign add_used = used_q[add_index_q];
  assign read_used = used_q[read_index_q];
  always_comb begin
    if (wrote_q && last_q.index == add_index_q) sum = last_q.count + 1'b1;
    else if (add_used) sum = add_word + 1'b1;
    else sum = CountBits'(1);
    if (wrote_q && last_q.index == read_index_q) count = last_q.count;
    else if (read_used) count = read_word;
    else count = '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      add_q <= 1'b0;
      read_q <= 1'b0;
      wrote_q <= 1'b0;
      used_q <= '0;
      valid_o <= 1'b0;
      count_o <= '0;
    end else begin
      add_q <= add;
      read_q <= re_i;
      wrote_q <= add_q;
      if (add_q) used_q[add_index_q] <= 1'b1;
      valid_o <= read_q;
      if (read_q) count_o <= count;
    end
  end
  always_ff @(posedge clk_i) begin
    if (add) add_index_q <= event_cause_i[IndexBits-1:0];
    if (re_i) read_index_q <= index_i;
    if (add_q) last_q <= writes;
  end

  // ------------------------------------------------------------------------------ properties
`ifndef SYNTHESIS
  logic [Counters*CountBits-1:0] true_q;  // counted at once
  logic [CountBits-1:0] expect_q;
  logic [Counters-1:0] written_q;  // words of the memories
  logic [1:0] reads_q;  // reads of the cycles before
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      true_q <= '0;
      written_q <= '0;
      reads_q <= '0;
    end else begin
      reads_q <= {reads_q[0], re_i};
      if (add_q) written_q <= written_q | (Counters'(1) << add_index_q);
      if (add) begin
        true_q[event_cause_i[IndexBits-1:0]*CountBits+:CountBits] <=
            true_q[event_cause_i[IndexBits-1:0]*CountBits+:CountBits] + 1'b1;
      end
    end
  end
  always_ff @(posedge clk_i) if (re_i) expect_q <= true_q[index_i*CountBits+:CountBits];

  // An answer comes two cycles after its read, and never otherwise.
  `NF_ASSERT(CountersOnTime, valid_o == reads_q[1])
  // A read has every event before it, and none besides.
  `NF_ASSERT(CountersExact, !read_q || count == expect_q)
  // Nothing is added to a word that was never written.
  `NF_ASSERT(CountersAddWritten, !add_q || !add_used || written_q[add_index_q])
  // No word is answered that was never written.
  `NF_ASSERT(CountersReadWritten, !read_q || !read_used || written_q[read_index_q])
  // A counter is read that is written in the same cycle.
  `NF_COVER(CountersReadWhileWritten, re_i && add_q && index_i == add_index_q)
  // The same cause in two cycles in a row.
  `NF_COVER(CountersAddTwice, add_q && wrote_q && add_index_q == last_q.index)
`endif

endmodule
