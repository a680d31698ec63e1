// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_release.sv: a ring's sums in the order of its columns.
#ifndef NF_NETREDUCE_RELEASE_H
#define NF_NETREDUCE_RELEASE_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_pkg.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Rings;     // 1..16
  uint32_t Window;    // N: N + 1 slots, 1..7
  uint32_t MaxMsgLen; // packets of a message, 1..256
} nf_netreduce_release_cfg;

typedef struct {
  bool closing;                       // a ring is being set up; the next three stay meanwhile
  uint8_t closing_ring, closing_slot; // slot of its first column
  bool closing_on;                    // its sums will go out in order
  uint16_t hold;                      // bit r: ring r gives out no sum
  bool in_valid;
  uint64_t in_job; // record `job`
  bool out_ready;
} nf_netreduce_release_in;

typedef struct {
  bool in_ready, out_valid;
  uint64_t out_job;      // holds when not out_valid
  bool swept;            // nothing of the ring that is being set up is left
  bool released;         // in the cycle before a sum was given out
  uint8_t released_ring; // of this ring
  bool released_last;    // its message's last one
  uint8_t dropped;       // jobs of a packet that were dropped in the cycle before, 0..2
  uint8_t dropped_slot;  // as in the record
} nf_netreduce_release_out;

typedef struct nf_netreduce_release nf_netreduce_release;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_release_init(nf_netreduce_release **m, const nf_netreduce_release_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_release_out *nf_netreduce_release_peek(const nf_netreduce_release *m);
// One rising clock edge.
void nf_netreduce_release_step(nf_netreduce_release *m, const nf_netreduce_release_in *in);
// Without a job, and while no ring is set up nor held, steps change nothing.
bool nf_netreduce_release_idle(const nf_netreduce_release *m);
// NULL is allowed.
void nf_netreduce_release_free(nf_netreduce_release *m);

#ifdef __cplusplus
}
#endif

#endif
