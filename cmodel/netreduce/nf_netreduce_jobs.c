// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// TAKEs and stores of a port are numbered. A job remembers the number of the last TAKE of each port
// that it concerns; it can go when the stores have come that far.
#include "nf_netreduce_jobs.h"

#include <stdlib.h>

enum { DEPTH = 32, PORTS = NF_NETREDUCE_MAX_PORTS };

typedef struct {
  uint64_t job;
  uint8_t waits; // ports whose stores have not come that far
  uint64_t after[PORTS];
} entry;

struct nf_netreduce_jobs {
  nf_netreduce_jobs_out out;
  nf_netreduce_jobs_cfg cfg;
  uint8_t all; // ports that there are
  uint32_t head, count;
  bool told; // the announcement of the first job has left
  uint64_t taken[PORTS], stored[PORTS];
  entry entries[DEPTH];
};

nf_status nf_netreduce_jobs_init(nf_netreduce_jobs **m, const nf_netreduce_jobs_cfg *cfg) {
  if (cfg->Ports < 2 || cfg->Ports > PORTS)
    return "Ports must be 2..8";
  if (cfg->Depth < 2 || cfg->Depth > DEPTH)
    return "Depth must be 2..32";
  nf_netreduce_jobs *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "out of memory";
  n->cfg = *cfg;
  n->all = (uint8_t)((1u << cfg->Ports) - 1);
  n->out.job_ready = true;
  *m = n;
  return NF_OK;
}

const nf_netreduce_jobs_out *nf_netreduce_jobs_peek(const nf_netreduce_jobs *m) { return &m->out; }

void nf_netreduce_jobs_free(nf_netreduce_jobs *m) { free(m); }

static void leave(nf_netreduce_jobs *m) {
  if (m->out.out_alone &&
      nf_netreduce_job_kind(&m->entries[m->head].job) != NF_NETREDUCE_JOB_NONE) {
    m->told = true;
    return;
  }
  m->told = false;
  m->head = m->head + 1 < m->cfg.Depth ? m->head + 1 : 0;
  m->count--;
}

static void enter(nf_netreduce_jobs *m, uint64_t job) {
  if (!nf_netreduce_job_announce(&job) && nf_netreduce_job_kind(&job) == NF_NETREDUCE_JOB_NONE)
    return;
  const uint32_t at = m->head + m->count;
  entry *const e = &m->entries[at < m->cfg.Depth ? at : at - m->cfg.Depth];
  const unsigned concerns = nf_netreduce_job_read(&job) | nf_netreduce_job_deliver(&job) |
                            1u << nf_netreduce_job_port(&job);
  e->job = job;
  e->waits = (uint8_t)(concerns & m->all);
  for (unsigned p = 0; p < m->cfg.Ports; p++)
    e->after[p] = m->taken[p];
  m->count++;
}

static uint64_t announcement(uint64_t job) {
  const uint8_t own = (uint8_t)(1u << nf_netreduce_job_port(&job));
  nf_netreduce_job_set_kind(&job, NF_NETREDUCE_JOB_NONE);
  nf_netreduce_job_set_mode(&job, NF_NETREDUCE_MODE_ANNOUNCE);
  nf_netreduce_job_set_keep(&job, 0);
  nf_netreduce_job_set_read(&job, own);
  nf_netreduce_job_set_deliver(&job, own);
  return job;
}

static bool can_go(const nf_netreduce_jobs *m, entry *e) {
  for (unsigned p = 0; p < m->cfg.Ports && e->waits; p++)
    if (m->stored[p] >= e->after[p])
      e->waits &= (uint8_t) ~(1u << p);
  return e->waits == 0;
}

// By the stores as they were before this step.
static bool another(nf_netreduce_jobs *m, const nf_netreduce_jobs_in *in) {
  for (unsigned i = 0; i < m->count; i++) {
    const uint32_t at = m->head + i;
    entry *const e = &m->entries[at < m->cfg.Depth ? at : at - m->cfg.Depth];
    if (can_go(m, e) && nf_netreduce_job_slot(&e->job) >> 3 != in->wait_ring &&
        (nf_netreduce_job_deliver(&e->job) & m->all & ~in->room) == 0)
      return true;
  }
  return false;
}

static void show(nf_netreduce_jobs *m, bool other) {
  entry *const e = &m->entries[m->head];
  m->out = (nf_netreduce_jobs_out){.job_ready = m->count < m->cfg.Depth, .other = other};
  if (m->count == 0 || !can_go(m, e))
    return;
  m->out.out_valid = true;
  m->out.out_alone = nf_netreduce_job_announce(&e->job) && !m->told;
  m->out.out_job = m->out.out_alone ? announcement(e->job) : e->job;
}

void nf_netreduce_jobs_step(nf_netreduce_jobs *m, const nf_netreduce_jobs_in *in) {
  const bool other = another(m, in);
  for (unsigned p = 0, left = (unsigned)(in->take | in->stored) & m->all; left; p++, left >>= 1) {
    m->taken[p] += in->take >> p & 1;
    m->stored[p] += in->stored >> p & 1;
  }
  const bool room = m->out.job_ready;
  if (m->count == 0 && !in->job_valid) {
    m->out.other = false;
    return;
  }
  if (m->out.out_valid && in->out_ready)
    leave(m);
  if (in->job_valid && room)
    enter(m, in->job);
  show(m, other);
}
