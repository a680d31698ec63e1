// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_reduce_table: nothing in it waits for anything but its output, and a pull request at the first hop for an entry. A
// contribution's flit is taken within a bounded number of cycles in which no result waits at the output, whatever the
// table holds: entries that time out or are dropped, a longer sum that is evicted, requests between the headers.
//
// Everything comes as it likes, any headers too. The data path is cut away: it follows the enable and keeps nobody waiting.

`include "nf_assert.svh"

module claim_table_moves #(
    parameter int unsigned Entries = 2,
    parameter int unsigned Regions = 2
) (
    input logic                  clk_i,
    input logic                  rst_ni,
    input logic                  first_hop_i,
    input logic [           7:0] timeout_i,
    input logic [           7:0] entries_i,
    input logic                  tick_i,
    input logic [           3:0] drop_epochs_i,
    input logic [Regions*16-1:0] expected_i,
    input logic [Regions*16-1:0] later_i,
    input logic                  in_valid_i,
    input logic                  in_last_i,
    input logic [           7:0] in_region_i,
    input logic [         127:0] in_data_i,
    input logic                  ask_valid_i,
    input logic [           7:0] ask_region_i,
    input logic [         127:0] ask_data_i,
    input logic                  out_ready_i
);

  // A sum's length is a field of 4 bits here; an entry that leaves costs that many cycles, and some beside.
  localparam int unsigned EntryCost = 17;
  localparam int unsigned Most = EntryCost * Entries + 15;

  logic ready, out_valid;
  nf_reduce_table #(
      .Entries(Entries),
      .Ports  (2),
      .Regions(Regions),
      .Nodes  (2),
      .Ghosts (1)
  ) u_table (
      .clk_i,
      .rst_ni,
      .cfg_id_i                ('0),
      .cfg_first_hop_i         (first_hop_i),
      .cfg_multicast_partials_i('0),
      .cfg_timeout_i           (timeout_i),
      .cfg_entries_i           (entries_i),
      .cfg_port_i              ('0),
      .tick_i                  (tick_i),
      .drop_epochs_i           (drop_epochs_i),
      .drop_one_i              ('0),
      .drop_region_i           ('0),
      .region_expected_i       (expected_i),
      .region_later_i          (later_i),
      .region_mode_i           ('0),
      .region_ports_i          ('0),
      .region_home_i           ('0),
      .region_home_ports_i     ('0),
      .in_valid_i              (in_valid_i),
      .in_ready_o              (ready),
      .in_last_i               (in_last_i),
      .in_err_i                ('0),
      .in_region_i             (in_region_i),
      .in_data_i               (in_data_i),
      .alloc_valid_i           (ask_valid_i),
      .alloc_ready_o           (),
      .alloc_region_i          (ask_region_i),
      .alloc_data_i            (ask_data_i),
      .alloc_done_o            (),
      .way_addr_o              (),
      .way_i                   ('0),
      .out_valid_o             (out_valid),
      .out_ready_i             (out_ready_i),
      .out_last_o              (),
      .out_ports_o             (),
      .out_data_o              (),
      .event_o                 (),
      .flags_o                 (),
      .used_o                  (),
      .dropping_o              (),
      .dropped_o               (),
      .regions_o               (),
      .taken_o                 (),
      .taken_region_o          (),
      .busy_o                  (),
      .oldest_valid_o          (),
      .oldest_mask_o           (),
      .oldest_addr_o           (),
      .oldest_count_o          (),
      .oldest_expected_o       ()
  );

  // What it keeps inside.
  (* hierconn *) wire \u_table.d_valid_q , \u_table.ask_turn_q , \u_table.look_first_q ;
  (* hierconn *) wire \u_table.ask_could , \u_table.ask_move , \u_table.look_move , \u_table.d_free ;
  (* hierconn *) wire [1:0] \u_table.ask_state_q ;
  (* hierconn *) wire [2:0] \u_table.u_drain.state_q ;
  (* hierconn *) wire [3:0] \u_table.u_drain.in_left_q , \u_table.u_drain.out_left_q ;
  logic running, d_ask;
  assign running = \u_table.u_drain.state_q != '0;  // StIdle
  assign d_ask = \u_table.ask_state_q == 2'd2;  // AskDecides
  (* hierconn *) wire [Entries-1:0] \u_table.u_tag.valid_q , \u_table.u_tag.expired_q ,
                                      \u_table.u_tag.drop_q ;

  // ------------------------------------------------------------------------------ what induction has to know
  // A packet in progress has flits to come or to send; without wide sums nothing leaves in planes.
  `NF_ASSERT(TableRunsForFlits, !running || \u_table.u_drain.in_left_q != '0 || \u_table.u_drain.out_left_q != '0)
  `NF_ASSERT(TableNoPlanes, \u_table.u_drain.state_q <= 3'd1  // StIdle, StPacket
             && \u_table.ask_state_q != 2'd3)
  // What has timed out, or is to be dropped, is in use.
  `NF_ASSERT(TableExpiresEntries, ((\u_table.u_tag.expired_q | \u_table.u_tag.drop_q ) & ~\u_table.u_tag.valid_q ) == '0)

  // ------------------------------------------------------------------------------ the claim
  logic on;  // no result waits at the output
  assign on = !out_valid || out_ready_i;

  // Cycles until the flit at the head of the input buffer moves on: what is inside may be sent before.
  logic [7:0] work, left;
  always_comb begin
    work = running ? 8'(\u_table.u_drain.out_left_q ) : 8'd0;
    for (int e = 0; e < Entries; e++) if (\u_table.u_tag.valid_q [e]) work = work + 8'(EntryCost);
    left = \u_table.d_valid_q ? work + 8'd3 : d_ask ? 8'd1 : 8'd2;
  end

  logic [7:0] stall_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stall_q <= '0;
    else if (!in_valid_i || ready) stall_q <= '0;
    else if (on) stall_q <= stall_q + 8'd1;
  end
  // A flit is taken at last, however often the table has to send something first.
  `NF_ASSERT(TableTakesFlits, ready || 32'(stall_q) + 32'(left) <= Most + 4)
  // A request that is decided beside a flit was looked up with it.
  `NF_ASSERT(TableAsksBeside, ready || stall_q == '0 || !(d_ask && \u_table.d_valid_q ))
  // An entry that timed out, or a longer one, went first.
  `NF_COVER(TableWorksFirst, stall_q > 8'd3)

  // A request that finds what it needs lets one header pass, no more.
  logic [1:0] passed_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) passed_q <= '0;
    else if (!(\u_table.ask_could ) || \u_table.ask_move ) passed_q <= '0;
    else if (\u_table.look_move && \u_table.look_first_q ) passed_q <= passed_q + 2'd1;
  end
  `NF_ASSERT(TableTakesTurns, passed_q == '0 || (passed_q == 2'd1 && \u_table.ask_turn_q ))
  // Nor does it wait for anything but a place in the decision stage, which moves as above.
  `NF_ASSERT(TableAsksMove, !(on && \u_table.ask_could && \u_table.ask_turn_q && \u_table.d_free ) || (\u_table.ask_move ))
  `NF_COVER(TableAskWaits, passed_q == 2'd1)

endmodule
