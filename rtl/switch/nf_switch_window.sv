// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Packets of one virtual channel in a row of the crossbar, the oldest first: where each still has
// to go, whether it may start, how long it is, and which slot of the row's memory it lies in.
//
// A packet enters behind all others. The sinks that it is sent to are taken from its list, and with
// the last of them it leaves: the window closes up over its place. Its slot is free again when it
// has been sent to these. It does not choose what is sent and knows nothing of room at the sinks:
// the row looks at what is here.
//
// Latency 1 cycle: what is here follows from what was entered and sent in the cycle before.

`include "nf_assert.svh"

module nf_switch_window #(
    parameter int unsigned Sinks = 32,   // of one virtual channel, 2..32
    parameter int unsigned Window = 16,  // packets that it holds: 4, 8 or 16
    localparam int unsigned SlotBits = $clog2(Window),
    localparam int unsigned LenBits = nf_pkg::HDR_LEN_BITS
) (
    input  logic                       clk_i,
    input  logic                       rst_ni,
    // writing
    input  logic                       take_i,           // a packet begins: it has slot next_o
    input  logic                       enter_i,          // a packet enters behind all others, with:
    input  logic [          Sinks-1:0] enter_sinks_i,    // where it has to go
    input  logic                       enter_hold_i,     // it may not start yet
    input  logic [        LenBits-1:0] enter_len_i,      // payload flits
    input  logic [       SlotBits-1:0] enter_slot_i,
    input  logic                       whole_i,  // the youngest packet is all here, so it may start
    input  logic                       entry_i,  // the oldest packet that is held has its entry in
                                                 // the reduction table, so it may start
    // a packet is sent, one at a time
    input  logic                       fresh_i,          // its first cycle
    input  logic                       last_i,           // its last one
    input  logic [       SlotBits-1:0] sent_slot_i,      // which one, from fresh_i to last_i
    input  logic [          Sinks-1:0] sent_sinks_i,     // to which of its sinks
    output logic                       sent_o,  // it was to its last sinks, and its slot is free
    // what is here: lanes of packets, the oldest first
    output logic [         Window-1:0] here_o,           // there is one at this place
    output logic [         Window-1:0] hold_o,           // may not start
    output logic [   Window*Sinks-1:0] sinks_o,          // where it still has to go
    output logic [ Window*LenBits-1:0] len_o,
    output logic [Window*SlotBits-1:0] slot_o,
    output logic [       SlotBits-1:0] next_o,           // the lowest free slot
    output logic                       vacant_o          // there is one
);

  `NF_PARAM(WindowSinks, Sinks >= 2 && Sinks <= 2 * nf_pkg::MAX_PORTS)
  `NF_PARAM(WindowPackets, Window == 4 || Window == 8 || Window == 16)

  localparam int unsigned CountBits = $clog2(Window + 1);

  logic [CountBits-1:0] count_q, kept;
  logic [Window-1:0] hold_q, hold_d;
  logic [Window*Sinks-1:0] sinks_q;
  logic [Window-1:0] free_q, free_d;
  logic final_q, ends, last_sinks;     // the packet goes to its last sinks
  logic remove;
  logic [Window-1:0] chosen, behind;   // the packet that is being sent; it and younger ones
  logic [Window-1:0] place;            // where a new one enters: behind the last that stays

  // ------------------------------------------------------------------------------ what is here
  always_comb begin
    for (int e = 0; e < Window; e++) here_o[e] = CountBits'(e) < count_q;
  end
  assign hold_o = hold_q;
  assign sinks_o = sinks_q;

  // ------------------------------------------------------------------------------ order
  // The packet that was chosen is known by its slot: it may have moved up since. Places above the
  // window's last packet may show that slot too, or nothing that is known; there is nothing to change in them.
  always_comb begin
    last_sinks = 1'b0;
    for (int e = 0; e < Window; e++) begin
      chosen[e] = slot_o[e*SlotBits+:SlotBits] == sent_slot_i;
      if (chosen[e] && sinks_q[e*Sinks+:Sinks] == sent_sinks_i) last_sinks = 1'b1;
    end
  end
  // One by one, not as chosen | -chosen: what is not known stays where it is.
  always_comb begin
    behind = chosen;
    for (int e = 1; e < Window; e++) behind[e] |= behind[e-1];
  end

  assign remove = fresh_i & last_sinks;
  assign kept = count_q - CountBits'(remove);

  // Not by way of kept: that a packet leaves is known late.
  always_comb begin
    for (int e = 0; e < Window; e++) begin
      place[e] = remove ? count_q == CountBits'(e + 1) : count_q == CountBits'(e);
    end
  end

  // The packet that is being written is the youngest: the lowest set bit is the oldest packet
  // that waits for an entry.
  always_comb begin
    hold_d = entry_i ? hold_q & (hold_q - 1'b1) : hold_q;
    for (int e = 0; e < Window; e++) begin
      if (whole_i && CountBits'(e + 1) == count_q) hold_d[e] = 1'b0;
    end
  end

  // The window closes up over a packet that has found its last sinks; a new one enters behind.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= '0;
      sinks_q <= '0;
      hold_q <= '0;
    end else if (fresh_i || enter_i || entry_i || whole_i) begin
      count_q <= kept + CountBits'(enter_i);
      hold_q <= hold_d;
      for (int e = 0; e < Window; e++) begin
        if (enter_i && place[e]) begin
          sinks_q[e*Sinks+:Sinks] <= enter_sinks_i;
          hold_q[e] <= enter_hold_i;
        end else if (remove && behind[e]) begin
          sinks_q[e*Sinks+:Sinks] <= (e == Window - 1) ? '0 : sinks_q[(e+1)%Window*Sinks+:Sinks];
          hold_q[e] <= (e == Window - 1) ? 1'b0 : hold_d[(e+1)%Window];
        end else if (fresh_i && chosen[e]) begin
          sinks_q[e*Sinks+:Sinks] <= sinks_q[e*Sinks+:Sinks] & ~sent_sinks_i;
        end
      end
    end
  end

  // Length and slot of a packet, kept as they came.
  always_ff @(posedge clk_i) begin
    if (remove || enter_i) begin
      for (int e = 0; e < Window; e++) begin
        if (enter_i && place[e]) begin
          len_o[e*LenBits+:LenBits] <= enter_len_i;
          slot_o[e*SlotBits+:SlotBits] <= enter_slot_i;
        end else if (remove && behind[e]) begin
          len_o[e*LenBits+:LenBits] <= len_o[(e+1)%Window*LenBits+:LenBits];
          slot_o[e*SlotBits+:SlotBits] <= slot_o[(e+1)%Window*SlotBits+:SlotBits];
        end
      end
    end
  end

  // ------------------------------------------------------------------------------ slots
  // A slot is free when the packet has been sent to its last sinks, which is later than it leaves
  // the window.
  logic [Window-1:0] lowest;
  assign lowest = free_q & (~free_q + 1'b1);  // x & -x keeps the lowest set bit
  always_comb begin
    next_o = '0;
    for (int s = 0; s < Window; s++) begin
      if (lowest[s]) next_o |= SlotBits'(s);
    end
  end

  assign ends = fresh_i ? last_sinks : final_q;
  always_comb begin
    free_d = free_q;
    for (int s = 0; s < Window; s++) begin
      if (last_i && ends && sent_slot_i == SlotBits'(s)) free_d[s] = 1'b1;
      if (take_i && lowest[s]) free_d[s] = 1'b0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      free_q <= '1;
      vacant_o <= 1'b0;
      sent_o <= 1'b0;
    end else begin
      free_q <= free_d;
      vacant_o <= free_d != '0;
      sent_o <= last_i & ends;
    end
  end
  always_ff @(posedge clk_i) final_q <= ends;

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  // A packet enters only where the window has a place.
  `NF_ASSERT(RowWindowBounded, !enter_i || kept < CountBits'(Window))
  // A packet is written only into a slot that is free.
  `NF_ASSERT(RowSlotWasFree, !take_i || free_q != '0)
  // A packet left the window with an older one still waiting for a sink.
  `NF_COVER(RowOvertaken, remove && !behind[0])
  // A packet passed one that waits for an entry.
  `NF_COVER(RowPassesWaiting, fresh_i && (hold_q & ~behind) != '0)
  // A packet went to some of its sinks and keeps asking for the rest.
  `NF_COVER(RowPartialMulticast, fresh_i && !remove)

`ifdef FORMAL
  // What induction has to know, too much work for a simulation: what the window's places and slots
  // mean.
  logic [Window-1:0] wants, clean, short, own_slot, kept_slot;
  always_comb begin
    for (int e = 0; e < Window; e++) begin
      wants[e] = sinks_q[e*Sinks+:Sinks] != '0;
      clean[e] = !wants[e] && !hold_q[e];
      short[e] = len_o[e*LenBits+:LenBits] <= LenBits'(nf_pkg::MAX_PAYLOAD_FLITS);
      kept_slot[e] = !free_q[slot_o[e*SlotBits+:SlotBits]];
      own_slot[e] = 1'b1;
      for (int f = 0; f < e; f++) begin
        if (slot_o[f*SlotBits+:SlotBits] == slot_o[e*SlotBits+:SlotBits]) own_slot[e] = 1'b0;
      end
    end
  end
  // A packet stays in the window as long as it wants a sink, and nothing stands behind the last
  // one.
  `NF_ASSERT(RowWindowHoldsPackets, count_q <= CountBits'(Window) && (here_o & ~wants) == '0
             && (~here_o & ~clean) == '0)
  // Every packet fits a queue and has a slot of its own.
  `NF_ASSERT(RowSlotsDiffer, (here_o & ~(short & own_slot & kept_slot)) == '0)
`endif
`endif

endmodule
