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
// It counts a member's packets only from the ring's very first one; before that it asks for nothing.
// A message's first packet that none follows is the time-out's of the host. It makes no frames, knows no places
// but that of a header to reply to, and sees no payload.
// An event a cycle; what is to be done is looked for in the cycles without, a member in each. An event
// is numbered in a first cycle and compared with what is known in a second. Latency from an event to
// a NAK 2 cycles.

`include "nf_assert.svh"

module nf_netreduce_recovery #(
    parameter int unsigned Rings = 1,        // 1..16
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
    input  logic             closing_on_i,      // its losses will be repaired here
    input  logic             closing_leaf_i,    // it has hosts at other switches too
    // a member has come, or gone
    input  logic             enrol_valid_i,
    input  logic             enrol_add_i,
    input  logic [      3:0] enrol_ring_i,
    input  logic [      2:0] enrol_host_i,
    input  logic [      2:0] enrol_port_i,
    input  logic [      1:0] enrol_role_i,      // ROLE_*
    input  logic             enrol_local_i,     // its destination is a host of this switch
    input  logic [     31:0] enrol_src_ip_i,
    input  logic [     31:0] enrol_dst_ip_i,
    input  logic [     23:0] enrol_dst_qp_i,
    input  logic [     23:0] enrol_src_qp_i,
    // if a frame of this connection is an acknowledgement: whose packets', two cycles later
    input  logic [     31:0] ack_src_ip_i,
    input  logic [     31:0] ack_dst_ip_i,
    input  logic [     23:0] ack_dst_qp_i,
    output logic             ack_hit_o,
    output logic [      3:0] ack_ring_o,
    output logic [      2:0] ack_host_o,
    // a member's packet, or an acknowledgement of them
    input  logic             event_valid_i,
    input  logic [      1:0] event_ack_i,       // ACK_*; NONE: a packet
    input  logic [      3:0] event_ring_i,
    input  logic [      2:0] event_host_i,
    input  logic [     23:0] event_psn_i,
    input  logic             event_good_i,      // it was accepted, now or before
    input  logic             event_origin_i,    // the first one of the ring's first message
    input  logic             event_last_i,      // the last one of its message
    // a sum was given out
    input  logic             released_i,
    input  logic [      3:0] released_ring_i,
    input  logic             released_last_i,   // its message's last one
    // rings that may give out none
    output logic [Rings-1:0] hold_o,
    // a packet is looked up again for its sum, or its header; up: for that of the hosts here
    output logic             replay_valid_o,
    output logic             replay_up_o,
    input  logic             replay_ready_i,
    output logic [    255:0] replay_meta_o,     // record `meta`; zero unless valid
    output logic [      2:0] replay_port_o,
    input  logic             replay_busy_i,     // it is on its way, or its job
    // a NAK; PSN, queue pair and MSN stay until it is on its way
    output logic             nak_valid_o,
    input  logic             nak_ready_i,
    output logic [     63:0] nak_job_o,         // record `job`
    output logic [     23:0] nak_psn_o,
    output logic [     23:0] nak_qp_o,
    output logic [     23:0] nak_msn_o,
    input  logic             nak_done_i,
    // in the cycle before: a NAK went; a replay began
    output logic             naks_o,
    output logic             replays_o
);

  `NF_PARAM(RecoveryRingsInRange, Rings >= 1 && Rings <= nf_netreduce_pkg::MAX_RINGS)
  `NF_PARAM(RecoveryWindowInRange, Window >= 1 && Window <= nf_netreduce_pkg::MAX_WINDOW)
  `NF_PARAM(RecoveryMaxMsgLenInRange, MaxMsgLen >= 1 && MaxMsgLen <= nf_netreduce_pkg::MAX_MSGLEN)

  localparam int unsigned Hosts = nf_netreduce_pkg::MAX_HOSTS;
  localparam int unsigned Members = Rings * Hosts;
  localparam int unsigned RingBits = (Rings > 1) ? $clog2(Rings) : 1;
  localparam int unsigned MemberBits = $clog2(Members);
  localparam int unsigned Naks = 4;  // that wait
  localparam int unsigned AddressBits = 2 + 1 + 3 + 32 + 32 + 24 + 24;
  localparam int unsigned TickBits = 3;          // ticks of AGAIN
  localparam logic [3:0] Old = 4'd9;             // an age begins somewhere between two ticks

  // Numbers of packets wrap as PSNs do.
  function automatic logic is_before(input logic [23:0] a, input logic [23:0] b);
    // The difference is negative.
    is_before = 1'((a - b) >> 23);
  endfunction

  // ------------------------------------------------------------------------------ members
  logic [Members-1:0] used_q, match_q;
  logic [Members*AddressBits-1:0] address_q;  // {role, local, port, src_ip, dst_ip, dst_qp, src_qp}
  logic [Rings-1:0] on_q, leaf_q;
  logic [MemberBits-1:0] enrol_at, hit;

  assign enrol_at = MemberBits'({enrol_ring_i, enrol_host_i});
  for (genvar m = 0; m < Members; m++) begin : gen_address
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        used_q[m] <= 1'b0;
        match_q[m] <= 1'b0;
        address_q[m*AddressBits+:AddressBits] <= '0;
      end else begin
        // An acknowledgement goes the other way, to the sender's own queue pair.
        match_q[m] <= used_q[m] && on_q[m/Hosts] && address_q[m*AddressBits+80+:32] == ack_dst_ip_i
            && address_q[m*AddressBits+48+:32] == ack_src_ip_i
            && address_q[m*AddressBits+:24] == ack_dst_qp_i;
        if (enrol_valid_i && enrol_at == MemberBits'(m)) begin
          used_q[m] <= enrol_add_i;
          address_q[m*AddressBits+:AddressBits] <= {
            enrol_role_i, enrol_local_i, enrol_port_i, enrol_src_ip_i, enrol_dst_ip_i,
            enrol_dst_qp_i, enrol_src_qp_i
          };
        end
      end
    end
  end
  always_comb begin
    hit = '0;
    for (int unsigned m = 0; m < Members; m++) hit = hit | (match_q[m] ? MemberBits'(m) : '0);
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ack_hit_o <= 1'b0;
      ack_ring_o <= '0;
      ack_host_o <= '0;
    end else begin
      ack_hit_o <= match_q != '0;
      ack_ring_o <= 4'(RingBits'({1'b0, hit} >> 3));
      ack_host_o <= hit[2:0];
    end
  end

  // ------------------------------------------------------------------------------ what is known
  // Of a member: its packet in the ring's first column, the first one that is missing, the one that
  // came last, messages that have come; sums: the first one that is not acknowledged, the next one
  // of a replay. From lost to lost_end, which is not: what another switch lacks, or is to be asked
  // for. Ages are in ticks.
  logic [Members-1:0] known_q, asked_q, replaying_q;
  logic [Members-1:0] open_q;  // what is missing is of a message that has begun
  logic [Members*24-1:0] psn0_q, expected_q, newest_q, top_q, msn_q, acked_q, replay_q, lost_q, lost_end_q;
  logic [Members*4-1:0] asked_age_q, heard_age_q;
  logic [Rings*24-1:0] given_q, ended_q;  // sums that were given out, and messages as a whole
  logic [Rings-1:0] within_q;  // the last of these sums was not its message's last
  logic [Rings*16-1:0] place_q;  // of the first column

  logic [MemberBits-1:0] who, turn_q;
  logic [RingBits-1:0] ring;
  logic event_here, quiet, gap;
  logic known, asked, replaying, passed, is_open;
  logic [1:0] role;
  logic between, away, gets;  // another switch's packets; its receiver is there; it gets sums
  logic [23:0] psn0, come, expected, newest, top, msn, acked, replay, given, ended, lost, lost_end;
  logic [3:0] asked_age, heard_age;
  logic [MemberBits-1:0] host;  // HostID 0 of the ring
  logic [23:0] host_come;

  // First cycle: what number its packet has. Only here a member becomes known, so that the next event
  // finds it. What comes while its ring is set up, or its member changes, is of neither the old one nor
  // the new one.
  logic arrives, starts;
  logic [MemberBits-1:0] arrives_at;
  logic [23:0] from;
  assign arrives_at = MemberBits'({event_ring_i, event_host_i});
  assign arrives = event_valid_i && 5'(event_ring_i) < 5'(Rings) && on_q[RingBits'(event_ring_i)]
      && !(closing_i && closing_ring_i == event_ring_i)
      && !(enrol_valid_i && enrol_at == arrives_at);
  assign starts = arrives && event_ack_i == nf_netreduce_pkg::ACK_NONE && !known_q[arrives_at]
      && event_good_i && event_origin_i;
  assign from = psn0_q[arrives_at*24+:24];

  logic event_q, begins_q, good_q, last_q;
  logic [1:0] ack_q;
  logic [MemberBits-1:0] event_who_q;
  logic [23:0] number_q, behind_q;  // of the packet, and of the one behind it
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      event_q <= 1'b0;
      begins_q <= 1'b0;
      good_q <= 1'b0;
      last_q <= 1'b0;
      ack_q <= '0;
      event_who_q <= '0;
      number_q <= '0;
      behind_q <= '0;
    end else begin
      event_q <= arrives;
      begins_q <= starts;
      if (arrives) begin
        good_q <= event_good_i;
        last_q <= event_last_i;
        ack_q <= event_ack_i;
        event_who_q <= arrives_at;
        number_q <= starts ? '0 : event_psn_i - from;
        behind_q <= starts ? 24'd1 : event_psn_i - from + 24'd1;
      end
    end
  end

  // Second cycle: the member whose event it is, or whose turn.
  assign event_here = event_q;
  assign quiet = !event_here && !replay_valid_o;
  assign who = event_here ? event_who_q : turn_q;
  assign ring = RingBits'({1'b0, who} >> 3);
  assign gap = ack_q == nf_netreduce_pkg::ACK_GAP;
  assign known = known_q[who];
  assign asked = asked_q[who] && !passed;
  assign replaying = replaying_q[who];
  assign psn0 = psn0_q[who*24+:24];
  // What sums were made of has come, in whatever order.
  assign passed = known && !between && is_before(come, given);
  assign come = expected_q[who*24+:24];
  assign expected = passed ? given : come;  // compares are with both, and then selected
  assign newest = newest_q[who*24+:24];
  assign top = top_q[who*24+:24];  // newest is what came last, top the farthest
  assign ended = ended_q[ring*24+:24];
  assign msn = passed ? ended : msn_q[who*24+:24];
  assign is_open = passed ? within_q[ring] : open_q[who];
  assign acked = acked_q[who*24+:24];
  assign replay = replay_q[who*24+:24];
  assign asked_age = asked_age_q[who*4+:4];
  assign heard_age = heard_age_q[who*4+:4];
  assign given = given_q[ring*24+:24];
  assign role = address_q[who*AddressBits+116+:2];
  assign between = leaf_q[ring] && role != nf_netreduce_pkg::ROLE_HOST;
  assign away = leaf_q[ring] && role == nf_netreduce_pkg::ROLE_HOST
      && !address_q[who*AddressBits+115];
  assign gets = !away && !(leaf_q[ring] && role == nf_netreduce_pkg::ROLE_GLOBAL);
  assign lost = lost_q[who*24+:24];
  assign lost_end = lost_end_q[who*24+:24];
  assign host = MemberBits'({ring, 3'd0});
  assign host_come = expected_q[host*24+:24];

  // A packet: of a host, or of another switch.
  logic packet, sees, is_next, follows, ahead, asks, naks_room, skims, skips;
  logic [23:0] at, first, msn_next;  // first: what is expected
  assign at = ack_q == nf_netreduce_pkg::ACK_GOOD ? behind_q : number_q;
  assign packet = event_here && ack_q == nf_netreduce_pkg::ACK_NONE && known;
  assign sees = packet && !between;
  assign first = begins_q ? '0 : expected;
  assign is_next = begins_q || (passed ? number_q == given : number_q == come);
  assign follows = sees && is_next && good_q;
  assign msn_next = passed ? ended + 24'd1 : msn_q[who*24+:24] + 24'd1;
  assign ahead = !begins_q && (passed ? is_before(given, number_q) : is_before(come, number_q));
  assign asks = sees && ahead && naks_room
      && (!asked || is_before(number_q, newest) || asked_age == Old) && (!away || acked != '0);
  assign skims = packet && between && (begins_q || !is_before(number_q, come));
  assign skips = skims && !begins_q && number_q != come;

  // An acknowledgement of what was given out.
  logic hears, news, jumps;
  assign news = hears && at != acked;
  assign hears = event_here && ack_q != nf_netreduce_pkg::ACK_NONE && known && gets
      && !is_before(at, acked) && !is_before(given, at) && (at != acked || gap);
  assign jumps = hears && (gap || (replaying && is_before(replay, at)));

  // A receiver behind another switch has all before a packet: the headers, so the packets had come,
  // in whatever order. That switch misses a header that has come.
  logic reaches, moves, misses;
  assign reaches = event_here && ack_q == nf_netreduce_pkg::ACK_GOOD && away && known
      && behind_q != '0 && !is_before(top, number_q);
  assign moves = reaches && is_before(come, behind_q);
  assign misses = event_here && gap && away && known && is_before(number_q, come)
      && (lost == lost_end || !is_before(number_q, lost_end));

  // What is to be done for the member whose turn it is.
  logic offers, due, mends, mended, lacks, resends, fetches, sends_up, stands, tails, ends;
  logic [23:0] after, differ;
  assign tails = quiet && known && !between && is_open && (passed || come == given)
      && !is_before(given, top) && !asked && asked_age == Old && heard_age == Old && naks_room
      && (!away || acked != '0);
  assign offers = quiet && !tails && replaying;
  assign mends = quiet && !tails && !replaying && lost != lost_end;
  assign mended = mends && (role != nf_netreduce_pkg::ROLE_HEADER || naks_room);
  assign lacks = mended && role != nf_netreduce_pkg::ROLE_HOST && !is_before(lost, given);
  assign fetches = lacks && role == nf_netreduce_pkg::ROLE_HEADER;
  // The hosts' sum can be there only when the host's packet is.
  assign sends_up = lacks && role == nf_netreduce_pkg::ROLE_GLOBAL && known_q[host]
      && is_before(lost, host_come);
  assign resends = (mended && role == nf_netreduce_pkg::ROLE_HOST) || sends_up;
  assign stands = quiet && !tails && !replaying && !mends && between && asked_age == Old
      && (known || role == nf_netreduce_pkg::ROLE_GLOBAL) && known_q[host] && is_before(given, host_come);
  assign due = quiet && !tails && !replaying && !mends && !stands && known && gets && acked != given
      && heard_age == Old;
  assign after = replay + 24'd1;
  // Is it `given`? Each bit in which that differs from `replay` takes a carry, so that none has to
  // come through all bits.
  assign differ = replay ^ given;
  assign ends = differ == {differ[22:0] & replay[22:0], 1'b1};

  // ------------------------------------------------------------------------------ time
  logic tick;
  logic [23:0] cycles_q;
  assign tick = cycles_q + 24'd1 >= again_i >> TickBits;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) cycles_q <= '0;
    else cycles_q <= tick ? '0 : cycles_q + 24'd1;
  end

  for (genvar m = 0; m < Members; m++) begin : gen_member
    localparam int unsigned Ring = m / Hosts;
    logic mine, forgets, heard, given_here, from_switch;
    assign mine = who == MemberBits'(m);
    // What is known of a member is of its role, in its ring.
    assign forgets = (closing_i && closing_ring_i == 4'(Ring))
        || (enrol_valid_i && enrol_at == MemberBits'(m));
    assign given_here = released_i && released_ring_i == 4'(Ring);
    assign from_switch = leaf_q[Ring]
        && address_q[m*AddressBits+116+:2] != nf_netreduce_pkg::ROLE_HOST;
    assign heard = given_here || (mine && (news || offers || due)) || (tick && hold_o[Ring]);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        known_q[m] <= 1'b0;
        asked_q[m] <= 1'b0;
        open_q[m] <= 1'b0;
        replaying_q[m] <= 1'b0;
        psn0_q[m*24+:24] <= '0;
        expected_q[m*24+:24] <= '0;
        newest_q[m*24+:24] <= '0;
        top_q[m*24+:24] <= '0;
        msn_q[m*24+:24] <= '0;
        acked_q[m*24+:24] <= '0;
        replay_q[m*24+:24] <= '0;
        lost_q[m*24+:24] <= '0;
        lost_end_q[m*24+:24] <= '0;
        asked_age_q[m*4+:4] <= '0;
        heard_age_q[m*4+:4] <= '0;
      end else begin
        if (tick && asked_age_q[m*4+:4] != Old) asked_age_q[m*4+:4] <= asked_age_q[m*4+:4] + 4'd1;
        if (heard) heard_age_q[m*4+:4] <= '0;
        else if (tick && heard_age_q[m*4+:4] != Old)
          heard_age_q[m*4+:4] <= heard_age_q[m*4+:4] + 4'd1;
        if (starts && arrives_at == MemberBits'(m)) begin
          known_q[m] <= 1'b1;
          psn0_q[m*24+:24] <= event_psn_i;
        end
        if (mine && begins_q) begin
          msn_q[m*24+:24] <= '0;
          acked_q[m*24+:24] <= '0;
          lost_q[m*24+:24] <= '0;
          lost_end_q[m*24+:24] <= '0;
          asked_age_q[m*4+:4] <= '0;
          heard_age_q[m*4+:4] <= '0;
        end
        if (mine && sees) begin
          newest_q[m*24+:24] <= number_q;
          if (begins_q || is_before(top, number_q)) top_q[m*24+:24] <= number_q;
          expected_q[m*24+:24] <= follows ? behind_q : first;
          msn_q[m*24+:24] <= begins_q ? 24'(last_q) : follows && last_q ? msn_next : msn;
          asked_q[m] <= asked && !follows && !begins_q;
        end
        // Since it was asked, or since it sent something.
        if (mine && sees && (!asked || follows)) asked_age_q[m*4+:4] <= '0;
        if (mine && (asks || tails)) begin
          asked_q[m] <= 1'b1;
          asked_age_q[m*4+:4] <= '0;
        end
        if (mine && tails) begin
          expected_q[m*24+:24] <= given;
          msn_q[m*24+:24] <= msn;
        end
        if (mine && (sees || tails)) open_q[m] <= follows ? !last_q : is_open;
        if (mine && moves) begin
          expected_q[m*24+:24] <= behind_q;
          asked_q[m] <= 1'b0;
          open_q[m] <= 1'b0;  // nobody knows
        end
        if (mine && skims) expected_q[m*24+:24] <= good_q ? behind_q : number_q;
        if (mine && (skips || misses)) begin
          if (lost_q[m*24+:24] == lost_end_q[m*24+:24])
            lost_q[m*24+:24] <= skips ? come : number_q;
          lost_end_q[m*24+:24] <= misses ? behind_q : number_q;
        end
        if (mine && mended) lost_q[m*24+:24] <= lost + 24'd1;
        if (mine && stands) begin
          lost_q[m*24+:24] <= given;
          lost_end_q[m*24+:24] <= given + 24'd1;
        end
        if ((mine && mended) || (given_here && from_switch))
          asked_age_q[m*4+:4] <= '0;
        if (mine && (hears || reaches)) acked_q[m*24+:24] <= at;
        if (mine && jumps) begin
          replaying_q[m] <= at != given;
          replay_q[m*24+:24] <= at;
        end
        if (mine && due) begin
          replaying_q[m] <= 1'b1;
          replay_q[m*24+:24] <= acked;
        end
        if (mine && offers) begin
          replaying_q[m] <= !ends;
          replay_q[m*24+:24] <= after;
        end
        if (forgets) begin
          known_q[m] <= 1'b0;
          replaying_q[m] <= 1'b0;
          lost_q[m*24+:24] <= '0;
          lost_end_q[m*24+:24] <= '0;
        end
      end
    end
  end

  logic [RingBits-1:0] replay_ring_q;
  logic replay_busy_q;
  for (genvar r = 0; r < Rings; r++) begin : gen_ring
    logic set_up;
    assign set_up = closing_i && closing_ring_i == 4'(r);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        on_q[r] <= 1'b0;
        leaf_q[r] <= 1'b0;
        given_q[r*24+:24] <= '0;
        ended_q[r*24+:24] <= '0;
        within_q[r] <= 1'b0;
        place_q[r*16+:16] <= '0;
      end else if (set_up) begin
        on_q[r] <= closing_on_i;
        leaf_q[r] <= closing_leaf_i;
        given_q[r*24+:24] <= '0;
        ended_q[r*24+:24] <= '0;
        place_q[r*16+:16] <= 16'((r * (Window + 1) + 32'(closing_slot_i)) * MaxMsgLen);
      end else if (released_i && released_ring_i == 4'(r)) begin
        given_q[r*24+:24] <= given_q[r*24+:24] + 24'd1;
        ended_q[r*24+:24] <= ended_q[r*24+:24] + 24'(released_last_i);
        within_q[r] <= !released_last_i;
      end
    end
    // Until the last job of a replay is in front of the sums that wait.
    assign hold_o[r] = replaying_q[r*Hosts+:Hosts] != '0
        || ((replay_valid_o || replay_busy_q) && replay_ring_q == RingBits'(r));
  end

  // ------------------------------------------------------------------------------ replays
  logic [23:0] replay_psn_q;
  logic replay_alone_q;
  logic [90:0] replay_address_q;  // {port, src_ip, dst_ip, dst_qp}
  logic [23:0] own_psn, host_psn;  // of the member's own packet, and of the hosts' sum
  assign own_psn = psn0 + (replaying ? replay : lost);
  assign host_psn = psn0_q[host*24+:24] + lost;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      turn_q <= '0;
      replay_valid_o <= 1'b0;
      replay_up_o <= 1'b0;
      replay_alone_q <= 1'b0;
      replay_ring_q <= '0;
      replay_busy_q <= 1'b0;
      replay_psn_q <= '0;
      replay_address_q <= '0;
      replays_o <= 1'b0;
    end else begin
      replay_busy_q <= replay_busy_i;
      replay_valid_o <= offers || resends || (replay_valid_o && !replay_ready_i);
      replays_o <= due || misses || (hears && gap && at != given);
      if (quiet && !due && !stands && !tails) turn_q <= turn_q == MemberBits'(Members - 1) ? '0 : turn_q + 1'b1;
      if (offers || resends) begin
        replay_ring_q <= ring;
        replay_up_o <= sends_up;
        replay_alone_q <= between && !sends_up;
        replay_psn_q <= sends_up ? host_psn : own_psn;
        replay_address_q <= sends_up ? address_q[host*AddressBits+24+:91]
            : address_q[who*AddressBits+24+:91];
      end
    end
  end
  assign replay_port_o = replay_address_q[88+:3];
  always_comb begin
    replay_meta_o = '0;
    if (replay_valid_o) begin
      replay_meta_o[nf_netreduce_pkg::META_CONN_LSB] = 1'b1;
      replay_meta_o[nf_netreduce_pkg::META_OPCODE_LSB+:8] = nf_netreduce_pkg::OPCODE_SEND_MIDDLE
          | (replay_alone_q ? 8'(nf_netreduce_pkg::ALONE) << 5 : 8'd0);
      replay_meta_o[nf_netreduce_pkg::META_SRC_IP_LSB+:32] = replay_address_q[56+:32];
      replay_meta_o[nf_netreduce_pkg::META_DST_IP_LSB+:32] = replay_address_q[24+:32];
      replay_meta_o[nf_netreduce_pkg::META_DST_QP_LSB+:24] = replay_address_q[0+:24];
      replay_meta_o[nf_netreduce_pkg::META_PSN_LSB+:24] = replay_psn_q;
    end
  end

  // ------------------------------------------------------------------------------ NAKs
  localparam int unsigned NakBits = MemberBits + 24 + 24;
  logic nak_there, nak_sent_q;
  logic [2:0] unused_count;
  logic [MemberBits-1:0] nak_who;
  logic [RingBits-1:0] nak_ring;
  logic [2:0] nak_port;
  logic [23:0] nak_psn, nak_msn, asks_psn;
  assign asks_psn = passed ? psn0 + given : psn0 + come;

  nf_fifo #(
      .Width(NakBits),
      .Depth(Naks)
  ) u_naks (
      .clk_i,
      .rst_ni,
      .in_valid_i (asks || tails || fetches),
      .in_ready_o (naks_room),
      .in_data_i  ({who, fetches ? own_psn : asks_psn, msn}),
      .out_valid_o(nak_there),
      .out_ready_i(nak_done_i),
      .out_data_o ({nak_who, nak_psn, nak_msn}),
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
  assign nak_ring = RingBits'({1'b0, nak_who} >> 3);
  assign nak_valid_o = nak_there && !nak_sent_q;
  assign nak_port = address_q[nak_who*AddressBits+112+:3];
  assign nak_psn_o = nak_there ? nak_psn : '0;
  assign nak_qp_o = nak_there ? address_q[nak_who*AddressBits+:24] : '0;
  assign nak_msn_o = nak_there ? nak_msn : '0;
  always_comb begin
    nak_job_o = '0;
    if (nak_there) begin
      nak_job_o[nf_netreduce_pkg::JOB_KIND_LSB+:2] = nf_netreduce_pkg::JOB_REPLY;
      nak_job_o[nf_netreduce_pkg::JOB_MODE_LSB+:2] = nf_netreduce_pkg::MODE_REPLY;
      nak_job_o[nf_netreduce_pkg::JOB_PORT_LSB+:4] = 4'(nak_port);
      nak_job_o[nf_netreduce_pkg::JOB_DELIVER_LSB+:8] = 8'd1 << nak_port;
      nak_job_o[nf_netreduce_pkg::JOB_PLACE_LSB+:16] = place_q[nak_ring*16+:16];
      nak_job_o[nf_netreduce_pkg::JOB_SLOT_LSB+:7] = {4'(nak_ring), 3'd0};
    end
  end

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic held_q;
  logic [255:0] meta_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) held_q <= 1'b0;
    else held_q <= replay_valid_o && !replay_ready_i;
  end
  always_ff @(posedge clk_i) meta_q <= replay_meta_o;
  // A packet that is not looked up yet stays as it is.
  `NF_ASSERT(RecoveryReplayStays, !held_q || (replay_valid_o && replay_meta_o == meta_q))
  // A NAK that is on its way was sent.
  `NF_ASSERT(RecoveryNakSent, !nak_done_i || nak_sent_q)
  // A NAK names what is missing, and not what has not been sent.
  `NF_ASSERT(RecoveryAsksBehind, !asks || is_before(expected, number_q))
  // What none is behind is asked for once, when its column is due.
  `NF_ASSERT(RecoveryTailsDue, !tails || (expected == given && !is_before(given, top)))
  // A replay is of sums that were given out.
  `NF_ASSERT(RecoveryReplaysGiven, !offers || (is_before(replay, given) && !is_before(replay, acked)))
  // What is looked up again for another switch has come, or its look-up would count as its arrival.
  `NF_ASSERT(RecoveryResendsWhatCame, !resends || is_before(lost, sends_up ? host_come : come))
  // A switch is asked for nothing that was given out.
  `NF_ASSERT(RecoveryFetchesDue, !fetches || !is_before(lost, given))
  // No more is acknowledged than was given out.
  `NF_ASSERT(RecoveryAcksGiven, !hears || at - acked <= given - acked)
  // A connection is one member's.
  `NF_ASSERT(RecoveryOneMatch, (match_q & (match_q - 1'b1)) == '0)
  // NAKs wait.
  `NF_COVER(RecoveryNaksFull, !naks_room)
  // A host has gone back and the gap has stayed.
  `NF_COVER(RecoveryAsksAgain, asks && asked && is_before(number_q, newest))
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
