// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The same as claim_switch_row of the row behind a reduction table, which has one channel and gets the header after the payload:
// it writes only what its sinks have room for, no credit is lost or made, and a packet is taken exactly while a slot is
// free. Packets have 0 to 8 payload flits; all flits come whenever they want, and wait while the row is not ready.

`include "nf_assert.svh"

module claim_credits_result #(
    parameter int unsigned Ports = 2,
    parameter int unsigned Window = 4,
    parameter int unsigned XpDepth = 16
) (
    input logic             clk_i,
    input logic             rst_ni,
    input logic             flit_i,     // a flit comes
    input logic [      3:0] payload_i,  // the first one: as many flits, then the header
    input logic [Ports-1:0] egress_i,   // the header: for these egress ports
    input logic [Ports-1:0] pop_i       // a flit leaves a queue
);

  localparam int unsigned SlotBits = $clog2(Window);
  localparam int unsigned CountBits = $clog2(Window + 1);
  localparam int unsigned Sinks = Ports;  // no tables
  localparam int unsigned CreditBits = $clog2(XpDepth + 1);

  // ------------------------------------------------------------------------------ packets in
  logic [3:0] left_q, left, came_q;  // flits that are still to come of the packet; that came
  logic started_q, open_q, last, valid, ready, takes;

  assign left = open_q ? left_q : payload_i > 4'd8 ? 4'd8 : payload_i;
  assign last = left == 4'd0;
  assign valid = flit_i && (!last || egress_i != '0);
  assign takes = valid && ready;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      started_q <= 1'b0;
      open_q <= 1'b0;
      left_q <= '0;
      came_q <= '0;
    end else begin
      started_q <= 1'b1;
      if (takes) begin
        open_q <= !last;
        left_q <= left - 4'd1;
        came_q <= last ? 4'd0 : came_q + 4'd1;
      end
    end
  end

  // ------------------------------------------------------------------------------ the row
  logic [1:0] sent;
  logic [Ports-1:0] back, bus, request, reduce;
  logic xb_last, busy;

  nf_switch_row #(
      .Ports     (Ports),
      .Window    (Window),
      .XpDepth   (XpDepth),
      .HeaderLast(1)
  ) u_row (
      .clk_i,
      .rst_ni,
      .wr_valid_i       (valid),
      .wr_ready_o       (ready),
      .wr_vc_i          (1'b0),
      .wr_head_i        (1'b0),
      .wr_last_i        (last),
      .wr_err_i         (1'b0),
      .wr_data_i        ('0),
      .wr_egress_i      (egress_i),
      .wr_reduce_i      ('0),
      .wr_region_i      (8'd0),
      .wr_wait_i        (1'b0),
      .wr_counted_i     (1'b0),
      .alloc_done_i     (1'b0),
      .sent_o           (sent),
      .left_o           (),
      .left_region_o    (),
      .credit_request_i ('0),
      .credit_response_i(back),
      .credit_reduce_i  ('0),
      .xb_request_o     (request),
      .xb_response_o    (bus),
      .xb_reduce_o      (reduce),
      .xb_last_o        (xb_last),
      .xb_err_o         (),
      .xb_region_o      (),
      .xb_data_o        (),
      .busy_o           (busy)
  );

  // What it keeps inside.
  (* hierconn *) wire [Ports*CreditBits-1:0] \u_row.u_credits.credit_q ;
  (* hierconn *) wire [Ports-1:0] \u_row.u_credits.room_q ;
  (* hierconn *) wire \u_row.active_q , \u_row.fresh_q , \u_row.send_vc_q , \u_row.open_q ;
  // The packet that is being sent.
  typedef struct packed {
    logic [Sinks-1:0]    sinks;
    logic [3:0]          len;
    logic [SlotBits-1:0] slot;
  } packet_t;
  packet_t send;
  (* hierconn *) wire [$bits(send)-1:0] \u_row.send_q ;
  assign send = \u_row.send_q ;
  (* hierconn *) wire [3:0] \u_row.send_index_q , \u_row.open_index_q ;
  (* hierconn *) wire [SlotBits-1:0] \u_row.open_slot_q ;
  (* hierconn *) wire [Window-1:0] \u_row.gen_vc[0].u_window.free_q ;
  (* hierconn *) wire \u_row.gen_vc[0].u_window.final_q ;
  (* hierconn *) wire [CountBits-1:0] \u_row.gen_vc[0].u_window.count_q ;
  (* hierconn *) wire [Window*Sinks-1:0] \u_row.gen_vc[0].u_window.sinks_q ;
  (* hierconn *) wire [Window*SlotBits-1:0] \u_row.gen_vc[0].u_window.slot_o ;
  (* hierconn *) wire [Window*4-1:0] \u_row.gen_vc[0].u_window.len_o ;
  (* hierconn *) wire [Window-1:0] \u_row.gen_vc[0].u_window.hold_q ;

  // Flits of the packet that is being sent that are not on the bus yet.
  logic [7:0] remain;
  assign remain = 8'(send.len) + 8'd1 - 8'(\u_row.send_index_q );

  // ------------------------------------------------------------------------------ sinks
  for (genvar c = 0; c < Ports; c++) begin : gen_queue
    logic [7:0] count_q, credit, due;
    logic goes;
    assign goes = \u_row.active_q && send.sinks[c];
    assign back[c] = pop_i[c] && count_q != 8'd0;
    assign credit = 8'(\u_row.u_credits.credit_q [c*CreditBits+:CreditBits]);
    assign due = goes ? remain : 8'd0;  // for this queue, and not written
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) count_q <= '0;
      else count_q <= count_q + 8'(bus[c]) - 8'(back[c]);
    end
    // No credit is lost or made.
    `NF_ASSERT(ResultCreditsConserved, 10'(credit) + (\u_row.fresh_q ? 10'd0 : 10'(due)) + 10'(bus[c]) + 10'(count_q)
                                       == 10'(XpDepth))
    // A queue never holds more than it has room for.
    `NF_ASSERT(ResultQueueFits, 10'(count_q) + 10'(bus[c]) <= 10'(XpDepth))
    // What was chosen has room.
    `NF_ASSERT(ResultChosenHasRoom, !(\u_row.fresh_q && goes) || credit >= due)
    // Room for a packet is what the credit says.
    `NF_ASSERT(ResultRoomIsCredit, \u_row.u_credits.room_q [c] == (credit >= 8'd9))
  end

  // Nothing goes elsewhere.
  `NF_ASSERT(ResultRespondsOnly, request == '0 && reduce == '0 && !sent[1])
  // A packet that has begun goes on to its end, which is 8 flits away at most.
  `NF_ASSERT(ResultSendsLength,
             !\u_row.active_q || (send.len<= 4'd8 && \u_row.send_index_q <= send.len))
  `NF_ASSERT(ResultFreshIsActive, !\u_row.fresh_q || (\u_row.active_q && \u_row.send_index_q == 4'd0))
  `NF_ASSERT(ResultOneChannel, \u_row.send_vc_q == 1'b0)
  // The row knows of the packet that comes in what came in of it.
  `NF_ASSERT(ResultOpenIsOpen, \u_row.open_q == open_q && (open_q ? came_q != 4'd0 && 5'(came_q) + 5'(left_q) <= 5'd8
                               && \u_row.open_index_q == came_q + 4'd1 : came_q == 4'd0))

  // ------------------------------------------------------------------------------ slots
  logic [7:0] inside_q;  // packets that began to come in and have not left
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) inside_q <= '0;
    else inside_q <= inside_q + 8'(takes && !open_q) - 8'(sent[0]);
  end

  logic [Window-1:0] taken;
  logic gone, tidy, apart, found;
  logic [7:0] slots;
  assign taken = ~\u_row.gen_vc[0].u_window.free_q ;
  assign gone = \u_row.active_q && !\u_row.fresh_q && \u_row.gen_vc[0].u_window.final_q ;  // sent, and no longer in the window

  always_comb begin
    slots = '0;
    tidy = \u_row.gen_vc[0].u_window.hold_q == '0;
    apart = 1'b1;
    found = 1'b0;
    for (int e = 0; e < Window; e++) begin
      slots = slots + 8'(taken[e]);
      if (e >= 32'(\u_row.gen_vc[0].u_window.count_q )) begin
        if (\u_row.gen_vc[0].u_window.sinks_q [e*Sinks+:Sinks] != '0) tidy = 1'b0;
      end else begin
        if (\u_row.gen_vc[0].u_window.sinks_q [e*Sinks+:Sinks] == '0) tidy = 1'b0;
        if (\u_row.gen_vc[0].u_window.len_o [e*4+:4] > 4'd8) tidy = 1'b0;
        if (!(1'(taken >> \u_row.gen_vc[0].u_window.slot_o [e*SlotBits+:SlotBits]))) apart = 1'b0;
        if (gone && \u_row.gen_vc[0].u_window.slot_o [e*SlotBits+:SlotBits] == send.slot) apart = 1'b0;
        if (open_q && \u_row.gen_vc[0].u_window.slot_o [e*SlotBits+:SlotBits] == \u_row.open_slot_q ) apart = 1'b0;
        if (\u_row.gen_vc[0].u_window.slot_o [e*SlotBits+:SlotBits] == send.slot&& (!\u_row.fresh_q ||
            (send.sinks& ~\u_row.gen_vc[0].u_window.sinks_q [e*Sinks+:Sinks]) == '0)) begin
          found = 1'b1;
        end
        for (int f = 0; f < e; f++) begin
          if (\u_row.gen_vc[0].u_window.slot_o [e*SlotBits+:SlotBits] == \u_row.gen_vc[0].u_window.slot_o [f*SlotBits+:SlotBits]) begin
            apart = 1'b0;
          end
        end
      end
    end
    if (gone && !(1'(taken >> send.slot))) apart = 1'b0;
    if (open_q && !(1'(taken >> \u_row.open_slot_q ))) apart = 1'b0;
    if (gone && open_q && send.slot== \u_row.open_slot_q ) apart = 1'b0;
  end

  // No slot is lost or made: as many are taken as packets came in and have not left, and each of those comes in, is in the
  // window or is on its way out.
  `NF_ASSERT(ResultSlotsConserved, inside_q == slots + 8'(sent[0])
             && slots == 8'(\u_row.gen_vc[0].u_window.count_q ) + 8'(gone) + 8'(open_q))
  // A packet is taken exactly while a slot is free, and all of it.
  `NF_ASSERT(ResultReadyIsRoom, !started_q || ready == (open_q || slots < 8'(Window)))
  // Packets have slots of their own.
  `NF_ASSERT(ResultSlotsApart, apart)
  // Places in the window are packets up to its count, and empty above.
  `NF_ASSERT(ResultWindowTidy, tidy)
  // What is sent is in the window until it goes to its last sinks.
  `NF_ASSERT(ResultSendsWhatIsThere, !\u_row.active_q || gone || found)

  // A packet was written into a queue that has no room for another one.
  `NF_COVER(ResultFillsQueue, xb_last && (bus & ~\u_row.u_credits.room_q ) != '0)
  // The row is full.
  `NF_COVER(ResultWaits, started_q && !ready)

  logic unused_busy;
  assign unused_busy = busy;

endmodule
