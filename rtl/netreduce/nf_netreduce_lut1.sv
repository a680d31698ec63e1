// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// LUT#1: which member of which ring a connection {SrcIP, DstIP, DstQP} is (NETREDUCE 4.3.1, Fig. 5,
// Algorithm 2). Members are written by the controller (NETREDUCE 4.2); no packet changes the table.
// A member has a HostID and a port of its own, as its packets are kept in that port's memory. A
// leaf's ring has two members more (NETREDUCE 4.5), HEADER and GLOBAL, with the HostIDs behind those
// of the hosts; as one keeps headers and the other payloads, they may share a port.
//
// It knows, too, for how many contributors each member stands, and so what its packets are marked
// with: of a host, and of HEADER, nothing; of a leaf, which sends to the switch itself, how many
// hosts it has; of GLOBAL that it is the sum of the whole ring, and of how many. A packet with
// another mark is refused.
//
// An acknowledgement names its member by both addresses and the sender's own queue pair, the other
// way round (nf_netreduce_recovery). So no two members have these three alike, but for those whose
// packets go to a switch, which acknowledges none: they bear a mark.
//
// Members change only while their ring is closed, and a ring is opened only with all of its members:
// what the table says of an open ring does not change. A member stays one when its ring is closed;
// its packets are refused then.
//
// It knows no messages and counts no causes.
//
// Answer two cycles after the lookup, one lookup per cycle. Answer to the controller two cycles
// after its question: in the first one each entry is compared, in the second one it is decided. The
// table changes behind the cycle of the answer, so a lookup in the next one finds the member. The
// controller has one question at a time.

