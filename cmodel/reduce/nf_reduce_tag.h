// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_tag.sv: the fully associative tag store of a reduction table
// (KLENK IV-D, Fig. 5). The second half of this file is the store by itself, without ports and
// cycles, for the model of the whole table.
#ifndef NF_REDUCE_TAG_H
#define NF_REDUCE_TAG_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_reduce_ghost.h"
#include "nf_reduce_lru.h"
#include "nf_reduce_pkg.h"
#include "nf_reduce_tag_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_reduce_tag nf_reduce_tag;

// Makes an empty store in *m. Returns NF_OK, or why cfg is refused (*m is then unchanged).
nf_status nf_reduce_tag_init(nf_reduce_tag **m, const nf_reduce_tag_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_reduce_tag_out *nf_reduce_tag_peek(const nf_reduce_tag *m);
// One rising clock edge.
void nf_reduce_tag_step(nf_reduce_tag *m, const nf_reduce_tag_in *in);
// Frees m; NULL is allowed.
void nf_reduce_tag_free(nf_reduce_tag *m);

// One entry; meaningful while its bit in nf_reduce_tags.valid is set.
typedef struct {
  uint64_t where; // block address << 2 | mode
  uint32_t whom;  // requester << 12 | tag for pulls, else 0
  uint32_t attr;  // region 19:12, len 11:8, type 7:4, op 3:0
  uint16_t count, tag;
  uint16_t expected; // count at which the entry leaves
  uint8_t wave, epoch;
  uint64_t born; // value of ticks at the last touch
  uint64_t mask[NF_MAX_NODES / 64];
} nf_reduce_entry;

// The store by itself.
typedef struct {
  uint32_t all; // entries that exist
  uint32_t valid, data, push,
      usable;                 // bit e: entry e is in use, holds data, is no pull, may be used
  uint32_t aged;              // entries that have reached the timeout
  uint32_t drop, named;       // entries that are to be dropped; named in this cycle
  bool flush;                 // a clear command ends the ghosts in this cycle
  uint32_t nodes, mask_words; //
  uint32_t regions;           // mask of those that exist
  int expired;                // entry that goes at the next boundary, or -1
  uint8_t entries, timeout;   // configuration of the cycle before
  bool tick, ages_changed;    // this cycle ticks; the ages differ from the cycle before
  uint64_t ticks;
  nf_reduce_order order;
  nf_reduce_ghosts ghosts;
  nf_reduce_entry entry[NF_MAX_ENTRIES];
} nf_reduce_tags;

// The store after reset, with cfg's sizes, which nf_reduce_tag_init or nf_reduce_table_init has
// checked.
void nf_reduce_tags_init(nf_reduce_tags *t, const nf_reduce_tag_cfg *cfg);
// First thing in a cycle: whether it ticks. Changes of the cycle follow.
static inline void nf_reduce_tags_begin(nf_reduce_tags *t, bool tick) { t->tick = tick; }
// Last thing in a cycle: ages, the expired entry and the limit for the next cycle.
void nf_reduce_tags_end(nf_reduce_tags *t, uint8_t cfg_entries, uint8_t cfg_timeout);
// True when a cycle without change would leave the store as it is, but for the tick count.
static inline bool nf_reduce_tags_idle(const nf_reduce_tags *t, uint8_t cfg_entries,
                                       uint8_t cfg_timeout) {
  return t->expired < 0 && !t->aged && !t->ages_changed && t->entries == cfg_entries &&
         t->timeout == cfg_timeout;
}

// NF_REDUCE_MODE_* of a contribution.
static inline uint8_t nf_reduce_mode(const nf_flit *header) {
  const unsigned opcode = nf_hdr_opcode(header);
  return opcode == NF_OPCODE_PULL_RSP ? NF_REDUCE_MODE_PULL
         : opcode == NF_OPCODE_BARRIER ||
                 (opcode == NF_OPCODE_PUSH_PARTIAL && nf_hdr_len(header) == 0)
             ? NF_REDUCE_MODE_BARRIER
             : NF_REDUCE_MODE_PUSH;
}

// attr_o and attr_i of a header and its region: region 19:12, len 11:8, type 7:4, op 3:0.
static inline uint32_t nf_reduce_attributes(const nf_flit *header, uint8_t region) {
  return (uint32_t)(header->w[0] >> 4 & 0xfff) | (uint32_t)region << 12;
}
// Mask of the entry that has the header's key; zero when there is none.
uint32_t nf_reduce_tags_find(const nf_reduce_tags *t, const nf_flit *header, bool alloc);
// Mask of the entries that may be used and are not in use.
static inline uint32_t nf_reduce_tags_free(const nf_reduce_tags *t) {
  return t->usable & ~t->valid;
}
// The entry that an insert takes when none is free: the oldest that is no pull's; -1 without one.
static inline int nf_reduce_tags_victim(const nf_reduce_tags *t) {
  return nf_reduce_order_oldest(&t->order, t->valid & t->push & t->usable);
}
// The ghost of a header's key: part of its sum has left before. NULL: none has, or it is forgotten.
const nf_reduce_a_ghost *nf_reduce_tags_ghost(const nf_reduce_tags *t, const nf_flit *header,
                                              bool alloc);
// The header's packet leaves by itself: its ghost is done.
void nf_reduce_tags_forget(nf_reduce_tags *t, const nf_flit *header);
// Writes a header into entry e, over what is there; alloc: a pull request, which counts nothing and
// holds no data.
void nf_reduce_tags_insert(nf_reduce_tags *t, unsigned e, const nf_flit *header, bool alloc,
                           uint8_t region, uint16_t expected);
// Entries of these epochs, of one region or all, are to be dropped; comes before the cycle's
// changes.
void nf_reduce_tags_drop(nf_reduce_tags *t, uint8_t epochs, bool one, uint8_t region);
// Counts a contribution in at entry e.
void nf_reduce_tags_update(nf_reduce_tags *t, unsigned e, const nf_flit *header, uint16_t sum);
// Frees entry e.
void nf_reduce_tags_clear(nf_reduce_tags *t, unsigned e);
// Frees entry e, which leaves before it is complete.
void nf_reduce_tags_leave(nf_reduce_tags *t, unsigned e);
// Entry e as a header without opcode, source and flags.
nf_flit nf_reduce_tags_header(const nf_reduce_tags *t, unsigned e);
// Bit r: an entry in use is of region r.
uint32_t nf_reduce_tags_regions(const nf_reduce_tags *t);
// Least recently touched entry in use, or -1.
static inline int nf_reduce_tags_oldest(const nf_reduce_tags *t) {
  return nf_reduce_order_oldest(&t->order, t->valid);
}

#ifdef __cplusplus
}
#endif

#endif
