// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_component.py from rtl/mcr/nf_mcr.toml; change that.
// Constants of the component `mcr`, packed structs of records and bundles; no state.

`ifdef __slang__
`pragma diagnostic ignore="-Wunused-package-typedef"
`endif
package nf_mcr_pkg;

  localparam int unsigned MAX_NODES = 256;  // nodes that have a route: words between ROUTE_BASE and HOME_BASE. The header can name more

  // Route to a node, a lane of the table.
  localparam int unsigned ROUTE_BITS = 8;

  // Home slot of an address, a lane of the table.
  localparam int unsigned HOME_BITS = 8;

  // Register ROUTE. What is not zero in `zero` is refused, here and in HOME.
  localparam int unsigned ROUTE_WORD_BITS = 32;

  // Register HOME.
  localparam int unsigned HOME_WORD_BITS = 32;

  // Register REGION_HOME.
  localparam int unsigned REGION_HOME_WORD_BITS = 32;

  // Route to a node, a lane of the table.
  typedef struct packed {
    logic       valid;  // there is one
    logic       spread;  // in place of the port, the way of the address's home slot
    logic [1:0] zero;  // zero
    logic [3:0] port;  // egress port
  } route_t;

  // Home slot of an address, a lane of the table.
  typedef struct packed {
    logic       valid;  // it is programmed
    logic       here;  // that port's reduction table is in this switch
    logic [1:0] zero;  // zero
    logic [3:0] port;  // egress port, or the port whose reduction table it is
  } home_t;

  // Register ROUTE. What is not zero in `zero` is refused, here and in HOME.
  typedef struct packed {
    logic        valid;  // as in the lane
    logic        spread;  // as in the lane
    logic [25:0] zero;  // zero
    logic [3:0]  port;  // as in the lane
  } route_word_t;

  // Register HOME.
  typedef struct packed {
    logic        valid;  // as in the lane
    logic        here;  // as in the lane
    logic [21:0] zero;  // zero
    logic [3:0]  way;  // egress port of what is spread
    logic [3:0]  port;  // as in the lane
  } home_word_t;

  // Register REGION_HOME.
  typedef struct packed {
    logic        up;  // partial sums go up, to the home table there
    logic [30:0] node;  // home GPU; what is no node of the table is refused
  } region_home_word_t;

  // Of a region's mode, what the fabric manager sets.
  typedef struct packed {
    logic members;  // requests of sources that are no targets are dropped, at the first hop every packet of others, or in the name of a target behind another port
    logic exclude_source;  // the source is left out of the targets
    logic push;  // push reductions and barriers allowed
    logic pull;  // pull reductions allowed
    logic multicast;  // multicast writes allowed
  } settings_t;

  // Mode of a region: what the fabric manager has set, and what the switch finds.
  typedef struct packed {
    logic      closed;  // takes no new requests; set by COMMIT 2 only
    logic      spread;  // the route of a target has bit SPREAD; found by the commit
    logic      home_spread;  // the route to the home GPU has bit SPREAD; found by the commit
    settings_t settings;  // as the fabric manager has set it
  } mode_t;

endpackage
