// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_component.py from rtl/switch/nf_switch.toml; change that.
// Constants of the component `switch`, packed structs of records and bundles; no state.

`ifdef __slang__
`pragma diagnostic ignore="-Wunused-package-typedef"
`endif
package nf_switch_pkg;

  // A flit and its marks.
  typedef struct packed {
    logic         err;  // with last: the packet is damaged
    logic         last;  // of its packet
    logic [127:0] flit;  // header or payload
  } beat_t;

  // A word of a crosspoint queue. The region is on top: a queue whose flits have none is so much narrower.
  typedef struct packed {
    logic [7:0] region;  // region of the MCR table
    beat_t      beat;  // the flit
  } word_t;

  // What the counters of a port count, one-cycle pulses: counter i is bit i.
  typedef struct packed {
    logic        cleared;  // an entry of the reduction table was dropped by CLEAR
    logic [10:0] causes;  // bit e - 1: a packet was dropped for error code e, nf_pkg::ERR_*
    logic        tx_packets;  // a packet was sent
    logic        rx_drops;  // a packet was dropped, for whatever cause
    logic        rx_acks;  // an acknowledgement ended here
    logic        rx_packets;  // a packet came in
    logic [15:0] events;  // of the reduction table, nf_header_pkg::table_event_t
  } counted_t;

  // Error codes of dropped packets, nf_pkg::ERR_*: bit e - 1 is that of code e.
  typedef struct packed {
    logic targets;  // no port is left after the exclusion of source, own port and uplinks
    logic home;  // the address's home slot is not programmed
    logic length;  // damaged on the link, or ended before or after the flits that its header announces
    logic count;  // a contribution with count zero that is no plane, or of an endpoint with another count than one
    logic op;  // op and type are not a supported pair, an endpoint sends what only switches send, or the switch has no reduction table for it
    logic align;  // misaligned address, or a length that the opcode does not allow
    logic mode;  // the region does not allow this opcode, or not from this source
    logic range;  // the packet crosses the end of its block of 128 B
    logic region;  // the address belongs to no region
    logic route;  // no route to the destination, one that leads from an uplink to an uplink, or a leaf's sum that came from above
    logic opcode;  // undefined opcode
  } causes_t;

  // Of counted_t the lowest bit of each field.
  localparam logic [4:0] COUNTED_EVENTS = 5'h0;  // of the reduction table, nf_header_pkg::table_event_t
  localparam logic [4:0] COUNTED_RX_PACKETS = 5'h10;  // a packet came in
  localparam logic [4:0] COUNTED_RX_ACKS = 5'h11;  // an acknowledgement ended here
  localparam logic [4:0] COUNTED_RX_DROPS = 5'h12;  // a packet was dropped, for whatever cause
  localparam logic [4:0] COUNTED_TX_PACKETS = 5'h13;  // a packet was sent
  localparam logic [4:0] COUNTED_CAUSES = 5'h14;  // bit e - 1: a packet was dropped for error code e, nf_pkg::ERR_*
  localparam logic [4:0] COUNTED_CLEARED = 5'h1f;  // an entry of the reduction table was dropped by CLEAR

endpackage
