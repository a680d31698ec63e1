// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_arbiter.sv: whose the slot of a cycle is, and what moves up to the
// decision behind it.
#ifndef NF_REDUCE_ARBITER_H
#define NF_REDUCE_ARBITER_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  bool en;         // no flit waits at the output
  bool first_hop;  // the port leads to an endpoint
  bool idle;       // no packet is in progress
  bool coming;     // flits of it are still to come
  bool going;      // payload leaves in its next slot
  bool due;        // a header is to leave
  bool flit;       // at the decision is a flit
  bool clears;     // the packet's header makes an entry leave first
  bool ask;        // at the decision is a pull request
  bool expired;    // an entry is to go
  bool free;       // an entry is free
  bool usable;     // the configuration leaves entries to use
  bool look;       // a flit waits for its place in the decision stage
  bool look_first; // it is a header
  bool waits;      // a pull request waits for its place
  bool turn;       // it goes before the next header
} nf_reduce_arbiter_in;

// No two of the first five are true.
typedef struct {
  bool expire;     // the entry that is to go leaves
  bool clear;      // the packet's victim leaves
  bool head_take;  // the packet's header is decided
  bool body_take;  // a flit of its payload is taken
  bool held_slot;  // none comes: payload leaves, or time passes
  bool sends;      // payload leaves
  bool head_send;  // a header leaves
  bool ask_decide; // the pull request is decided
  bool d_free;     // the place of the flit is empty, or becomes so
  bool ask_could;  // the waiting request finds what it needs
  bool ask_move;   // it moves up
  bool look_move;  // the flit does
} nf_reduce_arbiter_out;

// The outputs of the combinational leaf.
void nf_reduce_arbiter_eval(const nf_reduce_arbiter_in *in, nf_reduce_arbiter_out *out);

#ifdef __cplusplus
}
#endif

#endif
