// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_switch_row: nothing in it waits for anything but room at a sink. A packet that is whole and needs no entry
// (any more) is sent as soon as a sink that it wants has room for the longest packet and the channel's turn there has come; a
// channel whose packets find no room does not hold up the other one, and at a table none passes it twice.
//
// Packets come as the ingress sends them, or a reduction table (HeaderLast): a header when there is a slot, then its flits, with
// gaps. Tables are sinks of a row that an ingress writes, in a switch that has some (NoTables). The queues behind are counters of flits, which give back what they hold whenever they want, or never.

`include "nf_assert.svh"

module claim_switch_row #(
    parameter int unsigned Ports = 2,
    parameter int unsigned Window = 4,
    parameter int unsigned XpDepth = 16,
    parameter int unsigned HeaderLast = 0,
    parameter bit NoTables = 0,
    localparam int unsigned Vcs = (HeaderLast != 0) ? 1 : 2,
    localparam int unsigned Tables = (HeaderLast != 0 || NoTables) ? 0 : Ports,
    localparam int unsigned Queues = Vcs * Ports + Tables,
    localparam int unsigned Sinks = Ports + Tables,
    localparam int unsigned SlotBits = $clog2(Window),
    localparam int unsigned CountBits = $clog2(Window + 1),
    localparam int unsigned CreditBits = $clog2(XpDepth + 1)
) (
    input logic              clk_i,
    input logic              rst_ni,
    input logic              flit_i,     // one comes
    input logic              vc_i,       // if it begins a packet: of this channel ...
    input logic              payload_i,  // ... of an opcode with payload
    input logic [       3:0] len_i,      // ... so many flits
    input logic [ Sinks-1:0] sinks_i,    // ... for these: egress below, tables above
    input logic              wait_i,     // ... that needs an entry
    input logic              done_i,     // the oldest that waits for an entry has it
    input logic [Queues-1:0] leave_i     // a flit leaves the queue
);

  // ------------------------------------------------------------------------------ packets that come
  logic open_q, open_vc_q, begins, comes, last, vc, wait_entry, ready, taken;
  logic [3:0] left_q, length, wanted;
  logic [3:0] opcode;
  logic [Sinks-1:0] sinks;
  logic [1:0] sent;
  logic [2*CountBits-1:0] used_q;  // slots taken, as the framer counts
  logic [CountBits-1:0] waits_q;   // packets that wait for an entry
  logic done;

  assign wanted = len_i > 4'(nf_pkg::MAX_PAYLOAD_FLITS) ? 4'(nf_pkg::MAX_PAYLOAD_FLITS) : len_i;
  assign vc = open_q ? open_vc_q : (HeaderLast == 0) && vc_i;
  assign begins = flit_i && !open_q && sinks != '0
                  && (HeaderLast != 0 || used_q[32'(vc)*CountBits+:CountBits] < CountBits'(Window));
  assign length = begins ? (payload_i ? wanted : 4'd0) : left_q;
  assign comes = begins || (flit_i && open_q);
  assign last = length == '0;
  assign taken = comes && ready;
  // Every packet is for some sink (IngressHasSinks), a result for egress ports.
  assign sinks = (HeaderLast == 0) ? sinks_i
                 : (sinks_i == '0) ? Sinks'(1) : sinks_i;
  // Requests with payload: writes; without: pulls. Responses: what was read, acknowledgements.
  assign opcode = vc ? (payload_i ? nf_pkg::OPCODE_READ_RSP : nf_pkg::OPCODE_WRITE_ACK)
                     : (payload_i ? nf_pkg::OPCODE_WRITE : nf_pkg::OPCODE_PULL_REQ);
  assign wait_entry = begins && wait_i && last && !vc && HeaderLast == 0;
  assign done = done_i && waits_q != '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q <= 1'b0;
      open_vc_q <= 1'b0;
      left_q <= '0;
      used_q <= '0;
      waits_q <= '0;
    end else begin
      if (taken) begin
        open_q <= !last;
        open_vc_q <= vc;
        left_q <= length - 4'd1;
      end
      for (int v = 0; v < 2; v++) begin
        used_q[v*CountBits+:CountBits] <= used_q[v*CountBits+:CountBits]
            + CountBits'(begins && taken && vc == 1'(v)) - CountBits'(sent[v]);
      end
      waits_q <= waits_q + CountBits'(wait_entry) - CountBits'(done);
    end
  end

  // A table's result keeps its sinks until its header, which comes last.
  logic [127:0] header;
  always_comb begin
    header = '0;
    header[nf_pkg::HDR_OPCODE_LSB+:nf_pkg::HDR_OPCODE_BITS] = opcode;
    header[nf_pkg::HDR_LEN_LSB+:nf_pkg::HDR_LEN_BITS] = payload_i ? wanted : len_i;
  end

  // ------------------------------------------------------------------------------ queues behind
  logic [Queues-1:0] written, leaves;
  logic [Queues*8-1:0] queue_q;  // flits in each
  logic [Ports-1:0] request, response, reduce, to_reduce, leaves_reduce;
  logic xb_last;
  if (HeaderLast != 0) begin : gen_written_result
    assign written = response;
    // Nothing goes elsewhere.
    `NF_ASSERT(RowRespondsOnly, request == '0)
  end else begin : gen_written_ingress
    assign written[0+:2*Ports] = {response, request};
  end
  if (Tables != 0) begin : gen_to_tables
    assign to_reduce = sinks[Ports+:Ports];
    assign written[Vcs*Ports+:Ports] = reduce;
    assign leaves_reduce = leaves[Vcs*Ports+:Ports];
  end else begin : gen_to_no_table
    assign to_reduce = '0;
    assign leaves_reduce = '0;
    `NF_ASSERT(RowSendsToNoTable, reduce == '0)
  end
  for (genvar c = 0; c < Queues; c++) begin : gen_queue
    assign leaves[c] = leave_i[c] && queue_q[c*8+:8] != '0;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) queue_q[c*8+:8] <= '0;
      else queue_q[c*8+:8] <= queue_q[c*8+:8] + 8'(written[c]) - 8'(leaves[c]);
    end
  end

  nf_switch_row #(
      .Ports     (Ports),
      .Window    (Window),
      .XpDepth   (XpDepth),
      .HeaderLast(HeaderLast),
      .NoTables  (NoTables)
  ) u_row (
      .clk_i,
      .rst_ni,
      .wr_valid_i       (comes),
      .wr_ready_o       (ready),
      .wr_vc_i          (vc),
      .wr_head_i        (begins),
      .wr_last_i        (last),
      .wr_err_i         (1'b0),
      .wr_data_i        (header),
      .wr_egress_i      (sinks[Ports-1:0]),
      .wr_reduce_i      (to_reduce),
      .wr_region_i      ('0),
      .wr_wait_i        (wait_entry),
      .wr_counted_i     (1'b0),
      .alloc_done_i     (done),
      .sent_o           (sent),
      .left_o           (),
      .left_region_o    (),
      .credit_request_i ((HeaderLast != 0) ? '0 : leaves[Ports-1:0]),
      .credit_response_i(leaves[(Vcs-1)*Ports+:Ports]),
      .credit_reduce_i  (leaves_reduce),
      .xb_request_o     (request),
      .xb_response_o    (response),
      .xb_reduce_o      (reduce),
      .xb_last_o        (xb_last),
      .xb_err_o         (),
      .xb_region_o      (),
      .xb_data_o        (),
      .busy_o           ()
  );

  // What it keeps inside.
  (* hierconn *) wire [Queues*CreditBits-1:0] \u_row.u_credits.credit_q ;
  (* hierconn *) wire [(Vcs+1)*Ports-1:0] \u_row.spend ;
  (* hierconn *) wire [Window-1:0] \u_row.gen_vc[0].u_window.free_q , \u_row.gen_vc[1].u_window.free_q ;
  (* hierconn *) wire \u_row.active_q , \u_row.fresh_q , \u_row.send_vc_q , \u_row.select , \u_row.select_vc , \u_row.open_q ;
  (* hierconn *) wire \u_row.open_vc_q ;
  (* hierconn *) wire [3:0] \u_row.send_index_q , \u_row.open_index_q ;
  // The packet that is being sent.
  typedef struct packed {
    logic [Sinks-1:0]    sinks;
    logic [3:0]          len;
    logic [SlotBits-1:0] slot;
  } packet_t;
  packet_t send;
  (* hierconn *) wire [$bits(send)-1:0] \u_row.send_q ;
  assign send = \u_row.send_q ;
  (* hierconn *) wire [CountBits-1:0] \u_row.gen_vc[0].u_window.count_q , \u_row.gen_vc[1].u_window.count_q ;
  (* hierconn *) wire [Window-1:0] \u_row.gen_vc[0].u_window.hold_q , \u_row.gen_vc[1].u_window.hold_q , \u_row.gen_vc[0].waiting ;
  (* hierconn *) wire [Window*Sinks-1:0] \u_row.gen_vc[0].u_window.sinks_q , \u_row.gen_vc[1].u_window.sinks_q ;

  (* hierconn *) wire [Vcs*Ports-1:0] \u_row.yields ;

  logic [Queues-1:0] room, free;   // the sink has room for the longest packet; and was not chosen just now
  // The channel holds a packet that may go; ... to a sink with room; ... where it is its turn; now.
  logic [Vcs-1:0] ripe, has_room, can, may;

  // ------------------------------------------------------------------------------ books
  // Writing goes on where the row says it does.
  `NF_ASSERT(RowBooksOpen, open_q == \u_row.open_q && (!open_q || (left_q < 4'(nf_pkg::MAX_PAYLOAD_FLITS)
             && (HeaderLast != 0 || open_vc_q == \u_row.open_vc_q ))))
  if (HeaderLast != 0) begin : gen_header_last_books
    `NF_ASSERT(RowBooksLength, !open_q || (\u_row.open_index_q >= 4'd2
               && 32'(\u_row.open_index_q ) + 32'(left_q) <= nf_pkg::MAX_PACKET_FLITS))
    logic began_q;  // the first cycle is over
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) began_q <= 1'b0;
      else began_q <= 1'b1;
    end
    `NF_ASSERT(RowBooksReady, ready == (began_q && (open_q || \u_row.gen_vc[0].u_window.free_q  != '0)))
    // What comes is refused only while there are packets that may go.
    `NF_ASSERT(RowRefusesWhenFull, !began_q || ready || ripe != '0)
    `NF_ASSERT(RowBooksWaits, waits_q == '0 && \u_row.gen_vc[0].u_window.hold_q == '0)
  end else begin : gen_header_first_books
    for (genvar v = 0; v < 2; v++) begin : gen_channel
      logic [CountBits-1:0] taken_slots;
      logic [Window-1:0] free_slots;
      assign free_slots = v == 0 ? \u_row.gen_vc[0].u_window.free_q : \u_row.gen_vc[1].u_window.free_q ;
      always_comb begin
        taken_slots = CountBits'(sent[v]);
        for (int s = 0; s < Window; s++) taken_slots = taken_slots + CountBits'(!free_slots[s]);
      end
      // A slot that was taken is counted until it is free again.
      `NF_ASSERT(RowBooksSlots, used_q[v*CountBits+:CountBits] == taken_slots && taken_slots <= CountBits'(Window))
    end
    logic [CountBits-1:0] held;
    always_comb begin
      held = '0;
      for (int e = 0; e < Window; e++) held = held + CountBits'(\u_row.gen_vc[0].waiting [e]);
    end
    // Who is held and whole waits for an entry.
    `NF_ASSERT(RowBooksWaits, held == waits_q)
  end

  // No credit is lost or made: what is not here is in the queue, or on its way there.
  for (genvar c = 0; c < Queues; c++) begin : gen_credit
    logic sends;
    logic [7:0] under_way;
    if (HeaderLast != 0) assign sends = send.sinks[c];
    else if (c < Ports) assign sends = !\u_row.send_vc_q && send.sinks[c];
    else if (c < 2 * Ports) assign sends = \u_row.send_vc_q && send.sinks[c-Ports];
    else assign sends = send.sinks[c-Ports];
    assign under_way = 8'(written[c]) + (\u_row.active_q && sends && !\u_row.fresh_q
                       ? 8'(send.len) - 8'(\u_row.send_index_q ) + 8'd1 : 8'd0);
    `NF_ASSERT(RowCreditsConserved, 32'(\u_row.u_credits.credit_q [c*CreditBits+:CreditBits]) + 32'(queue_q[c*8+:8]) + 32'(under_way) == XpDepth)
    // A packet that has begun comes flit after flit.
    logic more_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) more_q <= 1'b0;
      else more_q <= written[c] && !xb_last;
    end
    `NF_ASSERT(RowNoGap, !more_q || written[c])
    `NF_ASSERT(RowNoGapNext, !(written[c] && !xb_last) || (\u_row.active_q && sends && !\u_row.fresh_q ))
    `NF_ASSERT(RowNoGapLast, !(\u_row.active_q && sends && !\u_row.fresh_q ) || (written[c] && !xb_last))
  end

  // ------------------------------------------------------------------------------ the claim
  // Where a sink has room for the longest packet. In the cycle after a choice its sinks count as full.
  always_comb begin
    for (int c = 0; c < Queues; c++) room[c] = \u_row.u_credits.credit_q [c*CreditBits+:CreditBits] >= CreditBits'(nf_pkg::MAX_PACKET_FLITS);
    free = room & ~\u_row.spend [Queues-1:0];
  end
  for (genvar v = 0; v < Vcs; v++) begin : gen_channel
    logic [Window-1:0] holds;
    logic [Window*Sinks-1:0] wants;
    if (v == 0) begin : gen_first
      assign holds = \u_row.gen_vc[0].u_window.hold_q ;
      assign wants = \u_row.gen_vc[0].u_window.sinks_q ;
    end else begin : gen_second
      assign holds = \u_row.gen_vc[1].u_window.hold_q ;
      assign wants = \u_row.gen_vc[1].u_window.sinks_q ;
    end
    // Of its sinks: with room; with room, in its turn; with room that was not taken just now, in its turn.
    logic [Sinks-1:0] roomy, turn, open;
    assign roomy[0+:Ports] = room[v*Ports+:Ports];
    assign turn[0+:Ports] = room[v*Ports+:Ports];
    assign open[0+:Ports] = free[v*Ports+:Ports];
    if (Tables != 0) begin : gen_tables
      assign roomy[Ports+:Ports] = room[Vcs*Ports+:Ports];
      assign turn[Ports+:Ports] = room[Vcs*Ports+:Ports] & ~\u_row.yields [v*Ports+:Ports];
      assign open[Ports+:Ports] = free[Vcs*Ports+:Ports] & ~\u_row.yields [v*Ports+:Ports];
    end
    always_comb begin
      ripe[v] = 1'b0;
      has_room[v] = 1'b0;
      can[v] = 1'b0;
      may[v] = 1'b0;
      for (int e = 0; e < Window; e++) begin
        if (!holds[e]) begin
          if (wants[e*Sinks+:Sinks] != '0) ripe[v] = 1'b1;
          if ((wants[e*Sinks+:Sinks] & roomy) != '0) has_room[v] = 1'b1;
          if ((wants[e*Sinks+:Sinks] & turn) != '0) can[v] = 1'b1;
          if ((wants[e*Sinks+:Sinks] & open) != '0) may[v] = 1'b1;
        end
      end
    end

    logic mine, other;
    logic [1:0] passed_q;  // packets of the other channel that were chosen in its place
    logic [4:0] stall_q;   // cycles in which it could send, and nothing of it was chosen
    assign mine = \u_row.select && \u_row.select_vc == 1'(v);
    assign other = \u_row.select && \u_row.select_vc != 1'(v);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        passed_q <= '0;
        stall_q <= '0;
      end else if (!can[v] || mine) begin
        passed_q <= '0;
        stall_q <= '0;
      end else if (may[v]) begin
        passed_q <= passed_q + 2'(other);
        stall_q <= stall_q + 5'd1;
      end
    end
    // The channels take turns: one packet of the other one, if any, goes before.
    `NF_ASSERT(RowTakesTurns, passed_q == '0 || (passed_q == 2'd1 && \u_row.send_vc_q != 1'(v)))
    // A channel that can send does so 20 cycles later at most.
    `NF_ASSERT(RowMoves, 32'(stall_q) <= 32'(passed_q) * 10 + 1 + (\u_row.active_q ? 32'(\u_row.send_index_q ) : 9))
    // It had to wait for the other one.
    if (Vcs > 1) begin : gen_turn
      `NF_COVER(RowWaitsForTurn, passed_q == 2'd1 && stall_q > 5'd2)
      // All that it holds waits for sinks without room, and the other one goes on.
      `NF_COVER(RowOtherGoesOn, ripe[v] && !can[v] && other)
    end else begin : gen_alone
      `NF_COVER(RowFindsNoRoom, ripe[v] && !can[v])
    end
  end
  // It does not rest while a packet could go.
  logic rests_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) rests_q <= 1'b0;
    else rests_q <= !\u_row.active_q && has_room != '0;
  end
  `NF_ASSERT(RowDoesNotRest, \u_row.active_q || !rests_q)

endmodule
