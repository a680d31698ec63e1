// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The switch that multicasts and reduces (KLENK IV, Fig. 5).
//
// Every port has an ingress, a row of the crossbar, two egress columns (requests, responses) that
// share the link, and a reduction table with a column in front of it and a row behind it. So each
// port has two ways into the crossbar and two out of it: the internal speed-up of 2 that
// reductions need (KLENK IV-E1). Queues stand at the crosspoints; every sink chooses by itself.
//
//   link -> ingress -> row -> egress columns -> egress -> link
//                       '---> reduce column -> reduction table -> result row -> response columns
//
// It does not retransmit and does not count link credits: the link in front of a port does.
//
// Latency of a unicast packet 11 cycles and one for each payload flit, from header to header; one
// flit per cycle and port each way.

`include "nf_assert.svh"

module nf_switch #(
    parameter int unsigned Ports = 16,      // ports, 2..16
    parameter int unsigned Entries = 8,     // entries of 128 B of each port's reduction table,
                                            // 2..32; TABLE_LIMIT uses fewer. 0: no tables, a switch
                                            // that multicasts and passes on what others reduce
    parameter int unsigned Regions = 8,     // MCR table entries, 2..32
    parameter int unsigned Nodes = 32,      // node ids with a route, 8..256, multiple of 8
    parameter int unsigned HomeSlots = 64,  // slots of the home-port table, 2^k or 3*2^k, 2..512,
                                            // see nf_mcr_hash
    parameter int unsigned Window = 16,     // packets that an ingress holds per virtual channel, 4,
                                            // 8 or 16; a row behind a table holds 8 at most
    parameter int unsigned XpDepth = 16,    // flits of one crosspoint queue: 16, 32 or 64
    parameter bit Halves = 0,               // the types of 16-bit elements, in the tables and in
                                            // the lookup's check
    parameter bit Wide = 0,                 // the ops whose sums are wider than the type, likewise
    parameter int unsigned Ghosts = 4,      // entries that a table remembers after they left, 0..16
    parameter int unsigned AluStages = 2,   // registers in the ALUs of the tables, 1..4
    parameter bit OperandReg = 0            // a register between a table's store and its ALUs
) (
    input  logic                               clk_i,
    input  logic                               rst_ni,
    // links in
    input  logic [                  Ports-1:0] rx_valid_i,      // a flit is on the link
    input  logic [                  Ports-1:0] rx_last_i,       // it is the last of its packet
    input  logic [                  Ports-1:0] rx_err_i,        // with last: the packet was damaged
                                                                // on the way
    input  logic [Ports*nf_pkg::FLIT_BITS-1:0] rx_data_i,       // header or payload flit
    output logic [                Ports*2-1:0] rx_ready_o,      // bit 2p+v: port p takes a header
                                                                // of virtual channel v
    // links out
    output logic [                  Ports-1:0] tx_valid_o,      // as what comes in
    output logic [                  Ports-1:0] tx_last_o,
    output logic [                  Ports-1:0] tx_err_o,
    output logic [Ports*nf_pkg::FLIT_BITS-1:0] tx_data_o,
    input  logic [                Ports*2-1:0] tx_ready_i,      // likewise: room for a whole packet
                                                                // of that virtual channel
    // CSR port: one register access at a time
    input  logic                               csr_valid_i,     // an access is offered; ready: it
                                                                // is taken
    output logic                               csr_ready_o,
    input  logic                               csr_write_i,     // write, else read
    input  logic [                       15:0] csr_addr_i,      // byte address, multiple of 4
    input  logic [                       31:0] csr_wdata_i,
    output logic                               csr_rvalid_o,    // the answer to the access
    input  logic                               csr_rready_i,    // it is taken
    output logic [                       31:0] csr_rdata_o,
    output logic                               csr_err_o        // refused, nothing changed
);

  `NF_PARAM(SwitchPorts, Ports >= 2 && Ports <= nf_pkg::MAX_PORTS)
  `NF_PARAM(SwitchEntries, Entries == 0 || (Entries >= 2 && Entries <= nf_pkg::MAX_ENTRIES))
  `NF_PARAM(SwitchWindow, Window == 4 || Window == 8 || Window == 16)
  `NF_PARAM(SwitchXpDepth, XpDepth == 16 || XpDepth == 32 || XpDepth == 64)
  // Also where there are no tables to refuse them.
  `NF_PARAM(SwitchGhosts, Ghosts <= 16)
  `NF_PARAM(SwitchAluStages, AluStages >= 1 && AluStages <= 4)

  // Packets that the row behind a table holds. A table gives one after the other, all in one virtual
  // channel: more than 8 brought nothing (R4).
  localparam int unsigned ResultWindow = (Window < 8) ? Window : 8;
  localparam bit NoTables = Entries == 0;
  // Rows of a response column: those of the ingresses and, above them, of the tables.
  localparam int unsigned ResponseRows = NoTables ? Ports : 2 * Ports;
  localparam int unsigned FlitBits = nf_pkg::FLIT_BITS;
  localparam int unsigned Groups = (Nodes + 31) / 32;  // of nodes in an arrival mask

  // ------------------------------------------------------------------------------ configuration
  logic [9:0] id;
  logic multicast_partials;
  logic [7:0] timeout, entries, mask_select;
  logic [3:0] tick_log2;
  logic [Ports-1:0] first_hop, uplinks;
  logic [3:0] links;
  logic cfg_valid, cfg_ready, cfg_write, cfg_rvalid, cfg_rready, cfg_err;
  logic [11:0] cfg_addr;
  logic [31:0] cfg_wdata, cfg_rdata;
  nf_switch_regs_pkg::errors_t error_pulses;
  logic [Regions-1:0] region_valid, in_use;
  logic [Regions*64-1:0] region_base, region_end;
  logic [Regions*16-1:0] region_expected, region_later, region_ports, region_multi;
  logic [Regions*16-1:0] region_home, region_home_ports;
  logic [Regions*8-1:0] region_mode;
  logic [Regions*Nodes-1:0] region_targets;
  logic [Nodes*8-1:0] route;
  logic [HomeSlots*8-1:0] home;
  logic [HomeSlots*4-1:0] way;

  logic [Ports-1:0] stats_read, stats_done, oldest_valid;
  logic [4:0] stats_index;
  logic [Ports*32-1:0] stats_data, oldest_mask;
  logic [Ports*64-1:0] oldest_addr;
  logic [Ports*16-1:0] oldest_count, oldest_expected;
  logic [Ports*8-1:0] used;
  // Clear command.
  logic clear_one;
  logic [3:0] clear_epochs;
  logic [7:0] clear_region;
  logic [Ports-1:0] dropping, dropped;

  // Flags of the results that left in the cycle before, all ports together.
  logic [Ports*8-1:0] result_flags;
  logic [7:0] flags_d, flags_q;
  always_comb begin
    flags_d = '0;
    for (int p = 0; p < Ports; p++) flags_d = flags_d | result_flags[p*8+:8];
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) flags_q <= '0;
    else flags_q <= flags_d;
  end

  // Traffic locks the configuration. A register, since every block of the switch feeds it.
  logic [Ports-1:0] port_busy;
  logic traffic_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) traffic_q <= 1'b0;
    else traffic_q <= port_busy != '0 || rx_valid_i != '0;
  end

  // The timeouts of all tables count the same ticks. The tick is scaled rather than the ages made wider:
  // there is one tick, and an age in every entry.
  localparam int unsigned TickBits = $clog2(nf_pkg::TICK_CYCLES) + nf_pkg::MAX_TICK_LOG2;
  logic [TickBits-1:0] tick_count_q, tick_spare;  // spare: bits that this tick does not wait for
  assign tick_spare = '1 << ($clog2(nf_pkg::TICK_CYCLES) + 32'(tick_log2));
  logic tick_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      tick_count_q <= '0;
      tick_q <= 1'b0;
    end else begin
      tick_count_q <= tick_count_q + 1'b1;
      tick_q <= (tick_count_q | tick_spare) == '1;
    end
  end

  nf_switch_csr #(
      .Ports    (Ports),
      .Entries  (Entries),
      .Regions  (Regions),
      .Nodes    (Nodes),
      .HomeSlots(HomeSlots)
  ) u_csr (
      .clk_i,
      .rst_ni,
      .csr_valid_i,
      .csr_ready_o,
      .csr_write_i,
      .csr_addr_i,
      .csr_wdata_i,
      .csr_rvalid_o,
      .csr_rready_i,
      .csr_rdata_o,
      .csr_err_o,
      .cfg_valid_o         (cfg_valid),
      .cfg_ready_i         (cfg_ready),
      .cfg_write_o         (cfg_write),
      .cfg_addr_o          (cfg_addr),
      .cfg_wdata_o         (cfg_wdata),
      .cfg_rvalid_i        (cfg_rvalid),
      .cfg_rready_o        (cfg_rready),
      .cfg_rdata_i         (cfg_rdata),
      .cfg_err_i           (cfg_err),
      .stats_read_o       (stats_read),
      .stats_index_o       (stats_index),
      .stats_valid_i       (stats_done),
      .stats_data_i        (stats_data),
      .used_i              (used),
      .oldest_valid_i      (oldest_valid),
      .oldest_mask_i       (oldest_mask),
      .oldest_addr_i       (oldest_addr),
      .oldest_count_i      (oldest_count),
      .oldest_expected_i   (oldest_expected),
      .traffic_i           (traffic_q),
      .error_i             (error_pulses),
      .flags_i             (flags_q),
      .id_o                (id),
      .multicast_partials_o(multicast_partials),
      .timeout_o           (timeout),
      .tick_log2_o         (tick_log2),
      .first_hop_o         (first_hop),
      .uplinks_o           (uplinks),
      .links_o             (links),
      .entries_o           (entries),
      .mask_select_o       (mask_select),
      .drop_epochs_o       (clear_epochs),
      .drop_one_o          (clear_one),
      .drop_region_o       (clear_region),
      .dropping_i          (dropping != '0)
  );

  nf_mcr_table #(
      .Ports    (Ports),
      .Regions  (Regions),
      .Nodes    (Nodes),
      .HomeSlots(HomeSlots)
  ) u_mcr (
      .clk_i,
      .rst_ni,
      .lock_i             (traffic_q),
      .in_use_i           (in_use),
      .cfg_valid_i        (cfg_valid),
      .cfg_ready_o        (cfg_ready),
      .cfg_write_i        (cfg_write),
      .cfg_addr_i         (cfg_addr),
      .cfg_wdata_i        (cfg_wdata),
      .cfg_rvalid_o       (cfg_rvalid),
      .cfg_rready_i       (cfg_rready),
      .cfg_rdata_o        (cfg_rdata),
      .cfg_err_o          (cfg_err),
      .region_valid_o     (region_valid),
      .region_base_o      (region_base),
      .region_end_o       (region_end),
      .region_expected_o  (region_expected),
      .region_later_o     (region_later),
      .region_mode_o      (region_mode),
      .region_ports_o     (region_ports),
      .region_multi_o     (region_multi),
      .region_home_o      (region_home),
      .region_home_ports_o(region_home_ports),
      .region_targets_o   (region_targets),
      .route_o            (route),
      .home_o             (home),
      .way_o              (way)
  );

  // ------------------------------------------------------------------------------ regions in use
  logic [Ports-1:0] enter, left, taken;
  logic [Ports*8-1:0] enter_region, left_region, taken_region;
  logic [Ports*Regions-1:0] held;

  nf_switch_use #(
      .Ports  (Ports),
      .Regions(Regions),
      .Window (Window),
      .XpDepth(XpDepth)
  ) u_use (
      .clk_i,
      .rst_ni,
      .enter_i       (enter),
      .enter_region_i(enter_region),
      .left_i        (left),
      .left_region_i (left_region),
      .taken_i       (taken),
      .taken_region_i(taken_region),
      .held_i        (held),
      .in_use_o      (in_use)
  );

  // ------------------------------------------------------------------------------ crossbar wires
  // From each row: valid per sink and the flit. Bit [row * Ports + sink].
  logic [Ports*Ports-1:0] in_request, in_response, in_reduce, out_response;
  logic [Ports-1:0] in_last, in_err, out_last;
  logic [Ports*8-1:0] in_region;
  logic [Ports*FlitBits-1:0] in_data, out_data;
  // From each column: credits per row. Bit [sink * Ports + row].
  logic [Ports*Ports-1:0] credit_request, credit_in_response, credit_out_response, credit_reduce;

  // ------------------------------------------------------------------------------ counting
  // Pulses of each port: of its ingress, its egress and its reduction table.
  logic [Ports-1:0] packet, ack, drop, length_error, sent;
  logic [Ports*8-1:0] drop_error;
  logic [Ports*16-1:0] event_pulses;
  // Of one port after the other, in a loop.
  nf_header_pkg::table_event_t events;
  // Of all ports.
  nf_switch_pkg::causes_t any_cause;
  localparam int unsigned CauseBits = $bits(any_cause);
  nf_header_pkg::table_event_t any_event;
  nf_switch_pkg::counted_t counted;
  localparam int unsigned CountedBits = $bits(counted);
  logic [Ports*CountedBits-1:0] port_counted;

  always_comb begin
    any_cause = '0;
    any_event = '0;
    for (int p = 0; p < Ports; p++) begin
      events = event_pulses[p*16+:16];

      counted.cleared = dropped[p];
      counted.causes = CauseBits'(((drop[p] ? 16'd1 << drop_error[p*8+:8] : '0)
          | (length_error[p] ? 16'd1 << nf_pkg::ERR_LENGTH : '0)) >> nf_pkg::ERR_OPCODE);
      counted.tx_packets = sent[p];
      counted.rx_drops = drop[p];
      counted.rx_acks = ack[p];
      counted.rx_packets = packet[p];
      counted.events = events;
      port_counted[p*CountedBits+:CountedBits] = counted;

      any_cause = any_cause | counted.causes;
      any_event = any_event | events;
    end
  end

  assign error_pulses.opcode = any_cause.opcode;
  assign error_pulses.route = any_cause.route;
  assign error_pulses.region = any_cause.region;
  assign error_pulses.range = any_cause.range;
  assign error_pulses.mode = any_cause.mode;
  assign error_pulses.align = any_cause.align;
  assign error_pulses.op = any_cause.op;
  assign error_pulses.count = any_cause.count;
  assign error_pulses.length = any_cause.length;
  assign error_pulses.home = any_cause.home;
  assign error_pulses.targets = any_cause.targets;
  assign error_pulses.ev_err_count = any_event.err_count;
  assign error_pulses.ev_err_mismatch = any_event.err_mismatch;
  assign error_pulses.ev_err_no_entry = any_event.err_no_entry;
  assign error_pulses.ev_err_damaged = any_event.err_damaged;
  assign error_pulses.ev_poison = any_event.poison;

  for (genvar p = 0; p < Ports; p++) begin : gen_port
    logic ingress_busy, row_busy, request_busy, response_busy, reduce_column_busy;
    logic egress_busy, table_busy, result_busy;

    // ---------------------------------------------------------------------- in
    logic wr_valid, wr_vc, wr_head, wr_last, wr_err, wr_wait, wr_counted;
    logic [FlitBits-1:0] wr_data;
    logic [Ports-1:0] wr_egress, wr_reduce;
    logic [7:0] wr_region;
    logic [1:0] row_sent;
    logic alloc_valid, alloc_ready, alloc_done;
    logic [7:0] alloc_region;
    logic [FlitBits-1:0] alloc_data;

    nf_switch_ingress #(
        .Ports    (Ports),
        .Regions  (Regions),
        .Nodes    (Nodes),
        .HomeSlots(HomeSlots),
        .Window   (Window),
        .Halves   (Halves),
        .Wide     (Wide),
        .NoTables (NoTables)
    ) u_ingress (
        .clk_i,
        .rst_ni,
        .cfg_id_i        (id),
        .cfg_port_i      (8'(p)),
        .cfg_first_hop_i (first_hop[p]),
        .cfg_uplink_i    (uplinks[p]),
        .cfg_uplinks_i   (16'(uplinks)),
        .cfg_links_i     (links),
        .region_valid_i  (region_valid),
        .region_base_i   (region_base),
        .region_end_i    (region_end),
        .region_mode_i   (region_mode),
        .region_ports_i  (region_ports),
        .region_multi_i  (region_multi),
        .region_targets_i(region_targets),
        .route_i         (route),
        .home_i          (home),
        .way_i           (way),
        .rx_valid_i      (rx_valid_i[p]),
        .rx_last_i       (rx_last_i[p]),
        .rx_err_i        (rx_err_i[p]),
        .rx_data_i       (rx_data_i[p*FlitBits+:FlitBits]),
        .rx_ready_o      (rx_ready_o[p*2+:2]),
        .wr_valid_o      (wr_valid),
        .wr_vc_o         (wr_vc),
        .wr_head_o       (wr_head),
        .wr_last_o       (wr_last),
        .wr_err_o        (wr_err),
        .wr_data_o       (wr_data),
        .wr_egress_o     (wr_egress),
        .wr_reduce_o     (wr_reduce),
        .wr_region_o     (wr_region),
        .wr_wait_o       (wr_wait),
        .wr_counted_o    (wr_counted),
        .sent_i          (row_sent),
        .alloc_valid_o   (alloc_valid),
        .alloc_ready_i   (alloc_ready),
        .alloc_region_o  (alloc_region),
        .alloc_data_o    (alloc_data),
        .packet_o        (packet[p]),
        .ack_o           (ack[p]),
        .drop_o          (drop[p]),
        .drop_error_o    (drop_error[p*8+:8]),
        .length_error_o  (length_error[p]),
        .enter_o         (enter[p]),
        .enter_region_o  (enter_region[p*8+:8]),
        .busy_o          (ingress_busy)
    );

    // Credits come back from every column: gather this row's bits.
    logic [Ports-1:0] back_request, back_response, back_result, back_reduce;
    for (genvar s = 0; s < Ports; s++) begin : gen_back
      assign back_request[s] = credit_request[s*Ports+p];
      assign back_response[s] = credit_in_response[s*Ports+p];
      assign back_result[s] = credit_out_response[s*Ports+p];
      assign back_reduce[s] = credit_reduce[s*Ports+p];
    end

    nf_switch_row #(
        .Ports   (Ports),
        .Window  (Window),
        .XpDepth (XpDepth),
        .NoTables(NoTables)
    ) u_row (
        .clk_i,
        .rst_ni,
        .wr_valid_i       (wr_valid),
        .wr_ready_o       (),
        .wr_vc_i          (wr_vc),
        .wr_head_i        (wr_head),
        .wr_last_i        (wr_last),
        .wr_err_i         (wr_err),
        .wr_data_i        (wr_data),
        .wr_egress_i      (wr_egress),
        .wr_reduce_i      (wr_reduce),
        .wr_region_i      (wr_region),
        .wr_wait_i        (wr_wait),
        .wr_counted_i     (wr_counted),
        .alloc_done_i     (alloc_done),
        .sent_o           (row_sent),
        .left_o           (left[p]),
        .left_region_o    (left_region[p*8+:8]),
        .credit_request_i (back_request),
        .credit_response_i(back_response),
        .credit_reduce_i  (back_reduce),
        .xb_request_o     (in_request[p*Ports+:Ports]),
        .xb_response_o    (in_response[p*Ports+:Ports]),
        .xb_reduce_o      (in_reduce[p*Ports+:Ports]),
        .xb_last_o        (in_last[p]),
        .xb_err_o         (in_err[p]),
        .xb_region_o      (in_region[p*8+:8]),
        .xb_data_o        (in_data[p*FlitBits+:FlitBits]),
        .busy_o           (row_busy)
    );

    // ---------------------------------------------------------------------- out
    logic [Ports-1:0] to_request, to_response, to_reduce, to_result;
    for (genvar r = 0; r < Ports; r++) begin : gen_to
      assign to_request[r] = in_request[r*Ports+p];
      assign to_response[r] = in_response[r*Ports+p];
      assign to_reduce[r] = in_reduce[r*Ports+p];
      assign to_result[r] = out_response[r*Ports+p];
    end

    logic [1:0] eg_valid, eg_ready, eg_last, eg_err;
    logic [2*FlitBits-1:0] eg_data;

    nf_switch_column #(
        .Rows   (Ports),
        .XpDepth(XpDepth)
    ) u_request_column (
        .clk_i,
        .rst_ni,
        .in_valid_i  (to_request),
        .in_last_i   (in_last),
        .in_err_i    (in_err),
        .in_region_i ('0),
        .in_data_i   (in_data),
        .credit_o    (credit_request[p*Ports+:Ports]),
        .out_valid_o (eg_valid[0]),
        .out_ready_i (eg_ready[0]),
        .out_last_o  (eg_last[0]),
        .out_err_o   (eg_err[0]),
        .out_region_o(),
        .out_data_o  (eg_data[0+:FlitBits]),
        .busy_o      (request_busy)
    );

    logic [ResponseRows-1:0] credit_response;
    assign credit_in_response[p*Ports+:Ports] = credit_response[0+:Ports];
    nf_switch_column #(
        .Rows   (ResponseRows),
        .XpDepth(XpDepth)
    ) u_response_column (
        .clk_i,
        .rst_ni,
        .in_valid_i  (ResponseRows'({to_result, to_response})),
        .in_last_i   (ResponseRows'({out_last, in_last})),
        .in_err_i    (ResponseRows'({{Ports{1'b0}}, in_err})),
        .in_region_i ('0),
        .in_data_i   ((ResponseRows * FlitBits)'({out_data, in_data})),
        .credit_o    (credit_response),
        .out_valid_o (eg_valid[1]),
        .out_ready_i (eg_ready[1]),
        .out_last_o  (eg_last[1]),
        .out_err_o   (eg_err[1]),
        .out_region_o(),
        .out_data_o  (eg_data[FlitBits+:FlitBits]),
        .busy_o      (response_busy)
    );

    nf_switch_egress u_egress (
        .clk_i,
        .rst_ni,
        .in_valid_i(eg_valid),
        .in_ready_o(eg_ready),
        .in_last_i (eg_last),
        .in_err_i  (eg_err),
        .in_data_i (eg_data),
        .tx_valid_o(tx_valid_o[p]),
        .tx_last_o (tx_last_o[p]),
        .tx_err_o  (tx_err_o[p]),
        .tx_data_o (tx_data_o[p*FlitBits+:FlitBits]),
        .tx_ready_i(tx_ready_i[p*2+:2]),
        .sent_o    (sent[p]),
        .busy_o    (egress_busy)
    );

    // ---------------------------------------------------------------------- reduce
    if (!NoTables) begin : gen_table
      logic rc_valid, rc_ready, rc_last, rc_err;
      logic [7:0] rc_region;
      logic [FlitBits-1:0] rc_data;

      nf_switch_column #(
          .Rows     (Ports),
          .XpDepth  (XpDepth),
          .HasRegion(1)
      ) u_reduce_column (
          .clk_i,
          .rst_ni,
          .in_valid_i  (to_reduce),
          .in_last_i   (in_last),
          .in_err_i    (in_err),
          .in_region_i (in_region),
          .in_data_i   (in_data),
          .credit_o    (credit_reduce[p*Ports+:Ports]),
          .out_valid_o (rc_valid),
          .out_ready_i (rc_ready),
          .out_last_o  (rc_last),
          .out_err_o   (rc_err),
          .out_region_o(rc_region),
          .out_data_o  (rc_data),
          .busy_o      (reduce_column_busy)
      );

      logic res_valid, res_ready, res_last;
      logic [15:0] res_ports;
      logic [FlitBits-1:0] res_data;
      logic [Nodes-1:0] mask;
      logic [nf_pkg::HDR_ADDR_BITS-1:0] addr, leaving_addr;
      logic [15:0] leaving_way;
      nf_mcr_way #(
          .HomeSlots(HomeSlots)
      ) u_way (
          .addr_i (leaving_addr),
          .links_i(links),
          .home_i (home),
          .way_i  (way),
          .way_o  (leaving_way)
      );

      nf_reduce_table #(
          .Entries   (Entries),
          .Ports     (Ports),
          .Regions   (Regions),
          .Nodes     (Nodes),
          .Halves    (Halves),
          .Wide      (Wide),
          .Ghosts    (Ghosts),
          .AluStages (AluStages),
          .OperandReg(OperandReg)
      ) u_reduce (
          .clk_i,
          .rst_ni,
          .cfg_id_i                (id),
          .cfg_first_hop_i         (first_hop[p]),
          .cfg_multicast_partials_i(multicast_partials),
          .cfg_timeout_i           (timeout),
          .cfg_entries_i           (entries),
          .cfg_port_i              (8'(p)),
          .tick_i                  (tick_q),
          .drop_epochs_i           (clear_epochs),
          .drop_one_i              (clear_one),
          .drop_region_i           (clear_region),
          .region_expected_i       (region_expected),
          .region_later_i          (region_later),
          .region_mode_i           (region_mode),
          .region_ports_i          (region_ports),
          .region_home_i           (region_home),
          .region_home_ports_i     (region_home_ports),
          .in_valid_i              (rc_valid),
          .in_ready_o              (rc_ready),
          .in_last_i               (rc_last),
          .in_err_i                (rc_err),
          .in_region_i             (rc_region),
          .in_data_i               (rc_data),
          .alloc_valid_i           (alloc_valid),
          .alloc_ready_o           (alloc_ready),
          .alloc_region_i          (alloc_region),
          .alloc_data_i            (alloc_data),
          .alloc_done_o            (alloc_done),
          .way_addr_o              (leaving_addr),
          .way_i                   (leaving_way),
          .out_valid_o             (res_valid),
          .out_ready_i             (res_ready),
          .out_last_o              (res_last),
          .out_ports_o             (res_ports),
          .out_data_o              (res_data),
          .event_o                 (event_pulses[p*16+:16]),
          .flags_o                 (result_flags[p*8+:8]),
          .used_o                  (used[p*8+:8]),
          .dropping_o              (dropping[p]),
          .dropped_o               (dropped[p]),
          .regions_o               (held[p*Regions+:Regions]),
          .taken_o                 (taken[p]),
          .taken_region_o          (taken_region[p*8+:8]),
          .busy_o                  (table_busy),
          .oldest_valid_o          (oldest_valid[p]),
          .oldest_mask_o           (mask),
          .oldest_addr_o           (addr),
          .oldest_count_o          (oldest_count[p*16+:16]),
          .oldest_expected_o       (oldest_expected[p*16+:16])
      );
      // The CSR shows 32 nodes at a time.
      logic [Groups*32-1:0] mask_padded;
      logic [31:0] mask_shown;
      assign mask_padded = (Groups * 32)'(mask);
      always_comb begin
        mask_shown = '0;
        for (int g = 0; g < Groups; g++) begin
          if (mask_select == 8'(g)) mask_shown |= mask_padded[g*32+:32];
        end
      end
      assign oldest_mask[p*32+:32] = mask_shown;
      assign oldest_addr[p*64+:64] = 64'(addr);

      nf_switch_row #(
          .Ports     (Ports),
          .Window    (ResultWindow),
          .XpDepth   (XpDepth),
          .HeaderLast(1)
      ) u_result_row (
          .clk_i,
          .rst_ni,
          .wr_valid_i       (res_valid),
          .wr_ready_o       (res_ready),
          .wr_vc_i          (1'b0),
          .wr_head_i        (1'b0),
          .wr_last_i        (res_last),
          .wr_err_i         (1'b0),
          .wr_data_i        (res_data),
          .wr_egress_i      (res_ports[Ports-1:0]),
          .wr_reduce_i      ('0),
          .wr_region_i      ('0),
          .wr_wait_i        (1'b0),
          .wr_counted_i     (1'b0),
          .alloc_done_i     (1'b0),
          .sent_o           (),
          .left_o           (),
          .left_region_o    (),
          .credit_request_i ('0),
          .credit_response_i(back_result),
          .credit_reduce_i  ('0),
          .xb_request_o     (),
          .xb_response_o    (out_response[p*Ports+:Ports]),
          .xb_reduce_o      (),
          .xb_last_o        (out_last[p]),
          .xb_err_o         (),
          .xb_region_o      (),
          .xb_data_o        (out_data[p*FlitBits+:FlitBits]),
          .busy_o           (result_busy)
      );
      if (Ports < 16) begin : gen_few_ports
        logic unused_ports;
        assign unused_ports = ^res_ports[15:Ports];
      end
      assign credit_out_response[p*Ports+:Ports] = credit_response[Ports+:Ports];
    end else begin : gen_no_table
      // As an idle table: an entry is never asked for, and nothing comes.
      assign {reduce_column_busy, table_busy, result_busy} = '0;
      assign {alloc_ready, alloc_done} = '0;
      assign credit_reduce[p*Ports+:Ports] = '0;
      assign credit_out_response[p*Ports+:Ports] = '0;
      assign out_response[p*Ports+:Ports] = '0;
      assign out_last[p] = 1'b0;
      assign out_data[p*FlitBits+:FlitBits] = '0;
      assign event_pulses[p*16+:16] = '0;
      assign result_flags[p*8+:8] = '0;
      assign used[p*8+:8] = '0;
      assign {dropping[p], dropped[p], taken[p], oldest_valid[p]} = '0;
      assign held[p*Regions+:Regions] = '0;
      assign taken_region[p*8+:8] = '0;
      assign oldest_mask[p*32+:32] = '0;
      assign oldest_addr[p*64+:64] = '0;
      assign oldest_count[p*16+:16] = '0;
      assign oldest_expected[p*16+:16] = '0;
      logic unused_table;
      assign unused_table = ^{to_reduce, back_result, alloc_valid, alloc_region,
                              alloc_data, in_region, region_expected, region_later, region_home,
                              region_home_ports, multicast_partials, timeout, entries, mask_select,
                              clear_one, clear_epochs, clear_region, tick_q};
    end

    // ---------------------------------------------------------------------- counting
    nf_switch_stats #(
        .NoTables(NoTables)
    ) u_stats (
        .clk_i,
        .rst_ni,
        .event_i   (port_counted[p*CountedBits+:CountedBits]),
        .rd_valid_i(stats_read[p]),
        .rd_index_i(stats_index),
        .rd_valid_o(stats_done[p]),
        .rd_data_o (stats_data[p*32+:32])
    );

    assign port_busy[p] = ingress_busy || row_busy || request_busy || response_busy || egress_busy
                          || reduce_column_busy || table_busy || used[p*8+:8] != '0 || result_busy;
  end

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic [2:0] idle_q;  // cycles without traffic, up to 7
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) idle_q <= '0;
    else idle_q <= traffic_q ? 3'd0 : idle_q == '1 ? idle_q : idle_q + 3'd1;
  end
  // Every packet that was counted in was counted out: an empty switch uses no region.
  `NF_ASSERT(SwitchUseEnds, idle_q != '1 || in_use == '0)
  // What a reduction table refers to is in use.
  logic [Ports*Regions-1:0] held_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) held_q <= '0;
    else held_q <= held;
  end
  `NF_ASSERT(SwitchHeldIsUsed, (held_q & ~{Ports{in_use}}) == '0)
`endif

endmodule
