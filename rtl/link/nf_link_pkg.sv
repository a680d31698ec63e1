// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The control part of a word on the wire and the events; cmodel/link/nf_link_pkg.h mirrors them.
package nf_link_pkg;

  // What a word carries.
  localparam logic [1:0] KIND_IDLE = 2'd0;
  localparam logic [1:0] KIND_FLIT = 2'd1;
  localparam logic [1:0] KIND_LAST = 2'd2;
  localparam logic [1:0] KIND_LAST_ERR = 2'd3;

  // Fields of the control part; the check sum is over the data and all other fields.
  localparam int unsigned KIND_LSB = 0;
  localparam int unsigned KIND_BITS = 2;
  localparam int unsigned SEQ_LSB = 2;  // of this flit; of the next one in an idle word
  localparam int unsigned SEQ_BITS = 9;
  localparam int unsigned ACK_LSB = 11;  // sequence number that the sender of the word expects next
  localparam int unsigned ACK_BITS = 9;
  localparam int unsigned NAK_LSB = 20;  // it has seen a gap
  localparam int unsigned CREDIT_VC_LSB = 21;
  localparam int unsigned CREDIT_LSB = 22;  // flits freed in that channel's buffer since reset
  localparam int unsigned CREDIT_BITS = 10;
  localparam int unsigned CRC_LSB = 32;
  localparam int unsigned CRC_BITS = 32;

  localparam int unsigned MIN_WIDTH = 64;
  localparam int unsigned MAX_WIDTH = 640;
  localparam int unsigned MAX_PACKET_FLITS = 64;
  localparam int unsigned MIN_REPLAY = 32;
  localparam int unsigned MAX_REPLAY = 512;
  localparam int unsigned MIN_ROOM = 16;
  localparam int unsigned MAX_ROOM = 512;

  // Bits of event_o.
  localparam int unsigned EV_CRC_ERROR = 0;  // a word that is not what was sent, discarded
  localparam int unsigned EV_GAP = 1;  // a word that came after a lost one
  localparam int unsigned EV_DUPLICATE = 2;  // a flit that had been received before, dropped
  localparam int unsigned EV_NAK = 3;  // the other end is asked to replay
  localparam int unsigned EV_REPLAY = 4;  // sending starts again at the oldest unacknowledged flit
  localparam int unsigned EV_TIMEOUT = 5;  // ... because nothing was acknowledged for too long
  localparam int unsigned EV_DROP = 6;  // a packet of the device dropped: the link is down
  localparam int unsigned EV_PACKET_TX = 7;  // a packet was taken from the device
  localparam int unsigned EV_PACKET_RX = 8;  // a packet was delivered to the device
  localparam int unsigned EV_LENGTH = 9;  // a packet of more than PacketFlits flits was cut
  localparam int unsigned EV_NO_ROOM = 10;  // a flit past the credits: the two ends differ in Room
  localparam int unsigned EV_CLOSED = 11;  // the link went down in a packet: ended with err
  localparam int unsigned EV_DOWN = 12;  // the link was given up
  localparam int unsigned EV_RESENT = 13;  // a flit was sent again

endpackage
