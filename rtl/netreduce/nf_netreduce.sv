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
    parameter int unsigned Ports = 6,          // ports, 2..8; the paper's board has six of 100 Gb/s
                                               // (NETREDUCE 4.4)
    parameter int unsigned Rings = 1,          // rings, 1..16, n of NETREDUCE 4.3.1
    parameter int unsigned Window = 3,         // N: a ring has N + 1 slots, 1..7; for hosts with a
                                               // window of W messages: 2W - 1
    parameter int unsigned MaxMsgLen = 170,    // packets of a message, 1..256 (NETREDUCE 5.1: 170)
    parameter int unsigned Connections = 16,   // members of all rings, those of a leaf that are no
                                               // hosts too, 2..128
    parameter int unsigned BufferBeats = 256,  // of a port's frame buffer, a power of two, 32..512;
                                               // 256 are 16 KB, a packet of 1 kB needs 17
    parameter int unsigned Stages = 2,         // registers of a level of the adders, 1..6
    parameter bit          Halves = 1'b1       // the types of 16-bit elements, F16 and BF16, too
) (
    input  logic                 clk_i,
    input  logic                 rst_ni,
    // AXI4-Stream in, per port, from the hosts: frames without preamble and FCS
    input  logic [    Ports-1:0] s_tvalid_i,
    output logic [    Ports-1:0] s_tready_o,
    input  logic [    Ports-1:0] s_tlast_i,
    input  logic [    Ports-1:0] s_tuser_i,   // with any beat: the MAC says that the frame is bad
    input  logic [Ports*512-1:0] s_tdata_i,   // first byte in bits 7:0; looked at with s_tvalid_i
                                              // alone
    input  logic [ Ports*64-1:0] s_tkeep_i,   // contiguous from bit 0, full but in the last beat
    // AXI4-Stream out, per port, to the Ethernet switch: the same way
    output logic [    Ports-1:0] m_tvalid_o,
    input  logic [    Ports-1:0] m_tready_i,
    output logic [    Ports-1:0] m_tlast_o,
    output logic [Ports*512-1:0] m_tdata_o,
    output logic [ Ports*64-1:0] m_tkeep_o,
    input  logic [ Ports*32-1:0] overruns_i,  // what the FIFOs of MACs have dropped, to be read as
                                              // OVERRUN; or zero
    // AXI4-Lite, byte addresses, no byte enables; docs/netreduce-registers.md
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
    output logic                 irq_o  // a bit of IRQ_STATUS that IRQ_ENABLE has too
);

  // A packet of 1024 bytes has 17 beats with its headers.
  `NF_PARAM(BufferHoldsAPacket, BufferBeats >= 32)

  localparam int unsigned WordBits = nf_netreduce_pkg::WORD_BITS;
  localparam int unsigned WordBytes = nf_netreduce_pkg::WORD_BYTES;
  localparam int unsigned MetaBits = nf_netreduce_pkg::META_BITS;
  localparam int unsigned Places = Rings * (Window + 1) * MaxMsgLen;
  // Members of a ring: the ports that a leaf's HEADER and GLOBAL come by may be one.
  localparam int unsigned Hosts = Ports < nf_netreduce_pkg::MAX_HOSTS ? Ports + 1
                                                                    : nf_netreduce_pkg::MAX_HOSTS;
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
  logic [31:0] tag, local_net, local_mask, threshold;
  logic cfg_valid;
  nf_netreduce_pkg::address_t own, spine;
  nf_netreduce_pkg::cfg_t cfg;
  nf_netreduce_pkg::enrol_t enrol;
  nf_netreduce_pkg::member_t member;
  nf_netreduce_pkg::column_t ask;
  nf_netreduce_pkg::seen_t answer;
  nf_netreduce_pkg::report_t report;
  logic cfg_ready;
  logic [Rings-1:0] busy;
  logic enrol_valid, enrol_done, enrol_ok;
  logic count_re;
  logic [2:0] count_port;
  logic [4:0] count_index;
  logic [31:0] count_data;
  logic [Ports-1:0] count_valid;
  logic [Ports*32-1:0] counts;
  logic member_re;
  logic [3:0] member_ring;
  logic [2:0] member_host;
  logic ask_valid, ask_ready, ask_done;
  logic straggler, charged;
  logic [Rings-1:0] stragglers;
  logic [3:0] report_ring;
  logic sum_done, uneven;
  nf_netreduce_pkg::flags_t flags;
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
      .enable_o     (enable),
      .tag_o        (tag),
      .own_o        (own),
      .spine_o      (spine),
      .local_net_o  (local_net),
      .local_mask_o (local_mask),
      .threshold_o  (threshold),
      .pause_o      (pause),
      .drain_o      (drain),
      .again_o      (again),
      .cfg_ready_i  (cfg_ready),
      .cfg_valid_o  (cfg_valid),
      .cfg_o        (cfg),
      .enrol_valid_o(enrol_valid),
      .enrol_o      (enrol),
      .enrol_done_i (enrol_done),
      .enrol_ok_i   (enrol_ok),
      .busy_i       (busy),
      .count_re_o   (count_re),
      .count_port_o (count_port),
      .count_index_o(count_index),
      .count_valid_i(|count_valid),
      .count_data_i (count_data),
      .member_re_o  (member_re),
      .member_ring_o(member_ring),
      .member_host_o(member_host),
      .member_i     (member),
      .look_valid_o (ask_valid),
      .look_ready_i (ask_ready),
      .look_o       (ask),
      .look_done_i  (ask_done),
      .seen_i       (answer),
      .straggler_i  (straggler),
      .charged_i    (charged),
      .stragglers_i (stragglers),
      .report_ring_o(report_ring),
      .report_i     (report),
      .sum_i        (sum_done),
      .uneven_i     (uneven),
      .flags_i      (flags),
      .history_i    (job_go_history_q),
      .announce_i   (job_go_announce_q),
      .local_i      (job_go_local_q),
      .dropped_i    (dropped != '0 || unanswered != '0),
      .given_up_i   (given_up),
      .naks_i       (naks),
      .replays_i    (replays),
      .skipped_i    (skipped),
      .away_i       (away),
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
  logic [Ports*MetaBits-1:0] req_meta;
  logic [7:0] ans_cause;
  logic ans_payload, ans_head;
  logic [15:0] ans_place;
  logic job_valid, job_ready;
  nf_netreduce_pkg::job_t job;
  logic ended_valid;
  logic [6:0] ended_slot, dropped_slot, unanswered_slot;
  logic replay_valid, replay_up, replay_ready, replay_busy, event_valid;
  logic ack_hit, ack_stray;
  logic closing, swept;
  nf_netreduce_pkg::meta_t replay_meta;
  nf_netreduce_pkg::event_t what;  // of event_valid
  nf_netreduce_pkg::closing_t closing_slot;
  nf_netreduce_pkg::conn_t ack_conn;
  nf_netreduce_pkg::column_t look;
  nf_netreduce_pkg::seen_t seen;
  logic [2:0] replay_port, ack_port, ack_host;
  logic [3:0] ack_ring;
  logic look_valid, look_ready, seen_valid;

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
      .cfg_ring_i    (cfg.ring),
      .cfg_members_i (cfg.members),
      .cfg_leaf_i    (cfg.leaf),
      .cfg_window_i  (cfg.window),
      .cfg_first_i   (cfg.first),
      .cfg_slot_i    (cfg.slot),
      .cfg_dtype_i   (cfg.dtype),
      .busy_o        (busy),
      .own_ip_i      (own.ip),
      .local_net_i   (local_net),
      .local_mask_i  (local_mask),
      .enrol_valid_i (enrol_valid),
      .enrol_op_i    (enrol.op),
      .enrol_ring_i  (enrol.ring),
      .enrol_host_i  (enrol.host),
      .enrol_src_ip_i(enrol.src_ip),
      .enrol_dst_ip_i(enrol.dst_ip),
      .enrol_dst_qp_i(enrol.dst_qp),
      .enrol_src_qp_i(enrol.src_qp),
      .enrol_port_i  (enrol.port),
      .enrol_role_i  (enrol.role),
      .enrol_parts_i (enrol.parts),
      .enrol_members_i(enrol.members),
      .enrol_leaf_i  (enrol.leaf),
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
      .ack_src_ip_o  (ack_conn.src_ip),
      .ack_dst_ip_o  (ack_conn.dst_ip),
      .ack_dst_qp_o  (ack_conn.dst_qp),
      .ack_port_o    (ack_port),
      .ack_hit_i     (ack_hit),
      .ack_stray_i   (ack_stray),
      .ack_ring_i    (ack_ring),
      .ack_host_i    (ack_host),
      .event_valid_o (event_valid),
      .event_ack_o   (what.ack),
      .event_ring_o  (what.ring),
      .event_host_o  (what.host),
      .event_psn_o   (what.psn),
      .event_good_o  (what.good),
      .event_origin_o(what.origin),
      .event_last_o  (what.last),
      .event_unlike_o(what.unlike),
      .event_slot_o  (what.slot),
      .event_msglen_o(what.msglen),
      .closing_o     (closing),
      .closing_ring_o(closing_slot.ring),
      .closing_slot_o(closing_slot.slot),
      .closing_hosts_o(closing_slot.hosts),
      .closing_leaf_o(closing_slot.leaf),
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
      .look_ring_i   (look.ring),
      .look_slot_i   (look.slot),
      .look_offset_i (look.offset),
      .look_valid_o  (seen_valid),
      .look_open_o   (seen.open),
      .look_msgid_o  (seen.msgid),
      .look_arrived_o(seen.arrived),
      .member_re_i   (member_re),
      .member_ring_i (member_ring),
      .member_host_i (member_host),
      .member_valid_o(member.valid),
      .member_port_o (member.port),
      .member_role_o (member.role),
      .member_parts_o(member.parts),
      .member_src_o  (member.src_ip),
      .member_dst_o  (member.dst_ip),
      .member_qp_o   (member.dst_qp),
      .member_src_qp_o(member.src_qp)
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
      .cfg_ring_i      (cfg.ring),
      .cfg_members_i   (cfg.members),
      .cfg_leaf_i      (cfg.leaf),
      .busy_i          (busy),
      .unlike_valid_i  (event_valid && what.unlike),
      .unlike_ring_i   (what.ring),
      .unlike_host_i   (what.host),
      .unlike_slot_i   (what.slot),
      .unlike_msglen_i (what.msglen),
      .look_valid_o    (look_valid),
      .look_ready_i    (look_ready),
      .look_ring_o     (look.ring),
      .look_slot_o     (look.slot),
      .look_offset_o   (look.offset),
      .seen_valid_i    (seen_valid),
      .seen_open_i     (seen.open),
      .seen_msgid_i    (seen.msgid),
      .seen_arrived_i  (seen.arrived),
      .req_valid_i     (ask_valid),
      .req_ready_o     (ask_ready),
      .req_ring_i      (ask.ring),
      .req_slot_i      (ask.slot),
      .req_offset_i    (ask.offset),
      .ans_valid_o     (ask_done),
      .ans_open_o      (answer.open),
      .ans_msgid_o     (answer.msgid),
      .ans_arrived_o   (answer.arrived),
      .straggler_o     (straggler),
      .charged_o       (charged),
      .stragglers_o    (stragglers),
      .report_ring_i   (report_ring),
      .report_valid_o  (report.valid),
      .report_offset_o (report.offset),
      .report_missing_o(report.missing),
      .report_unlike_o (report.unlike),
      .report_charged_o(report.charged),
      .report_msgid_o  (report.msgid),
      .report_cycles_o (report.cycles)
  );

  // --------------------------------------------------------------- sums in order, what is missing
  logic closing_on, due_valid, due_ready, released, released_last, nak_valid, nak_done, jobs_ready;
  logic [3:0] released_ring;
  logic [Rings-1:0] hold;
  nf_netreduce_pkg::job_t due_job, nak_job;
  nf_netreduce_pkg::nak_t nak;
  assign closing_on = closing_slot.hosts && again != '0;

  nf_netreduce_release #(
      .Rings    (Rings),
      .Window   (Window),
      .MaxMsgLen(MaxMsgLen)
  ) u_release (
      .clk_i,
      .rst_ni,
      .closing_i      (closing),
      .closing_ring_i (closing_slot.ring),
      .closing_slot_i (closing_slot.slot),
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
      .Hosts    (Hosts),
      .Window   (Window),
      .MaxMsgLen(MaxMsgLen)
  ) u_recovery (
      .clk_i,
      .rst_ni,
      .again_i        (again),
      .closing_i      (closing),
      .closing_ring_i (closing_slot.ring),
      .closing_slot_i (closing_slot.slot),
      .closing_on_i   (closing_on),
      .closing_leaf_i (closing_slot.leaf),
      .enrol_valid_i  (enrol_done && enrol_ok && enrol.op != nf_netreduce_pkg::ENROL_CHECK),
      .enrol_add_i    (enrol.op == nf_netreduce_pkg::ENROL_ADD),
      .enrol_ring_i   (enrol.ring),
      .enrol_host_i   (enrol.host),
      .enrol_port_i   (enrol.port),
      .enrol_role_i   (enrol.role),
      .enrol_local_i  ((enrol.dst_ip & local_mask) == local_net),
      .enrol_src_ip_i (enrol.src_ip),
      .enrol_dst_ip_i (enrol.dst_ip),
      .enrol_dst_qp_i (enrol.dst_qp),
      .enrol_src_qp_i (enrol.src_qp),
      .ack_src_ip_i   (ack_conn.src_ip),
      .ack_dst_ip_i   (ack_conn.dst_ip),
      .ack_dst_qp_i   (ack_conn.dst_qp),
      .ack_port_i     (ack_port),
      .ack_hit_o      (ack_hit),
      .ack_stray_o    (ack_stray),
      .ack_ring_o     (ack_ring),
      .ack_host_o     (ack_host),
      .event_valid_i  (event_valid),
      .event_ack_i    (what.ack),
      .event_ring_i   (what.ring),
      .event_host_i   (what.host),
      .event_psn_i    (what.psn),
      .event_good_i   (what.good),
      .event_origin_i (what.origin),
      .event_last_i   (what.last),
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
      .nak_psn_o      (nak.psn),
      .nak_qp_o       (nak.qp),
      .nak_msn_o      (nak.msn),
      .nak_done_i     (nak_done),
      .naks_o         (naks),
      .replays_o      (replays)
  );

  // ------------------------------------------------------------------------ jobs and their sums
  logic do_valid, do_ready, do_alone, other;
  logic [3:0] wait_ring;
  logic [Ports-1:0] room, empty, waits;
  nf_netreduce_pkg::job_t do_job;

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

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      job_go_history_q <= 1'b0;
      job_go_announce_q <= 1'b0;
      job_go_local_q <= 1'b0;
    end else begin
      job_go_history_q <= do_valid && do_ready && !do_alone
                          && do_job.kind == 2'(nf_netreduce_pkg::JOB_HISTORY);
      job_go_announce_q <= do_valid && do_ready && do_alone;
      job_go_local_q <= do_valid && do_ready && !do_alone && !do_job.keep
                        && do_job.kind == 2'(nf_netreduce_pkg::JOB_SUM);
    end
  end

  logic [Ports-1:0] word_re, sum_ports;
  logic size_re, sum_valid, sum_last;
  logic [15:0] size_place, word_place;
  logic [3:0] word_index;
  nf_netreduce_pkg::start_t begun;
  logic [Ports*16-1:0] sizes;
  logic [Ports*WordBits-1:0] words;
  logic [WordBits-1:0] sum;

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
      .msn_i        (nak.msn),
      .ready_i      (room),
      .away_i       (away),
      .wait_o       (waits),
      .wait_ring_o  (wait_ring),
      .size_re_o    (size_re),
      .size_place_o (size_place),
      .size_i       (sizes),
      .start_o      (start),
      .skipped_o    (skipped),
      .start_place_o(begun.place),
      .start_mode_o (begun.mode),
      .start_mark_o (begun.mark),
      .start_size_o (begun.size),
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

  assign nak_done = (start | skipped) != '0 && begun.mode == nf_netreduce_pkg::MODE_REPLY;

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
        .own_mac_i    (own.mac),
        .own_ip_i     (own.ip),
        .spine_mac_i  (spine.mac),
        .spine_ip_i   (spine.ip),
        .s_tvalid_i   (s_tvalid_i[p]),
        .s_tready_o   (s_tready_o[p]),
        .s_tlast_i    (s_tlast_i[p]),
        .s_tuser_i    (s_tuser_i[p]),
        .s_tdata_i    (s_tdata_i[p*WordBits+:WordBits]),
        .s_tkeep_i    (s_tkeep_i[p*WordBytes+:WordBytes]),
        .m_tvalid_o   (m_tvalid_o[p]),
        .m_tready_i   (m_tready_i[p]),
        .m_tlast_o    (m_tlast_o[p]),
        .m_tdata_o    (m_tdata_o[p*WordBits+:WordBits]),
        .m_tkeep_o    (m_tkeep_o[p*WordBytes+:WordBytes]),
        .req_valid_o  (req_valid[p]),
        .req_ready_i  (req_ready[p]),
        .req_meta_o   (req_meta[p*MetaBits+:MetaBits]),
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
        .word_o       (words[p*WordBits+:WordBits]),
        .ready_o      (room[p]),
        .empty_o      (empty[p]),
        .sent_o       (sent[p]),
        .start_i      (start[p]),
        .start_place_i(begun.place),
        .start_mode_i (begun.mode),
        .start_mark_i (begun.mark),
        .start_size_i (begun.size),
        .start_psn_i  (nak.psn),
        .start_qp_i   (nak.qp),
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
    nf_netreduce_pkg::mac_axis_t s_beat;
    nf_netreduce_pkg::axis_t m_beat;
    assign s_beat.user = s_tuser_i[p];
    assign s_beat.beat.last = s_tlast_i[p];
    assign s_beat.beat.keep = s_tkeep_i[p*WordBytes+:WordBytes];
    assign s_beat.beat.data = s_tdata_i[p*WordBits+:WordBits];
    assign m_beat.last = m_tlast_o[p];
    assign m_beat.keep = m_tkeep_o[p*WordBytes+:WordBytes];
    assign m_beat.data = m_tdata_o[p*WordBits+:WordBits];
    nf_stream_rules #(
        .Width($bits(s_beat))
    ) u_rules_s (
        .clk_i,
        .rst_ni,
        .valid_i (s_tvalid_i[p]),
        .ready_i (s_tready_o[p]),
        .data_i  (s_beat),
        .broken_o(unused_broken[1:0])
    );
    nf_stream_rules #(
        .Width($bits(m_beat))
    ) u_rules_m (
        .clk_i,
        .rst_ni,
        .valid_i (m_tvalid_o[p]),
        .ready_i (m_tready_i[p]),
        .data_i  (m_beat),
        .broken_o(unused_broken[3:2])
    );
  end
`endif

endmodule
