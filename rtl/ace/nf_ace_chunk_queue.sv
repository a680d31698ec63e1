// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The chunks that a machine will work on, in their order (ACE 4.3.2).
//
// An entry is reserved when its chunk is created, and gets its context when the chunk is that far:
// entries become ready in any order, but leave in the order in which they were reserved. So all
// nodes run the same chunks in the same order on a machine, whatever their timing.
//
// It looks at nothing in a context but the chunk's id and phase, by which it finds the entry: no
// two entries may have the same pair. A context for an entry that waits for none is dropped.
// Latency: an entry counts, and is ready, from the next cycle on; ctx_o is the head's context from
// the cycle after start_i to the next start. One of each every cycle.

`include "nf_assert.svh"

module nf_ace_chunk_queue #(
    parameter int unsigned QueueDepth = 8  // entries, 2..16
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         abort_i,          // all entries are free, as after reset
    // a new entry at the tail; never when free_o is 0
    input  logic         reserve_valid_i,  // a new entry at the tail; never when free_o is 0
    input  logic [  7:0] reserve_id_i,     // row of the chunk table
    input  logic [  3:0] reserve_phase_i,
    output logic [  7:0] free_o,           // entries
    // the context of an entry, in a later cycle than its reservation
    input  logic         ready_valid_i,    // the context of an entry that was reserved in an
                                           // earlier cycle
    input  nf_ace_pkg::ctx_t ready_ctx_i,
    // the machine
    output logic         head_ready_o,     // the oldest entry has its context
    input  logic         start_i,          // take the head; only when head_ready_o
    output nf_ace_pkg::ctx_t ctx_o             // of the entry taken last
);

  `NF_PARAM(QueueDepthInRange, QueueDepth >= 2 && QueueDepth <= 16)

  localparam int unsigned IndexBits = $clog2(QueueDepth);
  localparam logic [IndexBits-1:0] LastIndex = IndexBits'(QueueDepth - 1);
  // By which a context finds its entry.
  typedef struct packed {
    logic [3:0] phase;
    logic [7:0] id;  // row of the chunk table
  } key_t;

  logic [QueueDepth-1:0] waits_q, ready_q;  // reserved without a context; with one
  key_t reserve_key, ready_key;
  localparam int unsigned KeyBits = $bits(ready_key);
  logic [QueueDepth*KeyBits-1:0] key_q;  // of each entry
  logic [IndexBits-1:0] head_q, tail_q;
  logic [7:0] free_q;

  logic [QueueDepth-1:0] match;
  logic [IndexBits-1:0] match_index;
  assign reserve_key.phase = reserve_phase_i;
  assign reserve_key.id = reserve_id_i;
  assign ready_key.phase = ready_ctx_i.phase;
  assign ready_key.id = ready_ctx_i.id;
  for (genvar e = 0; e < QueueDepth; e++) begin : gen_entry
    assign match[e] = ready_valid_i && waits_q[e] && key_q[e*KeyBits+:KeyBits] == {ready_key};
  end
  always_comb begin
    match_index = '0;
    for (int e = 0; e < QueueDepth; e++) begin
      if (match[e]) match_index = match_index | IndexBits'(e);
    end
  end

  logic [QueueDepth-1:0] at_head, at_tail, reserved, started;
  for (genvar e = 0; e < QueueDepth; e++) begin : gen_place
    assign at_head[e] = head_q == IndexBits'(e);
    assign at_tail[e] = tail_q == IndexBits'(e);
  end
  assign reserved = at_tail & {QueueDepth{reserve_valid_i}};
  assign started = at_head & {QueueDepth{start_i}};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waits_q <= '0;
      ready_q <= '0;
      head_q <= '0;
      tail_q <= '0;
      free_q <= 8'(QueueDepth);
    end else if (abort_i) begin
      waits_q <= '0;
      ready_q <= '0;
      head_q <= '0;
      tail_q <= '0;
      free_q <= 8'(QueueDepth);
    end else begin
      waits_q <= (waits_q & ~match) | reserved;
      ready_q <= (ready_q | match) & ~started;
      if (start_i) head_q <= (head_q == LastIndex) ? '0 : head_q + 1'b1;
      if (reserve_valid_i) tail_q <= (tail_q == LastIndex) ? '0 : tail_q + 1'b1;
      free_q <= free_q + 8'(start_i) - 8'(reserve_valid_i);
    end
  end

  always_ff @(posedge clk_i) begin
    for (int e = 0; e < QueueDepth; e++) begin
      if (reserved[e]) key_q[e*KeyBits+:KeyBits] <= reserve_key;
    end
  end

  // Its output register is where the machine finds the context of the chunk that it works on.
  nf_ram_1r1w #(
      .Width($bits(ready_ctx_i)),
      .Depth(QueueDepth)
  ) u_contexts (
      .clk_i  (clk_i),
      .we_i   (match != '0),
      .waddr_i(match_index),
      .wdata_i(ready_ctx_i),
      .re_i   (start_i),
      .raddr_i(head_q),
      .rdata_o(ctx_o)
  );

  assign head_ready_o = ready_q[head_q];
  assign free_o = free_q;

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic [7:0] used;
  always_comb begin
    used = '0;
    for (int e = 0; e < QueueDepth; e++) used = used + 8'(waits_q[e]) + 8'(ready_q[e]);
  end
  // A reservation finds a free entry.
  `NF_ASSERT(QueueReserveFits, !reserve_valid_i || free_q != '0)
  // A context finds the one entry that waits for it.
  `NF_ASSERT(QueueContextFindsEntry,
             !ready_valid_i || (match != '0 && (match & (match - 1'b1)) == '0))
  // Only an entry that is ready is taken.
  `NF_ASSERT(QueueTakesReady, !start_i || head_ready_o)
  // Every entry is free, or waits, or is ready.
  `NF_ASSERT(QueueEntriesKept, used + free_q == 8'(QueueDepth))
  // An entry became ready before an older one.
  `NF_COVER(QueueOutOfOrder, match != '0 && !head_ready_o && (match & at_head) == '0)
  // No entry was free.
  `NF_COVER(QueueFull, free_q == '0)
`endif

endmodule
