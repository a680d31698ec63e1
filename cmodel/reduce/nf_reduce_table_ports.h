// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/reduce/nf_reduce_table.sv; change that.
// Parameters and ports of nf_reduce_table.
#ifndef NF_REDUCE_TABLE_PORTS_H
#define NF_REDUCE_TABLE_PORTS_H

#include "common/nf_defs.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Entries; // entries of 128 B, 2..32 (256 B..4 kB, KLENK VI)
  uint32_t Ports;   // switch ports, 1..16: bits of a port list that may be set
  uint32_t Regions; // regions of the MCR table, 1..32
  uint32_t Nodes;   // node ids that the arrival mask tells apart, 1..1024
  uint32_t Halves;  // with the types of 16-bit elements, 0 or 1
  uint32_t Wide;    // with the ops whose sums are wider than the type, 0 or 1
  uint32_t Ghosts;  // entries remembered after they left, 0..16
} nf_reduce_table_cfg;

// Inputs of one cycle.
typedef struct {
  // configuration: changes only while the table is empty (timeout and limit: at any time)
  // [9:0] node id of this switch: source of what the table emits
  uint16_t cfg_id;
  bool cfg_first_hop;                         // the port leads to an endpoint (KLENK IV-B)
  // eviction strategy 1 of KLENK IV-C; false: strategy 2, home GPU
  bool cfg_multicast_partials;
  // ticks after the last touch at which an entry leaves; 0 = never
  uint8_t cfg_timeout;
  // entries 0..n-1 are used; more than Entries means all
  uint8_t cfg_entries;
  uint8_t cfg_port;                           // the port that this table belongs to
  bool tick;                                  // one-cycle pulse that the timeouts count
  // clear command, see nf_reduce_tag: entries are dropped between two packets, nothing is sent
  uint8_t drop_epochs;                        // [3:0]
  bool drop_one;
  uint8_t drop_region;
  // [Regions*16-1:0] contributions of a complete reduction
  uint16_t region_expected[NF_MAX_REGIONS];
  // [Regions*16-1:0] ... that a pull waits for at a later hop; 0: none
  uint16_t region_later[NF_MAX_REGIONS];
  uint8_t region_mode[NF_MAX_REGIONS];        // [Regions*8-1:0] bits NF_MCR_MODE_*
  uint16_t region_ports[NF_MAX_REGIONS];      // [Regions*16-1:0] egress ports towards all targets
  uint16_t region_home[NF_MAX_REGIONS];       // [Regions*16-1:0] node id of the home GPU, bits 9:0
  uint16_t region_home_ports[NF_MAX_REGIONS]; // [Regions*16-1:0] egress port towards it, one-hot
  // contributions: whole packets of PUSH_WRITE, BARRIER and PULL_RSP, gaps allowed
  bool in_valid;
  bool in_last;                               // last flit of its packet
  bool in_err;                                // with in_last: the packet was damaged on the way
  uint8_t in_region;                          // region of the address, valid with the header
  nf_flit in_data;
  // pull requests (the header) that want an entry; done: may travel on, in order
  bool alloc_valid;
  uint8_t alloc_region;
  nf_flit alloc_data;
  // the way of the address of the header that is sent next, in the same cycle
  uint16_t way;                               // one-hot: way of the address way_addr
  // results: payload flits, then the header with out_last
  bool out_ready;
} nf_reduce_table_in;

// Outputs of one cycle.
typedef struct {
  // contributions: whole packets of PUSH_WRITE, BARRIER and PULL_RSP, gaps allowed
  bool in_ready;
  // pull requests (the header) that want an entry; done: may travel on, in order
  bool alloc_ready;
  bool alloc_done;                         // pulse per accepted request, in order: it may travel on
  // the way of the address of the header that is sent next, in the same cycle
  uint64_t way_addr;                       // [47:0]
  // results: payload flits, then the header with out_last
  bool out_valid;
  bool out_last;
  // egress ports of the packet, valid with out_last, else zero
  uint16_t out_ports;
  nf_flit out_data;
  // observation
  uint16_t event;                          // nf_header_pkg::table_event_t; pulses
  uint8_t flags;                           // pulse: flags of a header that left
  uint8_t used;                            // entries in use
  bool dropping;                           // some are still to be dropped
  bool dropped;                            // pulse: one was
  // [Regions-1:0] bit r: entries or headers refer to region r
  uint32_t regions;
  bool taken;                              // pulse: a push or barrier was decided ...
  uint8_t taken_region;                    // ... of this region
  // a flit, a request or a result is inside; entries that wait do not count
  bool busy;
  // the fields below describe the least recently touched entry, else zero
  bool oldest_valid;
  uint64_t oldest_mask[NF_MAX_NODES / 64]; // [Nodes-1:0] bit n: node n has contributed
  uint64_t oldest_addr;                    // [47:0]
  uint16_t oldest_count;
  uint16_t oldest_expected;
} nf_reduce_table_out;
// clang-format on

#endif
