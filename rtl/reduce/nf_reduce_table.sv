// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Reduction table of one switch port (KLENK IV-B, IV-C, IV-D, Fig. 5): combines contributions to
// the same address and sends the result when as many have come as the region expects.
//
// Results leave with their payload first and their header last, because flags and poison are known
// only then; the row behind puts the header in front. The table does not route, does not look up
// regions, does not check packets (the ingress has) and does not resend.
//
// With Wide it also keeps sums that are wider than their type: results are rounded once, unrounded
// sums leave as planes, one packet each (docs/packet.md).
//
// Latency: from the last flit of a packet to its result's header 5 cycles and those of the ALUs,
// AluStages + OperandReg, with Wide 6 more. Throughput: one flit in and one flit out per cycle, with two
// cycles in the ALUs also for packets to one entry back to back. It stalls the input only while
// out_ready_i is low, for the flits by which an evicted packet is longer than the new one, for an entry
// that times out, for a wide sum that leaves unrounded, between packets without payload for a pull
// request, and, with more than two cycles in the ALUs, until a flit that is read is back from them.

`include "nf_assert.svh"

module nf_reduce_table #(
    parameter int unsigned Entries = 8,   // entries of 128 B, 2..32: 256 B to 4 kB a port (KLENK
                                          // VI-C)
    parameter int unsigned Ports = 16,    // ports of the switch, 1..16: bits of a port list that
                                          // may be set
    parameter int unsigned Regions = 8,   // regions of the MCR table, 1..32
    parameter int unsigned Nodes = 32,    // node ids that the arrival mask tells apart, 1..1024
    parameter bit          Halves = 1'b0, // with the types of 16-bit elements, 0 or 1
    parameter bit          Wide = 1'b0,   // with the ops whose sums are wider than their type, 0 or
                                          // 1: averages, binary32 sums of 16-bit elements, exact
                                          // sums
    parameter int unsigned Ghosts = 4,    // entries that are remembered after they left unfinished,
                                          // 0..16
    parameter int unsigned AluStages = 2, // registers in the ALUs, 1..4
    parameter bit          OperandReg = 1'b0  // a register between the store and the ALUs, 0 or 1
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    // configuration: changes only while the table is empty (timeout and limit: at any time)
    input  logic [           9:0] cfg_id_i,                  // node id of this switch: source of
                                                             // what the table makes
    input  logic                  cfg_first_hop_i,           // the port leads to an endpoint (KLENK
                                                             // IV-B)
    input  logic                  cfg_multicast_partials_i,  // eviction strategy 1 of KLENK IV-C;
                                                             // 0: strategy 2, the home GPU
    input  logic [           7:0] cfg_timeout_i,             // ticks since its last touch after
                                                             // which an entry leaves; 0 = never
    input  logic [           7:0] cfg_entries_i,             // entries 0..n-1 are used; more than
                                                             // Entries means all
    input  logic [           7:0] cfg_port_i,                // the port that this table belongs to
    input  logic                  tick_i,                    // one-cycle pulse that the timeouts
                                                             // count
    // clear command: entries are dropped between two packets, nothing is sent
    input  logic [           3:0] drop_epochs_i,             // as long as bit e is set, entries of
                                                             // epoch e are dropped
    input  logic                  drop_one_i,                // only those of one region
    input  logic [           7:0] drop_region_i,             // that region
    // each region of the MCR table
    input  logic [Regions*16-1:0] region_expected_i,  // contributions of a complete reduction
    input  logic [Regions*16-1:0] region_later_i,            // contributions that a pull waits for
                                                             // at a later hop; 0: it does not wait.
                                                             // With HOME_UP_BIT a push leaves with
                                                             // so many
    input  logic [Regions*8-1:0]  region_mode_i,             // bits nf_pkg::MCR_MODE_*
    input  logic [Regions*16-1:0] region_ports_i,            // egress ports towards all targets
    input  logic [Regions*16-1:0] region_home_i,             // node id of the home GPU, bits 9:0;
                                                             // bit HOME_UP_BIT: partials go up
    input  logic [Regions*16-1:0] region_home_ports_i,       // egress port towards it, one-hot
    // contributions: whole packets of PUSH_WRITE, BARRIER, PULL_RSP and PUSH_PARTIAL, gaps allowed
    input  logic                  in_valid_i,  // a flit of a contribution; it holds until taken
    output logic                  in_ready_o,
    input  logic                  in_last_i,                 // last flit of its packet
    input  logic                  in_err_i,                  // with in_last_i: the packet was
                                                             // damaged on the way
    input  logic [           7:0] in_region_i,               // region of the address, valid with
                                                             // the header
    input  logic [         127:0] in_data_i,                 // header, then exactly as many payload
                                                             // flits as it announces
    // pull requests that want an entry
    input  logic                  alloc_valid_i,             // a pull request; it holds until taken
    output logic                  alloc_ready_o,
    input  logic [           7:0] alloc_region_i,            // its region
    input  logic [         127:0] alloc_data_i,              // its header
    output logic                  alloc_done_o,              // pulse per accepted request, in
                                                             // order: it may travel on
    // one of several uplinks
    output logic [          47:0] way_addr_o,  // address of the header that is sent next
    input  logic [          15:0] way_i,                     // in the same cycle: its path, one-hot
    // results: payload flits in order, then the header
    output logic                  out_valid_o,  // a flit of a result; it holds until taken
    input  logic                  out_ready_i,
    output logic                  out_last_o,  // the flit is the header, which comes last
    output logic [          15:0] out_ports_o,  // egress ports, with the header, else zero
    output logic [         127:0] out_data_o,
    // observation
    output nf_header_pkg::table_event_t event_o,             // pulses of one cycle
    output logic [           7:0] flags_o,                   // pulse: flags of a header that left
                                                             // in the cycle before, else zero
    output logic [           7:0] used_o,                    // entries in use
    output logic                  dropping_o,                // some entries are still to be dropped
    output logic                  dropped_o,                 // pulse: one was
    output logic [   Regions-1:0] regions_o,                 // bit r: entries or headers refer to
                                                             // region r
    output logic                  taken_o,                   // pulse: a push or barrier was decided
    output logic [           7:0] taken_region_o,            // its region
    output logic                  busy_o,                    // a flit, a request or a result is
                                                             // inside; entries that wait do not
                                                             // count
    output logic                  oldest_valid_o,            // the least recently touched entry;
                                                             // all are zero without it
    output logic [     Nodes-1:0] oldest_mask_o,             // bit n: node n has contributed
    output logic [          47:0] oldest_addr_o,  // its address, count and expected count
    output logic [          15:0] oldest_count_o,
    output logic [          15:0] oldest_expected_o
);

  // ---- every stage advances unless a flit waits at the output
  logic en;
  assign en = !out_valid_o || out_ready_i;

  // ---- what happens in this cycle, as u_arbiter says
  logic head_take, body_take, held_slot, expire, clear, ask_decide, look_move, ask_move, ask_could,
      d_free, head_send, sends;

  // ---- input buffer: the flit at its head is looked up
  nf_reduce_pkg::flit_t in_flit, look_flit;
  logic look_valid, look_first_q;
  localparam int unsigned FlitBits = $bits(in_flit);

  always_comb begin
    in_flit.err = in_err_i;
    in_flit.last = in_last_i;
    in_flit.region = in_region_i;
    in_flit.data = in_data_i;
  end

  nf_skid #(
      .Width(FlitBits)
  ) u_input (
      .clk_i,
      .rst_ni,
      .in_valid_i,
      .in_ready_o,
      .in_data_i  (in_flit),
      .out_valid_o(look_valid),
      .out_ready_i(look_move),
      .out_data_o (look_flit)
  );

  // ---- one pull request, from the interface to its decision
  typedef enum logic [1:0] {
    AskNone,    // the interface is ready
    AskWaits,   // it waits for its turn, and at the first hop for an entry
    AskDecides  // it is at the decision
  } ask_e;
  ask_e ask_state_q, ask_state_d;
  logic ask_turn_q;  // it goes before the next header
  logic [7:0] ask_region_q;
  nf_header_pkg::header_t ask_q;
  logic asks;
  assign alloc_ready_o = ask_state_q == AskNone;
  assign asks = ask_state_q == AskDecides;

  // ---- decision stage: a flit, and beside a payload flit or alone a pull request
  logic d_valid_q;
  nf_reduce_pkg::flit_t d_q;
  logic [15:0] d_expected_q;
  logic [15:0] d_share_q;  // with d_up_q
  logic d_up_q;            // the sum is completed in a table above, this one waits for a share
  nf_header_pkg::header_t d_header;
  assign d_header = d_q.data;

  // ---- packet in progress, and the header behind it
  nf_reduce_pkg::plan_t plan, body;  // of the packet at the decision; of the one in progress
  nf_header_pkg::header_t head, head_due;
  logic [1:0] head_to, due_to;
  logic [7:0] head_region, due_region, due_index;
  logic [3:0] in_left, len, out_len, drain_len;
  logic [4:0] plane;
  logic [2:0] flit;
  logic idle, going, planes, due, due_plane, due_last, owes;

  // ---- the flit that the next slot reads is on its way through the ALUs: the slot waits. The header slot
  // between two packets is enough for two cycles there, and a sum that leaves in planes has its gap.
  localparam int unsigned Apart = AluStages + (OperandReg ? 1 : 0);
  logic blocked, unused_pending;
  logic [nf_reduce_pkg::MAX_PENDING*nf_reduce_pkg::PENDING_BITS-1:0] pendings;
  nf_reduce_pkg::pending_t pending;
  logic [nf_reduce_pkg::MAX_PENDING-1:0] meets;
  always_comb begin
    meets = '0;
    pending = '0;
    for (int p = 0; p + 2 < Apart; p++) begin
      pending = pendings[p*nf_reduce_pkg::PENDING_BITS+:nf_reduce_pkg::PENDING_BITS];
      meets[p] = pending.valid && pending.flit == flit
          && pending.entry[$clog2(Entries)-1:0] == body.entry[$clog2(Entries)-1:0];
    end
  end
  assign blocked = body.read && (body.adds || going) && meets != '0;
  assign unused_pending = ^{pendings, pending};

  // ---- whose this cycle's slot is
  logic usable, expired, free;
  logic [3:0] act;

  nf_reduce_arbiter u_arbiter (
      .en_i        (en),
      .first_hop_i (cfg_first_hop_i),
      .idle_i      (idle),
      .coming_i    (in_left != '0),
      .going_i     (going),
      .due_i       (due),
      .blocked_i   (blocked),
      .flit_i      (d_valid_q),
      .clears_i    (Wide && act == nf_reduce_pkg::ACT_CLEAR),
      .ask_i       (asks),
      .expired_i   (expired),
      .free_i      (free),
      .usable_i    (usable),
      .look_i      (look_valid),
      .look_first_i(look_first_q),
      .waits_i     (ask_state_q == AskWaits),
      .turn_i      (ask_turn_q),
      .expire_o    (expire),
      .clear_o     (clear),
      .head_take_o (head_take),
      .body_take_o (body_take),
      .held_slot_o (held_slot),
      .sends_o     (sends),
      .head_send_o (head_send),
      .ask_decide_o(ask_decide),
      .d_free_o    (d_free),
      .ask_could_o (ask_could),
      .ask_move_o  (ask_move),
      .look_move_o (look_move)
  );

  logic payload, decides, held_back;
  assign payload = body_take || held_slot;
  // This slot belongs to the decision, not to payload.
  assign decides = head_take || expire || clear;

  // ---- what moves up to the decision
  always_comb begin
    ask_state_d = ask_state_q;
    unique case (ask_state_q)
      AskNone: if (alloc_valid_i) ask_state_d = AskWaits;
      AskWaits: if (ask_move) ask_state_d = AskDecides;
      AskDecides: if (ask_decide) ask_state_d = held_back ? AskWaits : AskNone;
      default: ask_state_d = AskNone;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      look_first_q <= 1'b1;
      ask_state_q <= AskNone;
      ask_turn_q <= 1'b0;
      alloc_done_o <= 1'b0;
      d_valid_q <= 1'b0;
    end else begin
      if (look_move) look_first_q <= look_flit.last;
      ask_state_q <= ask_state_d;
      if (ask_move) ask_turn_q <= 1'b0;
      else if (look_move && look_first_q && ask_could) ask_turn_q <= 1'b1;
      alloc_done_o <= ask_decide && !held_back;
      if (d_free) d_valid_q <= look_move;
    end
  end

  // A pull is complete where its requester is; on the way there only what comes this way is.
  logic [7:0] look_region;
  logic [15:0] look_expected, look_share;
  logic look_up;
  logic [Regions*16-1:0] counts;
  assign look_region = ask_move ? ask_region_q : look_flit.region;
  assign counts = ask_move && !cfg_first_hop_i ? region_later_i : region_expected_i;
  always_comb begin
    look_expected = '0;
    look_share = '0;
    look_up = 1'b0;
    for (int r = 0; r < Regions; r++) begin
      if (look_region == 8'(r)) begin
        look_expected |= counts[r*16+:16];
        look_share |= region_later_i[r*16+:16];
        look_up |= region_home_i[r*16+nf_pkg::HOME_UP_BIT];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (alloc_valid_i && alloc_ready_o) begin
      ask_q <= alloc_data_i;
      ask_region_q <= alloc_region_i;
    end
    if (look_move) d_q <= look_flit;
    if (ask_move || look_move) begin
      d_expected_q <= look_expected;
      d_share_q <= look_share;
      d_up_q <= look_up && !ask_move;
    end
  end

  // ---- tags and decision
  nf_header_pkg::header_t look, now, leave;
  nf_reduce_pkg::attr_t now_attr, hit_attr;
  nf_reduce_pkg::ghost_t ghost, to_come;
  logic drop, hit, hit_data, victim, leave_data, leave_wide, d_wide, poison, is_rest;
  logic err_count, err_mismatch, err_no_entry;
  logic [4:0] hit_entry, slot, leave_entry;
  logic [15:0] hit_count, hit_expected, sum;
  logic [1:0] leave_mode, mode;
  logic [7:0] leave_region;
  logic [Entries-1:0] valid;
  assign look = ask_move ? ask_q : look_flit.data;
  assign now = asks ? ask_q : d_header;
  assign now_attr = {asks ? ask_region_q : d_q.region, now.len, now.dtype, now.red_op};
  assign mode = now.opcode == nf_pkg::OPCODE_PULL_RSP ? nf_reduce_pkg::MODE_PULL
      : now.opcode == nf_pkg::OPCODE_BARRIER
          || (now.opcode == nf_pkg::OPCODE_PUSH_PARTIAL && now.len == '0)
      ? nf_reduce_pkg::MODE_BARRIER : nf_reduce_pkg::MODE_PUSH;

  // What a leaf's table waits for is less than the sum, as where a part of it has left before. Of a wide sum
  // it waits for nothing but the packet: planes bring their count with the last of them, and the table above
  // could give up some of them and complete the sum without.
  always_comb begin
    to_come = ghost;
    if (d_up_q && !ghost.known) begin
      to_come.known = 1'b1;
      to_come.counts.expected = d_wide && now.len != '0 ? now.count : d_share_q;
      to_come.counts.count = '0;
    end
  end

  nf_reduce_decide u_decide (
      .alloc_i       (asks),
      .mode_i        (mode),
      .count_i       (now.count),
      .attr_i        (now_attr),
      .expected_i    (d_expected_q),
      .first_hop_i   (cfg_first_hop_i),
      .usable_i      (usable),
      .hit_i         (hit),
      .hit_data_i    (hit_data),
      .hit_count_i   (hit_count),
      .hit_expected_i(hit_expected),
      .hit_attr_i    (hit_attr),
      .free_i        (free),
      .victim_i      (victim),
      .apart_i       (leave_wide || d_wide),
      .ghost_i       (to_come),
      .act_o         (act),
      .sum_o         (sum),
      .rest_o        (is_rest),
      .poison_o      (poison),
      .err_count_o   (err_count),
      .err_mismatch_o(err_mismatch),
      .err_no_entry_o(err_no_entry)
  );

  logic insert, update, release_hit, own, body_keep, body_send, keep_flags, send_flags, take_flags;
  logic read, write, adds, written, evicted, complete, bypass, alloc, leaves, drain_after;
  logic [1:0] send;
  nf_reduce_action u_action (
      .act_i        (act),
      .head_take_i  (head_take),
      .ask_decide_i (ask_decide),
      .clear_i      (clear),
      .expire_i     (expire),
      .poison_i     (poison),
      .leaves_i     (leaves),
      .drain_after_i(drain_after),
      .insert_o     (insert),
      .update_o     (update),
      .release_o    (release_hit),
      .own_o        (own),
      .read_o       (read),
      .write_o      (write),
      .sum_o        (adds),
      .send_o       (send),
      .body_keep_o  (body_keep),
      .body_send_o  (body_send),
      .keep_flags_o (keep_flags),
      .send_flags_o (send_flags),
      .take_flags_o (take_flags),
      .written_o    (written),
      .evicted_o    (evicted),
      .complete_o   (complete),
      .bypass_o     (bypass),
      .alloc_o      (alloc),
      .held_back_o  (held_back)
  );

  logic [Regions-1:0] entry_regions;
  nf_reduce_tag #(
      .Entries(Entries),
      .Nodes  (Nodes),
      .Regions(Regions),
      .Ghosts (Ghosts)
  ) u_tag (
      .clk_i,
      .rst_ni,
      .cfg_entries_i,
      .cfg_timeout_i,
      .tick_i,
      .drop_epochs_i,
      .drop_one_i,
      .drop_region_i,
      .load_i        (ask_move || (look_move && look_first_q)),
      .look_alloc_i  (ask_move),
      .look_i        (look),
      .new_alloc_i   (asks),
      .new_i         (now),
      .new_region_i  (now_attr.region),
      .new_expected_i(d_up_q ? d_share_q : d_expected_q),
      .sum_i         (sum),
      .insert_i      (insert),
      .update_i      (update),
      .release_i     (release_hit),
      .expire_i      (expire),
      .clear_i       (clear),
      .forget_i      (own),
      .hit_o         (hit),
      .hit_data_o    (hit_data),
      .hit_entry_o   (hit_entry),
      .hit_count_o   (hit_count),
      .hit_expected_o(hit_expected),
      .hit_attr_o    (hit_attr),
      .ghost_o       (ghost),
      .usable_o      (usable),
      .free_o        (free),
      .victim_o      (victim),
      .slot_o        (slot),
      .expired_o     (expired),
      .drop_o        (drop),
      .leave_entry_o (leave_entry),
      .leave_o       (leave),
      .leave_mode_o  (leave_mode),
      .leave_data_o  (leave_data),
      .leave_region_o(leave_region),
      .valid_o       (valid),
      .used_o,
      .dropping_o,
      .regions_o     (entry_regions),
      .oldest_addr_o,
      .oldest_count_o,
      .oldest_expected_o,
      .oldest_mask_o
  );
  assign oldest_valid_o = valid != '0;

  // ---- what leaves, and what the slots behind the decision do
  logic d_plane, rounds, raw, drains;
  logic [3:0] shift;

  nf_reduce_leave #(
      .Wide(Wide)
  ) u_leave (
      .act_i         (!expire ? act : drop ? nf_reduce_pkg::ACT_DROP : nf_reduce_pkg::ACT_EXPIRE),
      .packet_i      (d_header),
      .mode_i        (mode),
      .sum_i         (sum),
      .expected_i    (d_expected_q),
      .hit_expected_i(hit_expected),
      .entry_i       (leave),
      .entry_mode_i  (leave_mode),
      .entry_data_i  (leave_data),
      .id_i          (cfg_id_i),
      .first_hop_i   (cfg_first_hop_i),
      .wide_o        (d_wide),
      .plane_o       (d_plane),
      .entry_wide_o  (leave_wide),
      .leaves_o      (leaves),
      .head_o        (head),
      .to_o          (head_to),
      .len_o         (out_len),
      .round_o       (rounds),
      .raw_o         (raw),
      .drain_o       (drains),
      .drain_after_o (drain_after),
      .shift_o       (shift)
  );

  assign len = head_take ? d_header.len : 4'd0;
  assign drain_len = head_take ? d_header.len : leave.len;
  assign head_region = own ? d_q.region : leave_region;
  always_comb begin
    plan.entry = (expire || clear) ? leave_entry : hit ? hit_entry : slot;
    plan.read = read;
    plan.write = write;
    plan.adds = adds;
    plan.send = send;
    plan.keep_flags = body_keep;
    plan.send_flags = body_send;
    plan.red_op = d_header.red_op;
    plan.dtype = head_take ? d_header.dtype : leave.dtype;
    plan.wide = head_take ? d_wide : leave_wide;
    plan.plane = head_take && d_plane;
    plan.round = rounds;
    plan.raw = raw;
    plan.index = d_header.wave[4:0];
    plan.shift = shift;
  end

  nf_reduce_drain u_drain (
      .clk_i,
      .rst_ni,
      .decides_i    (decides),
      .body_take_i  (body_take),
      .held_slot_i  (held_slot),
      .sends_i      (sends),
      .head_send_i  (head_send),
      .in_len_i     (len),
      .out_len_i    (out_len),
      .plan_i       (plan),
      .drain_i      (drains),
      .drain_after_i(drain_after),
      .drain_len_i  (drain_len),
      .leaves_i     (leaves),
      .head_i       (head),
      .to_i         (head_to),
      .region_i     (head_region),
      .idle_o       (idle),
      .in_left_o    (in_left),
      .going_o      (going),
      .plan_o       (body),
      .flit_o       (flit),
      .planes_o     (planes),
      .plane_o      (plane),
      .due_o        (due),
      .head_o       (head_due),
      .to_o         (due_to),
      .region_o     (due_region),
      .head_plane_o (due_plane),
      .head_index_o (due_index),
      .head_last_o  (due_last),
      .owes_o       (owes)
  );

  // Destination and ports are added when the header is sent.
  nf_header_pkg::header_t head_out;
  logic [15:0] head_ports;
  nf_reduce_address #(
      .Ports  (Ports),
      .Regions(Regions)
  ) u_address (
      .head_i              (head_due),
      .to_i                (due_to),
      .region_i            (due_region),
      .port_i              (cfg_port_i),
      .multicast_partials_i(cfg_multicast_partials_i),
      .plane_i             (due_plane),
      .index_i             (due_index),
      .last_i              (due_last),
      .way_i,
      .region_mode_i,
      .region_ports_i,
      .region_home_i,
      .region_home_ports_i,
      .head_o              (head_out),
      .ports_o             (head_ports)
  );

  assign way_addr_o = head_due.addr;

  // ---- slots for the data path
  logic last_err, poison_out, data_busy;
  logic [7:0] slot_flags;
  assign last_err = (head_take || body_take) && d_q.last && d_q.err;
  always_comb begin
    slot_flags = head_take ? 8'(d_header.flags) : 8'd0;
    slot_flags[nf_pkg::FLAG_PLANE] = 1'b0;
    if (last_err || (head_take && poison)) slot_flags[nf_pkg::FLAG_POISON] = 1'b1;
    // The requester at the first hop is notified that responses are missing.
    if (expire) begin
      slot_flags[nf_pkg::FLAG_POISON] = cfg_first_hop_i && leave_mode == nf_reduce_pkg::MODE_PULL;
    end
  end

  logic [1:0] slot_send;
  logic [127:0] slot_data;
  assign slot_send = head_send ? nf_reduce_pkg::SEND_IN : sends ? body.send : nf_reduce_pkg::SEND_NONE;
  assign slot_data = head_send ? head_out : d_q.data;

  nf_reduce_wide #(
      .Entries   (Entries),
      .Halves    (Halves),
      .Wide      (Wide),
      .AluStages (AluStages),
      .OperandReg(OperandReg)
  ) u_data (
      .clk_i,
      .rst_ni,
      .en_i         (en),
      .valid_i      (decides || payload || head_send),
      .data_i       (slot_data),
      .read_i       (payload && body.read && (body.adds || sends)),
      .write_i      (body_take && body.write),
      .sum_i        (body_take && body.adds),
      .send_i       (slot_send),
      .header_i     (head_send),
      .ports_i      (head_ports),
      .entry_i      (payload ? body.entry : plan.entry),
      .flit_i       (flit),
      .red_op_i     (body.red_op),
      .dtype_i      (body.dtype),
      .flags_i      (slot_flags),
      .keep_flags_i (payload ? body.keep_flags : keep_flags),
      .send_flags_i (payload ? body.send_flags : send_flags),
      .start_flags_i(own),
      .take_flags_i (take_flags),
      .wide_i       (payload && body.wide && !body.raw && !head_send),
      .round_i      (sends && body.round),
      .shift_i      (body.shift),
      .plane_i      (body.plane && body_take && !body.raw),
      .send_plane_i (planes && sends),
      .index_i      (planes ? plane : body.index),
      .out_valid_o,
      .out_last_o,
      .out_ports_o,
      .out_data_o,
      .poison_o     (poison_out),
      .busy_o       (data_busy),
      .pending_o    (pendings)
  );

  // ---- observation
  always_comb begin
    regions_o = entry_regions;
    for (int r = 0; r < Regions; r++) begin
      regions_o[r] |= owes && due_region == 8'(r);
    end
  end

  nf_header_pkg::table_event_t event_d, event_q;
  nf_header_pkg::header_t out_header;
  logic unused_fields;
  assign out_header = out_data_o;
  assign unused_fields = ^out_header;
  always_comb begin
    event_d = '0;
    event_d.packet = head_take;
    event_d.hit = head_take && hit;
    event_d.miss = head_take && !hit;
    event_d.insert = written;
    event_d.complete = complete;
    event_d.evict = evicted;
    event_d.timeout = expire && !drop;
    event_d.bypass = bypass;
    event_d.alloc = alloc;
    event_d.alloc_stall = held_back || (ask_state_q == AskWaits && !ask_could);
    event_d.err_count = (head_take || ask_decide) && err_count;
    event_d.err_mismatch = (head_take || ask_decide) && err_mismatch;
    event_d.err_no_entry = (head_take || ask_decide) && err_no_entry;
    event_d.err_damaged = last_err;
    event_d.rest = head_take && is_rest;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      event_q <= '0;
      dropped_o <= 1'b0;
      flags_o <= '0;
      taken_o <= 1'b0;
    end else begin
      event_q <= event_d;
      dropped_o <= expire && drop;
      flags_o <= 8'(out_header.flags) & {8{out_valid_o && out_last_o && out_ready_i}};
      taken_o <= head_take && mode != nf_reduce_pkg::MODE_PULL;
    end
  end
  always_ff @(posedge clk_i) begin
    if (head_take && mode != nf_reduce_pkg::MODE_PULL) taken_region_o <= d_q.region;
  end
  // A poisoned header is seen later than what is decided.
  always_comb begin
    event_o = event_q;
    event_o.poison = poison_out;
  end
  assign busy_o = look_valid | !alloc_ready_o | d_valid_q | !idle | due | data_busy;

  // The ingress keeps its word: a packet ends with the flit that its header announces.
  `NF_ASSERT(PacketsWellFormed, !(head_take && d_q.last != (d_header.len == '0))
             && !(body_take && d_q.last != (in_left == 4'd1)))
  // A header is decided alone: no request is decided in the same cycle.
  `NF_ASSERT(OneDecision, !(ask_decide && (head_take || expire)))
  // Nothing is written to an entry that has been freed, but for its last sum on the way out.
  `NF_ASSERT(WriteToHeldEntry, !(body_take && body.write) || body.send == nf_reduce_pkg::SEND_SUM
             || valid[body.entry[$clog2(Entries)-1:0]])
  // The decision stage waits only for a longer victim, an expired entry, a wide victim or a flit in the ALUs.
  `NF_ASSERT(WaitsForAReason, !(en && d_valid_q && !d_free) || held_slot || expired || clear
             || (blocked && !idle))
  // A header that needs its region's ports holds on to the region.
  `NF_ASSERT(HeaderHoldsRegion, !head_send || due_to == nf_reduce_pkg::TO_REQUESTER || owes)
  // Whatever waits to leave shows as busy.
  `NF_ASSERT(BusyUntilEmpty, busy_o || !(out_valid_o || due || asks))
  `NF_COVER(EvictLonger, held_slot && sends)
  `NF_COVER(RequestBesidePayload, ask_decide && body_take)

`ifndef SYNTHESIS
  logic was_waiting_q, was_asked_q;
  logic [144:0] was_out_q;
  logic [3:0] payload_q;  // payload flits that came out since the last header
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      was_waiting_q <= 1'b0;
      was_asked_q <= 1'b0;
      payload_q <= '0;
    end else begin
      was_waiting_q <= out_valid_o && !out_ready_i;
      was_asked_q <= !alloc_ready_o;
      if (out_valid_o && out_ready_i) payload_q <= out_last_o ? 4'd0 : payload_q + 4'd1;
    end
  end
  always_ff @(posedge clk_i) was_out_q <= {out_last_o, out_ports_o, out_data_o};
  // What is offered stays until it is taken.
  `NF_ASSERT(OutputStable, !was_waiting_q
             || (out_valid_o && {out_last_o, out_ports_o, out_data_o} == was_out_q))
  // A result's header announces the payload that went before it.
  `NF_ASSERT(HeaderAfterPayload, !(out_valid_o && out_last_o)
             || out_header.len == payload_q)
  // A request is done once: there was one, and it is gone.
  `NF_ASSERT(DoneOncePerRequest, !alloc_done_o || (was_asked_q && alloc_ready_o))
`endif

endmodule
