// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/reduce/nf_reduce_arbiter.sv; change that.
// Parameters and ports of nf_reduce_arbiter.
#ifndef NF_REDUCE_ARBITER_PORTS_H
#define NF_REDUCE_ARBITER_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Inputs.
typedef struct {
  bool en;         // no flit waits at the output
  bool first_hop;  // the port leads to an endpoint
  // packet in progress
  bool idle;       // there is none
  bool coming;     // flits of it are still to come
  bool going;      // payload leaves in its next slot
  bool due;        // a header is to leave
  bool blocked;    // the next slot would read what is still on its way to the store
  // decision stage
  bool flit;       // a flit is there
  bool clears;     // the packet's header makes an entry leave first
  bool ask;        // a pull request is there
  // tags
  bool expired;    // an entry is to go
  bool free;       // an entry is free
  bool usable;     // the configuration leaves entries to use
  // what waits for its place in the decision stage
  bool look;       // a flit
  bool look_first; // it is a header
  bool waits;      // a pull request
  bool turn;       // it goes before the next header
} nf_reduce_arbiter_in;

// Outputs.
typedef struct {
  // this cycle's slot; no two of the first five
  bool expire;     // the entry that is to go leaves
  bool clear;      // the packet's victim leaves
  bool head_take;  // the packet's header is decided
  bool body_take;  // a flit of its payload is taken
  bool held_slot;  // none comes: payload leaves, or time passes
  bool sends;      // payload leaves
  bool head_send;  // a header leaves
  bool ask_decide; // the pull request is decided
  // what moves up behind it
  bool d_free;     // the place of the flit is empty, or becomes so
  bool ask_could;  // the waiting request finds what it needs
  bool ask_move;
  bool look_move;
} nf_reduce_arbiter_out;
// clang-format on

#endif
