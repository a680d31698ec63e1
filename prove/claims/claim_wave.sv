// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_endpoint_wave: no block is lost, counted twice or counted for another; the credits that are out are
// those that were given and have not come back, and never more than there are counters (KLENK IV-F3). When
// all are given up, nothing is owed and no answer comes.
//
// The books beside it see its ports alone: blocks granted, blocks counted, waves granted, waves complete. One
// wave is watched, which may be any: its blocks are counted from its grant to its goal, for its owner.

`include "nf_assert.svh"

module claim_wave #(
    parameter int unsigned Counters = 2
) (
    input logic        clk_i,
    input logic        rst_ni,
    input logic        clear_i,        // all waves are given up
    input logic        alloc_valid_i,
    input logic [40:0] alloc_base_i,   // number of a block
    input logic [15:0] alloc_blocks_i,
    input logic [ 5:0] alloc_owner_i,
    input logic        count_valid_i,
    input logic [40:0] count_block_i,
    input logic        watch_i         // the wave that is asked for is the one to be watched
);

  localparam int unsigned IndexBits = (Counters > 1) ? $clog2(Counters) : 1;
  localparam int unsigned SumBits = 24;  // for the blocks of all counters

  logic alloc_done, alloc_ok, alloc_overlap, count_done, hit, hit_goal;
  logic [5:0] hit_owner;
  logic [7:0] waves;

  nf_endpoint_wave #(
      .Counters(Counters)
  ) u_wave (
      .clk_i,
      .rst_ni,
      .clear_i,
      .alloc_valid_i,
      .alloc_base_i   ({16'd0, alloc_base_i, 7'd0}),
      .alloc_blocks_i,
      .alloc_owner_i,
      .alloc_done_o   (alloc_done),
      .alloc_ok_o     (alloc_ok),
      .alloc_overlap_o(alloc_overlap),
      .count_valid_i,
      .count_addr_i   ({16'd0, count_block_i, 7'd0}),
      .count_poison_i (1'b0),
      .count_done_o   (count_done),
      .hit_o          (hit),
      .hit_owner_o    (hit_owner),
      .hit_goal_o     (hit_goal),
      .poison_o       (),
      .waves_o        (waves),
      .oldest_valid_o (),
      .oldest_addr_o  (),
      .oldest_count_o (),
      .oldest_goal_o  ()
  );

  (* hierconn *) wire [Counters-1:0] \u_wave.valid_q , \u_wave.set ;
  (* hierconn *) wire [Counters*IndexBits-1:0] \u_wave.order_q ;
  nf_endpoint_pkg::counter_t counter;
  localparam int unsigned CounterBits = $bits(counter);
  (* hierconn *) wire [Counters*CounterBits-1:0] \u_wave.counters_q ;
  logic [Counters*41-1:0] bases;
  logic [Counters*16-1:0] goals, counts;
  logic [Counters*6-1:0] owners;
  always_comb begin
    for (int c = 0; c < Counters; c++) begin
      counter = \u_wave.counters_q [c*CounterBits+:CounterBits];
      bases[c*41+:41] = counter.base;
      goals[c*16+:16] = counter.goal;
      counts[c*16+:16] = counter.count;
      owners[c*6+:6] = counter.owner;
    end
  end

  // A wave has blocks.
  `NF_ASSERT(WaveHasBlocks, !alloc_valid_i || alloc_blocks_i != '0)

  // ------------------------------------------------------------------------------ books
  logic [SumBits-1:0] owed, owed_q, left;  // blocks granted and not counted
  logic [7:0] out, out_q;                  // waves granted and not complete
  logic [15:0] blocks_q;                   // that were asked for in the cycle before
  logic asked_q, came_q;
  assign owed = owed_q + (alloc_ok ? SumBits'(blocks_q) : '0) - SumBits'(hit);
  assign out = out_q + 8'(alloc_ok) - 8'(hit_goal);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      owed_q <= '0;
      out_q <= '0;
      blocks_q <= '0;
      asked_q <= 1'b0;
      came_q <= 1'b0;
    end else if (clear_i) begin
      owed_q <= '0;
      out_q <= '0;
      asked_q <= 1'b0;
      came_q <= 1'b0;
    end else begin
      owed_q <= owed;
      out_q <= out;
      blocks_q <= alloc_blocks_i;
      asked_q <= alloc_valid_i;
      came_q <= count_valid_i;
    end
  end

  always_comb begin
    left = '0;
    for (int c = 0; c < Counters; c++) begin
      if (\u_wave.valid_q [c]) begin
        left = left + SumBits'(goals[c*16+:16]) - SumBits'(counts[c*16+:16]);
      end
    end
  end

  // What the counters wait for is what was granted and not counted.
  `NF_ASSERT(WaveBlocksConserved, left == owed)
  // No more waves are out than there are counters; those that are, were granted and are not complete.
  `NF_ASSERT(WaveNoOvercommit, waves == out && waves <= 8'(Counters))
  // Every question has its answer, and only an answer grants or counts.
  `NF_ASSERT(WaveAnswers, alloc_done == asked_q && count_done == came_q && (!alloc_ok || asked_q)
                          && (!hit || came_q) && (!hit_goal || hit) && !(alloc_ok && alloc_overlap))

  // ------------------------------------------------------------------------------ one wave
  logic watched_q, known_q;        // it is out; there was one, so that there is no other
  logic [40:0] base_q, into, below, above;
  logic [15:0] left_q, goal_q;
  logic [5:0] owner_q;
  logic [Counters-1:0] counter_q;  // its counter
  logic start, mine, overlaps, mine_q, last_q, overlaps_q;
  assign start = watch_i && alloc_valid_i && !known_q && \u_wave.set != '0;
  assign into = count_block_i - base_q;
  assign mine = watched_q && count_valid_i && into < 41'(goal_q);
  assign below = base_q - alloc_base_i;
  assign above = alloc_base_i - base_q;
  assign overlaps = watched_q && alloc_valid_i && (below < 41'(alloc_blocks_i) || above < 41'(goal_q));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      watched_q <= 1'b0;
      known_q <= 1'b0;
      mine_q <= 1'b0;
      last_q <= 1'b0;
      overlaps_q <= 1'b0;
      base_q <= '0;
      goal_q <= '0;
      left_q <= '0;
      owner_q <= '0;
      counter_q <= '0;
    end else if (clear_i) begin
      watched_q <= 1'b0;
      mine_q <= 1'b0;
      last_q <= 1'b0;
      overlaps_q <= 1'b0;
    end else begin
      mine_q <= mine;
      last_q <= mine && left_q == 16'd1;
      overlaps_q <= overlaps;
      if (start) begin
        watched_q <= 1'b1;
        known_q <= 1'b1;
        base_q <= alloc_base_i;
        goal_q <= alloc_blocks_i;
        left_q <= alloc_blocks_i;
        owner_q <= alloc_owner_i;
        counter_q <= \u_wave.set ;
      end else if (mine) begin
        watched_q <= left_q != 16'd1;
        left_q <= left_q - 16'd1;
      end
    end
  end

  // Each of its blocks is counted, for its owner, and its last one completes it.
  `NF_ASSERT(WaveCountsMine, !mine_q || (hit && hit_owner == owner_q && hit_goal == last_q))
  // Nobody else gets its blocks.
  `NF_ASSERT(WaveRefusesOverlap, !overlaps_q || (!alloc_ok && alloc_overlap))

  // The watched wave is complete; another wanted its blocks.
  `NF_COVER(WaveMineComplete, last_q)
  `NF_COVER(WaveMineWanted, overlaps_q)

  // ------------------------------------------------------------------------------ inside
  for (genvar c = 0; c < Counters; c++) begin : gen_counter
    logic [40:0] base;
    logic [15:0] goal, count, rest;
    assign base = bases[c*41+:41];
    assign goal = goals[c*16+:16];
    assign count = counts[c*16+:16];
    assign rest = goal - count;
    // The watched wave is in its counter, as it was granted.
    `NF_ASSERT(WaveIsKept, !(watched_q && counter_q[c]) || (\u_wave.valid_q [c] && base == base_q
        && goal == goal_q && rest == left_q && owners[c*6+:6] == owner_q))
    for (genvar d = 0; d < c; d++) begin : gen_other
      logic [40:0] up, down;
      assign up = bases[d*41+:41] - base;
      assign down = base - bases[d*41+:41];
      // No two waves have a block in common.
      `NF_ASSERT(WavesApart, !(\u_wave.valid_q [c] && \u_wave.valid_q [d])
          || (up >= 41'(goal) && down >= 41'(goals[d*16+:16])))
    end
  end
  // It has one counter.
  `NF_ASSERT(WaveOneCounter, !watched_q || (counter_q != '0 && (counter_q & (counter_q - 1'b1)) == '0
                                            && left_q != '0 && known_q))

  for (genvar p = 0; p < Counters; p++) begin : gen_place
    logic [IndexBits-1:0] index;
    assign index = \u_wave.order_q [p*IndexBits+:IndexBits];
    // The order of age holds the counters in use, each once.
    `NF_ASSERT(WavePlaceInUse, 8'(p) >= waves
        || (8'(index) < 8'(Counters) && |(\u_wave.valid_q & (Counters'(1) << index))))
    for (genvar o = 0; o < p; o++) begin : gen_other
      `NF_ASSERT(WavePlacesDiffer, 8'(p) >= waves || index != \u_wave.order_q [o*IndexBits+:IndexBits])
    end
  end

endmodule
