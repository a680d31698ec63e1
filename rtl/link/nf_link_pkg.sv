// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The control part of a word on the wire and the events; cmodel/link/nf_link_pkg.h mirrors them.

// A package is a catalogue, of types as well: each module uses the part of it that it needs.
`ifdef __slang__
`pragma diagnostic ignore="-Wunused-package-typedef"
`endif
package nf_link_pkg;

  // What a word carries.
  localparam logic [1:0] KIND_IDLE = 2'd0;
  localparam logic [1:0] KIND_FLIT = 2'd1;
  localparam logic [1:0] KIND_LAST = 2'd2;
  localparam logic [1:0] KIND_LAST_ERR = 2'd3;

  // Bits of fields of the control part.
  localparam int unsigned KIND_BITS = 2;
  localparam int unsigned SEQ_BITS = 9;
  localparam int unsigned ACK_BITS = 9;
  localparam int unsigned CREDIT_BITS = 10;
  localparam int unsigned CRC_BITS = 32;

  localparam int unsigned MIN_WIDTH = 64;
  localparam int unsigned MAX_WIDTH = 640;
  localparam int unsigned MAX_PACKET_FLITS = 64;
  localparam int unsigned MIN_REPLAY = 32;
  localparam int unsigned MAX_REPLAY = 512;
  localparam int unsigned MIN_ROOM = 16;
  localparam int unsigned MAX_ROOM = 512;

  // The control part; the check sum is over the data and all other fields.
  typedef struct packed {
    logic [CREDIT_BITS-1:0] credit;     // flits freed in that channel's buffer since reset
    logic                   credit_vc;
    logic                   nak;        // the sender of the word has seen a gap
    logic [ACK_BITS-1:0]    ack;        // sequence number that it expects next
    logic [SEQ_BITS-1:0]    seq;        // of this flit; of the next one in an idle word
    logic [KIND_BITS-1:0]   kind;
  } fields_t;

  typedef struct packed {
    logic [CRC_BITS-1:0] crc;
    fields_t             fields;
  } ctrl_t;

  // Flits freed since reset, by virtual channel: as a credit, and in a lane of 16 bits each.
  typedef struct packed {
    logic [CREDIT_BITS-1:0] response;
    logic [CREDIT_BITS-1:0] request;
  } credits_t;

  typedef struct packed {
    logic [5:0]             zero1;
    logic [CREDIT_BITS-1:0] response;
    logic [5:0]             zero0;
    logic [CREDIT_BITS-1:0] request;
  } freed_t;

  // Of event_o: one-cycle pulses. Bit numbers are those of NF_LINK_EV_* in the C header.
  typedef struct packed {
    logic [1:0] zero;
    logic resent;  // a flit was sent again
    logic down;  // the link was given up
    logic closed;  // the link went down in a packet: ended with err
    logic no_room;  // a flit past the credits: the two ends differ in Room
    logic length;  // a packet of more than PacketFlits flits was cut
    logic packet_rx;  // a packet was delivered to the device
    logic packet_tx;  // a packet was taken from the device
    logic drop;  // a packet of the device dropped: the link is down
    logic timeout;  // ... because nothing was acknowledged for too long
    logic replay;  // sending starts again at the oldest unacknowledged flit
    logic nak;  // the other end is asked to replay
    logic duplicate;  // a flit that had been received before, dropped
    logic gap;  // a word that came after a lost one
    logic crc_error;  // a word that is not what was sent, discarded
  } event_t;

endpackage
