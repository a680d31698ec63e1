// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Lanes of the tables that nf_mcr_table publishes, and words of its registers, as packed structs. Types
// alone: the bits of a region's mode are those of nf_pkg::MCR_MODE_*.

// A package is a catalogue: each module uses the part of it that it needs.
`ifdef __slang__
`pragma diagnostic ignore="-Wunused-package-typedef"
`endif
package nf_mcr_pkg;

  // Of a region's mode, what the fabric manager sets.
  typedef struct packed {
    logic members;
    logic exclude_source;
    logic push;
    logic pull;
    logic multicast;
  } settings_t;

  // Mode of a region.
  typedef struct packed {
    logic      closed;
    logic      spread;
    logic      home_spread;
    settings_t settings;
  } mode_t;

  // Route to a node.
  typedef struct packed {
    logic       valid;
    logic       spread;  // in place of the port, the way of the address's home slot
    logic [1:0] zero;
    logic [3:0] port;    // egress port
  } route_t;

  // Home slot of an address.
  typedef struct packed {
    logic       valid;
    logic       here;  // that port's reduction table is in this switch
    logic [1:0] zero;
    logic [3:0] port;
  } home_t;

  // Registers ROUTE and HOME; what is not zero in `zero` is refused.
  typedef struct packed {
    logic        valid;
    logic        spread;
    logic [25:0] zero;
    logic [3:0]  port;
  } route_word_t;

  typedef struct packed {
    logic        valid;
    logic        here;
    logic [21:0] zero;
    logic [3:0]  way;  // egress port of what is spread
    logic [3:0]  port;
  } home_word_t;

endpackage
