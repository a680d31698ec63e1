// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_switch_row writes only what its sinks have room for, and no room is lost or made: the credit that it holds for a
// crosspoint queue, the flits of a packet that it has begun and not written yet, the one on the bus, and those in the queue make
// up the queue, in every cycle. And each slot of its window holds one packet: what came in and has not left.
//
// Packets come as the framer and the ingress hand them out: whole, of 0 to 8 payload flits, with some sinks, and never more of a
// channel than there are slots, which is what claim_switch_framer says. Their flits come whenever they want. Queues take
// whatever is written and hand out a flit whenever they want. An entry comes at any time, for a packet that waits for one. With
// NoTables the switch has no reduction tables.

`include "nf_assert.svh"

module claim_credits_row #(
    parameter int unsigned Ports = 2,
    parameter int unsigned Window = 4,
    parameter int unsigned XpDepth = 16,
    parameter bit NoTables = 0,
    localparam int unsigned Tables = NoTables ? 0 : Ports,
    localparam int unsigned Queues = 2 * Ports + Tables,
    localparam int unsigned Sinks = Ports + Tables
) (
    input logic              clk_i,
    input logic              rst_ni,
    input logic              flit_i,     // a flit comes
    input logic              vc_i,       // a header: of this channel
    input logic [       3:0] payload_i,  // as many flits follow
    input logic [ Sinks-1:0] sinks_i,    // for these: egress ports below, reduction tables above
    input logic              wait_i,     // it waits for an entry
    input logic              entry_i,    // an entry comes
    input logic [Queues-1:0] pop_i       // a flit leaves a queue
);

  localparam int unsigned SlotBits = $clog2(Window);
  localparam int unsigned CountBits = $clog2(Window + 1);
  localparam int unsigned CreditBits = $clog2(XpDepth + 1);

  // ------------------------------------------------------------------------------ packets in
  logic [3:0] left_q, payload;  // payload flits that are still to come
  logic vc_q, vc, head, last, waits, valid, some;
  logic [7:0] waiting_q;        // packets that wait for an entry
  logic [1:0] full;
  logic alloc_done;
  logic [127:0] data;

  assign head = left_q == 4'd0;
  assign vc = head ? vc_i : vc_q;
  assign payload = payload_i > 4'd8 ? 4'd8 : payload_i;
  assign last = head ? payload == 4'd0 : left_q == 4'd1;
  assign some = sinks_i != '0;
  assign valid = flit_i && (!head || (some && !full[vc]));
  assign waits = wait_i && payload == 4'd0 && !vc;
  assign alloc_done = entry_i && waiting_q != 8'd0;
  always_comb begin
    data = '0;
    data[nf_pkg::HDR_OPCODE_LSB+:4] = {vc, 3'd2};
    data[nf_pkg::HDR_LEN_LSB+:4] = payload;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q <= '0;
      vc_q <= 1'b0;
      waiting_q <= '0;
    end else begin
      if (valid) begin
        left_q <= head ? payload : left_q - 4'd1;
        vc_q <= vc;
      end
      waiting_q <= waiting_q + 8'(valid && head && waits) - 8'(alloc_done);
    end
  end

  // ------------------------------------------------------------------------------ the row
  logic [1:0] sent;
  logic [Ports-1:0] xb_request, xb_response, xb_reduce, to_reduce, back_reduce;
  logic xb_last, busy;
  logic [Queues-1:0] back, bus;

  nf_switch_row #(
      .Ports   (Ports),
      .Window  (Window),
      .XpDepth (XpDepth),
      .NoTables(NoTables)
  ) u_row (
      .clk_i,
      .rst_ni,
      .wr_valid_i       (valid),
      .wr_ready_o       (),
      .wr_vc_i          (vc),
      .wr_head_i        (head),
      .wr_last_i        (last),
      .wr_err_i         (1'b0),
      .wr_data_i        (data),
      .wr_egress_i      (sinks_i[0+:Ports]),
      .wr_reduce_i      (to_reduce),
      .wr_region_i      (8'd0),
      .wr_wait_i        (waits),
      .wr_counted_i     (1'b0),
      .alloc_done_i     (alloc_done),
      .sent_o           (sent),
      .left_o           (),
      .left_region_o    (),
      .credit_request_i (back[0+:Ports]),
      .credit_response_i(back[Ports+:Ports]),
      .credit_reduce_i  (back_reduce),
      .xb_request_o     (xb_request),
      .xb_response_o    (xb_response),
      .xb_reduce_o      (xb_reduce),
      .xb_last_o        (xb_last),
      .xb_err_o         (),
      .xb_region_o      (),
      .xb_data_o        (),
      .busy_o           (busy)
  );
  assign bus[0+:2*Ports] = {xb_response, xb_request};
  if (Tables != 0) begin : gen_tables
    assign to_reduce = sinks_i[Ports+:Ports];
    assign back_reduce = back[2*Ports+:Ports];
    assign bus[2*Ports+:Ports] = xb_reduce;
  end else begin : gen_no_tables
    assign to_reduce = '0;
    assign back_reduce = '0;
    `NF_ASSERT(RowSendsToNoTable, xb_reduce == '0)
  end

  // What it keeps inside.
  (* hierconn *) wire [Queues*CreditBits-1:0] \u_row.u_credits.credit_q ;
  (* hierconn *) wire [Queues-1:0] \u_row.u_credits.room_q ;
  (* hierconn *) wire \u_row.active_q , \u_row.fresh_q , \u_row.send_vc_q ;
  (* hierconn *) wire \u_row.open_q , \u_row.open_vc_q ;
  // The packet that is being sent.
  typedef struct packed {
    logic [Sinks-1:0]    sinks;
    logic [3:0]          len;
    logic [SlotBits-1:0] slot;
  } packet_t;
  packet_t send;
  (* hierconn *) wire [$bits(send)-1:0] \u_row.send_q ;
  assign send = \u_row.send_q ;
  (* hierconn *) wire [3:0] \u_row.send_index_q ;
  (* hierconn *) wire [SlotBits-1:0] \u_row.open_slot_q ;
  (* hierconn *) wire [Window-1:0] \u_row.gen_vc[0].u_window.free_q , \u_row.gen_vc[1].u_window.free_q ;
  (* hierconn *) wire \u_row.gen_vc[0].u_window.final_q , \u_row.gen_vc[1].u_window.final_q ;
  (* hierconn *) wire [CountBits-1:0] \u_row.gen_vc[0].u_window.count_q , \u_row.gen_vc[1].u_window.count_q ;
  (* hierconn *) wire [Window*Sinks-1:0] \u_row.gen_vc[0].u_window.sinks_q , \u_row.gen_vc[1].u_window.sinks_q ;
  (* hierconn *) wire [Window*SlotBits-1:0] \u_row.gen_vc[0].u_window.slot_o , \u_row.gen_vc[1].u_window.slot_o ;
  (* hierconn *) wire [Window*4-1:0] \u_row.gen_vc[0].u_window.len_o , \u_row.gen_vc[1].u_window.len_o ;
  (* hierconn *) wire [Window-1:0] \u_row.gen_vc[0].u_window.hold_q , \u_row.gen_vc[1].u_window.hold_q ;

  // The packet that is being sent: its queues, and flits of it that are not on the bus yet.
  logic [Queues-1:0] sinks;
  logic [7:0] remain;
  assign sinks[0+:Ports] = (\u_row.active_q && !\u_row.send_vc_q ) ? send.sinks[0+:Ports] : '0;
  assign sinks[Ports+:Ports] = (\u_row.active_q && \u_row.send_vc_q ) ? send.sinks[0+:Ports] : '0;
  if (Tables != 0) begin : gen_sent_tables
    assign sinks[2*Ports+:Ports] = \u_row.active_q ? send.sinks[Ports+:Ports] : '0;
  end
  assign remain = 8'(send.len) + 8'd1 - 8'(\u_row.send_index_q );

  // ------------------------------------------------------------------------------ sinks
  for (genvar c = 0; c < Queues; c++) begin : gen_queue
    logic [7:0] count_q, credit, due;
    assign back[c] = pop_i[c] && count_q != 8'd0;
    assign credit = 8'(\u_row.u_credits.credit_q [c*CreditBits+:CreditBits]);
    assign due = sinks[c] ? remain : 8'd0;  // for this queue, and not written
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) count_q <= '0;
      else count_q <= count_q + 8'(bus[c]) - 8'(back[c]);
    end
    // No credit is lost or made.
    `NF_ASSERT(RowCreditsConserved, 10'(credit) + (\u_row.fresh_q ? 10'd0 : 10'(due)) + 10'(bus[c]) + 10'(count_q) == 10'(XpDepth))
    // A queue never holds more than it has room for.
    `NF_ASSERT(RowQueueFits, 10'(count_q) + 10'(bus[c]) <= 10'(XpDepth))
    // What was chosen has room.
    `NF_ASSERT(RowChosenHasRoom, !(\u_row.fresh_q && sinks[c]) || credit >= due)
    // Room for a packet is what the credit says.
    `NF_ASSERT(RowRoomIsCredit, \u_row.u_credits.room_q [c] == (credit >= 8'd9))
  end

  // A packet that has begun goes on to its end, which is 8 flits away at most.
  `NF_ASSERT(RowSendsLength, !\u_row.active_q || (send.len<= 4'd8 && \u_row.send_index_q <= send.len))
  `NF_ASSERT(RowFreshIsActive, !\u_row.fresh_q || (\u_row.active_q && \u_row.send_index_q == 4'd0))
  // The row knows of the packet that comes in what came in of it.
  `NF_ASSERT(RowOpenIsOpen, \u_row.open_q == (left_q != 4'd0) && (head || \u_row.open_vc_q == vc_q))

  // ------------------------------------------------------------------------------ slots
  for (genvar v = 0; v < 2; v++) begin : gen_channel
    logic [7:0] inside_q;  // packets that came in and have not left
    assign full[v] = inside_q >= 8'(Window);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) inside_q <= '0;
      else inside_q <= inside_q + 8'(valid && head && vc == 1'(v)) - 8'(sent[v]);
    end

    logic [CountBits-1:0] count;
    logic [Window*Sinks-1:0] wants;
    logic [Window*SlotBits-1:0] slot;
    logic [Window*4-1:0] len;
    logic [Window-1:0] hold, taken;
    assign count = v == 0 ? \u_row.gen_vc[0].u_window.count_q : \u_row.gen_vc[1].u_window.count_q ;
    assign wants = v == 0 ? \u_row.gen_vc[0].u_window.sinks_q : \u_row.gen_vc[1].u_window.sinks_q ;
    assign slot = v == 0 ? \u_row.gen_vc[0].u_window.slot_o : \u_row.gen_vc[1].u_window.slot_o ;
    assign len = v == 0 ? \u_row.gen_vc[0].u_window.len_o : \u_row.gen_vc[1].u_window.len_o ;
    assign hold = v == 0 ? \u_row.gen_vc[0].u_window.hold_q : \u_row.gen_vc[1].u_window.hold_q ;
    assign taken = v == 0 ? ~\u_row.gen_vc[0].u_window.free_q : ~\u_row.gen_vc[1].u_window.free_q ;

    // The packet that is sent: no longer in the window, or it is one there that is not held.
    logic sends, gone, open, last_sinks;
    assign last_sinks = v == 0 ? \u_row.gen_vc[0].u_window.final_q : \u_row.gen_vc[1].u_window.final_q ;
    assign sends = \u_row.active_q && \u_row.send_vc_q == 1'(v);
    assign gone = sends && !\u_row.fresh_q && last_sinks;
    assign open = !head && vc_q == 1'(v);

    logic [7:0] slots, held;
    logic tidy, apart, found, youngest;
    always_comb begin
      slots = '0;
      held = '0;
      tidy = 1'b1;
      apart = 1'b1;
      found = 1'b0;
      youngest = 1'b0;
      for (int e = 0; e < Window; e++) begin
        slots = slots + 8'(taken[e]);
        held = held + 8'(hold[e]);
        if (e >= 32'(count)) begin
          if (wants[e*Sinks+:Sinks] != '0 || hold[e]) tidy = 1'b0;
        end else begin
          if (wants[e*Sinks+:Sinks] == '0 || len[e*4+:4] > 4'd8) tidy = 1'b0;
          if (!(1'(taken >> slot[e*SlotBits+:SlotBits]))) apart = 1'b0;
          if (gone && slot[e*SlotBits+:SlotBits] == send.slot) apart = 1'b0;
          if (slot[e*SlotBits+:SlotBits] == send.slot&& !hold[e] &&
              (!\u_row.fresh_q || (send.sinks& ~wants[e*Sinks+:Sinks]) == '0)) begin
            found = 1'b1;
          end
          if (e + 1 == 32'(count)) begin
            youngest = hold[e] && slot[e*SlotBits+:SlotBits] == \u_row.open_slot_q ;
          end
          for (int f = 0; f < e; f++) begin
            if (slot[e*SlotBits+:SlotBits] == slot[f*SlotBits+:SlotBits]) apart = 1'b0;
          end
        end
      end
      if (gone && !(1'(taken >> send.slot))) apart = 1'b0;
    end

    // No slot is lost or made: as many are taken as packets came in and have not left, and each of those is in the
    // window or on its way out.
    `NF_ASSERT(RowSlotsConserved, inside_q == slots + 8'(sent[v]) && slots == 8'(count) + 8'(gone))
    // The room for packets is never too small, and nobody is told of a slot twice.
    `NF_ASSERT(RowSlotsBounded, inside_q <= 8'(Window) && !(sent[v] && inside_q == 8'd0))
    // Packets have slots of their own.
    `NF_ASSERT(RowSlotsApart, apart)
    // Places in the window are packets up to its count, and empty above.
    `NF_ASSERT(RowWindowTidy, tidy)
    // What is sent may go.
    `NF_ASSERT(RowSendsWhatMayGo, !sends || gone || found)
    // The packet that comes in is the youngest, and held.
    `NF_ASSERT(RowOpenIsYoungest, !open || youngest)
    // Beside it, those are held that wait for an entry.
    `NF_ASSERT(RowHeldIsWaiting, held == 8'(open) + (v == 0 ? waiting_q : 8'd0))
  end

  // A packet was written into a queue that has no room for another one.
  `NF_COVER(RowFillsQueue, xb_last && (bus & ~\u_row.u_credits.room_q ) != '0)

  logic unused_busy;
  assign unused_busy = busy;

endmodule
