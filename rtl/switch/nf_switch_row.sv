// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// One source of the crossbar: holds up to Window packets per virtual channel and sends each to the
// crosspoint queues on its list.
//
// A packet for k sinks goes to those that have room for all of it and keeps asking for the rest
// (KLENK IV-A); packets behind it go on to other sinks. Between one row and one sink the packets
// of a virtual channel keep their order, but a pull request that waits for an entry is passed by
// what comes behind it (KLENK IV-B): what may overtake a read is in docs/switch/nf_switch_row.md.
// A packet starts only when all of it is here. If it started with its header, a link that stops in
// the middle of a packet for a replay would stop the row, and every sink that the row writes to,
// until it goes on. Once a packet has started, a flit follows in every cycle.
// It does not look into packets and does not arbitrate between rows.
//
// Latency 2 cycles from the last flit's write to the header on the crosspoint bus; one flit per
// cycle.

`include "nf_assert.svh"

module nf_switch_row #(
    parameter int unsigned Ports = 16,      // 2..16
    parameter int unsigned Window = 16,     // packets per virtual channel: 4, 8 or 16
    parameter int unsigned XpDepth = 16,    // flits of a crosspoint queue: 16, 32 or 64
    parameter int unsigned HeaderLast = 0   // 1: behind a reduction table, one virtual channel
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    // packets in
    input  logic                  wr_valid_i,
    output logic                  wr_ready_o,     // HeaderLast only; else the framer has reserved
    input  logic                  wr_vc_i,        // with every flit
    input  logic                  wr_head_i,      // unused with HeaderLast: last is the header
    input  logic                  wr_last_i,
    input  logic                  wr_err_i,
    input  logic [         127:0] wr_data_i,
    input  logic [     Ports-1:0] wr_egress_i,    // with the header: egress ports
    input  logic [     Ports-1:0] wr_reduce_i,    // with the header: reduction table, one-hot
    input  logic [           7:0] wr_region_i,    // with the header
    input  logic                  wr_wait_i,      // with a lone header: hold until alloc_done_i
    input  logic                  wr_counted_i,   // with the header: report when the packet has left
    input  logic                  alloc_done_i,   // the oldest waiting packet may go
    output logic [           1:0] sent_o,         // per virtual channel: a slot became free
    output logic                  left_o,         // a counted packet went to its last sinks ...
    output logic [           7:0] left_region_o,  // ... that was of this region
    // credits: one flit left the queue of this row at that sink
    input  logic [     Ports-1:0] credit_request_i,
    input  logic [     Ports-1:0] credit_response_i,
    input  logic [     Ports-1:0] credit_reduce_i,
    // crosspoint bus: the flit is for every sink whose bit is set
    output logic [     Ports-1:0] xb_request_o,
    output logic [     Ports-1:0] xb_response_o,
    output logic [     Ports-1:0] xb_reduce_o,
    output logic                  xb_last_o,
    output logic                  xb_err_o,
    output logic [           7:0] xb_region_o,
    output logic [         127:0] xb_data_o,
    output logic                  busy_o
);

  localparam int unsigned Vcs = (HeaderLast != 0) ? 1 : 2;
  localparam int unsigned SlotBits = $clog2(Window);
  localparam int unsigned CountBits = $clog2(Window + 1);
  localparam int unsigned Queues = (Vcs + 1) * Ports;  // crosspoint queues that this row fills
  localparam int unsigned VcBits = Vcs - 1;
  localparam int unsigned AddrBits = VcBits + SlotBits + 4;
  // Sinks of one virtual channel: its egress queues below, the reduction tables above.
  localparam int unsigned Sinks = 2 * Ports;
  // What the window keeps of a packet beside its sinks: counted, region, payload flits, slot.
  localparam int unsigned MetaBits = 13 + SlotBits;
  localparam int unsigned PickBits = MetaBits + Sinks;

  // ------------------------------------------------------------------------------ writing
  // A slot of 16 words holds the header at word 0 and the payload from word 1.
  logic open_q;                        // a packet is being written
  logic [SlotBits-1:0] open_slot_q;
  logic [3:0] open_index_q;            // next word of the open packet
  logic [Vcs*Window-1:0] free_q, free_d;  // slots of each virtual channel that hold nothing

  logic wr, wr_first, wr_enter, wr_vc;
  logic [SlotBits-1:0] wr_slot;
  logic [3:0] wr_index, wr_len;
  logic ready_q;

  assign wr = (HeaderLast != 0) ? wr_valid_i & ready_q : wr_valid_i;
  assign wr_vc = (HeaderLast != 0) ? 1'b0 : wr_vc_i;
  assign wr_first = (HeaderLast != 0) ? ~open_q : wr_head_i;
  assign wr_enter = wr & ((HeaderLast != 0) ? wr_last_i : wr_head_i);

  logic [Window-1:0] wr_free, wr_lowest;
  assign wr_free = wr_vc ? free_q[(Vcs-1)*Window+:Window] : free_q[0+:Window];

  // x & -x keeps the lowest set bit.
  assign wr_lowest = wr_free & (~wr_free + 1'b1);
  always_comb begin
    wr_slot = wr_first ? '0 : open_slot_q;
    for (int s = 0; s < Window; s++) begin
      if (wr_first && wr_lowest[s]) wr_slot = wr_slot | SlotBits'(s);
    end
  end

  if (HeaderLast != 0) begin : gen_header_last
    assign wr_index = wr_last_i ? 4'd0 : (wr_first ? 4'd1 : open_index_q);
    assign wr_len = wr_first ? 4'd0 : open_index_q - 4'd1;
  end else begin : gen_header_first
    assign wr_index = wr_head_i ? 4'd0 : open_index_q;
    logic [3:0] wr_opcode;
    assign wr_opcode = wr_data_i[nf_pkg::HDR_OPCODE_LSB+:nf_pkg::HDR_OPCODE_BITS];
    assign wr_len = 1'(nf_pkg::OPCODES_WITH_PAYLOAD >> wr_opcode)
                    ? wr_data_i[nf_pkg::HDR_LEN_LSB+:nf_pkg::HDR_LEN_BITS] : 4'd0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q <= 1'b0;
      ready_q <= 1'b0;
    end else begin
      if (wr) open_q <= ~wr_last_i;
      ready_q <= (wr ? ~wr_last_i : open_q) | (free_d[0+:Window] != '0);
    end
  end

  always_ff @(posedge clk_i) begin
    if (wr) begin
      open_slot_q <= wr_slot;
      open_index_q <= (wr_first && (HeaderLast != 0) ? 4'd1 : wr_index) + 4'd1;
    end
  end

  assign wr_ready_o = (HeaderLast != 0) ? ready_q : 1'b1;

`ifndef SYNTHESIS
  logic open_vc_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) open_vc_q <= 1'b0;
    else if (wr) open_vc_q <= wr_vc;
  end
