// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// CSR port of the switch: the registers of docs/registers.md.
//
// One access at a time. It owns the switch-wide configuration, the sticky errors and flags, reads
// the ports' counters and the oldest entry of their reduction tables, and hands on what lies in the
// window of the MCR table. Configuration is refused while traffic is in the switch.
// nf_switch_regs is the register file; what is here is the port, the way to the counters and the
// window. It does not count: nf_switch_stats does.
//
// Latency 1 cycle for registers, 4 or 5 for counters, the MCR table's own behind its window.

`include "nf_assert.svh"

module nf_switch_csr #(
    parameter int unsigned Ports = 16,      // 2..16
    parameter int unsigned Entries = 8,     // 2..32; 0: no reduction tables
    parameter int unsigned Regions = 8,     // 2..32
    parameter int unsigned Nodes = 32,      // node ids that arrival masks tell apart, 8..256
    parameter int unsigned HomeSlots = 64   // 2..512, see nf_mcr_hash
) (
    input  logic                clk_i,
    input  logic                rst_ni,
    // CSR port
    input  logic                csr_valid_i,
    output logic                csr_ready_o,
    input  logic                csr_write_i,
    input  logic [        15:0] csr_addr_i,
    input  logic [        31:0] csr_wdata_i,
    output logic                csr_rvalid_o,
    input  logic                csr_rready_i,
    output logic [        31:0] csr_rdata_o,
    output logic                csr_err_o,
    // MCR, routing and home tables
    output logic                cfg_valid_o,
    input  logic                cfg_ready_i,
    output logic                cfg_write_o,
    output logic [        11:0] cfg_addr_o,
    output logic [        31:0] cfg_wdata_o,
    input  logic                cfg_rvalid_i,
    output logic                cfg_rready_o,
    input  logic [        31:0] cfg_rdata_i,
    input  logic                cfg_err_i,
    // counters of every port
    output logic [   Ports-1:0] stats_read_o,     // port whose counter is read, one-hot
    output logic [         4:0] stats_index_o,    // of the counter that is read, COUNTED_*
                                                  // or NF_EV_*
    input  logic [   Ports-1:0] stats_valid_i,
    input  logic [Ports*32-1:0] stats_data_i,
    // reduction tables of every port: entries in use, the oldest entry
    input  logic [ Ports*8-1:0] used_i,
    input  logic [   Ports-1:0] oldest_valid_i,
    input  logic [Ports*32-1:0] oldest_mask_i,    // of the nodes that mask_select_o names
    input  logic [Ports*64-1:0] oldest_addr_i,
    input  logic [Ports*16-1:0] oldest_count_i,
    input  logic [Ports*16-1:0] oldest_expected_i,
    // state of the switch
    input  logic                traffic_i,
    input  nf_switch_regs_pkg::errors_t error_i,  // one-cycle pulses
    input  logic [         7:0] flags_i,          // one-cycle pulses: header flags of results
    // configuration
    output logic [         9:0] id_o,
    output logic                multicast_partials_o,
    output logic [         7:0] timeout_o,       // in ticks
    output logic [         3:0] tick_log2_o,     // of 64 cycles times two to that power
    output logic [   Ports-1:0] first_hop_o,
    output logic [   Ports-1:0] uplinks_o,
    output logic [         3:0] links_o,
    output logic [         7:0] entries_o,
    // clear command for the reduction tables
    output logic [         3:0] drop_epochs_o,
    output logic                drop_one_o,
    output logic [         7:0] drop_region_o,
    input  logic                dropping_i,       // some entries are still to be dropped
    // what is shown
    output logic [         7:0] mask_select_o     // group of 32 nodes whose part of the arrival
                                                  // masks is shown
);

  `NF_PARAM(SwitchCsrPorts, Ports >= 2 && Ports <= nf_pkg::MAX_PORTS)
  `NF_PARAM(SwitchCsrEntries, Entries == 0 || (Entries >= 2 && Entries <= nf_pkg::MAX_ENTRIES))
  `NF_PARAM(SwitchCsrRegions, Regions >= 2 && Regions <= nf_pkg::MAX_REGIONS)
  `NF_PARAM(SwitchCsrNodes, Nodes >= 8 && Nodes <= nf_mcr_pkg::MAX_NODES && Nodes % 8 == 0)
  `NF_PARAM(SwitchCsrHomeSlots, HomeSlots >= 2 && HomeSlots <= nf_pkg::MAX_HOME_SLOTS)

  // Words of nf_switch_stats are the bits of counted_t.
  localparam logic [4:0] DropBase = nf_switch_pkg::COUNTED_CAUSES - 5'd1;  // + error code, not zero
  localparam int unsigned PortBits = $clog2(Ports);

  typedef enum logic [1:0] {
    Idle,    // an access is taken
    Stats,   // waiting for a port's counter
    Window,  // the MCR table has the access
    Answer   // csr_rvalid_o until it is taken
  } state_e;

  state_e state_q, state_d;

  // ------------------------------------------------------------------------------ decoding
  logic in_window, aligned, is_drop, is_event, is_stat, take;
  logic [4:0] stat_index;
  logic [15:0] drop_offset, event_offset;

  assign take = csr_valid_i & csr_ready_o;
  assign in_window = csr_addr_i[15:12] == nf_pkg::CSR_MCR_BASE[15:12];
  assign drop_offset = csr_addr_i - nf_pkg::CSR_DROP_BASE;
  assign event_offset = csr_addr_i - nf_pkg::CSR_EVENT_BASE;
  assign aligned = csr_addr_i[1:0] == 2'b00;
  assign is_drop = aligned && csr_addr_i > nf_pkg::CSR_DROP_BASE
                   && drop_offset <= 16'(nf_pkg::ERR_TARGETS) * 16'd4;
  assign is_event = aligned && csr_addr_i >= nf_pkg::CSR_EVENT_BASE
                    && event_offset < 16'(nf_pkg::TABLE_EVENTS * 4);

  always_comb begin
    is_stat = 1'b1;
    stat_index = nf_switch_pkg::COUNTED_TX_PACKETS;
    case (csr_addr_i)
      nf_pkg::CSR_RX_PACKETS: stat_index = nf_switch_pkg::COUNTED_RX_PACKETS;
      nf_pkg::CSR_RX_DROPS: stat_index = nf_switch_pkg::COUNTED_RX_DROPS;
      nf_pkg::CSR_RX_ACKS: stat_index = nf_switch_pkg::COUNTED_RX_ACKS;
      nf_pkg::CSR_TX_PACKETS: stat_index = nf_switch_pkg::COUNTED_TX_PACKETS;
      nf_pkg::CSR_CLEARED: stat_index = nf_switch_pkg::COUNTED_CLEARED;
      default: begin
        if (is_drop) stat_index = DropBase + drop_offset[6:2];
        else if (is_event) stat_index = event_offset[6:2];
        else is_stat = 1'b0;
      end
    endcase
  end

  // ------------------------------------------------------------------------------ registers
  logic write_ok, read_ok, bad, note_oldest;
  logic [31:0] value;
  nf_switch_regs_pkg::in_t hw;
  nf_switch_regs_pkg::out_t regs;
  logic [PortBits-1:0] select;

  // A counter can only be read.
  nf_switch_regs #(
      .Ports    (Ports),
      .Entries  (Entries),
      .Regions  (Regions),
      .Nodes    (Nodes),
      .HomeSlots(HomeSlots)
  ) u_regs (
      .clk_i,
      .rst_ni,
      .write_i        (take && csr_write_i),
      .write_addr_i   (csr_addr_i),
      .write_data_i   (csr_wdata_i),
      .write_ok_o     (write_ok),
      .read_addr_i    (csr_addr_i),
      .read_ok_o      (read_ok),
      .read_data_o    (value),
      .ext_write_ok_i (1'b0),
      .ext_read_ok_i  (is_stat),
      .ext_read_data_i('0),
      .locked_i       (traffic_i),
      .hw_i           (hw),
      .regs_o         (regs)
  );
  assign bad = csr_write_i ? !write_ok : !read_ok;

  assign hw.status = traffic_i;
  assign hw.errors = error_i;
  assign hw.flags = flags_i[nf_pkg::FLAG_INEXACT:0];  // those above tell of the packet
  assign hw.clear_pending = dropping_i;
  assign select = regs.port_select[PortBits-1:0];
  // The words of the oldest entry are noted together: another one may be the oldest at the next read.
  assign note_oldest = take && !csr_write_i && csr_addr_i == nf_pkg::CSR_OLDEST_ADDR_LO;
  assign hw.oldest_addr_hi_we = note_oldest;
  assign hw.oldest_count_we = note_oldest;
  assign hw.oldest_mask_we = note_oldest;
  assign hw.oldest_addr_lo = oldest_addr_i[select*64+:32];
  assign hw.oldest_addr_hi.addr = oldest_addr_i[select*64+32+:16];
  assign hw.oldest_addr_hi.held = oldest_valid_i[select];
  assign hw.oldest_count.count = oldest_count_i[select*16+:16];
  assign hw.oldest_count.expected = oldest_expected_i[select*16+:16];
  assign hw.oldest_mask = oldest_mask_i[select*32+:32];
  assign hw.table_used = used_i[select*8+:8];

  assign id_o = regs.switch_id;
  assign multicast_partials_o = regs.control;
  assign timeout_o = regs.timeout.ticks;
  assign tick_log2_o = regs.timeout.tick_log2;
  assign first_hop_o = regs.first_hop[Ports-1:0];
  assign uplinks_o = regs.uplinks[Ports-1:0];
  assign links_o = regs.links;
  assign entries_o = regs.table_limit;
  assign drop_epochs_o = regs.clear_epochs;
  assign drop_one_o = regs.clear_one;
  assign drop_region_o = {3'd0, regs.clear_region};
  assign mask_select_o = regs.mask_select;

  // Bits that no register has, and what the width of a port's number leaves.
  logic unused;
  assign unused = ^{flags_i[7:nf_pkg::FLAG_INEXACT+1], regs};

  // ------------------------------------------------------------------------------ answering
  logic stat_done;
  assign stat_done = (stats_valid_i & stats_read_o) != '0;

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Idle:
      if (take) begin
        if (in_window) state_d = Window;
        else if (is_stat && !bad) state_d = Stats;
        else state_d = Answer;
      end
      Stats: if (stat_done) state_d = Answer;
      Window: if (cfg_rvalid_i) state_d = Answer;
      Answer: if (csr_rready_i) state_d = Idle;
      default: state_d = Idle;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= Idle;
      cfg_valid_o <= 1'b0;
      stats_read_o <= '0;
      csr_err_o <= 1'b0;
      csr_rdata_o <= '0;
    end else begin
      state_q <= state_d;
      if (take && in_window) cfg_valid_o <= 1'b1;
      else if (cfg_ready_i) cfg_valid_o <= 1'b0;
      if (take && is_stat && !bad && !in_window) stats_read_o <= Ports'(1) << select;
      else if (stat_done) stats_read_o <= '0;
      // Answers: what was read, zero with an error or after a write.
      if (take && !in_window) begin
        csr_err_o <= bad;
        csr_rdata_o <= (bad || csr_write_i) ? '0 : value;
      end
      if (state_q == Stats && stat_done) csr_rdata_o <= stats_data_i[select*32+:32];
      if (state_q == Window && cfg_rvalid_i) begin
        csr_err_o <= cfg_err_i;
        csr_rdata_o <= cfg_rdata_i;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (take) begin
      cfg_write_o <= csr_write_i;
      cfg_addr_o <= csr_addr_i[11:0];
      cfg_wdata_o <= csr_wdata_i;
      stats_index_o <= stat_index;
    end
  end

  assign csr_ready_o = state_q == Idle;
  assign csr_rvalid_o = state_q == Answer;
  assign cfg_rready_o = state_q == Window;

  // --------------------------------------------------------------------------- properties
`ifdef NF_WATCHED
  logic [3:0] unused_broken;
  nf_stream_rules #(
      .Width($bits({csr_write_i, csr_addr_i, csr_wdata_i}))
  ) u_rules_request (
      .clk_i,
      .rst_ni,
      .valid_i (csr_valid_i),
      .ready_i (csr_ready_o),
      .data_i  ({csr_write_i, csr_addr_i, csr_wdata_i}),
      .broken_o(unused_broken[1:0])
  );
  nf_stream_rules #(
      .Width($bits({csr_rdata_o, csr_err_o}))
  ) u_rules_answer (
      .clk_i,
      .rst_ni,
      .valid_i (csr_rvalid_o),
      .ready_i (csr_rready_i),
      .data_i  ({csr_rdata_o, csr_err_o}),
      .broken_o(unused_broken[3:2])
  );
`endif
`ifndef SYNTHESIS
  logic [9:0] id_before_q;
  logic [7:0] entries_before_q;
  logic [Ports-1:0] uplinks_before_q;
  logic [3:0] links_before_q;
  logic locked_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      locked_q <= 1'b0;
      id_before_q <= '0;
      entries_before_q <= '0;
      uplinks_before_q <= '0;
      links_before_q <= '0;
    end else begin
      locked_q <= traffic_i;
      id_before_q <= id_o;
      entries_before_q <= entries_o;
      uplinks_before_q <= uplinks_o;
      links_before_q <= links_o;
    end
  end

  // What traffic relies on does not change while traffic is in the switch.
  `NF_ASSERT(CsrLocked, !locked_q || (id_o == id_before_q && entries_o == entries_before_q
                                      && uplinks_o == uplinks_before_q
                                      && links_o == links_before_q))
  // Blocks are interleaved over a number of links that endpoints can have.
  `NF_ASSERT(CsrLinks, links_o != '0 && 32'(links_o) <= nf_pkg::MAX_LINKS)
  // The number of usable table entries is one that exists.
  `NF_ASSERT(CsrTableLimit, (entries_o != '0 || Entries == 0) && entries_o <= 8'(Entries))
  // The group of nodes that is shown is one that exists.
  `NF_ASSERT(CsrMaskSelect, 32'(mask_select_o) < (Nodes + 31) / 32)
  // Counters are read one port at a time.
  `NF_ASSERT(CsrReadsOnePort, (stats_read_o & (stats_read_o - 1'b1)) == '0)
  // A configuration write met traffic and was refused.
  `NF_COVER(CsrRefused,
            take && csr_write_i && traffic_i && csr_addr_i == nf_pkg::CSR_SWITCH_ID && !write_ok)
`endif

endmodule
