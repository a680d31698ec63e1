// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_action.sv: what an action means for the tag store, the slots of the
// payload, the flags and the statistics (KLENK IV-B, IV-C, IV-D).
#ifndef NF_REDUCE_ACTION_H
#define NF_REDUCE_ACTION_H

#include "nf_reduce_pkg.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint8_t act;      // NF_REDUCE_ACT_* of what is at the decision
  bool head_take;   // decided is a packet's header
  bool ask_decide;  // ... a pull request
  bool clear;       // ... that an entry leaves before the packet that wants its place
  bool expire;      // ... that an entry goes, by time-out or clear command
  bool poison;      // the entry that was hit is to be poisoned
  bool leaves;      // a header leaves
  bool drain_after; // planes leave when the packet has been added
} nf_reduce_action_in;

typedef struct {
  bool insert;     // the header is written into an entry
  bool update;     // it is counted in at the entry that was hit
  bool release;    // that entry is freed
  bool own;        // the packet itself leaves
  bool read;       // in the slots that follow the entry's flits are read
  bool write;      // ... and written
  bool sum;        // ... and combined with the packet's
  uint8_t send;    // NF_REDUCE_SEND_*: what of them leaves
  bool body_keep;  // their flags are added to the entry's
  bool body_send;  // ... to those of the header that leaves
  bool keep_flags; // the flags of the decision's slot are added to the entry's
  bool send_flags; // ... to those of the header that leaves
  bool take_flags; // the header that leaves begins with the entry's
  bool written;    // a push was written into an entry
  bool evicted;    // an entry left for it, or is to
  bool complete;   // a result leaves
  bool bypass;     // the packet passes unreduced
  bool alloc;      // the request has its entry
  bool held_back;  // the request waits
} nf_reduce_action_out;

// The outputs of the combinational leaf.
void nf_reduce_action_eval(const nf_reduce_action_in *in, nf_reduce_action_out *out);

#ifdef __cplusplus
}
#endif

#endif
