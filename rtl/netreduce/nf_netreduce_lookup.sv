// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Decides what becomes of a packet of the engine: LUT#1, LUT#2 and the state manager one behind the
// other, shared by all ports, and from what they say the answer to the port and the job for the
// aggregator (NETREDUCE 4.3.1, 4.3.2, 4.5, Algorithm 2).
//
// The answer says whether the port keeps payload and header, and where; neither: the packet is
// dropped, and the cause says what is counted. A job comes in the cycle of its answer, or later when
// jobs wait; no request is granted without a place for its job.
//
// Only members' packets get so far (NETREDUCE 4.2). A frame of a member's connection never passes:
// while its ring is closed, or the accelerator is switched off, it is dropped. A packet that is
// refused, whatever for, changes no table: LUT#1 is the controller's, LUT#2 learns what the state
// manager has accepted.
//
// A set-up brings the ring to rest (nf_netreduce_drain): messages that have begun may end, then it is
// closed, and what was accepted is added and leaves. Then the state manager begins anew, and the ring
// is opened when its columns are swept; one ring at a time. Switching off brings all rings to rest.
//
// It does not see payloads, does not know when a packet is in its store, and counts no causes.
// One request per cycle, one in two cycles per port. The answer comes 9 cycles behind the cycle in
// which a request is taken.

