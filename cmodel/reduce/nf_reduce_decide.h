// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_decide.sv: what a reduction table does with one header, as a pure
// function (KLENK IV-B, IV-C, IV-D).
#ifndef NF_REDUCE_DECIDE_H
#define NF_REDUCE_DECIDE_H

#include "common/nf_defs.h"
#include "nf_reduce_pkg.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  bool alloc;            // a pull request; otherwise a contribution
  uint8_t mode;          // NF_REDUCE_MODE_*
  uint16_t count;        // contributions in the packet
  uint32_t attr;         // region 19:12, len 11:8, type 7:4, op 3:0
  uint16_t expected;     // of the header's region; a request's: where it is
  bool first_hop;        // the port leads to an endpoint
  bool usable;           // the table has entries to use at all
  bool hit;              // an entry has the header's key
  bool hit_data;         // that entry holds data already
  uint16_t hit_count;    // its count, the count at which it leaves, attributes; only with hit
  uint16_t hit_expected; //
  uint32_t hit_attr;     //
  bool free;             // an entry is free
  bool victim;           // an entry may be evicted
  bool apart;            // it must leave first: it, or the packet, holds a wide sum
  uint64_t ghost;        // part of the sum has left before: 32; it waited for 31:16 and had 15:0
} nf_reduce_decide_in;

typedef struct {
  uint8_t act;    // NF_REDUCE_ACT_*
  uint16_t sum;   // count of entry and packet together
  bool rest;      // the rest of a sum, as far as is known, leaves
  bool poison;    // the entry that was hit is to be poisoned
  bool err_count; // the count passes the expected one, none is expected at the first hop, or it is
                  // no power of two for an average
  bool err_mismatch; // op, type, length or region differ, or a key comes twice
  bool err_no_entry; // a response or request finds no entry where it must
} nf_reduce_decide_out;

// The decision for one header.
void nf_reduce_decide_eval(const nf_reduce_decide_in *in, nf_reduce_decide_out *out);

#ifdef __cplusplus
}
#endif

#endif
