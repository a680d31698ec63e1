// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The phases of a hierarchical collective (ACE Table 5) as rounds of messages.
#ifndef NF_ENDPOINT_PHASES_H
#define NF_ENDPOINT_PHASES_H

#include "endpoint.h"

enum { NF_PHASE_LINKS = 4 }; // most links of an endpoint in a dimension

typedef enum {
  NF_PHASE_REDUCE_SCATTER,
  NF_PHASE_ALL_REDUCE,
  NF_PHASE_ALL_GATHER,
  NF_PHASE_ALL_TO_ALL
} nf_phase_kind;

typedef struct {
  nf_phase_kind kind;
  uint32_t dim, size;
  bool direct;
  uint32_t rounds;
  uint32_t before; // the chunk's data are one part of so many when the phase begins
} nf_phase;

typedef struct {
  nf_phase phase[NF_ENDPOINT_PHASES];
  uint32_t phases;
} nf_phases;

// One round of a strand: what is sent at once, how far, and whether it is added where it arrives.
typedef struct {
  uint32_t messages, hops;
  bool reduce;
} nf_round;

// A chunk's data in a phase are cut into strands that go side by side; each of its messages has so
// many bytes.
typedef struct {
  uint32_t strands;
  double bytes;
} nf_strands;

int nf_phases_check(const nf_endpoint_config *c, nf_err *e);
void nf_phases_plan(nf_phases *p, const nf_endpoint_config *c, nf_endpoint_collective what);
nf_round nf_phase_round(const nf_phase *p, uint32_t round);
nf_strands nf_phase_strands(const nf_endpoint_config *c, const nf_phase *p, uint32_t bytes);

#endif
