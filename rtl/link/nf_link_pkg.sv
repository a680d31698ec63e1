// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_component.py from rtl/link/nf_link.toml; change that.
// Constants of the component `link`, packed structs of records and bundles; no state.

`ifdef __slang__
`pragma diagnostic ignore="-Wunused-package-typedef"
`endif
package nf_link_pkg;

  localparam int unsigned MIN_WIDTH = 64;  // bits of a flit
  localparam int unsigned MAX_WIDTH = 640;  // the same
  localparam int unsigned MAX_PACKET_FLITS = 64;  // of a packet
  localparam int unsigned MIN_REPLAY = 32;  // flits of the replay buffer
  localparam int unsigned MAX_REPLAY = 512;  // the same
  localparam int unsigned MIN_ROOM = 16;  // flits of a channel's receive buffer
  localparam int unsigned MAX_ROOM = 512;  // the same
  localparam int unsigned KIND_BITS = 2;  // what a word carries
  localparam int unsigned SEQ_BITS = 9;  // sequence numbers
  localparam int unsigned CREDIT_BITS = 10;  // credits

  // Fields of the control part of a word.
  localparam int unsigned FIELDS_BITS = 32;

  // The control part of a word.
  localparam int unsigned CTRL_BITS = 64;

  // Fields of the control part of a word.
  typedef struct packed {
    logic [9:0] credit;  // flits freed in that channel's buffer since reset
    logic       credit_vc;  // channel that the credit is for
    logic       nak;  // it has seen a gap
    logic [8:0] ack;  // number that the sender of the word expects next
    logic [8:0] seq;  // number of this flit; of the next one in an idle word
    logic [1:0] kind;  // what it carries, KIND_*
  } fields_t;

  // The control part of a word.
  typedef struct packed {
    logic [31:0] crc;  // check sum of the data and all other fields
    fields_t     fields;  // all but the check sum
  } ctrl_t;

  // Flits freed since reset, by virtual channel, as a credit.
  typedef struct packed {
    logic [9:0] response;  // of responses
    logic [9:0] request;  // of requests
  } credits_t;

  // The same in lanes of 16 bits each.
  typedef struct packed {
    logic [5:0] zero1;  // zero
    logic [9:0] response;  // of responses
    logic [5:0] zero0;  // zero
    logic [9:0] request;  // of requests
  } freed_t;

  // Of event_o: one-cycle pulses.
  typedef struct packed {
    logic [1:0] zero;  // no events
    logic       resent;  // a flit was sent again
    logic       down;  // the link was given up
    logic       closed;  // the link went down within a received packet: ended with err
    logic       no_room;  // a flit past the credits: the two ends differ in Room
    logic       length;  // a packet of more than PacketFlits flits was cut
    logic       packet_rx;  // a packet was delivered to the device
    logic       packet_tx;  // a packet was taken from the device
    logic       drop;  // a packet of the device dropped because the link is down
    logic       timeout;  // ... because nothing was acknowledged for too long
    logic       replay;  // sending starts again at the oldest unacknowledged flit
    logic       nak;  // the other end is asked to replay
    logic       duplicate;  // a flit that had been received before, dropped
    logic       gap;  // a word that came after a lost one
    logic       crc_error;  // a word that is not what was sent, discarded
  } event_t;

  // What a word carries.
  localparam logic [1:0] KIND_IDLE = 2'h0;  // no flit
  localparam logic [1:0] KIND_FLIT = 2'h1;  // a flit that is not the last of its packet
  localparam logic [1:0] KIND_LAST = 2'h2;  // the last one
  localparam logic [1:0] KIND_LAST_ERR = 2'h3;  // the last one of a packet that is damaged

endpackage
