// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Packets that an endpoint will have ready, by time; and the distances of an endpoint, in cycles of
// 640 ps, each between two things in nf_endpoint and the memory model of sim/klenk
// (docs/endpoint.md, Timing).
#ifndef NF_FAST_AGENDA_H
#define NF_FAST_AGENDA_H

#include "run.h"

enum {
  NF_FAST_COMMAND = 5,     // a block in memory to the place in the queue of the command behind it
  NF_FAST_FIRST_JOB = 10,  // a command's start, or the last job of the one before, to its first job
  NF_FAST_JOB_READ = 3,    // job to the memory's clock for its read
  NF_FAST_READ_HEADER = 3, // the memory's answer to its header on the link
  NF_FAST_ACK_HEADER = 2   // last flit in memory to the acknowledgement on the link
};

typedef struct {
  uint32_t mask, put, take;
  uint32_t due; // of the first; NF_FAST_NEVER: it is empty
} nf_fast_ring;

// ------------------------------------------------------------------------------- reads
// What waits for the memory, the earliest first. A read takes a word, as an endpoint has hundreds
// of them: its tick, its block's number in the plane and what is sent then. Those of one tick go by
// their blocks' numbers with some bits inverted, other ones in each agenda: the exact engines'
// memory has no order among them either, and were the oldest block first in all ranks its
// contributions would come closer to each other than there.
enum {
  NF_FAST_TASK_TAG = 5, // first bit of the number; below: 4 the packet's count, 3:0 its opcode
  NF_FAST_TAGS = 1 << (32 - NF_FAST_TASK_TAG) // more than a plane has blocks in the longest run
};

static inline uint64_t nf_fast_task(uint32_t due, uint32_t tag, unsigned opcode, bool count) {
  return (uint64_t)due << 32 | tag << NF_FAST_TASK_TAG | (unsigned)count << 4 | opcode;
}
static inline uint32_t nf_fast_task_due(uint64_t t) { return (uint32_t)(t >> 32); }
static inline uint32_t nf_fast_task_tag(uint64_t t) { return (uint32_t)t >> NF_FAST_TASK_TAG; }
static inline bool nf_fast_task_count(uint64_t t) { return t >> 4 & 1; }
static inline unsigned nf_fast_task_opcode(uint64_t t) { return t & 15; }

typedef struct {
  nf_fast_ring ring;
  uint64_t *task;
  uint64_t order; // of a task, its bits that are inverted in the list
} nf_fast_agenda;

// Out of memory ends the run, by its error.
void nf_fast_agenda_grow(nf_fast *f, nf_fast_agenda *a);

// What comes is nearly in order already, as a read is at most some hundred cycles slower than
// another, so it is moved to its place from the end.
static inline void nf_fast_agenda_add(nf_fast *f, nf_fast_agenda *a, uint64_t t) {
  if (a->ring.put - a->ring.take > a->ring.mask || !a->task)
    nf_fast_agenda_grow(f, a);
  if (f->err->status != NF_EXIT_OK)
    return;
  uint64_t *const task = a->task;
  const uint32_t mask = a->ring.mask, first = a->ring.take;
  uint32_t i = a->ring.put++;
  t ^= a->order;
  for (uint64_t before; i != first && t < (before = task[(i - 1) & mask]); i--)
    task[i & mask] = before;
  task[i & mask] = t;
  if (i == first)
    a->ring.due = nf_fast_task_due(t);
}

// `inverted`: bits of blocks' numbers.
static inline void nf_fast_agenda_open(nf_fast_agenda *a, uint32_t inverted) {
  a->ring.due = NF_FAST_NEVER;
  a->order = nf_fast_task(0, inverted % NF_FAST_TAGS, 0, false);
}

// Takes the first of an agenda that is not empty.
static inline uint64_t nf_fast_agenda_take(nf_fast_agenda *a) {
  const uint64_t t = a->task[a->ring.take++ & a->ring.mask] ^ a->order;
  a->ring.due = a->ring.take == a->ring.put
                    ? NF_FAST_NEVER
                    : nf_fast_task_due(a->task[a->ring.take & a->ring.mask]);
  return t;
}

// Tasks that are due before a tick.
static inline uint32_t nf_fast_agenda_before(const nf_fast_agenda *a, uint32_t tick) {
  uint32_t low = 0, high = a->ring.put - a->ring.take;
  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    if (nf_fast_task_due(a->task[(a->ring.take + middle) & a->ring.mask]) < tick)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

// ------------------------------------------------------------------------------- acknowledgements
// In the order of their ticks, which is nearly that in which they are made; those of one tick by
// number.
typedef struct {
  uint32_t due, tag;
  uint16_t to;
  bool request; // it acknowledges one
} nf_fast_ack;

typedef struct {
  nf_fast_ring ring;
  nf_fast_ack *ack;
} nf_fast_acks;

void nf_fast_acks_grow(nf_fast *f, nf_fast_acks *a);

static inline bool nf_fast_ack_before(const nf_fast_ack *a, const nf_fast_ack *b) {
  return a->due != b->due ? a->due < b->due : a->tag < b->tag;
}

static inline void nf_fast_acks_add(nf_fast *f, nf_fast_acks *a, nf_fast_ack ack) {
  if (a->ring.put - a->ring.take > a->ring.mask || !a->ack)
    nf_fast_acks_grow(f, a);
  if (f->err->status != NF_EXIT_OK)
    return;
  nf_fast_ack *const list = a->ack;
  const uint32_t mask = a->ring.mask, first = a->ring.take;
  uint32_t i = a->ring.put++;
  for (; i != first && nf_fast_ack_before(&ack, &list[(i - 1) & mask]); i--)
    list[i & mask] = list[(i - 1) & mask];
  list[i & mask] = ack;
  if (i == first)
    a->ring.due = ack.due;
}

// Takes the first of some; valid until one is added.
static inline const nf_fast_ack *nf_fast_acks_take(nf_fast_acks *a) {
  const nf_fast_ack *ack = &a->ack[a->ring.take++ & a->ring.mask];
  a->ring.due =
      a->ring.take == a->ring.put ? NF_FAST_NEVER : a->ack[a->ring.take & a->ring.mask].due;
  return ack;
}

#endif
