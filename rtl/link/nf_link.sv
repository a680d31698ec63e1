// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// One end of a link: both directions, with replay of what the wire loses (KLENK IV-E3).
//
// A word crosses the wire in every cycle: a flit and its control part of 64 bits, with sequence
// number, acknowledgement, credits and check sum. The device sees packets only: each comes out at
// the other end once, in the order of its virtual channel, or the link says that it is down. It
// does not correct errors and does not code the line.
//
// Latency 2 cycles from the device to the wire and 4 from the wire to the device; one flit per
// cycle both ways.

module nf_link #(
    parameter int unsigned Width = nf_pkg::FLIT_BITS,  // bits of a flit, a multiple of 64, 64..640
    parameter int unsigned PacketFlits = nf_pkg::MAX_PACKET_FLITS,  // flits of the longest packet,
                                                                    // 1..64; less than half of
                                                                    // Replay, not more than Room
    parameter int unsigned VcBit = nf_pkg::HDR_OPCODE_LSB + nf_pkg::HDR_OPCODE_BITS - 1,
                                          // bit of a header that is its virtual channel,
                                          // 0..Width-1; 3: the highest of the opcode
    parameter int unsigned Replay = 256,  // flits of the replay buffer, power of two 32..512; 256
                                          // are the 4 kB of KLENK IV-G
    parameter int unsigned Room = 64      // flits of the receive buffer of each virtual channel,
                                          // power of two 16..512; the same at both ends
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic [     15:0] cfg_timeout_i,  // cycles without progress before a replay; 0: never
    input  logic [      7:0] cfg_retries_i,  // replays in a row without progress before the link is
                                             // given up; 0: never
    // device: packets to be sent
    input  logic             tx_valid_i,
    input  logic             tx_last_i,
    input  logic             tx_err_i,    // with last: the packet is damaged
    input  logic [Width-1:0] tx_data_i,
    output logic [      1:0] tx_ready_o,  // bit v: a header of virtual channel v is taken
    // device: packets received
    output logic             rx_valid_o,
    output logic             rx_last_o,
    output logic             rx_err_o,    // with last: the packet is damaged
    output logic [Width-1:0] rx_data_o,
    input  logic [      1:0] rx_ready_i,  // bit v: the device takes a header of virtual channel v
    // wire: one word in every cycle
    output logic [Width-1:0] wire_data_o,
    output logic [     63:0] wire_ctrl_o,
    input  logic [Width-1:0] wire_data_i,
    input  logic [     63:0] wire_ctrl_i,
    // status
    output logic [     15:0] event_o,  // pulses of one cycle, nf_link_pkg::event_t
    output logic             down_o,   // given up; until reset
    output logic             busy_o    // anything unsent, unacknowledged or undelivered
);

  logic good, good_nak, good_credit_vc, nak, tx_busy, rx_busy;
  logic [8:0] good_ack, ack;
  logic [9:0] good_credit;
  nf_link_pkg::freed_t freed;
  nf_link_pkg::event_t tx_event, rx_event;

  nf_link_tx #(
      .Width      (Width),
      .PacketFlits(PacketFlits),
      .VcBit      (VcBit),
      .Replay     (Replay),
      .Room       (Room)
  ) u_tx (
      .clk_i,
      .rst_ni,
      .cfg_timeout_i,
      .cfg_retries_i,
      .tx_valid_i,
      .tx_last_i,
      .tx_err_i,
      .tx_data_i,
      .tx_ready_o,
      .wire_data_o,
      .wire_ctrl_o,
      .good_i          (good),
      .good_ack_i      (good_ack),
      .good_nak_i      (good_nak),
      .good_credit_vc_i(good_credit_vc),
      .good_credit_i   (good_credit),
      .ack_i           (ack),
      .nak_i           (nak),
      .freed_i         (freed),
      .event_o         (tx_event),
      .down_o,
      .busy_o          (tx_busy)
  );

  nf_link_rx #(
      .Width(Width),
      .VcBit(VcBit),
      .Room (Room)
  ) u_rx (
      .clk_i,
      .rst_ni,
      .wire_data_i,
      .wire_ctrl_i,
      .down_i          (down_o),
      .rx_valid_o,
      .rx_last_o,
      .rx_err_o,
      .rx_data_o,
      .rx_ready_i,
      .good_o          (good),
      .good_ack_o      (good_ack),
      .good_nak_o      (good_nak),
      .good_credit_vc_o(good_credit_vc),
      .good_credit_o   (good_credit),
      .ack_o           (ack),
      .nak_o           (nak),
      .freed_o         (freed),
      .event_o         (rx_event),
      .busy_o          (rx_busy)
  );

  assign event_o = tx_event | rx_event;
  assign busy_o = tx_busy | rx_busy;

endmodule
