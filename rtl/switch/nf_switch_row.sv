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
// It reads how long a packet is from its header and nothing else, and does not arbitrate between rows.
//
// nf_switch_window knows the packets of one virtual channel and their order, nf_switch_credits the
// room at the sinks. Here packets are written, chosen and sent.
//
// Latency 3 cycles from the last flit's write to the header on the crosspoint bus: choice, read, bus;
// one flit per cycle.

`include "nf_assert.svh"

module nf_switch_row #(
    parameter int unsigned Ports = 16,      // 2..16
    parameter int unsigned Window = 16,     // packets per virtual channel: 4, 8 or 16
    parameter int unsigned XpDepth = 16,    // flits of a crosspoint queue: 16, 32 or 64
    parameter int unsigned HeaderLast = 0,  // 1: behind a reduction table, one virtual channel,
                                            // header after payload
    parameter bit NoTables = 0              // the switch has no reduction tables
) (
    input  logic                   clk_i,
    input  logic                   rst_ni,
    // packets in
    input  logic                   wr_valid_i,
    output logic                   wr_ready_o,          // HeaderLast only; else reserved
    input  logic                   wr_vc_i,             // with every flit
    input  logic                   wr_head_i,           // unused with HeaderLast
    input  logic                   wr_last_i,           // with HeaderLast: this is the header
    input  logic                   wr_err_i,
    input  nf_header_pkg::header_t wr_data_i,           // its fields: in the header
    input  logic       [Ports-1:0] wr_egress_i,         // with the header: egress ports
    input  logic       [Ports-1:0] wr_reduce_i,         // with the header: reduction table, one-hot
    input  logic             [7:0] wr_region_i,         // with the header; unused with HeaderLast
    input  logic                   wr_wait_i,           // with it: hold until alloc_done_i
    input  logic                   wr_counted_i,        // with it: report when the packet has left;
                                                        // unused with HeaderLast
    input  logic                   alloc_done_i,        // the oldest waiting packet may go
    output logic             [1:0] sent_o,              // bit v: a slot of virtual channel v became
                                                        // free
    output logic                   left_o,              // a counted packet left in the cycle before ...
    output logic             [7:0] left_region_o,       // ... that was of this region
    // credits: one flit left the queue of this row at that sink
    input  logic       [Ports-1:0] credit_request_i,
    input  logic       [Ports-1:0] credit_response_i,
    input  logic       [Ports-1:0] credit_reduce_i,
    // crosspoint bus: the flit is for every sink whose bit is set
    output logic       [Ports-1:0] xb_request_o,
    output logic       [Ports-1:0] xb_response_o,
    output logic       [Ports-1:0] xb_reduce_o,
    output logic                   xb_last_o,
    output logic                   xb_err_o,
    output logic             [7:0] xb_region_o,
    output logic [nf_pkg::FLIT_BITS-1:0] xb_data_o,
    output logic                   busy_o
);

  localparam int unsigned Vcs = (HeaderLast != 0) ? 1 : 2;
  localparam int unsigned SlotBits = $clog2(Window);
  localparam int unsigned LenBits = nf_pkg::HDR_LEN_BITS;
  // Reduction tables that it sends to: what comes out of one goes to no other.
  localparam int unsigned Tables = (HeaderLast != 0 || NoTables) ? 0 : Ports;
  // Sinks of one virtual channel, its egress queues below, the tables above; crosspoint queues that
  // this row fills.
  localparam int unsigned Sinks = Ports + Tables;
  localparam int unsigned Egress = Vcs * Ports;
  localparam int unsigned Queues = Egress + Ports;  // the last ones only with tables

  // What the choice is made of, and what is sent: a packet and the sinks that it goes to.
  typedef struct packed {
    logic [Sinks-1:0]    sinks;
    logic [LenBits-1:0]  len;  // payload flits
    logic [SlotBits-1:0] slot;
  } packet_t;
  packet_t pick, send_q;
  localparam int unsigned PacketBits = $bits(pick);

  // ------------------------------------------------------------------------------ writing
  // A slot of 16 words holds the header at word 0 and the payload from word 1.
  localparam int unsigned IndexBits = 4;
  logic open_q;                        // a packet is being written
  logic [SlotBits-1:0] open_slot_q;
  logic [IndexBits-1:0] open_index_q;  // next word of the open packet

  logic wr, wr_first, wr_enter, wr_vc;
  logic [SlotBits-1:0] wr_slot;
  logic [IndexBits-1:0] wr_index;
  logic [LenBits-1:0] wr_len;
  logic [Vcs*SlotBits-1:0] next;  // free slot of each virtual channel
  logic [Vcs-1:0] vacant;         // it has one

  assign wr = (HeaderLast != 0) ? wr_valid_i & wr_ready_o : wr_valid_i;
  assign wr_vc = (HeaderLast != 0) ? 1'b0 : wr_vc_i;
  assign wr_first = (HeaderLast != 0) ? ~open_q : wr_head_i;
  assign wr_enter = wr & ((HeaderLast != 0) ? wr_last_i : wr_head_i);

  assign wr_slot = !wr_first ? open_slot_q
                   : wr_vc ? next[(Vcs-1)*SlotBits+:SlotBits] : next[0+:SlotBits];

  if (HeaderLast != 0) begin : gen_header_last
    assign wr_index = wr_last_i ? IndexBits'(0) : (wr_first ? IndexBits'(1) : open_index_q);
    assign wr_len = wr_first ? '0 : open_index_q - 1'b1;
    assign wr_ready_o = open_q | vacant[0];
    logic unused_head;
    assign unused_head = ^{wr_vc_i, wr_head_i};
  end else begin : gen_header_first
    assign wr_index = wr_head_i ? IndexBits'(0) : open_index_q;
    assign wr_len = 1'(nf_pkg::OPCODES_WITH_PAYLOAD >> wr_data_i.opcode) ? wr_data_i.len : '0;
    assign wr_ready_o = 1'b1;
    logic unused_vacant;
    assign unused_vacant = ^vacant;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) open_q <= 1'b0;
    else if (wr) open_q <= ~wr_last_i;
  end

  always_ff @(posedge clk_i) begin
    if (wr) begin
      open_slot_q <= wr_slot;
      open_index_q <= (wr_first && (HeaderLast != 0) ? IndexBits'(1) : wr_index) + 1'b1;
    end
  end

`ifndef SYNTHESIS
  logic open_vc_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) open_vc_q <= 1'b0;
    else if (wr) open_vc_q <= wr_vc;
  end
