// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/netreduce/replay.h"

#include "sim/netreduce/capture.h"
#include "sim/netreduce/limits.h"
#include "sim/netreduce/members.h"
#include "sim/netreduce/tables.h"

typedef struct {
  const nf_nr_engine *engine;
  void *device;
  nf_nr_reader in[NF_NR_PORTS];
  nf_nr_writer out;
  unsigned ports;
  uint64_t begin; // time stamp of the earliest frame
  const nf_nr_plan *plan;
  nf_nr_replay *result;
} player;

// The port whose frame is next; of two that come at once the lower one. -1: all have been read.
static int earliest(const player *p) {
  int best = -1;
  for (unsigned i = 0; i < p->ports; i++)
    if (p->in[i].any && (best < 0 || p->in[i].time < p->in[best].time))
      best = (int)i;
  return best;
}

// A packet that a host of a ring would take for a result, if it were marked as one.
static bool is_unmarked(const player *p, const uint8_t *frame, unsigned bytes) {
  nf_nr_packet in;
  if (nf_nr_frame_head(&in, frame, bytes) != 0 || in.opcode > NF_NR_SEND_ONLY)
    return false;
  for (unsigned r = 0; r < p->plan->rings; r++) {
    const nf_nr_device_cfg *cfg = &p->plan->cfg[r];
    for (unsigned i = 0; i < cfg->members; i++)
      if (cfg->member[i].dst_ip == in.dst_ip && cfg->member[i].dst_qp == in.dst_qp)
        return in.mark != nf_nr_tables_mark(cfg, false);
  }
  return false;
}

static void drain(player *p) {
  uint64_t time;
  unsigned port, bytes;
  const uint8_t *frame;
  while ((frame = p->engine->take(p->device, &time, &port, &bytes)) != NULL) {
    p->result->unmarked += is_unmarked(p, frame, bytes);
    nf_nr_writer_put(&p->out, p->begin + time / NF_NR_PICO, frame, bytes);
    p->result->time = time > p->result->time ? time : p->result->time;
  }
}

// Works until `time`, as often as the device asks for it.
static int work_until(player *p, uint64_t time, nf_err *e) {
  for (uint64_t t; (t = p->engine->next(p->device)) <= time && t != NF_NR_NEVER;) {
    if (p->engine->advance(p->device, t, e) != NF_EXIT_OK)
      return e->status;
    drain(p);
  }
  return e->status;
}

static int play(player *p, nf_err *e) {
  int port = earliest(p);
  p->begin = port < 0 ? 0 : p->in[port].time;
  for (; port >= 0; port = earliest(p)) {
    nf_nr_reader *in = &p->in[port];
    const uint64_t time = (in->time - p->begin) * NF_NR_PICO;
    if (work_until(p, time, e) != NF_EXIT_OK ||
        p->engine->offer(p->device, time, (unsigned)port, in->frame, in->bytes, e) != NF_EXIT_OK ||
        nf_nr_reader_next(in, e) != NF_EXIT_OK)
      return e->status;
    p->result->frames++;
  }
  return work_until(p, NF_NR_NEVER, e);
}

int nf_nr_replay_all(nf_nr_replay *r, const nf_nr_options *o, const char *out, nf_err *e) {
  nf_nr_plan plan = o->plan;
  player p = {.engine = o->common.engine, .ports = o->captures, .plan = &plan, .result = r};
  *r = (nf_nr_replay){.frames = 0};
  if (o->find_members)
    nf_nr_members_find(plan.cfg, o->in, p.ports, e);
  else
    nf_nr_members_check(&plan, o->in, p.ports, e);
  for (unsigned i = 0; i < p.ports && e->status == NF_EXIT_OK; i++)
    nf_nr_reader_open(&p.in[i], o->in[i], e);
  if (e->status == NF_EXIT_OK)
    p.engine->open(&p.device, plan.cfg, plan.rings, e);
  if (e->status == NF_EXIT_OK && nf_nr_writer_open(&p.out, out, e) == NF_EXIT_OK)
    play(&p, e);
  if (p.device && e->status == NF_EXIT_OK)
    p.engine->count(p.device, &r->counts, e);
  if (p.device)
    p.engine->close(p.device);
  for (unsigned i = 0; i < p.ports; i++)
    nf_nr_reader_close(&p.in[i]);
  return nf_nr_writer_close(&p.out, e);
}
