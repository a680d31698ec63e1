// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Codes that the models of the reduction table share; rtl/reduce/nf_reduce_pkg.sv mirrors them.
#ifndef NF_REDUCE_PKG_H
#define NF_REDUCE_PKG_H

// How an entry came about; part of its key (KLENK IV-B, IV-C).
enum {
  NF_REDUCE_MODE_PUSH = 0,    // reduction writes
  NF_REDUCE_MODE_BARRIER = 1, // a push reduction without payload
  NF_REDUCE_MODE_PULL = 2,    // responses to a pull request
};

// What happens to a packet or to a pull request: the table in docs/reduce/nf_reduce_decide.md.
enum {
  NF_REDUCE_ACT_DROP = 0,    // nothing is kept, nothing leaves
  NF_REDUCE_ACT_INSERT = 1,  // written into a free entry
  NF_REDUCE_ACT_EVICT = 2,   // written over the LRU entry while that one leaves
  NF_REDUCE_ACT_FIRST = 3,   // first response of an allocated entry: written
  NF_REDUCE_ACT_REDUCE = 4,  // reduced with the entry, kept
  NF_REDUCE_ACT_FINISH = 5,  // reduced with the entry, the result leaves
  NF_REDUCE_ACT_ONLY = 6,    // the first response is also the last: leaves as it came
  NF_REDUCE_ACT_PASS = 7,    // complete by its own count: leaves as the result
  NF_REDUCE_ACT_BYPASS = 8,  // no entry to be had: leaves unreduced
  NF_REDUCE_ACT_ALLOC = 9,   // the request gets a free entry
  NF_REDUCE_ACT_LET_GO = 10, // the request travels on without an entry
  NF_REDUCE_ACT_WAIT = 11,   // the request waits at the interface
  NF_REDUCE_ACT_CLEAR = 12,  // the LRU entry leaves first
  NF_REDUCE_ACT_EXPIRE = 13, // no packet's: the entry that timed out leaves
  NF_REDUCE_ACT_REST = 14,   // reduced with the entry, the rest of a sum leaves
};

// What a payload slot sends out.
enum {
  NF_REDUCE_SEND_NONE = 0,
  NF_REDUCE_SEND_SUM = 1,  // the ALUs' result
  NF_REDUCE_SEND_HELD = 2, // the flit that the entry held
  NF_REDUCE_SEND_IN = 3,   // the flit that came in, or a header
};

// Whom a leaving packet is for.
enum {
  NF_REDUCE_TO_ALL = 0,       // result: every target of the region
  NF_REDUCE_TO_HOME = 1,      // partial: home GPU or every target, by configuration
  NF_REDUCE_TO_REQUESTER = 2, // pull response: out of the own port
};

// What the decision is told of a ghost: that there is one, what it waited for, what it had.
#define NF_REDUCE_GHOST(expected, count)                                                           \
  (1ull << 32 | (uint64_t)(expected) << 16 | (uint64_t)(count))

#endif
