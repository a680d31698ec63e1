// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Who is a member, to be looked at by HostID: what the controller has said of it, of which LUT#1
// keeps only what packets are compared with. And whose hosts send to this switch itself, as those of
// a spine do, which are leaves.
//
// It refuses nothing: what LUT#1 has accepted is written (NETREDUCE 4.2). Answer one cycle behind the
// look, until the next one.

`include "nf_assert.svh"

module nf_netreduce_members #(
    parameter int unsigned Rings = 1  // rings, of eight members each, 1..16
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    // a member comes, or goes: LUT#1 has accepted it
    input  logic             enrol_valid_i,
    input  logic             enrol_add_i,
    input  logic [      3:0] enrol_ring_i,    // below Rings
    input  logic [      2:0] enrol_host_i,    // HostID
    input  logic [      2:0] enrol_port_i,
    input  logic [      1:0] enrol_role_i,    // ROLE_*
    input  logic [      6:0] enrol_parts_i,   // contributors that it stands for
    input  logic [     31:0] enrol_src_ip_i,  // its connection, and its own queue pair
    input  logic [     31:0] enrol_dst_ip_i,
    input  logic [     23:0] enrol_dst_qp_i,
    input  logic [     23:0] enrol_src_qp_i,
    input  logic             enrol_self_i,    // it sends to this switch itself
    output logic [Rings-1:0] spines_o,        // bit r: the host of ring r that came last does
    // a look at a member; one cycle later, until the next look, the member
    input  logic             look_i,
    input  logic [      3:0] look_ring_i,
    input  logic [      2:0] look_host_i,
    output logic             member_valid_o,  // it is there; else the others are zero
    output logic [      2:0] member_port_o,
    output logic [      1:0] member_role_o,
    output logic [      6:0] member_parts_o,
    output logic [     31:0] member_src_o,
    output logic [     31:0] member_dst_o,
    output logic [     23:0] member_qp_o,
    output logic [     23:0] member_src_qp_o
);

  `NF_PARAM(MembersRingsInRange, Rings >= 1 && Rings <= nf_netreduce_pkg::MAX_RINGS)

  localparam int unsigned RingBits = (Rings > 1) ? $clog2(Rings) : 1;
  localparam int unsigned MemberBits = $clog2(Rings * 8);

  typedef struct packed {
    logic [6:0]  parts;
    logic [1:0]  role;
    logic [2:0]  port;
    logic [31:0] src_ip;
    logic [31:0] dst_ip;
    logic [23:0] dst_qp;
    logic [23:0] src_qp;
  } member_t;
  member_t enrolled, read, shown;
  logic [Rings*8-1:0] there_q;
  logic [Rings-1:0] spines_q;
  logic look_there_q;
  logic [MemberBits-1:0] enrol_at, look_at;

  assign enrol_at = MemberBits'({enrol_ring_i, enrol_host_i});
  assign look_at = MemberBits'({look_ring_i, look_host_i});
  assign enrolled.parts = enrol_parts_i;
  assign enrolled.role = enrol_role_i;
  assign enrolled.port = enrol_port_i;
  assign enrolled.src_ip = enrol_src_ip_i;
  assign enrolled.dst_ip = enrol_dst_ip_i;
  assign enrolled.dst_qp = enrol_dst_qp_i;
  assign enrolled.src_qp = enrol_src_qp_i;

  nf_ram_1r1w #(
      .Width($bits(enrolled)),
      .Depth(Rings * 8)
  ) u_members (
      .clk_i,
      .we_i   (enrol_valid_i && enrol_add_i),
      .waddr_i(enrol_at),
      .wdata_i(enrolled),
      .re_i   (look_i),
      .raddr_i(look_at),
      .rdata_o(read)
  );
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      there_q <= '0;
      spines_q <= '0;
      look_there_q <= 1'b0;
    end else begin
      if (enrol_valid_i) there_q[enrol_at] <= enrol_add_i;
      if (enrol_valid_i && enrol_add_i && enrol_role_i == nf_netreduce_pkg::ROLE_HOST)
        spines_q[RingBits'(enrol_ring_i)] <= enrol_self_i;
      if (look_i) look_there_q <= 5'(look_ring_i) < 5'(Rings) && there_q[look_at];
    end
  end
  assign spines_o = spines_q;
  assign shown = look_there_q ? read : '0;
  assign member_valid_o = look_there_q;
  assign member_port_o = shown.port;
  assign member_role_o = shown.role;
  assign member_parts_o = shown.parts;
  assign member_src_o = shown.src_ip;
  assign member_dst_o = shown.dst_ip;
  assign member_qp_o = shown.dst_qp;
  assign member_src_qp_o = shown.src_qp;

  // Of fewer than 16 rings not all bits of a ring's number are an address.
  logic unused;
  assign unused = ^{enrol_ring_i, look_ring_i};

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  // Of who is no member nothing is shown.
  `NF_ASSERT(MembersShowsNothing, member_valid_o || (member_src_o == '0 && member_dst_o == '0
             && member_qp_o == '0 && member_src_qp_o == '0 && member_parts_o == '0))
  // A member is looked at in the cycle in which it comes or goes: the answer is that of before.
  `NF_COVER(MembersLookMeetsEnrol, look_i && enrol_valid_i && look_at == enrol_at)
`endif

endmodule
