// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_defs.py from rtl/common/nf_defs.toml; change that.
// The packet header of switch and endpoint, one flit, as a packed struct: bits, order and widths are those
// of docs/packet.md, so that a flit may be assigned to it and it to a flit; and the events of a reduction table, NF_EV_*
// of C. Types alone.

`ifdef __slang__
`pragma diagnostic ignore="-Wunused-package-typedef"
`endif
package nf_header_pkg;

  // Header field flags: poison, the sticky IEEE 754 flags of the sum, and what the payload is.
  typedef struct packed {
    logic plane;  // the payload is one plane of an unrounded sum; wave says which
    logic inexact;  // a sum was rounded
    logic underflow;  // IEEE 754 underflow, tininess detected after rounding
    logic overflow;  // a finite sum was rounded to infinity, or an integer one passed its range
    logic invalid;  // an addition of infinities of opposite sign, or a signalling NaN
    logic poison;  // the payload is not to be used: a contribution was damaged, refused or missing
  } flags_t;

  // The header.
  typedef struct packed {
    logic [1:0]  epoch;  // which attempt the packet belongs to: what is left of an aborted collective meets nothing of its repetition
    flags_t      flags;  // poison, the sticky IEEE 754 flags of the sum, and what the payload is
    logic [7:0]  wave;  // wave or counter id of the endpoint (KLENK IV-F); with PLANE: which plane
    logic [11:0] tag;  // request tag, returned in the response
    logic [9:0]  dst;  // destination node id
    logic [9:0]  src;  // source node id
    logic [47:0] addr;  // address in the network's global address space
    logic [15:0] count;  // how many contributions the payload holds
    logic [3:0]  len;  // payload length in flits, 0..8; in a read or pull request the length asked for
    logic [3:0]  dtype;  // data type of the elements
    logic [3:0]  red_op;  // reduction op
    logic [3:0]  opcode;  // what the packet is; bit 3 is its virtual channel
  } header_t;

  // Events of one reduction table, one-cycle pulses.
  typedef struct packed {
    logic rest;  // rests of sums sent: the last of what was to come after an entry had left, or all of a leaf's share
    logic poison;  // poisoned results sent
    logic err_damaged;  // contributions damaged on the way: the entry is poisoned
    logic err_no_entry;  // pull responses dropped at the first hop because they found no entry
    logic err_mismatch;  // contributions dropped because op, type or length differ from the entry's
    logic err_count;  // packets dropped because they pass the expected count, or it is one that an average cannot be scaled by
    logic alloc_stall;  // cycles a pull request waited for an entry
    logic alloc;  // entries allocated by pull requests
    logic bypass;  // packets passed by the table unreduced
    logic timeout;  // entries that timed out
    logic evict;  // entries evicted by a full table
    logic complete;  // complete results sent
    logic insert;  // entries written by a push
    logic miss;  // contributions that found none
    logic hit;  // contributions that found their entry
    logic packet;  // packets taken
  } table_event_t;

endpackage
