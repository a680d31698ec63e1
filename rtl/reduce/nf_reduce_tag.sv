// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Tag store of a reduction table: keys, counts, attributes, arrival masks, LRU order and ages of
// all entries, fully associative (KLENK IV-D, Fig. 5).
//
// A key is looked up one cycle before the decision about it (look_*). The answer accounts for what
// the decision stage does in between, so it is never stale. The decision stage then orders at most
// one change per cycle (insert, update, release, expire or clear).
//
// Pushes and barriers that leave before they are complete are remembered as ghosts (nf_reduce_ghost).
// When such a key comes back its entry waits for what is still to come, not for the whole.
//
// It does not decide anything (nf_reduce_decide does) and holds no payload (nf_reduce_data does).
// Latency: 1 cycle from look_i to hit_o; changes show in the next cycle. Throughput: one of each
// per cycle. Outputs are functions of registers.

`include "nf_assert.svh"

module nf_reduce_tag #(
    parameter int unsigned Entries = 8,  // 2..32
    parameter int unsigned Nodes = 32,   // width of the arrival masks, 1..1024
    parameter int unsigned Regions = 8,  // regions of the MCR table, 1..32
    parameter int unsigned Ghosts = 4    // entries remembered after they left, 0..16
) (
    input  logic               clk_i,
    input  logic               rst_ni,
    // configuration and time
    input  logic [        7:0] cfg_entries_i,    // entries 0..n-1 may be used
    input  logic [        7:0] cfg_timeout_i,    // age at which an entry expires; 0 = never
    input  logic               tick_i,           // the ages grow by one
    // clear command: entries that are to be dropped, as long as it says so; each goes like one that
    // expires
    input  logic [        3:0] drop_epochs_i,    // entries of these are to be dropped, bit e: epoch
                                                 // e ...
    input  logic               drop_one_i,       // only those of one region:
    input  logic [        7:0] drop_region_i,
    // lookup for the next decision
    input  logic               load_i,           // a header moves to the decision stage
    input  logic               look_alloc_i,     // it is a pull request
    input  nf_header_pkg::header_t look_i,       // the header
    // the header under decision and what is done about it
    input  logic               new_alloc_i,      // the header under decision is a pull request
    input  nf_header_pkg::header_t new_i,        // the header
    input  logic [        7:0] new_region_i,
    input  logic [       15:0] new_expected_i,   // count at which its entry leaves, without a ghost
    input  logic [       15:0] sum_i,            // with update: the new count
    input  logic               insert_i,         // write it into entry slot_o, free or victim
    input  logic               update_i,         // count it in at the entry that was hit
    input  logic               release_i,        // free the entry that was hit
    input  logic               expire_i,         // free the expired entry
    input  logic               clear_i,          // free the victim
    input  logic               forget_i,         // the packet leaves by itself: its ghost is done
    // what the decision needs to know
    output logic               hit_o,            // an entry has the header's key
    output logic               hit_data_o,       // it holds data
    output logic [        4:0] hit_entry_o,
    output logic [       15:0] hit_count_o,
    output logic [       15:0] hit_expected_o,   // the count at which it leaves
    output nf_reduce_pkg::attr_t hit_attr_o,
    output nf_reduce_pkg::ghost_t ghost_o,       // part of the header's sum has left before
    output logic               usable_o,         // the configuration leaves entries to use
    output logic               free_o,           // one of them is free
    output logic               victim_o,         // one of them may be evicted
    output logic [        4:0] slot_o,           // where an insert goes: free entry, else victim
    output logic               expired_o,        // an entry has reached the timeout or is to be dropped
    output logic               drop_o,           // it is to be dropped
    // the entry that leaves if one leaves now: expired, else hit, else victim
    output logic [        4:0] leave_entry_o,
    output nf_header_pkg::header_t leave_o,      // as a header; no opcode, source and flags
    output logic [        1:0] leave_mode_o,
    output logic               leave_data_o,
    output logic [        7:0] leave_region_o,
    // observation
    output logic [Entries-1:0] valid_o,          // entries in use
    output logic [        7:0] used_o,           // their number
    output logic               dropping_o,       // some are still to be dropped
    output logic [Regions-1:0] regions_o,        // bit r: an entry in use is of region r
    output logic [       47:0] oldest_addr_o,    // of the least recently touched one, else zero
    output logic [       15:0] oldest_count_o,
    output logic [       15:0] oldest_expected_o,
    output logic [  Nodes-1:0] oldest_mask_o
);

  `NF_PARAM(EntriesOutOfRange, Entries >= 2 && Entries <= 32)
  `NF_PARAM(NodesOutOfRange, Nodes >= 1 && Nodes <= 1024)
  `NF_PARAM(RegionsOutOfRange, Regions >= 1 && Regions <= 32)
  `NF_PARAM(GhostsOutOfRange, Ghosts <= 16)

  // The header that is looked up, and the one under decision; one entry after the other, in loops.
  nf_reduce_pkg::key_t look_key, new_key, key, its_key;
  nf_reduce_pkg::ghost_key_t look_ghost, leave_ghost;
  nf_reduce_pkg::origin_t new_origin, origin, its_origin;
  nf_reduce_pkg::shape_t new_shape, its_shape;
  localparam int unsigned KeyBits = $bits(key);
  localparam int unsigned OriginBits = $bits(origin);
  localparam int unsigned ShapeBits = $bits(new_shape);
  localparam int unsigned GhostKeyBits = $bits(look_ghost);

  // Entries side by side; what they hold is valid only with valid_q. Their parts are apart because they
  // change apart: some with each contribution, some only when an entry begins.
  logic [Entries-1:0] valid_q, data_q, push_q, usable_q;
  logic [Entries-1:0] drop_q;  // to be dropped
  logic [Entries*KeyBits-1:0] key_q;
  logic [Entries*OriginBits-1:0] origin_q;
  logic [Entries*ShapeBits-1:0] shape_q;
  logic [Entries*16-1:0] count_q;
  logic [Entries*Nodes-1:0] mask_q;
  logic [Entries*8-1:0] age_q;

  // One-hot selections: the decision's own entry, the expired one, free or victim.
  logic [Entries-1:0] match_q, expired_q, free, victim, oldest, slot, leave;
  // This cycle's changes, per entry.
  logic [Entries-1:0] set, update, clear, touch;
  logic [Entries-1:0] valid_d, push_d, usable_d, equal, aged, named, drop_d, goes;
  logic [Entries-1:0] past_expected;

  logic new_push, look_push, same_key;

  // An entry leaves for another one; the entry that leaves has the key that is looked up, or was.
  logic evict, same_leaves;
  logic [15:0] leave_expected;

  // Keys of the header that is looked up (0) and of the one under decision (1). A request names the requester
  // as its source, its responses as their destination.
  nf_header_pkg::header_t header;
  nf_reduce_pkg::key_t made;
  logic request, pull;
  always_comb begin
    look_key = '0;
    new_key = '0;
    for (int k = 0; k < 2; k++) begin
      header = (k == 0) ? look_i : new_i;
      request = (k == 0) ? look_alloc_i : new_alloc_i;
      pull = request || header.opcode == nf_pkg::OPCODE_PULL_RSP;
      made.epoch = header.epoch;
      made.mode = pull ? nf_reduce_pkg::MODE_PULL
          : header.opcode == nf_pkg::OPCODE_BARRIER
              || (header.opcode == nf_pkg::OPCODE_PUSH_PARTIAL && header.len == '0)
          ? nf_reduce_pkg::MODE_BARRIER : nf_reduce_pkg::MODE_PUSH;
      made.requester = (request ? header.src : header.dst) & {10{pull}};
      made.tag = header.tag & {12{pull}};
      made.block = header.addr[4+:nf_reduce_pkg::BLOCK_BITS];
      if (k == 0) look_key = made;
      else new_key = made;
    end
  end
  logic unused_fields;
  assign unused_fields = ^{header, key, origin, its_key};
  assign new_push = new_key.mode != nf_reduce_pkg::MODE_PULL;
  assign look_push = look_key.mode != nf_reduce_pkg::MODE_PULL;
  assign same_key = look_key == new_key;

  // What a new entry keeps of the header under decision. What its ghost had is not to come any more; where
  // a ghost is wrong the count is never reached, or too early.
  always_comb begin
    new_origin.expected = ghost_o.known ? ghost_o.counts.expected - ghost_o.counts.count : new_expected_i;
    // The region is the one of the first packet: a pull's response does not bring it.
    new_origin.region = new_region_i;
    new_origin.wave = new_i.wave;
    new_origin.tag = new_i.tag;
    new_shape.len = new_i.len & {4{!new_alloc_i}};
    new_shape.dtype = new_i.dtype;
    new_shape.red_op = new_i.red_op;
  end

  assign set = slot & {Entries{insert_i}};
  assign update = match_q & {Entries{update_i}};
  assign clear = (match_q & {Entries{release_i}}) | (expired_q & {Entries{expire_i}})
      | (victim & {Entries{clear_i}});
  assign touch = set | update;
  assign valid_d = (valid_q & ~clear) | set;
  assign push_d = (push_q & ~set) | (set & {Entries{new_push}});

  // Entries that are to be dropped go before those that have aged, which would be sent.
  assign drop_d = (drop_q | named) & ~clear & ~set;
  assign goes = (drop_d != '0) ? drop_d : aged & ~touch & ~clear;

  // Lowest free entry, else the LRU victim.
  assign free = usable_q & ~valid_q & (~(usable_q & ~valid_q) + 1'b1);
  assign slot = (free != '0) ? free : victim;
  assign leave = (expired_q != '0) ? expired_q : (match_q != '0) ? match_q : victim;

  nf_reduce_lru #(
      .Entries(Entries)
  ) u_lru (
      .clk_i,
      .rst_ni,
      .touch_i (touch),
      .cand_i  (valid_d & push_d & usable_d),
      .valid_i (valid_d),
      .victim_o(victim),
      .oldest_o(oldest)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
      data_q <= '0;
      match_q <= '0;
      expired_q <= '0;
      drop_q <= '0;
      usable_q <= '0;
      used_o <= '0;
    end else begin
      valid_q <= valid_d;
      data_q <= (data_q & ~clear & ~set) | (set & {Entries{!new_alloc_i}}) | update;
      // A lookup sees the tags as they are after this cycle's change.
      match_q <= load_i ? (equal & ~clear & ~set) | (set & {Entries{same_key}})
                        : match_q & ~clear;
      expired_q <= goes & (~goes + 1'b1);
      drop_q <= drop_d;
      used_o <= used_o + 8'(insert_i && free != '0) - 8'(release_i || expire_i || clear_i);
      usable_q <= usable_d;
    end
  end

  always_ff @(posedge clk_i) push_q <= push_d;

  // A request contributes nothing; sources past the mask are not recorded.
  logic [Nodes-1:0] source;
  always_comb begin
    for (int n = 0; n < Nodes; n++) begin
      source[n] = !new_alloc_i && new_i.src == 10'(n);
    end
  end

  always_comb begin
    key = '0;
    origin = '0;
    past_expected = '0;
    named = '0;
    for (int e = 0; e < Entries; e++) begin
      if (valid_q[e]) begin
        key = key_q[e*KeyBits+:KeyBits];
        origin = origin_q[e*OriginBits+:OriginBits];
        past_expected[e] = count_q[e*16+:16] > origin.expected;
        named[e] = 1'(drop_epochs_i >> key.epoch) && !(drop_one_i && origin.region != drop_region_i);
      end
    end
  end

  for (genvar e = 0; e < Entries; e++) begin : gen_entry
    assign usable_d[e] = 8'(e) < cfg_entries_i;
    assign equal[e] = valid_q[e] && key_q[e*KeyBits+:KeyBits] == {look_key};
    assign aged[e]  = valid_q[e] && cfg_timeout_i != '0 && age_q[e*8+:8] >= cfg_timeout_i;

    always_ff @(posedge clk_i) begin
      if (set[e]) begin
        key_q[e*KeyBits+:KeyBits] <= new_key;
        origin_q[e*OriginBits+:OriginBits] <= new_origin;
      end
      if (touch[e]) shape_q[e*ShapeBits+:ShapeBits] <= new_shape;
    end

    // A freed entry goes back to its initial value (KLENK IV-D).
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        count_q[e*16+:16] <= '0;
        mask_q[e*Nodes+:Nodes] <= '0;
        age_q[e*8+:8] <= '0;
      end else if (clear[e]) begin
        count_q[e*16+:16] <= '0;
        mask_q[e*Nodes+:Nodes] <= '0;
        age_q[e*8+:8] <= '0;
      end else begin
        if (update[e]) count_q[e*16+:16] <= sum_i;
        else if (set[e]) count_q[e*16+:16] <= new_i.count & {16{!new_alloc_i}};
        if (touch[e]) begin
          mask_q[e*Nodes+:Nodes] <= (mask_q[e*Nodes+:Nodes] & {Nodes{update[e]}}) | source;
        end
        if (touch[e]) age_q[e*8+:8] <= '0;
        else if (tick_i && valid_q[e] && age_q[e*8+:8] != '1) begin
          age_q[e*8+:8] <= age_q[e*8+:8] + 8'd1;
        end
      end
    end

    // A free entry is in its initial state.
    `NF_ASSERT(FreeIsZero,
               valid_q[e] || (count_q[e*16+:16] == '0 && !data_q[e] && age_q[e*8+:8] == '0))
    // Entries past the limit are never taken.
    `NF_ASSERT(SetWithinLimit, !set[e] || usable_q[e])
  end

  // ---- ghosts: of pushes and barriers, whose key is their epoch, mode and address. A clear command ends
  // them all, whatever it names: what is forgotten costs time alone.
  assign evict = insert_i && free == '0;
  assign same_leaves = ((load_i ? equal : match_q) & leave) != '0;

  always_comb begin
    look_ghost.epoch = look_key.epoch;
    look_ghost.barrier = look_key.mode == nf_reduce_pkg::MODE_BARRIER;
    look_ghost.block = look_key.block;
    leave_ghost.epoch = leave_o.epoch;
    leave_ghost.barrier = leave_mode_o == nf_reduce_pkg::MODE_BARRIER;
    leave_ghost.block = leave_o.addr[4+:nf_reduce_pkg::BLOCK_BITS];
  end

  if (Ghosts > 0) begin : gen_ghosts
    nf_reduce_ghost #(
        .Ghosts (Ghosts),
        .KeyBits(GhostKeyBits)
    ) u_ghost (
        .clk_i,
        .rst_ni,
        .load_i,
        .look_push_i(look_push),
        .look_i     (look_ghost),
        .flush_i    (drop_epochs_i != '0),
        .forget_i   (insert_i || forget_i),
        .remember_i ((evict || (expire_i && !drop_o) || clear_i)
                     && leave_mode_o != nf_reduce_pkg::MODE_PULL),
        .key_i      (leave_ghost),
        .expected_i (leave_expected),
        .count_i    (leave_o.count),
        .same_i     (same_leaves),
        .hit_o      (ghost_o.known),
        .expected_o (ghost_o.counts.expected),
        .count_o    (ghost_o.counts.count)
    );
  end else begin : gen_no_ghosts
    logic unused_ghosts;
    assign unused_ghosts = ^{forget_i, evict, leave_expected, look_push, same_leaves, look_ghost, leave_ghost};
    assign ghost_o = '0;
  end

  // Selected entries, as AND-OR of all of them. An entry is read where it is selected, not before: a
  // simulator would read them all in every cycle.
  always_comb begin
    hit_entry_o = '0;
    hit_count_o = '0;
    hit_expected_o = '0;
    hit_attr_o = '0;
    slot_o = '0;
    leave_entry_o = '0;
    leave_o = '0;
    leave_mode_o = '0;
    leave_region_o = '0;
    leave_expected = '0;
    oldest_addr_o = '0;
    oldest_count_o = '0;
    oldest_expected_o = '0;
    oldest_mask_o = '0;
    regions_o = '0;
    its_key = '0;
    its_origin = '0;
    its_shape = '0;
    for (int e = 0; e < Entries; e++) begin
      if (valid_q[e]) begin
        its_origin = origin_q[e*OriginBits+:OriginBits];
        for (int r = 0; r < Regions; r++) regions_o[r] |= its_origin.region == 8'(r);
      end
      if (match_q[e]) begin
        its_origin = origin_q[e*OriginBits+:OriginBits];
        its_shape = shape_q[e*ShapeBits+:ShapeBits];
        hit_entry_o |= 5'(e);
        hit_count_o |= count_q[e*16+:16];
        hit_expected_o |= its_origin.expected;
        hit_attr_o |= {its_origin.region, its_shape};
      end
      if (slot[e]) slot_o |= 5'(e);
      if (leave[e]) begin
        its_key = key_q[e*KeyBits+:KeyBits];
        its_origin = origin_q[e*OriginBits+:OriginBits];
        its_shape = shape_q[e*ShapeBits+:ShapeBits];
        leave_entry_o |= 5'(e);
        leave_o.addr |= {its_key.block, 4'd0};
        leave_o.dst |= its_key.requester;
        leave_mode_o |= its_key.mode;
        leave_o.epoch |= its_key.epoch;
        leave_o.tag |= its_origin.tag;
        leave_o.wave |= its_origin.wave;
        leave_o.count |= count_q[e*16+:16];
        leave_o.len |= its_shape.len;
        leave_o.dtype |= its_shape.dtype;
        leave_o.red_op |= its_shape.red_op;
        leave_region_o |= its_origin.region;
        leave_expected |= its_origin.expected;
      end
      if (oldest[e]) begin
        its_key = key_q[e*KeyBits+:KeyBits];
        its_origin = origin_q[e*OriginBits+:OriginBits];
        oldest_addr_o |= {its_key.block, 4'd0};
        oldest_count_o |= count_q[e*16+:16];
        oldest_expected_o |= its_origin.expected;
        oldest_mask_o |= mask_q[e*Nodes+:Nodes];
      end
    end
  end

  assign hit_o = match_q != '0;
  assign hit_data_o = (match_q & data_q) != '0;
  assign usable_o = usable_q != '0;
  assign free_o = free != '0;
  assign victim_o = victim != '0;
  assign expired_o = expired_q != '0;
  assign drop_o = (expired_q & drop_q) != '0;
  assign dropping_o = drop_q != '0;
  assign leave_data_o = (leave & data_q) != '0;
  assign valid_o = valid_q;

  // A pull never passes its expected count. A push may pass what its ghost made it wait for; the decision
  // keeps it within its region's count.
  `NF_ASSERT(CountWithinExpected, (valid_q & ~push_q & past_expected) == '0)
  // What is evicted is what is shown as leaving.
  `NF_ASSERT(EvictWhatLeaves, !evict || leave == victim)
  // A key has an entry or a ghost, not both.
  `NF_ASSERT(EntryOrGhost, !(hit_o && ghost_o.known))
  // No two entries have the same key.
  `NF_ASSERT(OneHit, $onehot0(match_q))
  // An entry is overwritten only when no usable entry is free.
  `NF_ASSERT(EvictOnlyWhenFull, (set & valid_q) == '0 || (usable_q & ~valid_q) == '0)
  // Pull entries are never evicted by the LRU order.
  `NF_ASSERT(EvictPushOnly, (set & valid_q & ~push_q) == '0)
  // A key is inserted only when no entry has it.
  `NF_ASSERT(InsertOnMiss, !insert_i || !hit_o)
  // The decision stage orders one change at a time.
  `NF_ASSERT(OneChange, $onehot0({insert_i, update_i, release_i, expire_i, clear_i}))
  // What is to be dropped is in use, and goes next.
  `NF_ASSERT(DropExisting, (drop_q & ~valid_q) == '0 && (drop_o || !dropping_o))
  // What is changed exists.
  `NF_ASSERT(ChangeExisting,
             !((update_i || release_i) && !hit_o) && !(expire_i && !expired_o)
             && !(clear_i && !victim_o) && !(insert_i && slot == '0))
`ifndef SYNTHESIS
  logic fresh_q;  // a header was looked up and not inserted since
  nf_reduce_pkg::key_t looked_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) fresh_q <= 1'b0;
    else fresh_q <= load_i || (fresh_q && !insert_i);
  end
  always_ff @(posedge clk_i) if (load_i) looked_q <= look_key;
  // What is inserted is what was looked up, and that once.
  `NF_ASSERT(InsertWhatWasLookedUp, !insert_i || (fresh_q && new_key == looked_q))

`ifdef FORMAL
  // What induction has to know, too much work for a simulation: what the hit means, and that all
  // keys differ.
  logic [Entries-1:0] same_looked, doubled;
  for (genvar e = 0; e < Entries; e++) begin : gen_lemma
    logic [Entries-1:0] same;
    for (genvar f = 0; f < Entries; f++) begin : gen_pair
      assign same[f] = f != e && valid_q[f] && key_q[f*KeyBits+:KeyBits] == key_q[e*KeyBits+:KeyBits];
    end
    assign doubled[e] = valid_q[e] && same != '0;
    assign same_looked[e] = valid_q[e] && key_q[e*KeyBits+:KeyBits] == {looked_q};
  end
  // No two entries in use have the same key.
  `NF_ASSERT(KeysDiffer, doubled == '0)
  // The entry that was hit has the key that was looked up; if none was hit, none has.
  `NF_ASSERT(HitIsLookedUp, (match_q & ~same_looked) == '0 && !(fresh_q && match_q != same_looked))
`endif
`endif
  // The count of entries in use is the number of valid bits.
  `NF_ASSERT(UsedIsPopulation, used_o == 8'($countones(valid_q)))

endmodule
