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
// Members change only while their ring is closed, and a ring is opened only with all of its members:
// what the table says of an open ring does not change. A member stays one when its ring is closed;
// its packets are refused then.
//
// It knows no messages and counts no causes.
//
// Answer two cycles after the lookup, one lookup per cycle; answer to the controller one cycle
// after its question.

`include "nf_assert.svh"

module nf_netreduce_lut1 #(
    parameter int unsigned Connections = 16,  // members of all rings, 2..128
    parameter int unsigned Rings = 2          // 1..16
) (
    input  logic                   clk_i,
    input  logic                   rst_ni,
    // a ring is opened or closed
    input  logic                   cfg_valid_i,
    input  logic [            3:0] cfg_ring_i,
    input  logic                   cfg_open_i,
    // the controller: ENROL_*
    input  logic                   enrol_valid_i,
    input  logic [            1:0] enrol_op_i,
    input  logic [            3:0] enrol_ring_i,
    input  logic [            2:0] enrol_host_i,    // ADD, REMOVE: HostID
    input  logic [           31:0] enrol_src_ip_i,  // ADD
    input  logic [           31:0] enrol_dst_ip_i,
    input  logic [           23:0] enrol_dst_qp_i,
    input  logic [            2:0] enrol_port_i,
    input  logic [            1:0] enrol_role_i,    // ROLE_*
    input  logic                   enrol_local_i,   // the destination is a host of this switch
    input  logic                   enrol_self_i,    // the destination is this switch itself
    input  logic [            6:0] enrol_parts_i,   // contributors that it stands for
    input  logic [            3:0] enrol_members_i, // CHECK: hosts; 0: the ring will be closed
    input  logic                   enrol_leaf_i,    // CHECK: and HEADER and GLOBAL
    output logic                   enrol_done_o,
    output logic                   enrol_ok_o,      // with done: it could be; else nothing changed
    // lookup
    input  logic                   lookup_valid_i,
    input  logic                   first_i,         // tagged: it names its ring
    input  logic [           15:0] ring_i,          // RingID, when first
    input  logic [           31:0] src_ip_i,
    input  logic [           31:0] dst_ip_i,
    input  logic [           23:0] dst_qp_i,
    input  logic [            2:0] port_i,          // by which it came
    input  logic                   alone_i,         // a header alone
    input  logic [            6:0] mark_i,          // MARK_BITS of its BTH
    // answer; zero unless valid, and but for cause and member zero unless the cause is NONE
    output logic                   valid_o,
    output logic [            7:0] cause_o,
    output logic                   member_o,        // the connection is a member's
    output logic [            6:0] connection_o,
    output logic [            3:0] ring_o,
    output logic [            2:0] host_o,
    output logic [            1:0] role_o,          // ROLE_*
    output logic                   local_o,
    // ports of its ring: of the hosts, of GLOBAL, of those whose headers name a host of this switch
    output logic [            7:0] hosts_o,
    output logic [            7:0] globals_o,
    output logic [            7:0] here_o,
    // contributors, a byte a ring: of its hosts here; of the whole ring
    output logic [    Rings*8-1:0] local_parts_o,
    output logic [    Rings*8-1:0] whole_parts_o,
    // connections of a ring that was opened in the cycle before: what they sent is forgotten
    output logic [Connections-1:0] forget_o
);

  `NF_PARAM(Lut1ConnectionsInRange, Connections >= 2 && Connections <= 128)
  `NF_PARAM(Lut1RingsInRange, Rings >= 1 && Rings <= nf_netreduce_pkg::MAX_RINGS)

  localparam int unsigned KeyBits = 32 + 32 + 24;

  logic [Rings-1:0] open_q;
  logic [15:0] all_open;  // rings that are not built are closed
  assign all_open = 16'(open_q);

  // ------------------------------------------------------------------------------ entries
  // A host has no mark, and counts for one.
  function automatic logic [5:0] parts_of(input logic [6:0] mark);
    parts_of = mark == '0 ? 6'd1 : mark[5:0];
  endfunction

  logic [KeyBits-1:0] key, enrol_key;
  logic [Connections-1:0] used_q, match_q, put, gone;
  logic [Connections*4-1:0] entry_ring_q;
  logic [Connections*3-1:0] entry_host_q, entry_port_q;
  logic [Connections*2-1:0] entry_role_q;
  logic [Connections-1:0] entry_local_q;
  logic [Connections*7-1:0] entry_mark_q;
  // Of the member that the controller speaks of: the same HostID, port, connection.
  logic [Connections-1:0] same_host, same_port, same_key;
  logic add, remove;
  logic [6:0] enrol_mark;

  assign key = {src_ip_i, dst_ip_i, dst_qp_i};
  assign enrol_key = {enrol_src_ip_i, enrol_dst_ip_i, enrol_dst_qp_i};
  assign put = add ? ~used_q & (used_q + 1'b1) : '0;  // the first entry that is free
  assign gone = remove ? same_host : '0;

  for (genvar e = 0; e < Connections; e++) begin : gen_entry
    logic [KeyBits-1:0] entry_key_q;
    logic same_ring;
    assign same_ring = used_q[e] && entry_ring_q[e*4+:4] == enrol_ring_i;
    assign same_host[e] = same_ring && entry_host_q[e*3+:3] == enrol_host_i;
    assign same_port[e] = same_ring && entry_port_q[e*3+:3] == enrol_port_i
                          && (entry_role_q[e*2+:2] == nf_netreduce_pkg::ROLE_HOST
                              || enrol_role_i == nf_netreduce_pkg::ROLE_HOST);
    assign same_key[e] = used_q[e] && entry_key_q == enrol_key;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        used_q[e] <= 1'b0;
        match_q[e] <= 1'b0;
      end else begin
        used_q[e] <= (used_q[e] || put[e]) && !gone[e];
        match_q[e] <= used_q[e] && entry_key_q == key;
      end
    end
    always_ff @(posedge clk_i) begin
      if (put[e]) begin
        entry_key_q <= enrol_key;
        entry_ring_q[e*4+:4] <= enrol_ring_i;
        entry_host_q[e*3+:3] <= enrol_host_i;
        entry_port_q[e*3+:3] <= enrol_port_i;
        entry_role_q[e*2+:2] <= enrol_role_i;
        entry_local_q[e] <= enrol_local_i;
        entry_mark_q[e*7+:7] <= enrol_mark;
      end
    end
  end

  // ------------------------------------------------------------------------------ the controller
  logic enrol_closed, whole, enrol_ok;
  logic [7:0] host_ids, header_ids, global_ids, want_hosts;  // HostIDs of the ring, by role

  always_comb begin
    host_ids = '0;
    header_ids = '0;
    global_ids = '0;
    for (int unsigned e = 0; e < Connections; e++)
      if (used_q[e] && entry_ring_q[e*4+:4] == enrol_ring_i) begin
        if (entry_role_q[e*2+:2] == nf_netreduce_pkg::ROLE_HOST)
          host_ids |= 8'd1 << entry_host_q[e*3+:3];
        if (entry_role_q[e*2+:2] == nf_netreduce_pkg::ROLE_HEADER)
          header_ids |= 8'd1 << entry_host_q[e*3+:3];
        if (entry_role_q[e*2+:2] == nf_netreduce_pkg::ROLE_GLOBAL)
          global_ids |= 8'd1 << entry_host_q[e*3+:3];
      end
  end
  assign want_hosts = 8'((9'd1 << enrol_members_i) - 9'd1);
  assign whole = enrol_members_i == '0
      || (5'(enrol_members_i) + {3'd0, enrol_leaf_i, 1'b0} <= 5'(nf_netreduce_pkg::MAX_HOSTS)
          && host_ids == want_hosts
          && header_ids == (enrol_leaf_i ? 8'd1 << enrol_members_i : 8'd0)
          && global_ids == (enrol_leaf_i ? 8'd2 << enrol_members_i : 8'd0));
  assign enrol_closed = 5'(enrol_ring_i) < 5'(Rings) && !all_open[enrol_ring_i];

  // Contributors of a ring's hosts are counted as these come and go.
  logic [Rings*6-1:0] local_q;
  logic [95:0] all_local;
  logic [5:0] gone_parts, come_parts, now_parts;
  logic [6:0] more_parts;
  logic gone_host, parts_fit;
  assign all_local = 96'(local_q);
  assign now_parts = all_local[7'(enrol_ring_i)*7'd6+:6];
  always_comb begin
    gone_host = 1'b0;
    gone_parts = '0;
    for (int unsigned e = 0; e < Connections; e++) begin
      gone_host |= same_host[e] && entry_role_q[e*2+:2] == nf_netreduce_pkg::ROLE_HOST;
      gone_parts |= same_host[e] ? parts_of(entry_mark_q[e*7+:7]) : '0;
    end
  end

  always_comb begin
    enrol_mark = '0;
    if (enrol_role_i == nf_netreduce_pkg::ROLE_GLOBAL)
      enrol_mark = 7'(nf_netreduce_pkg::RESULT) | {1'b0, enrol_parts_i[5:0]};
    else if (enrol_role_i == nf_netreduce_pkg::ROLE_HOST && enrol_self_i)
      enrol_mark = {1'b0, enrol_parts_i[5:0]};
  end
  assign come_parts = enrol_role_i == nf_netreduce_pkg::ROLE_HOST ? parts_of(enrol_mark) : '0;
  assign more_parts = 7'(now_parts) + 7'(come_parts);
  assign parts_fit = enrol_role_i == nf_netreduce_pkg::ROLE_HEADER
      || (enrol_parts_i != '0 && enrol_parts_i <= 7'(nf_netreduce_pkg::MOST_PARTS)
          && (enrol_mark != '0 || enrol_parts_i == 7'd1)
          && more_parts <= 7'(nf_netreduce_pkg::MOST_PARTS));

  always_comb begin
    case (enrol_op_i)
      nf_netreduce_pkg::ENROL_ADD:
      enrol_ok = enrol_closed && parts_fit && (same_host | same_port | same_key) == '0
                 && !(&used_q);
      nf_netreduce_pkg::ENROL_REMOVE: enrol_ok = enrol_closed && same_host != '0;
      nf_netreduce_pkg::ENROL_CHECK: enrol_ok = whole;
      default: enrol_ok = 1'b0;
    endcase
  end
  assign add = enrol_valid_i && enrol_ok && enrol_op_i == nf_netreduce_pkg::ENROL_ADD;
  assign remove = enrol_valid_i && enrol_ok && enrol_op_i == nf_netreduce_pkg::ENROL_REMOVE;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      enrol_done_o <= 1'b0;
      enrol_ok_o <= 1'b0;
    end else begin
      enrol_done_o <= enrol_valid_i;
      enrol_ok_o <= enrol_valid_i && enrol_ok;
    end
  end

  // ------------------------------------------------------------------------------ rings
  // The ports are noted when the ring is opened; they do not change while it is.
  logic [Connections-1:0] of_cfg;
  logic [7:0] hosts, globals, here;
  logic [5:0] whole_parts;  // GLOBAL's
  logic [Rings*8-1:0] hosts_q, globals_q, here_q;
  logic [127:0] all_hosts, all_globals, all_here;

  always_comb begin
    hosts = '0;
    globals = '0;
    here = '0;
    whole_parts = '0;
    for (int unsigned e = 0; e < Connections; e++) begin
      of_cfg[e] = used_q[e] && entry_ring_q[e*4+:4] == cfg_ring_i;
      if (of_cfg[e]) begin
        if (entry_role_q[e*2+:2] == nf_netreduce_pkg::ROLE_HOST)
          hosts |= 8'd1 << entry_port_q[e*3+:3];
        if (entry_role_q[e*2+:2] == nf_netreduce_pkg::ROLE_GLOBAL) begin
          globals |= 8'd1 << entry_port_q[e*3+:3];
          whole_parts |= entry_mark_q[e*7+:6];
        end
        else if (entry_role_q[e*2+:2] == nf_netreduce_pkg::ROLE_HEADER || entry_local_q[e])
          here |= 8'd1 << entry_port_q[e*3+:3];
      end
    end
  end
  for (genvar r = 0; r < Rings; r++) begin : gen_ring
    logic [5:0] whole_q;
    logic cfg;
    assign cfg = cfg_valid_i && cfg_ring_i == 4'(r);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        local_q[r*6+:6] <= '0;
        whole_q <= '0;
        open_q[r] <= 1'b0;
        hosts_q[r*8+:8] <= '0;
        globals_q[r*8+:8] <= '0;
        here_q[r*8+:8] <= '0;
      end else begin
        if (add && enrol_ring_i == 4'(r)) local_q[r*6+:6] <= more_parts[5:0];
        if (remove && gone_host && enrol_ring_i == 4'(r))
          local_q[r*6+:6] <= now_parts - gone_parts;
        if (cfg) begin
          whole_q <= whole_parts == '0 ? local_q[r*6+:6] : whole_parts;
          open_q[r] <= cfg_open_i;
          hosts_q[r*8+:8] <= hosts;
          globals_q[r*8+:8] <= globals;
          here_q[r*8+:8] <= here;
        end
      end
    end
    assign local_parts_o[r*8+:8] = {2'd0, local_q[r*6+:6]};
    assign whole_parts_o[r*8+:8] = {2'd0, whole_q};
  end
  assign all_hosts = 128'(hosts_q);
  assign all_globals = 128'(globals_q);
  assign all_here = 128'(here_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) forget_o <= '0;
    else forget_o <= (cfg_valid_i && cfg_open_i) ? of_cfg : '0;
  end

  // ------------------------------------------------------------------------------ answer
  logic valid_q, first_q, alone_q, hit, hit_local, accepts;
  logic [15:0] ring_q;
  logic [2:0] port_q, hit_host, hit_port;
  logic [6:0] hit_at;
  logic [3:0] hit_ring;
  logic [1:0] hit_role;
  logic [6:0] mark_q, hit_mark;
  logic [7:0] cause;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= lookup_valid_i;
  end
  always_ff @(posedge clk_i) begin
    first_q <= first_i;
    ring_q <= ring_i;
    port_q <= port_i;
    alone_q <= alone_i;
    mark_q <= mark_i;
  end
  always_comb begin
    hit_at = '0;
    hit_ring = '0;
    hit_host = '0;
    hit_port = '0;
    hit_role = '0;
    hit_mark = '0;
    for (int unsigned e = 0; e < Connections; e++) begin
      hit_at |= match_q[e] ? 7'(e) : '0;
      hit_ring |= match_q[e] ? entry_ring_q[e*4+:4] : '0;
      hit_host |= match_q[e] ? entry_host_q[e*3+:3] : '0;
      hit_port |= match_q[e] ? entry_port_q[e*3+:3] : '0;
      hit_role |= match_q[e] ? entry_role_q[e*2+:2] : '0;
      hit_mark |= match_q[e] ? entry_mark_q[e*7+:7] : '0;
    end
  end
  assign hit = |match_q;
  assign hit_local = (match_q & entry_local_q) != '0;

  always_comb begin
    cause = nf_netreduce_pkg::CAUSE_NONE;
    if (!hit) begin
      cause = first_q ? nf_netreduce_pkg::CAUSE_UNREGISTERED : nf_netreduce_pkg::CAUSE_UNKNOWN;
    end else if (hit_port != port_q) cause = nf_netreduce_pkg::CAUSE_MEMBER;
    else if (!all_open[hit_ring]) cause = nf_netreduce_pkg::CAUSE_NO_RING;
    else if (first_q && ring_q != {12'd0, hit_ring}) cause = nf_netreduce_pkg::CAUSE_OTHER_RING;
    else if (alone_q != (hit_role == nf_netreduce_pkg::ROLE_HEADER))
      cause = nf_netreduce_pkg::CAUSE_ROLE;
    else if (mark_q != hit_mark) cause = nf_netreduce_pkg::CAUSE_MARK;
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
      ring_o <= accepts ? hit_ring : '0;
      host_o <= accepts ? hit_host : '0;
      role_o <= accepts ? hit_role : '0;
      local_o <= accepts && hit_local;
      hosts_o <= accepts ? all_hosts[hit_ring*8+:8] : '0;
      globals_o <= accepts ? all_globals[hit_ring*8+:8] : '0;
      here_o <= accepts ? all_here[hit_ring*8+:8] : '0;
    end
  end

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic [Connections-1:0] used_was_q;
  logic changed_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      used_was_q <= '0;
      changed_q <= 1'b0;
    end else begin
      used_was_q <= used_q;
      changed_q <= add || remove;
    end
  end
  // A connection has one entry at most.
  `NF_ASSERT(Lut1OneEntry, (match_q & (match_q - 1'b1)) == '0)
  // A HostID of a ring has one entry at most.
  `NF_ASSERT(Lut1OneMember, !enrol_valid_i || (same_host & (same_host - 1'b1)) == '0)
  // The controller speaks of members at other times than a ring is opened or closed.
  `NF_ASSERT(Lut1OneAtATime, !cfg_valid_i || !enrol_valid_i)
  // Only the controller changes who is a member, and says so.
  `NF_ASSERT(Lut1ControllerAlone, changed_q || used_q == used_was_q)
  // A member of an open ring is one of those that its ports were noted of.
  `NF_ASSERT(Lut1OpenIsWhole, !valid_q || !hit || !all_open[hit_ring]
             || (hit_role == nf_netreduce_pkg::ROLE_HEADER
                 ? all_here[{hit_ring, hit_port}] : hit_role == nf_netreduce_pkg::ROLE_GLOBAL
                 ? all_globals[{hit_ring, hit_port}] : all_hosts[{hit_ring, hit_port}]))
  // Hosts of a ring that is open contribute, and no fewer than are here make the whole of it.
  logic [Rings-1:0] counted;
  for (genvar r = 0; r < Rings; r++) begin : gen_counted
    assign counted[r] = !open_q[r] || (local_parts_o[r*8+:8] != '0 && whole_parts_o[r*8+:8] != '0);
  end
  `NF_ASSERT(Lut1OpenCounts, counted == '1)
  // A member is asked for while its ring is closed.
  `NF_COVER(Lut1ClosedMember, valid_q && hit && !all_open[hit_ring])
  // The controller speaks while packets are looked up.
  `NF_COVER(Lut1EnrolMeetsLookup, enrol_valid_i && lookup_valid_i)
`endif

endmodule
