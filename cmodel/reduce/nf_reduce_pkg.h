// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_component.py from rtl/reduce/nf_reduce.toml; change that.
// Mirrors rtl/reduce/nf_reduce_pkg.sv.
#ifndef NF_REDUCE_PKG_H
#define NF_REDUCE_PKG_H

#include <stdint.h>

// clang-format off
enum {
  NF_REDUCE_BLOCK_BITS = 44, // number of a 16-byte block in a 48-bit address
  NF_REDUCE_EXACT_PORT_BITS = 352, // of an exact sum at a port: whole words
  NF_REDUCE_MAX_PENDING = 3, // slots in the ALUs whose flit comes too late for the slot at the operands
};

// How an entry came about; part of its key (KLENK IV-B, IV-C).
enum {
  NF_REDUCE_MODE_PUSH = 0x0, // reduction writes
  NF_REDUCE_MODE_BARRIER = 0x1, // a push reduction without payload
  NF_REDUCE_MODE_PULL = 0x2, // responses to a pull request
};

// What happens to a packet or to a pull request: the table in docs/reduce/nf_reduce_decide.md.
enum {
  NF_REDUCE_ACT_DROP = 0x0, // nothing is kept, nothing leaves
  NF_REDUCE_ACT_INSERT = 0x1, // written into a free entry
  NF_REDUCE_ACT_EVICT = 0x2, // written over the LRU entry while that one leaves
  NF_REDUCE_ACT_FIRST = 0x3, // first response of an allocated entry: written
  NF_REDUCE_ACT_REDUCE = 0x4, // reduced with the entry, kept
  NF_REDUCE_ACT_FINISH = 0x5, // reduced with the entry, the result leaves
  NF_REDUCE_ACT_ONLY = 0x6, // the first response is also the last: leaves as it came
  NF_REDUCE_ACT_PASS = 0x7, // complete by its own count: leaves as the result
  NF_REDUCE_ACT_BYPASS = 0x8, // no entry to be had: leaves unreduced
  NF_REDUCE_ACT_ALLOC = 0x9, // the request gets a free entry
  NF_REDUCE_ACT_LET_GO = 0xa, // the request travels on without an entry
  NF_REDUCE_ACT_WAIT = 0xb, // the request waits at the interface
  NF_REDUCE_ACT_CLEAR = 0xc, // the LRU entry leaves first
  NF_REDUCE_ACT_EXPIRE = 0xd, // no packet's: the entry that timed out leaves
  NF_REDUCE_ACT_REST = 0xe, // reduced with the entry, the rest of a sum leaves
};

// What a payload slot sends out.
enum {
  NF_REDUCE_SEND_NONE = 0x0, // nothing
  NF_REDUCE_SEND_SUM = 0x1, // the ALUs' result
  NF_REDUCE_SEND_HELD = 0x2, // the flit that the entry held
  NF_REDUCE_SEND_IN = 0x3, // the flit that came in, or a header
};

// Whom a leaving packet is for.
enum {
  NF_REDUCE_TO_ALL = 0x0, // result: every target of the region
  NF_REDUCE_TO_HOME = 0x1, // partial: home GPU or every target, by configuration
  NF_REDUCE_TO_REQUESTER = 0x2, // pull response: out of the own port
};

// Flit that a slot in the ALUs will write. Readers and writers of its fields; the record is an array of
// 64-bit words, least significant first.
enum { NF_REDUCE_PENDING_BITS = 9 };
// Its place in the entry.
static inline uint8_t nf_reduce_pending_flit(const uint64_t *r) {
  return (uint8_t)(r[0] >> 0 & 0x7ull);
}
static inline void nf_reduce_pending_set_flit(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x7ull << 0)) | ((uint64_t)v & 0x7ull) << 0;
}
// Its entry, in as many bits as the largest table needs.
static inline uint8_t nf_reduce_pending_entry(const uint64_t *r) {
  return (uint8_t)(r[0] >> 3 & 0x1full);
}
static inline void nf_reduce_pending_set_entry(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x1full << 3)) | ((uint64_t)v & 0x1full) << 3;
}
// There is one.
static inline uint8_t nf_reduce_pending_valid(const uint64_t *r) {
  return (uint8_t)(r[0] >> 8 & 0x1ull);
}
static inline void nf_reduce_pending_set_valid(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x1ull << 8)) | ((uint64_t)v & 0x1ull) << 8;
}
// clang-format on

#endif
