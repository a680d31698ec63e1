// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Events by time, those of one time in the order in which they were put; and frames that are under
// way.
#ifndef NF_NR_EVENTS_H
#define NF_NR_EVENTS_H

#include "sim/netreduce/frame.h"
#include <stddef.h>

typedef struct nf_nr_flight {
  struct nf_nr_flight *next; // free ones
  unsigned bytes;
  uint8_t frame[NF_NR_FRAME_ROOM];
} nf_nr_flight;

typedef struct {
  uint64_t time, order;
  unsigned kind, index, port;
  nf_nr_flight *flight; // NULL: none
} nf_nr_event;

typedef struct {
  nf_nr_event *heap;
  size_t count;
  uint32_t room;
  uint64_t order;
  nf_nr_flight *unused;
} nf_nr_events;

// False: no memory.
bool nf_nr_events_put(nf_nr_events *q, nf_nr_event event);
// The earliest one; there is one.
nf_nr_event nf_nr_events_take(nf_nr_events *q);
// A frame; NULL: no memory.
nf_nr_flight *nf_nr_flight_new(nf_nr_events *q);
void nf_nr_flight_free(nf_nr_events *q, nf_nr_flight *f);
void nf_nr_events_close(nf_nr_events *q);

#endif
