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
  uint32_t due, tag;
  uint16_t to;
  uint8_t kind;
  uint8_t count; // of a multicast 1: it comes back to its source
} nf_fast_task;

// The earliest first: a ring. What comes is nearly in order already, as a read is at most some
// hundred cycles slower than another, so it is moved to its place from the end.
typedef struct {
  nf_fast_task *task;
  uint32_t mask, put, take;
  uint32_t due; // of the first; NF_FAST_NEVER: it is empty
} nf_fast_agenda;

static inline void nf_fast_agenda_open(nf_fast_agenda *a) {
  *a = (nf_fast_agenda){.due = NF_FAST_NEVER};
}
// Out of memory ends the run, by its error.
void nf_fast_agenda_add(nf_fast *f, nf_fast_agenda *a, const nf_fast_task *t);
void nf_fast_agenda_free(nf_fast_agenda *a);

static inline void nf_fast_agenda_fetch(const nf_fast_agenda *a) {
  __builtin_prefetch(&a->task[a->take & a->mask]);
  __builtin_prefetch(&a->task[(a->put - 1) & a->mask], 1);
}

// Takes the first of an agenda that is not empty; valid until something is added.
static inline const nf_fast_task *nf_fast_agenda_take(nf_fast_agenda *a) {
  const nf_fast_task *t = &a->task[a->take++ & a->mask];
  a->due = a->take == a->put ? NF_FAST_NEVER : a->task[a->take & a->mask].due;
  return t;
}

#endif
