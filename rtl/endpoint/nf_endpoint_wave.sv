// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Wave controller: the counter array of KLENK IV-F3, Fig. 6.
//
// A wave is a run of blocks of 128 B; its credits are a counter. Allocation gives the run a counter, or
// refuses. Each completed block is looked up by its address; the counter that has reached its goal
// is free again, which returns the credits. The request generator (nf_endpoint_dma) decides when to
// allocate and when to try again.
//
// It does not know which block of a wave was counted: a block that completes twice counts twice.
// Latency 1 cycle for both answers; one allocation and one block per cycle. Outputs are functions of
// registers. A counter that becomes free in a cycle can be allocated from the next one on.

`include "nf_assert.svh"

module nf_endpoint_wave #(
    parameter int unsigned Counters = 16  // waves that can be outstanding, 1..64
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        clear_i,         // pulse: all waves are given up; no answer comes
    // allocation
    input  logic        alloc_valid_i,
    input  logic [63:0] alloc_base_i,    // network address of the first block; all are below 2^48
    input  logic [15:0] alloc_blocks_i,  // goal, 1 or more
    input  logic [ 5:0] alloc_owner_i,   // comes back with every block of the wave
    output logic        alloc_done_o,    // the answer to the allocation of the cycle before
    output logic        alloc_ok_o,      // the wave has a counter
    output logic        alloc_overlap_o, // refused: an outstanding wave has some of its blocks
    // completed blocks
    input  logic        count_valid_i,   // a block is complete
    input  logic [63:0] count_addr_i,
    input  logic        count_poison_i,
    output logic        count_done_o,    // the answer to the block of the cycle before
    output logic        hit_o,           // a wave waits for the block
    output logic [ 5:0] hit_owner_o,
    output logic        hit_goal_o,      // it was the last one: the credits are back
    output logic        poison_o,        // as it came with the block
    // observation
    output logic [ 7:0] waves_o,         // counters in use
    output logic        oldest_valid_o,  // the wave that waits longest
    output logic [63:0] oldest_addr_o,
    output logic [15:0] oldest_count_o,
    output logic [15:0] oldest_goal_o
);

  `NF_PARAM(WaveCountersInRange, Counters >= 1 && Counters <= 64)

  localparam int unsigned BlockBits = nf_endpoint_pkg::BLOCK_BITS;
  localparam int unsigned IndexBits = (Counters > 1) ? $clog2(Counters) : 1;

  nf_endpoint_pkg::counter_t looked, changed;  // one after the other, in loops
  nf_endpoint_pkg::counter_t counted, eldest;  // whose block came; of the wave that waits longest
  localparam int unsigned CounterBits = $bits(looked);

  logic [Counters-1:0] valid_q;
  logic [Counters*CounterBits-1:0] counters_q, counters_d;
  // Counters in use, the oldest first: places 0 .. waves_q - 1.
  logic [Counters*IndexBits-1:0] order_q, order_d;
  logic [7:0] waves_q, kept;

  logic [BlockBits-1:0] new_base, done_block;
  assign new_base = alloc_base_i[7+:BlockBits];
  assign done_block = count_addr_i[7+:BlockBits];

  // ------------------------------------------------------------------------------ per counter
  logic [Counters-1:0] overlap, match, full, within_goal, vacant, set, clear;
  logic [BlockBits-1:0] below, above, into;
  always_comb begin
    for (int c = 0; c < Counters; c++) begin
      looked = counters_q[c*CounterBits+:CounterBits];
      // A difference below zero wraps: it is larger than every goal, since no wave passes the end of
      // the address space.
      below = looked.base - new_base;
      above = new_base - looked.base;
      into = done_block - looked.base;
      overlap[c] = valid_q[c] && (below < BlockBits'(alloc_blocks_i)
                                  || above < BlockBits'(looked.goal));
      match[c] = valid_q[c] && count_valid_i && into < BlockBits'(looked.goal);
      full[c] = looked.count + 16'd1 == looked.goal;
      within_goal[c] = looked.count < looked.goal;
    end
  end

  always_comb begin
    for (int c = 0; c < Counters; c++) begin
      changed = counters_q[c*CounterBits+:CounterBits];
      if (set[c]) begin
        changed.base = new_base;
        changed.goal = alloc_blocks_i;
        changed.owner = alloc_owner_i;
        changed.count = '0;
      end else if (match[c]) begin
        changed.count = changed.count + 16'd1;
      end
      counters_d[c*CounterBits+:CounterBits] = changed;
    end
  end
  for (genvar c = 0; c < Counters; c++) begin : gen_counter
    always_ff @(posedge clk_i) begin
      if (set[c] || match[c])
        counters_q[c*CounterBits+:CounterBits] <= counters_d[c*CounterBits+:CounterBits];
    end
  end

  logic grant;
  assign vacant = ~valid_q & (valid_q + 1'b1);  // lowest free counter
  assign grant = alloc_valid_i && vacant != '0 && overlap == '0;
  assign set = vacant & {Counters{grant}};
  assign clear = match & full;

  always_comb begin
    counted = '0;
    for (int c = 0; c < Counters; c++) begin
      if (match[c]) counted |= counters_q[c*CounterBits+:CounterBits];
    end
  end

  // ------------------------------------------------------------------------------ order of age
  logic [IndexBits-1:0] set_index;
  logic [Counters-1:0] here, gone;  // the place of the cleared counter; places from there on
  assign gone = ~here + 1'b1;
  assign kept = waves_q - 8'(clear != '0);
  always_comb begin
    set_index = '0;
    for (int c = 0; c < Counters; c++) begin
      if (set[c]) set_index = set_index | IndexBits'(c);
    end
  end
  for (genvar p = 0; p < Counters; p++) begin : gen_place
    logic [IndexBits-1:0] index, next;
    assign index = order_q[p*IndexBits+:IndexBits];
    assign here[p] = 8'(p) < waves_q && clear[index];
    if (p == Counters - 1) begin : gen_last
      assign next = index;
    end else begin : gen_inner
      assign next = order_q[(p+1)*IndexBits+:IndexBits];
    end
    assign order_d[p*IndexBits+:IndexBits] =
        (grant && 8'(p) == kept) ? set_index : gone[p] ? next : index;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
      waves_q <= '0;
      order_q <= '0;
      alloc_done_o <= 1'b0;
      alloc_ok_o <= 1'b0;
      alloc_overlap_o <= 1'b0;
      count_done_o <= 1'b0;
      hit_o <= 1'b0;
      hit_owner_o <= '0;
      hit_goal_o <= 1'b0;
      poison_o <= 1'b0;
    end else if (clear_i) begin
      valid_q <= '0;
      waves_q <= '0;
      alloc_done_o <= 1'b0;
      alloc_ok_o <= 1'b0;
      alloc_overlap_o <= 1'b0;
      count_done_o <= 1'b0;
      hit_o <= 1'b0;
      hit_owner_o <= '0;
      hit_goal_o <= 1'b0;
      poison_o <= 1'b0;
    end else begin
      valid_q <= (valid_q & ~clear) | set;
      waves_q <= kept + 8'(grant);
      order_q <= order_d;
      alloc_done_o <= alloc_valid_i;
      alloc_ok_o <= grant;
      alloc_overlap_o <= alloc_valid_i && overlap != '0;
      count_done_o <= count_valid_i;
      hit_o <= match != '0;
      hit_owner_o <= counted.owner;
      hit_goal_o <= clear != '0;
      poison_o <= count_valid_i && count_poison_i;
    end
  end

  // ------------------------------------------------------------------------------ observation
  logic [IndexBits-1:0] oldest;
  assign oldest = order_q[0+:IndexBits];
  assign waves_o = waves_q;
  assign oldest_valid_o = waves_q != '0;
  assign eldest = oldest_valid_o ? counters_q[oldest*CounterBits+:CounterBits] : '0;
  assign oldest_addr_o = {16'd0, eldest.base, 7'd0};
  assign oldest_count_o = eldest.count;
  assign oldest_goal_o = eldest.goal;

  logic unused;
  assign unused = ^{alloc_base_i[63:48], alloc_base_i[6:0], count_addr_i[63:48], count_addr_i[6:0],
                    looked, counted, eldest};

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic [7:0] used;
  logic twice;
  always_comb begin
    used = '0;
    for (int c = 0; c < Counters; c++) used = used + 8'(valid_q[c]);
    twice = 1'b0;
    for (int p = 1; p < Counters; p++) begin
      if (8'(p) < waves_q && order_q[p*IndexBits+:IndexBits] == oldest) twice = 1'b1;
    end
  end
  // A counter never passes its goal.
  `NF_ASSERT(WaveWithinGoal, (valid_q & ~within_goal) == '0)
  // Credits are neither lost nor made: the number in use is that of the counters in use.
  `NF_ASSERT(WaveCreditsConserved, used == waves_q)
  // No two waves have a block in common.
  `NF_ASSERT(WaveOneMatch, (match & (match - 1'b1)) == '0)
  // The oldest wave is in use, and is so once.
  `NF_ASSERT(WaveOldestInUse, waves_q == '0 || (valid_q[oldest] && !twice))
  // All counters were in use.
  `NF_COVER(WaveAllInUse, valid_q == '1)
  // A wave was allocated while another one became complete.
  `NF_COVER(WaveSetAndClear, grant && clear != '0)
`endif

endmodule
