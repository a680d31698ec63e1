// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// NetReduce: adds what RoCE v2 hosts send each other, in front of an Ethernet switch (NETREDUCE
// 4.3, Fig. 4). A frame that enters by a port leaves by the same port: untouched, with the sum of
// all members in the place of its payload, or not at all.
//
// Every port has an AXI4-Stream of 512 bits in and out; all share the lookups, the aggregator with
// its history buffer, and the registers behind AXI4-Lite. It is one switch's accelerator, a leaf's or
// a spine's, ring by ring (NETREDUCE 4.5), as the registers say.
//
// It does not forward: that is the Ethernet switch's. It does not acknowledge: connections end in the
// hosts. 100 Gb/s need 195 MHz; a column of 1024 bytes takes the aggregator 17 cycles.

`include "nf_assert.svh"

module nf_netreduce #(
    parameter int unsigned Ports = 6,          // 2..8
    parameter int unsigned Rings = 1,          // 1..16
    parameter int unsigned Window = 3,         // N: N + 1 messages of a ring are held, 1..7
    parameter int unsigned MaxMsgLen = 170,    // packets of a message, 1..256
    parameter int unsigned Connections = 16,   // 2..128
    parameter int unsigned BufferBeats = 256,  // of a port's frame buffer, a power of two, 32..512
    parameter int unsigned Stages = 2,         // registers of an adder, 1..4
    parameter bit          Halves = 1'b1       // the types of 16-bit elements, F16 and BF16, too
) (
    input  logic                 clk_i,
    input  logic                 rst_ni,
    // AXI4-Stream in, per port, from the hosts
    input  logic [    Ports-1:0] s_tvalid_i,
    output logic [    Ports-1:0] s_tready_o,
    input  logic [    Ports-1:0] s_tlast_i,
    input  logic [    Ports-1:0] s_tuser_i,   // with any beat: the frame is bad
    input  logic [Ports*512-1:0] s_tdata_i,
    input  logic [ Ports*64-1:0] s_tkeep_i,
    // AXI4-Stream out, per port, to the Ethernet switch
    output logic [    Ports-1:0] m_tvalid_o,
    input  logic [    Ports-1:0] m_tready_i,
    output logic [    Ports-1:0] m_tlast_o,
    output logic [Ports*512-1:0] m_tdata_o,
    output logic [ Ports*64-1:0] m_tkeep_o,
    input  logic [ Ports*32-1:0] overruns_i,  // what MACs' FIFOs have counted, for the registers; or zero
    // AXI4-Lite, byte addresses; docs/netreduce-registers.md
    input  logic                 aw_valid_i,
    output logic                 aw_ready_o,
    input  logic [         15:0] aw_addr_i,
    input  logic                 w_valid_i,
    output logic                 w_ready_o,
    input  logic [         31:0] w_data_i,
    output logic                 b_valid_o,
    input  logic                 b_ready_i,
    output logic [          1:0] b_resp_o,
    input  logic                 ar_valid_i,
    output logic                 ar_ready_o,
    input  logic [         15:0] ar_addr_i,
    output logic                 r_valid_o,
    input  logic                 r_ready_i,
    output logic [         31:0] r_data_o,
    output logic [          1:0] r_resp_o,
    output logic                 irq_o
);

  // A packet of 1024 bytes has 17 beats with its headers.
  `NF_PARAM(BufferHoldsAPacket, BufferBeats >= 32)

  localparam int unsigned Places = Rings * (Window + 1) * MaxMsgLen;
  localparam int unsigned Frames = 16;  // that a port's buffer holds
  localparam int unsigned Packets = 4;  // sums that wait for a port's output
  localparam int unsigned JobDepth = 8;
  localparam int unsigned JobAgain = 8;  // of repeated packets

  // ----------------------------------------------------------------------------- the registers
  logic enable, on;  // as written; what is done
  logic [31:0] drain;
  logic [1:0] given_up;
  logic [15:0] pause;
  logic [23:0] again;
  logic [31:0] tag, own_ip, spine_ip, local_net, local_mask, threshold;
  logic [47:0] own_mac, spine_mac;
  logic cfg_valid, cfg_leaf;
  logic [3:0] cfg_ring, cfg_members, cfg_dtype;
  logic [2:0] cfg_window, cfg_slot;
  logic [31:0] cfg_first;
  logic cfg_ready;
  logic [Rings-1:0] busy;
  logic enrol_valid, enrol_leaf, enrol_done, enrol_ok;
  logic [1:0] enrol_op, enrol_role;
  logic [2:0] enrol_host, enrol_port;
  logic [3:0] enrol_ring, enrol_members;
  logic [6:0] enrol_parts;
  logic [31:0] enrol_src_ip, enrol_dst_ip;
  logic [23:0] enrol_dst_qp, enrol_src_qp;
  logic count_re;
  logic [2:0] count_port;
  logic [4:0] count_index;
  logic [31:0] count_data;
  logic [Ports-1:0] count_valid;
  logic [Ports*32-1:0] counts;
  logic member_re, member_valid;
  logic [3:0] member_ring;
  logic [2:0] member_host, member_port;
  logic [1:0] member_role;
  logic [6:0] member_parts;
  logic [31:0] member_src, member_dst;
  logic [23:0] member_qp, member_src_qp;
  logic ask_valid, ask_ready, ask_done, ask_open;
  logic [3:0] ask_ring;
  logic [2:0] ask_slot;
  logic [7:0] ask_offset, ask_arrived;
  logic [31:0] ask_msgid;
  logic straggler, charged, report_valid, report_unlike;
  logic [Rings-1:0] stragglers;
  logic [3:0] report_ring;
  logic [7:0] report_offset, report_missing, report_charged;
  logic [31:0] report_msgid, report_cycles;
  logic sum_done, uneven;
  logic [3:0] flags;
  logic job_go_history_q, job_go_announce_q, job_go_local_q;
  logic [Ports-1:0] away, skipped;
  logic [1:0] dropped, unanswered;
  logic naks, replays;

  nf_netreduce_csr #(
      .Ports      (Ports),
      .Rings      (Rings),
      .Window     (Window),
      .MaxMsgLen  (MaxMsgLen),
      .Connections(Connections),
      .BufferBeats(BufferBeats),
      .Halves     (Halves)
  ) u_csr (
      .clk_i,
      .rst_ni,
      .aw_valid_i,
      .aw_ready_o,
      .aw_addr_i,
      .w_valid_i,
      .w_ready_o,
      .w_data_i,
      .b_valid_o,
      .b_ready_i,
      .b_resp_o,
      .ar_valid_i,
      .ar_ready_o,
      .ar_addr_i,
      .r_valid_o,
      .r_ready_i,
      .r_data_o,
      .r_resp_o,
      .irq_o,
      .enable_o        (enable),
      .tag_o           (tag),
      .own_mac_o       (own_mac),
      .own_ip_o        (own_ip),
      .spine_mac_o     (spine_mac),
      .spine_ip_o      (spine_ip),
      .local_net_o     (local_net),
      .local_mask_o    (local_mask),
      .threshold_o     (threshold),
      .pause_o         (pause),
      .drain_o         (drain),
      .again_o         (again),
      .cfg_ready_i     (cfg_ready),
      .cfg_valid_o     (cfg_valid),
      .cfg_ring_o      (cfg_ring),
      .cfg_members_o   (cfg_members),
      .cfg_leaf_o      (cfg_leaf),
      .cfg_window_o    (cfg_window),
      .cfg_first_o     (cfg_first),
      .cfg_slot_o      (cfg_slot),
      .cfg_dtype_o     (cfg_dtype),
      .enrol_valid_o   (enrol_valid),
      .enrol_op_o      (enrol_op),
      .enrol_ring_o    (enrol_ring),
      .enrol_host_o    (enrol_host),
      .enrol_src_ip_o  (enrol_src_ip),
      .enrol_dst_ip_o  (enrol_dst_ip),
      .enrol_dst_qp_o  (enrol_dst_qp),
      .enrol_src_qp_o  (enrol_src_qp),
      .enrol_port_o    (enrol_port),
      .enrol_role_o    (enrol_role),
      .enrol_parts_o   (enrol_parts),
      .enrol_members_o (enrol_members),
      .enrol_leaf_o    (enrol_leaf),
      .enrol_done_i    (enrol_done),
      .enrol_ok_i      (enrol_ok),
      .busy_i          (busy),
      .count_re_o      (count_re),
      .count_port_o    (count_port),
      .count_index_o   (count_index),
      .count_valid_i   (|count_valid),
      .count_data_i    (count_data),
      .member_re_o     (member_re),
      .member_ring_o   (member_ring),
      .member_host_o   (member_host),
      .member_valid_i  (member_valid),
      .member_port_i   (member_port),
      .member_role_i   (member_role),
      .member_parts_i  (member_parts),
      .member_src_i    (member_src),
      .member_dst_i    (member_dst),
      .member_qp_i     (member_qp),
      .member_src_qp_i (member_src_qp),
      .look_valid_o    (ask_valid),
      .look_ready_i    (ask_ready),
      .look_ring_o     (ask_ring),
      .look_slot_o     (ask_slot),
      .look_offset_o   (ask_offset),
      .look_done_i     (ask_done),
      .look_open_i     (ask_open),
      .look_msgid_i    (ask_msgid),
      .look_arrived_i  (ask_arrived),
      .straggler_i     (straggler),
      .charged_i       (charged),
      .stragglers_i    (stragglers),
      .report_ring_o   (report_ring),
      .report_valid_i  (report_valid),
      .report_offset_i (report_offset),
      .report_missing_i(report_missing),
      .report_unlike_i (report_unlike),
      .report_charged_i(report_charged),
      .report_msgid_i  (report_msgid),
      .report_cycles_i (report_cycles),
      .sum_i           (sum_done),
      .uneven_i        (uneven),
      .flags_i         (flags),
      .history_i       (job_go_history_q),
      .announce_i      (job_go_announce_q),
      .local_i         (job_go_local_q),
      .dropped_i       (dropped != '0 || unanswered != '0),
      .given_up_i      (given_up),
      .naks_i          (naks),
      .replays_i       (replays),
      .skipped_i       (skipped),
      .away_i          (away),
      .overruns_i
  );

  always_comb begin
    count_data = '0;
    for (int unsigned p = 0; p < Ports; p++)
      count_data = count_data | (counts[p*32+:32] & {32{count_valid[p]}});
  end

  // -------------------------------------------------------------------------------- the lookups
  logic [Ports-1:0] start, sent;  // sums: room is reserved; one has left
  logic [Ports-1:0] req_valid, req_ready, ans_valid, take, stored;
  logic [Ports*256-1:0] req_meta;
  logic [7:0] ans_cause;
  logic ans_payload, ans_head;
  logic [15:0] ans_place;
  logic job_valid, job_ready;
  logic [63:0] job;
  logic ended_valid;
  logic [6:0] ended_slot, dropped_slot, unanswered_slot;
  logic replay_valid, replay_up, replay_ready, replay_busy, ack_hit, event_valid, event_good, event_origin;
  logic event_last, event_unlike, closing, closing_hosts, closing_leaf, swept;
  logic [2:0] event_slot;
  logic [8:0] event_msglen;
  logic [255:0] replay_meta;
  logic [2:0] replay_port, ack_host, event_host, closing_slot;
  logic [3:0] ack_ring, event_ring, closing_ring;
  logic [31:0] ack_src_ip, ack_dst_ip;
  logic [23:0] ack_dst_qp, event_psn;
  logic [1:0] event_ack;
  logic look_valid, look_ready, seen_valid, seen_open;
  logic [3:0] look_ring;
  logic [2:0] look_slot;
  logic [7:0] look_offset, seen_arrived;
  logic [31:0] seen_msgid;

  nf_netreduce_lookup #(
      .Ports      (Ports),
      .Rings      (Rings),
      .Window     (Window),
      .MaxMsgLen  (MaxMsgLen),
      .Connections(Connections)
  ) u_lookup (
      .clk_i,
      .rst_ni,
      .enable_i      (enable),
      .on_o          (on),
      .drain_i       (drain),
      .given_up_o    (given_up),
      .cfg_ready_o   (cfg_ready),
      .cfg_valid_i   (cfg_valid),
      .cfg_ring_i    (cfg_ring),
      .cfg_members_i (cfg_members),
      .cfg_leaf_i    (cfg_leaf),
      .cfg_window_i  (cfg_window),
      .cfg_first_i   (cfg_first),
      .cfg_slot_i    (cfg_slot),
      .cfg_dtype_i   (cfg_dtype),
      .busy_o        (busy),
      .own_ip_i      (own_ip),
      .local_net_i   (local_net),
      .local_mask_i  (local_mask),
      .enrol_valid_i (enrol_valid),
      .enrol_op_i    (enrol_op),
      .enrol_ring_i  (enrol_ring),
      .enrol_host_i  (enrol_host),
      .enrol_src_ip_i(enrol_src_ip),
      .enrol_dst_ip_i(enrol_dst_ip),
      .enrol_dst_qp_i(enrol_dst_qp),
      .enrol_src_qp_i(enrol_src_qp),
      .enrol_port_i  (enrol_port),
      .enrol_role_i  (enrol_role),
      .enrol_parts_i (enrol_parts),
      .enrol_members_i(enrol_members),
      .enrol_leaf_i  (enrol_leaf),
      .enrol_done_o  (enrol_done),
      .enrol_ok_o    (enrol_ok),
      .req_valid_i   (req_valid),
      .req_ready_o   (req_ready),
      .req_meta_i    (req_meta),
      .replay_valid_i(replay_valid),
      .replay_ready_o(replay_ready),
      .replay_meta_i (replay_meta),
      .replay_port_i (replay_port),
      .replay_up_i   (replay_up),
      .replay_busy_o (replay_busy),
      .ack_src_ip_o  (ack_src_ip),
      .ack_dst_ip_o  (ack_dst_ip),
      .ack_dst_qp_o  (ack_dst_qp),
      .ack_hit_i     (ack_hit),
      .ack_ring_i    (ack_ring),
      .ack_host_i    (ack_host),
      .event_valid_o (event_valid),
      .event_ack_o   (event_ack),
      .event_ring_o  (event_ring),
      .event_host_o  (event_host),
      .event_psn_o   (event_psn),
      .event_good_o  (event_good),
      .event_origin_o(event_origin),
      .event_last_o  (event_last),
      .event_unlike_o(event_unlike),
      .event_slot_o  (event_slot),
      .event_msglen_o(event_msglen),
      .closing_o     (closing),
      .closing_ring_o(closing_ring),
      .closing_slot_o(closing_slot),
      .closing_hosts_o(closing_hosts),
      .closing_leaf_o(closing_leaf),
      .swept_i       (swept),
      .ans_valid_o   (ans_valid),
      .ans_cause_o   (ans_cause),
      .ans_payload_o (ans_payload),
      .ans_head_o    (ans_head),
      .ans_place_o   (ans_place),
      .take_o        (take),
      .reserve_i     (start),
      .sent_i        (sent),
      .job_valid_o   (job_valid),
      .job_ready_i   (job_ready),
      .job_o         (job),
      .ended_valid_i (ended_valid),
      .ended_slot_i  (ended_slot),
      // Never both: one of the two has a job in a cycle.
      .dropped_i     (unanswered != '0 ? unanswered : dropped),
      .dropped_slot_i(unanswered != '0 ? unanswered_slot : dropped_slot),
      .look_valid_i  (look_valid),
      .look_ready_o  (look_ready),
      .look_ring_i   (look_ring),
      .look_slot_i   (look_slot),
      .look_offset_i (look_offset),
      .look_valid_o  (seen_valid),
      .look_open_o   (seen_open),
      .look_msgid_o  (seen_msgid),
      .look_arrived_o(seen_arrived),
      .member_re_i   (member_re),
      .member_ring_i (member_ring),
      .member_host_i (member_host),
      .member_valid_o(member_valid),
      .member_port_o (member_port),
      .member_role_o (member_role),
      .member_parts_o(member_parts),
      .member_src_o  (member_src),
      .member_dst_o  (member_dst),
      .member_qp_o   (member_qp),
      .member_src_qp_o(member_src_qp)
  );

  nf_netreduce_straggler #(
      .Rings    (Rings),
      .Window   (Window),
      .MaxMsgLen(MaxMsgLen)
  ) u_straggler (
      .clk_i,
      .rst_ni,
      .threshold_i     (threshold),
      .cfg_valid_i     (cfg_valid),
      .cfg_ring_i      (cfg_ring),
      .cfg_members_i   (cfg_members),
      .cfg_leaf_i      (cfg_leaf),
      .busy_i          (busy),
      .unlike_valid_i  (event_valid && event_unlike),
      .unlike_ring_i   (event_ring),
      .unlike_host_i   (event_host),
      .unlike_slot_i   (event_slot),
      .unlike_msglen_i (event_msglen),
      .look_valid_o    (look_valid),
      .look_ready_i    (look_ready),
      .look_ring_o     (look_ring),
      .look_slot_o     (look_slot),
      .look_offset_o   (look_offset),
      .seen_valid_i    (seen_valid),
      .seen_open_i     (seen_open),
      .seen_msgid_i    (seen_msgid),
      .seen_arrived_i  (seen_arrived),
      .req_valid_i     (ask_valid),
      .req_ready_o     (ask_ready),
      .req_ring_i      (ask_ring),
      .req_slot_i      (ask_slot),
      .req_offset_i    (ask_offset),
      .ans_valid_o     (ask_done),
      .ans_open_o      (ask_open),
      .ans_msgid_o     (ask_msgid),
      .ans_arrived_o   (ask_arrived),
      .straggler_o     (straggler),
      .charged_o       (charged),
      .stragglers_o    (stragglers),
      .report_ring_i   (report_ring),
      .report_valid_o  (report_valid),
      .report_offset_o (report_offset),
      .report_missing_o(report_missing),
      .report_unlike_o (report_unlike),
      .report_charged_o(report_charged),
      .report_msgid_o  (report_msgid),
      .report_cycles_o (report_cycles)
  );

  // --------------------------------------------------------------- sums in order, what is missing
  logic closing_on, due_valid, due_ready, released, released_last, nak_valid, nak_done, jobs_ready;
  logic [3:0] released_ring;
  logic [Rings-1:0] hold;
  logic [63:0] due_job, nak_job;
  logic [23:0] nak_psn, nak_qp, nak_msn;
  assign closing_on = closing_hosts && again != '0;

  nf_netreduce_release #(
      .Rings    (Rings),
      .Window   (Window),
      .MaxMsgLen(MaxMsgLen)
  ) u_release (
      .clk_i,
      .rst_ni,
      .closing_i      (closing),
      .closing_ring_i (closing_ring),
      .closing_slot_i (closing_slot),
      .closing_on_i   (closing_on),
      .swept_o        (swept),
      .hold_i         (hold),
      .in_valid_i     (job_valid),
      .in_ready_o     (job_ready),
      .in_job_i       (job),
      .out_valid_o    (due_valid),
      .out_ready_i    (due_ready),
      .out_job_o      (due_job),
      .released_o     (released),
      .released_ring_o(released_ring),
      .released_last_o(released_last),
      .dropped_o      (unanswered),
      .dropped_slot_o (unanswered_slot)
  );

  nf_netreduce_recovery #(
      .Rings    (Rings),
      .Window   (Window),
      .MaxMsgLen(MaxMsgLen)
  ) u_recovery (
      .clk_i,
      .rst_ni,
      .again_i        (again),
      .closing_i      (closing),
      .closing_ring_i (closing_ring),
      .closing_slot_i (closing_slot),
      .closing_on_i   (closing_on),
      .closing_leaf_i (closing_leaf),
      .enrol_valid_i  (enrol_done && enrol_ok && enrol_op != nf_netreduce_pkg::ENROL_CHECK),
      .enrol_add_i    (enrol_op == nf_netreduce_pkg::ENROL_ADD),
      .enrol_ring_i   (enrol_ring),
      .enrol_host_i   (enrol_host),
      .enrol_port_i   (enrol_port),
      .enrol_role_i   (enrol_role),
      .enrol_local_i  ((enrol_dst_ip & local_mask) == local_net),
      .enrol_src_ip_i (enrol_src_ip),
      .enrol_dst_ip_i (enrol_dst_ip),
      .enrol_dst_qp_i (enrol_dst_qp),
      .enrol_src_qp_i (enrol_src_qp),
      .ack_src_ip_i   (ack_src_ip),
      .ack_dst_ip_i   (ack_dst_ip),
      .ack_dst_qp_i   (ack_dst_qp),
      .ack_hit_o      (ack_hit),
      .ack_ring_o     (ack_ring),
      .ack_host_o     (ack_host),
      .event_valid_i  (event_valid),
      .event_ack_i    (event_ack),
      .event_ring_i   (event_ring),
      .event_host_i   (event_host),
      .event_psn_i    (event_psn),
      .event_good_i   (event_good),
      .event_origin_i (event_origin),
      .event_last_i   (event_last),
      .released_i     (released),
      .released_ring_i(released_ring),
      .released_last_i(released_last),
      .hold_o         (hold),
      .replay_valid_o (replay_valid),
      .replay_up_o    (replay_up),
      .replay_ready_i (replay_ready),
      .replay_meta_o  (replay_meta),
      .replay_port_o  (replay_port),
      .replay_busy_i  (replay_busy),
      .nak_valid_o    (nak_valid),
      .nak_ready_i    (jobs_ready && !due_valid),
      .nak_job_o      (nak_job),
      .nak_psn_o      (nak_psn),
      .nak_qp_o       (nak_qp),
      .nak_msn_o      (nak_msn),
      .nak_done_i     (nak_done),
      .naks_o         (naks),
      .replays_o      (replays)
  );

  // ------------------------------------------------------------------------ jobs and their sums
  logic do_valid, do_ready, do_alone, other;
  logic [3:0] wait_ring;
  logic [Ports-1:0] room, empty, waits;
  logic [63:0] do_job;

  nf_netreduce_jobs #(
      .Ports(Ports),
      .Depth(JobDepth),
      .Again(JobAgain)
  ) u_jobs (
      .clk_i,
      .rst_ni,
      .job_valid_i(due_valid || nak_valid),
      .job_ready_o(jobs_ready),
      .job_i      (due_valid ? due_job : nak_job),
      .take_i     (take),
      .stored_i   (stored),
      .out_valid_o(do_valid),
      .out_ready_i(do_ready),
      .out_job_o  (do_job),
      .out_alone_o(do_alone),
      .room_i     ((room & ~start) | away),
      .away_i     (away),
      .wait_ring_i(wait_ring),
      .other_o    (other),
      .dropped_o  (dropped),
      .dropped_slot_o(dropped_slot)
  );

  nf_netreduce_away #(
      .Ports(Ports)
  ) u_away (
      .clk_i,
      .rst_ni,
      .pause_i(pause),
      .room_i (room),
      .empty_i(empty),
      .wait_i (waits),
      .other_i(other),
      .away_o (away)
  );

  assign due_ready = jobs_ready;

  logic [1:0] do_kind;
  logic do_keep;
  assign do_kind = do_job[nf_netreduce_pkg::JOB_KIND_LSB+:2];
  assign do_keep = do_job[nf_netreduce_pkg::JOB_KEEP_LSB];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      job_go_history_q <= 1'b0;
      job_go_announce_q <= 1'b0;
      job_go_local_q <= 1'b0;
    end else begin
      job_go_history_q <= do_valid && do_ready && !do_alone
                          && do_kind == 2'(nf_netreduce_pkg::JOB_HISTORY);
      job_go_announce_q <= do_valid && do_ready && do_alone;
      job_go_local_q <= do_valid && do_ready && !do_alone && !do_keep
                        && do_kind == 2'(nf_netreduce_pkg::JOB_SUM);
    end
  end

  logic [Ports-1:0] word_re, sum_ports;
  logic size_re, sum_valid, sum_last;
  logic [15:0] size_place, start_place, word_place;
  logic [1:0] start_mode;
  logic [6:0] start_mark;
  logic [10:0] start_size;
  logic [3:0] word_index;
  logic [Ports*16-1:0] sizes;
  logic [Ports*512-1:0] words;
  logic [511:0] sum;

  nf_netreduce_aggregator #(
      .Ports (Ports),
      .Places(Places),
      .Stages(Stages),
      .Halves(Halves)
  ) u_aggregator (
      .clk_i,
      .rst_ni,
      .job_valid_i  (do_valid),
      .job_ready_o  (do_ready),
      .job_i        (do_job),
      .job_alone_i  (do_alone),
      .msn_i        (nak_msn),
      .ready_i      (room),
      .away_i       (away),
      .wait_o       (waits),
      .wait_ring_o  (wait_ring),
      .size_re_o    (size_re),
      .size_place_o (size_place),
      .size_i       (sizes),
      .start_o      (start),
      .skipped_o    (skipped),
      .start_place_o(start_place),
      .start_mode_o (start_mode),
      .start_mark_o (start_mark),
      .start_size_o (start_size),
      .word_re_o    (word_re),
      .word_place_o (word_place),
      .word_index_o (word_index),
      .word_i       (words),
      .ended_valid_o(ended_valid),
      .ended_slot_o (ended_slot),
      .out_valid_o  (sum_valid),
      .out_last_o   (sum_last),
      .out_word_o   (sum),
      .out_ports_o  (sum_ports),
      .done_o       (sum_done),
      .uneven_o     (uneven),
      .flags_o      (flags)
  );

  assign nak_done = (start | skipped) != '0 && start_mode == nf_netreduce_pkg::MODE_REPLY;

  // ---------------------------------------------------------------------------------- the ports
  for (genvar p = 0; p < Ports; p++) begin : gen_port
    logic frame_valid;
    logic [7:0] frame_cause;
    assign sizes[p*16+11+:5] = '0;

    nf_netreduce_port #(
        .Places     (Places),
        .BufferBeats(BufferBeats),
        .Frames     (Frames),
        .Packets    (Packets)
    ) u_port (
        .clk_i,
        .rst_ni,
        .enable_i     (on),
        .tag_i        (tag),
        .own_mac_i    (own_mac),
        .own_ip_i     (own_ip),
        .spine_mac_i  (spine_mac),
        .spine_ip_i   (spine_ip),
        .s_tvalid_i   (s_tvalid_i[p]),
        .s_tready_o   (s_tready_o[p]),
        .s_tlast_i    (s_tlast_i[p]),
        .s_tuser_i    (s_tuser_i[p]),
        .s_tdata_i    (s_tdata_i[p*512+:512]),
        .s_tkeep_i    (s_tkeep_i[p*64+:64]),
        .m_tvalid_o   (m_tvalid_o[p]),
        .m_tready_i   (m_tready_i[p]),
        .m_tlast_o    (m_tlast_o[p]),
        .m_tdata_o    (m_tdata_o[p*512+:512]),
        .m_tkeep_o    (m_tkeep_o[p*64+:64]),
        .req_valid_o  (req_valid[p]),
        .req_ready_i  (req_ready[p]),
        .req_meta_o   (req_meta[p*256+:256]),
        .ans_valid_i  (ans_valid[p]),
        .ans_cause_i  (ans_cause),
        .ans_payload_i(ans_payload),
        .ans_head_i   (ans_head),
        .ans_place_i  (ans_place),
        .stored_o     (stored[p]),
        .size_re_i    (size_re),
        .size_place_i (size_place),
        .size_o       (sizes[p*16+:11]),
        .word_re_i    (word_re[p]),
        .word_place_i (word_place),
        .word_index_i (word_index),
        .word_o       (words[p*512+:512]),
        .ready_o      (room[p]),
        .empty_o      (empty[p]),
        .sent_o       (sent[p]),
        .start_i      (start[p]),
        .start_place_i(start_place),
        .start_mode_i (start_mode),
        .start_mark_i (start_mark),
        .start_size_i (start_size),
        .start_psn_i  (nak_psn),
        .start_qp_i   (nak_qp),
        .sum_valid_i  (sum_valid && sum_ports[p]),
        .sum_last_i   (sum_last),
        .sum_word_i   (sum),
        .event_valid_o(frame_valid),
        .event_cause_o(frame_cause)
    );

    nf_netreduce_counters u_counters (
        .clk_i,
        .rst_ni,
        .event_valid_i(frame_valid),
        .event_cause_i(frame_cause),
        .re_i         (count_re && count_port == 3'(p)),
        .index_i      (count_index),
        .valid_o      (count_valid[p]),
        .count_o      (counts[p*32+:32])
    );
  end

  // --------------------------------------------------------------------------- properties
`ifdef NF_WATCHED
  for (genvar p = 0; p < Ports; p++) begin : gen_rules
    logic [3:0] unused_broken;
    nf_stream_rules #(
        .Width(2 + 512 + 64)
    ) u_rules_s (
        .clk_i,
        .rst_ni,
        .valid_i (s_tvalid_i[p]),
        .ready_i (s_tready_o[p]),
        .data_i  ({s_tlast_i[p], s_tuser_i[p], s_tdata_i[p*512+:512], s_tkeep_i[p*64+:64]}),
        .broken_o(unused_broken[1:0])
    );
    nf_stream_rules #(
        .Width(1 + 512 + 64)
    ) u_rules_m (
        .clk_i,
        .rst_ni,
        .valid_i (m_tvalid_o[p]),
        .ready_i (m_tready_i[p]),
        .data_i  ({m_tlast_o[p], m_tdata_o[p*512+:512], m_tkeep_o[p*64+:64]}),
        .broken_o(unused_broken[3:2])
    );
  end
`endif

endmodule
