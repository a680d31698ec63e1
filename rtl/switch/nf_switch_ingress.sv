// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Ingress of one switch port: frames what the link brings, looks up where it goes, drops what the
// tables refuse, and asks this port's reduction table for an entry when a pull request passes
// (KLENK IV-A, IV-B, Fig. 5 marker 1).
//
// A packet counts for one cause: one that is dropped for its own, and it gives its slot back; one that
// was filled up or cut for that, if it goes on. A single-flit packet that came damaged is dropped too;
// a longer one is already on its way and ends with err. It does not hold packets: the row behind does.
//
// Latency 3 cycles from the link to the row, one flit per cycle.

`include "nf_assert.svh"

module nf_switch_ingress #(
    parameter int unsigned Ports = 16,      // 2..16
    parameter int unsigned Regions = 8,     // 2..32
    parameter int unsigned Nodes = 32,      // 8..256, multiple of 8
    parameter int unsigned HomeSlots = 64,  // 2..512, see nf_mcr_hash
    parameter int unsigned Window = 16,     // packets per virtual channel: 4, 8 or 16
    parameter bit Halves = 0,               // the reduction tables have the types of 16-bit elements
    parameter bit Wide = 0,                 // ... and the ops whose sums are wider than the type
    parameter bit NoTables = 0              // the switch has no reduction tables
) (
    input  logic                     clk_i,
    input  logic                     rst_ni,
    // configuration, steady while traffic flows
    input  logic [              9:0] cfg_id_i,
    input  logic [              7:0] cfg_port_i,
    input  logic                     cfg_first_hop_i,
    input  logic                     cfg_uplink_i,
    input  logic [             15:0] cfg_uplinks_i,
    input  logic [              3:0] cfg_links_i,
    input  logic [      Regions-1:0] region_valid_i,
    input  logic [   Regions*64-1:0] region_base_i,
    input  logic [   Regions*64-1:0] region_end_i,
    input  logic [    Regions*8-1:0] region_mode_i,
    input  logic [   Regions*16-1:0] region_ports_i,
    input  logic [   Regions*16-1:0] region_multi_i,
    input  logic [Regions*Nodes-1:0] region_targets_i,
    input  logic [      Nodes*8-1:0] route_i,
    input  logic [  HomeSlots*8-1:0] home_i,
    input  logic [  HomeSlots*4-1:0] way_i,
    // link
    input  logic                     rx_valid_i,
    input  logic                     rx_last_i,
    input  logic                     rx_err_i,
    input  nf_header_pkg::header_t   rx_data_i,        // its fields: in the first flit
    output logic [              1:0] rx_ready_o,
    // row
    output logic                     wr_valid_o,
    output logic                     wr_vc_o,
    output logic                     wr_head_o,
    output logic                     wr_last_o,
    output logic                     wr_err_o,
    output nf_header_pkg::header_t   wr_data_o,
    output logic [        Ports-1:0] wr_egress_o,
    output logic [        Ports-1:0] wr_reduce_o,
    output logic [              7:0] wr_region_o,
    output logic                     wr_wait_o,
    output logic                     wr_counted_o,     // the row reports when the packet has left
    input  logic [              1:0] sent_i,           // the row has sent a packet
    // reduction table of this port: entries for pull requests
    output logic                     alloc_valid_o,
    input  logic                     alloc_ready_i,
    output logic [              7:0] alloc_region_o,
    output nf_header_pkg::header_t   alloc_data_o,
    // events
    output logic                     packet_o,         // a packet came
    output logic                     ack_o,            // an acknowledgement ends here
    output logic                     drop_o,           // a packet was dropped ...
    output logic [              7:0] drop_error_o,     // ... for this cause
    output logic                     length_error_o,   // one that goes on was filled up or cut
    output logic                     enter_o,          // a packet goes by a region's entry ...
    output logic [              7:0] enter_region_o,   // ... this one's
    output logic                     busy_o
);

  `NF_PARAM(IngressWindow, Window == 4 || Window == 8 || Window == 16)

  // ------------------------------------------------------------------------------ framing
  // Marks of a flit; what it carries is in registers of its own, which are not reset.
  typedef struct packed {
    logic valid;
    logic head;
    logic last;
    logic err;
    logic length_error;
  } marks_t;
  marks_t framed, looked_up_q, found_q;  // as it comes; in the two cycles of its header's lookup
  nf_header_pkg::header_t framed_data, looked_up_data_q, found_data_q;
  logic framer_busy;
  logic [1:0] dropped;

  nf_switch_framer #(
      .Window(Window)
  ) u_framer (
      .clk_i,
      .rst_ni,
      .rx_valid_i,
      .rx_last_i,
      .rx_err_i,
      .rx_data_i,
      .rx_ready_o,
      .sent_i,
      .dropped_i(dropped),
      .valid_o  (framed.valid),
      .head_o   (framed.head),
      .last_o   (framed.last),
      .err_o    (framed.err),
      .data_o   (framed_data),
      .length_error_o(framed.length_error),
      .busy_o   (framer_busy)
  );

  // ------------------------------------------------------------------------------ lookup
  logic found, found_alloc, found_sink, found_by_region;
  logic [15:0] found_egress, found_reduce;
  logic [7:0] found_region, found_error;

  nf_mcr_lookup #(
      .Ports    (Ports),
      .Regions  (Regions),
      .Nodes    (Nodes),
      .HomeSlots(HomeSlots),
      .Halves   (Halves),
      .Wide     (Wide),
      .NoTables (NoTables)
  ) u_lookup (
      .clk_i,
      .rst_ni,
      .valid_i (framed.valid & framed.head),
      .hdr_i   (framed_data),
      .cfg_id_i,
      .cfg_port_i,
      .cfg_first_hop_i,
      .cfg_uplink_i,
      .cfg_uplinks_i,
      .cfg_links_i,
      .region_valid_i,
      .region_base_i,
      .region_end_i,
      .region_mode_i,
      .region_ports_i,
      .region_multi_i,
      .region_targets_i,
      .route_i,
      .home_i,
      .way_i,
      .valid_o (found),
      .egress_o(found_egress),
      .reduce_o(found_reduce),
      .alloc_o (found_alloc),
      .sink_o  (found_sink),
      .by_region_o(found_by_region),
      .region_o(found_region),
      .error_o (found_error)
  );

  // The flits wait for their header's lookup.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      looked_up_q <= '0;
      found_q <= '0;
    end else begin
      looked_up_q <= framed;
      found_q <= looked_up_q;
    end
  end
  always_ff @(posedge clk_i) begin
    if (framed.valid) looked_up_data_q <= framed_data;
    if (looked_up_q.valid) found_data_q <= looked_up_data_q;
  end

  // ------------------------------------------------------------------------------ dropping
  logic vc, vc_q, refuse, refuse_q, damaged;

  assign damaged = found_q.last & found_q.err;
  // found marks a header; the payload shares its fate.
  assign refuse = found ? found_sink || found_error != nf_pkg::ERR_NONE || damaged : refuse_q;
  assign vc = found ? found_data_q.opcode[3] : vc_q;
  assign dropped[0] = found & refuse & ~vc;
  assign dropped[1] = found & refuse & vc;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      refuse_q <= 1'b0;
      vc_q <= 1'b0;
      packet_o <= 1'b0;
      ack_o <= 1'b0;
      drop_o <= 1'b0;
      length_error_o <= 1'b0;
      drop_error_o <= '0;
      enter_o <= 1'b0;
      enter_region_o <= '0;
    end else begin
      refuse_q <= refuse;
      vc_q <= vc;
      packet_o <= found;
      ack_o <= found & found_sink & ~damaged;
      drop_o <= found & refuse & (~found_sink | damaged);
      length_error_o <= found_q.valid & found_q.length_error & ~refuse;
      enter_o <= found & ~refuse & found_by_region;
      enter_region_o <= found_region;
      drop_error_o <= (found_error != nf_pkg::ERR_NONE) ? found_error : nf_pkg::ERR_LENGTH;
    end
  end

  assign wr_valid_o = found_q.valid & ~refuse;
  assign wr_vc_o = vc;
  assign wr_head_o = found_q.head;
  assign wr_last_o = found_q.last;
  assign wr_err_o = found_q.err;
  assign wr_data_o = found_data_q;
  assign wr_egress_o = found_egress[Ports-1:0];
  assign wr_reduce_o = found_reduce[Ports-1:0];
  assign wr_region_o = found_region;
  assign wr_wait_o = found_alloc;
  // What goes to a reduction table is counted out there, all else by the row.
  assign wr_counted_o = found_by_region && found_reduce == '0;

  if (Ports < 16) begin : gen_few_ports
    logic unused_ports;
    assign unused_ports = ^{found_egress[15:Ports], found_reduce[15:Ports]};
  end

  // ------------------------------------------------------------------------------ pull requests
  // As many can wait as the request window holds, so this queue is never full.
  localparam int unsigned PtrBits = $clog2(Window);
  logic [PtrBits-1:0] wptr_q, rptr_q;
  logic [PtrBits:0] pending_q;
  logic push, fetch;

  typedef struct packed {
    logic [7:0]                   region;
    logic [nf_pkg::FLIT_BITS-1:0] header;
  } pull_t;
  pull_t pushed, pulled;
  assign pushed.region = found_region;
  assign pushed.header = found_data_q;
  assign alloc_region_o = pulled.region;
  assign alloc_data_o = pulled.header;

  assign push = found & found_alloc & ~refuse;
  assign fetch = pending_q != '0 && (!alloc_valid_o || alloc_ready_i);

  if (NoTables) begin : gen_no_pulls
    assign pulled = '0;
    assign wptr_q = '0;
    assign rptr_q = '0;
    assign pending_q = '0;
    assign alloc_valid_o = 1'b0;
    logic unused_pulls;
    assign unused_pulls = ^{pushed, push, fetch, wptr_q, rptr_q};
  end else begin : gen_pulls
    nf_ram_1r1w #(
        .Width($bits(pushed)),
        .Depth(Window)
    ) u_pulls (
        .clk_i,
        .we_i   (push),
        .waddr_i(wptr_q),
        .wdata_i(pushed),
        .re_i   (fetch),
        .raddr_i(rptr_q),
        .rdata_o(pulled)
    );

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        wptr_q <= '0;
        rptr_q <= '0;
        pending_q <= '0;
        alloc_valid_o <= 1'b0;
      end else begin
        if (push) wptr_q <= wptr_q + 1'b1;
        if (fetch) rptr_q <= rptr_q + 1'b1;
        pending_q <= pending_q + (PtrBits + 1)'(push) - (PtrBits + 1)'(fetch);
        if (fetch) alloc_valid_o <= 1'b1;
        else if (alloc_ready_i) alloc_valid_o <= 1'b0;
      end
    end
  end

  assign busy_o = framer_busy || framed.valid || looked_up_q.valid || found_q.valid
                  || alloc_valid_o || pending_q != '0;

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  // The lookup's answer meets the header that it was asked about.
  `NF_ASSERT(IngressLookupAligned, found == (found_q.valid && found_q.head))
  // Every packet that enters the row has somewhere to go.
  `NF_ASSERT(IngressHasSinks, !(wr_valid_o && wr_head_o) || (wr_egress_o | wr_reduce_o) != '0)
  // No more pull requests wait than there are request slots.
  `NF_ASSERT(IngressPullsBounded, pending_q <= (PtrBits + 1)'(Window))
  // What is counted by cause in one cycle is one packet, with one cause.
  `NF_ASSERT(IngressOneCause, !(drop_o && length_error_o))
  // A packet with payload was dropped.
  `NF_COVER(IngressDropsPayload, found_q.valid && !found_q.head && refuse)
`endif

endmodule
