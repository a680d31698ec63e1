// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// How generators make the steps of a rank: they say what happens, in an order that is right, and
// this finds what each step waits for: who wrote the chunks that it reads, who has read or written
// those that it writes. Lanes are numbered from 0; the same number as a tag at both ends.
#ifndef NF_SCHEDULE_EMIT_H
#define NF_SCHEDULE_EMIT_H

#include "schedule.h"

typedef struct {
  const nf_schedule *s;
  nf_steps *out;
  nf_err *e;
  uint32_t rank, lanes;
  uint32_t *writer; // [chunks]: last step that wrote it, + 1
  uint32_t *reader; // [chunks][lanes]: last step of the lane that has read it since, + 1
} nf_emit;

int nf_emit_open(nf_emit *b, const nf_schedule *s, uint32_t rank, uint32_t lanes, nf_steps *out,
                 nf_err *e);
void nf_emit_close(nf_emit *b);

// One step; a send and its receive have the same tag.
void nf_emit_send(nf_emit *b, uint32_t lane, uint32_t peer, uint32_t tag, uint32_t chunk,
                  uint32_t count);
void nf_emit_recv(nf_emit *b, uint32_t lane, uint32_t peer, uint32_t tag, uint32_t chunk,
                  uint32_t count, bool reduce);
void nf_emit_copy(nf_emit *b, uint32_t lane, uint32_t from, uint32_t chunk, uint32_t count);
void nf_emit_add(nf_emit *b, uint32_t lane, uint32_t from, uint32_t chunk, uint32_t count);
void nf_emit_join(nf_emit *b, uint32_t lane, uint32_t group, uint32_t chunk, uint32_t count);

// A ring, seen from one of its members. It reduces or passes on blocks of `width` chunks, of which
// member k owns base + k width ..
typedef struct {
  uint32_t members, me; // places in the ring
  uint32_t next, prev;  // ranks
  uint32_t base, width;
  uint32_t lane; // sends; lane + 1 receives; both are the tag's
} nf_ring;

void nf_ring_reduce_scatter(nf_emit *b, const nf_ring *r); // member k ends with the sum in block k
void nf_ring_all_gather(nf_emit *b, const nf_ring *r);     // member k begins with block k
void nf_ring_all_reduce(nf_emit *b, const nf_ring *r);

#endif
