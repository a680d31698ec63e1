// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/reduce/nf_reduce_decide.sv; change that.
// Parameters and ports of nf_reduce_decide.
#ifndef NF_REDUCE_DECIDE_PORTS_H
#define NF_REDUCE_DECIDE_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Inputs.
typedef struct {
  // header
  bool alloc;            // a pull request; otherwise a contribution
  uint8_t mode;          // [1:0] NF_REDUCE_MODE_*
  uint16_t count;        // contributions in the packet
  uint32_t attr;         // nf_reduce_pkg::attr_t
  uint16_t expected;     // of the header's region; a request's: at this hop
  // switch
  bool first_hop;        // the port leads to an endpoint
  bool usable;           // the table has entries to use at all
  // tags
  bool hit;              // an entry has the header's key
  bool hit_data;         // that entry holds data already
  uint16_t hit_count;    // its count, the count at which it leaves, attributes; only with hit
  uint16_t hit_expected; // count at which it leaves: a push's own, or that of a rest
  uint32_t hit_attr;     // nf_reduce_pkg::attr_t
  bool free;             // an entry is free
  bool victim;           // an entry may be evicted
  bool apart;            // it must leave first: it, or the packet, is a wide sum
  uint64_t ghost;        // nf_reduce_pkg::ghost_t; part of the sum has left before
} nf_reduce_decide_in;

// Outputs.
typedef struct {
  // decision
  uint8_t act;       // [3:0] NF_REDUCE_ACT_*
  uint16_t sum;      // count of entry and packet together
  bool rest;         // the rest of a sum, as far as is known, leaves
  bool poison;       // the entry that was hit is to be poisoned
  // the count passes the expected one, none is expected at the first hop, or it is no power of two
  // for an average
  bool err_count;
  bool err_mismatch; // op, type, length or region differ, or a key comes twice
  bool err_no_entry; // a response or request finds no entry where it must
} nf_reduce_decide_out;
// clang-format on

#endif
