// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_switch_framer gives out each slot of the room behind it once, and keeps none back. The book is kept at the ports: a
// packet that it hands out holds a slot until the room behind says that it has gone. That is said at will, of packets that
// are there; the link says anything.

`include "nf_assert.svh"

module claim_credits_framer #(
    parameter int unsigned Window = 4
) (
    input logic         clk_i,
    input logic         rst_ni,
    input logic         rx_valid_i,
    input logic         rx_last_i,
    input logic         rx_err_i,
    input logic [127:0] rx_data_i,
    input logic [  1:0] sent_i,      // a packet leaves the room behind
    input logic [  1:0] dropped_i    // another one does
);

  logic valid, head, last, err, length_error, busy;
  logic [127:0] data;
  logic [1:0] ready, sent, dropped, comes;

  nf_switch_framer #(
      .Window(Window)
  ) u_framer (
      .clk_i,
      .rst_ni,
      .rx_valid_i,
      .rx_last_i,
      .rx_err_i,
      .rx_data_i,
      .rx_ready_o    (ready),
      .sent_i        (sent),
      .dropped_i     (dropped),
      .valid_o       (valid),
      .head_o        (head),
      .last_o        (last),
      .err_o         (err),
      .data_o        (data),
      .length_error_o(length_error),
      .busy_o        (busy)
  );

  // ------------------------------------------------------------------------------ slots
  logic started_q;  // the first cycle after reset is over
  logic [2*8-1:0] held;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) started_q <= 1'b0;
    else started_q <= 1'b1;
  end

  // Flits that the packet still lacks behind the one that is handed out, and whether the link has ended it.
  logic [3:0] opcode, announced, left_q, left;
  logic ended_q, fills;
  assign opcode = data[nf_pkg::HDR_OPCODE_LSB+:4];
  always_comb begin
    announced = data[nf_pkg::HDR_LEN_LSB+:4];
    if (!(1'(nf_pkg::OPCODES_WITH_PAYLOAD >> opcode)) || announced > 4'(nf_pkg::MAX_PAYLOAD_FLITS)) announced = 4'd0;
    left = !valid ? left_q : head ? announced : left_q - 4'd1;
  end
  assign fills = left != 4'd0 && ended_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q  <= '0;
      ended_q <= 1'b0;
    end else begin
      left_q  <= left;
      ended_q <= fills || (rx_valid_i && rx_last_i);
    end
  end

  for (genvar v = 0; v < 2; v++) begin : gen_vc
    logic [7:0] held_q, now;  // packets in the room behind
    assign comes[v] = valid && head && opcode[3] == 1'(v);
    assign now = held_q + 8'(comes[v]);
    assign held[v*8+:8] = now;
    assign sent[v] = sent_i[v] && held_q != 8'd0;
    assign dropped[v] = dropped_i[v] && held_q > 8'(sent[v]);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) held_q <= '0;
      else held_q <= now - 8'(sent[v]) - 8'(dropped[v]);
    end

    // The room behind is never too small.
    `NF_ASSERT(FramerRoomBehind, now <= 8'(Window))
    // No slot is lost or made: a header is taken exactly while one is free, and no packet is being filled up.
    `NF_ASSERT(FramerSlotsConserved, !started_q || ready[v] == (now < 8'(Window) && !fills))
  end

  // A packet has a header, as many flits as it announces, and none between.
  `NF_ASSERT(FramerWellFormed, !valid || (head == (left_q == 4'd0) && last == (left == 4'd0)))
  // It is busy while a slot is taken.
  `NF_ASSERT(FramerBusyWhileHeld, busy || (held == '0 && left == 4'd0))
  // All slots of a channel are taken, and one comes back.
  `NF_COVER(FramerFull, held[7:0] == 8'(Window) && sent[0])
  // One packet is sent and another one dropped at once.
  `NF_COVER(FramerTwoBack, sent[1] && dropped[1])

  logic unused_flags;
  assign unused_flags = err ^ length_error;

endmodule
