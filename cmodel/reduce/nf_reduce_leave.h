// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_leave.sv: what leaves a reduction table by one decision (KLENK
// IV-B, IV-C).
#ifndef NF_REDUCE_LEAVE_H
#define NF_REDUCE_LEAVE_H

#include "common/nf_defs.h"
#include "nf_reduce_pkg.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Wide; // with the ops whose sums are wider than the type, 0 or 1
} nf_reduce_leave_cfg;

typedef struct {
  uint8_t act;           // NF_REDUCE_ACT_*
  nf_flit packet;        // header under decision
  uint8_t mode;          // its NF_REDUCE_MODE_*
  uint16_t sum;          // count of entry and packet together
  uint16_t expected;     // of the packet's region
  uint16_t hit_expected; // of the entry that was hit
  nf_flit entry;         // the entry that leaves, as nf_reduce_tag shows it
  uint8_t entry_mode;    //
  bool entry_data;       //
  uint16_t id;           // node id of this switch
  bool first_hop;        // the port leads to an endpoint
} nf_reduce_leave_in;

typedef struct {
  bool wide;        // the packet is about a wide sum
  bool plane;       // of which it brings a plane
  bool entry_wide;  // the entry holds a wide sum
  bool leaves;      // a header leaves
  nf_flit head;     // without destination; meaningful when it leaves
  uint8_t to;       // NF_REDUCE_TO_*
  uint8_t len;      // flits of payload that leave from the next slot on
  bool round;       // they are rounded
  bool raw;         // they are the packet's, as they came
  bool drain;       // they are the first of many planes
  bool drain_after; // planes leave when the packet has been added
  uint8_t shift;    // log2 of what the sum is divided by
} nf_reduce_leave_out;

// The outputs of the combinational leaf.
void nf_reduce_leave_eval(const nf_reduce_leave_cfg *cfg, const nf_reduce_leave_in *in,
                          nf_reduce_leave_out *out);

// True when the op of a header is one whose sums are wider than the type.
static inline bool nf_reduce_leave_wide(const nf_reduce_leave_cfg *cfg, const nf_flit *header) {
  return cfg->Wide && nf_op_wide(nf_hdr_red_op(header), nf_hdr_dtype(header));
}

#ifdef __cplusplus
}
#endif

#endif
