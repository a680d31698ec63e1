// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Registers of the accelerator behind an AXI4-Lite slave (nf_netreduce_pkg::CSR_*; NETREDUCE 4.2: a
// controller sets the rings up). Plain registers and the engine's counters are here; counts by
// cause, members, columns and stragglers are asked for at the ports of those who have them.
//
// It does not know byte enables: a write is of 32 bits.
//
// A response follows 2 cycles after the address (and, of a write, the data) was taken, of a read of
// MEMBER 4 cycles after, of COUNT one cycle after the answer; of a write of RING_SETUP or
// MEMBER_SETUP one cycle after the table of members has answered. What a write does shows 2 cycles
// after too. Outputs are functions of registers.

`include "nf_assert.svh"

module nf_netreduce_csr #(
    parameter int unsigned Ports = 6,          // 2..8
    parameter int unsigned Rings = 1,          // 1..16
    parameter int unsigned Window = 3,         // N: N + 1 slots, 1..7
    parameter int unsigned MaxMsgLen = 170,    // packets of a message, 1..256
    parameter int unsigned Connections = 16,   // for BUILD_TABLES alone
    parameter int unsigned BufferBeats = 256,  // for BUILD_BUFFER alone
    parameter bit          Halves = 1'b1       // the adders have the types of 16-bit elements
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    // AXI4-Lite, byte addresses
    input  logic             aw_valid_i,
    output logic             aw_ready_o,
    input  logic [     15:0] aw_addr_i,
    input  logic             w_valid_i,
    output logic             w_ready_o,
    input  logic [     31:0] w_data_i,
    output logic             b_valid_o,
    input  logic             b_ready_i,
    output logic [      1:0] b_resp_o,
    input  logic             ar_valid_i,
    output logic             ar_ready_o,
    input  logic [     15:0] ar_addr_i,
    output logic             r_valid_o,
    input  logic             r_ready_i,
    output logic [     31:0] r_data_o,
    output logic [      1:0] r_resp_o,
    output logic             irq_o,
    // levels
    output logic             enable_o,
    output logic [     31:0] tag_o,             // InetTag
    output logic [     47:0] own_mac_o,
    output logic [     31:0] own_ip_o,
    output logic [     47:0] spine_mac_o,
    output logic [     31:0] spine_ip_o,
    output logic [     31:0] local_net_o,
    output logic [     31:0] local_mask_o,
    output logic [     31:0] threshold_o,       // 0: no straggler is looked for
    output logic [     15:0] pause_o,           // never 0
    output logic [     31:0] drain_o,
    output logic [     23:0] again_o,           // 0: nothing is recovered
    // set up a ring anew: one cycle, always within the ranges, and only when ready; the members are
    // all there
    input  logic             cfg_ready_i,
    output logic             cfg_valid_o,
    output logic [      3:0] cfg_ring_o,
    output logic [      3:0] cfg_members_o,
    output logic             cfg_leaf_o,
    output logic [      2:0] cfg_window_o,
    output logic [     31:0] cfg_first_o,
    output logic [      2:0] cfg_slot_o,
    output logic [      3:0] cfg_dtype_o,
    input  logic [Rings-1:0] busy_i,
    // the table of members: one question at a time, answered any number of cycles later; what it is
    // about stays until then
    output logic             enrol_valid_o,     // one cycle
    output logic [      1:0] enrol_op_o,        // ENROL_*
    output logic [      3:0] enrol_ring_o,
    output logic [      2:0] enrol_host_o,
    output logic [     31:0] enrol_src_ip_o,
    output logic [     31:0] enrol_dst_ip_o,
    output logic [     23:0] enrol_dst_qp_o,
    output logic [     23:0] enrol_src_qp_o,
    output logic [      2:0] enrol_port_o,
    output logic [      1:0] enrol_role_o,
    output logic [      6:0] enrol_parts_o,
    output logic [      3:0] enrol_members_o,
    output logic             enrol_leaf_o,
    input  logic             enrol_done_i,
    input  logic             enrol_ok_i,
    // counts by cause: one question at a time, answered any number of cycles later
    output logic             count_re_o,
    output logic [      2:0] count_port_o,
    output logic [      4:0] count_index_o,
    input  logic             count_valid_i,
    input  logic [     31:0] count_data_i,
    // members: the answer is there one cycle later
    output logic             member_re_o,
    output logic [      3:0] member_ring_o,
    output logic [      2:0] member_host_o,
    input  logic             member_valid_i,
    input  logic [      2:0] member_port_i,
    input  logic [      1:0] member_role_i,
    input  logic [      6:0] member_parts_i,
    input  logic [     31:0] member_src_i,
    input  logic [     31:0] member_dst_i,
    input  logic [     23:0] member_qp_i,
    input  logic [     23:0] member_src_qp_i,
    // a look at a column, by way of nf_netreduce_straggler
    output logic             look_valid_o,      // until it is taken
    input  logic             look_ready_i,
    output logic [      3:0] look_ring_o,
    output logic [      2:0] look_slot_o,
    output logic [      7:0] look_offset_o,
    input  logic             look_done_i,       // one cycle
    input  logic             look_open_i,
    input  logic [     31:0] look_msgid_i,
    input  logic [      7:0] look_arrived_i,
    // stragglers
    input  logic             straggler_i,       // one cycle: a report is new
    input  logic             charged_i,         // one cycle: it charges members with their MsgLen
    input  logic [Rings-1:0] stragglers_i,      // rings that have a report
    output logic [      3:0] report_ring_o,     // whose report is shown, one cycle later
    input  logic             report_valid_i,
    input  logic [      7:0] report_offset_i,
    input  logic [      7:0] report_missing_i,
    input  logic             report_unlike_i,
    input  logic [      7:0] report_charged_i,
    input  logic [     31:0] report_msgid_i,
    input  logic [     31:0] report_cycles_i,
    // what is counted: one cycle each
    input  logic             sum_i,             // a sum was kept
    input  logic             uneven_i,          // with sum_i
    input  logic [      3:0] flags_i,           // with sum_i: inexact, underflow, overflow, invalid
    input  logic             history_i,
    input  logic             announce_i,
    input  logic             local_i,
    input  logic             dropped_i,         // a repeated packet was not answered
    input  logic [      1:0] given_up_i,        // waits that were given up, 0..2
    input  logic             naks_i,            // to a host whose packet is missing
    input  logic             replays_i,         // to a receiver that misses sums
    input  logic [Ports-1:0] skipped_i,         // a frame that a port did not get
    input  logic [Ports-1:0] away_i,            // a level
    input  logic [Ports*32-1:0] overruns_i      // levels: counts that are kept elsewhere
);

  `NF_PARAM(NrCsrPortsInRange, Ports >= 2 && Ports <= nf_netreduce_pkg::MAX_PORTS)
  `NF_PARAM(NrCsrRingsInRange, Rings >= 1 && Rings <= nf_netreduce_pkg::MAX_RINGS)
  `NF_PARAM(NrCsrWindowInRange, Window >= 1 && Window <= nf_netreduce_pkg::MAX_WINDOW)
  `NF_PARAM(NrCsrMaxMsgLenInRange, MaxMsgLen >= 1 && MaxMsgLen <= nf_netreduce_pkg::MAX_MSGLEN)

  localparam logic [31:0] Id = 32'h4e524431;
  localparam logic [255:0] Ops =
      nf_pkg::OPS_SUPPORTED & ~nf_pkg::OPS_WIDE & ~(Halves ? 256'd0 : nf_pkg::OPS_HALF);
  localparam int unsigned PortBits = $clog2(Ports);
  localparam logic [15:0] Pause = 16'd512;  // after reset
  localparam logic [31:0] Drain = 32'd65536;
  localparam logic [3:0] LeafHosts = 4'd6;  // a leaf's ring has two members more

  // ------------------------------------------------------------------------------ the bus
  logic write_valid, write_ready, write, write_ok, read_valid, read, read_ready, read_ok;
  logic [15:0] waddr, raddr;
  logic [31:0] wdata, rdata;
  nf_axil #(
      .AddrBits(16)
  ) u_axil (
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
      .write_valid_o(write_valid),
      .write_addr_o (waddr),
      .write_data_o (wdata),
      .write_ready_i(write_ready),
      .write_ok_i   (write_ok),
      .read_valid_o (read_valid),
      .read_addr_o  (raddr),
      .read_ready_i (read_ready),
      .read_ok_i    (read_ok),
      .read_data_i  (rdata)
  );
  assign read = read_valid && read_ready;
  assign write = write_valid && write_ready;

  // ------------------------------------------------------------------------------ writes
  logic [5:0] irq_q, irq_enable_q, irq_set, irq_clear;
  logic [3:0] members_q, dtype_q;
  logic [2:0] window_q, slot_q;
  logic [31:0] first_q;
  logic leaf_q, look_busy_q, members_ok, setup, setup_fits, look, look_ok, bad_write, bad_read;

  // A ring is set up with what the engine can hold: each host needs a port of its own, and so does
  // the way to the spine.
  assign members_ok = members_q == '0
      || (5'(members_q) + 5'(leaf_q) <= 5'(Ports) && (!leaf_q || members_q <= LeafHosts));
  assign setup = waddr == nf_netreduce_pkg::CSR_RING_SETUP;
  assign setup_fits = cfg_ready_i && wdata < Rings && members_ok && window_q != '0
      && 4'(window_q) < 4'(Window + 1) && 4'(slot_q) < 4'(Window + 1)
      && Ops[{dtype_q, nf_pkg::RED_OP_ADD}];
  assign look = write && waddr == nf_netreduce_pkg::CSR_LOOK;
  assign look_ok = !look_busy_q && wdata[31:20] == '0 && 5'(wdata[19:16]) < 5'(Rings)
      && wdata[15:11] == '0 && 4'(wdata[10:8]) < 4'(Window + 1)
      && 9'(wdata[7:0]) < 9'(MaxMsgLen);

  // What the table of members has to say something about waits for it.
  logic enrols, enrol_fits, asks, enrol_asked_q;
  logic [31:0] member_src_q, member_dst_q;
  logic [23:0] member_qp_q, member_src_qp_q;
  logic [2:0] member_port_q;
  logic [1:0] member_role_q;
  logic [6:0] member_parts_q;
  assign enrols = waddr == nf_netreduce_pkg::CSR_MEMBER_SETUP;
  assign enrol_fits = cfg_ready_i && wdata[30:7] == '0 && 5'(wdata[6:3]) < 5'(Rings);
  assign asks = write_valid && ((setup && setup_fits) || (enrols && enrol_fits));
  assign write_ready = !asks || (enrol_asked_q && enrol_done_i);
  assign enrol_src_ip_o = member_src_q;
  assign enrol_dst_ip_o = member_dst_q;
  assign enrol_dst_qp_o = member_qp_q;
  assign enrol_src_qp_o = member_src_qp_q;
  assign enrol_port_o = member_port_q;
  assign enrol_role_o = member_role_q;
  assign enrol_parts_o = member_parts_q;
  assign enrol_members_o = members_q;
  assign enrol_leaf_o = leaf_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      enrol_valid_o <= 1'b0;
      enrol_asked_q <= 1'b0;
      enrol_op_o <= '0;
      enrol_ring_o <= '0;
      enrol_host_o <= '0;
    end else begin
      enrol_valid_o <= asks && !enrol_asked_q;
      enrol_asked_q <= asks && !write;
      if (asks && !enrol_asked_q) begin
        enrol_op_o <= setup ? nf_netreduce_pkg::ENROL_CHECK :
                      wdata[31] ? nf_netreduce_pkg::ENROL_REMOVE : nf_netreduce_pkg::ENROL_ADD;
        enrol_ring_o <= setup ? wdata[3:0] : wdata[6:3];
        enrol_host_o <= wdata[2:0];
      end
    end
  end

  always_comb begin
    unique case (waddr)
      nf_netreduce_pkg::CSR_CONTROL, nf_netreduce_pkg::CSR_INET_TAG,
      nf_netreduce_pkg::CSR_OWN_MAC_LO, nf_netreduce_pkg::CSR_OWN_MAC_HI,
      nf_netreduce_pkg::CSR_OWN_IP, nf_netreduce_pkg::CSR_SPINE_MAC_LO,
      nf_netreduce_pkg::CSR_SPINE_MAC_HI, nf_netreduce_pkg::CSR_SPINE_IP,
      nf_netreduce_pkg::CSR_LOCAL_NET, nf_netreduce_pkg::CSR_LOCAL_MASK,
      nf_netreduce_pkg::CSR_RING_FIRST, nf_netreduce_pkg::CSR_IRQ_STATUS,
      nf_netreduce_pkg::CSR_IRQ_ENABLE, nf_netreduce_pkg::CSR_THRESHOLD, nf_netreduce_pkg::CSR_DRAIN,
      nf_netreduce_pkg::CSR_MEMBER_SRC_IP, nf_netreduce_pkg::CSR_MEMBER_DST_IP: write_ok = 1'b1;
      // What is cut off here could make another ring of it.
      nf_netreduce_pkg::CSR_RING_MEMBERS, nf_netreduce_pkg::CSR_RING_DTYPE:
      write_ok = wdata[31:4] == '0;
      nf_netreduce_pkg::CSR_RING_WINDOW, nf_netreduce_pkg::CSR_RING_SLOT:
      write_ok = wdata[31:3] == '0;
      nf_netreduce_pkg::CSR_RING_LEAF: write_ok = wdata[31:1] == '0;
      nf_netreduce_pkg::CSR_PAUSE: write_ok = wdata[31:16] == '0 && wdata != '0;
      nf_netreduce_pkg::CSR_STRAGGLER_RING: write_ok = wdata < Rings;
      nf_netreduce_pkg::CSR_MEMBER_DST_QP, nf_netreduce_pkg::CSR_MEMBER_SRC_QP,
      nf_netreduce_pkg::CSR_AGAIN:
      write_ok = wdata[31:24] == '0;
      nf_netreduce_pkg::CSR_MEMBER_PORT:
      write_ok = wdata[31:15] == '0 && wdata[7:6] == '0 && wdata[5:4] != 2'd3
          && 5'(wdata[3:0]) < 5'(Ports);
      nf_netreduce_pkg::CSR_RING_SETUP: write_ok = setup_fits && enrol_ok_i;
      nf_netreduce_pkg::CSR_MEMBER_SETUP: write_ok = enrol_fits && enrol_ok_i;
      nf_netreduce_pkg::CSR_LOOK: write_ok = look_ok;
      default: write_ok = 1'b0;
    endcase
  end

  assign bad_write = write && !write_ok;
  assign bad_read = read && !read_ok;
  assign irq_clear =
      write && waddr == nf_netreduce_pkg::CSR_IRQ_STATUS ? wdata[5:0] : '0;
  assign irq_set = {charged_i, sum_i && flags_i[1], sum_i && flags_i[0], sum_i && uneven_i,
                    bad_write || bad_read, straggler_i};
  assign irq_o = (irq_q & irq_enable_q) != '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      enable_o <= 1'b0;
      tag_o <= '0;
      own_mac_o <= '0;
      own_ip_o <= '0;
      spine_mac_o <= '0;
      spine_ip_o <= '0;
      local_net_o <= '0;
      local_mask_o <= '0;
      threshold_o <= '0;
      pause_o <= Pause;
      drain_o <= Drain;
      again_o <= '0;
      members_q <= '0;
      leaf_q <= 1'b0;
      window_q <= 3'd1;
      first_q <= '0;
      slot_q <= '0;
      dtype_q <= '0;
      member_src_q <= '0;
      member_dst_q <= '0;
      member_qp_q <= '0;
      member_src_qp_q <= '0;
      member_port_q <= '0;
      member_role_q <= '0;
      member_parts_q <= 7'd1;
      report_ring_o <= '0;
      irq_q <= '0;
      irq_enable_q <= '0;
    end else begin
      irq_q <= (irq_q & ~irq_clear) | irq_set;
      if (write && write_ok) begin
        unique case (waddr)
          nf_netreduce_pkg::CSR_CONTROL: enable_o <= wdata[0];
          nf_netreduce_pkg::CSR_INET_TAG: tag_o <= wdata;
          nf_netreduce_pkg::CSR_OWN_MAC_LO: own_mac_o[31:0] <= wdata;
          nf_netreduce_pkg::CSR_OWN_MAC_HI: own_mac_o[47:32] <= wdata[15:0];
          nf_netreduce_pkg::CSR_OWN_IP: own_ip_o <= wdata;
          nf_netreduce_pkg::CSR_SPINE_MAC_LO: spine_mac_o[31:0] <= wdata;
          nf_netreduce_pkg::CSR_SPINE_MAC_HI: spine_mac_o[47:32] <= wdata[15:0];
          nf_netreduce_pkg::CSR_SPINE_IP: spine_ip_o <= wdata;
          nf_netreduce_pkg::CSR_LOCAL_NET: local_net_o <= wdata;
          nf_netreduce_pkg::CSR_LOCAL_MASK: local_mask_o <= wdata;
          nf_netreduce_pkg::CSR_RING_MEMBERS: members_q <= wdata[3:0];
          nf_netreduce_pkg::CSR_RING_LEAF: leaf_q <= wdata[0];
          nf_netreduce_pkg::CSR_RING_WINDOW: window_q <= wdata[2:0];
          nf_netreduce_pkg::CSR_RING_FIRST: first_q <= wdata;
          nf_netreduce_pkg::CSR_RING_SLOT: slot_q <= wdata[2:0];
          nf_netreduce_pkg::CSR_RING_DTYPE: dtype_q <= wdata[3:0];
          nf_netreduce_pkg::CSR_MEMBER_SRC_IP: member_src_q <= wdata;
          nf_netreduce_pkg::CSR_MEMBER_DST_IP: member_dst_q <= wdata;
          nf_netreduce_pkg::CSR_MEMBER_DST_QP: member_qp_q <= wdata[23:0];
          nf_netreduce_pkg::CSR_MEMBER_SRC_QP: member_src_qp_q <= wdata[23:0];
          nf_netreduce_pkg::CSR_MEMBER_PORT: begin
            member_port_q <= wdata[2:0];
            member_role_q <= wdata[5:4];
            member_parts_q <= wdata[14:8];
          end
          nf_netreduce_pkg::CSR_IRQ_ENABLE: irq_enable_q <= wdata[5:0];
          nf_netreduce_pkg::CSR_THRESHOLD: threshold_o <= wdata;
          nf_netreduce_pkg::CSR_PAUSE: pause_o <= wdata[15:0];
          nf_netreduce_pkg::CSR_DRAIN: drain_o <= wdata;
          nf_netreduce_pkg::CSR_AGAIN: again_o <= wdata[23:0];
          nf_netreduce_pkg::CSR_STRAGGLER_RING: report_ring_o <= wdata[3:0];
          default: ;
        endcase
      end
    end
  end

  // ------------------------------------------------------------------------------ set up, look
  logic look_open_q;
  logic [7:0] look_arrived_q;
  logic [31:0] look_msgid_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cfg_valid_o <= 1'b0;
      cfg_ring_o <= '0;
      cfg_members_o <= '0;
      cfg_leaf_o <= 1'b0;
      cfg_window_o <= '0;
      cfg_first_o <= '0;
      cfg_slot_o <= '0;
      cfg_dtype_o <= '0;
      look_valid_o <= 1'b0;
      look_busy_q <= 1'b0;
      look_ring_o <= '0;
      look_slot_o <= '0;
      look_offset_o <= '0;
      look_open_q <= 1'b0;
      look_msgid_q <= '0;
      look_arrived_q <= '0;
    end else begin
      cfg_valid_o <= write && setup && write_ok;
      if (write && setup && write_ok) begin
        cfg_ring_o <= wdata[3:0];
        cfg_members_o <= members_q;
        cfg_leaf_o <= leaf_q;
        cfg_window_o <= window_q;
        cfg_first_o <= first_q;
        cfg_slot_o <= slot_q;
        cfg_dtype_o <= dtype_q;
      end
      look_valid_o <= (look && look_ok) || (look_valid_o && !look_ready_i);
      look_busy_q <= (look && look_ok) || (look_busy_q && !look_done_i);
      if (look && look_ok) begin
        look_ring_o <= wdata[19:16];
        look_slot_o <= wdata[10:8];
        look_offset_o <= wdata[7:0];
      end
      if (look_busy_q && look_done_i) begin
        look_open_q <= look_open_i;
        look_msgid_q <= look_msgid_i;
        look_arrived_q <= look_arrived_i;
      end
    end
  end

  // ------------------------------------------------------------------------------ counters
  logic [31:0] cycles_q, bad_access_q, sums_q, histories_q, announced_q, locals_q, uneven_q;
  logic [31:0] dropped_q, given_up_q, naks_q, replays_q, charged_q;
  logic [31:0] invalid_q, overflow_q, underflow_q, inexact_q, straggler_msgid_q, straggler_cycles_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cycles_q <= '0;
      bad_access_q <= '0;
      sums_q <= '0;
      histories_q <= '0;
      announced_q <= '0;
      locals_q <= '0;
      dropped_q <= '0;
      given_up_q <= '0;
      naks_q <= '0;
      replays_q <= '0;
      charged_q <= '0;
      uneven_q <= '0;
      invalid_q <= '0;
      overflow_q <= '0;
      underflow_q <= '0;
      inexact_q <= '0;
      straggler_msgid_q <= '0;
      straggler_cycles_q <= '0;
    end else begin
      cycles_q <= cycles_q + 32'd1;
      bad_access_q <= bad_access_q + 32'(bad_write) + 32'(bad_read);
      sums_q <= sums_q + 32'(sum_i);
      histories_q <= histories_q + 32'(history_i);
      announced_q <= announced_q + 32'(announce_i);
      locals_q <= locals_q + 32'(local_i);
      dropped_q <= dropped_q + 32'(dropped_i);
      given_up_q <= given_up_q + 32'(given_up_i);
      naks_q <= naks_q + 32'(naks_i);
      replays_q <= replays_q + 32'(replays_i);
      charged_q <= charged_q + 32'(charged_i);
      uneven_q <= uneven_q + 32'(sum_i && uneven_i);
      invalid_q <= invalid_q + 32'(sum_i && flags_i[0]);
      overflow_q <= overflow_q + 32'(sum_i && flags_i[1]);
      underflow_q <= underflow_q + 32'(sum_i && flags_i[2]);
      inexact_q <= inexact_q + 32'(sum_i && flags_i[3]);
      // The three words of a report belong together.
      if (read && raddr == nf_netreduce_pkg::CSR_STRAGGLER) begin
        straggler_msgid_q <= report_msgid_i;
        straggler_cycles_q <= report_cycles_i;
      end
    end
  end

  logic is_skipped, is_overrun;
  logic [Ports*32-1:0] skipped_q;
  assign is_skipped = raddr[15:5] == nf_netreduce_pkg::CSR_SKIPPED[15:5] && raddr[1:0] == 2'd0
      && 4'(raddr[4:2]) < 4'(Ports);
  assign is_overrun = raddr[15:5] == nf_netreduce_pkg::CSR_OVERRUN[15:5] && raddr[1:0] == 2'd0
      && 4'(raddr[4:2]) < 4'(Ports);
  for (genvar p = 0; p < Ports; p++) begin : gen_skipped
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) skipped_q[p*32+:32] <= '0;
      else skipped_q[p*32+:32] <= skipped_q[p*32+:32] + 32'(skipped_i[p]);
    end
  end

  // ------------------------------------------------------------------------------ reads elsewhere
  // The question goes out, and the read waits for the answer.
  logic is_count, is_member, asked_q, member_there_q;
  assign is_count = raddr[15:10] == nf_netreduce_pkg::CSR_COUNT[15:10] && raddr[1:0] == 2'd0
      && 4'(raddr[9:7]) < 4'(Ports);
  assign is_member = raddr[15:12] == nf_netreduce_pkg::CSR_MEMBER[15:12] && raddr[1:0] == 2'd0
      && 5'(raddr[11:8]) < 5'(Rings) && raddr[4:2] <= 3'd4;
  assign read_ready = is_count ? asked_q && count_valid_i : !is_member || member_there_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      asked_q <= 1'b0;
      member_there_q <= 1'b0;
      count_re_o <= 1'b0;
      member_re_o <= 1'b0;
      count_port_o <= '0;
      count_index_o <= '0;
      member_ring_o <= '0;
      member_host_o <= '0;
    end else begin
      asked_q <= read_valid && (is_count || is_member) && !read;
      count_re_o <= read_valid && is_count && !asked_q;
      member_re_o <= read_valid && is_member && !asked_q;
      member_there_q <= member_re_o;
      if (read_valid && is_count && !asked_q) begin
        count_port_o <= raddr[9:7];
        count_index_o <= raddr[6:2];
      end
      if (read_valid && is_member && !asked_q) begin
        member_ring_o <= raddr[11:8];
        member_host_o <= raddr[7:5];
      end
    end
  end

  logic [31:0] member_word;
  always_comb begin
    unique case (raddr[4:2])
      3'd0:
      member_word = {member_valid_i, 16'd0, member_parts_i, 2'd0, member_role_i, 1'b0,
                     member_port_i};
      3'd1: member_word = member_src_i;
      3'd2: member_word = member_dst_i;
      3'd3: member_word = 32'(member_qp_i);
      default: member_word = 32'(member_src_qp_i);
    endcase
  end

  // ------------------------------------------------------------------------------ reads
  always_comb begin
    read_ok = 1'b1;
    rdata = '0;
    unique case (raddr)
      nf_netreduce_pkg::CSR_ID: rdata = Id;
      nf_netreduce_pkg::CSR_BUILD: rdata = {8'd0, 8'(Window), 8'(Rings), 8'(Ports)};
      nf_netreduce_pkg::CSR_BUILD_TABLES: rdata = {16'(Connections), 16'(MaxMsgLen)};
      nf_netreduce_pkg::CSR_BUILD_BUFFER: rdata = BufferBeats;
      nf_netreduce_pkg::CSR_CONTROL: rdata = 32'(enable_o);
      nf_netreduce_pkg::CSR_INET_TAG: rdata = tag_o;
      nf_netreduce_pkg::CSR_OWN_MAC_LO: rdata = own_mac_o[31:0];
      nf_netreduce_pkg::CSR_OWN_MAC_HI: rdata = 32'(own_mac_o[47:32]);
      nf_netreduce_pkg::CSR_OWN_IP: rdata = own_ip_o;
      nf_netreduce_pkg::CSR_SPINE_MAC_LO: rdata = spine_mac_o[31:0];
      nf_netreduce_pkg::CSR_SPINE_MAC_HI: rdata = 32'(spine_mac_o[47:32]);
      nf_netreduce_pkg::CSR_SPINE_IP: rdata = spine_ip_o;
      nf_netreduce_pkg::CSR_LOCAL_NET: rdata = local_net_o;
      nf_netreduce_pkg::CSR_LOCAL_MASK: rdata = local_mask_o;
      nf_netreduce_pkg::CSR_RING_MEMBERS: rdata = 32'(members_q);
      nf_netreduce_pkg::CSR_RING_LEAF: rdata = 32'(leaf_q);
      nf_netreduce_pkg::CSR_RING_WINDOW: rdata = 32'(window_q);
      nf_netreduce_pkg::CSR_RING_FIRST: rdata = first_q;
      nf_netreduce_pkg::CSR_RING_SLOT: rdata = 32'(slot_q);
      nf_netreduce_pkg::CSR_RING_DTYPE: rdata = 32'(dtype_q);
      nf_netreduce_pkg::CSR_BUSY: rdata = 32'(busy_i);
      nf_netreduce_pkg::CSR_IRQ_STATUS: rdata = 32'(irq_q);
      nf_netreduce_pkg::CSR_IRQ_ENABLE: rdata = 32'(irq_enable_q);
      nf_netreduce_pkg::CSR_THRESHOLD: rdata = threshold_o;
      nf_netreduce_pkg::CSR_DRAIN: rdata = drain_o;
      nf_netreduce_pkg::CSR_PAUSE: rdata = 32'(pause_o);
      nf_netreduce_pkg::CSR_AGAIN: rdata = 32'(again_o);
      nf_netreduce_pkg::CSR_NAKS: rdata = naks_q;
      nf_netreduce_pkg::CSR_REPLAYS: rdata = replays_q;
      nf_netreduce_pkg::CSR_AWAY: rdata = 32'(away_i);
      nf_netreduce_pkg::CSR_STRAGGLERS: rdata = 32'(stragglers_i);
      nf_netreduce_pkg::CSR_STRAGGLER_RING: rdata = 32'(report_ring_o);
      nf_netreduce_pkg::CSR_STRAGGLER:
      rdata = {report_valid_i, 6'd0, report_unlike_i, report_charged_i, report_missing_i,
               report_offset_i};
      nf_netreduce_pkg::CSR_STRAGGLER_MSGID: rdata = straggler_msgid_q;
      nf_netreduce_pkg::CSR_CHARGED: rdata = charged_q;
      nf_netreduce_pkg::CSR_STRAGGLER_CYCLES: rdata = straggler_cycles_q;
      nf_netreduce_pkg::CSR_LOOK_RESULT:
      rdata = look_busy_q ? 32'h8000_0000 : {1'b0, look_open_q, 22'd0, look_arrived_q};
      nf_netreduce_pkg::CSR_LOOK_MSGID: rdata = look_msgid_q;
      nf_netreduce_pkg::CSR_CYCLES: rdata = cycles_q;
      nf_netreduce_pkg::CSR_BAD_ACCESS: rdata = bad_access_q;
      nf_netreduce_pkg::CSR_SUMS: rdata = sums_q;
      nf_netreduce_pkg::CSR_HISTORIES: rdata = histories_q;
      nf_netreduce_pkg::CSR_ANNOUNCED: rdata = announced_q;
      nf_netreduce_pkg::CSR_LOCALS: rdata = locals_q;
      nf_netreduce_pkg::CSR_UNEVEN: rdata = uneven_q;
      nf_netreduce_pkg::CSR_INVALID: rdata = invalid_q;
      nf_netreduce_pkg::CSR_OVERFLOW: rdata = overflow_q;
      nf_netreduce_pkg::CSR_UNDERFLOW: rdata = underflow_q;
      nf_netreduce_pkg::CSR_INEXACT: rdata = inexact_q;
      nf_netreduce_pkg::CSR_DROPPED: rdata = dropped_q;
      nf_netreduce_pkg::CSR_GIVEN_UP: rdata = given_up_q;
      nf_netreduce_pkg::CSR_MEMBER_SRC_IP: rdata = member_src_q;
      nf_netreduce_pkg::CSR_MEMBER_DST_IP: rdata = member_dst_q;
      nf_netreduce_pkg::CSR_MEMBER_DST_QP: rdata = 32'(member_qp_q);
      nf_netreduce_pkg::CSR_MEMBER_SRC_QP: rdata = 32'(member_src_qp_q);
      nf_netreduce_pkg::CSR_MEMBER_PORT:
      rdata = {17'd0, member_parts_q, 2'd0, member_role_q, 1'b0, member_port_q};
      default: begin
        read_ok = is_count || is_member || is_skipped || is_overrun;
        if (is_skipped) rdata = skipped_q[PortBits'(raddr[4:2])*32+:32];
        if (is_overrun) rdata = overruns_i[PortBits'(raddr[4:2])*32+:32];
        if (is_count) rdata = count_data_i;
        if (is_member) rdata = member_word;
      end
    endcase
  end

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic look_waits, asks_was;
  logic [14:0] look_was;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      look_waits <= 1'b0;
      asks_was <= 1'b0;
    end else begin
      look_waits <= look_valid_o && !look_ready_i;
      asks_was <= count_re_o || member_re_o;
    end
  end
  always_ff @(posedge clk_i) look_was <= {look_ring_o, look_slot_o, look_offset_o};
  // A ring is set up with what it can have.
  `NF_ASSERT(NrCsrSetupInRange, !cfg_valid_o || (5'(cfg_ring_o) < 5'(Rings)
             && 5'(cfg_members_o) <= 5'(Ports) && cfg_window_o != '0
             && 4'(cfg_window_o) < 4'(Window + 1) && 4'(cfg_slot_o) < 4'(Window + 1)
             && Ops[{cfg_dtype_o, nf_pkg::RED_OP_ADD}]))
  // A leaf has room for two members more.
  `NF_ASSERT(NrCsrLeafHasRoom, !(cfg_valid_o && cfg_leaf_o) || cfg_members_o <= LeafHosts)
  // A look that was not taken stays as it is.
  `NF_ASSERT(NrCsrLookHolds, !look_waits
             || (look_valid_o && look_was == {look_ring_o, look_slot_o, look_offset_o}))
  // What a look was answered is for one that is under way.
  `NF_ASSERT(NrCsrLookAwaited, !look_done_i || (look_busy_q && !look_valid_o))
  // A read asks once.
  `NF_ASSERT(NrCsrAsksOnce, !(count_re_o || member_re_o) || (read_valid && asked_q && !asks_was))
  // Counts and members are answered by those who have them.
  `NF_ASSERT(NrCsrAsksBefore, !(read && (is_count || is_member)) || asked_q)
  // One question about members at a time.
  `NF_ASSERT(NrCsrEnrolOnce, !enrol_valid_o || (asks && enrol_asked_q))
  // A ring is set up one at a time.
  `NF_ASSERT(NrCsrSetupReady, !cfg_valid_o || cfg_ready_i)
  // A ring was refused.
  `NF_COVER(NrCsrSetupRefused, write && setup && !setup_fits)
  // Members are missing.
  `NF_COVER(NrCsrMembersMissing, write && setup && setup_fits && !enrol_ok_i)
`endif

endmodule
