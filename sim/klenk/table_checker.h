// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Proof by exhaustion that the tables of a network do what they ought to, before they are written:
// every packet that may be sent is followed through the tables as the switches read them.
#ifndef NF_SIM_CHECK_H
#define NF_SIM_CHECK_H

#include "sim/klenk/manager.h"

typedef struct {
  uint64_t paths;    // unicast paths followed, pushes and acknowledgements among them
  uint64_t trees;    // multicasts followed
  unsigned channels; // directed cables in use, both virtual channels
} nf_table_checker_count;

// Refuses, in words, tables by which
//  * a multicast, a result or a pull request misses a member, reaches one twice or reaches a
//    stranger;
//  * a push does not end at a table, or two pushes of one address end at different ones;
//  * an acknowledgement, a partial sum or a response does not arrive, or a response comes back on
//    another way than its request;
//  * cables of one virtual channel wait for each other in a cycle (deadlock, KLENK IV-E2).
int nf_table_checker_run(const nf_manager *m, nf_table_checker_count *count, nf_err *e);

#endif
