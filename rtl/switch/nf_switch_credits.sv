// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Where a row of the crossbar may send: which of its crosspoint queues has room for the longest
// packet, and which of its virtual channels has the next turn at a reduction table.
//
// A packet takes room for all of its flits when it is chosen, since nothing stops it later; each
// flit that leaves a queue gives room back. It does not know what the packets are.
//
// Latency 1 cycle: room and turns follow from what was sent and what came back in the cycle before.

`include "nf_assert.svh"

module nf_switch_credits #(
    parameter int unsigned Ports = 16,     // ports of the switch, 2..16
    parameter int unsigned Channels = 2,   // virtual channels of the row: 1 (behind a reduction
                                           // table) or 2
    parameter int unsigned XpDepth = 16,   // flits of a crosspoint queue: 16, 32 or 64
    parameter bit NoTables = 0,            // the switch has no reduction tables
    localparam int unsigned Egress = Channels * Ports,
    // Egress queues of each channel, then the tables.
    localparam int unsigned Queues = Egress + Ports
) (
    input  logic                            clk_i,
    input  logic                            rst_ni,
    // a packet was chosen
    input  logic [              Queues-1:0] spend_i,      // for these queues: the egress queues of
                                                          // each channel, then the reduction tables
    input  logic [nf_pkg::HDR_LEN_BITS-1:0] len_i,        // payload flits
    input  logic                            channel_i,    // of this channel
    input  logic [              Queues-1:0] back_i,       // a flit has left the queue
    // turns at the tables
    input  logic [              Egress-1:0] wants_i,  // bit channel * Ports + table: the channel
                                                      // has a packet for the table that may start
    output logic [              Queues-1:0] room_o,  // the queue has room for the longest packet
    output logic [              Egress-1:0] yields_o      // the same bit: the channel leaves the
                                                          // table's room to the other one
);

  `NF_PARAM(CreditsPorts, Ports >= 2 && Ports <= nf_pkg::MAX_PORTS)
  `NF_PARAM(CreditsChannels, Channels == 1 || Channels == 2)
  `NF_PARAM(CreditsXpDepth, XpDepth == 16 || XpDepth == 32 || XpDepth == 64)

  localparam int unsigned CreditBits = $clog2(XpDepth + 1);
  // Reduction tables that the row sends to: one behind a table sends to none.
  localparam int unsigned Tables = (Channels == 2 && !NoTables) ? Ports : 0;
  localparam int unsigned Used = Egress + Tables;  // queues that it fills

  // ------------------------------------------------------------------------------ credits
  // Room for a whole packet is kept beside the credit: choosing looks at no numbers.
  logic [Used*CreditBits-1:0] credit_q, credit_d;
  logic [Used-1:0] room_q, room_d;
  logic [CreditBits-1:0] cost;    // flits of the packet
  logic [CreditBits-1:0] credit;  // of one queue after the other, in a loop
  assign cost = CreditBits'(len_i) + 1'b1;

  always_comb begin
    for (int c = 0; c < Used; c++) begin
      credit = credit_q[c*CreditBits+:CreditBits] + CreditBits'(back_i[c])
               - (spend_i[c] ? cost : '0);
      credit_d[c*CreditBits+:CreditBits] = credit;
      room_d[c] = credit >= CreditBits'(nf_pkg::MAX_PACKET_FLITS);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      credit_q <= {Used{CreditBits'(XpDepth)}};
      room_q <= '1;
    end else if ((spend_i | back_i) != '0) begin
      for (int c = 0; c < Used; c++) begin
        if (spend_i[c] || back_i[c]) begin
          credit_q[c*CreditBits+:CreditBits] <= credit_d[c*CreditBits+:CreditBits];
          room_q[c] <= room_d[c];
        end
      end
    end
  end
  assign room_o = Queues'(room_q);

  // ------------------------------------------------------------------------------ turns at tables
  // A reduction table's queue is the one sink that both virtual channels want, contributions of
  // pushes and of pulls: of a table that is full, room comes in portions of a packet. By the turns
  // of the row as a whole alone, a channel that is busy with other sinks meets each portion when it
  // is the other's turn, and its packet stands for as long as that lasts. So each table has turns
  // of its own.
  if (Tables != 0) begin : gen_turns
    logic [Ports-1:0] took_q;    // bit p: the response channel was the last that sent to table p
    logic [Egress-1:0] wants_q;  // what has just left is still wanted; its turn is over, though
    logic [Ports-1:0] spend_table;
    assign spend_table = spend_i[Egress+:Ports];
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        took_q <= '0;
        wants_q <= '0;
      end else begin
        took_q <= channel_i ? took_q | spend_table : took_q & ~spend_table;
        wants_q <= wants_i;
      end
    end
    assign yields_o = {took_q & wants_q[0+:Ports], ~took_q & wants_q[Ports+:Ports]};
`ifndef SYNTHESIS
    logic [Egress-1:0] passed_q;  // the channel waits, and the other one was sent to the table
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) passed_q <= '0;
      else begin
        for (int v = 0; v < Channels; v++) begin
          passed_q[v*Ports+:Ports] <= channel_i == 1'(v)
              ? passed_q[v*Ports+:Ports] & wants_i[v*Ports+:Ports] & ~spend_table
              : (passed_q[v*Ports+:Ports] | spend_table) & wants_i[v*Ports+:Ports];
        end
      end
    end
    // At a table a packet that may start is passed by one of the other channel at most.
    `NF_ASSERT(RowPassedOnce, ((channel_i ? passed_q[0+:Ports] : passed_q[Ports+:Ports])
               & spend_table) == '0)
    // The other channel's turn at a table kept this one's packet back.
    `NF_COVER(RowTableTurns, (yields_o & wants_q & {Channels{room_q[Egress+:Ports]}}) != '0)
`ifdef FORMAL
    // Who was passed has the next turn.
    `NF_ASSERT(RowPassedIsNext, (passed_q & ~{~took_q & wants_q[Ports+:Ports],
                                              took_q & wants_q[0+:Ports]}) == '0)
`endif
`endif
  end else begin : gen_no_turns
    assign yields_o = '0;
    logic unused_turns;
    assign unused_turns = ^{wants_i, channel_i, spend_i, back_i};
  end

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  for (genvar c = 0; c < Used; c++) begin : gen_check
    // A sink never gives back more room than its queue has.
    `NF_ASSERT(RowCreditBounded, credit_q[c*CreditBits+:CreditBits] <= CreditBits'(XpDepth))
`ifdef FORMAL
    // Room is where the credit covers the longest packet, and what was chosen has it.
    `NF_ASSERT(RowRoomIsCredit, room_q[c] == (credit_q[c*CreditBits+:CreditBits]
                                              >= CreditBits'(nf_pkg::MAX_PACKET_FLITS))
               && !(spend_i[c] && !room_q[c]))
`endif
  end
`endif

endmodule
