// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Outstanding-request tracker of the DMA engine: commands, acknowledgements due, blocks that have landed; they
// say when a command is complete (KLENK IV-F3).
//
// Each outstanding command has a place. A push is complete when all its waves are; a pull when,
// besides, no acknowledgement is due and as many blocks have landed as all pulls so far expect from
// other ranks; a barrier when it is finished. A command that was refused or given up waits for its
// own waves alone. Pulls complete in the order of their start, all else in any order.
//
// It does not generate anything (nf_endpoint_dma does) and does not know addresses.
// A command that is complete shows at the interface one cycle later; one command per cycle. Outputs are
// functions of registers.

`include "nf_assert.svh"

module nf_endpoint_tracker #(
    parameter int unsigned Links = 6,    // lanes, 1..8
    parameter int unsigned Commands = 4  // that can be outstanding, 2..64
) (
    input  logic                    clk_i,
    input  logic                    rst_ni,
    input  logic        [     15:0] cfg_acks_i,            // acknowledgements due for one multicast
                                                           // write
    input  logic                    cfg_exclude_source_i,
    input  logic                    clear_i,               // pulse: everything outstanding is given
                                                           // up
    // the command that generates: the youngest one
    input  logic                    start_i,               // it starts; only while room_o
    input  logic        [      7:0] id_i,                  // with start
    input  logic                    pull_i,                // with start
    input  logic                    expect_i,              // after start: a pull expects blocks
    input  logic        [     31:0] expect_blocks_i,       // that other ranks' pulls deliver here
    input  logic                    wave_i,                // it got a counter: one more wave
    input  logic                    finish_i,              // all of it is injected, or it ends
                                                           // early
    input  logic        [      7:0] finish_status_i,
    input  logic                    finish_poison_i,
    output logic                    room_o,                // one more can be outstanding
    output logic                    empty_o,               // none is, nor is an acknowledgement due
    output logic        [      5:0] tail_o,                // place of the command that generates,
                                                           // from its start on
    output logic        [      7:0] out_o,                 // its waves outstanding
    // answers of the wave controller
    input  logic                    count_done_i,          // a block is complete
    input  logic                    hit_i,                 // a wave waited for it
    input  logic        [      5:0] hit_owner_i,           // place of its command
    input  logic                    hit_goal_i,            // and is complete
    input  logic                    poison_i,
    // acknowledgements, one pulse each
    input  logic        [Links-1:0] ack_i,                 // one came
    input  logic        [Links-1:0] mcast_i,               // a multicast write was started
    input  logic        [Links-1:0] lane_busy_i,           // something is under way in the lane
    // completions
    output logic                    done_valid_o,
    input  logic                    done_ready_i,
    output logic        [      7:0] done_id_o,
    output logic        [      7:0] done_status_o,
    // status
    output nf_endpoint_pkg::event_t event_o,
    output logic        [     31:0] due_o,                 // acknowledgements due
    output logic                    busy_o
);

  `NF_PARAM(TrackerLinksInRange, Links >= 1 && Links <= nf_pkg::MAX_LINKS)
  `NF_PARAM(TrackerCommandsInRange, Commands >= 2 && Commands <= 64)

  localparam int unsigned PlaceBits = $clog2(Commands);

  // What is kept of an outstanding command, besides single bits.
  typedef struct packed {
    logic [7:0]  id;
    logic [7:0]  status;  // how its generation ended
    logic [7:0]  out;     // waves outstanding
    logic [7:0]  turn;    // number of a pull
    logic [31:0] target;  // blocks that have landed when a pull is complete
  } slot_t;
  slot_t looked, granted, newest, changed;  // looked and changed: one after the other, in a loop
  localparam int unsigned SlotBits = $bits(looked);

  logic [PlaceBits-1:0] tail_q, last_q;  // places: of the command that generates, that completed last
  logic [Commands-1:0] used_q, injected_q, plain_q, poison_q, pull_q;
  logic [Commands*SlotBits-1:0] slots_q, slots_d;
  logic [7:0] pulls_q, pulls_done_q;  // started, complete

  // ------------------------------------------------------------------------------ acknowledgements
  logic [3:0] acks_d, acks_q, mcasts_d, mcasts_q;
  logic [31:0] due_q, due_more;
  logic err_ack;
  always_comb begin
    acks_d = '0;
    mcasts_d = '0;
    for (int l = 0; l < Links; l++) begin
      acks_d = acks_d + 4'(ack_i[l]);
      mcasts_d = mcasts_d + 4'(mcast_i[l]);
    end
  end
  assign due_more = due_q + 32'(cfg_acks_i) * 32'(mcasts_q);
  assign err_ack = 32'(acks_q) > due_more;

  // ------------------------------------------------------------------------------ landed blocks
  // Running totals: blocks that have landed, and what all pulls so far expect. They wrap; the sign of a
  // difference tells which one is ahead.
  logic [31:0] landed_q, expected_q, poison_first_q, poison_last_q;
  logic [31:0] target, lead, first_lead, last_lead;
  logic land, land_poison, landed_poison_q, landed_poison_kept;
  assign land = count_done_i && !hit_i;
  assign land_poison = land && poison_i;
  assign lead = landed_q - target;
  assign first_lead = poison_first_q - target;
  assign last_lead = poison_last_q - target;

  // ------------------------------------------------------------------------------ completion
  // Where a multicast does not come back, a lane tells that a block is complete before the memory
  // has the multicast. So a pull then waits, besides, until every lane was idle once.
  logic complete, pull_settled, pull_over, charge, grant_valid;
  logic [Commands-1:0] over, turn, idle, ready, grant, free;
  logic [PlaceBits-1:0] grant_index, free_index;
  logic [Links-1:0] drained_q;
  logic grant_pull, grant_plain, grant_poison;

  always_comb begin
    target = '0;
    for (int s = 0; s < Commands; s++) begin
      looked = slots_q[s*SlotBits+:SlotBits];
      idle[s] = looked.out == '0;
      over[s] = used_q[s] && injected_q[s] && idle[s];
      turn[s] = pull_q[s] && looked.turn == pulls_done_q;
      if (turn[s] && used_q[s]) target |= looked.target;
    end
    pull_over = (over & turn) != '0;
  end
  assign pull_settled = due_q == '0 && mcasts_q == '0 && !lead[31]
      && (!cfg_exclude_source_i || drained_q == '1);
  assign ready = over & (~pull_q | (turn & (~plain_q | {Commands{pull_settled}})));

  nf_rr_arb #(
      .Requests(Commands)
  ) u_pick (
      .req_i         (ready),
      .last_i        (last_q),
      .grant_valid_o (grant_valid),
      .grant_index_o (grant_index),
      .grant_onehot_o(grant)
  );
  assign complete = grant_valid && (!done_valid_o || done_ready_i);
  assign grant_pull = (grant & pull_q) != '0;
  assign grant_plain = (grant & plain_q) != '0;
  assign grant_poison = (grant & poison_q) != '0;
  always_comb begin
    granted = '0;
    for (int s = 0; s < Commands; s++) begin
      if (grant[s]) granted |= slots_q[s*SlotBits+:SlotBits];
    end
  end
  // A poisoned block that landed belongs to the first pull whose total includes it. What came after
  // it is charged to the next pull too: poison is never forgotten.
  assign charge = complete && grant_plain && grant_pull && landed_poison_q && first_lead[31];
  assign landed_poison_kept = landed_poison_q && !(charge && last_lead[31]);

  // The lowest place that is free.
  assign free = ~used_q & (used_q + 1'b1);
  for (genvar b = 0; b < PlaceBits; b++) begin : gen_free
    logic [Commands-1:0] numbers;
    for (genvar i = 0; i < Commands; i++) begin : gen_number
      assign numbers[i] = ((i >> b) % 2) == 1;
    end
    assign free_index[b] = (free & numbers) != '0;
  end

  logic [Commands-1:0] mine, begins, less;  // it generates; it starts; one of its waves is complete
  for (genvar s = 0; s < Commands; s++) begin : gen_slot
    logic poison;
    assign mine[s] = tail_q == PlaceBits'(s);
    assign begins[s] = start_i && free[s];
    assign less[s] = count_done_i && hit_i && hit_goal_i && hit_owner_i == 6'(s);
    assign poison = (count_done_i && hit_i && poison_i && hit_owner_i == 6'(s))
        || (finish_i && finish_poison_i && mine[s]);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        used_q[s] <= 1'b0;
        injected_q[s] <= 1'b0;
        plain_q[s] <= 1'b0;
        poison_q[s] <= 1'b0;
        pull_q[s] <= 1'b0;
      end else if (clear_i) begin
        used_q[s] <= 1'b0;
        injected_q[s] <= 1'b0;
        plain_q[s] <= 1'b0;
        poison_q[s] <= 1'b0;
        pull_q[s] <= 1'b0;
      end else begin
        used_q[s] <= begins[s] || (used_q[s] && !(complete && grant[s]));
        if (begins[s]) begin
          injected_q[s] <= 1'b0;
          pull_q[s] <= pull_i;
        end else if (finish_i && mine[s]) begin
          injected_q[s] <= 1'b1;
          plain_q[s] <= finish_status_i == nf_endpoint_pkg::STATUS_OK;
        end
        poison_q[s] <= poison || (poison_q[s] && !begins[s]);
      end
    end
    // A wave ends only while its command has one outstanding.
    `NF_ASSERT(TrackerWaveIsOutstanding, !less[s] || (used_q[s] && !idle[s]))
  end

  always_comb begin
    for (int s = 0; s < Commands; s++) begin
      changed = slots_q[s*SlotBits+:SlotBits];
      if (clear_i) begin
        changed.out = '0;  // the rest is not looked at before a command begins here
      end else begin
        if (begins[s]) begin
          changed.id = id_i;
          changed.turn = pulls_q;
        end else if (finish_i && mine[s]) begin
          changed.status = finish_status_i;
        end
        if (expect_i && mine[s]) changed.target = expected_q + expect_blocks_i;
        changed.out = changed.out + 8'(wave_i && mine[s]) - 8'(less[s]);
      end
      slots_d[s*SlotBits+:SlotBits] = changed;
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) slots_q <= '0;
    else slots_q <= slots_d;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      tail_q <= '0;
      last_q <= '0;
      pulls_q <= '0;
      pulls_done_q <= '0;
      done_valid_o <= 1'b0;
      done_id_o <= '0;
      done_status_o <= '0;
      acks_q <= '0;
      mcasts_q <= '0;
      due_q <= '0;
      drained_q <= '0;
      landed_q <= '0;
      expected_q <= '0;
      landed_poison_q <= 1'b0;
      poison_first_q <= '0;
      poison_last_q <= '0;
      event_o <= '0;
    end else if (clear_i) begin
      // A completion at the interface stays until it is taken. Totals start anew on all ranks.
      pulls_q <= '0;
      pulls_done_q <= '0;
      done_valid_o <= done_valid_o && !done_ready_i;
      acks_q <= '0;
      mcasts_q <= '0;
      due_q <= '0;
      drained_q <= '0;
      landed_q <= '0;
      expected_q <= '0;
      landed_poison_q <= 1'b0;
      event_o <= '0;
    end else begin
      if (start_i) tail_q <= free_index;
      pulls_q <= pulls_q + 8'(start_i && pull_i);
      if (complete) begin
        last_q <= grant_index;
        pulls_done_q <= pulls_done_q + 8'(grant_pull);
        done_id_o <= granted.id;
        done_status_o <= !grant_plain ? granted.status
            : (grant_poison || charge) ? nf_endpoint_pkg::STATUS_POISON
            : nf_endpoint_pkg::STATUS_OK;
      end
      done_valid_o <= complete || (done_valid_o && !done_ready_i);

      acks_q <= acks_d;
      mcasts_q <= mcasts_d;
      due_q <= err_ack ? '0 : due_more - 32'(acks_q);

      drained_q <= (pull_over && !(complete && grant_pull)) ? drained_q | ~lane_busy_i : '0;

      landed_q <= landed_q + 32'(land);
      if (expect_i) expected_q <= expected_q + expect_blocks_i;
      landed_poison_q <= land_poison || landed_poison_kept;
      if (land_poison) poison_last_q <= landed_q;
      if (land_poison && !landed_poison_kept) poison_first_q <= landed_q;
      else if (charge) poison_first_q <= target;

      event_o <= '0;
      event_o.err_poison <=
          (count_done_i && poison_i) || (finish_i && finish_poison_i);
      event_o.err_ack <= err_ack;
    end
  end

  assign room_o = used_q != '1;
  assign empty_o = used_q == '0 && due_q == '0 && mcasts_q == '0 && acks_q == '0;
  assign tail_o = 6'(tail_q);
  assign newest = slots_q[tail_q*SlotBits+:SlotBits];
  assign out_o = newest.out;
  assign due_o = due_q;
  assign busy_o = used_q != '0 || done_valid_o || due_q != '0 || mcasts_q != '0;

  logic unused;
  assign unused = ^{lead[30:0], first_lead[30:0], last_lead[30:0], looked, granted, newest};

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic held_q;
  logic [15:0] held_done_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) held_q <= 1'b0;
    else held_q <= done_valid_o && !done_ready_i;
  end
  always_ff @(posedge clk_i) held_done_q <= {done_id_o, done_status_o};

  // A command starts only while a place is free.
  `NF_ASSERT(TrackerBounded, !start_i || used_q != '1)
  // A command that completes has a place.
  `NF_ASSERT(TrackerCompletesOne, !complete || (grant & used_q) != '0)
  // A completion that was not taken is offered again, unchanged.
  `NF_ASSERT(TrackerDoneHolds,
             !held_q || (done_valid_o && held_done_q == {done_id_o, done_status_o}))
  // All places were taken.
  `NF_COVER(TrackerFull, used_q == '1)
  // Poison was left for a later pull.
  `NF_COVER(TrackerPoisonLeft, charge && landed_poison_kept)
`endif

endmodule
