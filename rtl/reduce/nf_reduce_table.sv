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
// Latency: from the last flit of a packet to its result's header 7 cycles, with Wide 13. Throughput:
// one flit in and one flit out per cycle, also for packets to one entry back to back. It stalls the
// input only while out_ready_i is low, for the flits by which an evicted packet is longer than the
// new one, for an entry that times out, for a wide sum that leaves unrounded, and, between packets
// without payload, for a pull request.

`include "nf_assert.svh"

module nf_reduce_table #(
    parameter int unsigned Entries = 8,   // entries of 128 B, 2..32 (256 B..4 kB, KLENK VI)
    parameter int unsigned Ports = 16,    // switch ports, 1..16
    parameter int unsigned Regions = 8,   // regions of the MCR table, 1..32
    parameter int unsigned Nodes = 32,    // node ids that the arrival mask tells apart, 1..1024
    parameter bit          Halves = 1'b0, // with the types of 16-bit elements
    parameter bit          Wide = 1'b0,   // with the ops whose sums are wider than the type
    parameter int unsigned Ghosts = 4     // entries remembered after they left, 0..16
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    // configuration: changes only while the table is empty (timeout and limit: at any time)
    input  logic [           9:0] cfg_id_i,                  // node id of this switch
    input  logic                  cfg_first_hop_i,           // the port leads to an endpoint
    input  logic                  cfg_multicast_partials_i,  // eviction strategy 1, else 2 (IV-C)
    input  logic [           7:0] cfg_timeout_i,             // in ticks since last touch; 0 = never
    input  logic [           7:0] cfg_entries_i,             // entries 0..n-1 are used
    input  logic [           7:0] cfg_port_i,                // own port
    input  logic                  tick_i,                    // pulse that the timeouts count
    // clear command, see nf_reduce_tag: entries are dropped between two packets, nothing is sent
    input  logic [           3:0] drop_epochs_i,
    input  logic                  drop_one_i,
    input  logic [           7:0] drop_region_i,
    input  logic [Regions*16-1:0] region_expected_i,         // contributions of a result
    input  logic [Regions*16-1:0] region_later_i,            // ... that a pull waits for at a later hop
    input  logic [Regions*8-1:0]  region_mode_i,             // bits nf_pkg::MCR_MODE_*
    input  logic [Regions*16-1:0] region_ports_i,            // egress ports to all targets
    input  logic [Regions*16-1:0] region_home_i,             // node id of the home GPU
    input  logic [Regions*16-1:0] region_home_ports_i,       // egress port to it, one-hot
    // contributions: whole packets of PUSH_WRITE, BARRIER and PULL_RSP, gaps allowed
    input  logic                  in_valid_i,
    output logic                  in_ready_o,
    input  logic                  in_last_i,
    input  logic                  in_err_i,                  // with last: damaged on the way
    input  logic [           7:0] in_region_i,               // with the header
    input  logic [         127:0] in_data_i,
    // pull requests (the header) that want an entry; done: may travel on, in order
    input  logic                  alloc_valid_i,
    output logic                  alloc_ready_o,
    input  logic [           7:0] alloc_region_i,
    input  logic [         127:0] alloc_data_i,
    output logic                  alloc_done_o,
    // the way of the address of the header that is sent next, in the same cycle
    output logic [          47:0] way_addr_o,
    input  logic [          15:0] way_i,                     // one-hot
    // results: payload flits, then the header with out_last_o
    output logic                  out_valid_o,
    input  logic                  out_ready_i,
    output logic                  out_last_o,
    output logic [          15:0] out_ports_o,               // with out_last_o, else zero
    output logic [         127:0] out_data_o,
    // observation
    output logic [          15:0] event_o,                   // pulses, bits nf_pkg::EV_*
    output logic [           7:0] flags_o,                   // pulse: flags of a header that left
    output logic [           7:0] used_o,                    // entries in use
    output logic                  dropping_o,                // some are still to be dropped
    output logic                  dropped_o,                 // pulse: one was
    output logic [   Regions-1:0] regions_o,                 // entries or headers refer to region r
    output logic                  taken_o,                   // pulse: a push or barrier was decided ...
    output logic [           7:0] taken_region_o,            // ... of this region
    output logic                  busy_o,                    // something moves inside
    output logic                  oldest_valid_o,            // the least recently touched entry
    output logic [     Nodes-1:0] oldest_mask_o,             // node n has contributed
    output logic [          47:0] oldest_addr_o,
    output logic [          15:0] oldest_count_o,
    output logic [          15:0] oldest_expected_o
);

  // ---- every stage advances unless a flit waits at the output
  logic en;
  assign en = !out_valid_o || out_ready_i;

  // ---- input buffer: the flit at its head is looked up
  logic look_valid, look_last, look_err, look_ready, look_first_q;
  logic [7:0] look_region;
  logic [127:0] look_data;

  nf_skid #(
      .Width(138)
  ) u_input (
      .clk_i,
      .rst_ni,
      .in_valid_i,
      .in_ready_o,
      .in_data_i  ({in_err_i, in_last_i, in_region_i, in_data_i}),
      .out_valid_o(look_valid),
      .out_ready_i(look_ready),
      .out_data_o ({look_err, look_last, look_region, look_data})
  );

  // ---- one pull request waits here until it is decided
  logic ask_valid_q, ask_turn_q;
  logic [7:0] ask_region_q;
  logic [127:0] ask_q;
  assign alloc_ready_o = !ask_valid_q;

  // ---- decision stage: a flit, and beside a payload flit or alone a pull request
  logic d_valid_q, d_last_q, d_err_q, d_ask_q;
  logic [7:0] d_region_q;
  logic [15:0] d_expected_q;
  logic [127:0] d_q;

  // ---- packet in progress: what its remaining slots do
  logic run_q;  // slots are left
  logic [3:0] in_left_q, out_left_q;  // flits to come, flits of payload to send
  logic [2:0] flit_q;
  logic [4:0] entry_q;
  logic read_q, write_q, sum_q, keep_q, sendf_q;
  logic [1:0] send_q;
  logic [3:0] op_q, dtype_q;
  // ---- wide sums: the packet brings one, as a plane; what is sent is rounded, or raw as it came
  logic wide_q, plane_q, round_q, raw_q;
  logic [4:0] index_q;  // number of the plane that comes
  logic [3:0] shift_q;  // log2 of what the sum is divided by
  // ---- a wide sum leaves in planes: after the packet in progress, after one idle slot, now
  logic drain_next_q, drain_wait_q, drain_q;
  logic [4:0] drain_plane_q;
  logic [3:0] drain_len_q;
  // ---- the header that follows the payload that is being sent
  logic head_due_q;
  logic [127:0] head_q;
  logic [1:0] head_to_q;
  logic [7:0] head_region_q;
  logic head_plane_q, head_last_q;  // it is a plane's; the last one's
  logic [7:0] head_index_q;
  logic owes_q;  // a header is still to leave whose ports are those of head_region_q

  // ---- what happens in this cycle
  logic head_take, body_take, held_slot, expire, clear, ask_decide, look_move, ask_move, d_free, head_send;
  logic usable, expired, drop, hit, hit_data, free, victim, leave_data, leave_wide, d_wide, poison_out,
      data_busy;
  logic [4:0] hit_entry, slot, leave_entry;
  logic [15:0] hit_count, hit_expected, sum;
  logic [32:0] ghost;
  logic [19:0] hit_attr;
  logic [127:0] leave;
  logic [1:0] leave_mode, mode;
  logic [7:0] leave_region;
  logic [Entries-1:0] valid;
  logic [3:0] act;
  logic poison, err_count, err_mismatch, err_no_entry, is_rest;

  // At a packet boundary an expired entry goes before the next packet, and one that is to be dropped.
  assign expire = en && !run_q && expired && !d_ask_q;
  assign head_take = en && !run_q && !expired && d_valid_q && !(Wide && act == nf_reduce_pkg::ACT_CLEAR);
  // Wide sums do not change places flit by flit: the victim goes first.
  assign clear = Wide && en && !run_q && !expired && d_valid_q && act == nf_reduce_pkg::ACT_CLEAR;
  assign body_take = en && run_q && in_left_q != '0 && d_valid_q;
  assign held_slot = en && run_q && in_left_q == '0;
  assign ask_decide = en && d_ask_q;
  assign d_free = !d_valid_q || head_take || body_take;
  // A header takes any slot that does not bring payload in; such a slot sends nothing else.
  assign head_send = en && head_due_q && !body_take;

  // Requests are looked up beside payload; headers and waiting requests take turns.
  logic ask_could, look_header;
  assign look_header = look_valid && look_first_q;
  assign ask_could = ask_valid_q && !d_ask_q && (free || !cfg_first_hop_i || !usable);
  assign ask_move = en && d_free && ask_could && (!look_header || ask_turn_q);
  assign look_move = en && d_free && look_valid && !(ask_move && look_first_q);
  assign look_ready = look_move;

  // ---- tags and decision
  logic [127:0] look, now;
  logic [7:0] look_at, now_region;
  logic [15:0] look_expected;
  assign look = ask_move ? ask_q : look_data;
  assign look_at = ask_move ? ask_region_q : look_region;
  assign now = d_ask_q ? ask_q : d_q;
  assign now_region = d_ask_q ? ask_region_q : d_region_q;

  // A pull is complete where its requester is; on the way there only what comes this way is.
  logic [Regions*16-1:0] counts;
  assign counts = ask_move && !cfg_first_hop_i ? region_later_i : region_expected_i;
  always_comb begin
    look_expected = '0;
    for (int r = 0; r < Regions; r++) if (look_at == 8'(r)) look_expected |= counts[r*16+:16];
  end

  assign mode = now[nf_pkg::HDR_OPCODE_LSB+:4] == nf_pkg::OPCODE_PULL_RSP ? nf_reduce_pkg::MODE_PULL
      : now[nf_pkg::HDR_OPCODE_LSB+:4] == nf_pkg::OPCODE_BARRIER ? nf_reduce_pkg::MODE_BARRIER
      : nf_reduce_pkg::MODE_PUSH;

  nf_reduce_decide u_decide (
      .alloc_i       (d_ask_q),
      .mode_i        (mode),
      .count_i       (now[nf_pkg::HDR_COUNT_LSB+:16]),
      .attr_i        ({now_region, now[nf_pkg::HDR_RED_OP_LSB+:12]}),
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
      .ghost_i       (ghost),
      .act_o         (act),
      .sum_o         (sum),
      .rest_o        (is_rest),
      .poison_o      (poison),
      .err_count_o   (err_count),
      .err_mismatch_o(err_mismatch),
      .err_no_entry_o(err_no_entry)
  );

  // The actions, one wire each.
  logic insert, evict, first, reduce, rest, finish, only, pass, bypass, alloc, held_back, own;
  assign insert = head_take && act == nf_reduce_pkg::ACT_INSERT;
  assign evict = head_take && act == nf_reduce_pkg::ACT_EVICT;
  assign first = head_take && act == nf_reduce_pkg::ACT_FIRST;
  assign reduce = head_take && act == nf_reduce_pkg::ACT_REDUCE;
  assign rest = head_take && act == nf_reduce_pkg::ACT_REST;
  // Entry and packet leave as one, the result or the rest of it.
  assign finish = (head_take && act == nf_reduce_pkg::ACT_FINISH) || rest;
  assign only = head_take && act == nf_reduce_pkg::ACT_ONLY;
  assign pass = head_take && act == nf_reduce_pkg::ACT_PASS;
  assign bypass = head_take && act == nf_reduce_pkg::ACT_BYPASS;
  assign own = pass || bypass;  // the packet itself leaves
  assign alloc = ask_decide && act == nf_reduce_pkg::ACT_ALLOC;
  assign held_back = ask_decide && act == nf_reduce_pkg::ACT_WAIT;

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
      .new_alloc_i   (d_ask_q),
      .new_i         (now),
      .new_region_i  (now_region),
      .new_expected_i(d_expected_q),
      .sum_i         (sum),
      .insert_i      (insert || evict || alloc),
      .update_i      (first || reduce),
      .release_i     (finish || only),
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

  // ---- what leaves
  logic d_plane, leaves, rounds, raw, drains, drain_after;
  logic [127:0] head;
  logic [1:0] head_to;
  logic [3:0] len, out_len, shift;

  assign len = d_q[nf_pkg::HDR_LEN_LSB+:4];

  nf_reduce_leave #(
      .Wide(Wide)
  ) u_leave (
      .act_i         (!expire ? act : drop ? nf_reduce_pkg::ACT_DROP : nf_reduce_pkg::ACT_EXPIRE),
      .packet_i      (d_q),
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

  // Destination and ports are added when the header is sent.
  logic [127:0] head_out;
  logic [15:0] head_ports;
  nf_reduce_address #(
      .Ports  (Ports),
      .Regions(Regions)
  ) u_address (
      .head_i              (head_q),
      .to_i                (head_to_q),
      .region_i            (head_region_q),
      .port_i              (cfg_port_i),
      .multicast_partials_i(cfg_multicast_partials_i),
      .plane_i             (head_plane_q),
      .index_i             (head_index_q),
      .last_i              (head_last_q),
      .way_i,
      .region_mode_i,
      .region_ports_i,
      .region_home_i,
      .region_home_ports_i,
      .head_o              (head_out),
      .ports_o             (head_ports)
  );

  assign way_addr_o = head_q[nf_pkg::HDR_ADDR_LSB+:nf_pkg::HDR_ADDR_BITS];

  // ---- slots for the data path
  logic last_err;
  logic [7:0] slot_flags;
  assign last_err = (head_take || body_take) && d_last_q && d_err_q;
  always_comb begin
    slot_flags = head_take ? 8'(d_q[nf_pkg::HDR_FLAGS_LSB+:nf_pkg::HDR_FLAGS_BITS]) : 8'd0;
    slot_flags[nf_pkg::FLAG_PLANE] = 1'b0;
    if (last_err || (head_take && poison)) slot_flags[nf_pkg::FLAG_POISON] = 1'b1;
    // The requester at the first hop is notified that responses are missing.
    if (expire) begin
      slot_flags[nf_pkg::FLAG_POISON] = cfg_first_hop_i && leave_mode == nf_reduce_pkg::MODE_PULL;
    end
  end

  logic payload, sends, decides;
  assign payload = body_take || held_slot;
  // The header between two planes has a slot of its own.
  assign sends = payload && out_left_q != '0 && !drain_wait_q && !(drain_q && head_due_q);
  // This slot belongs to the decision, not to payload.
  assign decides = head_take || expire || clear;

  logic [4:0] slot_entry;
  logic keep_flags, send_flags, take_flags;
  logic [1:0] slot_send;
  logic [127:0] slot_data;
  assign slot_entry = payload ? entry_q : (expire || clear) ? leave_entry : hit ? hit_entry : slot;
  assign slot_send = head_send ? nf_reduce_pkg::SEND_IN : sends ? send_q : nf_reduce_pkg::SEND_NONE;
  assign slot_data = head_send ? head_out : d_q;
  assign keep_flags = payload ? keep_q : insert || evict || first || reduce || (head_take && poison);
  assign send_flags = payload ? sendf_q : finish || only || own || clear || (expire && leaves);
  assign take_flags = finish || only || evict || expire || clear;

  nf_reduce_wide #(
      .Entries(Entries),
      .Halves (Halves),
      .Wide   (Wide)
  ) u_data (
      .clk_i,
      .rst_ni,
      .en_i         (en),
      .valid_i      (decides || payload || head_send),
      .data_i       (slot_data),
      .read_i       (payload && read_q && (sum_q || sends)),
      .write_i      (body_take && write_q),
      .sum_i        (body_take && sum_q),
      .send_i       (slot_send),
      .header_i     (head_send),
      .ports_i      (head_ports),
      .entry_i      (slot_entry),
      .flit_i       (flit_q),
      .red_op_i     (op_q),
      .dtype_i      (dtype_q),
      .flags_i      (slot_flags),
      .keep_flags_i (keep_flags),
      .send_flags_i (send_flags),
      .start_flags_i(own),
      .take_flags_i (take_flags),
      .wide_i       (payload && wide_q && !raw_q && !head_send),
      .round_i      (sends && round_q),
      .shift_i      (shift_q),
      .plane_i      (plane_q && body_take && !raw_q),
      .send_plane_i (drain_q && sends),
      .index_i      (drain_q ? drain_plane_q : index_q),
      .out_valid_o,
      .out_last_o,
      .out_ports_o,
      .out_data_o,
      .poison_o     (poison_out),
      .busy_o       (data_busy)
  );

  // ---- a wide sum leaves: plane after plane, each with a header
  logic drain_starts, plane_ends, plane_next, drain_last;
  logic [4:0] planes;
  always_comb begin
    planes = '0;
    for (int t = 0; t < nf_pkg::DTYPES; t++)
      if (dtype_q == 4'(t)) planes |= nf_pkg::DTYPE_PLANES[t*5+:5];
  end
  assign drain_starts = drain_next_q && body_take && in_left_q == 4'd1;
  assign plane_ends = sends && out_left_q == 4'd1;
  assign drain_last = drain_plane_q + 5'd1 == planes;
  assign plane_next = drain_q && plane_ends && !drain_last;

  // ---- state
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      look_first_q <= 1'b1;
      ask_valid_q <= 1'b0;
      ask_turn_q <= 1'b0;
      alloc_done_o <= 1'b0;
      d_valid_q <= 1'b0;
      d_ask_q <= 1'b0;
      run_q <= 1'b0;
      in_left_q <= '0;
      out_left_q <= '0;
      head_due_q <= 1'b0;
      drain_next_q <= 1'b0;
      drain_wait_q <= 1'b0;
      drain_q <= 1'b0;
      owes_q <= 1'b0;
      taken_o <= 1'b0;
    end else begin
      if (alloc_valid_i && alloc_ready_o) ask_valid_q <= 1'b1;
      else if (ask_decide && !held_back) ask_valid_q <= 1'b0;
      alloc_done_o <= ask_decide && !held_back;
      if (ask_move) ask_turn_q <= 1'b0;
      else if (look_move && look_first_q && ask_could) ask_turn_q <= 1'b1;
      if (en) d_ask_q <= ask_move;
      if (look_move) look_first_q <= look_last;
      if (en && d_free) d_valid_q <= look_move;
      if (decides) begin
        in_left_q <= head_take ? len : 4'd0;
        out_left_q <= out_len;
        run_q <= (head_take && len != '0) || out_len != '0;
        drain_q <= drains;
        drain_next_q <= drain_after;
      end else if (payload) begin
        if (body_take) in_left_q <= in_left_q - 4'd1;
        if (drain_starts || plane_next) out_left_q <= drain_len_q;
        else if (sends) out_left_q <= out_left_q - 4'd1;
        if (drain_starts) begin
          drain_next_q <= 1'b0;
          drain_q <= 1'b1;
        end
        run_q <= in_left_q > 4'd1 || out_left_q > 4'd1 || drain_next_q
            || (drain_q && !(plane_ends && drain_last));
      end
      if (en) drain_wait_q <= drain_starts;
      if ((decides && leaves && out_len == '0 && !drain_after) || plane_ends) head_due_q <= 1'b1;
      else if (head_send) head_due_q <= 1'b0;
      if (decides && leaves) owes_q <= head_to != nf_reduce_pkg::TO_REQUESTER;
      else if (head_send && (!head_plane_q || head_last_q)) owes_q <= 1'b0;
      taken_o <= head_take && mode != nf_reduce_pkg::MODE_PULL;
    end
  end

  always_ff @(posedge clk_i) begin
    if (alloc_valid_i && alloc_ready_o) begin
      ask_q <= alloc_data_i;
      ask_region_q <= alloc_region_i;
    end
    if (look_move) begin
      d_q <= look_data;
      d_last_q <= look_last;
      d_err_q <= look_err;
      d_region_q <= look_region;
    end
    if (ask_move || look_move) d_expected_q <= look_expected;
    if (decides) begin
      entry_q <= slot_entry;
      read_q <= reduce || finish || evict || expire || clear;
      write_q <= reduce || insert || evict || first || drain_after;
      sum_q <= reduce || finish;
      keep_q <= reduce || insert || evict || first;
      sendf_q <= finish || only || own;
      send_q <= finish ? nf_reduce_pkg::SEND_SUM
          : (evict || expire || clear) ? nf_reduce_pkg::SEND_HELD : nf_reduce_pkg::SEND_IN;
      op_q <= d_q[nf_pkg::HDR_RED_OP_LSB+:4];
      dtype_q <= head_take ? d_q[nf_pkg::HDR_DTYPE_LSB+:4] : leave[nf_pkg::HDR_DTYPE_LSB+:4];
      flit_q <= '0;
      wide_q <= head_take ? d_wide : leave_wide;
      plane_q <= head_take && d_plane;
      round_q <= rounds;
      raw_q <= raw;
      index_q <= d_q[nf_pkg::HDR_WAVE_LSB+:5];
      shift_q <= shift;
      drain_len_q <= head_take ? len : leave[nf_pkg::HDR_LEN_LSB+:4];
      drain_plane_q <= '0;
    end else if (payload) begin
      flit_q <= drain_starts || plane_next ? 3'd0 : flit_q + 3'(body_take || sends);
      if (drain_starts) begin
        read_q <= 1'b1;
        write_q <= 1'b0;
        sum_q <= 1'b0;
        send_q <= nf_reduce_pkg::SEND_HELD;
      end
      if (plane_next) drain_plane_q <= drain_plane_q + 5'd1;
    end
    if (plane_ends || (decides && leaves)) begin
      head_plane_q <= plane_ends && drain_q;
      head_last_q <= drain_last;
      head_index_q <= 8'(drain_plane_q);
    end
    if (head_take && mode != nf_reduce_pkg::MODE_PULL) taken_region_o <= d_region_q;
    if (decides && leaves) begin
      head_q <= head;
      head_to_q <= head_to;
      head_region_q <= own ? d_region_q : leave_region;
    end
  end

  always_comb begin
    regions_o = entry_regions;
    for (int r = 0; r < Regions; r++) begin
      regions_o[r] |= owes_q && head_region_q == 8'(r);
    end
  end

  // ---- observation
  logic [15:0] event_d, event_q;
  always_comb begin
    event_d = '0;
    event_d[nf_pkg::EV_PACKET] = head_take;
    event_d[nf_pkg::EV_HIT] = head_take && hit;
    event_d[nf_pkg::EV_MISS] = head_take && !hit;
    event_d[nf_pkg::EV_INSERT] = insert || evict;
    event_d[nf_pkg::EV_COMPLETE] = (finish && !rest) || only || pass;
    event_d[nf_pkg::EV_EVICT] = evict || clear;
    event_d[nf_pkg::EV_TIMEOUT] = expire && !drop;
    event_d[nf_pkg::EV_BYPASS] = bypass;
    event_d[nf_pkg::EV_ALLOC] = alloc;
    event_d[nf_pkg::EV_ALLOC_STALL] = held_back || (ask_valid_q && !d_ask_q && !ask_could);
    event_d[nf_pkg::EV_ERR_COUNT] = (head_take || ask_decide) && err_count;
    event_d[nf_pkg::EV_ERR_MISMATCH] = (head_take || ask_decide) && err_mismatch;
    event_d[nf_pkg::EV_ERR_NO_ENTRY] = (head_take || ask_decide) && err_no_entry;
    event_d[nf_pkg::EV_ERR_DAMAGED] = last_err;
    event_d[nf_pkg::EV_REST] = head_take && is_rest;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      event_q <= '0;
      dropped_o <= 1'b0;
      flags_o <= '0;
    end else begin
      event_q <= event_d;
      dropped_o <= expire && drop;
      flags_o <= 8'(out_data_o[nf_pkg::HDR_FLAGS_LSB+:nf_pkg::HDR_FLAGS_BITS])
          & {8{out_valid_o && out_last_o && out_ready_i}};
    end
  end
  assign event_o = event_q | {15'd0, poison_out} << nf_pkg::EV_POISON;
  assign busy_o = look_valid | ask_valid_q | d_valid_q | run_q | head_due_q | data_busy;

  // The ingress keeps its word: a packet ends with the flit that its header announces.
  `NF_ASSERT(PacketsWellFormed, !(head_take && d_last_q != (len == '0))
             && !(body_take && d_last_q != (in_left_q == 4'd1)))
  // A header leaves in a slot that sends nothing else.
  `NF_ASSERT(HeaderNeedsNoSlot, !(head_send && sends))
  // A header is decided alone: no request is decided in the same cycle.
  `NF_ASSERT(OneDecision, !(ask_decide && (head_take || expire)))
  // Nothing is written to an entry that has been freed, but for its last sum on the way out.
  `NF_ASSERT(WriteToHeldEntry, !(body_take && write_q) || drain_next_q || valid[entry_q[$clog2(Entries)-1:0]])
  // The decision stage waits only for a longer victim, an expired entry or a wide victim.
  `NF_ASSERT(WaitsForAReason, !(en && d_valid_q && !d_free) || held_slot || expired || clear)
  // A header that needs its region's ports holds on to the region.
  `NF_ASSERT(HeaderHoldsRegion, !head_send || head_to_q == nf_reduce_pkg::TO_REQUESTER || owes_q)
  // Whatever waits to leave shows as busy.
  `NF_ASSERT(BusyUntilEmpty, busy_o || !(out_valid_o || head_due_q || d_ask_q))
  `NF_COVER(EvictLonger, held_slot && in_left_q == '0 && sends)
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
      was_asked_q <= ask_valid_q;
      if (out_valid_o && out_ready_i) payload_q <= out_last_o ? 4'd0 : payload_q + 4'd1;
    end
  end
  always_ff @(posedge clk_i) was_out_q <= {out_last_o, out_ports_o, out_data_o};
  // What is offered stays until it is taken.
  `NF_ASSERT(OutputStable, !was_waiting_q
             || (out_valid_o && {out_last_o, out_ports_o, out_data_o} == was_out_q))
  // A result's header announces the payload that went before it.
  `NF_ASSERT(HeaderAfterPayload, !(out_valid_o && out_last_o)
             || out_data_o[nf_pkg::HDR_LEN_LSB+:4] == payload_q)
  // A request is done once: there was one, and it is gone.
  `NF_ASSERT(DoneOncePerRequest, !alloc_done_o || (was_asked_q && !ask_valid_q))
`endif

endmodule
