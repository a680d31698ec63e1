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
  uint32_t Entries;    // entries of 128 B, 2..32: 256 B to 4 kB a port (KLENK VI-C)
  uint32_t Ports;      // ports of the switch, 1..16: bits of a port list that may be set
  uint32_t Regions;    // regions of the MCR table, 1..32
  uint32_t Nodes;      // node ids that the arrival mask tells apart, 1..1024
  uint32_t Halves;     // with the types of 16-bit elements, 0 or 1
  // with the ops whose sums are wider than their type, 0 or 1: averages, binary32 sums of 16-bit
  // elements, exact sums
  uint32_t Wide;
  uint32_t Ghosts;     // entries that are remembered after they left unfinished, 0..16
  uint32_t AluStages;  // registers in the ALUs, 1..4
  uint32_t OperandReg; // a register between the store and the ALUs, 0 or 1
} nf_reduce_table_cfg;

// Inputs of one cycle.
typedef struct {
  // configuration: changes only while the table is empty (timeout and limit: at any time)
  // [9:0] node id of this switch: source of what the table makes
  uint16_t cfg_id;
  bool cfg_first_hop;                         // the port leads to an endpoint (KLENK IV-B)
  // eviction strategy 1 of KLENK IV-C; 0: strategy 2, the home GPU
  bool cfg_multicast_partials;
  // ticks since its last touch after which an entry leaves; 0 = never
  uint8_t cfg_timeout;
  // entries 0..n-1 are used; more than Entries means all
  uint8_t cfg_entries;
  uint8_t cfg_port;                           // the port that this table belongs to
  bool tick;                                  // one-cycle pulse that the timeouts count
  // clear command: entries are dropped between two packets, nothing is sent
  // [3:0] as long as bit e is set, entries of epoch e are dropped
  uint8_t drop_epochs;
  bool drop_one;                              // only those of one region
  uint8_t drop_region;                        // that region
  // each region of the MCR table
  // [Regions*16-1:0] contributions of a complete reduction
  uint16_t region_expected[NF_MAX_REGIONS];
  // [Regions*16-1:0] contributions that a pull waits for at a later hop; 0: it does not wait. With
  // HOME_UP_BIT a push leaves with so many
  uint16_t region_later[NF_MAX_REGIONS];
  uint8_t region_mode[NF_MAX_REGIONS];        // [Regions*8-1:0] bits NF_MCR_MODE_*
  uint16_t region_ports[NF_MAX_REGIONS];      // [Regions*16-1:0] egress ports towards all targets
  // [Regions*16-1:0] node id of the home GPU, bits 9:0; bit HOME_UP_BIT: partials go up
  uint16_t region_home[NF_MAX_REGIONS];
  uint16_t region_home_ports[NF_MAX_REGIONS]; // [Regions*16-1:0] egress port towards it, one-hot
  // contributions: whole packets of PUSH_WRITE, BARRIER, PULL_RSP and PUSH_PARTIAL, gaps allowed
  bool in_valid;                              // a flit of a contribution; it holds until taken
  bool in_last;                               // last flit of its packet
  bool in_err;                                // with in_last: the packet was damaged on the way
  uint8_t in_region;                          // region of the address, valid with the header
  // header, then exactly as many payload flits as it announces
  nf_flit in_data;
  // pull requests that want an entry
  bool alloc_valid;                           // a pull request; it holds until taken
  uint8_t alloc_region;                       // its region
  nf_flit alloc_data;                         // its header
  // one of several uplinks
  uint16_t way;                               // in the same cycle: its path, one-hot
  // results: payload flits in order, then the header
  bool out_ready;
} nf_reduce_table_in;

// Outputs of one cycle.
typedef struct {
  // contributions: whole packets of PUSH_WRITE, BARRIER, PULL_RSP and PUSH_PARTIAL, gaps allowed
  bool in_ready;
  // pull requests that want an entry
  bool alloc_ready;
  bool alloc_done;                         // pulse per accepted request, in order: it may travel on
  // one of several uplinks
  uint64_t way_addr;                       // [47:0] address of the header that is sent next
  // results: payload flits in order, then the header
  bool out_valid;                          // a flit of a result; it holds until taken
  bool out_last;                           // the flit is the header, which comes last
  uint16_t out_ports;                      // egress ports, with the header, else zero
  nf_flit out_data;
  // observation
  uint16_t event;                          // nf_header_pkg::table_event_t; pulses of one cycle
  // pulse: flags of a header that left in the cycle before, else zero
  uint8_t flags;
  uint8_t used;                            // entries in use
  bool dropping;                           // some entries are still to be dropped
  bool dropped;                            // pulse: one was
  // [Regions-1:0] bit r: entries or headers refer to region r
  uint32_t regions;
  bool taken;                              // pulse: a push or barrier was decided
  uint8_t taken_region;                    // its region
  // a flit, a request or a result is inside; entries that wait do not count
  bool busy;
  // the least recently touched entry; all are zero without it
  bool oldest_valid;
  uint64_t oldest_mask[NF_MAX_NODES / 64]; // [Nodes-1:0] bit n: node n has contributed
  uint64_t oldest_addr;                    // [47:0] its address, count and expected count
  uint16_t oldest_count;
  uint16_t oldest_expected;
} nf_reduce_table_out;
// clang-format on

#endif
