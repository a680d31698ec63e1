// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/reduce/nf_reduce_tag.sv; change that.
// Parameters and ports of nf_reduce_tag.
#ifndef NF_REDUCE_TAG_PORTS_H
#define NF_REDUCE_TAG_PORTS_H

#include "common/nf_defs.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Entries; // 2..32
  uint32_t Nodes;   // width of the arrival masks, 1..1024
  uint32_t Regions; // regions of the MCR table, 1..32
  uint32_t Ghosts;  // entries remembered after they left, 0..16
} nf_reduce_tag_cfg;

// Inputs of one cycle.
typedef struct {
  // configuration and time
  uint8_t cfg_entries;   // entries 0..n-1 may be used
  uint8_t cfg_timeout;   // age at which an entry expires; 0 = never
  bool tick;             // the ages grow by one
  // clear command: entries that are to be dropped, as long as it says so; each goes like one that
  // expires
  uint8_t drop_epochs;   // [3:0] entries of these are to be dropped, bit e: epoch e ...
  bool drop_one;         // only those of one region:
  uint8_t drop_region;
  // lookup for the next decision
  bool load;             // a header moves to the decision stage
  bool look_alloc;       // it is a pull request
  nf_flit look;          // nf_header_pkg::header_t; the header
  // the header under decision and what is done about it
  bool new_alloc;        // the header under decision is a pull request
  nf_flit new;           // nf_header_pkg::header_t; the header
  uint8_t new_region;
  uint16_t new_expected; // count at which its entry leaves, without a ghost
  uint16_t sum;          // with update: the new count
  bool insert;           // write it into entry slot, free or victim
  bool update;           // count it in at the entry that was hit
  bool release;          // free the entry that was hit
  bool expire;           // free the expired entry
  bool clear;            // free the victim
  bool forget;           // the packet leaves by itself: its ghost is done
} nf_reduce_tag_in;

// Outputs of one cycle.
typedef struct {
  // what the decision needs to know
  bool hit;                                // an entry has the header's key
  bool hit_data;                           // it holds data
  uint8_t hit_entry;                       // [4:0]
  uint16_t hit_count;
  uint16_t hit_expected;                   // the count at which it leaves
  uint32_t hit_attr;                       // nf_reduce_pkg::attr_t
  // nf_reduce_pkg::ghost_t; part of the header's sum has left before
  uint64_t ghost;
  bool usable;                             // the configuration leaves entries to use
  bool free;                               // one of them is free
  bool victim;                             // one of them may be evicted
  uint8_t slot;                            // [4:0] where an insert goes: free entry, else victim
  bool expired;                            // an entry has reached the timeout or is to be dropped
  bool drop;                               // it is to be dropped
  // the entry that leaves if one leaves now: expired, else hit, else victim
  uint8_t leave_entry;                     // [4:0]
  // nf_header_pkg::header_t; as a header; no opcode, source and flags
  nf_flit leave;
  uint8_t leave_mode;                      // [1:0]
  bool leave_data;
  uint8_t leave_region;
  // observation
  uint32_t valid;                          // [Entries-1:0] entries in use
  uint8_t used;                            // their number
  bool dropping;                           // some are still to be dropped
  uint32_t regions;                        // [Regions-1:0] bit r: an entry in use is of region r
  uint64_t oldest_addr;                    // [47:0] of the least recently touched one, else zero
  uint16_t oldest_count;
  uint16_t oldest_expected;
  uint64_t oldest_mask[NF_MAX_NODES / 64]; // [Nodes-1:0]
} nf_reduce_tag_out;
// clang-format on

#endif
