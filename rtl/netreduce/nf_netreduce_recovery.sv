// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Repairs a lost frame where it is missing, for the hosts of rings that are `on`. Packets of a member
// are counted from the first one of its ring, so that their numbers are those of the ring's columns.
//
//   A packet of a host is missing when one behind it comes. The host gets a NAK in its receiver's
//   name, with the PSN of what is missing: once; again when the host has gone back and the gap is
//   still there, and after AGAIN cycles if more comes. One that none is behind is missing when its
//   message has begun, its column is due, and for AGAIN cycles nothing has come and no sum was given
//   out; it is asked for once, because the host may as well be slow. A NAK acknowledges all before
//   its PSN: that has all come here, and nf_netreduce_state keeps its sums until all members have them.
//   A sum is missing when its receiver sends a NAK, or has not acknowledged all that was given
//   out and for AGAIN cycles nothing was given out or acknowledged. What it lacks is looked up
//   again as if its sender had repeated it, one packet after the other, and the ring gives out no
//   new sum meanwhile, so that the receiver has the old ones first.
//
// In a ring of a leaf two members' packets come from other switches, and so in the order in which
// they were sent. A gap is all that is missing, so it is looked at once, and what is missing is asked
// for one by one, and that alone:
//
//   GLOBAL   The hosts' sum goes up once more. The spine has lost it, or it answers it.
//   HEADER   A NAK in the receiver's name, as for a host. It ends in the accelerator of that host's
//            leaf, which announces the one header again that it names: a host whose receiver is
//            behind another switch has been given headers, not sums. Such a host gets no NAK before
//            its receiver has something: the NAK would acknowledge the first header, which that
//            leaf has to know to ask for any.
//
// The column that is due is asked for whenever for AGAIN cycles no sum was given out, as often as it
// takes: any number of requests and answers may be lost.
//
// An acknowledgement counts if it comes from where the member's receiver is: a host of the ring, by
// its own port; or, in a leaf, somebody behind another switch, by a port of HEADER or GLOBAL. One by
// another port is somebody else's who uses the receiver's addresses: believed, it would say that a
// sum has come which the receiver lacks, and nobody would send that again. Who is behind a port of
// another switch is not known here.
//
// It counts a member's packets only from the ring's very first one; before that it asks for nothing.
// A message's first packet that none follows is the time-out's of the host. It makes no frames, knows no places
// but that of a header to reply to, and sees no payload.
// An event a cycle; what is to be done is looked for in the cycles without, a member in each. An event
// is numbered in a first cycle and compared with what is known in a second. What is known of its
// member, or of that which has its turn, is read in the cycle before, as it will be: a decision begins
// with registers. Latency from an event to a NAK 2 cycles.