`endif

  // ------------------------------------------------------------------------------ packets
  // What the windows hold: lanes of packets, those of channel 0 below, the oldest first.
  logic [Vcs*Window-1:0] here, hold;
  logic [Vcs*Window*Sinks-1:0] sinks;  // where each still has to go
  logic [Vcs*Window*LenBits-1:0] len;
  logic [Vcs*Window*SlotBits-1:0] slot;
  logic [Vcs-1:0] sent, update;

  logic active_q, send_vc_q;
  logic fresh_q;  // chosen in the last cycle
  logic send_last, select, select_vc;
  logic [IndexBits-1:0] send_index_q;

  for (genvar v = 0; v < Vcs; v++) begin : gen_vc
    logic mine;
    assign mine = wr_vc == 1'(v);
    assign update[v] = fresh_q && send_vc_q == 1'(v);

    nf_switch_window #(
        .Sinks (Sinks),
        .Window(Window)
    ) u_window (
        .clk_i,
        .rst_ni,
        .take_i         (wr && wr_first && mine),
        .enter_i        (wr_enter && mine),
        .enter_sinks_i  (Sinks'({wr_reduce_i, wr_egress_i})),
        .enter_hold_i   (wr_wait_i | ~wr_last_i),
        .enter_len_i    (wr_len),
        .enter_slot_i   (wr_slot),
        .whole_i        (wr && wr_last_i && !wr_first && HeaderLast == 0 && mine),
        .entry_i        (v == 0 && alloc_done_i),
        .fresh_i        (update[v]),
        .last_i         (send_last && send_vc_q == 1'(v)),
        .sent_slot_i    (send_q.slot),
        .sent_sinks_i   (send_q.sinks),
        .sent_o         (sent[v]),
        .here_o         (here[v*Window+:Window]),
        .hold_o         (hold[v*Window+:Window]),
        .sinks_o        (sinks[v*Window*Sinks+:Window*Sinks]),
        .len_o          (len[v*Window*LenBits+:Window*LenBits]),
        .slot_o         (slot[v*Window*SlotBits+:Window*SlotBits]),
        .next_o         (next[v*SlotBits+:SlotBits]),
        .vacant_o       (vacant[v])
    );

`ifndef SYNTHESIS
    logic [Window*Sinks-1:0] its_sinks;
    logic [Window*SlotBits-1:0] its_slot;
    logic [Window-1:0] its_here, its_hold, youngest, waiting;  // waiting: held, and whole
    assign its_sinks = sinks[v*Window*Sinks+:Window*Sinks];
    assign its_slot = slot[v*Window*SlotBits+:Window*SlotBits];
    assign its_hold = hold[v*Window+:Window];
    assign its_here = here[v*Window+:Window];
    assign youngest = its_here & ~(its_here >> 1);
    assign waiting = (open_q && open_vc_q == 1'(v)) ? its_hold & ~youngest : its_hold;
    logic overtakes, reached;  // a packet that may start wants a sink that a younger one is given
    always_comb begin
      overtakes = 1'b0;
      reached = 1'b0;
      for (int e = 0; e < Window; e++) begin
        if (its_slot[e*SlotBits+:SlotBits] == pick.slot) reached = 1'b1;
        if (!reached && !its_hold[e] && (its_sinks[e*Sinks+:Sinks] & pick.sinks) != '0) begin
          overtakes = 1'b1;
        end
      end
    end
    // Between this row and a sink the packets keep their order.
    `NF_ASSERT(RowOrderKept, !(select && select_vc == 1'(v) && overtakes))
    // An entry comes for a packet that waits for one, not for the one that is being written.
    `NF_ASSERT(RowAllocWaits, !(v == 0 && alloc_done_i) || waiting != '0)

`ifdef FORMAL
    // What induction has to know, too much work for a simulation: what the window's places and
    // slots mean to the packets that are written and sent.
    (* hierconn *) wire [Window-1:0] \u_window.free_q ;
    (* hierconn *) wire \u_window.final_q ;
    logic held_whole;  // the packet that is being written is the youngest, and held
    logic [Window*LenBits-1:0] its_len;
    logic [Window-1:0] may_hold, is_sent, sent_fits;
    assign its_len = len[v*Window*LenBits+:Window*LenBits];
    always_comb begin
      held_whole = 1'b0;
      for (int e = 0; e < Window; e++) begin
        may_hold[e] = !its_hold[e] || v == 0
                      || (open_q && open_vc_q == 1'(v) && youngest[e]);
        if (youngest[e] && its_hold[e]
            && its_slot[e*SlotBits+:SlotBits] == open_slot_q) held_whole = 1'b1;
        is_sent[e] = its_here[e] && its_slot[e*SlotBits+:SlotBits] == send_q.slot;
        sent_fits[e] = !its_hold[e] && (send_q.sinks & ~its_sinks[e*Sinks+:Sinks]) == '0
                       && its_len[e*LenBits+:LenBits] == send_q.len;
      end
    end
    // A slot that is taken is that of a packet: of the window, of the one that is sent for the last
    // time, or written.
    logic [Window-1:0] accounted;
    always_comb begin
      for (int s = 0; s < Window; s++) begin
        accounted[s] = \u_window.free_q [s]
            || (active_q && !fresh_q && \u_window.final_q && send_vc_q == 1'(v)
                && send_q.slot == SlotBits'(s))
            || (HeaderLast != 0 && open_q && open_slot_q == SlotBits'(s));
        for (int e = 0; e < Window; e++) begin
          if (its_here[e] && its_slot[e*SlotBits+:SlotBits] == SlotBits'(s)) accounted[s] = 1'b1;
        end
      end
    end
    `NF_ASSERT(RowSlotsAccounted, accounted == '1)
    // A response is held only until it is whole.
    `NF_ASSERT(RowHoldsForEntry, (its_here & ~may_hold) == '0)
    // The packet that is being written is held, and the youngest; one whose header comes last has a
    // slot only.
    if (HeaderLast == 0) begin : gen_written_held
      `NF_ASSERT(RowWrittenIsHeld, !(open_q && open_vc_q == 1'(v)) || held_whole)
    end else begin : gen_written_apart
      logic [Window-1:0] same;
      always_comb begin
        for (int e = 0; e < Window; e++) same[e] = its_slot[e*SlotBits+:SlotBits] == open_slot_q;
      end
      logic open_free;
      assign open_free = 1'(\u_window.free_q >> open_slot_q);
      `NF_ASSERT(RowWrittenIsHeld, !open_q || (!open_free && (its_here & same) == '0))
    end
    // What is being sent is in the window, for the sinks that it still wants, or it was for its
    // last ones.
    logic sent_free;
    assign sent_free = 1'(\u_window.free_q >> send_q.slot);
    `NF_ASSERT(RowSendsWhatItHolds, !(active_q && send_vc_q == 1'(v))
               || (!sent_free && (fresh_q ? (is_sent & sent_fits) != '0
                                          : !(\u_window.final_q ) || is_sent == '0)))
`endif
`endif
  end

  assign sent_o = 2'(sent);

  // ------------------------------------------------------------------------------ room
  logic [Queues-1:0] room, spend, credit_back;
  logic [Egress-1:0] yields;     // by channel: the table's room is left to the other one
  logic [Egress-1:0] for_table;  // by channel: tables for which it has a packet that may start
  // Of what is sent.
  logic [Ports-1:0] send_egress, send_reduce;
  logic [Sinks-1:0] send_sinks;
  assign send_sinks = send_q.sinks;
  assign send_egress = send_sinks[0+:Ports];
  if (Tables != 0) begin : gen_send_reduce
    assign send_reduce = send_sinks[Ports+:Ports];
  end else begin : gen_send_no_reduce
    assign send_reduce = '0;
    logic unused_reduce;
    assign unused_reduce = ^{wr_reduce_i, room[Egress+:Ports]};
  end
  if (HeaderLast != 0) begin : gen_credit_result
    assign credit_back = {credit_reduce_i, credit_response_i};
    logic unused_request;
    assign unused_request = ^credit_request_i;
    assign spend = fresh_q ? {send_reduce, send_egress} : '0;
  end else begin : gen_credit_ingress
    assign credit_back = {credit_reduce_i, credit_response_i, credit_request_i};
    assign spend = !fresh_q ? '0
                   : send_vc_q ? {send_reduce, send_egress, {Ports{1'b0}}}
                   : {send_reduce, {Ports{1'b0}}, send_egress};
  end

  nf_switch_credits #(
      .Ports   (Ports),
      .Channels(Vcs),
      .XpDepth (XpDepth),
      .NoTables(NoTables)
  ) u_credits (
      .clk_i,
      .rst_ni,
      .spend_i  (spend),
      .len_i    (send_q.len),
      .channel_i(send_vc_q),
      .back_i   (credit_back),
      .wants_i  (for_table),
      .room_o   (room),
      .yields_o (yields)
  );

  // ------------------------------------------------------------------------------ choosing
  // What each virtual channel would send: its oldest packet that may go somewhere. The choice is a
  // register; window and credits follow from it in the next cycle, in which the sinks that it takes
  // count as full, so that a packet without payload may be followed by another one at once.
  //
  // Order is kept: the oldest packet that can go anywhere takes all of its sinks that have room,
  // and what an older one still wants has none, as room is the same for all packets. What is held
  // takes its place in the order when it is released.
  //
  // A tree over the packets of each channel, root first, oldest leaf first: whether any of a branch
  // can go somewhere, and the oldest of these with its sinks.
  // A wire for each node: cut from one long vector, they cost a simulator more than their work.
  localparam int unsigned Nodes = 2 * Window - 1;
  logic [Vcs*Sinks-1:0] open;  // sinks with room
  logic [Vcs-1:0] pick_valid;
  logic [Vcs*PacketBits-1:0] picks;
  for (genvar v = 0; v < Vcs; v++) begin : gen_choice
    assign open[v*Sinks+:Ports] = room[v*Ports+:Ports] & ~spend[v*Ports+:Ports];
    if (Tables != 0) begin : gen_open_tables
      assign open[v*Sinks+Ports+:Ports] = room[Egress+:Ports] & ~spend[Egress+:Ports]
                                          & ~yields[v*Ports+:Ports];
    end
    for (genvar n = Nodes - 1; n >= 0; n--) begin : gen_node
      logic any;
      logic [PacketBits-1:0] best;  // a packet_t
      if (n >= Window - 1) begin : gen_leaf
        localparam int unsigned Lane = v * Window + n - (Window - 1);
        logic [Sinks-1:0] can;
        assign can = hold[Lane] ? '0 : sinks[Lane*Sinks+:Sinks] & open[v*Sinks+:Sinks];
        assign any = can != '0;
        assign best = {can, len[Lane*LenBits+:LenBits], slot[Lane*SlotBits+:SlotBits]};
      end else begin : gen_branch
        logic older;
        assign older = gen_node[2*n+1].any;
        assign any = older | gen_node[2*n+2].any;
        assign best = older ? gen_node[2*n+1].best : gen_node[2*n+2].best;
      end
    end
    assign pick_valid[v] = gen_node[0].any;
    assign picks[v*PacketBits+:PacketBits] = gen_node[0].best;
  end

  if (Tables != 0) begin : gen_for_table
    always_comb begin
      for_table = '0;
      for (int v = 0; v < Vcs; v++) begin
        for (int e = 0; e < Window; e++) begin
          if (!hold[v*Window+e]) for_table[v*Ports+:Ports] |= sinks[(v*Window+e)*Sinks+Ports+:Ports];
        end
      end
    end
  end else begin : gen_for_no_table
    assign for_table = '0;
    logic unused_turns;
    assign unused_turns = ^yields;
  end

  assign send_last = active_q & (send_index_q == send_q.len);
  assign select = (~active_q | send_last) & (pick_valid != '0);
  // The virtual channels take turns.
  assign select_vc = (HeaderLast != 0) ? 1'b0 : (send_vc_q ? ~pick_valid[0] : pick_valid[Vcs-1]);
  assign pick = select_vc ? picks[(Vcs-1)*PacketBits+:PacketBits] : picks[0+:PacketBits];

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
        send_index_q <= send_index_q + 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) if (select) send_q <= pick;

  // What goes along with a packet, in the word of its header: no choice looks at it, so it need not
  // move up in the windows.
  typedef struct packed {
    logic       counted;
    logic [7:0] region;
  } note_t;
  // A word of the packets' memory.
  typedef struct packed {
    note_t                        note;
    logic                         err;
    logic [nf_pkg::FLIT_BITS-1:0] flit;
  } word_t;
  word_t wr_word, rd_word;
  // A result has no region to go along: what the memory keeps is the rest of the word.
  localparam int unsigned RowWordBits = $bits(wr_word);
  localparam int unsigned KeptBits = (HeaderLast != 0) ? 1 + nf_pkg::FLIT_BITS : RowWordBits;
  logic [RowWordBits-1:0] wr_bits;
  logic [KeptBits-1:0] rd_bits;
  assign wr_word.note.counted = wr_counted_i;
  assign wr_word.note.region = wr_region_i;
  assign wr_word.err = wr_err_i;
  assign wr_word.flit = wr_data_i;
  assign wr_bits = wr_word;
  assign rd_word = RowWordBits'(rd_bits);
  localparam int unsigned AddrBits = (Vcs - 1) + SlotBits + IndexBits;
  logic [AddrBits-1:0] ram_waddr, ram_raddr;
  if (HeaderLast != 0) begin : gen_addr_result
    assign ram_waddr = {wr_slot, wr_index};
    assign ram_raddr = {send_q.slot, send_index_q};
    logic unused_note;
    assign unused_note = ^wr_bits[RowWordBits-1:KeptBits];
  end else begin : gen_addr_ingress
    assign ram_waddr = {wr_vc, wr_slot, wr_index};
    assign ram_raddr = {send_vc_q, send_q.slot, send_index_q};
  end

  nf_ram_1r1w #(
      .Width(KeptBits),
      .Depth(1 << AddrBits)
  ) u_packets (
      .clk_i,
      .we_i   (wr),
      .waddr_i(ram_waddr),
      .wdata_i(wr_bits[KeptBits-1:0]),
      .re_i   (active_q),
      .raddr_i(ram_raddr),
      .rdata_o(rd_bits)
  );

  logic [Ports-1:0] to_egress;
  assign to_egress = active_q ? send_egress : '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      xb_request_o <= '0;
      xb_response_o <= '0;
      xb_reduce_o <= '0;
      xb_last_o <= 1'b0;
    end else begin
      xb_request_o <= (HeaderLast != 0 || send_vc_q) ? '0 : to_egress;
      xb_response_o <= (HeaderLast != 0 || send_vc_q) ? to_egress : '0;
      xb_reduce_o <= active_q ? send_reduce : '0;
      xb_last_o <= send_last;
    end
  end
  logic header_q;  // the word that was read is a header
  note_t note, note_q;
  assign note = header_q ? rd_word.note : note_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      header_q <= 1'b0;
      left_o <= 1'b0;
    end else begin
      header_q <= fresh_q;
      left_o <= sent != '0 && note.counted;
    end
  end
  always_ff @(posedge clk_i) if (header_q) note_q <= rd_word.note;

  assign xb_region_o = note.region;
  // A register, as what counts regions is far away.
  assign left_region_o = note_q.region;
  assign xb_data_o = rd_word.flit;
  assign xb_err_o = xb_last_o & rd_word.err;
  assign busy_o = active_q || open_q || here != '0
                  || (xb_request_o | xb_response_o | xb_reduce_o) != '0;

`ifndef SYNTHESIS
  // Nothing is sent of a packet whose last flit is not here.
  `NF_ASSERT(RowWholePackets, !(active_q && open_q && open_vc_q == send_vc_q
                                && open_slot_q == send_q.slot))
  // A packet is sent to at least one sink, or the choice was wrong.
  `NF_ASSERT(RowSendsSomewhere, !active_q || {send_q.sinks} != '0)
  // Both channels have a packet that may go, and one waits for its turn.
  `NF_COVER(RowChannelWaits, Vcs > 1 && select && pick_valid == '1)
`ifdef FORMAL
  // Nor may induction begin in the middle of a flit that is not the packet's.
  `NF_ASSERT(RowSendsItsLength, !active_q || (send_index_q <= send_q.len
             && send_q.len <= LenBits'(nf_pkg::MAX_PAYLOAD_FLITS)
             && fresh_q == (send_index_q == '0)))
  `NF_ASSERT(RowFreshIsActive, !fresh_q || active_q)
  `NF_ASSERT(RowOneChannel, Vcs > 1 || !(send_vc_q || open_vc_q))
`endif
`endif

endmodule
