// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_jobs.sv: jobs wait for what they need in the stores
// (NETREDUCE 4.3, Fig. 4).
#ifndef NF_NETREDUCE_JOBS_H
#define NF_NETREDUCE_JOBS_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_pkg.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Ports; // 2..8
  uint32_t Depth; // jobs that can wait, 2..32
  uint32_t Again; // of repeated packets, 2..32
} nf_netreduce_jobs_cfg;

typedef struct {
  bool job_valid;
  uint64_t job;   // record `job`
  uint8_t take;   // bit p: a packet of port p is to be stored; counts before the job of the cycle
  uint8_t stored; // bit p: it is in the store
  bool out_ready;
  uint8_t room; // bit p: port p would not have to be waited for
  uint8_t away; // bit p: port p is away
  uint8_t wait_ring;
} nf_netreduce_jobs_in;

typedef struct {
  bool job_ready;
  bool out_valid;
  uint64_t out_job; // zero unless out_valid
  bool out_alone;   // an announcement
  uint8_t dropped;  // a job that was dropped in the cycle before: its parts, 0..2
  uint8_t dropped_slot;
  bool other; // a job of another ring than wait_ring could be done, in the cycle before
} nf_netreduce_jobs_out;

typedef struct nf_netreduce_jobs nf_netreduce_jobs;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_jobs_init(nf_netreduce_jobs **m, const nf_netreduce_jobs_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_jobs_out *nf_netreduce_jobs_peek(const nf_netreduce_jobs *m);
// A step without job, take and stored changes nothing while no job is held, nor was in the cycle
// before, and may be left out.
void nf_netreduce_jobs_step(nf_netreduce_jobs *m, const nf_netreduce_jobs_in *in);
// NULL is allowed.
void nf_netreduce_jobs_free(nf_netreduce_jobs *m);

#ifdef __cplusplus
}
#endif

#endif