`include "nf_assert.svh"

module nf_netreduce_lookup #(
    parameter int unsigned Ports = 6,         // 2..8
    parameter int unsigned Rings = 1,         // 1..16
    parameter int unsigned Window = 3,        // N: N + 1 slots, 1..7
    parameter int unsigned MaxMsgLen = 170,   // packets of a message, 1..256
    parameter int unsigned Connections = 16   // entries of LUT#1, 2..128
) (
    input  logic                 clk_i,
    input  logic                 rst_ni,
    input  logic                 enable_i,        // low: switched off, when all rings are at rest
    output logic                 on_o,            // it is not
    input  logic [         31:0] drain_i,         // cycles that are waited for messages, and for sums
    output logic [          1:0] given_up_o,      // waits that have ended too early, 0..2
    // set up a ring anew, with ready; members 0, or a value out of range: the ring is closed
    output logic                 cfg_ready_o,
    input  logic                 cfg_valid_i,
    input  logic [          3:0] cfg_ring_i,
    input  logic [          3:0] cfg_members_i,   // of the ring; a leaf: its hosts, LocalSize
    input  logic                 cfg_leaf_i,      // there are others behind a spine
    input  logic [          2:0] cfg_window_i,    // W of the hosts, 1..Window
    input  logic [         31:0] cfg_first_i,     // MsgID of the first message
    input  logic [          2:0] cfg_slot_i,      // and its slot, 0..Window
    input  logic [          3:0] cfg_dtype_i,     // nf_pkg::DTYPE_*
    output logic [    Rings-1:0] busy_o,          // the ring is being set up or swept; all: switched off
    // The switch's own; DstIP & mask == net: a host of it. Looked at when a member is added
    input  logic [         31:0] own_ip_i,
    input  logic [         31:0] local_net_i,
    input  logic [         31:0] local_mask_i,
    // the controller's table of members, LUT#1; all stays from valid until it is done
    input  logic                 enrol_valid_i,   // one cycle
    input  logic [          1:0] enrol_op_i,      // ENROL_*; CHECK has members and leaf
    input  logic [          3:0] enrol_ring_i,
    input  logic [          2:0] enrol_host_i,
    input  logic [         31:0] enrol_src_ip_i,
    input  logic [         31:0] enrol_dst_ip_i,
    input  logic [         23:0] enrol_dst_qp_i,
    input  logic [         23:0] enrol_src_qp_i,
    input  logic [          2:0] enrol_port_i,
    input  logic [          1:0] enrol_role_i,    // ROLE_*
    input  logic [          6:0] enrol_parts_i,   // contributors that it stands for
    input  logic [          3:0] enrol_members_i,
    input  logic                 enrol_leaf_i,
    output logic                 enrol_done_o,
    output logic                 enrol_ok_o,
    // requests: meta_i stays with valid_i until ready_o
    input  logic [    Ports-1:0] req_valid_i,
    output logic [    Ports-1:0] req_ready_o,     // one at most
    input  logic [Ports*256-1:0] req_meta_i,      // records meta whose connection is known
    // a packet that has come is looked up again, for its sum; stays until ready
    input  logic                 replay_valid_i,
    output logic                 replay_ready_o,
    input  logic [        255:0] replay_meta_i,
    input  logic [          2:0] replay_port_i,
    input  logic                 replay_up_i,     // for the sum of the hosts here
    output logic                 replay_busy_o,   // such a packet is on its way, or its job waits
    // connection of the packet that was taken; two cycles later: it acknowledges this member's
    output logic [         31:0] ack_src_ip_o,
    output logic [         31:0] ack_dst_ip_o,
    output logic [         23:0] ack_dst_qp_o,
    input  logic                 ack_hit_i,
    input  logic [          3:0] ack_ring_i,
    input  logic [          2:0] ack_host_i,
    // with the answer: a member's packet, or an acknowledgement of them
    output logic                 event_valid_o,
    output logic [          1:0] event_ack_o,     // ACK_*; NONE: a packet
    output logic [          3:0] event_ring_o,
    output logic [          2:0] event_host_o,
    output logic [         23:0] event_psn_o,
    output logic                 event_good_o,    // it is accepted, now or before
    output logic                 event_origin_o,  // the first one of the ring's first message
    output logic                 event_last_o,    // the last one of its message
    output logic                 event_unlike_o,  // refused: its MsgLen is not that of the message
    output logic [          2:0] event_slot_o,    // the message's
    output logic [          8:0] event_msglen_o,  // what the packet says
    // a ring is being set up; zero unless it is
    output logic                 closing_o,
    output logic [          3:0] closing_ring_o,
    output logic [          2:0] closing_slot_o,
    output logic                 closing_hosts_o, // its members are hosts, and no leaves
    output logic                 closing_leaf_o,  // it has hosts at other switches too
    input  logic                 swept_i,         // none of its sums wait
    // answers, in order; zero unless valid
    output logic [    Ports-1:0] ans_valid_o,     // one at most
    output logic [          7:0] ans_cause_o,     // CAUSE_*; NONE: nothing to count
    output logic                 ans_payload_o,   // keep the payload
    output logic                 ans_head_o,      // keep the header
    output logic [         15:0] ans_place_o,     // where; zero with a cause
    output logic [    Ports-1:0] take_o,          // ans_valid_o, with something to keep
    // sums: room is reserved at a port; one has left it
    input  logic [    Ports-1:0] reserve_i,
    input  logic [    Ports-1:0] sent_i,
    // jobs
    output logic                 job_valid_o,
    input  logic                 job_ready_i,
    output logic [         63:0] job_o,           // record job
    input  logic                 ended_valid_i,   // a job has read all that it needs
    input  logic [          6:0] ended_slot_i,    // its slot, as in the record
    input  logic [          1:0] dropped_i,       // jobs that are dropped, an announcement counts too
    input  logic [          6:0] dropped_slot_i,
    // a look at a column: the state manager's
    input  logic                 look_valid_i,
    output logic                 look_ready_o,
    input  logic [          3:0] look_ring_i,
    input  logic [          2:0] look_slot_i,
    input  logic [          7:0] look_offset_i,
    output logic                 look_valid_o,
    output logic                 look_open_o,
    output logic [         31:0] look_msgid_o,
    output logic [          7:0] look_arrived_o,
    // a look at a member, one cycle later; zero unless it is there
    input  logic                 member_re_i,
    input  logic [          3:0] member_ring_i,
    input  logic [          2:0] member_host_i,
    output logic                 member_valid_o,  // holds, as the others do, until the next look
    output logic [          2:0] member_port_o,
    output logic [          1:0] member_role_o,
    output logic [          6:0] member_parts_o,
    output logic [         31:0] member_src_o,
    output logic [         31:0] member_dst_o,
    output logic [         23:0] member_qp_o,
    output logic [         23:0] member_src_qp_o
);

  `NF_PARAM(LookupPortsInRange, Ports >= 2 && Ports <= nf_netreduce_pkg::MAX_PORTS)

  // The ports that a leaf's HEADER and GLOBAL members come by may be one.
  localparam int unsigned Hosts = (Ports + 1 < nf_netreduce_pkg::MAX_HOSTS) ? Ports + 1
                                                                          : nf_netreduce_pkg::MAX_HOSTS;
  localparam int unsigned PortBits = $clog2(Ports);
  localparam int unsigned RingBits = (Rings > 1) ? $clog2(Rings) : 1;
  localparam int unsigned MemberBits = $clog2(Rings * 8);
  localparam int unsigned RingPlaces = (Window + 1) * MaxMsgLen;
  // Places for jobs: a request in every cycle, 11 cycles from its grant until its job has left.
  localparam int unsigned Jobs = 12;
  localparam int unsigned JobBits = nf_netreduce_pkg::JOB_BITS;

  // ------------------------------------------------------------------------------ set-up
  typedef enum logic [1:0] {
    READY,  // no ring is being set up
    CLOSED, // it is brought to rest, and closed
    BEGUN,  // the state manager has its set-up
    SWEPT   // until its columns are swept
  } setup_e;
  setup_e setup_q;
  logic cfg_take, cfg_good, cfg_end;
  logic [4:0] cfg_all;  // members, those of a leaf that are no hosts too
  logic [3:0] ring_q, members_q, all_q, dtype_q;
  logic leaf_q;
  logic [2:0] window_q, slot_q;
  logic [31:0] msgid_q;
  logic [Rings-1:0] setting, state_busy, state_open;
  logic [Rings-1:0] spines_q;  // rings whose hosts send to this switch itself: leaves
  logic [Rings*8-1:0] held;   // slots with packets or jobs under way
  logic [Rings-1:0] working;  // rings with such
  logic on_q, drained, shut, hold, unused_busy, off_busy, off_hold, off_shut, unused_off_done;
  logic late, off_late;

  assign cfg_all = 5'(cfg_members_i) + (cfg_leaf_i ? 5'd2 : 5'd0);
  assign cfg_good = cfg_members_i != '0 && cfg_all <= 5'(Hosts) && cfg_window_i != '0 &&
                    4'(cfg_window_i) < 4'(Window + 1) && 4'(cfg_slot_i) < 4'(Window + 1);
  assign cfg_ready_o = setup_q == READY;
  assign cfg_take = cfg_ready_o && cfg_valid_i && 5'(cfg_ring_i) < 5'(Rings);
  // What was begun of the old ring has ended, and what waited is gone.
  assign cfg_end = setup_q == SWEPT && !state_busy[RingBits'(ring_q)] && swept_i
                   && !working[RingBits'(ring_q)];
  assign closing_o = setup_q == BEGUN || setup_q == SWEPT;
  assign closing_ring_o = closing_o ? ring_q : '0;
  assign closing_slot_o = closing_o ? slot_q : '0;
  assign closing_hosts_o = closing_o && members_q != '0 && !spines_q[RingBits'(ring_q)];
  assign closing_leaf_o = closing_o && leaf_q;
  for (genvar r = 0; r < Rings; r++) begin : gen_setting
    assign setting[r] = setup_q != READY && ring_q == 4'(r);
    assign working[r] = held[r*8+:8] != '0;
  end
  assign busy_o = setting | state_busy | {Rings{off_busy}};

  nf_netreduce_drain #(
      .Ports(Ports)
  ) u_drain (
      .clk_i,
      .rst_ni,
      .time_i    (drain_i),
      .start_i   (cfg_take),
      .open_i    (state_open[RingBits'(ring_q)]),
      .jobs_i    (working[RingBits'(ring_q)]),
      .reserve_i,
      .sent_i,
      .busy_o    (unused_busy),
      .hold_o    (hold),
      .shut_o    (shut),
      .done_o    (drained),
      .given_up_o(late)
  );

  // Off at once when nothing has begun; on again at once, also before it was off.
  nf_netreduce_drain #(
      .Ports(Ports)
  ) u_off (
      .clk_i,
      .rst_ni,
      .time_i    (drain_i),
      .start_i   (on_q && !enable_i && !off_busy),
      .open_i    (state_open != '0 && !enable_i),
      .jobs_i    (working != '0),
      .reserve_i,
      .sent_i,
      .busy_o    (off_busy),
      .hold_o    (off_hold),
      .shut_o    (off_shut),
      .done_o    (unused_off_done),
      .given_up_o(off_late)
  );
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) on_q <= 1'b0;
    else if (enable_i || off_shut) on_q <= enable_i;
  end
  assign on_o = on_q;
  assign given_up_o = 2'(late) + 2'(off_late);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      setup_q <= READY;
    end else begin
      unique case (setup_q)
        READY:
        if (cfg_take) setup_q <= CLOSED;
        CLOSED: if (drained) setup_q <= BEGUN;
        BEGUN: setup_q <= SWEPT;
        default: if (cfg_end) setup_q <= READY;
      endcase
    end
  end
  always_ff @(posedge clk_i) begin
    if (cfg_take) begin
      ring_q <= cfg_ring_i;
      members_q <= cfg_good ? cfg_members_i : '0;
      all_q <= cfg_good ? cfg_all[3:0] : '0;
      leaf_q <= cfg_good && cfg_leaf_i;
      window_q <= cfg_good ? cfg_window_i : 3'd1;
      msgid_q <= cfg_good ? cfg_first_i : '0;
      slot_q <= cfg_good ? cfg_slot_i : '0;
      dtype_q <= cfg_good ? cfg_dtype_i : '0;
    end
  end

  // ------------------------------------------------------------------------------ requests
  logic [Ports-1:0] ready_q, asks, grant;
  logic [PortBits-1:0] last_q, index;
  logic any, go, taken;
  logic [3:0] free_q;  // places for jobs that no request has
  logic push, pop, jobless;
  logic replay_ready_q, replay_busy_q, replays, replay_go, replay_pops, replay8, up8;

  assign asks = req_valid_i & ~ready_q;  // what stands behind a request that is taken comes later
  nf_rr_arb #(
      .Requests(Ports)
  ) u_arb (
      .req_i         (asks),
      .last_i        (last_q),
      .grant_valid_o (any),
      .grant_index_o (index),
      .grant_onehot_o(grant)
  );
  // One packet that is looked up again at a time; LUT#2 wants two cycles between lookups of a
  // connection, so none is granted before and behind it.
  assign replays = replay_valid_i && !replay_ready_q && !replay_busy_q && free_q != '0;
  assign replay_go = replays && ready_q == '0;
  assign go = any && free_q != '0 && !(replay_valid_i && !replay_ready_q && !replay_busy_q)
              && !replay_ready_q;
  assign taken = ready_q != '0 || replay_ready_q;
  assign replay_ready_o = replay_ready_q;
  assign replay_busy_o = replay_busy_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ready_q <= '0;
      replay_ready_q <= 1'b0;
      replay_busy_q <= 1'b0;
      last_q <= '0;
      free_q <= 4'(Jobs);
    end else begin
      ready_q <= go ? grant : '0;
      replay_ready_q <= replay_go;
      replay_busy_q <= replay_go || (replay_busy_q && !(jobless && replay8)
                                     && !(pop && replay_pops));
      if (go) last_q <= index;
      free_q <= free_q - 4'(go) - 4'(replay_go) + 4'(jobless) + 4'(pop);
    end
  end
  assign req_ready_o = ready_q;

  // The request that is taken.
  logic [255:0] meta;
  logic valid1_q, first1_q, alone1_q, big1_q, ack1_q, replay1_q, up1_q;
  logic [1:0] says1_q;  // of an acknowledgement: ACK_*
  logic [7:0] cause1_q;  // why it is none of the engine's
  logic [2:0] port1_q;
  logic [15:0] ring1_q, msglen1_q;
  logic [31:0] src1_q, dst1_q, msgid1_q;
  logic [23:0] qp1_q, psn1_q;
  logic [6:0] mark1_q;
  always_comb begin
    meta = replay_ready_q ? replay_meta_i : '0;
    for (int unsigned p = 0; p < Ports; p++)
      meta = meta | (ready_q[p] ? req_meta_i[p*256+:256] : '0);
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid1_q <= 1'b0;
    else valid1_q <= taken;
  end
  always_ff @(posedge clk_i) begin
    port1_q <= replay_ready_q ? replay_port_i : 3'(last_q);
    replay1_q <= replay_ready_q;
    up1_q <= replay_ready_q && replay_up_i;
    says1_q <= meta[nf_netreduce_pkg::META_ACK_LSB+:2];
    cause1_q <= on_q ? meta[nf_netreduce_pkg::META_CAUSE_LSB+:8]
                         : 8'(nf_netreduce_pkg::CAUSE_OFF);
    // Nothing in it could be taken for a sum. Behind VLAN tags and IP options the parser says those.
    ack1_q <= (meta[nf_netreduce_pkg::META_OPCODE_LSB+:8] == nf_netreduce_pkg::OPCODE_ACKNOWLEDGE
               || meta[nf_netreduce_pkg::META_OPCODE_LSB+:8] == nf_netreduce_pkg::OPCODE_CONGESTION)
              && (meta[nf_netreduce_pkg::META_CAUSE_LSB+:8] == nf_netreduce_pkg::CAUSE_OPCODE
                  || meta[nf_netreduce_pkg::META_CAUSE_LSB+:8] == nf_netreduce_pkg::CAUSE_NOT_IPV4
                  || meta[nf_netreduce_pkg::META_CAUSE_LSB+:8] == nf_netreduce_pkg::CAUSE_OPTIONS);
    first1_q <= meta[nf_netreduce_pkg::META_FIRST_LSB];
    alone1_q <= meta[nf_netreduce_pkg::META_OPCODE_LSB+5+:3] == 3'(nf_netreduce_pkg::ALONE);
    big1_q <= meta[nf_netreduce_pkg::META_PAYLOAD_LSB+:16] > 16'(nf_netreduce_pkg::MAX_PAYLOAD);
    ring1_q <= meta[nf_netreduce_pkg::META_RING_LSB+:16];
    msglen1_q <= meta[nf_netreduce_pkg::META_MSGLEN_LSB+:16];
    msgid1_q <= meta[nf_netreduce_pkg::META_MSGID_LSB+:32];
    src1_q <= meta[nf_netreduce_pkg::META_SRC_IP_LSB+:32];
    dst1_q <= meta[nf_netreduce_pkg::META_DST_IP_LSB+:32];
    qp1_q <= meta[nf_netreduce_pkg::META_DST_QP_LSB+:24];
    psn1_q <= meta[nf_netreduce_pkg::META_PSN_LSB+:24];
    mark1_q <= meta[nf_netreduce_pkg::META_MARK_LSB+:7];
  end

  // ------------------------------------------------------------------------------ LUT#1, 1 to 3
  logic l_valid, l_member, l_local;
  logic [7:0] l_cause, l_hosts, l_globals, l_here;
  logic [6:0] l_connection;
  logic [3:0] l_ring;
  logic [2:0] l_host;
  logic [1:0] l_role;
  logic [Connections-1:0] forget;
  logic [Rings*8-1:0] local_parts, whole_parts;  // contributors

  nf_netreduce_lut1 #(
      .Connections(Connections),
      .Rings(Rings)
  ) u_lut1 (
      .clk_i,
      .rst_ni,
      .cfg_valid_i    (shut || (cfg_end && members_q != '0)),
      .cfg_ring_i     (ring_q),
      .cfg_open_i     (!shut),
      .enrol_valid_i,
      .enrol_op_i,
      .enrol_ring_i,
      .enrol_host_i,
      .enrol_src_ip_i,
      .enrol_dst_ip_i,
      .enrol_dst_qp_i,
      .enrol_port_i,
      .enrol_role_i,
      .enrol_local_i  ((enrol_dst_ip_i & local_mask_i) == local_net_i),
      .enrol_self_i   (enrol_dst_ip_i == own_ip_i),
      .enrol_parts_i,
      .enrol_members_i,
      .enrol_leaf_i,
      .enrol_done_o,
      .enrol_ok_o,
      .lookup_valid_i (valid1_q),
      .first_i        (first1_q),
      .ring_i         (ring1_q),
      .src_ip_i       (src1_q),
      .dst_ip_i       (dst1_q),
      .dst_qp_i       (qp1_q),
      .port_i         (port1_q),
      .alone_i        (alone1_q),
      .mark_i         (mark1_q),
      .valid_o        (l_valid),
      .cause_o        (l_cause),
      .member_o       (l_member),
      .connection_o   (l_connection),
      .ring_o         (l_ring),
      .host_o         (l_host),
      .role_o         (l_role),
      .local_o        (l_local),
      .hosts_o        (l_hosts),
      .globals_o      (l_globals),
      .here_o         (l_here),
      .local_parts_o  (local_parts),
      .whole_parts_o  (whole_parts),
      .forget_o       (forget)
  );

  assign ack_src_ip_o = src1_q;
  assign ack_dst_ip_o = dst1_q;
  assign ack_dst_qp_o = qp1_q;

  localparam int unsigned WithBits = 3 + 1 + 1 + 2 + 1 + 1 + 1 + 8 + 24 + 16 + 32;
  logic [WithBits-1:0] with2_q, with3_q;
  logic [2:0] port3;
  logic big3, ack3, first3, replay3, up3, eats3;
  logic [1:0] with_says3, says3;
  logic [31:0] msgid3;
  logic [23:0] psn3;
  logic [15:0] msglen3;
  logic [7:0] own3, cause3;
  always_ff @(posedge clk_i) begin
    with2_q <= {port1_q, replay1_q, up1_q, says1_q, big1_q, ack1_q, first1_q, cause1_q, psn1_q,
                msglen1_q, msgid1_q};
    with3_q <= with2_q;
  end
  assign {port3, replay3, up3, with_says3, big3, ack3, first3, own3, psn3, msglen3, msgid3} = with3_q;

  // A receiver's NAK ends here: the sums are, and its sender need not go back.
  assign says3 = (ack_hit_i && own3 != nf_netreduce_pkg::CAUSE_OFF) ? with_says3
                                                                  : 2'(nf_netreduce_pkg::ACK_NONE);
  assign eats3 = says3 == nf_netreduce_pkg::ACK_GAP;

  // What has a cause of its own passes or not with that, unless its connection is a member's.
  always_comb begin
    cause3 = l_cause;
    if (own3 != nf_netreduce_pkg::CAUSE_NONE) begin
      if (!l_member || ack3) cause3 = own3;
      else if (own3 == nf_netreduce_pkg::CAUSE_OFF) cause3 = nf_netreduce_pkg::CAUSE_NO_RING;
      else cause3 = nf_netreduce_pkg::CAUSE_RAW;
    end else if (l_cause == nf_netreduce_pkg::CAUSE_NONE && big3) begin
      cause3 = nf_netreduce_pkg::CAUSE_PAYLOAD;
    end
  end

  // Who is a member, to be looked at.
  localparam int unsigned MemberWord = 7 + 2 + 3 + 32 + 32 + 24 + 24;
  logic [Rings*8-1:0] there_q;
  logic look_there_q, enrolled, added;
  logic [MemberBits-1:0] enrol_at, look_at;
  logic [MemberWord-1:0] member;
  assign enrolled = enrol_done_o && enrol_ok_o && enrol_op_i != nf_netreduce_pkg::ENROL_CHECK;
  assign added = enrol_op_i == nf_netreduce_pkg::ENROL_ADD;
  assign enrol_at = MemberBits'({enrol_ring_i, enrol_host_i});
  assign look_at = MemberBits'({member_ring_i, member_host_i});
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) there_q <= '0;
    else if (enrolled) there_q[enrol_at] <= added;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) spines_q <= '0;
    else if (enrolled && added && enrol_role_i == nf_netreduce_pkg::ROLE_HOST)
      spines_q[RingBits'(enrol_ring_i)] <= enrol_dst_ip_i == own_ip_i;
  end
  nf_ram_1r1w #(
      .Width(MemberWord),
      .Depth(Rings * 8)
  ) u_members (
      .clk_i,
      .we_i   (enrolled && added),
      .waddr_i(enrol_at),
      .wdata_i({enrol_parts_i, enrol_role_i, enrol_port_i, enrol_src_ip_i, enrol_dst_ip_i,
                enrol_dst_qp_i, enrol_src_qp_i}),
      .re_i   (member_re_i),
      .raddr_i(look_at),
      .rdata_o(member)
  );
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) look_there_q <= 1'b0;
    else if (member_re_i) look_there_q <= 5'(member_ring_i) < 5'(Rings) && there_q[look_at];
  end
  assign member_valid_o = look_there_q;
  assign {member_parts_o, member_role_o, member_port_o, member_src_o, member_dst_o, member_qp_o,
          member_src_qp_o} = look_there_q ? member : '0;

  // ------------------------------------------------------------------------------ LUT#2, 3 to 6
  logic p_valid;
  logic [7:0] p_cause, p_offset;
  logic [31:0] p_msgid;
  logic [2:0] p_slot;
  logic [8:0] p_msglen;
  logic p_last, took, looks3;
  assign looks3 = cause3 == nf_netreduce_pkg::CAUSE_NONE && !eats3;
  nf_netreduce_lut2 #(
      .Connections(Connections),
      .Window(Window),
      .MaxMsgLen(MaxMsgLen)
  ) u_lut2 (
      .clk_i,
      .rst_ni,
      .forget_i      (forget),
      .lookup_valid_i(l_valid && looks3),
      .connection_i  (l_connection),
      .first_i       (first3),
      .psn_i         (psn3),
      .msglen_i      (msglen3),
      .msgid_i       (msgid3),
      .valid_o       (p_valid),
      .cause_o       (p_cause),
      .msgid_o       (p_msgid),
      .slot_o        (p_slot),
      .offset_o      (p_offset),
      .msglen_o      (p_msglen),
      .last_o        (p_last),
      .took_i        (took)
  );

  localparam int unsigned PastBits = 24 + 2 + 1 + 1 + 1 + 8 + 4 + 3 + 2 + 3 + 1 + 3 * Ports;
  logic [2:0] valid_q;  // behind LUT#1
  logic [3*PastBits-1:0] past_q;
  logic valid6, local6, replay6, up6, looks6;
  logic [1:0] says6;
  logic [23:0] psn6;
  logic [7:0] cause3_6, cause6;
  logic [3:0] ring6;
  logic [2:0] host6, port6;
  logic [1:0] role6;
  logic [Ports-1:0] hosts6, globals6, here6;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= '0;
    else valid_q <= {valid_q[1:0], l_valid};
  end
  always_ff @(posedge clk_i) begin
    past_q <= {past_q[2*PastBits-1:0], psn3, says3, replay3, up3, looks3, eats3 ? 8'(nf_netreduce_pkg::CAUSE_NONE) : cause3,
               says3 != nf_netreduce_pkg::ACK_NONE ? ack_ring_i : l_ring,
               says3 != nf_netreduce_pkg::ACK_NONE ? ack_host_i : l_host, l_role, port3, l_local,
               l_hosts[Ports-1:0], l_globals[Ports-1:0], l_here[Ports-1:0]};
  end
  assign valid6 = valid_q[2];
  assign {psn6, says6, replay6, up6, looks6, cause3_6, ring6, host6, role6, port6, local6, hosts6, globals6, here6} =
      past_q[2*PastBits+:PastBits];
  assign cause6 = cause3_6 == nf_netreduce_pkg::CAUSE_NONE ? p_cause : cause3_6;

  // ------------------------------------------------------------------------------ states, 6 to 8
  logic arrives6, s_valid;
  logic [2:0] s_state;
  logic [15:0] s_column;
  logic [Hosts-1:0] unused_arrived, look_arrived;
  assign arrives6 = p_valid && cause6 == nf_netreduce_pkg::CAUSE_NONE;

  // No message begins in a slot while jobs of the one before it wait, nor in a ring that is brought
  // to rest.
  logic [Rings*8-1:0] resting;
  for (genvar r = 0; r < Rings; r++) begin : gen_resting
    assign resting[r*8+:8] = {8{(off_hold && !enable_i) || (hold && ring_q == 4'(r))}};
  end
  logic [1:0] parts;  // of the job: announcement, sum
  nf_netreduce_pending #(
      .Rings(Rings)
  ) u_pending (
      .clk_i,
      .rst_ni,
      .arrival_valid_i(arrives6),
      .ring_i         (ring6),
      .slot_i         (p_slot),
      .jobs_i         (parts),
      .ended_valid_i,
      .ended_slot_i,
      .dropped_i,
      .dropped_slot_i,
      .held_o         (held)
  );

  nf_netreduce_state #(
      .Rings(Rings),
      .Hosts(Hosts),
      .Window(Window),
      .MaxMsgLen(MaxMsgLen)
  ) u_state (
      .clk_i,
      .rst_ni,
      .cfg_valid_i    (setup_q == BEGUN),
      .cfg_ring_i     (ring_q),
      .cfg_members_i  (all_q),
      .cfg_local_i    (members_q),
      .cfg_window_i   (window_q),
      .cfg_first_i    (msgid_q),
      .cfg_slot_i     (slot_q),
      .busy_o         (state_busy),
      .open_o         (state_open),
      .arrival_valid_i(arrives6),
      .ring_i         (ring6),
      .host_i         (host6),
      .slot_i         (p_slot),
      .msgid_i        (p_msgid),
      .offset_i       (p_offset),
      .msglen_i       (16'(p_msglen)),
      .held_i         (held | resting),
      .took_o         (took),
      .valid_o        (s_valid),
      .state_o        (s_state),
      .column_o       (s_column),
      .arrived_o      (unused_arrived),
      .look_valid_i,
      .look_ready_o,
      .look_ring_i,
      .look_slot_i,
      .look_offset_i,
      .look_valid_o,
      .look_open_o,
      .look_msgid_o,
      .look_arrived_o (look_arrived)
  );
  assign look_arrived_o = 8'(look_arrived);

  // Of a ring: whether it is a leaf's, and what is added.
  logic [Rings-1:0] rings_leaf_q;
  logic [Rings*4-1:0] rings_dtype_q;
  logic [Rings*32-1:0] rings_first_q;  // MsgID of the first message
  logic [RingBits-1:0] at6;
  logic [15:0] base6;
  assign at6 = RingBits'(ring6);
  assign base6 = 16'(ring6) * 16'(RingPlaces);
  for (genvar r = 0; r < Rings; r++) begin : gen_ring
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        rings_leaf_q[r] <= 1'b0;
        rings_dtype_q[r*4+:4] <= '0;
        rings_first_q[r*32+:32] <= '0;
      end else if (setup_q == BEGUN && ring_q == 4'(r)) begin
        rings_leaf_q[r] <= leaf_q;
        rings_dtype_q[r*4+:4] <= dtype_q;
        rings_first_q[r*32+:32] <= msgid_q;
      end
    end
  end

  localparam int unsigned LateBits = 9 + 24 + 2 + 1 + 1 + 1 + 1 + 1 + 3 + 8 + 1 + 16 + 7 + 2 + 3 + 1 + 1 + 4 + 1 + 3 * Ports;
  logic [1:0] late_valid_q;
  logic [2*LateBits-1:0] late_q;
  logic valid8, arrived8, local8, leaf8, first8, looks8, origin8, last8;
  logic [1:0] says8;
  logic [2:0] host8;
  logic [23:0] psn8;
  logic [8:0] msglen8;
  logic [7:0] cause8;
  logic [15:0] base8;
  logic [6:0] slot8;
  logic [1:0] role8;
  logic [2:0] port8;
  logic [3:0] dtype8;
  logic [Ports-1:0] hosts8, globals8, here8;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) late_valid_q <= '0;
    else late_valid_q <= {late_valid_q[0], valid6};
  end
  always_ff @(posedge clk_i) begin
    late_q <= {late_q[LateBits-1:0], p_msglen, psn6, says6, replay6, up6, looks6,
               looks6 && p_offset == '0 && p_msgid == rings_first_q[at6*32+:32], p_last, host6, cause6, arrives6, base6, ring6, p_slot, role6, port6, local6,
               rings_leaf_q[at6], rings_dtype_q[at6*4+:4], p_offset == '0, hosts6, globals6, here6};
  end
  assign valid8 = late_valid_q[1];
  assign {msglen8, psn8, says8, replay8, up8, looks8, origin8, last8, host8, cause8, arrived8, base8, slot8, role8, port8, local8, leaf8, dtype8, first8, hosts8,
          globals8, here8} = late_q[LateBits+:LateBits];

  // ------------------------------------------------------------------------------ what is done, 8
  logic payload, head, announce, again, keep, known;  // known: a place in the window
  logic [7:0] cause;
  logic [1:0] kind, mode;
  logic [Ports-1:0] own, read, deliver;
  logic [15:0] place;
  for (genvar p = 0; p < Ports; p++) begin : gen_port
    assign own[p] = port8 == 3'(p);
  end
  nf_netreduce_action #(
      .Ports(Ports)
  ) u_action (
      .arrived_i (valid8 && arrived8),
      .state_i   (s_state),
      .cause_i   (cause8),
      .role_i    (role8),
      .leaf_i    (leaf8),
      .local_i   (local8),
      .replay_i  (replay8),
      .up_i      (up8),
      .own_i     (own),
      .hosts_i   (hosts8),
      .globals_i (globals8),
      .here_i    (here8),
      .cause_o   (cause),
      .known_o   (known),
      .payload_o (payload),
      .head_o    (head),
      .announce_o(announce),
      .kind_o    (kind),
      .mode_o    (mode),
      .again_o   (again),
      .keep_o    (keep),
      .read_o    (read),
      .deliver_o (deliver),
      .jobs_o    (parts)
  );
  assign place = known ? base8 + s_column : '0;

  // Whose sum it is: what goes up is that of the hosts here, all else that of the whole ring.
  logic [RingBits-1:0] at8;
  logic [6:0] mark;
  assign at8 = RingBits'(slot8[6:3]);
  always_comb begin
    mark = '0;
    if (kind != nf_netreduce_pkg::JOB_NONE)
      mark = mode == nf_netreduce_pkg::MODE_UP ? local_parts[at8*8+:7]
          : 7'(nf_netreduce_pkg::RESULT) | whole_parts[at8*8+:7];
  end

  logic [Ports-1:0] valid_d;
  assign valid_d = own & {Ports{valid8 && !replay8}};
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ans_valid_o <= '0;
      ans_cause_o <= '0;
      ans_payload_o <= 1'b0;
      ans_head_o <= 1'b0;
      ans_place_o <= '0;
      take_o <= '0;
    end else begin
      ans_valid_o <= valid_d;
      ans_cause_o <= (valid8 && !replay8) ? cause : '0;
      ans_payload_o <= payload && !replay8;
      ans_head_o <= head && !replay8;
      ans_place_o <= replay8 ? '0 : place;
      take_o <= (payload || head) ? valid_d : '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) event_valid_o <= 1'b0;
    else event_valid_o <= valid8 && !replay8
                          && (looks8 || says8 != nf_netreduce_pkg::ACK_NONE);
  end
  always_ff @(posedge clk_i) begin
    if (valid8) begin
      event_ack_o <= says8;
      event_ring_o <= slot8[6:3];
      event_host_o <= host8;
      event_psn_o <= psn8;
      event_good_o <= known;
      event_origin_o <= origin8;
      event_last_o <= last8;
      event_unlike_o <= arrived8 && s_state == nf_netreduce_pkg::STATE_LENGTH;
      event_slot_o <= slot8[2:0];
      event_msglen_o <= msglen8;
    end
  end

  // ------------------------------------------------------------------------------ jobs
  logic job_fits, job_valid;
  logic [JobBits-1:0] job, job_out;
  logic [3:0] unused_count;
  assign push = parts != '0;
  assign replay_pops = job_out[nf_netreduce_pkg::JOB_REPLAY_LSB];
  assign jobless = valid8 && !push;
  always_comb begin
    job = '0;
    job[nf_netreduce_pkg::JOB_KIND_LSB+:2] = kind;
    job[nf_netreduce_pkg::JOB_ANNOUNCE_LSB] = announce;
    job[nf_netreduce_pkg::JOB_FIRST_LSB] = first8;
    job[nf_netreduce_pkg::JOB_MODE_LSB+:2] = mode;
    job[nf_netreduce_pkg::JOB_KEEP_LSB] = keep;
    job[nf_netreduce_pkg::JOB_AGAIN_LSB] = again && !replay8;
    job[nf_netreduce_pkg::JOB_REPLAY_LSB] = replay8;
    job[nf_netreduce_pkg::JOB_LAST_LSB] = last8;
    job[nf_netreduce_pkg::JOB_DTYPE_LSB+:4] = dtype8;
    job[nf_netreduce_pkg::JOB_PORT_LSB+:4] = 4'(port8);
    job[nf_netreduce_pkg::JOB_READ_LSB+:8] = 8'(read);
    job[nf_netreduce_pkg::JOB_DELIVER_LSB+:8] = 8'(deliver);
    job[nf_netreduce_pkg::JOB_PLACE_LSB+:16] = place;
    job[nf_netreduce_pkg::JOB_SLOT_LSB+:7] = slot8;
    job[nf_netreduce_pkg::JOB_MARK_LSB+:7] = mark;
  end
  nf_fifo #(
      .Width(JobBits),
      .Depth(Jobs)
  ) u_jobs (
      .clk_i,
      .rst_ni,
      .in_valid_i (push),
      .in_ready_o (job_fits),
      .in_data_i  (job),
      .out_valid_o(job_valid),
      .out_ready_i(job_ready_i),
      .out_data_o (job_out),
      .count_o    (unused_count)
  );
  assign pop = job_valid && job_ready_i;
  assign job_valid_o = job_valid;
  assign job_o = job_valid ? job_out : '0;

  // meta has more than is needed here; of the ports there may be fewer than eight.
  logic unused;
  assign unused = ^{unused_busy, unused_off_done, meta, l_hosts, l_globals, l_here, unused_arrived, unused_count,
                    look_at, enrol_at, ring_q, job_fits};

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  // A request stays until it is taken.
  `NF_ASSERT(LookupRequestStays, (ready_q & ~req_valid_i) == '0)
  // There is a place for each job.
  `NF_ASSERT(LookupJobFits, !push || job_fits)
  // No place is given back twice.
  `NF_ASSERT(LookupPlaces, free_q <= 4'(Jobs))
  // Tables and states answer in the cycle in which what goes with the packet is there.
  `NF_ASSERT(LookupInStep, (!p_valid || valid6) && (s_valid == (valid8 && arrived8)))
  // No table write without acceptance: what has a cause comes neither to LUT#2 nor to the states.
  logic refused_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) refused_q <= 1'b0;
    else refused_q <= valid6 && cause6 != nf_netreduce_pkg::CAUSE_NONE;
  end
  `NF_ASSERT(LookupRefusedChangesNothing, !(valid6 && cause6 != nf_netreduce_pkg::CAUSE_NONE)
             || !arrives6)
  `NF_ASSERT(LookupRefusedIsNotTaken, !refused_q || !took)
  // An answer that drops or passes a packet leaves nothing of it in a store.
  `NF_ASSERT(LookupCauseKeepsNothing, !valid8 || cause == nf_netreduce_pkg::CAUSE_NONE
             || (!payload && !head && !push))
  // While a ring is set up nothing of it arrives.
  `NF_ASSERT(LookupSetUpAlone, setup_q != BEGUN || !valid6 || !arrives6 || ring6 != ring_q)
  // What is added and whom it is for is known.
  `NF_ASSERT(LookupSumOfMembers, !push || kind != nf_netreduce_pkg::JOB_SUM
             || (read != '0 && deliver != '0))
  // No sum leaves unmarked.
  `NF_ASSERT(LookupSumsAreMarked, !push || kind == nf_netreduce_pkg::JOB_NONE || mark[5:0] != '0)
  // A switch alone has none to announce anything to, nor a spine.
  `NF_ASSERT(LookupAlone, !push || leaf8 || (!announce && mode == nf_netreduce_pkg::MODE_KEEP))
  // All ports ask at once.
  `NF_COVER(LookupAllAsk, &req_valid_i)
  // Requests wait for places.
  `NF_COVER(LookupNoPlace, any && free_q == '0)
  // A ring is closed while packets of it are on the way.
  `NF_COVER(LookupCfgMeetsPacket, setup_q == CLOSED && arrives6 && ring6 == ring_q)
`endif

endmodule
