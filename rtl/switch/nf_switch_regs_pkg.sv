// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_regfile.py from rtl/switch/nf_switch_regs.rdl; change that.
// What the register file of the component `switch` and the hardware around it give each other: packed structs.

`ifdef __slang__
`pragma diagnostic ignore="-Wunused-package-typedef"
`endif
package nf_switch_regs_pkg;

  // TIMEOUT
  typedef struct packed {
    logic [3:0] tick_log2;  // a tick is 64 cycles times two to the power of this
    logic [7:0] ticks;  // entry timeout in ticks, 0: never
  } timeout_t;

  // Why packets were dropped since last cleared, and what went wrong in a reduction table.
  typedef struct packed {
    logic ev_poison;  // event POISON of a reduction table
    logic ev_err_damaged;  // event ERR_DAMAGED of a reduction table
    logic ev_err_no_entry;  // event ERR_NO_ENTRY of a reduction table
    logic ev_err_mismatch;  // event ERR_MISMATCH of a reduction table
    logic ev_err_count;  // event ERR_COUNT of a reduction table
    logic targets;  // a packet was dropped for error TARGETS
    logic home;  // a packet was dropped for error HOME
    logic length;  // a packet was dropped for error LENGTH, or went on filled up or cut
    logic count;  // a packet was dropped for error COUNT
    logic op;  // a packet was dropped for error OP
    logic align;  // a packet was dropped for error ALIGN
    logic mode;  // a packet was dropped for error MODE
    logic range;  // a packet was dropped for error RANGE
    logic region;  // a packet was dropped for error REGION
    logic route;  // a packet was dropped for error ROUTE
    logic opcode;  // a packet was dropped for error OPCODE
  } errors_t;

  // A result left with this header flag since last cleared.
  typedef struct packed {
    logic inexact;  // IEEE 754 inexact
    logic underflow;  // IEEE 754 underflow
    logic overflow;  // IEEE 754 overflow
    logic invalid;  // IEEE 754 invalid
    logic poison;  // the payload is not to be used
  } flags_t;

  // OLDEST_ADDR_HI
  typedef struct packed {
    logic        held;  // an entry was held then
    logic [15:0] addr;  // address 47:32, as of the last read of OLDEST_ADDR_LO
  } oldest_addr_hi_t;

  // OLDEST_COUNT
  typedef struct packed {
    logic [15:0] expected;  // contributions that it waited for
    logic [15:0] count;  // contributions that the oldest entry had then
  } oldest_count_t;

  // What the hardware says: events, what is counted, values.
  typedef struct packed {
    logic [7:0]      table_used;  // TABLE_USED: entries in use
    logic            oldest_mask_we;  // OLDEST_MASK: its arrival mask then, of the nodes that MASK_SELECT named: bit n: node 32*MASK_SELECT+n had arrived
    logic [31:0]     oldest_mask;  // OLDEST_MASK: its arrival mask then, of the nodes that MASK_SELECT named: bit n: node 32*MASK_SELECT+n had arrived
    logic            oldest_count_we;  // OLDEST_COUNT: contributions that the oldest entry had then
    oldest_count_t   oldest_count;  // OLDEST_COUNT
    logic            oldest_addr_hi_we;  // OLDEST_ADDR_HI: address 47:32, as of the last read of OLDEST_ADDR_LO
    oldest_addr_hi_t oldest_addr_hi;  // OLDEST_ADDR_HI
    logic [31:0]     oldest_addr_lo;  // OLDEST_ADDR_LO: address 31:0
    logic            clear_pending;  // CLEAR: some are still to be dropped
    flags_t          flags;  // FLAGS: A result left with this header flag since last cleared
    errors_t         errors;  // ERRORS: Why packets were dropped since last cleared, and what went wrong in a reduction table
    logic            status;  // STATUS: traffic in the switch: SWITCH_ID, CONTROL, TIMEOUT, FIRST_HOP, TABLE_LIMIT, UPLINKS and LINKS refuse a write; regions are locked one by one
  } in_t;

  // What the hardware is given: values of registers.
  typedef struct packed {
    logic [7:0]  mask_select;  // MASK_SELECT: which 32 nodes OLDEST_MASK shows: nodes 32*n+31 : 32*n
    logic        clear_one;  // CLEAR: 1: of one region; 0: of all
    logic [4:0]  clear_region;  // CLEAR: with ONE: only those of this region
    logic [3:0]  clear_epochs;  // CLEAR: as long as bit e is set, entries of epoch e are dropped
    logic [3:0]  links;  // LINKS: links that endpoints interleave blocks over: this switch sees one block of 128 B in so many (home slots)
    logic [15:0] uplinks;  // UPLINKS: bit p: port p leads up; what came in on such a port never leaves by one
    logic [7:0]  port_select;  // PORT_SELECT: port whose counters and oldest entry are shown
    logic [7:0]  table_limit;  // TABLE_LIMIT: entries of each reduction table that may be used
    logic [15:0] first_hop;  // FIRST_HOP: bit p: port p leads to an endpoint
    timeout_t    timeout;  // TIMEOUT
    logic        control;  // CONTROL: 1: partials go to all targets (eviction strategy 1); 0: to the home GPU (strategy 2)
    logic [9:0]  switch_id;  // SWITCH_ID: node id of this switch
  } out_t;

endpackage