`include "nf_assert.svh"

module nf_netreduce_recovery #(
    parameter int unsigned Rings = 1,        // rings, 1..16
    parameter int unsigned Hosts = 7,        // members of a ring at most, 2..8; others never enrol
    parameter int unsigned Window = 3,       // N: N + 1 slots, 1..7
    parameter int unsigned MaxMsgLen = 170   // packets of a message, 1..256
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic [     23:0] again_i,           // AGAIN, a level
    // a ring is being set up; the next three stay meanwhile
    input  logic             closing_i,
    input  logic [      3:0] closing_ring_i,
    input  logic [      2:0] closing_slot_i,    // of its first column
    input  logic             closing_on_i,      // it will be one whose losses are recovered here
    input  logic             closing_leaf_i,  // it is a leaf's: it has hosts at other switches too
    // a member has come (add), or gone
    input  logic             enrol_valid_i,
    input  logic             enrol_add_i,
    input  logic [      3:0] enrol_ring_i,
    input  logic [      2:0] enrol_host_i,
    input  logic [      2:0] enrol_port_i,
    input  logic [      1:0] enrol_role_i,      // ROLE_*
    input  logic             enrol_local_i,     // its destination is a host of this switch
    input  logic [     31:0] enrol_src_ip_i,    // its connection, and the sender's own queue pair
    input  logic [     31:0] enrol_dst_ip_i,
    input  logic [     23:0] enrol_dst_qp_i,
    input  logic [     23:0] enrol_src_qp_i,
    // a connection
    input  logic [     31:0] ack_src_ip_i,
    input  logic [     31:0] ack_dst_ip_i,
    input  logic [     23:0] ack_dst_qp_i,
    input  logic [      2:0] ack_port_i,        // by which it has come
    output logic             ack_hit_o,         // two cycles later: as an acknowledgement it is for
                                                // this member's packets
    output logic             ack_stray_o,       // it would be, but has come by another port than
                                                // its receiver's
    output logic [      3:0] ack_ring_o,
    output logic [      2:0] ack_host_o,
    // as the lookup says it
    input  logic             event_valid_i,     // a member's packet, or an acknowledgement of one
    input  logic [      1:0] event_ack_i,       // ACK_*; NONE: a packet
    input  logic [      3:0] event_ring_i,
    input  logic [      2:0] event_host_i,
    input  logic [     23:0] event_psn_i,
    input  logic             event_good_i,      // a packet: it was accepted, now or before
    input  logic             event_origin_i,    // it is the first one of the ring's first message
    input  logic             event_last_i,      // the last one of its message
    // a sum was given out
    input  logic             released_i,
    input  logic [      3:0] released_ring_i,
    input  logic             released_last_i,   // its message's last one
    // rings that may give out none
    output logic [Rings-1:0] hold_o,            // bit r: sums of ring r are being replayed
    // a packet is to be looked up again, for its sum or its header
    output logic             replay_valid_o,    // a packet that has come is to be looked up again
    output logic             replay_up_o,       // for the sum of the hosts, else for what its
                                                // receiver lacks
    input  logic             replay_ready_i,
    output nf_netreduce_pkg::meta_t replay_meta_o,  // zero unless valid
    output logic [      2:0] replay_port_o,
    input  logic             replay_busy_i,     // a packet that was looked up again is on its way,
                                                // or its job
    // a NAK, as job REPLY
    output logic             nak_valid_o,
    input  logic             nak_ready_i,
    output nf_netreduce_pkg::job_t nak_job_o,   // with the place of a stored header of the host
    output logic [     23:0] nak_psn_o,         // this and the next two stay until it is on its way
    output logic [     23:0] nak_qp_o,
    output logic [     23:0] nak_msn_o,
    input  logic             nak_done_i,        // the NAK is on its way
    // in the cycle before
    output logic             naks_o,            // a NAK went
    output logic             replays_o          // a replay began
);

  `NF_PARAM(RecoveryHostsInRange, Hosts >= 2 && Hosts <= nf_netreduce_pkg::MAX_HOSTS)
  `NF_PARAM(RecoveryRingsInRange, Rings >= 1 && Rings <= nf_netreduce_pkg::MAX_RINGS)
  `NF_PARAM(RecoveryWindowInRange, Window >= 1 && Window <= nf_netreduce_pkg::MAX_WINDOW)
  `NF_PARAM(RecoveryMaxMsgLenInRange, MaxMsgLen >= 1 && MaxMsgLen <= nf_netreduce_pkg::MAX_MSGLEN)

  localparam int unsigned MaxHosts = nf_netreduce_pkg::MAX_HOSTS;  // places that a ring has
  localparam int unsigned Members = Rings * MaxHosts;
  localparam int unsigned RingBits = (Rings > 1) ? $clog2(Rings) : 1;
  localparam int unsigned MemberBits = $clog2(Members);
  localparam int unsigned Naks = 4;  // that wait
  localparam int unsigned TickBits = 3;          // ticks of AGAIN
  localparam logic [3:0] Old = 4'd9;             // an age begins somewhere between two ticks

  // Numbers of packets wrap as PSNs do.
  function automatic logic is_before(input logic [23:0] a, input logic [23:0] b);
    // The difference is negative.
    is_before = 1'((a - b) >> 23);
  endfunction

  function automatic logic is_old(input logic [3:0] age);
    // No age is beyond Old, so two of its bits say it.
    is_old = (age & Old) == Old;
  endfunction

  function automatic logic differ(input logic [23:0] a, input logic [23:0] b);
    // The bits that are equal are fewer than all: on an FPGA a carry chain as is_before, where `!=` is
    // three LUTs.
    differ = 1'(({1'b0, ~(a ^ b)} - 25'h0ffffff) >> 24);
  endfunction

  // ------------------------------------------------------------------------------ members
  typedef struct packed {
    logic [2:0]  port;
    logic [31:0] src_ip;
    logic [31:0] dst_ip;
    logic [23:0] dst_qp;
  } path_t;  // how its packets come
  typedef struct packed {
    logic [1:0]  role;      // ROLE_*
    logic        is_local;  // its destination is a host of this switch
    path_t       path;
    logic [23:0] src_qp;
  } address_t;
  address_t enrolled, looked;  // looked: one after the other, in a loop
  localparam int unsigned AddressBits = $bits(enrolled);
  logic [Members-1:0] used_q, match, match_q;
  logic [Members-1:0] is_host;  // its role
  logic [Members-1:0] is_away;  // its receiver is behind another switch
  // A connection comes by a port of the member: of the host that it names, or of another switch.
  logic [Members-1:0] is_source, is_switch;
  logic [Members-1:0] believed;  // an acknowledgement of the member's packets
  logic [Rings-1:0] source_q, switch_q;
  logic [Members*AddressBits-1:0] addresses_q, addresses_d;
  logic [Rings-1:0] on_q;
  logic [MemberBits-1:0] enrol_at, hit;

  assign enrol_at = MemberBits'({enrol_ring_i, enrol_host_i});
  assign enrolled.role = enrol_role_i;
  assign enrolled.is_local = enrol_local_i;
  assign enrolled.path.port = enrol_port_i;
  assign enrolled.path.src_ip = enrol_src_ip_i;
  assign enrolled.path.dst_ip = enrol_dst_ip_i;
  assign enrolled.path.dst_qp = enrol_dst_qp_i;
  assign enrolled.src_qp = enrol_src_qp_i;
  always_comb begin
    for (int unsigned m = 0; m < Members; m++) begin
      looked = addresses_q[m*AddressBits+:AddressBits];
      // An acknowledgement goes the other way, to the sender's own queue pair.
      // GLOBAL's packets go to the switch itself: nobody acknowledges them, and its queue pair may be
      // any.
      match[m] = used_q[m] && on_q[m/MaxHosts] && looked.path.src_ip == ack_dst_ip_i
          && looked.path.dst_ip == ack_src_ip_i && looked.src_qp == ack_dst_qp_i
          && looked.role != nf_netreduce_pkg::ROLE_GLOBAL;
      is_host[m] = looked.role == nf_netreduce_pkg::ROLE_HOST;
      is_away[m] = is_host[m] && !looked.is_local;
      is_source[m] = used_q[m] && is_host[m] && looked.path.port == ack_port_i
          && looked.path.src_ip == ack_src_ip_i;
      is_switch[m] = used_q[m] && !is_host[m] && looked.path.port == ack_port_i;
      if (enrol_valid_i && enrol_at == MemberBits'(m)) looked = enrolled;
      if (m % MaxHosts >= Hosts) looked = '0;
      addresses_d[m*AddressBits+:AddressBits] = looked;
    end
  end
  for (genvar m = 0; m < Members; m++) begin : gen_address
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        used_q[m] <= 1'b0;
        match_q[m] <= 1'b0;
        addresses_q[m*AddressBits+:AddressBits] <= '0;
      end else begin
        match_q[m] <= match[m];
        if (enrol_valid_i && enrol_at == MemberBits'(m)) used_q[m] <= enrol_add_i && m % MaxHosts < Hosts;
        addresses_q[m*AddressBits+:AddressBits] <= addresses_d[m*AddressBits+:AddressBits];
      end
    end
  end
  for (genvar r = 0; r < Rings; r++) begin : gen_from
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        source_q[r] <= 1'b0;
        switch_q[r] <= 1'b0;
      end else begin
        source_q[r] <= is_source[r*MaxHosts+:MaxHosts] != '0;
        switch_q[r] <= is_switch[r*MaxHosts+:MaxHosts] != '0;
      end
    end
  end

  // ------------------------------------------------------------------------------ what is known
  // Of a member: its packet in the ring's first column, the first one that is missing, the one that
  // came last, messages that have come; sums: the first one that is not acknowledged, the next one
  // of a replay. From lost to lost_end, which is not: what another switch lacks, or is to be asked
  // for. Ages are in ticks.
  typedef struct packed {
    logic        known;
    logic        asked;
    logic        open;       // what is missing is of a message that has begun
    logic        replaying;
    logic        reached;    // its receiver, behind another switch, has acknowledged something
    logic [23:0] psn0;
    logic [23:0] expected;
    logic [23:0] newest;     // what came last
    logic [23:0] top;        // the farthest that came
    logic [23:0] msn;
    logic [23:0] acked;
    logic [23:0] replay;
    logic [23:0] lost;
    logic [23:0] lost_end;
    logic [3:0]  asked_age;
    logic [3:0]  heard_age;
  } member_t;
  typedef struct packed {
    logic        leaf;    // it has hosts at other switches too
    logic        unended; // the last sum that was given out was not its message's last
    logic [15:0] place;   // of the first column
    logic [23:0] ended;   // messages that were given out as a whole
    logic [23:0] given;   // sums that were given out
  } ring_t;
  // What a member is in its ring.
  typedef struct packed {
    logic [1:0] role;     // ROLE_*
    logic       between;  // another switch sends its packets
    logic       away;     // its receiver is behind another switch
    logic       upper;    // and that switch is the spine: its header goes to nobody
  } kind_t;
  kind_t kind;  // of each, in a loop
  // Whose event or turn it is, and HostID 0 of its ring: registers, which have what members_q and
  // rings_q have. next: what becomes of own.
  member_t own, host_own, next;
  // Whose turn is next, HostID 0 of this ring, and of that turn's.
  member_t ahead_row, host_row, host_ahead;
  ring_t its;
  address_t address, host_address;
  // As it is and as it will be, in a loop.
  member_t row, was, later, written, played;
  ring_t ring_row, ring_later, acked_ring, ring_was, ring_next;
  address_t address_row, address_later;
  localparam int unsigned MemberRowBits = $bits(own);
  localparam int unsigned RingRowBits = $bits(its);
  logic [Members*MemberRowBits-1:0] members_q, members_d;
  logic [Rings*RingRowBits-1:0] rings_q, rings_d;
  logic [Members-1:0] replays;  // that are replaying

  // Whose event or turn it is, HostID 0 of its ring, whose event is numbered, whom a NAK is for, whose
  // turn is next.
  logic [Members-1:0] mine, ev_mine_q, turn_mine_q, turn_mine_next, of_host, of_event, of_nak, ahead_mine, ahead_host;
  logic [RingBits-1:0] ahead_ring;
  logic [MemberBits-1:0] who, turn_q, turn_next, ahead_who;
  logic [MemberRowBits-1:0] own_q, host_own_q;
  logic [RingRowBits-1:0] its_q;
  member_t read, host_read;  // what own_q and host_own_q will be
  kind_t kind_q;
  logic [RingBits-1:0] ring;
  logic event_here, quiet, gap;
  logic known, asked, replaying, passed, is_open;
  logic between, away, gets;  // another switch's packets; its receiver is there; it gets sums
  logic [23:0] come, expected, msn;
  logic [MemberBits-1:0] host;  // HostID 0 of the ring

  // ------------------------------------------------------------------------------ whose acknowledgement
  always_comb begin
    hit = '0;
    for (int unsigned m = 0; m < Members; m++) begin
      acked_ring = rings_q[(m/MaxHosts)*RingRowBits+:RingRowBits];
      hit = hit | (match_q[m] ? MemberBits'(m) : '0);
      believed[m] = (acked_ring.leaf && is_away[m]) ? switch_q[m/MaxHosts] : source_q[m/MaxHosts];
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ack_hit_o <= 1'b0;
      ack_stray_o <= 1'b0;
      ack_ring_o <= '0;
      ack_host_o <= '0;
    end else begin
      ack_hit_o <= (match_q & believed) != '0;
      ack_stray_o <= (match_q & ~believed) != '0;
      ack_ring_o <= 4'(RingBits'({1'b0, hit} >> 3));
      ack_host_o <= hit[2:0];
    end
  end

  // ------------------------------------------------------------------------------ events
  // First cycle: what number its packet has. Only here a member becomes known, so that the next event
  // finds it. What comes while its ring is set up, or its member changes, is of neither the old one nor
  // the new one.
  logic arrives, starts;
  logic [MemberBits-1:0] arrives_at;
  member_t numbered;  // whose packet it is
  assign arrives_at = MemberBits'({event_ring_i, event_host_i});
  assign arrives = event_valid_i && 5'(event_ring_i) < 5'(Rings) && on_q[RingBits'(event_ring_i)]
      && !(closing_i && closing_ring_i == event_ring_i)
      && !(enrol_valid_i && enrol_at == arrives_at);
  assign starts = arrives && event_ack_i == nf_netreduce_pkg::ACK_NONE && !numbered.known
      && event_good_i && event_origin_i;

  typedef struct packed {
    logic                  good;    // it was accepted, now or before
    logic                  last;    // the last one of its message
    logic                  packet;  // ACK_NONE
    logic                  gap;     // ACK_GAP
    logic                  acks;    // ACK_GOOD
    logic [MemberBits-1:0] who;
    logic [23:0]           number;  // of the packet
    logic [23:0]           behind;  // of the one behind it
    logic [23:0]           at;      // of an acknowledgement: what is not acknowledged
  } event_t;
  event_t arrived, ev_q;
  logic [23:0] number, behind;
  logic event_q, begins_q;
  assign arrived.good = event_good_i;
  assign arrived.last = event_last_i;
  assign arrived.packet = event_ack_i == nf_netreduce_pkg::ACK_NONE;
  assign arrived.gap = event_ack_i == nf_netreduce_pkg::ACK_GAP;
  assign arrived.acks = event_ack_i == nf_netreduce_pkg::ACK_GOOD;
  assign arrived.who = arrives_at;
  assign arrived.number = starts ? '0 : number;
  assign arrived.behind = starts ? 24'd1 : behind;
  // None is acknowledged by the packet that starts.
  assign arrived.at = event_ack_i == nf_netreduce_pkg::ACK_GOOD ? behind : number;
  assign number = event_psn_i - numbered.psn0;
  // Not `number` and one, which is a second carry chain behind the first.
  assign behind = (event_psn_i + 24'd1) - numbered.psn0;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      event_q <= 1'b0;
      begins_q <= 1'b0;
      ev_q <= '0;
      ev_mine_q <= '0;
    end else begin
      event_q <= arrives;
      begins_q <= starts;
      if (arrives) begin
        ev_q <= arrived;
        ev_mine_q <= of_event;
      end
    end
  end

  typedef struct packed {
    logic [MemberBits-1:0] who;
    logic [23:0]           psn;
    logic [23:0]           msn;
  } nak_t;
  nak_t nak;  // the oldest one that waits
  address_t nak_address;
  ring_t nak_its;
  logic [RingBits-1:0] nak_ring;

  // Second cycle: the member whose event it is, or whose turn.
  assign event_here = event_q;
  assign quiet = !event_here && !replay_valid_o;
  assign who = event_here ? ev_q.who : turn_q;
  assign ring = RingBits'({1'b0, who} >> 3);
  assign host = MemberBits'({ring, 3'd0});
  assign gap = ev_q.gap;
  // Whose it is, a line each, beside the number: selecting its row does not begin with decoding that.
  assign mine = event_here ? ev_mine_q : turn_mine_q;
  // Whose turn is next, unless the turn stays where something is found.
  assign ahead_who = quiet ? turn_next : turn_q;
  assign ahead_mine = quiet ? turn_mine_next : turn_mine_q;
  assign ahead_ring = RingBits'({1'b0, ahead_who} >> 3);
  // Turns are those of members that a ring can have.
  assign turn_next = turn_q[2:0] != 3'(Hosts - 1) ? turn_q + 1'b1
      : turn_q == MemberBits'(Members - MaxHosts + Hosts - 1) ? '0
      : turn_q + MemberBits'(MaxHosts - Hosts + 1);
  for (genvar m = 0; m < Members; m++) begin : gen_turn
    localparam int unsigned Before = m % MaxHosts != 0 ? m - 1
        : (m + Members - MaxHosts) % Members + Hosts - 1;
    assign turn_mine_next[m] = m % MaxHosts < Hosts && turn_mine_q[Before];
  end
  // Rows are selected by a line each: an index that is multiplied by the bits of a row is an adder and a
  // shifter to some tools.
  always_comb begin
    for (int unsigned m = 0; m < Members; m++) begin
      of_host[m] = host == MemberBits'(m);
      of_event[m] = arrives_at == MemberBits'(m);
      of_nak[m] = nak.who == MemberBits'(m);
      ahead_host[m] = MemberBits'({ahead_ring, 3'd0}) == MemberBits'(m);
    end
    numbered = '0;
    ahead_row = '0;
    host_row = '0;
    host_ahead = '0;
    address = '0;
    host_address = '0;
    nak_address = '0;
    for (int unsigned m = 0; m < Members; m++) begin
      row = members_q[m*MemberRowBits+:MemberRowBits];
      address_row = addresses_q[m*AddressBits+:AddressBits];
      numbered |= of_event[m] ? row : '0;
      ahead_row |= ahead_mine[m] ? row : '0;
      host_row |= of_host[m] ? row : '0;
      host_ahead |= ahead_host[m] ? row : '0;
      address |= mine[m] ? address_row : '0;
      host_address |= of_host[m] ? address_row : '0;
      nak_address |= of_nak[m] ? address_row : '0;
    end
    nak_its = '0;
    for (int unsigned r = 0; r < Rings; r++) begin
      ring_row = rings_q[r*RingRowBits+:RingRowBits];
      nak_its |= nak_ring == RingBits'(r) ? ring_row : '0;
    end
  end
  assign own = own_q;
  assign host_own = host_own_q;
  assign its = its_q;
  assign known = own.known;
  assign asked = own.asked && !passed;
  assign replaying = own.replaying;
  assign between = kind_q.between;
  assign away = kind_q.away;
  assign gets = !away && !kind_q.upper;
  // What sums were made of has come, in whatever order.
  assign come = own.expected;
  assign passed = known && !between && is_before(come, its.given);
  // Compares and sums are with both, and then selected; by gates, as Yosys selects before one compare
  // where it finds a multiplexer behind two.
  assign expected = passed ? its.given : come;
  assign msn = passed ? its.ended : own.msn;
  assign is_open = passed ? its.unended : own.open;

  // A packet: of a host, or of another switch.
  logic packet, sees, is_next, follows, ahead, asks, naks_room, skims, skips;
  logic [23:0] at, msn_next;
  assign at = ev_q.at;
  assign packet = event_here && ev_q.packet && known;
  assign sees = packet && !between;
  assign is_next = begins_q || (passed && !differ(ev_q.number, its.given)) || (!passed && !differ(ev_q.number, come));
  assign follows = sees && is_next && ev_q.good;
  assign msn_next = ({24{passed}} & (its.ended + 24'd1)) | ({24{!passed}} & (own.msn + 24'd1));
  assign ahead = !begins_q && ((passed && is_before(its.given, ev_q.number))
                               || (!passed && is_before(come, ev_q.number)));
  assign asks = sees && ahead && naks_room
      && (!asked || is_before(ev_q.number, own.newest) || is_old(own.asked_age)) && (!away || own.reached);
  assign skims = packet && between && (begins_q || !is_before(ev_q.number, come));
  assign skips = skims && !begins_q && differ(ev_q.number, come);

  // An acknowledgement of what was given out.
  logic hears, news, jumps;
  assign news = hears && differ(at, own.acked);
  assign hears = event_here && !ev_q.packet && known && gets
      && !is_before(at, own.acked) && !is_before(its.given, at) && (differ(at, own.acked) || gap);
  assign jumps = hears && (gap || (replaying && is_before(own.replay, at)));

  // A receiver behind another switch has all before a packet: the headers, so the packets had come,
  // in whatever order. That switch misses a header that has come.
  logic reaches, moves, misses, losing;
  assign losing = differ(own.lost, own.lost_end);
  assign reaches = event_here && ev_q.acks && away && known
      && ev_q.behind != '0 && !is_before(own.top, ev_q.number);
  assign moves = reaches && is_before(come, ev_q.behind);
  assign misses = event_here && gap && away && known && is_before(ev_q.number, come)
      && (!losing || !is_before(ev_q.number, own.lost_end));

  // What is to be done for the member whose turn it is.
  logic offers, due, mends, mended, lacks, resends, fetches, sends_up, stands, tails, ends;
  logic [23:0] after, differs;
  assign tails = quiet && known && !between && is_open && (passed || !differ(come, its.given))
      && !is_before(its.given, own.top) && !asked && is_old(own.asked_age) && is_old(own.heard_age) && naks_room
      && (!away || own.reached);
  assign offers = quiet && !tails && replaying;
  assign mends = quiet && !tails && !replaying && losing;
  assign mended = mends && (kind_q.role != nf_netreduce_pkg::ROLE_HEADER || naks_room);
  assign lacks = mended && kind_q.role != nf_netreduce_pkg::ROLE_HOST && !is_before(own.lost, its.given);
  assign fetches = lacks && kind_q.role == nf_netreduce_pkg::ROLE_HEADER;
  // The hosts' sum can be there only when the host's packet is.
  assign sends_up = lacks && kind_q.role == nf_netreduce_pkg::ROLE_GLOBAL && host_own.known
      && is_before(own.lost, host_own.expected);
  assign resends = (mended && kind_q.role == nf_netreduce_pkg::ROLE_HOST) || sends_up;
  assign stands = quiet && !tails && !replaying && !mends && between && is_old(own.asked_age)
      && (known || kind_q.role == nf_netreduce_pkg::ROLE_GLOBAL) && host_own.known && is_before(its.given, host_own.expected);
  assign due = quiet && !tails && !replaying && !mends && !stands && known && gets && differ(own.acked, its.given)
      && is_old(own.heard_age);
  assign after = own.replay + 24'd1;
  // Is it `given`? Each bit in which that differs from `replay` takes a carry, so that none has to
  // come through all bits.
  assign differs = own.replay ^ its.given;
  assign ends = !differ(differs, {differs[22:0] & own.replay[22:0], 1'b1});

  // ------------------------------------------------------------------------------ time
  logic tick;
  logic [23:0] cycles_q;  // since the last one, this one too
  assign tick = cycles_q >= again_i >> TickBits;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) cycles_q <= 24'd1;
    else cycles_q <= tick ? 24'd1 : cycles_q + 24'd1;
  end

  // ------------------------------------------------------------------------------ the member's row
  logic [Members-1:0] forgets;  // whose row is none any more
  for (genvar m = 0; m < Members; m++) begin : gen_forgets
    // What is known of a member is of its role, in its ring.
    assign forgets[m] = (closing_i && closing_ring_i == 4'(m / MaxHosts))
        || (enrol_valid_i && enrol_at == MemberBits'(m));
  end

  // What time, a sum that is given out and a set-up make of rows: of each member's, and of three that are
  // selected: whose event arrives, whose turn is next, and whose event or turn it is.
  localparam int unsigned Event = Members;
  localparam int unsigned Ahead = Members + 1;
  localparam int unsigned Own = Members + 2;
  localparam int unsigned Rows = Members + 3;
  logic [Rows*Members-1:0] lines;  // whose row it is
  logic [Rows*MemberRowBits-1:0] rows, rows_d;
  logic [Members-1:0] gives;    // a sum of its ring was given out
  logic [Members-1:0] answers;  // and another switch sends its packets
  logic [Members-1:0] holds;    // its ring is held
  logic [Members-1:0] line;     // of a row, one after the other, in a loop
  assign rows = {own_q, ahead_row, numbered, members_q};
  always_comb begin
    lines = '0;
    for (int unsigned m = 0; m < Members; m++) begin
      ring_was = rings_q[(m/MaxHosts)*RingRowBits+:RingRowBits];
      lines[m*Members+m] = 1'b1;
      gives[m] = released_i && released_ring_i == 4'(m / MaxHosts);
      answers[m] = gives[m] && ring_was.leaf && !is_host[m];
      holds[m] = hold_o[m/MaxHosts];
    end
    lines[Event*Members+:Members] = of_event;
    lines[Ahead*Members+:Members] = ahead_mine;
    lines[Own*Members+:Members] = mine;
    for (int unsigned n = 0; n < Rows; n++) begin
      line = lines[n*Members+:Members];
      was = rows[n*MemberRowBits+:MemberRowBits];
      later = was;
      if (tick && !is_old(was.asked_age)) later.asked_age = was.asked_age + 4'd1;
      if ((answers & line) != '0) later.asked_age = '0;
      if ((gives & line) != '0 || (tick && (holds & line) != '0)) later.heard_age = '0;
      else if (tick && !is_old(was.heard_age)) later.heard_age = was.heard_age + 4'd1;
      if ((forgets & line) != '0) begin
        later.known = 1'b0;
        later.replaying = 1'b0;
        later.lost = '0;
        later.lost_end = '0;
      end
      rows_d[n*MemberRowBits+:MemberRowBits] = later;
    end
  end

  // What its event or turn makes of a member's row.
  always_comb begin
    next = rows_d[Own*MemberRowBits+:MemberRowBits];
    if (news || offers || due) next.heard_age = '0;
    if (begins_q) begin
      next.reached = 1'b0;
      next.msn = '0;
      next.acked = '0;
      next.lost = '0;
      next.lost_end = '0;
      next.asked_age = '0;
      next.heard_age = '0;
    end
    if (sees) begin
      next.asked = asked && !follows && !begins_q;
      next.newest = ev_q.number;
      if (begins_q || is_before(own.top, ev_q.number)) next.top = ev_q.number;
      next.expected = follows ? ev_q.behind : expected;
      next.msn = begins_q ? 24'(ev_q.last) : follows && ev_q.last ? msn_next : msn;
    end
    if (sees || tails) next.open = follows ? !ev_q.last : is_open;
    // Since it was asked, or since it sent something.
    if (sees && (!asked || follows)) next.asked_age = '0;
    if (asks || tails) begin
      next.asked = 1'b1;
      next.asked_age = '0;
    end
    if (tails) begin
      next.expected = its.given;
      next.msn = msn;
    end
    if (moves) begin
      next.asked = 1'b0;
      next.open = 1'b0;  // nobody knows
      next.expected = ev_q.behind;
    end
    if (skims) next.expected = ev_q.good ? ev_q.behind : ev_q.number;
    if (skips || misses) begin
      if (!losing) next.lost = skips ? come : ev_q.number;
      next.lost_end = misses ? ev_q.behind : ev_q.number;
    end
    if (mended) next.lost = own.lost + 24'd1;
    if (stands) begin
      next.lost = its.given;
      next.lost_end = its.given + 24'd1;
    end
    if (mended) next.asked_age = '0;
    if (hears || reaches) next.acked = at;
    if (reaches) next.reached = 1'b1;
    if (jumps) begin
      next.replaying = differ(at, its.given);
      next.replay = at;
    end
    if (due) begin
      next.replaying = 1'b1;
      next.replay = own.acked;
    end
    if (offers) begin
      next.replaying = !ends;
      next.replay = after;
    end
    if ((forgets & mine) != '0) begin
      next.known = 1'b0;
      next.replaying = 1'b0;
      next.lost = '0;
      next.lost_end = '0;
    end
  end

  always_comb begin
    for (int unsigned m = 0; m < Members; m++) begin
      written = mine[m] ? next : rows_d[m*MemberRowBits+:MemberRowBits];
      if (starts && of_event[m]) begin
        written.known = 1'b1;
        written.psn0 = event_psn_i;
      end
      if (m % MaxHosts >= Hosts) written = '0;
      members_d[m*MemberRowBits+:MemberRowBits] = written;
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) members_q <= '0;
    else members_q <= members_d;
  end
  always_comb begin
    for (int unsigned m = 0; m < Members; m++) begin
      played = members_q[m*MemberRowBits+:MemberRowBits];
      replays[m] = played.replaying;
    end
  end

  // ------------------------------------------------------------------------------ the ring's row
  always_comb begin
    for (int unsigned r = 0; r < Rings; r++) begin
      ring_next = rings_q[r*RingRowBits+:RingRowBits];
      if (closing_i && closing_ring_i == 4'(r)) begin
        ring_next.leaf = closing_leaf_i;
        ring_next.given = '0;
        ring_next.ended = '0;
        ring_next.place = 16'((r * (Window + 1) + 32'(closing_slot_i)) * MaxMsgLen);
      end else if (released_i && released_ring_i == 4'(r)) begin
        ring_next.given = ring_next.given + 24'd1;
        ring_next.ended = ring_next.ended + 24'(released_last_i);
        ring_next.unended = !released_last_i;
      end
      rings_d[r*RingRowBits+:RingRowBits] = ring_next;
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) rings_q <= '0;
    else rings_q <= rings_d;
  end

  // ------------------------------------------------------------------------------ what is read
  // What the next cycle decides by: the rows of the event that arrives, or else of the turn. Where that
  // is the row of this cycle it goes on as what becomes of it. The turn stays where something is found,
  // which is known late: so all is selected for a turn that stays and for one that goes on.
  logic finds, same;
  logic [RingBits-1:0] event_ring;
  logic [RingRowBits-1:0] event_its, own_its, ahead_its;
  kind_t event_kind, own_kind, ahead_kind;
  assign finds = quiet && (tails || stands || due);
  // It is the row of this cycle, whatever is found.
  assign same = arrives ? (of_event & mine) != '0 : !quiet && (turn_mine_q & mine) != '0;
  assign event_ring = RingBits'({1'b0, arrives_at} >> 3);
  always_comb begin
    read = (same || (finds && !arrives)) ? next
        : arrives ? rows_d[Event*MemberRowBits+:MemberRowBits] : rows_d[Ahead*MemberRowBits+:MemberRowBits];
    if (arrives) begin
      read.known = numbered.known || starts;
      read.psn0 = starts ? event_psn_i : numbered.psn0;
    end
    // Looked at in a turn alone, and so not when a member becomes known.
    host_read = ((finds ? of_host : ahead_host) & mine) != '0 ? next : finds ? host_row : host_ahead;
    if (((finds ? of_host : ahead_host) & forgets) != '0) host_read.known = 1'b0;
    event_its = '0;
    own_its = '0;
    ahead_its = '0;
    for (int unsigned r = 0; r < Rings; r++) begin
      event_its |= event_ring == RingBits'(r) ? rings_d[r*RingRowBits+:RingRowBits] : '0;
      own_its |= ring == RingBits'(r) ? rings_d[r*RingRowBits+:RingRowBits] : '0;
      ahead_its |= ahead_ring == RingBits'(r) ? rings_d[r*RingRowBits+:RingRowBits] : '0;
    end
    event_kind = '0;
    own_kind = '0;
    ahead_kind = '0;
    for (int unsigned m = 0; m < Members; m++) begin
      address_later = addresses_d[m*AddressBits+:AddressBits];
      ring_later = rings_d[(m/MaxHosts)*RingRowBits+:RingRowBits];
      kind.role = address_later.role;
      kind.between = ring_later.leaf && address_later.role != nf_netreduce_pkg::ROLE_HOST;
      kind.away = ring_later.leaf && address_later.role == nf_netreduce_pkg::ROLE_HOST && !address_later.is_local;
      kind.upper = ring_later.leaf && address_later.role == nf_netreduce_pkg::ROLE_GLOBAL;
      event_kind |= of_event[m] ? kind : '0;
      own_kind |= mine[m] ? kind : '0;
      ahead_kind |= ahead_mine[m] ? kind : '0;
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      own_q <= '0;
      host_own_q <= '0;
      its_q <= '0;
      kind_q <= '0;
    end else begin
      own_q <= read;
      host_own_q <= host_read;
      its_q <= arrives ? event_its : finds ? own_its : ahead_its;
      kind_q <= arrives ? event_kind : finds ? own_kind : ahead_kind;
    end
  end

  // ------------------------------------------------------------------------------ replays
  // The packet that is looked up again.
  typedef struct packed {
    logic                up;     // for the sum of the hosts here
    logic                alone;  // its header
    logic [RingBits-1:0] ring;
    logic [23:0]         psn;
    path_t               path;
  } again_t;
  again_t again, again_q;
  logic replay_busy_q;
  logic [23:0] own_psn, host_psn;  // of the member's own packet, and of the hosts' sum
  assign own_psn = own.psn0 + (replaying ? own.replay : own.lost);
  assign host_psn = host_own.psn0 + own.lost;
  assign again.up = sends_up;
  assign again.alone = between && !sends_up;
  assign again.ring = ring;
  assign again.psn = sends_up ? host_psn : own_psn;
  assign again.path = sends_up ? host_address.path : address.path;

  for (genvar r = 0; r < Rings; r++) begin : gen_ring
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) on_q[r] <= 1'b0;
      else if (closing_i && closing_ring_i == 4'(r)) on_q[r] <= closing_on_i;
    end
    // Until the last job of a replay is in front of the sums that wait.
    assign hold_o[r] = replays[r*MaxHosts+:MaxHosts] != '0
        || ((replay_valid_o || replay_busy_q) && again_q.ring == RingBits'(r));
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      turn_q <= '0;
      turn_mine_q <= Members'(1);
      replay_valid_o <= 1'b0;
      again_q <= '0;
      replay_busy_q <= 1'b0;
      replays_o <= 1'b0;
    end else begin
      replay_busy_q <= replay_busy_i;
      replay_valid_o <= offers || resends || (replay_valid_o && !replay_ready_i);
      replays_o <= due || misses || (hears && gap && differ(at, its.given));
      if (quiet && !due && !stands && !tails) begin
        turn_q <= turn_next;
        turn_mine_q <= turn_mine_next;
      end
      if (offers || resends) again_q <= again;
    end
  end
  assign replay_up_o = again_q.up;
  assign replay_port_o = again_q.path.port;
  always_comb begin
    replay_meta_o = '0;
    if (replay_valid_o) begin
      replay_meta_o.conn = 1'b1;
      replay_meta_o.opcode = nf_netreduce_pkg::OPCODE_SEND_MIDDLE
          | (again_q.alone ? 8'(nf_netreduce_pkg::ALONE) << 5 : 8'd0);
      replay_meta_o.src_ip = again_q.path.src_ip;
      replay_meta_o.dst_ip = again_q.path.dst_ip;
      replay_meta_o.dst_qp = again_q.path.dst_qp;
      replay_meta_o.psn = again_q.psn;
    end
  end

  // ------------------------------------------------------------------------------ NAKs
  nak_t asking;
  logic nak_there, nak_sent_q;
  logic [2:0] unused_count;
  logic [23:0] asks_psn;
  assign asks_psn = ({24{passed}} & (own.psn0 + its.given)) | ({24{!passed}} & (own.psn0 + come));
  assign asking.who = who;
  assign asking.psn = fetches ? own_psn : asks_psn;
  assign asking.msn = msn;

  nf_fifo #(
      .Width($bits(asking)),
      .Depth(Naks)
  ) u_naks (
      .clk_i,
      .rst_ni,
      .in_valid_i (asks || tails || fetches),
      .in_ready_o (naks_room),
      .in_data_i  (asking),
      .out_valid_o(nak_there),
      .out_ready_i(nak_done_i),
      .out_data_o (nak),
      .count_o    (unused_count)
  );
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      nak_sent_q <= 1'b0;
      naks_o <= 1'b0;
    end else begin
      nak_sent_q <= !nak_done_i && (nak_sent_q || (nak_valid_o && nak_ready_i));
      naks_o <= nak_done_i;
    end
  end
  assign nak_ring = RingBits'({1'b0, nak.who} >> 3);
  assign nak_valid_o = nak_there && !nak_sent_q;
  assign nak_psn_o = nak_there ? nak.psn : '0;
  assign nak_qp_o = nak_there ? nak_address.src_qp : '0;
  assign nak_msn_o = nak_there ? nak.msn : '0;
  always_comb begin
    nak_job_o = '0;
    if (nak_there) begin
      nak_job_o.kind = nf_netreduce_pkg::JOB_REPLY;
      nak_job_o.mode = nf_netreduce_pkg::MODE_REPLY;
      nak_job_o.port = 4'(nak_address.path.port);
      nak_job_o.deliver = 8'd1 << nak_address.path.port;
      nak_job_o.place = nak_its.place;
      nak_job_o.slot.ring = 4'(nak_ring);
    end
  end

  // Of a row each reader looks at a part.
  logic unused;
  assign unused = ^{looked, numbered, own, host_own, host_address, address, its, acked_ring, ring_was,
                    host_row, host_ahead, host_read, address_later, ring_later, played, nak_address, nak_its};

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic held_q;
  nf_netreduce_pkg::meta_t meta_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) held_q <= 1'b0;
    else held_q <= replay_valid_o && !replay_ready_i;
  end
  always_ff @(posedge clk_i) meta_q <= replay_meta_o;
  // What was read is what is known.
  logic [MemberRowBits-1:0] own_is;
  logic [RingRowBits-1:0] its_is;
  member_t host_is;
  address_t address_is;
  always_comb begin
    own_is = '0;
    host_is = '0;
    its_is = '0;
    address_is = '0;
    for (int unsigned m = 0; m < Members; m++) begin
      own_is |= mine[m] ? members_q[m*MemberRowBits+:MemberRowBits] : '0;
      host_is |= of_host[m] ? members_q[m*MemberRowBits+:MemberRowBits] : '0;
      address_is |= mine[m] ? addresses_q[m*AddressBits+:AddressBits] : '0;
    end
    for (int unsigned r = 0; r < Rings; r++) begin
      its_is |= ring == RingBits'(r) ? rings_q[r*RingRowBits+:RingRowBits] : '0;
    end
  end
  `NF_ASSERT(RecoveryReadOwn, own_q == own_is && its_q == its_is)
  `NF_ASSERT(RecoveryReadHost, !quiet || (host_own.known == host_is.known && host_own.psn0 == host_is.psn0
                                          && host_own.expected == host_is.expected))
  `NF_ASSERT(RecoveryReadKind, kind_q.role == address_is.role
             && between == (its.leaf && address_is.role != nf_netreduce_pkg::ROLE_HOST)
             && away == (its.leaf && address_is.role == nf_netreduce_pkg::ROLE_HOST && !address_is.is_local)
             && kind_q.upper == (its.leaf && address_is.role == nf_netreduce_pkg::ROLE_GLOBAL))
  // A receiver behind another switch has acknowledged something. A row has this from its first event on.
  `NF_ASSERT(RecoveryReached, !known || !away || begins_q || own.reached == (own.acked != '0))
  // Line and number are of the same member.
  `NF_ASSERT(RecoveryMineIsWho, mine == Members'(1) << who)
  // A packet that is not looked up yet stays as it is.
  `NF_ASSERT(RecoveryReplayStays, !held_q || (replay_valid_o && replay_meta_o == meta_q))
  // A NAK that is on its way was sent.
  `NF_ASSERT(RecoveryNakSent, !nak_done_i || nak_sent_q)
  // A NAK names what is missing, and not what has not been sent.
  `NF_ASSERT(RecoveryAsksBehind, !asks || is_before(expected, ev_q.number))
  // What none is behind is asked for once, when its column is due.
  `NF_ASSERT(RecoveryTailsDue, !tails || (expected == its.given && !is_before(its.given, own.top)))
  // A replay is of sums that were given out.
  `NF_ASSERT(RecoveryReplaysGiven, !offers || (is_before(own.replay, its.given) && !is_before(own.replay, own.acked)))
  // What is looked up again for another switch has come, or its look-up would count as its arrival.
  `NF_ASSERT(RecoveryResendsWhatCame, !resends || is_before(own.lost, sends_up ? host_own.expected : come))
  // A switch is asked for nothing that was given out.
  `NF_ASSERT(RecoveryFetchesDue, !fetches || !is_before(own.lost, its.given))
  // No more is acknowledged than was given out.
  `NF_ASSERT(RecoveryAcksGiven, !hears || at - own.acked <= its.given - own.acked)
  // Members are those that a ring can have.
  `NF_ASSERT(RecoveryMemberIsBuilt, !(enrol_valid_i && 4'(enrol_host_i) >= 4'(Hosts))
             && !(arrives && 4'(event_host_i) >= 4'(Hosts)))
  // A connection is one member's.
  `NF_ASSERT(RecoveryOneMatch, (match_q & (match_q - 1'b1)) == '0)
  // NAKs wait.
  `NF_COVER(RecoveryNaksFull, !naks_room)
  // A host has gone back and the gap has stayed.
  `NF_COVER(RecoveryAsksAgain, asks && asked && is_before(ev_q.number, own.newest))
  // The last packets that were sent are lost.
  `NF_COVER(RecoveryTails, tails)
  // A packet that is taken for missing has come, since its sum has gone.
  `NF_COVER(RecoveryPassed, sees && passed)
  // A time-out.
  `NF_COVER(RecoveryDue, due)
  // Another switch's packets are missing; another switch misses headers.
  `NF_COVER(RecoverySkips, skips)
  `NF_COVER(RecoveryMisses, misses)
  // A receiver behind another switch has what did not come here in order.
  `NF_COVER(RecoveryMoves, moves)
  // What was asked for has not come.
  `NF_COVER(RecoveryStands, stands)
`endif

endmodule
