// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_reduce_table: each contribution is counted once, from the port where it comes in to the port where its
// sum leaves (KLENK IV-B, IV-C, IV-D). One reduction is watched, which may be any: a key.
//
// The books beside it: headers that came and wait for their decision; the sum of what was counted in since a
// part of the watched sum left last; headers that are to leave. A header leaves the first book in order, for the
// sum, past it, or refused with an error event; the sum leaves as a whole, with one header of the third
// book, or is given up by a clear command. So what came in is what left, what was refused or given up, and
// what is in the books, and each of these is in one place of the table.
//
// The payload is cut away (ALUs and store); headers are followed through the data path to the output.

`include "nf_assert.svh"

module claim_reduce_table #(
    parameter int unsigned Entries = 2,
    parameter int unsigned Ghosts = 1,
    parameter int unsigned AluStages = 2,
    parameter bit OperandReg = 1'b0
) (
    input logic         clk_i,
    input logic         rst_ni,
    input logic [ 69:0] watched_i,  // taken in the first cycle: the key that is watched
    // the table's own
    input logic [  9:0] cfg_id_i,
    input logic         cfg_first_hop_i,
    input logic         cfg_multicast_partials_i,
    input logic [  7:0] cfg_timeout_i,
    input logic [  7:0] cfg_entries_i,
    input logic [  7:0] cfg_port_i,
    input logic         tick_i,
    input logic [  3:0] drop_epochs_i,
    input logic         drop_one_i,
    input logic [  7:0] drop_region_i,
    input logic [ 31:0] region_expected_i,
    input logic [ 31:0] region_later_i,
    input logic [ 15:0] region_mode_i,
    input logic [ 31:0] region_ports_i,
    input logic [ 31:0] region_home_i,
    input logic [ 31:0] region_home_ports_i,
    input logic         in_valid_i,
    input logic         in_last_i,
    input logic         in_err_i,
    input logic [  7:0] in_region_i,
    input logic [127:0] in_data_i,
    input logic         alloc_valid_i,
    input logic [  7:0] alloc_region_i,
    input logic [127:0] alloc_data_i,
    input logic [ 15:0] way_i,
    input logic         out_ready_i
);

  localparam int unsigned EntryBits = $clog2(Entries);
  localparam int unsigned KeyBits = 70;  // {epoch, mode, requester, tag, block address}
  localparam int unsigned GhostKeyBits = 47;  // {epoch, barrier, block address}

  logic in_ready, out_valid, out_last, dropped, alloc_ready, alloc_done;
  logic [15:0] out_ports;
  nf_header_pkg::table_event_t events;
  logic [127:0] out_data;
  nf_reduce_table #(
      .Entries(Entries),
      .Ports(2),
      .Regions(2),
      .Nodes(2),
      .Ghosts(Ghosts),
      .AluStages(AluStages),
      .OperandReg(OperandReg)
  ) u_table (
      .clk_i,
      .rst_ni,
      .cfg_id_i,
      .cfg_first_hop_i,
      .cfg_multicast_partials_i,
      .cfg_timeout_i,
      .cfg_entries_i,
      .cfg_port_i,
      .tick_i,
      .drop_epochs_i,
      .drop_one_i,
      .drop_region_i,
      .region_expected_i,
      .region_later_i,
      .region_mode_i,
      .region_ports_i,
      .region_home_i,
      .region_home_ports_i,
      .in_valid_i,
      .in_ready_o       (in_ready),
      .in_last_i,
      .in_err_i,
      .in_region_i,
      .in_data_i,
      .alloc_valid_i,
      .alloc_ready_o    (alloc_ready),
      .alloc_region_i,
      .alloc_data_i,
      .alloc_done_o     (alloc_done),
      .way_addr_o       (),
      .way_i,
      .out_valid_o      (out_valid),
      .out_ready_i,
      .out_last_o       (out_last),
      .out_ports_o      (out_ports),
      .out_data_o       (out_data),
      .event_o          (events),
      .flags_o          (),
      .used_o           (),
      .dropping_o       (),
      .dropped_o        (dropped),
      .regions_o        (),
      .taken_o          (),
      .taken_region_o   (),
      .busy_o           (),
      .oldest_valid_o   (),
      .oldest_mask_o    (),
      .oldest_addr_o    (),
      .oldest_count_o   (),
      .oldest_expected_o()
  );

  // ------------------------------------------------------------------------------ keys
  // Key of a header: of a contribution, or of what leaves. A partial without payload is a barrier's.
  function automatic logic [KeyBits-1:0] key(input logic [127:0] h);
    logic [3:0] opcode;
    logic pull, barrier;
    opcode = h[nf_pkg::HDR_OPCODE_LSB+:4];
    pull = opcode == nf_pkg::OPCODE_PULL_RSP;
    barrier = opcode == nf_pkg::OPCODE_BARRIER || opcode == nf_pkg::OPCODE_BARRIER_DONE
        || (opcode == nf_pkg::OPCODE_PUSH_PARTIAL && h[nf_pkg::HDR_LEN_LSB+:4] == '0);
    key = {
      h[nf_pkg::HDR_EPOCH_LSB+:2],
      pull ? nf_reduce_pkg::MODE_PULL : barrier ? nf_reduce_pkg::MODE_BARRIER : nf_reduce_pkg::MODE_PUSH,
      h[nf_pkg::HDR_DST_LSB+:10] & {10{pull}},
      h[nf_pkg::HDR_TAG_LSB+:12] & {12{pull}},
      h[nf_pkg::HDR_ADDR_LSB+4+:44]
    };
  endfunction

  logic started_q;
  logic [KeyBits-1:0] watched_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) started_q <= 1'b0;
    else started_q <= 1'b1;
  end
  always_ff @(posedge clk_i) if (!started_q) watched_q <= watched_i;
  logic [KeyBits-1:0] watched;
  assign watched = started_q ? watched_q : watched_i;

  // Of a header: whether it is the watched reduction's, and its count.
  localparam int unsigned NoteBits = 17;
  function automatic logic [NoteBits-1:0] note(input logic [127:0] h, input logic [KeyBits-1:0] of);
    note = {key(h) == of, h[nf_pkg::HDR_COUNT_LSB+:16]};
  endfunction

  // ------------------------------------------------------------------------------ ports
  logic in_first_q, came, left;
  assign came = in_valid_i && in_ready && in_first_q;
  assign left = out_valid && out_ready_i && out_last;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) in_first_q <= 1'b1;
    else if (in_valid_i && in_ready) in_first_q <= in_last_i;
  end

  // The ingress keeps its word: opcodes are those of contributions, and only a barrier has no payload, nor
  // what a leaf sends up of one.
  function automatic logic fair(input logic [127:0] h);
    logic [3:0] opcode;
    opcode = h[nf_pkg::HDR_OPCODE_LSB+:4];
    fair = opcode == nf_pkg::OPCODE_PULL_RSP || opcode == nf_pkg::OPCODE_PUSH_PARTIAL
        || (opcode == (h[nf_pkg::HDR_LEN_LSB+:4] == '0 ? nf_pkg::OPCODE_BARRIER : nf_pkg::OPCODE_PUSH_WRITE));
  endfunction
  `NF_ASSERT(TableOpcodes, !came || fair(in_data_i))

  // ------------------------------------------------------------------------------ inside
  (* hierconn *) wire \u_table.head_take , \u_table.expire , \u_table.drop , \u_table.look_first_q ;
  (* hierconn *) wire \u_table.d_valid_q , \u_table.own , \u_table.leaves ;
  (* hierconn *) wire \u_table.u_action.finish , \u_table.u_action.rest ;
  (* hierconn *) wire \u_table.u_action.evict , \u_table.u_action.insert ;
  (* hierconn *) wire [3:0] \u_table.act , \u_table.u_drain.in_left_q , \u_table.u_drain.out_left_q ;
  (* hierconn *) wire [1:0] \u_table.u_drain.head_state_q ;
  (* hierconn *) wire [4:0] \u_table.leave_entry ;
  (* hierconn *) wire [127:0] \u_table.u_drain.head_q , \u_table.head ;
  nf_reduce_pkg::flit_t d_flit;
  localparam int unsigned FlitBits = $bits(d_flit);
  (* hierconn *) wire [FlitBits-1:0] \u_table.d_q ;
  assign d_flit = \u_table.d_q ;
  (* hierconn *) wire \u_table.u_input.ready_q , \u_table.u_input.valid_q ;
  nf_reduce_pkg::flit_t waiting, spare;
  (* hierconn *) wire [FlitBits-1:0] \u_table.u_input.head_q , \u_table.u_input.spare_q ;
  assign waiting = \u_table.u_input.head_q ;
  assign spare = \u_table.u_input.spare_q ;
  (* hierconn *) wire [Entries-1:0] \u_table.u_tag.valid_q ;
  (* hierconn *) wire [Entries*KeyBits-1:0] \u_table.u_tag.key_q ;
  (* hierconn *) wire [Entries*16-1:0] \u_table.u_tag.count_q ;
  // Slots in the data path, the youngest first.
  nf_reduce_pkg::slot_t x_slot, each_slot;
  localparam int unsigned Slots = AluStages + (OperandReg ? 1 : 0) + 1;
  localparam int unsigned SlotBits = $bits(x_slot);
  localparam int unsigned LoadBits = EntryBits + 3 + 16 + 128;  // {entry, flit, ports, data}
  (* hierconn *) wire [Slots*SlotBits-1:0] \u_table.u_data.gen_plain.u_data.slots_q ;
  (* hierconn *) wire [Slots*LoadBits-1:0] \u_table.u_data.gen_plain.u_data.loads_q ;
  logic [LoadBits-1:0] x_load, each_load;
  assign x_slot = \u_table.u_data.gen_plain.u_data.slots_q [0+:SlotBits];
  assign x_load = \u_table.u_data.gen_plain.u_data.loads_q [0+:LoadBits];

  // ------------------------------------------------------------------------------ before the decision
  // Headers that came and wait, the oldest first.
  localparam int unsigned Waits = 3;
  logic [Waits*NoteBits-1:0] waits_q, waits_d;
  logic [2:0] waits_count_q, waits_left;
  logic [NoteBits-1:0] taken;
  assign waits_left = waits_count_q - 3'(\u_table.head_take );
  assign taken = note(d_flit.data, watched);
  always_comb begin
    waits_d = \u_table.head_take ? waits_q >> NoteBits : waits_q;
    for (int w = 0; w < Waits; w++) begin
      if (came && waits_left == 3'(w)) waits_d[w*NoteBits+:NoteBits] = note(in_data_i, watched);
    end
  end

  // Every header that came is decided, once, in order, with the count that it came with.
  `NF_ASSERT(TableTakes, !\u_table.head_take || (waits_count_q != '0 && taken == waits_q[NoteBits-1:0]))

  // ------------------------------------------------------------------------------ the sum
  // What was decided since the last part of the watched sum left, and is to be in its entry.
  logic decides, counts, refuses, gives_up, departs, mine;
  logic [15:0] kept;
  logic [16:0] sum_q, sum;
  logic [NoteBits-1:0] says;
  logic [Entries-1:0] holds, goes;
  for (genvar e = 0; e < Entries; e++) begin : gen_holds
    assign holds[e] = \u_table.u_tag.valid_q [e] && \u_table.u_tag.key_q [e*KeyBits+:KeyBits] == watched;
    assign goes[e] = \u_table.leave_entry == 5'(e);
  end
  always_comb begin
    kept = '0;
    for (int e = 0; e < Entries; e++) if (holds[e]) kept = kept | \u_table.u_tag.count_q [e*16+:16];
  end
  assign decides = \u_table.head_take || \u_table.expire ;
  assign mine = \u_table.head_take && taken[16];
  assign refuses = \u_table.head_take && \u_table.act == nf_reduce_pkg::ACT_DROP;
  assign counts = mine && !refuses && !\u_table.own ;
  assign gives_up = \u_table.expire && \u_table.drop ;
  assign says = note(\u_table.head , watched);
  assign departs = decides && \u_table.leaves && !\u_table.own && says[16];
  assign sum = sum_q + (counts ? {1'b0, taken[15:0]} : 17'd0);

  // The entry has what was counted in: one at most has the key.
  `NF_ASSERT(TableKeeps, sum_q == {1'b0, kept} && (holds & (holds - 1'b1)) == '0)
  // What leaves says all of it, so nothing of it is counted again, and nothing is left behind.
  `NF_ASSERT(TableSays, !departs || {1'b0, says[15:0]} == sum)
  // A packet that leaves by itself says what it brought.
  `NF_ASSERT(TablePasses, !\u_table.own || (\u_table.leaves && says == taken))

  // ------------------------------------------------------------------------------ after the decision
  // Headers that are to leave, the oldest first.
  localparam int unsigned Dues = Slots + 2;
  localparam int unsigned DueBits = $clog2(Dues + 1);
  logic [Dues*NoteBits-1:0] dues_q, dues_d;
  logic [DueBits-1:0] dues_count_q, dues_left;
  logic due;
  assign due = decides && \u_table.leaves ;
  assign dues_left = dues_count_q - DueBits'(left);
  always_comb begin
    dues_d = left ? dues_q >> NoteBits : dues_q;
    for (int d = 0; d < Dues; d++) begin
      if (due && dues_left == DueBits'(d)) dues_d[d*NoteBits+:NoteBits] = says;
    end
  end

  // Every header that was decided to leave leaves, once, in order, with its count.
  `NF_ASSERT(TableLeaves, !left || (dues_count_q != '0 && note(out_data, watched) == dues_q[NoteBits-1:0]))

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waits_count_q <= '0;
      dues_count_q <= '0;
      sum_q <= '0;
    end else begin
      waits_count_q <= waits_left + 3'(came);
      dues_count_q <= dues_left + DueBits'(due);
      sum_q <= (departs || (gives_up && (holds & goes) != '0)) ? '0 : sum;
    end
  end
  always_ff @(posedge clk_i) begin
    waits_q <= waits_d;
    dues_q <= dues_d;
  end

  // ------------------------------------------------------------------------------ no silence
  logic refuses_q, gives_up_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      refuses_q <= 1'b0;
      gives_up_q <= 1'b0;
    end else begin
      refuses_q <= refuses;
      gives_up_q <= gives_up;
    end
  end
  // What is refused gives an error event, what a clear command ends its pulse.
  `NF_ASSERT(TableTells, (!refuses_q || events.err_count || events.err_mismatch || events.err_no_entry)
      && (!gives_up_q || dropped))

  // ------------------------------------------------------------------------------ where they are
  // The headers that wait are at the decision and in the input buffer.
  logic [2:0] wait_at;
  logic [1:0] wait_head, wait_spare;
  assign wait_at = {!\u_table.u_input.ready_q && waiting.last,
                    \u_table.u_input.valid_q && \u_table.look_first_q ,
                    \u_table.d_valid_q && \u_table.u_drain.in_left_q == '0};
  assign wait_head = 2'(wait_at[0]);
  assign wait_spare = 2'(wait_at[0]) + 2'(wait_at[1]);
  `NF_ASSERT(TableWaiting, waits_count_q == 3'(wait_at[0]) + 3'(wait_at[1]) + 3'(wait_at[2])
             && (!wait_at[0] || waits_q[NoteBits-1:0] == taken)
             && (!wait_at[1] || waits_q[wait_head*NoteBits+:NoteBits]
                 == note(waiting.data, watched))
             && (!wait_at[2] || waits_q[wait_spare*NoteBits+:NoteBits]
                 == note(spare.data, watched)))

  // Those that are to leave: at the output, in the data path from its oldest slot on, before it. Of each
  // place: there is one; what it says; a flit is there; what it is; the length in it.
  logic head_due, stray;
  assign head_due = \u_table.u_drain.head_state_q == 2'd2;  // HdDue
  logic [Dues-1:0] due_at, sends;
  logic [Dues*NoteBits-1:0] due_notes;
  logic [Dues*2-1:0] due_sends;
  logic [Dues*4-1:0] due_lens;
  logic [Dues*DueBits-1:0] due_number;  // in the queue
  always_comb begin
    each_slot = '0;
    each_load = '0;
    stray = 1'b0;
    due_at = '0;
    sends = '0;
    due_notes = '0;
    due_sends = '0;
    due_lens = '0;
    due_at[0] = out_valid && out_last;
    sends[0] = out_valid;
    due_notes[0+:NoteBits] = note(out_data, watched);
    due_sends[0+:2] = nf_reduce_pkg::SEND_IN;
    due_lens[0+:4] = out_data[nf_pkg::HDR_LEN_LSB+:4];
    for (int p = 1; p <= Slots; p++) begin
      each_slot = \u_table.u_data.gen_plain.u_data.slots_q [(Slots-p)*SlotBits+:SlotBits];
      each_load = \u_table.u_data.gen_plain.u_data.loads_q [(Slots-p)*LoadBits+:LoadBits];
      stray = stray || each_slot.work.flags[7:6] != '0;
      due_at[p] = each_slot.header;
      sends[p] = each_slot.send != '0;
      due_notes[p*NoteBits+:NoteBits] = note(each_load[127:0], watched);
      due_sends[p*2+:2] = each_slot.send;
      due_lens[p*4+:4] = each_load[nf_pkg::HDR_LEN_LSB+:4];
    end
    due_at[Dues-1] = head_due || \u_table.u_drain.out_left_q != '0;
    due_notes[(Dues-1)*NoteBits+:NoteBits] = note(\u_table.u_drain.head_q , watched);
  end
  for (genvar d = 0; d < Dues; d++) begin : gen_due
    if (d == 0) begin : gen_first
      assign due_number[DueBits-1:0] = '0;
    end else begin : gen_later
      assign due_number[d*DueBits+:DueBits] = due_number[(d-1)*DueBits+:DueBits] + DueBits'(due_at[d-1]);
    end
    `NF_ASSERT(TableLeaving, !due_at[d]
               || dues_q[due_number[d*DueBits+:DueBits]*NoteBits+:NoteBits] == due_notes[d*NoteBits+:NoteBits])
  end
  `NF_ASSERT(TableLeavingAll, dues_count_q == due_number[(Dues-1)*DueBits+:DueBits] + DueBits'(due_at[Dues-1]))

  // ------------------------------------------------------------------------------ the pipeline
  // What an induction has to know of it. Short names first.
  nf_reduce_pkg::plan_t body;
  localparam int unsigned PlanBits = $bits(body);
  (* hierconn *) wire \u_table.owes , \u_table.u_drain.head_plane_q ;
  (* hierconn *) wire [1:0] \u_table.ask_state_q , \u_table.u_drain.to_q ;
  (* hierconn *) wire [2:0] \u_table.u_drain.state_q , \u_table.u_drain.flit_q ;
  (* hierconn *) wire [3:0] \u_table.payload_q ;
  (* hierconn *) wire [PlanBits-1:0] \u_table.u_drain.plan_q ;
  assign body = \u_table.u_drain.plan_q ;
  (* hierconn *) wire [127:0] \u_table.ask_q ;
  (* hierconn *) wire \u_table.u_tag.fresh_q ;
  (* hierconn *) wire [KeyBits-1:0] \u_table.u_tag.looked_q ;
  (* hierconn *) wire [Entries-1:0] \u_table.u_tag.data_q , \u_table.u_tag.push_q , \u_table.u_tag.usable_q ;
  (* hierconn *) wire [Entries-1:0] \u_table.u_tag.match_q , \u_table.u_tag.expired_q ;
  nf_reduce_pkg::origin_t origin;
  nf_reduce_pkg::shape_t shape;
  localparam int unsigned OriginBits = $bits(origin);
  localparam int unsigned ShapeBits = $bits(shape);
  (* hierconn *) wire [Entries*OriginBits-1:0] \u_table.u_tag.origin_q ;
  (* hierconn *) wire [Entries*ShapeBits-1:0] \u_table.u_tag.shape_q ;
  nf_reduce_pkg::key_t its;
  nf_reduce_pkg::ghost_key_t its_ghost;
  logic [Entries*12-1:0] tags, key_tags;
  logic [Entries*10-1:0] requesters;
  logic [Entries*4-1:0] lens;
  logic [Entries*2-1:0] modes;
  logic [Entries*GhostKeyBits-1:0] its_ghosts;
  always_comb begin
    for (int e = 0; e < Entries; e++) begin
      its = \u_table.u_tag.key_q [e*KeyBits+:KeyBits];
      its_ghost.epoch = its.epoch;
      its_ghost.barrier = its.mode == nf_reduce_pkg::MODE_BARRIER;
      its_ghost.block = its.block;
      its_ghosts[e*GhostKeyBits+:GhostKeyBits] = its_ghost;
      modes[e*2+:2] = its.mode;
      requesters[e*10+:10] = its.requester;
      key_tags[e*12+:12] = its.tag;
      origin = \u_table.u_tag.origin_q [e*OriginBits+:OriginBits];
      shape = \u_table.u_tag.shape_q [e*ShapeBits+:ShapeBits];
      tags[e*12+:12] = origin.tag;
      lens[e*4+:4] = shape.len;
    end
  end
  (* hierconn *) wire [Entries-1:0] \u_table.u_tag.u_lru.cand_q , \u_table.u_tag.u_lru.valid_q ;
  (* hierconn *) wire [Ghosts-1:0] \u_table.u_tag.gen_ghosts.u_ghost.valid_q ;
  (* hierconn *) wire \u_table.u_tag.gen_ghosts.u_ghost.asked_q ;
  (* hierconn *) wire [Ghosts*GhostKeyBits-1:0] \u_table.u_tag.gen_ghosts.u_ghost.key_q ;
  (* hierconn *) wire [GhostKeyBits-1:0] \u_table.u_tag.gen_ghosts.u_ghost.looked_q ;
  (* hierconn *) wire [7:0] \u_table.u_data.gen_plain.u_data.result_flags_q ;
  (* hierconn *) wire [Entries*8-1:0] \u_table.u_data.gen_plain.u_data.entry_flags_q ;
  logic d_head, d_ask, running, coming, going, owed, writes_there;
  nf_reduce_pkg::key_t looked;
  nf_reduce_pkg::ghost_key_t looked_ghost;
  nf_header_pkg::header_t leaving;
  logic [Entries-1:0] valid;
  logic [Ghosts-1:0] ghost_valid;
  logic [Ghosts*GhostKeyBits-1:0] ghost_key;
  assign running = \u_table.u_drain.state_q != '0;  // StIdle
  assign coming = \u_table.u_drain.in_left_q != '0;    // payload of the packet in progress
  assign going = \u_table.u_drain.out_left_q != '0;
  assign d_head = \u_table.d_valid_q && !coming;  // the flit at the decision is a header
  assign d_ask = \u_table.ask_state_q == 2'd2;  // AskDecides
  assign owed = head_due || going;   // a header is to leave
  assign writes_there = valid[body.entry[EntryBits-1:0]];
  assign looked = \u_table.u_tag.looked_q ;
  assign looked_ghost.epoch = looked.epoch;
  assign looked_ghost.barrier = looked.mode == nf_reduce_pkg::MODE_BARRIER;
  assign looked_ghost.block = looked.block;
  assign leaving = \u_table.u_drain.head_q ;
  assign valid = \u_table.u_tag.valid_q ;
  assign ghost_valid = \u_table.u_tag.gen_ghosts.u_ghost.valid_q ;
  assign ghost_key = \u_table.u_tag.gen_ghosts.u_ghost.key_q ;

  // A flit is a header when the one before it was the last of its packet, at every place.
  `NF_ASSERT(TableAligned, \u_table.look_first_q == (\u_table.d_valid_q ? d_flit.last : !coming)
             && in_first_q == (!\u_table.u_input.ready_q ? spare.last
                 : \u_table.u_input.valid_q ? waiting.last : \u_table.look_first_q ))
  // A packet is in progress while payload is to come or to go; its header waits for the payload.
  `NF_ASSERT(TableRuns, running == (coming || going) && \u_table.u_drain.head_state_q != 2'd3
             && (\u_table.u_drain.head_state_q == 2'd1) == going)  // HdWaits
  // Nothing is wide: of the states there are StIdle and StPacket.
  `NF_ASSERT(TableNarrow, \u_table.u_drain.state_q <= 3'd1
             && !(running && (body.wide || body.plane || body.round)))
  // A request is not at the decision beside a header.
  `NF_ASSERT(TableAsks, \u_table.ask_state_q != 2'd3 && !(d_ask && d_head))
  // A sum reads its entry, which stays while it is written; slots of a packet go from flit to flit.
  `NF_ASSERT(TableSlots, !running || ((!body.adds || body.read)
             && (!x_slot.write || x_load[LoadBits-EntryBits-1-:3] == \u_table.u_drain.flit_q - 3'd1)))
  `NF_ASSERT(TableWrites, !coming || !body.write || writes_there)
  // A header that is to leave holds on to its region, unless it is an answer, and is no plane's.
  logic to_requester;
  assign to_requester = \u_table.u_drain.to_q == nf_reduce_pkg::TO_REQUESTER;
  `NF_ASSERT(TableOwes, !owed || ((to_requester || \u_table.owes ) && !\u_table.u_drain.head_plane_q
             && to_requester == (leaving.opcode == nf_pkg::OPCODE_PULL_RSP)
             && !(going && body.send == '0)))
  // The field of the flags is narrower than what carries them.
  `NF_ASSERT(TableFlags, !stray
             && \u_table.u_data.gen_plain.u_data.result_flags_q [7:6] == '0)

  // What is at the decision was looked up, and not inserted since.
  logic looked_push;
  assign looked_push = looked.mode != nf_reduce_pkg::MODE_PULL;
  logic [KeyBits-1:0] ask_key;
  assign ask_key = {\u_table.ask_q [nf_pkg::HDR_EPOCH_LSB+:2], nf_reduce_pkg::MODE_PULL,
                    \u_table.ask_q [nf_pkg::HDR_SRC_LSB+:10], \u_table.ask_q [nf_pkg::HDR_TAG_LSB+:12],
                    \u_table.ask_q [nf_pkg::HDR_ADDR_LSB+4+:44]};
  `NF_ASSERT(TableLookedUp, (!d_head || (\u_table.u_tag.fresh_q && {looked} == key(d_flit.data)))
             && (!d_ask || (\u_table.u_tag.fresh_q && {looked} == ask_key))
             && (!d_head || !looked_push || \u_table.u_tag.gen_ghosts.u_ghost.asked_q ))

  // Headers inside are like those that the ingress lets in.
  `NF_ASSERT(TableFair, (!wait_at[0] || fair(d_flit.data))
             && (!wait_at[1] || fair(waiting.data))
             && (!wait_at[2] || fair(spare.data)))

  for (genvar e = 0; e < Entries; e++) begin : gen_entry
    logic [1:0] mode;
    assign mode = modes[e*2+:2];
    // An entry's mode fits its length, its tag its key; only one that was asked for has no data, and it has
    // no count.
    `NF_ASSERT(TableEntry, !valid[e] || (mode != 2'd3
               && \u_table.u_tag.push_q [e] == (mode != nf_reduce_pkg::MODE_PULL)
               && (\u_table.u_tag.push_q [e]
                   ? (mode == nf_reduce_pkg::MODE_BARRIER) == (lens[e*4+:4] == '0)
                     && {requesters[e*10+:10], key_tags[e*12+:12]} == '0
                   : tags[e*12+:12] == key_tags[e*12+:12])
               && (\u_table.u_tag.data_q [e] || (!\u_table.u_tag.push_q [e]
                   && \u_table.u_tag.count_q [e*16+:16] == '0 && lens[e*4+:4] == '0))))
    `NF_ASSERT(TableEntryFlags, \u_table.u_data.gen_plain.u_data.entry_flags_q [e*8+6+:2] == '0)
    for (genvar g = 0; g < Ghosts; g++) begin : gen_ghost
      // No ghost has its key.
      `NF_ASSERT(TableNoGhost, !(valid[e] && \u_table.u_tag.push_q [e] && ghost_valid[g])
                 || ghost_key[g*GhostKeyBits+:GhostKeyBits] != its_ghosts[e*GhostKeyBits+:GhostKeyBits])
    end
  end
  for (genvar g = 0; g < Ghosts; g++) begin : gen_ghost
    for (genvar h = 0; h < g; h++) begin : gen_other
      // No two ghosts have the same key.
      `NF_ASSERT(TableGhostsDiffer, !(ghost_valid[g] && ghost_valid[h])
                 || ghost_key[g*GhostKeyBits+:GhostKeyBits] != ghost_key[h*GhostKeyBits+:GhostKeyBits])
    end
  end
  // The order speaks of the entries that there are; what expires is there.
  `NF_ASSERT(TableOrder, \u_table.u_tag.u_lru.valid_q == valid
             && \u_table.u_tag.u_lru.cand_q == (valid & \u_table.u_tag.push_q & \u_table.u_tag.usable_q )
             && (\u_table.u_tag.expired_q & ~valid) == '0
             && (\u_table.u_tag.expired_q & (\u_table.u_tag.expired_q - 1'b1)) == '0)
  // Ghosts are asked for the key that the entries are asked for.
  `NF_ASSERT(TableAsksGhost, (!\u_table.u_tag.fresh_q || (looked.mode != 2'd3
                 && (!looked_push || {looked.requester, looked.tag} == '0)))
             && (!\u_table.u_tag.gen_ghosts.u_ghost.asked_q || (\u_table.u_tag.fresh_q && looked_push
                 && \u_table.u_tag.gen_ghosts.u_ghost.looked_q == {looked_ghost}))
             && (\u_table.u_tag.match_q == '0 || !looked_push || \u_table.u_tag.gen_ghosts.u_ghost.asked_q ))

  // Headers and payload on their way out: each header announces the payload since the one before it.
  logic [Dues-1:0] announced;       // place by place, as due_at: its header fits
  logic [(Dues+1)*4-1:0] flits;     // payload since the last header, before the flit of a place
  assign flits[3:0] = \u_table.payload_q ;
  for (genvar p = 0; p < Dues - 1; p++) begin : gen_place
    assign announced[p] = !due_at[p] || (sends[p] && due_sends[p*2+:2] == nf_reduce_pkg::SEND_IN
        && due_lens[p*4+:4] == flits[p*4+:4]);
    assign flits[(p+1)*4+:4] = due_at[p] ? 4'd0 : flits[p*4+:4] + 4'(sends[p]);
  end
  assign flits[Dues*4+:4] = flits[(Dues-1)*4+:4] + \u_table.u_drain.out_left_q ;
  assign announced[Dues-1] = (owed ? leaving.len : 4'd0) == flits[Dues*4+:4];
  `NF_ASSERT(TableAnnounced, (due_at[Dues-2:0] & ~sends[Dues-2:0]) == '0 && &announced)

  // ------------------------------------------------------------------------------ what happens
  logic ends, times_out, evicts, returns;
  logic completed_q, evicted_q, timed_out_q, again_q;
  assign ends = mine && \u_table.u_action.finish && !\u_table.u_action.rest ;
  assign evicts = departs && \u_table.u_action.evict ;
  assign times_out = departs && \u_table.expire ;
  assign returns = counts && \u_table.u_action.insert ;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      completed_q <= 1'b0;
      evicted_q <= 1'b0;
      timed_out_q <= 1'b0;
      again_q <= 1'b0;
    end else begin
      completed_q <= completed_q || ends;
      evicted_q <= evicted_q || evicts;
      timed_out_q <= timed_out_q || times_out;
      again_q <= again_q || (returns && (completed_q || evicted_q || timed_out_q));
    end
  end
  // A result of more than one packet leaves; the entry's second use, after a result, an eviction, a timeout,
  // ends with a result; a rest; a packet that is refused; an entry that is given up.
  logic out_ours;
  assign out_ours = left && note(out_data, watched) != '0 && key(out_data) == watched;
  `NF_COVER(TableResultLeaves, out_ours && completed_q)
  `NF_COVER(TableAfterResult, ends && again_q && completed_q && sum[15:0] > 16'd2)
  `NF_COVER(TableAfterEviction, ends && again_q && evicted_q && sum[15:0] > 16'd2)
  `NF_COVER(TableAfterTimeout, ends && again_q && timed_out_q && sum[15:0] > 16'd2)
  `NF_COVER(TableRest, mine && \u_table.u_action.rest && sum[15:0] > 16'd2)
  `NF_COVER(TableRefuses, mine && refuses && taken[15:0] != '0)
  `NF_COVER(TableGivesUp, gives_up && (holds & goes) != '0 && kept != '0)

endmodule
