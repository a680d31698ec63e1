// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What travels inside the switch and what its counters and its error register are fed with, as packed
// structs. Types alone.

// A package is a catalogue: each module uses the part of it that it needs.
`ifdef __slang__
`pragma diagnostic ignore="-Wunused-package-typedef"
`endif
package nf_switch_pkg;

  // A flit and its marks.
  typedef struct packed {
    logic         err;   // with last: the packet is damaged
    logic         last;
    logic [127:0] flit;
  } beat_t;

  // A word of a crosspoint queue. The region is on top: a queue whose flits have none is so much narrower.
  typedef struct packed {
    logic [7:0] region;
    beat_t      beat;
  } word_t;

  // What the counters of a port count, one-cycle pulses: counter i is bit i.
  typedef struct packed {
    logic        cleared;     // an entry of the reduction table was dropped by CLEAR
    logic [10:0] causes;      // bit e - 1: a packet was dropped for error code e, nf_pkg::ERR_*
    logic        tx_packets;
    logic        rx_drops;    // all causes
    logic        rx_acks;     // ended here
    logic        rx_packets;
    logic [15:0] events;      // of the reduction table, nf_header_pkg::table_event_t
  } counted_t;

  // Bits of register ERRORS.
  typedef struct packed {
    logic        zero_top;
    logic        poison;
    logic        err_damaged;
    logic        err_no_entry;
    logic        err_mismatch;
    logic        err_count;
    logic [9:0]  zero_events;
    logic [14:0] causes;     // bit e - 1: a packet was dropped for error code e
    logic        zero_none;  // code of none
  } errors_t;

endpackage
