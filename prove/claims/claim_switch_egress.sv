// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_switch_egress: nothing in it waits for anything but the receiver's room for that channel. A channel whose receiver has
// room gets the link after one packet of the other one at most, whether or not the other one ever finds room.
//
// Columns offer packets of 1 to 9 flits, without a gap within a packet (claim_switch_column). The receiver's ready of a
// channel falls only after a header of that channel was taken (docs/link.md), and then stays low for as long as it wants.

`include "nf_assert.svh"

module claim_switch_egress (
    input logic       clk_i,
    input logic       rst_ni,
    input logic [1:0] begin_i,  // the column offers a header ...
    input logic [7:0] len_i,    // ... and so many flits behind it
    input logic [1:0] room_i    // the receiver has room (again)
);

  logic tx_valid, tx_last;
  logic [127:0] tx_data;
  logic [1:0] valid, last, in_ready, ready_q;
  logic [1:0] open_q;   // a header was taken, and not yet the last flit
  logic [1:0] offer_q;  // a header is offered and not taken yet
  logic [7:0] left_q, length;

  // ------------------------------------------------------------------------------ columns
  for (genvar v = 0; v < 2; v++) begin : gen_column
    logic [3:0] wanted;
    assign wanted = len_i[v*4+:4] > 4'(nf_pkg::MAX_PAYLOAD_FLITS) ? 4'(nf_pkg::MAX_PAYLOAD_FLITS) : len_i[v*4+:4];
    assign length[v*4+:4] = open_q[v] || offer_q[v] ? left_q[v*4+:4] : wanted;
    assign valid[v] = open_q[v] || offer_q[v] || begin_i[v];
    assign last[v] = length[v*4+:4] == '0;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        open_q[v] <= 1'b0;
        offer_q[v] <= 1'b0;
        left_q[v*4+:4] <= '0;
      end else if (valid[v]) begin
        offer_q[v] <= !in_ready[v];
        if (in_ready[v]) open_q[v] <= !last[v];
        left_q[v*4+:4] <= length[v*4+:4] - 4'(in_ready[v] && !last[v]);
      end
    end
  end

  nf_switch_egress u_egress (
      .clk_i,
      .rst_ni,
      .in_valid_i(valid),
      .in_ready_o(in_ready),
      .in_last_i (last),
      .in_err_i  ('0),
      .in_data_i ('0),
      .tx_valid_o(tx_valid),
      .tx_last_o (tx_last),
      .tx_err_o  (),
      .tx_data_o (tx_data),
      .tx_ready_i(ready_q),
      .sent_o    (),
      .busy_o    ()
  );

  // What it keeps inside.
  (* hierconn *) wire [1:0] \u_egress.held , \u_egress.take ;
  (* hierconn *) wire \u_egress.valid_q , \u_egress.head_q , \u_egress.vc_q , \u_egress.open_q , \u_egress.leaves ;

  // ------------------------------------------------------------------------------ receiver
  logic [1:0] headed;  // a header of the channel is taken
  assign headed = !(\u_egress.valid_q && \u_egress.head_q ) ? 2'b00 : ready_q & {\u_egress.vc_q , !(\u_egress.vc_q )};
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) ready_q <= '0;
    else ready_q <= (ready_q & ~headed) | room_i;
  end

  // ------------------------------------------------------------------------------ the claim
  for (genvar v = 0; v < 2; v++) begin : gen_claim
    logic mine, other;
    logic [1:0] passed_q;
    logic [4:0] stall_q;
    assign mine = \u_egress.take [v];
    assign other = \u_egress.take [1-v] && !\u_egress.open_q ;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        passed_q <= '0;
        stall_q <= '0;
      end else if (mine || !\u_egress.held [v] || !(ready_q[v] || (\u_egress.open_q && \u_egress.vc_q == 1'(v)))) begin
        passed_q <= '0;
        stall_q <= '0;
      end else begin
        if (other) passed_q <= passed_q + 2'd1;
        stall_q <= stall_q + 5'd1;
      end
    end
    // A header goes onto the link after a packet of the other channel that is on it and one more at most; payload at once.
    `NF_ASSERT(EgressTakesTurns, passed_q <= 2'd1)
    `NF_ASSERT(EgressMoves, stall_q <= 5'd18)
    // The other channel's packet went first.
    `NF_COVER(EgressWaitsForTurn, stall_q > 5'd4)
    // The other channel waits for room, and this one goes on.
    `NF_COVER(EgressOtherGoesOn, !(\u_egress.open_q ) && \u_egress.held [1-v] && !ready_q[1-v] && mine)
  end
  // What is on the link leaves at once: a header that is sent is taken.
  `NF_ASSERT(EgressLinkMoves, \u_egress.leaves || !(\u_egress.valid_q ))
  // Within a packet no flit is late by more than one cycle.
  logic gap_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) gap_q <= 1'b0;
    else gap_q <= \u_egress.open_q && \u_egress.take == '0;
  end
  `NF_ASSERT(EgressNoGap, !gap_q || \u_egress.take != '0)

endmodule
