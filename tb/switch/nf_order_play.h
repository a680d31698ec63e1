// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Plays reductions over a network of switches, many at a time. Every number in a packet belongs to
// a set of its own, whose terms are dealt out to the contributions in an order of its own. Each
// result is compared with the sum that is known, each contribution must be heard of once.
#ifndef NF_ORDER_PLAY_H
#define NF_ORDER_PLAY_H

#include "nf_order_net.h"
#include "nf_order_sets.h"

enum {
  PLAY_SLOTS = 24,    // reductions under way
  PLAY_PUSH_ENDS = 4, // endpoints that push: all of one switch
  PLAY_HOME = 3       // that collects partial sums
};

// Reductions with the same switches around them.
typedef struct {
  bool push;           // else pull
  unsigned dtype;      // op: ADD
  unsigned terms;      // contributions of each reduction
  unsigned reductions; // to be played
  bool every;          // the orders in turn, else at random
  unsigned first; // every: the order to begin with; other than 0: of the sets of the phase before
  bool plain;     // no exact sums: results may differ
  unsigned slots; // reductions under way
  unsigned limit[NET_SWITCHES], timeout[NET_SWITCHES]; // of each switch's tables
  bool multicast_partials;                             // to all endpoints, else to PLAY_HOME
  unsigned root;  // pull: the switch whose endpoints ask; all others answer
  unsigned delay; // cycles that an answer takes at most
  unsigned pause; // percent of the cycles in which an endpoint pauses
} play_phase;

typedef struct {
  uint64_t permutations, reductions;
  uint64_t results;  // rounded by a switch
  uint64_t partials; // sums that left before they were complete
  uint64_t planes;   // packets of unrounded sums: at the home endpoint, or between switches
  uint64_t passed;   // pull: single contributions between switches
  uint64_t cycles;
  uint64_t wrong;   // results with wrong bits or flags
  uint64_t varying; // plain sums: sets with more than one result
} play_tally;

typedef struct {
  uint64_t number;
  uint16_t set[ORDER_LANES];
  uint8_t order[ORDER_LANES][ORDER_TERMS];
  uint8_t want_flags;
  uint16_t unsent[PLAY_PUSH_ENDS]; // push: contributions that an endpoint has still to send
  unsigned asker;                  // pull
  uint16_t asked, answered;        // pull: endpoints
  bool result;                     // a rounded result has come somewhere
  uint16_t count[NET_ENDS];        // contributions that an endpoint has heard of
  uint8_t flags[NET_ENDS];         // of what has come there
  nf_exact part[PLAY_PUSH_ENDS][ORDER_LANES]; // what it has added up
} play_reduction;

typedef struct {
  nf_flit header;
  uint64_t at; // may be sent from this cycle on
} play_answer;

typedef struct {
  net net;
  play_phase phase;
  play_tally tally;
  order_pool pool;
  uint64_t random;
  unsigned started, done;
  uint64_t heard_at; // cycle in which a contribution arrived last
  unsigned targets[NET_ENDS], target_count, askers;
  unsigned expected[NET_SWITCHES];
  uint32_t active;         // bit for each slot
  uint32_t todo[NET_ENDS]; // slots for which an endpoint has to push or ask
  play_reduction slot[PLAY_SLOTS];
  play_answer owed[NET_ENDS][PLAY_SLOTS];
  unsigned owed_count[NET_ENDS];
  bool known[ORDER_POOL], varies[ORDER_POOL]; // plain sums: sets with a result, with two
  uint32_t first[ORDER_POOL];
} play;

// Opens a network (dut NULL: C models) in its reset state.
void play_open(play *p, const nf_dut *dut, bool tree, uint64_t seed);
// Programs the switches, plays the phase to its end and sees to it that nothing is left. Returns
// false when something is wrong with more than a sum: p->net.broken.
bool play_run(play *p, const play_phase *phase);
void play_close(play *p);

#endif
