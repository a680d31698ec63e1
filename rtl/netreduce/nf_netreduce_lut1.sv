// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// LUT#1: which member of which ring a connection {SrcIP, DstIP, DstQP} is (NETREDUCE 4.3.1, Fig. 5,
// Algorithm 2). A tagged packet of an unknown connection makes it the next member of its ring: the
// HostID is counted here, in order of first arrival. A member has a port of its own, as its packets
// are kept in that port's memory; so a connection that changes its port is refused.
// A leaf's ring has two members more (NETREDUCE 4.5): one HEADER and one GLOBAL, with the HostIDs
// behind those of the hosts. As one keeps headers and the other payloads, they may share a port.
// What is addressed to the switch itself is GLOBAL for a leaf; in a ring of one switch it is a
// host's, as for the spine, whose members are leaves.
//
// It knows no messages and counts no causes. A connection never leaves by itself: a write of its
// ring's set-up frees all entries of the ring, also when it sets the ring up anew.
//
// Answer two cycles after the lookup, one lookup per cycle; what a lookup learns, the next one
// finds. A write of the set-up comes behind the lookup of the same cycle.

`include "nf_assert.svh"

module nf_netreduce_lut1 #(
    parameter int unsigned Connections = 16,  // entries, 2..128
    parameter int unsigned Rings = 2          // 1..16
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    // set-up of a ring: 1..8 hosts, of a leaf's 1..6; anything else: the ring is gone
    input  logic        cfg_valid_i,
    input  logic [ 3:0] cfg_ring_i,
    input  logic [ 3:0] cfg_members_i,
    input  logic        cfg_leaf_i,
    // lookup
    input  logic        lookup_valid_i,
    input  logic        first_i,       // tagged: it names its ring and may become a member
    input  logic [15:0] ring_i,        // RingID, when first
    input  logic [31:0] src_ip_i,
    input  logic [31:0] dst_ip_i,
    input  logic [23:0] dst_qp_i,
    input  logic [ 2:0] port_i,        // by which it came
    input  logic [ 1:0] role_i,        // HEADER: travels alone, GLOBAL: to this switch, else HOST
    // answer; zero unless valid, and but for the cause zero unless that is NONE
    output logic        valid_o,
    output logic [ 7:0] cause_o,
    output logic        fresh_o,       // this packet made it a member: the number was another's
    output logic [ 6:0] connection_o,
    output logic [ 3:0] ring_o,
    output logic [ 2:0] host_o,
    output logic [ 1:0] role_o         // ROLE_*
);

  `NF_PARAM(Lut1ConnectionsInRange, Connections >= 2 && Connections <= 128)
  `NF_PARAM(Lut1RingsInRange, Rings >= 1 && Rings <= nf_netreduce_pkg::MAX_RINGS)

  localparam int unsigned KeyBits = 32 + 32 + 24;

  // The lookup whose entry is known, and the write that comes behind it.
  logic valid_q, first_q, cfg_q;
  logic [15:0] ring_q;
  logic [KeyBits-1:0] key, key_q;
  logic [2:0] port_q;
  logic [1:0] role_q;
  logic [3:0] cfg_ring_q, cfg_members_q;
  logic cfg_leaf_q;

  assign key = {src_ip_i, dst_ip_i, dst_qp_i};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      cfg_q <= 1'b0;
    end else begin
      valid_q <= lookup_valid_i;
      cfg_q <= cfg_valid_i;
    end
  end
  always_ff @(posedge clk_i) begin
    first_q <= first_i;
    ring_q <= ring_i;
    key_q <= key;
    port_q <= port_i;
    role_q <= role_i;
    cfg_ring_q <= cfg_ring_i;
    cfg_members_q <= cfg_members_i;
    cfg_leaf_q <= cfg_leaf_i;
  end

  // What a packet's role is in a ring.
  function automatic logic [1:0] in_ring(input logic [1:0] asked, input logic of_leaf);
    in_ring = (asked == nf_netreduce_pkg::ROLE_HEADER ||
               (asked == nf_netreduce_pkg::ROLE_GLOBAL && of_leaf))
        ? asked : nf_netreduce_pkg::ROLE_HOST;
  endfunction

  // ------------------------------------------------------------------------------ entries
  logic learn;
  logic [Connections-1:0] used_q, used_d, match_q, put;
  logic [Connections*4-1:0] entry_ring_q;
  logic [Connections*3-1:0] entry_host_q, entry_port_q;
  logic [Connections*2-1:0] entry_role_q;
  logic [2:0] next_host;
  logic [1:0] role;  // of the one that is learned
  logic same_key;  // the lookup behind has the key of this one

  assign put = learn ? ~used_q & (used_q + 1'b1) : '0;  // the first entry that is free
  assign same_key = key == key_q;

  for (genvar e = 0; e < Connections; e++) begin : gen_entry
    logic [KeyBits-1:0] entry_key_q;
    logic [3:0] ring_d;
    logic freed;
    assign ring_d = put[e] ? ring_q[3:0] : entry_ring_q[e*4+:4];
    assign freed = cfg_q && ring_d == cfg_ring_q;
    assign used_d[e] = (used_q[e] || put[e]) && !freed;
    // Compared with what the entry will be, so that the lookup finds what the one before learns.
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        used_q[e] <= 1'b0;
        match_q[e] <= 1'b0;
      end else begin
        used_q[e] <= used_d[e];
        match_q[e] <= used_d[e] && (put[e] ? same_key : entry_key_q == key);
      end
    end
    always_ff @(posedge clk_i) begin
      if (put[e]) begin
        entry_key_q <= key_q;
        entry_ring_q[e*4+:4] <= ring_q[3:0];
        entry_host_q[e*3+:3] <= next_host;
        entry_port_q[e*3+:3] <= port_q;
        entry_role_q[e*2+:2] <= role;
      end
    end
  end

  // ------------------------------------------------------------------------------ rings
  logic [Rings*4-1:0] members_q, count_q;  // hosts that it is set up for; that have come
  logic [Rings*8-1:0] ports_q, others_q;   // ports that have a host; that have another member
  logic [Rings-1:0] leaf_q, header_q, global_q;  // a leaf's; HEADER has come, GLOBAL has
  logic [63:0] all_members, all_count;     // rings that are not built have no members
  logic [127:0] all_ports, all_others;
  logic [15:0] all_leaf, all_header, all_global;

  for (genvar r = 0; r < Rings; r++) begin : gen_ring
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        members_q[r*4+:4] <= '0;
        count_q[r*4+:4] <= '0;
        ports_q[r*8+:8] <= '0;
        others_q[r*8+:8] <= '0;
        leaf_q[r] <= 1'b0;
        header_q[r] <= 1'b0;
        global_q[r] <= 1'b0;
      end else if (cfg_q && cfg_ring_q == 4'(r)) begin
        members_q[r*4+:4] <= cfg_members_q > (cfg_leaf_q ? 4'd6 : 4'd8) ? '0 : cfg_members_q;
        count_q[r*4+:4] <= '0;
        ports_q[r*8+:8] <= '0;
        others_q[r*8+:8] <= '0;
        leaf_q[r] <= cfg_leaf_q;
        header_q[r] <= 1'b0;
        global_q[r] <= 1'b0;
      end else if (learn && ring_q[3:0] == 4'(r)) begin
        if (role == nf_netreduce_pkg::ROLE_HOST) begin
          count_q[r*4+:4] <= count_q[r*4+:4] + 1'b1;
          ports_q[r*8+:8] <= ports_q[r*8+:8] | (8'd1 << port_q);
        end else begin
          others_q[r*8+:8] <= others_q[r*8+:8] | (8'd1 << port_q);
        end
        if (role == nf_netreduce_pkg::ROLE_HEADER) header_q[r] <= 1'b1;
        if (role == nf_netreduce_pkg::ROLE_GLOBAL) global_q[r] <= 1'b1;
      end
    end
  end
  assign all_members = 64'(members_q);
  assign all_count = 64'(count_q);
  assign all_ports = 128'(ports_q);
  assign all_others = 128'(others_q);
  assign all_leaf = 16'(leaf_q);
  assign all_header = 16'(header_q);
  assign all_global = 16'(global_q);

  // ------------------------------------------------------------------------------ answer
  logic hit;
  logic [6:0] hit_at, put_at;
  logic [3:0] hit_ring, members, count;
  logic [2:0] hit_host, hit_port;
  logic [1:0] hit_role, known_role;  // of the entry; of the packet in the entry's ring
  logic [7:0] cause, ports, others;
  logic leaf, full;

  always_comb begin
    hit_at = '0;
    hit_ring = '0;
    hit_host = '0;
    hit_port = '0;
    hit_role = '0;
    for (int unsigned e = 0; e < Connections; e++) begin
      hit_at |= match_q[e] ? 7'(e) : '0;
      hit_ring |= match_q[e] ? entry_ring_q[e*4+:4] : '0;
      hit_host |= match_q[e] ? entry_host_q[e*3+:3] : '0;
      hit_port |= match_q[e] ? entry_port_q[e*3+:3] : '0;
      hit_role |= match_q[e] ? entry_role_q[e*2+:2] : '0;
    end
  end
  always_comb begin
    put_at = '0;
    for (int unsigned e = 0; e < Connections; e++) put_at |= put[e] ? 7'(e) : '0;
  end
  assign hit = |match_q;
  assign members = all_members[ring_q[3:0]*4+:4];
  assign count = all_count[ring_q[3:0]*4+:4];
  assign ports = all_ports[ring_q[3:0]*8+:8];
  assign others = all_others[ring_q[3:0]*8+:8];
  assign leaf = all_leaf[ring_q[3:0]];
  assign role = in_ring(role_q, leaf);
  assign known_role = in_ring(role_q, all_leaf[hit_ring]);

  always_comb begin
    next_host = count[2:0];
    full = count == members;
    if (role == nf_netreduce_pkg::ROLE_HEADER) begin
      next_host = members[2:0];
      full = all_header[ring_q[3:0]];
    end else if (role == nf_netreduce_pkg::ROLE_GLOBAL) begin
      next_host = members[2:0] + 1'b1;
      full = all_global[ring_q[3:0]];
    end
  end

  always_comb begin
    cause = nf_netreduce_pkg::CAUSE_NONE;
    if (hit) begin
      if (hit_port != port_q) cause = nf_netreduce_pkg::CAUSE_MEMBER;
      else if (first_q && ring_q != {12'd0, hit_ring}) cause = nf_netreduce_pkg::CAUSE_OTHER_RING;
      else if (known_role != hit_role) cause = nf_netreduce_pkg::CAUSE_ROLE;
    end else if (!first_q) cause = nf_netreduce_pkg::CAUSE_UNKNOWN;
    else if (ring_q[15:4] != '0 || members == '0) cause = nf_netreduce_pkg::CAUSE_NO_RING;
    else if (role == nf_netreduce_pkg::ROLE_HEADER && !leaf) cause = nf_netreduce_pkg::CAUSE_ROLE;
    else if (full) cause = nf_netreduce_pkg::CAUSE_RING_FULL;
    else if (ports[port_q] || (role == nf_netreduce_pkg::ROLE_HOST && others[port_q]))
      cause = nf_netreduce_pkg::CAUSE_MEMBER;
    else if (&used_q) cause = nf_netreduce_pkg::CAUSE_RING_FULL;
  end
  assign learn = valid_q && !hit && cause == nf_netreduce_pkg::CAUSE_NONE;

  logic answer_q, fresh_q;
  logic [7:0] cause_q;
  logic [6:0] connection_q;
  logic [3:0] found_ring_q;
  logic [2:0] host_q;
  logic [1:0] found_role_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      answer_q <= 1'b0;
      fresh_q <= 1'b0;
      cause_q <= '0;
      connection_q <= '0;
      found_ring_q <= '0;
      host_q <= '0;
      found_role_q <= '0;
    end else begin
      answer_q <= valid_q;
      fresh_q <= learn;
      cause_q <= valid_q ? cause : '0;
      connection_q <= '0;
      found_ring_q <= '0;
      host_q <= '0;
      found_role_q <= '0;
      if (valid_q && cause == nf_netreduce_pkg::CAUSE_NONE) begin
        connection_q <= hit ? hit_at : put_at;
        found_ring_q <= hit ? hit_ring : ring_q[3:0];
        host_q <= hit ? hit_host : next_host;
        found_role_q <= hit ? hit_role : role;
      end
    end
  end
  assign valid_o = answer_q;
  assign cause_o = cause_q;
  assign fresh_o = fresh_q;
  assign connection_o = connection_q;
  assign ring_o = found_ring_q;
  assign host_o = host_q;
  assign role_o = found_role_q;

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic [3:0] ports_taken;
  always_comb begin
    ports_taken = '0;
    for (int unsigned p = 0; p < 8; p++) ports_taken += {3'd0, ports[p]};
  end
  // A connection has one entry at most.
  `NF_ASSERT(Lut1OneEntry, (match_q & (match_q - 1'b1)) == '0)
  // A ring never has more hosts than it is set up for.
  `NF_ASSERT(Lut1MembersFit, count <= members)
  // An entry's ring is set up, and has counted its host.
  `NF_ASSERT(Lut1HostCounted, !hit || hit_role != nf_netreduce_pkg::ROLE_HOST
             || {1'b0, hit_host} < all_count[hit_ring*4+:4])
  // Each host of a ring has a port of its own.
  `NF_ASSERT(Lut1PortPerMember, ports_taken == count)
  // No port that has a host has another member.
  `NF_ASSERT(Lut1PortsApart, (ports & others) == '0)
  // Members that are no hosts are a leaf's, and have come; their HostIDs are behind those of the hosts.
  `NF_ASSERT(Lut1OthersOfLeaf, !hit || hit_role == nf_netreduce_pkg::ROLE_HOST
             || (all_leaf[hit_ring] && (hit_role == nf_netreduce_pkg::ROLE_HEADER
                 ? all_header[hit_ring] && {1'b0, hit_host} == all_members[hit_ring*4+:4]
                 : all_global[hit_ring] && {1'b0, hit_host} == all_members[hit_ring*4+:4] + 4'd1)))
  // A lookup finds what the one just before it has learned.
  `NF_COVER(Lut1FoundAtOnce, valid_q && hit && fresh_q && connection_q == hit_at)
  // A ring is written while a connection becomes its member.
  `NF_COVER(Lut1FreedWhileLearned, learn && cfg_q && cfg_ring_q == ring_q[3:0])
`endif

endmodule