`endif

  // ------------------------------------------------------------------------------ choosing
  // What each virtual channel would send: its oldest packet that may go somewhere. The choice is a
  // register; window and credits follow from it in the next cycle, in which the sinks that it takes
  // count as full, so that a packet without payload may be followed by another one at once.
  logic [Vcs*Sinks-1:0] pick_sinks;
  logic [Vcs*MetaBits-1:0] pick_meta;
  logic [Vcs-1:0] pick_valid, last_sinks;
  logic [Vcs-1:0] holds, sent_q;
  logic [Vcs*Ports-1:0] for_table;  // of each virtual channel, tables for which it has a packet that may start

  // Credits: egress queues of each virtual channel, then the reduction tables.
  logic [Queues-1:0] room_q, spend;
  // A reduction table's queue is the one sink that both virtual channels want, contributions of pushes and of pulls: of a
  // table that is full, room comes in portions of a packet. The turns above are of the row as a whole; by them alone, a
  // channel that is busy with other sinks meets each portion when it is the other's turn, and its packet stands for as
  // long as that lasts. So each table has turns of its own.
  logic [Vcs*Ports-1:0] yields;  // the table's room is left to the other channel

  logic active_q, send_vc_q, send_counted_q;
  logic fresh_q;         // chosen in the last cycle
  logic final_q, ends;   // the packet goes to its last sinks
  logic [SlotBits-1:0] send_slot_q;
  logic [3:0] send_len_q, send_index_q;
  logic [7:0] send_region_q;
  logic [Sinks-1:0] send_sinks_q;

  logic send_last, select, select_vc;
  logic [Sinks-1:0] select_sinks;
  logic [MetaBits-1:0] select_meta;

  assign send_last = active_q & (send_index_q == send_len_q);
  assign select = (~active_q | send_last) & (pick_valid != '0);
  // The virtual channels take turns.
  assign select_vc = (HeaderLast != 0) ? 1'b0 : (send_vc_q ? ~pick_valid[0] : pick_valid[Vcs-1]);
  assign select_sinks = select_vc ? pick_sinks[(Vcs-1)*Sinks+:Sinks] : pick_sinks[0+:Sinks];
  assign select_meta = select_vc ? pick_meta[(Vcs-1)*MetaBits+:MetaBits] : pick_meta[0+:MetaBits];
  assign ends = !fresh_q ? final_q : send_vc_q ? last_sinks[Vcs-1] : last_sinks[0];

  for (genvar v = 0; v < Vcs; v++) begin : gen_vc
    logic [Window*Sinks-1:0] sinks_q;  // where each packet still has to go; oldest first
    logic [Window*MetaBits-1:0] meta_q;
    // May not start: it waits for an entry, or its last flit is not here yet.
    logic [Window-1:0] hold_q, hold_d;
    logic [CountBits-1:0] count_q, kept;
    logic [Sinks-1:0] sink_room;
    // A tree over the packets, root first, oldest leaf first: whether any of a branch can go
    // somewhere, and the oldest of these with its sinks.
    logic [2*Window-2:0] any;
    logic [(2*Window-1)*PickBits-1:0] best;
    logic [Sinks-1:0] can;
    logic [Window-1:0] chosen, behind;   // the packet that is being sent; it and younger ones
    logic [Window-1:0] place;            // where a new one enters: behind the last that stays
    logic update, remove, enter, complete;

    assign sink_room = {room_q[Vcs*Ports+:Ports] & ~spend[Vcs*Ports+:Ports] & ~yields[v*Ports+:Ports],
                        room_q[v*Ports+:Ports] & ~spend[v*Ports+:Ports]};

    // Order is kept: the oldest packet that can go anywhere takes all of its sinks that have room, and
    // what an older one still wants has none, as room is the same for all packets. What is held takes
    // its place in the order when it is released.
    always_comb begin
      can = '0;
      any = '0;
      best = '0;
      for (int e = 0; e < Window; e++) begin
        can = hold_q[e] ? '0 : sinks_q[e*Sinks+:Sinks] & sink_room;
        any[Window-1+e] = can != '0;
        best[(Window-1+e)*PickBits+:PickBits] = {meta_q[e*MetaBits+:MetaBits], can};
      end
      for (int n = Window - 2; n >= 0; n--) begin
        any[n] = any[2*n+1] | any[2*n+2];
        best[n*PickBits+:PickBits] = any[2*n+1] ? best[(2*n+1)*PickBits+:PickBits]
                                                : best[(2*n+2)*PickBits+:PickBits];
      end
    end
    always_comb begin
      for_table[v*Ports+:Ports] = '0;
      for (int e = 0; e < Window; e++) begin
        if (!hold_q[e]) for_table[v*Ports+:Ports] = for_table[v*Ports+:Ports] | sinks_q[e*Sinks+Ports+:Ports];
      end
    end
    assign pick_valid[v] = any[0];
    assign pick_sinks[v*Sinks+:Sinks] = best[0+:Sinks];
    assign pick_meta[v*MetaBits+:MetaBits] = best[Sinks+:MetaBits];

    // The packet that was chosen is known by its slot: it may have moved up since. Places above the
    // window's last packet may show that slot too, but there is nothing to change in them.
    always_comb begin
      last_sinks[v] = 1'b0;
      for (int e = 0; e < Window; e++) begin
        chosen[e] = meta_q[e*MetaBits+:SlotBits] == send_slot_q;
        if (chosen[e] && sinks_q[e*Sinks+:Sinks] == send_sinks_q) last_sinks[v] = 1'b1;
      end
    end
    assign behind = chosen | (~chosen + 1'b1);

    assign update = fresh_q && send_vc_q == 1'(v);
    assign remove = update & last_sinks[v];
    assign enter = wr_enter && wr_vc == 1'(v);
    assign complete = wr && wr_last_i && !wr_first && HeaderLast == 0 && wr_vc == 1'(v);
    assign kept = count_q - CountBits'(remove);
    assign holds[v] = count_q != '0;

    // Not by way of kept: that a packet leaves is known late.
    always_comb begin
      for (int e = 0; e < Window; e++) begin
        place[e] = remove ? count_q == CountBits'(e + 1) : count_q == CountBits'(e);
      end
    end

    // The packet that is being written is the youngest: the lowest set bit is the oldest packet
    // that waits for an entry.
    always_comb begin
      hold_d = (v == 0 && alloc_done_i) ? hold_q & (hold_q - 1'b1) : hold_q;
      for (int e = 0; e < Window; e++) begin
        if (complete && CountBits'(e + 1) == count_q) hold_d[e] = 1'b0;
      end
    end

    // The window closes up over a packet that has found its last sinks; a new one enters behind.
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        count_q <= '0;
        sinks_q <= '0;
        hold_q <= '0;
      end else if (update || enter || alloc_done_i || complete) begin
        count_q <= kept + CountBits'(enter);
        hold_q <= hold_d;
        for (int e = 0; e < Window; e++) begin
          if (enter && place[e]) begin
            sinks_q[e*Sinks+:Sinks] <= {wr_reduce_i, wr_egress_i};
            hold_q[e] <= wr_wait_i | ~wr_last_i;
          end else if (remove && behind[e]) begin
            sinks_q[e*Sinks+:Sinks] <= (e == Window - 1) ? '0 : sinks_q[(e+1)%Window*Sinks+:Sinks];
            hold_q[e] <= (e == Window - 1) ? 1'b0 : hold_d[(e+1)%Window];
          end else if (update && chosen[e]) begin
            sinks_q[e*Sinks+:Sinks] <= sinks_q[e*Sinks+:Sinks] & ~send_sinks_q;
          end
        end
      end
    end

    always_ff @(posedge clk_i) begin
      if (remove || enter) begin
        for (int e = 0; e < Window; e++) begin
          if (enter && place[e]) begin
            meta_q[e*MetaBits+:MetaBits] <= {wr_counted_i, wr_region_i, wr_len, wr_slot};
          end else if (remove && behind[e]) begin
            meta_q[e*MetaBits+:MetaBits] <= meta_q[(e+1)%Window*MetaBits+:MetaBits];
          end
        end
      end
    end

    always_comb begin
      free_d[v*Window+:Window] = free_q[v*Window+:Window];
      for (int s = 0; s < Window; s++) begin
        if (send_last && ends && send_vc_q == 1'(v) && send_slot_q == SlotBits'(s)) begin
          free_d[v*Window+s] = 1'b1;
        end
        if (wr && wr_first && wr_vc == 1'(v) && wr_slot == SlotBits'(s)) begin
          free_d[v*Window+s] = 1'b0;
        end
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        free_q[v*Window+:Window] <= '1;
        sent_q[v] <= 1'b0;
      end else begin
        free_q[v*Window+:Window] <= free_d[v*Window+:Window];
        sent_q[v] <= send_last && ends && send_vc_q == 1'(v);
      end
    end

`ifndef SYNTHESIS
    logic [Window-1:0] waiting;  // held, and whole
    always_comb begin
      waiting = hold_q;
      for (int e = 0; e < Window; e++) begin
        if (open_q && open_vc_q == 1'(v) && CountBits'(e + 1) == count_q) waiting[e] = 1'b0;
      end
    end
    logic overtakes, reached;  // a packet that may start wants a sink that a younger one is given
    always_comb begin
      overtakes = 1'b0;
      reached = 1'b0;
      for (int e = 0; e < Window; e++) begin
        if (meta_q[e*MetaBits+:SlotBits] == select_meta[0+:SlotBits]) reached = 1'b1;
        if (!reached && !hold_q[e] && (sinks_q[e*Sinks+:Sinks] & select_sinks) != '0) begin
          overtakes = 1'b1;
        end
      end
    end
    // Between this row and a sink the packets keep their order.
    `NF_ASSERT(RowOrderKept, !(select && select_vc == 1'(v) && overtakes))
    // An entry comes for a packet that waits for one, not for the one that is being written.
    `NF_ASSERT(RowAllocWaits, !(v == 0 && alloc_done_i) || waiting != '0)
    // A packet enters only where the window has a place.
    `NF_ASSERT(RowWindowBounded, !enter || kept < CountBits'(Window))
    // A packet is written only into a slot that is free.
    `NF_ASSERT(RowSlotWasFree, !(wr && wr_first && wr_vc == 1'(v)) || wr_free[wr_slot])
    // A packet left the window with an older one still waiting for a sink.
    `NF_COVER(RowOvertaken, remove && !behind[0])
    // A packet passed one that waits for an entry.
    `NF_COVER(RowPassesWaiting,
              update && (hold_q & ~behind) != '0)
    // A packet went to some of its sinks and keeps asking for the rest.
    `NF_COVER(RowPartialMulticast, update && !remove)

`ifdef FORMAL
    // What induction has to know, too much work for a simulation: what the window's places and slots mean.
    logic held_whole;  // the packet that is being written is the youngest, and held
    logic [Window-1:0] in_window, wants, clean, short, own_slot, kept_slot, may_hold;
    logic [Window-1:0] is_sent, sent_fits;
    always_comb begin
      held_whole = 1'b0;
      for (int e = 0; e < Window; e++) begin
        in_window[e] = CountBits'(e) < count_q;
        wants[e] = sinks_q[e*Sinks+:Sinks] != '0;
        clean[e] = !wants[e] && !hold_q[e];
        short[e] = meta_q[e*MetaBits+SlotBits+:4] <= 4'(nf_pkg::MAX_PAYLOAD_FLITS);
        kept_slot[e] = !free_q[v*Window+32'(meta_q[e*MetaBits+:SlotBits])];
        may_hold[e] = !hold_q[e] || v == 0
                      || (open_q && open_vc_q == 1'(v) && CountBits'(e + 1) == count_q);
        own_slot[e] = 1'b1;
        for (int f = 0; f < e; f++) begin
          if (meta_q[f*MetaBits+:SlotBits] == meta_q[e*MetaBits+:SlotBits]) own_slot[e] = 1'b0;
        end
        if (CountBits'(e + 1) == count_q && hold_q[e]
            && meta_q[e*MetaBits+:SlotBits] == open_slot_q) held_whole = 1'b1;
        is_sent[e] = in_window[e] && chosen[e];
        sent_fits[e] = !hold_q[e] && (send_sinks_q & ~sinks_q[e*Sinks+:Sinks]) == '0
                       && meta_q[e*MetaBits+SlotBits+:4] == send_len_q;
      end
    end
    // A packet stays in the window as long as it wants a sink, and nothing stands behind the last one.
    `NF_ASSERT(RowWindowHoldsPackets, count_q <= CountBits'(Window) && (in_window & ~wants) == '0
               && (~in_window & ~clean) == '0)
    // Every packet fits a queue and has a slot of its own.
    `NF_ASSERT(RowSlotsDiffer, (in_window & ~(short & own_slot & kept_slot)) == '0)
    // A slot that is taken is that of a packet: of the window, of the one that is sent for the last time, or written.
    logic [Window-1:0] accounted;
    always_comb begin
      for (int s = 0; s < Window; s++) begin
        accounted[s] = free_q[v*Window+s]
            || (active_q && !fresh_q && final_q && send_vc_q == 1'(v) && send_slot_q == SlotBits'(s))
            || (HeaderLast != 0 && open_q && open_slot_q == SlotBits'(s));
        for (int e = 0; e < Window; e++) begin
          if (in_window[e] && meta_q[e*MetaBits+:SlotBits] == SlotBits'(s)) accounted[s] = 1'b1;
        end
      end
    end
    `NF_ASSERT(RowSlotsAccounted, accounted == '1)
    // A response is held only until it is whole.
    `NF_ASSERT(RowHoldsForEntry, (in_window & ~may_hold) == '0)
    // The packet that is being written is held, and the youngest; one whose header comes last has a slot only.
    if (HeaderLast == 0) begin : gen_written_held
      `NF_ASSERT(RowWrittenIsHeld, !(open_q && open_vc_q == 1'(v)) || held_whole)
    end else begin : gen_written_apart
      logic [Window-1:0] same;
      always_comb begin
        for (int e = 0; e < Window; e++) same[e] = meta_q[e*MetaBits+:SlotBits] == open_slot_q;
      end
      `NF_ASSERT(RowWrittenIsHeld, !open_q || (!free_q[open_slot_q] && (in_window & same) == '0))
    end
    // What is being sent is in the window, for the sinks that it still wants, or it was for its last ones.
    `NF_ASSERT(RowSendsWhatItHolds, !(active_q && send_vc_q == 1'(v))
               || (!free_q[v*Window+32'(send_slot_q)]
                   && (fresh_q ? (is_sent & sent_fits) != '0 : !final_q || is_sent == '0)))
`endif
`endif
  end

  assign sent_o = 2'(sent_q);

  // ------------------------------------------------------------------------------ credits
  // Flits of room at each sink; a chosen packet takes all it needs at once.
  logic [Queues-1:0] credit_back;
  if (HeaderLast != 0) begin : gen_credit_result
    assign credit_back = {credit_reduce_i, credit_response_i};
    logic unused_ingress_ports;
    assign unused_ingress_ports = ^{credit_request_i, wr_vc_i, wr_head_i, alloc_done_i};
    assign spend = fresh_q ? send_sinks_q : '0;
  end else begin : gen_credit_ingress
    assign credit_back = {
      credit_reduce_i, credit_response_i, credit_request_i
    };
    assign spend = !fresh_q ? '0
                   : send_vc_q ? {send_sinks_q, {Ports{1'b0}}}
                   : {send_sinks_q[Ports+:Ports], {Ports{1'b0}}, send_sinks_q[0+:Ports]};
  end

  // Room for a whole packet at each sink is kept beside its credit.
  logic [Queues*8-1:0] credit_q;

  logic [7:0] cost;  // flits of the chosen packet
  assign cost = 8'(send_len_q) + 8'd1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      credit_q <= {Queues{8'(XpDepth)}};
      room_q <= '1;
    end else if ((spend | credit_back) != '0) begin
      for (int c = 0; c < Queues; c++) begin
        if (spend[c] || credit_back[c]) begin
          credit_q[c*8+:8] <= credit_q[c*8+:8] + 8'(credit_back[c]) - (spend[c] ? cost : 8'd0);
          room_q[c] <= credit_q[c*8+:8] + 8'(credit_back[c]) - (spend[c] ? cost : 8'd0)
                       >= 8'(nf_pkg::MAX_PACKET_FLITS);
        end
      end
    end
  end

`ifndef SYNTHESIS
  for (genvar c = 0; c < Queues; c++) begin : gen_credit_check
    // A sink never gives back more room than its queue has.
    `NF_ASSERT(RowCreditBounded, credit_q[c*8+:8] <= 8'(XpDepth))
  end
`endif

  // ------------------------------------------------------------------------------ turns at the tables
  if (Vcs == 2) begin : gen_turns
    logic [Ports-1:0] took_q;   // bit p: the response channel was the last that sent to table p
    logic [Vcs*Ports-1:0] wants_q;  // a cycle late: a packet of the channel may start, and is for the table
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        took_q <= '0;
        wants_q <= '0;
      end else begin
        took_q <= send_vc_q ? took_q | spend[Vcs*Ports+:Ports] : took_q & ~spend[Vcs*Ports+:Ports];
        wants_q <= for_table;
      end
    end
    // What has just left the window is still wanted then, but it has made the turn the other's.
    assign yields = {took_q & wants_q[0+:Ports], ~took_q & wants_q[Ports+:Ports]};
`ifndef SYNTHESIS
    logic [Vcs*Ports-1:0] passed_q;  // a packet of the channel waits, and one of the other was sent to its table
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) passed_q <= '0;
      else begin
        for (int v = 0; v < Vcs; v++) begin
          passed_q[v*Ports+:Ports] <= send_vc_q == 1'(v)
              ? passed_q[v*Ports+:Ports] & for_table[v*Ports+:Ports] & ~spend[Vcs*Ports+:Ports]
              : (passed_q[v*Ports+:Ports] | spend[Vcs*Ports+:Ports]) & for_table[v*Ports+:Ports];
        end
      end
    end
    // At a table a packet that may start is passed by one of the other channel at most.
    `NF_ASSERT(RowPassedOnce, ((send_vc_q ? passed_q[0+:Ports] : passed_q[Ports+:Ports])
               & spend[Vcs*Ports+:Ports]) == '0)
    // The other channel's turn at a table kept this one's packet back.
    `NF_COVER(RowTableTurns, (yields & wants_q & {Vcs{room_q[Vcs*Ports+:Ports]}}) != '0)
`ifdef FORMAL
    // Who was passed has the next turn.
    `NF_ASSERT(RowPassedIsNext, (passed_q & ~{~took_q & wants_q[Ports+:Ports], took_q & wants_q[0+:Ports]} ) == '0)
`endif
`endif
  end else begin : gen_no_turns
    assign yields = '0;
    logic unused_wants;
    assign unused_wants = ^for_table;
  end

  // ------------------------------------------------------------------------------ sending
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q <= 1'b0;
      fresh_q <= 1'b0;
      send_vc_q <= 1'b0;
      send_index_q <= '0;
    end else begin
      fresh_q <= select;
      if (select) begin
        active_q <= 1'b1;
        send_vc_q <= select_vc;
        send_index_q <= '0;
      end else if (active_q) begin
        active_q <= ~send_last;
        send_index_q <= send_index_q + 4'd1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    final_q <= ends;
    if (select) begin
      send_slot_q <= select_meta[0+:SlotBits];
      send_len_q <= select_meta[SlotBits+:4];
      send_region_q <= select_meta[SlotBits+4+:8];
      send_counted_q <= select_meta[SlotBits+12];
      send_sinks_q <= select_sinks;
    end
  end

  logic [AddrBits-1:0] ram_waddr, ram_raddr;
  logic [128:0] ram_rdata;
  if (HeaderLast != 0) begin : gen_addr_result
    assign ram_waddr = {wr_slot, wr_index};
    assign ram_raddr = {send_slot_q, send_index_q};
  end else begin : gen_addr_ingress
    assign ram_waddr = {wr_vc, wr_slot, wr_index};
    assign ram_raddr = {send_vc_q, send_slot_q, send_index_q};
  end

  nf_ram_1r1w #(
      .Width(129),
      .Depth(Vcs * Window * 16)
  ) u_packets (
      .clk_i,
      .we_i   (wr),
      .waddr_i(ram_waddr),
      .wdata_i({wr_err_i, wr_data_i}),
      .re_i   (active_q),
      .raddr_i(ram_raddr),
      .rdata_o(ram_rdata)
  );

  logic [Ports-1:0] to_egress;
  assign to_egress = active_q ? send_sinks_q[0+:Ports] : '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      xb_request_o <= '0;
      xb_response_o <= '0;
      xb_reduce_o <= '0;
      xb_last_o <= 1'b0;
      left_o <= 1'b0;
    end else begin
      xb_request_o <= (HeaderLast != 0 || send_vc_q) ? '0 : to_egress;
      xb_response_o <= (HeaderLast != 0 || send_vc_q) ? to_egress : '0;
      xb_reduce_o <= active_q ? send_sinks_q[Ports+:Ports] : '0;
      xb_last_o <= send_last;
      left_o <= send_last && ends && send_counted_q;
    end
  end
  always_ff @(posedge clk_i) if (active_q) xb_region_o <= send_region_q;

  assign left_region_o = xb_region_o;
  assign xb_data_o = ram_rdata[127:0];
  assign xb_err_o = xb_last_o & ram_rdata[128];
  assign busy_o = active_q || open_q || holds != '0
                  || (xb_request_o | xb_response_o | xb_reduce_o) != '0;

`ifndef SYNTHESIS
  // Nothing is sent of a packet whose last flit is not here.
  `NF_ASSERT(RowWholePackets, !(active_q && open_q && open_vc_q == send_vc_q
                                && open_slot_q == send_slot_q))
  // A packet is sent to at least one sink, or the choice was wrong.
  `NF_ASSERT(RowSendsSomewhere, !active_q || send_sinks_q != '0)
`ifdef FORMAL
  // Nor may induction begin in the middle of a flit that is not the packet's.
  `NF_ASSERT(RowSendsItsLength, !active_q || (send_index_q <= send_len_q
             && send_len_q <= 4'(nf_pkg::MAX_PAYLOAD_FLITS) && fresh_q == (send_index_q == '0)))
  `NF_ASSERT(RowFreshIsActive, !fresh_q || active_q)
  `NF_ASSERT(RowOneChannel, Vcs > 1 || !(send_vc_q || open_vc_q))
  for (genvar c = 0; c < Queues; c++) begin : gen_room_check
    // Room is where the credit covers the longest packet, and what was chosen has it.
    `NF_ASSERT(RowRoomIsCredit, room_q[c] == (credit_q[c*8+:8] >= 8'(nf_pkg::MAX_PACKET_FLITS))
               && !(spend[c] && !room_q[c]))
  end
`endif
`endif

endmodule
