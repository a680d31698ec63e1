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
// Which packet comes next is nf_netreduce_grant's, when a ring is closed, begun anew and opened
// nf_netreduce_setup's, and who is a member, to be looked at, nf_netreduce_members'. A ring that is
// set up takes no packets: what it does with its tables meets none of it.
//
// It does not see payloads, does not know when a packet is in its store, and counts no causes.
// One request per cycle, one in two cycles per port. The answer comes 9 cycles behind the cycle in
// which a request is taken.

`include "nf_assert.svh"

module nf_netreduce_lookup #(
    parameter int unsigned Ports = 6,         // ports of the accelerator, 2..8
    parameter int unsigned Rings = 1,         // rings, 1..16
    parameter int unsigned Window = 3,        // N: a ring has N + 1 slots, 1..7; the hosts' window
                                              // W is up to (N + 1) / 2
    parameter int unsigned MaxMsgLen = 170,   // packets of a message, 1..256
    parameter int unsigned Connections = 16   // entries of LUT#1, 2..128
) (
    input  logic                 clk_i,
    input  logic                 rst_ni,
    input  logic                 enable_i,        // low: the engine is to take nothing, when all
                                                  // rings are at rest
    output logic                 on_o,            // the engine takes packets: enable_i, but that it
                                                  // falls when all rings are at rest
    input  logic [         31:0] drain_i,         // cycles that are waited for messages, and for sums
    output logic [          1:0] given_up_o,      // waits that have ended too early, 0..2
    // set up a ring anew; all members are at most 8, and at most one more than ports
    output logic                 cfg_ready_o,     // no ring is being set up: a set-up is taken
    input  logic                 cfg_valid_i,     // members 0, or a value out of range: the ring is
                                                  // closed
    input  logic [          3:0] cfg_ring_i,
    input  logic [          3:0] cfg_members_i,   // hosts of the ring; a leaf's: LocalSize, HEADER
                                                  // and GLOBAL come on top
    input  logic                 cfg_leaf_i,      // there are others behind a spine
    input  logic [          2:0] cfg_window_i,    // W of the hosts, 1..Window
    input  logic [         31:0] cfg_first_i,     // MsgID of the first message
    input  logic [          2:0] cfg_slot_i,      // and its slot, which is MsgID modulo N + 1,
                                                  // 0..Window
    input  logic [          3:0] cfg_dtype_i,     // nf_pkg::DTYPE_*
    output logic [    Rings-1:0] busy_o,          // the ring is being set up, or columns are swept;
                                                  // all: being switched off
    // levels; what a member's destination is is kept from when it was added
    input  logic [         31:0] own_ip_i,        // DstIP that is the switch's own
    input  logic [         31:0] local_net_i,     // DstIP & mask = net: a host of this switch
    input  logic [         31:0] local_mask_i,
    // the controller's table of members, LUT#1; all stays from valid until it is done
    input  logic                 enrol_valid_i,   // one cycle; the others stay until it is done
    input  logic [          1:0] enrol_op_i,      // ENROL_*; CHECK has members and leaf
    input  logic [          3:0] enrol_ring_i,
    input  logic [          2:0] enrol_host_i,
    input  logic [         31:0] enrol_src_ip_i,
    input  logic [         31:0] enrol_dst_ip_i,
    input  logic [         23:0] enrol_dst_qp_i,
    input  logic [         23:0] enrol_src_qp_i,  // the sender's own queue pair
    input  logic [          2:0] enrol_port_i,
    input  logic [          1:0] enrol_role_i,    // ROLE_*
    input  logic [          6:0] enrol_parts_i,   // contributors that it stands for
    input  logic [          3:0] enrol_members_i,
    input  logic                 enrol_leaf_i,
    output logic                 enrol_done_o,
    output logic                 enrol_ok_o,
    // requests: they stay until they are taken
    input  logic [    Ports-1:0] req_valid_i,     // bit p: port p
    output logic [    Ports-1:0] req_ready_o,     // one at most
    input  logic [Ports*256-1:0] req_meta_i,      // records meta whose connection is known
    // a packet that has come is looked up again, for its sum or its header; stays until ready
    input  logic                 replay_valid_i,
    output logic                 replay_ready_o,
    input  nf_netreduce_pkg::meta_t replay_meta_i,
    input  logic [          2:0] replay_port_i,
    input  logic                 replay_up_i,     // for the sum of a leaf's hosts
    output logic                 replay_busy_o,   // until the job that follows has left, or there
                                                  // is none
    // connection of the packet, in the cycle after it was taken
    output logic [         31:0] ack_src_ip_o,
    output logic [         31:0] ack_dst_ip_o,
    output logic [         23:0] ack_dst_qp_o,
    output logic [          2:0] ack_port_o,      // by which it has come
    input  logic                 ack_hit_i,       // two cycles after the ack_ outputs: an
                                                  // acknowledgement of this member's packets
    input  logic                 ack_stray_i,     // it would be one, but comes by a wrong port
    input  logic [          3:0] ack_ring_i,
    input  logic [          2:0] ack_host_i,
    // with the answer: a member's packet, or an acknowledgement of them
    output logic                 event_valid_o,   // a packet of a member whose ring is open, or an
                                                  // acknowledgement of one
    output logic [          1:0] event_ack_o,     // ACK_*; NONE: a packet
    output logic [          3:0] event_ring_o,
    output logic [          2:0] event_host_o,
    output logic [         23:0] event_psn_o,
    output logic                 event_good_o,    // it is accepted, now or before
    output logic                 event_origin_o,  // the first one of the ring's first message
    output logic                 event_last_o,    // the last one of its message
    output logic                 event_unlike_o,  // it is refused, since its MsgLen is not that of
                                                  // the message in that slot
    output logic [          2:0] event_slot_o,    // the message's
    output logic [          8:0] event_msglen_o,  // what the packet says
    // set-up; zero unless a ring is being set up
    output logic                 closing_o,       // a ring is being set up, the next three
    output logic [          3:0] closing_ring_o,
    output logic [          2:0] closing_slot_o,  // its first slot
    output logic                 closing_hosts_o, // it has members, and they do not send to the
                                                  // switch itself, as those of a spine do
    output logic                 closing_leaf_o,  // it is a leaf's: it has hosts at other switches
                                                  // too
    input  logic                 swept_i,         // nothing of it waits in release
    // answers in the order of the requests, one port in a cycle; zero unless valid. With nothing to keep
    // the packet passes when the cause is below FIRST_DROPPED, otherwise it is dropped
    output logic [    Ports-1:0] ans_valid_o,     // one at most
    output logic [          7:0] ans_cause_o,     // CAUSE_*; NONE: nothing to count
    output logic                 ans_payload_o,   // keep the payload
    output logic                 ans_head_o,      // keep the header
    output logic [         15:0] ans_place_o,     // where; zero with a cause
    output logic [    Ports-1:0] take_o,          // ans_valid_o, with something to keep
    // sums
    input  logic [    Ports-1:0] reserve_i,       // bit p: room for a sum is reserved at port p
    input  logic [    Ports-1:0] sent_i,          // bit p: a sum has left it
    // jobs, in order: in the cycle of the answer, or later when jobs wait
    output logic                 job_valid_o,
    input  logic                 job_ready_i,
    output nf_netreduce_pkg::job_t job_o,
    input  logic                 ended_valid_i,   // a job has read all that it needs
    input  nf_netreduce_pkg::window_slot_t ended_slot_i,  // its slot
    input  logic [          1:0] dropped_i,       // jobs that are dropped, 0..2, an announcement
                                                  // counts too
    input  nf_netreduce_pkg::window_slot_t dropped_slot_i,  // their slot
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
    // a look at a member by HostID, answered one cycle later; zero unless it is there
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
  localparam int unsigned RingBits = (Rings > 1) ? $clog2(Rings) : 1;
  localparam int unsigned RingPlaces = (Window + 1) * MaxMsgLen;
  // Places for jobs: a request in every cycle, 11 cycles from its grant until its job has left.
  localparam int unsigned Jobs = 12;

  // ------------------------------------------------------------------------------ set-up
  logic shut, begins, sweeping, opens, off_busy, hold_all, leaf, on;
  logic [3:0] ring, members, all, dtype;  // the set-up's
  logic [2:0] window, slot;
  logic [31:0] first;
  logic [Rings-1:0] setting, hold, state_busy, state_open, spines;
  logic [Rings*8-1:0] held;   // slots with packets or jobs under way
  logic [Rings-1:0] working;  // rings with such

  // What was begun of the old ring has ended, and what waited is gone.
  assign opens = sweeping && !state_busy[RingBits'(ring)] && swept_i && !working[RingBits'(ring)];
  nf_netreduce_setup #(
      .Ports (Ports),
      .Rings (Rings),
      .Window(Window)
  ) u_setup (
      .clk_i,
      .rst_ni,
      .enable_i,
      .on_o      (on),
      .drain_i,
      .given_up_o,
      .cfg_ready_o,
      .cfg_valid_i,
      .cfg_ring_i,
      .cfg_members_i,
      .cfg_leaf_i,
      .cfg_window_i,
      .cfg_first_i,
      .cfg_slot_i,
      .cfg_dtype_i,
      .open_i    (state_open),
      .working_i (working),
      .reserve_i,
      .sent_i,
      .setting_o (setting),
      .off_busy_o(off_busy),
      .hold_o    (hold),
      .hold_all_o(hold_all),
      .shut_o    (shut),
      .begin_o   (begins),
      .sweeping_o(sweeping),
      .swept_i   (opens),
      .ring_o    (ring),
      .members_o (members),
      .all_o     (all),
      .leaf_o    (leaf),
      .window_o  (window),
      .first_o   (first),
      .slot_o    (slot),
      .dtype_o   (dtype)
  );
  for (genvar r = 0; r < Rings; r++) begin : gen_working
    assign working[r] = held[r*8+:8] != '0;
  end
  assign on_o = on;
  assign busy_o = setting | state_busy | {Rings{off_busy}};
  assign closing_o = begins || sweeping;
  assign closing_ring_o = closing_o ? ring : '0;
  assign closing_slot_o = closing_o ? slot : '0;
  assign closing_hosts_o = closing_o && members != '0 && !spines[RingBits'(ring)];
  assign closing_leaf_o = closing_o && leaf;

  // ------------------------------------------------------------------------------ members
  logic enrolled;
  assign enrolled = enrol_done_o && enrol_ok_o && enrol_op_i != nf_netreduce_pkg::ENROL_CHECK;
  nf_netreduce_members #(
      .Rings(Rings)
  ) u_members (
      .clk_i,
      .rst_ni,
      .enrol_valid_i(enrolled),
      .enrol_add_i  (enrol_op_i == nf_netreduce_pkg::ENROL_ADD),
      .enrol_ring_i,
      .enrol_host_i,
      .enrol_port_i,
      .enrol_role_i,
      .enrol_parts_i,
      .enrol_src_ip_i,
      .enrol_dst_ip_i,
      .enrol_dst_qp_i,
      .enrol_src_qp_i,
      .enrol_self_i (enrol_dst_ip_i == own_ip_i),
      .spines_o     (spines),
      .look_i       (member_re_i),
      .look_ring_i  (member_ring_i),
      .look_host_i  (member_host_i),
      .member_valid_o,
      .member_port_o,
      .member_role_o,
      .member_parts_o,
      .member_src_o,
      .member_dst_o,
      .member_qp_o,
      .member_src_qp_o
  );

  // ------------------------------------------------------------------------------ requests
  logic replay_ready, pop, jobless, left_replay, jobless_replay;
  logic [2:0] req_port;
  nf_netreduce_grant #(
      .Ports(Ports),
      .Jobs (Jobs)
  ) u_grant (
      .clk_i,
      .rst_ni,
      .req_valid_i,
      .req_ready_o,
      .req_port_o      (req_port),
      .replay_valid_i,
      .replay_ready_o  (replay_ready),
      .replay_busy_o,
      .jobless_i       (jobless),
      .jobless_replay_i(jobless_replay),
      .left_i          (pop),
      .left_replay_i   (left_replay)
  );
  assign replay_ready_o = replay_ready;

  // The request that is taken. With it goes, until LUT#1 has answered, what that does not ask for.
  typedef struct packed {
    logic [2:0]  port;
    logic        replay;  // it is looked up again
    logic        up;      // for the sum of the hosts here
    logic [1:0]  says;    // of an acknowledgement: ACK_*
    logic        big;     // more payload than a packet of the engine has
    logic        ack;     // nothing in it could be taken for a sum
    logic        first;   // it carries a NetReduce header
    logic [7:0]  cause;   // why it is none of the engine's
    logic [23:0] psn;
    logic [15:0] msglen;
    logic [31:0] msgid;
  } packet_t;
  typedef struct packed {
    packet_t     packet;
    logic        alone;   // a header alone
    logic [15:0] ring;    // RingID, when first
    logic [31:0] src_ip;
    logic [31:0] dst_ip;
    logic [23:0] dst_qp;
    logic [6:0]  mark;
  } request_t;
  nf_netreduce_pkg::meta_t meta;
  request_t request, q1_q;
  logic valid1_q;
  localparam int unsigned MetaBits = $bits(meta);
  always_comb begin
    meta = replay_ready ? replay_meta_i : '0;
    for (int unsigned p = 0; p < Ports; p++)
      meta = meta | (req_ready_o[p] ? req_meta_i[p*MetaBits+:MetaBits] : '0);
  end
  always_comb begin
    request.packet.port = replay_ready ? replay_port_i : req_port;
    request.packet.replay = replay_ready;
    request.packet.up = replay_ready && replay_up_i;
    request.packet.says = meta.ack[1:0];
    request.packet.big = meta.payload > 16'(nf_netreduce_pkg::MAX_PAYLOAD);
    // Behind VLAN tags and IP options the parser says those.
    request.packet.ack = ({meta.opcode} == nf_netreduce_pkg::OPCODE_ACKNOWLEDGE
                          || {meta.opcode} == nf_netreduce_pkg::OPCODE_CONGESTION)
                         && (meta.cause == nf_netreduce_pkg::CAUSE_OPCODE
                             || meta.cause == nf_netreduce_pkg::CAUSE_NOT_IPV4
                             || meta.cause == nf_netreduce_pkg::CAUSE_OPTIONS);
    request.packet.first = meta.first[0];
    request.packet.cause = on ? meta.cause : 8'(nf_netreduce_pkg::CAUSE_OFF);
    request.packet.psn = meta.psn;
    request.packet.msglen = meta.msglen;
    request.packet.msgid = meta.msgid;
    request.alone = meta.opcode[7:5] == 3'(nf_netreduce_pkg::ALONE);
    request.ring = meta.ring;
    request.src_ip = meta.src_ip;
    request.dst_ip = meta.dst_ip;
    request.dst_qp = meta.dst_qp;
    request.mark = meta.mark;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid1_q <= 1'b0;
    else valid1_q <= req_ready_o != '0 || replay_ready;
  end
  always_ff @(posedge clk_i) q1_q <= request;

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
      .cfg_valid_i    (shut || (opens && members != '0)),
      .cfg_ring_i     (ring),
      .cfg_open_i     (!shut),
      .enrol_valid_i,
      .enrol_op_i,
      .enrol_ring_i,
      .enrol_host_i,
      .enrol_src_ip_i,
      .enrol_dst_ip_i,
      .enrol_dst_qp_i,
      .enrol_src_qp_i,
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
      .first_i        (q1_q.packet.first),
      .ring_i         (q1_q.ring),
      .src_ip_i       (q1_q.src_ip),
      .dst_ip_i       (q1_q.dst_ip),
      .dst_qp_i       (q1_q.dst_qp),
      .port_i         (q1_q.packet.port),
      .alone_i        (q1_q.alone),
      .mark_i         (q1_q.mark),
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

  assign ack_src_ip_o = q1_q.src_ip;
  assign ack_dst_ip_o = q1_q.dst_ip;
  assign ack_dst_qp_o = q1_q.dst_qp;
  assign ack_port_o = valid1_q ? q1_q.packet.port : '0;

  packet_t with2_q, with3_q;
  logic eats3, strays3;
  logic [1:0] says3;
  logic [7:0] cause3;
  always_ff @(posedge clk_i) begin
    with2_q <= q1_q.packet;
    with3_q <= with2_q;
  end

  // A receiver's NAK ends here: the sums are, and its sender need not go back.
  assign says3 = (ack_hit_i && with3_q.cause != nf_netreduce_pkg::CAUSE_OFF)
      ? with3_q.says : 2'(nf_netreduce_pkg::ACK_NONE);
  assign eats3 = says3 == nf_netreduce_pkg::ACK_GAP;
  // By a port at which its receiver is not: dropped as a member's packet by a wrong port is, or the
  // sender would believe it.
  assign strays3 = ack_stray_i && with3_q.cause != nf_netreduce_pkg::CAUSE_OFF
      && with3_q.says != nf_netreduce_pkg::ACK_NONE;

  // What has a cause of its own passes or not with that, unless its connection is a member's.
  always_comb begin
    cause3 = l_cause;
    if (strays3) begin
      cause3 = nf_netreduce_pkg::CAUSE_MEMBER;
    end else if (with3_q.cause != nf_netreduce_pkg::CAUSE_NONE) begin
      if (!l_member || with3_q.ack) cause3 = with3_q.cause;
      else if (with3_q.cause == nf_netreduce_pkg::CAUSE_OFF) cause3 = nf_netreduce_pkg::CAUSE_NO_RING;
      else cause3 = nf_netreduce_pkg::CAUSE_RAW;
    end else if (l_cause == nf_netreduce_pkg::CAUSE_NONE && with3_q.big) begin
      cause3 = nf_netreduce_pkg::CAUSE_PAYLOAD;
    end
  end

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
      .first_i       (with3_q.first),
      .psn_i         (with3_q.psn),
      .msglen_i      (with3_q.msglen),
      .msgid_i       (with3_q.msgid),
      .valid_o       (p_valid),
      .cause_o       (p_cause),
      .msgid_o       (p_msgid),
      .slot_o        (p_slot),
      .offset_o      (p_offset),
      .msglen_o      (p_msglen),
      .last_o        (p_last),
      .took_i        (took)
  );

  // What goes with the packet behind LUT#1.
  typedef struct packed {
    logic [23:0]      psn;
    logic [1:0]       says;      // ACK_*, of a member's packets
    logic             replay;
    logic             up;
    logic             looks;     // it is of a member whose ring is open
    logic [7:0]       cause;
    logic [3:0]       ring;
    logic [2:0]       host;
    logic [1:0]       role;      // ROLE_*
    logic [2:0]       port;
    logic             is_local;  // its destination is a host of this switch
    logic [Ports-1:0] hosts;     // ports of its ring: of the hosts
    logic [Ports-1:0] globals;   // of GLOBAL
    logic [Ports-1:0] here;      // of those whose headers name a host of this switch
  } past_t;
  past_t past3, past4_q, past5_q, past6_q;
  logic [2:0] valid_q;  // behind LUT#1
  logic valid6;
  logic [7:0] cause6;
  // An acknowledgement is of the member whose packets it acknowledges.
  assign past3.psn = with3_q.psn;
  assign past3.says = says3;
  assign past3.replay = with3_q.replay;
  assign past3.up = with3_q.up;
  assign past3.looks = looks3;
  assign past3.cause = eats3 ? 8'(nf_netreduce_pkg::CAUSE_NONE) : cause3;
  assign past3.ring = says3 != nf_netreduce_pkg::ACK_NONE ? ack_ring_i : l_ring;
  assign past3.host = says3 != nf_netreduce_pkg::ACK_NONE ? ack_host_i : l_host;
  assign past3.role = l_role;
  assign past3.port = with3_q.port;
  assign past3.is_local = l_local;
  assign past3.hosts = l_hosts[Ports-1:0];
  assign past3.globals = l_globals[Ports-1:0];
  assign past3.here = l_here[Ports-1:0];
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= '0;
    else valid_q <= {valid_q[1:0], l_valid};
  end
  always_ff @(posedge clk_i) begin
    past4_q <= past3;
    past5_q <= past4_q;
    past6_q <= past5_q;
  end
  assign valid6 = valid_q[2];
  assign cause6 = past6_q.cause == nf_netreduce_pkg::CAUSE_NONE ? p_cause : past6_q.cause;

  // ------------------------------------------------------------------------------ states, 6 to 8
  logic arrives6, s_valid;
  logic [2:0] s_state;
  logic [15:0] s_column;
  logic [Hosts-1:0] unused_arrived, look_arrived;
  // LUT#2 is asked about nothing that has a cause before, so its own is all of it.
  assign arrives6 = p_valid && p_cause == nf_netreduce_pkg::CAUSE_NONE;

  // No message begins in a slot while jobs of the one before it wait, nor in a ring that is brought
  // to rest.
  logic [Rings*8-1:0] resting;
  for (genvar r = 0; r < Rings; r++) begin : gen_resting
    assign resting[r*8+:8] = {8{(hold_all && !enable_i) || hold[r]}};
  end
  logic [1:0] parts;  // of the job: announcement, sum
  nf_netreduce_pending #(
      .Rings(Rings)
  ) u_pending (
      .clk_i,
      .rst_ni,
      .arrival_valid_i(arrives6),
      .ring_i         (past6_q.ring),
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
      .cfg_valid_i    (begins),
      .cfg_ring_i     (ring),
      .cfg_members_i  (all),
      .cfg_local_i    (members),
      .cfg_window_i   (window),
      .cfg_first_i    (first),
      .cfg_slot_i     (slot),
      .busy_o         (state_busy),
      .open_o         (state_open),
      .arrival_valid_i(arrives6),
      .ring_i         (past6_q.ring),
      .host_i         (past6_q.host),
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

  // Of a ring, from when it was set up.
  typedef struct packed {
    logic        leaf;   // it has hosts at other switches too
    logic [3:0]  dtype;  // what is added
    logic [31:0] first;  // MsgID of the first message
  } ring_t;
  ring_t new_ring, its6;
  localparam int unsigned RowBits = $bits(new_ring);
  logic [Rings*RowBits-1:0] rings_q;
  assign new_ring.leaf = leaf;
  assign new_ring.dtype = dtype;
  assign new_ring.first = first;
  for (genvar r = 0; r < Rings; r++) begin : gen_ring
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) rings_q[r*RowBits+:RowBits] <= '0;
      else if (begins && ring == 4'(r)) rings_q[r*RowBits+:RowBits] <= new_ring;
    end
  end
  assign its6 = rings_q[RingBits'(past6_q.ring)*RowBits+:RowBits];

  // What goes with it behind LUT#2.
  typedef struct packed {
    past_t       past;     // its cause is LUT#2's too
    logic        arrived;  // it has come to the state manager
    logic [8:0]  msglen;
    logic [2:0]  slot;
    logic        first;    // at offset 0 of its message
    logic        last;
    logic        origin;   // at offset 0 of its ring's first message
    logic [15:0] base;     // place of the ring's first column
    logic        leaf;     // of the ring
    logic [3:0]  dtype;
  } late_t;
  late_t late6, late7_q, late8_q;
  logic [1:0] late_valid_q;
  logic valid8;
  always_comb begin
    late6.past = past6_q;
    late6.past.cause = cause6;
    late6.arrived = arrives6;
    late6.msglen = p_msglen;
    late6.slot = p_slot;
    late6.first = p_offset == '0;
    late6.last = p_last;
    late6.origin = past6_q.looks && p_offset == '0 && p_msgid == its6.first;
    late6.base = 16'(past6_q.ring) * 16'(RingPlaces);
    late6.leaf = its6.leaf;
    late6.dtype = its6.dtype;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) late_valid_q <= '0;
    else late_valid_q <= {late_valid_q[0], valid6};
  end
  always_ff @(posedge clk_i) begin
    late7_q <= late6;
    late8_q <= late7_q;
  end
  assign valid8 = late_valid_q[1];

  // ------------------------------------------------------------------------------ what is done, 8
  logic payload, head, announce, again, keep, known;  // known: a place in the window
  logic [7:0] cause;
  logic [1:0] kind, mode;
  logic [Ports-1:0] own, read, deliver;
  logic [15:0] place;
  for (genvar p = 0; p < Ports; p++) begin : gen_port
    assign own[p] = late8_q.past.port == 3'(p);
  end
  nf_netreduce_action #(
      .Ports(Ports)
  ) u_action (
      .arrived_i (valid8 && late8_q.arrived),
      .state_i   (s_state),
      .cause_i   (late8_q.past.cause),
      .role_i    (late8_q.past.role),
      .leaf_i    (late8_q.leaf),
      .local_i   (late8_q.past.is_local),
      .replay_i  (late8_q.past.replay),
      .up_i      (late8_q.past.up),
      .own_i     (own),
      .hosts_i   (late8_q.past.hosts),
      .globals_i (late8_q.past.globals),
      .here_i    (late8_q.past.here),
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
  assign place = known ? late8_q.base + s_column : '0;

  // Whose sum it is: what goes up is that of the hosts here, all else that of the whole ring.
  logic [RingBits-1:0] at8;
  logic [6:0] mark;
  assign at8 = RingBits'(late8_q.past.ring);
  always_comb begin
    mark = '0;
    if (kind != nf_netreduce_pkg::JOB_NONE)
      mark = mode == nf_netreduce_pkg::MODE_UP ? local_parts[at8*8+:7]
          : 7'(nf_netreduce_pkg::RESULT) | whole_parts[at8*8+:7];
  end

  logic [Ports-1:0] valid_d;
  assign valid_d = own & {Ports{valid8 && !late8_q.past.replay}};
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
      ans_cause_o <= (valid8 && !late8_q.past.replay) ? cause : '0;
      ans_payload_o <= payload && !late8_q.past.replay;
      ans_head_o <= head && !late8_q.past.replay;
      ans_place_o <= late8_q.past.replay ? '0 : place;
      take_o <= (payload || head) ? valid_d : '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) event_valid_o <= 1'b0;
    else event_valid_o <= valid8 && !late8_q.past.replay
                          && (late8_q.past.looks || late8_q.past.says != nf_netreduce_pkg::ACK_NONE);
  end
  always_ff @(posedge clk_i) begin
    if (valid8) begin
      event_ack_o <= late8_q.past.says;
      event_ring_o <= late8_q.past.ring;
      event_host_o <= late8_q.past.host;
      event_psn_o <= late8_q.past.psn;
      event_good_o <= known;
      event_origin_o <= late8_q.origin;
      event_last_o <= late8_q.last;
      event_unlike_o <= late8_q.arrived && s_state == nf_netreduce_pkg::STATE_LENGTH;
      event_slot_o <= late8_q.slot;
      event_msglen_o <= late8_q.msglen;
    end
  end

  // ------------------------------------------------------------------------------ jobs
  logic job_fits, job_valid, push;
  nf_netreduce_pkg::job_t job, job_out;
  logic [3:0] unused_count;
  assign push = parts != '0;
  assign jobless = valid8 && !push;
  assign jobless_replay = late8_q.past.replay;
  assign left_replay = job_out.replay;
  always_comb begin
    job.kind = kind;
    job.announce = announce;
    job.first = late8_q.first;
    job.mode = mode;
    job.keep = keep;
    job.again = again && !late8_q.past.replay;
    job.dtype = late8_q.dtype;
    job.port = 4'(late8_q.past.port);
    job.read = 8'(read);
    job.deliver = 8'(deliver);
    job.place = place;
    job.slot.ring = late8_q.past.ring;
    job.slot.slot = late8_q.slot;
    job.mark = mark;
    job.last = late8_q.last;
    job.replay = late8_q.past.replay;
  end
  nf_fifo #(
      .Width($bits(job)),
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
  assign unused = ^{meta, l_hosts, l_globals, l_here, unused_arrived, unused_count, job_fits};

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  // There is a place for each job.
  `NF_ASSERT(LookupJobFits, !push || job_fits)
  // Tables and states answer in the cycle in which what goes with the packet is there.
  `NF_ASSERT(LookupInStep, (!p_valid || valid6) && (s_valid == (valid8 && late8_q.arrived)))
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
  `NF_ASSERT(LookupSetUpAlone, !begins || !valid6 || !arrives6 || past6_q.ring != ring)
  // What is added and whom it is for is known.
  `NF_ASSERT(LookupSumOfMembers, !push || kind != nf_netreduce_pkg::JOB_SUM
             || (read != '0 && deliver != '0))
  // No sum leaves unmarked.
  `NF_ASSERT(LookupSumsAreMarked, !push || kind == nf_netreduce_pkg::JOB_NONE || mark[5:0] != '0)
  // A switch alone has none to announce anything to, nor a spine.
  `NF_ASSERT(LookupAlone, !push || late8_q.leaf || (!announce && mode == nf_netreduce_pkg::MODE_KEEP))
  // A ring is closed while packets of it are on the way.
  `NF_COVER(LookupCfgMeetsPacket, (setting != '0) && !closing_o && arrives6 && past6_q.ring == ring)
`endif

endmodule