`include "nf_assert.svh"

module nf_netreduce_lut1 #(
    parameter int unsigned Connections = 16,  // members of all rings, 2..128; the paper's n * H
    parameter int unsigned Rings = 2          // rings, numbered from 0, 1..16
) (
    input  logic                   clk_i,
    input  logic                   rst_ni,
    // rings
    input  logic                   cfg_valid_i,     // ring cfg_ring_i is opened or closed; of an
                                                    // opened one the ports of its members are
                                                    // noted, one that is not built is ignored
    input  logic [            3:0] cfg_ring_i,
    input  logic                   cfg_open_i,
    // the controller: ADD a member, REMOVE one, or CHECK whether a ring has the members that it needs
    input  logic                   enrol_valid_i,   // one cycle; the others stay until it is done.
                                                    // No cfg_valid_i and no other question from
                                                    // then until it is done
    input  logic [            1:0] enrol_op_i,      // ENROL_*
    input  logic [            3:0] enrol_ring_i,
    input  logic [            2:0] enrol_host_i,    // ADD, REMOVE: HostID
    input  logic [           31:0] enrol_src_ip_i,  // ADD: the connection
    input  logic [           31:0] enrol_dst_ip_i,
    input  logic [           23:0] enrol_dst_qp_i,
    input  logic [           23:0] enrol_src_qp_i,  // ADD: the sender's own queue pair
    input  logic [            2:0] enrol_port_i,
    input  logic [            1:0] enrol_role_i,    // ROLE_*
    input  logic                   enrol_local_i,   // the destination is a host of this switch
    input  logic                   enrol_self_i,    // the destination is this switch itself
    input  logic [            6:0] enrol_parts_i,   // contributors that it stands for
    input  logic [            3:0] enrol_members_i, // CHECK: hosts; 0: the ring will be closed
    input  logic                   enrol_leaf_i,    // CHECK: and HEADER and GLOBAL
    output logic                   enrol_done_o,    // two cycles later; the table changes in it
    output logic                   enrol_ok_o,  // with done: it could be; else nothing has changed
    // lookup
    input  logic                   lookup_valid_i,  // it is never refused
    input  logic                   first_i,         // tagged: it names its ring
    input  logic [           15:0] ring_i,          // RingID, when first
    input  logic [           31:0] src_ip_i,        // the connection
    input  logic [           31:0] dst_ip_i,
    input  logic [           23:0] dst_qp_i,
    input  logic [            2:0] port_i,          // by which it came
    input  logic                   alone_i,         // it is a header alone
    input  logic [            6:0] mark_i,          // its mark, MARK_BITS of its BTH
    // answer; zero unless valid, and but for cause and member zero unless the cause is NONE
    output logic                   valid_o,
    output logic [            7:0] cause_o,         // nf_netreduce_pkg::CAUSE_*; other than NONE:
                                                    // why the packet is not the engine's
    output logic                   member_o,        // all the same the connection is a member's
    output logic [            6:0] connection_o,    // number of the entry
    output logic [            3:0] ring_o,          // RingID
    output logic [            2:0] host_o,          // HostID
    output logic [            1:0] role_o,          // ROLE_*: what the member is to the ring
    output logic                   local_o,         // its destination is a host of this switch
    // ports of its ring; zero with a cause
    output logic [            7:0] hosts_o,         // of the hosts
    output logic [            7:0] globals_o,       // of GLOBAL
    output logic [            7:0] here_o,  // of those whose headers name a host of this switch
    // contributors, a byte a ring
    output logic [    Rings*8-1:0] local_parts_o,   // of its hosts here
    output logic [    Rings*8-1:0] whole_parts_o,   // of the whole ring, as of when it was opened
                                                    // or closed
    // forgetting
    output logic [Connections-1:0] forget_o         // connections of a ring that was opened in the
                                                    // cycle before: LUT#2 forgets their messages
);

  `NF_PARAM(Lut1ConnectionsInRange, Connections >= 2 && Connections <= 128)
  `NF_PARAM(Lut1RingsInRange, Rings >= 1 && Rings <= nf_netreduce_pkg::MAX_RINGS)

  typedef struct packed {
    logic [31:0] src_ip;
    logic [31:0] dst_ip;
    logic [23:0] dst_qp;
  } key_t;
  // A member.
  typedef struct packed {
    logic [6:0]  mark;      // of its packets
    logic        is_local;  // their destination is a host of this switch
    logic [1:0]  role;      // ROLE_*
    logic [2:0]  port;
    logic [2:0]  host;
    logic [3:0]  ring;
    logic [23:0] src_qp;    // acknowledgements go there
    key_t        key;
  } entry_t;
  // A ring, from when it is opened.
  typedef struct packed {
    logic [5:0] whole;  // contributors
    // ports: of the hosts, of GLOBAL, of those whose headers name a host of this switch
    logic [7:0] hosts;
    logic [7:0] globals;
    logic [7:0] here;
  } ring_t;

  logic [Rings-1:0] open_q;
  logic [15:0] all_open;  // rings that are not built are closed
  assign all_open = 16'(open_q);

  // ------------------------------------------------------------------------------ entries
  // A host has no mark, and counts for one.
  function automatic logic [5:0] parts_of(input logic [6:0] mark);
    parts_of = mark == '0 ? 6'd1 : mark[5:0];
  endfunction

  key_t key;
  entry_t enrol, same, looked;  // the controller's; looked: one after the other, in a loop
  localparam int unsigned EntryBits = $bits(enrol);
  logic [Connections*EntryBits-1:0] entries_q;
  logic [Connections-1:0] used_q, match, match_q, put, gone;
  // Of the member that the controller speaks of: the same HostID, port, connection, acknowledgements.
  logic [Connections-1:0] same_host, same_port, same_key, same_acks;
  logic [Connections-1:0] host_q, clash_q;  // of the question: that member; what forbids a new one
  logic add, remove;

  assign key.src_ip = src_ip_i;
  assign key.dst_ip = dst_ip_i;
  assign key.dst_qp = dst_qp_i;
  assign enrol.key.src_ip = enrol_src_ip_i;
  assign enrol.key.dst_ip = enrol_dst_ip_i;
  assign enrol.key.dst_qp = enrol_dst_qp_i;
  assign enrol.src_qp = enrol_src_qp_i;
  assign enrol.ring = enrol_ring_i;
  assign enrol.host = enrol_host_i;
  assign enrol.port = enrol_port_i;
  assign enrol.role = enrol_role_i;
  assign enrol.is_local = enrol_local_i;
  assign put = add ? ~used_q & (used_q + 1'b1) : '0;  // the first entry that is free
  assign gone = remove ? host_q : '0;

  always_comb begin
    for (int unsigned e = 0; e < Connections; e++) begin
      looked = entries_q[e*EntryBits+:EntryBits];
      match[e] = used_q[e] && looked.key == key;
    end
  end
  always_comb begin
    for (int unsigned e = 0; e < Connections; e++) begin
      same = entries_q[e*EntryBits+:EntryBits];
      same_host[e] = used_q[e] && same.ring == enrol.ring && same.host == enrol.host;
      same_port[e] = used_q[e] && same.ring == enrol.ring && same.port == enrol.port
                     && (same.role == nf_netreduce_pkg::ROLE_HOST
                         || enrol.role == nf_netreduce_pkg::ROLE_HOST);
      same_key[e] = used_q[e] && same.key == enrol.key;
      same_acks[e] = used_q[e] && same.mark == '0 && enrol.mark == '0
                     && same.key.src_ip == enrol.key.src_ip && same.key.dst_ip == enrol.key.dst_ip
                     && same.src_qp == enrol.src_qp;
    end
  end

  for (genvar e = 0; e < Connections; e++) begin : gen_entry
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) used_q[e] <= 1'b0;
      else used_q[e] <= (used_q[e] || put[e]) && !gone[e];
    end
    always_ff @(posedge clk_i) if (put[e]) entries_q[e*EntryBits+:EntryBits] <= enrol;
  end
  always_ff @(posedge clk_i) begin
    host_q <= same_host;
    clash_q <= same_host | same_port | same_key | same_acks;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) match_q <= '0;
    else match_q <= match;
  end

  // ------------------------------------------------------------------------------ the controller
  // A question is compared with the entries, then decided; the table changes in the cycle of its
  // answer. What it says stays meanwhile.
  logic weighs_q;  // it is decided
  logic enrol_closed, whole, enrol_ok;
  logic [7:0] host_ids, header_ids, global_ids, want_hosts;  // HostIDs of the ring, by role
  logic [7:0] host_ids_q, header_ids_q, global_ids_q;
  logic [6:0] mark_q;  // of the new member

  entry_t listed;  // one after the other, in a loop
  always_comb begin
    host_ids = '0;
    header_ids = '0;
    global_ids = '0;
    for (int unsigned e = 0; e < Connections; e++) begin
      listed = entries_q[e*EntryBits+:EntryBits];
      if (used_q[e] && listed.ring == enrol_ring_i) begin
        if (listed.role == nf_netreduce_pkg::ROLE_HOST) host_ids |= 8'd1 << listed.host;
        if (listed.role == nf_netreduce_pkg::ROLE_HEADER) header_ids |= 8'd1 << listed.host;
        if (listed.role == nf_netreduce_pkg::ROLE_GLOBAL) global_ids |= 8'd1 << listed.host;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    host_ids_q <= host_ids;
    header_ids_q <= header_ids;
    global_ids_q <= global_ids;
    mark_q <= enrol.mark;
  end
  for (genvar h = 0; h < 8; h++) begin : gen_want
    assign want_hosts[h] = enrol_members_i > 4'(h);
  end
  assign whole = enrol_members_i == '0
      || (5'(enrol_members_i) + {3'd0, enrol_leaf_i, 1'b0} <= 5'(nf_netreduce_pkg::MAX_HOSTS)
          && host_ids_q == want_hosts
          && header_ids_q == (enrol_leaf_i ? 8'd1 << enrol_members_i : 8'd0)
          && global_ids_q == (enrol_leaf_i ? 8'd2 << enrol_members_i : 8'd0));
  assign enrol_closed = 5'(enrol_ring_i) < 5'(Rings) && !all_open[enrol_ring_i];

  // Contributors of a ring's hosts are counted as these come and go.
  localparam int unsigned PartsBits = 6;
  logic [Rings*PartsBits-1:0] local_q;
  logic [5:0] gone_parts, come_parts, now_parts;
  logic [5:0] more_parts;
  logic gone_host, parts_fit;
  logic one_fits_q, all_fit_q;  // a host that stands for itself, or for enrol_parts_i
  entry_t leaver;  // one after the other, in a loop
  always_comb begin
    now_parts = '0;
    for (int unsigned r = 0; r < Rings; r++)
      if (enrol_ring_i == 4'(r)) now_parts = local_q[r*PartsBits+:PartsBits];
    gone_host = 1'b0;
    gone_parts = '0;
    for (int unsigned e = 0; e < Connections; e++) begin
      leaver = entries_q[e*EntryBits+:EntryBits];
      gone_host |= host_q[e] && leaver.role == nf_netreduce_pkg::ROLE_HOST;
      gone_parts |= host_q[e] ? parts_of(leaver.mark) : '0;
    end
  end

  always_comb begin
    enrol.mark = '0;
    if (enrol_role_i == nf_netreduce_pkg::ROLE_GLOBAL)
      enrol.mark = 7'(nf_netreduce_pkg::RESULT) | {1'b0, enrol_parts_i[5:0]};
    else if (enrol_role_i == nf_netreduce_pkg::ROLE_HOST && enrol_self_i)
      enrol.mark = {1'b0, enrol_parts_i[5:0]};
  end
  assign come_parts = enrol_role_i == nf_netreduce_pkg::ROLE_HOST ? parts_of(mark_q) : '0;
  assign more_parts = now_parts + come_parts;
  always_ff @(posedge clk_i) begin
    one_fits_q <= now_parts < 6'(nf_netreduce_pkg::MOST_PARTS);
    all_fit_q <= 8'(now_parts) + 8'(enrol_parts_i) <= 8'(nf_netreduce_pkg::MOST_PARTS);
  end
  assign parts_fit = enrol_role_i == nf_netreduce_pkg::ROLE_HEADER
      || (enrol_parts_i != '0 && enrol_parts_i <= 7'(nf_netreduce_pkg::MOST_PARTS)
          && (mark_q != '0 || enrol_parts_i == 7'd1)
          && (enrol_role_i != nf_netreduce_pkg::ROLE_HOST
              || (mark_q == '0 ? one_fits_q : all_fit_q)));

  always_comb begin
    case (enrol_op_i)
      nf_netreduce_pkg::ENROL_ADD:
      enrol_ok = enrol_closed && parts_fit && clash_q == '0 && !(&used_q);
      nf_netreduce_pkg::ENROL_REMOVE: enrol_ok = enrol_closed && host_q != '0;
      nf_netreduce_pkg::ENROL_CHECK: enrol_ok = whole;
      default: enrol_ok = 1'b0;
    endcase
  end
  assign add = enrol_ok_o && enrol_op_i == nf_netreduce_pkg::ENROL_ADD;
  assign remove = enrol_ok_o && enrol_op_i == nf_netreduce_pkg::ENROL_REMOVE;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      weighs_q <= 1'b0;
      enrol_done_o <= 1'b0;
      enrol_ok_o <= 1'b0;
    end else begin
      weighs_q <= enrol_valid_i;
      enrol_done_o <= weighs_q;
      enrol_ok_o <= weighs_q && enrol_ok;
    end
  end

  // ------------------------------------------------------------------------------ rings
  // The ports are noted when the ring is opened; they do not change while it is.
  logic [Connections-1:0] of_cfg;
  ring_t cfg_ring, hit_ring, shown;  // that is opened or closed; the packet's; each, in a loop
  entry_t member;             // one after the other, in a loop
  localparam int unsigned RingBits = $bits(cfg_ring);
  logic [Rings*RingBits-1:0] rings_q;

  always_comb begin
    cfg_ring = '0;
    for (int unsigned e = 0; e < Connections; e++) begin
      member = entries_q[e*EntryBits+:EntryBits];
      of_cfg[e] = used_q[e] && member.ring == cfg_ring_i;
      if (of_cfg[e]) begin
        if (member.role == nf_netreduce_pkg::ROLE_HOST) cfg_ring.hosts |= 8'd1 << member.port;
        if (member.role == nf_netreduce_pkg::ROLE_GLOBAL) begin
          cfg_ring.globals |= 8'd1 << member.port;
          cfg_ring.whole |= member.mark[5:0];
        end else if (member.role == nf_netreduce_pkg::ROLE_HEADER || member.is_local) begin
          cfg_ring.here |= 8'd1 << member.port;
        end
      end
    end
    // Without a GLOBAL its hosts here are all of it.
    for (int unsigned r = 0; r < Rings; r++)
      if (cfg_ring_i == 4'(r) && cfg_ring.whole == '0)
        cfg_ring.whole = local_q[r*PartsBits+:PartsBits];
  end
  for (genvar r = 0; r < Rings; r++) begin : gen_ring
    logic cfg;
    assign cfg = cfg_valid_i && cfg_ring_i == 4'(r);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        local_q[r*PartsBits+:PartsBits] <= '0;
        open_q[r] <= 1'b0;
        rings_q[r*RingBits+:RingBits] <= '0;
      end else begin
        if (add && enrol_ring_i == 4'(r)) local_q[r*PartsBits+:PartsBits] <= more_parts;
        if (remove && gone_host && enrol_ring_i == 4'(r))
          local_q[r*PartsBits+:PartsBits] <= now_parts - gone_parts;
        if (cfg) begin
          open_q[r] <= cfg_open_i;
          rings_q[r*RingBits+:RingBits] <= cfg_ring;
        end
      end
    end
  end
  always_comb begin
    for (int unsigned r = 0; r < Rings; r++) begin
      shown = rings_q[r*RingBits+:RingBits];
      local_parts_o[r*8+:8] = 8'(local_q[r*PartsBits+:PartsBits]);
      whole_parts_o[r*8+:8] = 8'(shown.whole);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) forget_o <= '0;
    else forget_o <= (cfg_valid_i && cfg_open_i) ? of_cfg : '0;
  end

  // ------------------------------------------------------------------------------ answer
  typedef struct packed {
    logic [6:0]  mark;
    logic        alone;
    logic [2:0]  port;
    logic [15:0] ring;
    logic        first;
  } ask_t;  // what is looked up, besides the connection
  ask_t ask, ask_q;
  entry_t found;
  logic valid_q, hit, accepts;
  logic [6:0] hit_at;
  logic [7:0] cause;

  assign ask.first = first_i;
  assign ask.ring = ring_i;
  assign ask.port = port_i;
  assign ask.alone = alone_i;
  assign ask.mark = mark_i;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= lookup_valid_i;
  end
  always_ff @(posedge clk_i) ask_q <= ask;

  always_comb begin
    hit_at = '0;
    found = '0;
    for (int unsigned e = 0; e < Connections; e++) begin
      hit_at |= match_q[e] ? 7'(e) : '0;
      found |= match_q[e] ? entries_q[e*EntryBits+:EntryBits] : '0;
    end
  end
  assign hit = |match_q;
  always_comb begin
    hit_ring = '0;
    for (int unsigned r = 0; r < Rings; r++)
      if (found.ring == 4'(r)) hit_ring = rings_q[r*RingBits+:RingBits];
  end

  always_comb begin
    cause = nf_netreduce_pkg::CAUSE_NONE;
    if (!hit) begin
      cause = ask_q.first ? nf_netreduce_pkg::CAUSE_UNREGISTERED : nf_netreduce_pkg::CAUSE_UNKNOWN;
    end else if (found.port != ask_q.port) cause = nf_netreduce_pkg::CAUSE_MEMBER;
    else if (!all_open[found.ring]) cause = nf_netreduce_pkg::CAUSE_NO_RING;
    else if (ask_q.first && ask_q.ring != 16'(found.ring))
      cause = nf_netreduce_pkg::CAUSE_OTHER_RING;
    else if (ask_q.alone != (found.role == nf_netreduce_pkg::ROLE_HEADER))
      cause = nf_netreduce_pkg::CAUSE_ROLE;
    else if (ask_q.mark != found.mark) cause = nf_netreduce_pkg::CAUSE_MARK;
  end
  assign accepts = valid_q && cause == nf_netreduce_pkg::CAUSE_NONE;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_o <= 1'b0;
      cause_o <= '0;
      member_o <= 1'b0;
      connection_o <= '0;
      ring_o <= '0;
      host_o <= '0;
      role_o <= '0;
      local_o <= 1'b0;
      hosts_o <= '0;
      globals_o <= '0;
      here_o <= '0;
    end else begin
      valid_o <= valid_q;
      cause_o <= valid_q ? cause : '0;
      member_o <= valid_q && hit;
      connection_o <= accepts ? hit_at : '0;
      ring_o <= accepts ? found.ring : '0;
      host_o <= accepts ? found.host : '0;
      role_o <= accepts ? found.role : '0;
      local_o <= accepts && found.is_local;
      hosts_o <= accepts ? hit_ring.hosts : '0;
      globals_o <= accepts ? hit_ring.globals : '0;
      here_o <= accepts ? hit_ring.here : '0;
    end
  end

  // Of an entry each reader looks at a part.
  logic unused;
  assign unused = ^{same, looked, listed, leaver, member, found.key, found.src_qp,
                    hit_ring.whole, shown};

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic [Connections-1:0] used_was_q;
  logic changed_q, held_q;
  logic [1:0] op_was_q;
  entry_t enrol_was_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      used_was_q <= '0;
      changed_q <= 1'b0;
      held_q <= 1'b0;
    end else begin
      used_was_q <= used_q;
      changed_q <= add || remove;
      held_q <= enrol_valid_i || weighs_q;
    end
  end
  always_ff @(posedge clk_i) begin
    op_was_q <= enrol_op_i;
    enrol_was_q <= enrol;
  end
  // A connection has one entry at most.
  `NF_ASSERT(Lut1OneEntry, (match_q & (match_q - 1'b1)) == '0)
  // A HostID of a ring has one entry at most.
  `NF_ASSERT(Lut1OneMember, !enrol_valid_i || (same_host & (same_host - 1'b1)) == '0)
  // The controller speaks of members at other times than a ring is opened or closed, and waits for
  // the answer.
  `NF_ASSERT(Lut1OneAtATime, 3'(cfg_valid_i) + 3'(enrol_valid_i) + 3'(weighs_q)
             + 3'(enrol_done_o) <= 3'd1)
  // A question stays until it is answered.
  `NF_ASSERT(Lut1QuestionStays, !held_q || (enrol_op_i == op_was_q && enrol == enrol_was_q))
  // Only the controller changes who is a member, and says so.
  `NF_ASSERT(Lut1ControllerAlone, changed_q || used_q == used_was_q)
  // A member of an open ring is one of those that its ports were noted of.
  `NF_ASSERT(Lut1OpenIsWhole, !valid_q || !hit || !all_open[found.ring]
             || (found.role == nf_netreduce_pkg::ROLE_HEADER ? hit_ring.here[found.port]
                 : found.role == nf_netreduce_pkg::ROLE_GLOBAL ? hit_ring.globals[found.port]
                 : hit_ring.hosts[found.port]))
  // Hosts of a ring that is open contribute, and no fewer than are here make the whole of it.
  logic [Rings-1:0] counted;
  for (genvar r = 0; r < Rings; r++) begin : gen_counted
    assign counted[r] = !open_q[r] || (local_parts_o[r*8+:8] != '0 && whole_parts_o[r*8+:8] != '0);
  end
  `NF_ASSERT(Lut1OpenCounts, counted == '1)
  // A member is asked for while its ring is closed.
  `NF_COVER(Lut1ClosedMember, valid_q && hit && !all_open[found.ring])
  // The controller speaks while packets are looked up.
  `NF_COVER(Lut1EnrolMeetsLookup, enrol_valid_i && lookup_valid_i)
`endif

endmodule
