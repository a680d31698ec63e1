// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// One link of an engine with its link layer: between a port of nf_ace and a wire that turns, loses
// and repeats bits (ACE 4.4 wants a link that loses nothing; KLENK IV-E3).
//
// A flit is what a port passes in a cycle, header and a bus word of 64 bytes; the two classes of packets are the two
// virtual channels, told apart by the header's mode bit. The port's rule, a word moves when valid and
// its class's ready are up, becomes the link's, a packet that has begun is taken: ready stays up for
// the class of a packet that is open.
//
// A link that is given up (down_o, until reset) delivers nothing any more: the packet on its way in
// never ends, so that no part of it looks like one. What the engine sends is dropped, an event DROP a
// packet; its watchdog names the machines that wait for what does not come.
//
// Latency is nf_link's; one word per cycle both ways. Outputs are functions of registers.

`include "nf_assert.svh"

module nf_ace_link #(
    parameter int unsigned Replay = 512,  // flits of the replay buffer, power of two 32..512
    parameter int unsigned Room = 512,    // flits of the buffer of each class, power of two 16..512
    localparam int unsigned Width = nf_ace_pkg::HDR_BITS + 8 * nf_ace_pkg::WORD_BYTES
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic [ 15:0] cfg_timeout_i,  // cycles without progress before a replay; 0: never
    input  logic [  7:0] cfg_retries_i,  // replays in a row before the link is given up; 0: never
    // engine
    input  logic         link_tx_valid_i,
    input  logic         link_tx_first_i,
    input  logic         link_tx_last_i,
    input  nf_ace_pkg::hdr_t link_tx_hdr_i,
    input  logic [511:0] link_tx_data_i,
    output logic [  1:0] link_tx_ready_o,  // bit 1 engine, bit 0 normal
    output logic         link_rx_valid_o,
    output logic         link_rx_first_o,
    output logic         link_rx_last_o,
    output nf_ace_pkg::hdr_t link_rx_hdr_o,
    output logic [511:0] link_rx_data_o,
    input  logic [  1:0] link_rx_ready_i,  // bit 1 engine, bit 0 normal
    // wire: one word in every cycle
    output logic [639:0] wire_data_o,
    output logic [ 63:0] wire_ctrl_o,
    input  logic [639:0] wire_data_i,
    input  logic [ 63:0] wire_ctrl_i,
    // status
    output logic [ 15:0] event_o,          // pulses, nf_link_pkg::event_t
    output logic         down_o,           // given up; until reset
    output logic         busy_o            // anything unsent, unacknowledged or undelivered
);

  localparam int unsigned ModeBit = nf_ace_pkg::HDR_MODE_LSB;  // of a flit, whose header is lowest

  logic tx_open_q, tx_class_q, tx_class, tx_moves;  // of the packet that has begun
  logic rx_open_q, rx_valid, rx_last, rx_err, rx_moves;
  logic [1:0] tx_ready;
  logic [Width-1:0] rx_data;

  assign tx_class = link_tx_first_i ? link_tx_hdr_i.mode : tx_class_q;
  assign tx_moves = link_tx_valid_i & link_tx_ready_o[tx_class];
  assign link_tx_ready_o = tx_ready | {tx_open_q & tx_class_q, tx_open_q & ~tx_class_q};

  assign {link_rx_data_o, link_rx_hdr_o} = rx_data;
  assign link_rx_valid_o = rx_valid & ~down_o;
  assign link_rx_first_o = ~rx_open_q;
  assign link_rx_last_o = rx_last;
  assign rx_moves = link_rx_valid_o & (rx_open_q | link_rx_ready_i[link_rx_hdr_o.mode]);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      tx_open_q <= 1'b0;
      rx_open_q <= 1'b0;
    end else begin
      if (tx_moves) tx_open_q <= ~link_tx_last_i;
      if (rx_moves) rx_open_q <= ~rx_last;
    end
  end
  always_ff @(posedge clk_i) if (tx_moves) tx_class_q <= tx_class;

  nf_link #(
      .Width      (Width),
      .PacketFlits(nf_ace_pkg::PACKET_WORDS),
      .VcBit      (ModeBit),
      .Replay     (Replay),
      .Room       (Room)
  ) u_link (
      .clk_i,
      .rst_ni,
      .cfg_timeout_i,
      .cfg_retries_i,
      .tx_valid_i(tx_moves),
      .tx_last_i (link_tx_last_i),
      .tx_err_i  (1'b0),
      .tx_data_i ({link_tx_data_i, link_tx_hdr_i}),
      .tx_ready_o(tx_ready),
      .rx_valid_o(rx_valid),
      .rx_last_o (rx_last),
      .rx_err_o  (rx_err),
      .rx_data_o (rx_data),
      .rx_ready_i(link_rx_ready_i),
      .wire_data_o,
      .wire_ctrl_o,
      .wire_data_i,
      .wire_ctrl_i,
      .event_o,
      .down_o,
      .busy_o
  );

  // --------------------------------------------------------------------------- properties
  // An engine begins a packet when the one before has ended.
  `NF_ASSERT(AceLinkFirst, !link_tx_valid_i || link_tx_first_i != tx_open_q)
  // No engine sends a packet that the link has to cut: only a link that is given up ends one with an
  // error, and that is not delivered.
  `NF_ASSERT(AceLinkWhole, !link_rx_valid_o || !rx_err)
  // Both classes wait at the same time.
  `NF_COVER(AceLinkFull, link_tx_ready_o == '0)

endmodule
