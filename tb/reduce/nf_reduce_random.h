// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Random traffic for the reduction table, and accounts that know nothing of tables: what goes in
// under a key must come out under it, once. Traffic comes in rounds of random configuration; after
// each the table is emptied by its timeout and the accounts are settled.
#ifndef NF_REDUCE_RANDOM_H
#define NF_REDUCE_RANDOM_H

#include "nf_reduce_kit.h"

enum { NF_REDUCE_ACCOUNTS = 2048, NF_REDUCE_PULLS = 64 };

// What a scenario's traffic is like.
typedef struct {
  unsigned push, barrier, pull; // weights
  unsigned len;                 // payload flits; 0: any, by address
  bool all_ops;                 // any op and type, by address; otherwise U32 ADD
  bool errors;                  // wrong counts, ops, types, lengths and regions
  bool timeouts;                // entries may time out while traffic flows
  bool clears;                  // clear commands come while traffic flows
  bool leaves;                  // some regions send up, and sums of leaves come
  bool smooth;                  // no gaps and no back-pressure
} nf_reduce_profile;

// One key: mode, address, epoch, and for pulls requester and tag.
typedef struct {
  uint64_t key[2];
  bool used;
  uint64_t in_count, out_count;
  uint8_t in_flags, out_flags;
  unsigned results;
  uint32_t in_sum[32], out_sum[32];
} nf_reduce_account;

typedef struct {
  uint64_t addr;
  unsigned requester, tag, left; // responses that are still to be sent
  uint8_t epoch;
} nf_reduce_pull;

typedef struct {
  nf_reduce_kit kit;
  nf_reduce_profile profile;
  enum { NF_REDUCE_START, NF_REDUCE_TRAFFIC, NF_REDUCE_PLAY, NF_REDUCE_DRAIN } phase;
  uint64_t phase_end, stuck_since, rounds;
  unsigned addresses, regions, ports, entries, next_tag;
  bool halves, wide;                      // what the build can do
  uint32_t salt;                          // makes the properties of an address
  bool epochs;                            // contributions of several epochs in this round
  bool timed;                             // entries may have timed out in this round
  uint64_t seen;                          // results booked
  uint64_t drops, drops_before;           // packets dropped by a counted error
  uint64_t cleared_before;                // entries dropped by clear commands, before this round
  uint64_t packets_before, events_before; // played packets, and those that the table counted
  nf_reduce_pull pulls[NF_REDUCE_PULLS];  // ring, in the order of the requests
  uint64_t pulls_asked, pulls_answered;
  nf_reduce_account accounts[NF_REDUCE_ACCOUNTS];
} nf_reduce_random;

void nf_reduce_random_start(nf_reduce_random *r, nf_reduce_profile profile, unsigned entries,
                            unsigned ports, unsigned regions, bool halves, bool wide);
void nf_reduce_random_cycle(nf_tb *tb, nf_reduce_random *r, const nf_reduce_table_out *out,
                            nf_reduce_table_in *in);
void nf_reduce_random_finish(nf_tb *tb, const nf_reduce_random *r);

#endif
