// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/netreduce/replay.h"

#include "sim/netreduce/capture.h"
#include "sim/netreduce/limits.h"
#include "sim/netreduce/members.h"
#include "sim/netreduce/missing.h"
#include "sim/netreduce/tables.h"

// An accelerator asks for what is missing and repeats what nobody acknowledges, each time that
// `again` has run down, for as long as that takes: where captures end early, or lack a frame, it
// never rests. So of these time-outs in which no frame comes there are no more than END behind the
// last frame, and GAP between two: receivers may be far away, and a sender may be slow.
enum { END = 16, GAP = 1000 };
// Between two frames, however well it rests: time stamps of clocks that differ. All in all: 200
// days are less than 2^64 ps.
enum { HOUR = 3600, MOST_DAYS = 200, DAY = 86400 };
static const uint64_t Second = 1000000000;

typedef struct {
  const nf_nr_engine *engine;
  void *device;
  nf_nr_reader in[NF_NR_PORTS];
  nf_nr_writer out;
  unsigned ports;
  uint64_t begin; // time stamp of the earliest frame
  uint64_t last;  // of the last one that went in
  bool waits;     // nothing but repeats itself, and was given up
  nf_nr_missing missing;
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

// ------------------------------------------------------------------------------- out
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

// When the accelerator last had something to work on, and its time-out.
static uint64_t busy(const player *p) {
  const uint64_t last = (p->last - p->begin) * NF_NR_PICO, worked = p->engine->worked(p->device);
  return last > worked ? last : worked;
}

static uint64_t again(const player *p) { return p->plan->cfg[0].again; }

static void drain(player *p) {
  uint64_t time;
  unsigned port, bytes;
  const uint8_t *frame;
  while ((frame = p->engine->take(p->device, &time, &port, &bytes)) != NULL) {
    p->result->unmarked += is_unmarked(p, frame, bytes);
    if (time > busy(p) + again(p))
      nf_nr_missing_repeated(&p->missing, p->plan, frame, bytes);
    nf_nr_writer_put(&p->out, p->begin + time / NF_NR_PICO, frame, bytes);
    p->result->time = time > p->result->time ? time : p->result->time;
  }
}

// Works until `time`, as often as the device asks for it, or until it has been asking for so many
// time-outs in which nothing came.
static int work_until(player *p, uint64_t time, unsigned timeouts, nf_err *e) {
  for (uint64_t t; (t = p->engine->next(p->device)) <= time && t != NF_NR_NEVER;) {
    p->waits = t > busy(p) + timeouts * again(p);
    if (p->waits || p->engine->advance(p->device, t, e) != NF_EXIT_OK)
      return e->status;
    drain(p);
  }
  return e->status;
}

// ------------------------------------------------------------------------------- in
static int check_time(const player *p, const nf_nr_reader *in, nf_err *e) {
  const uint64_t gap = in->time < p->last ? 0 : in->time - p->last;
  const unsigned long long frame = in->count;
  if (gap > HOUR * Second)
    nf_refuse(e,
              "%s: frame %llu comes %.9g s behind the frame before it; an hour can be at most; set "
              "its time stamp right",
              in->path, frame, (double)gap / (double)Second);
  else if (in->time - p->begin > MOST_DAYS * DAY * Second)
    nf_refuse(e, "%s: frame %llu comes more than %d days behind the first one; cut the captures",
              in->path, frame, MOST_DAYS);
  return e->status;
}

static int put(player *p, unsigned port, nf_nr_reader *in, nf_err *e) {
  const uint64_t time = (in->time - p->begin) * NF_NR_PICO;
  p->last = in->time;
  nf_nr_missing_forget(&p->missing);
  p->result->frames++;
  return p->engine->offer(p->device, time, port, in->frame, in->bytes, e);
}

// The frame for which the accelerator would have to wait too long, if `waits`; NULL: they end.
static const nf_nr_reader *play(player *p, nf_err *e) {
  int port = earliest(p);
  p->begin = p->last = port < 0 ? 0 : p->in[port].time;
  for (; port >= 0; port = earliest(p)) {
    nf_nr_reader *in = &p->in[port];
    if (check_time(p, in, e) != NF_EXIT_OK ||
        work_until(p, (in->time - p->begin) * NF_NR_PICO, GAP, e) != NF_EXIT_OK || p->waits ||
        put(p, (unsigned)port, in, e) != NF_EXIT_OK || nf_nr_reader_next(in, e) != NF_EXIT_OK)
      return in;
  }
  work_until(p, NF_NR_NEVER, END, e);
  return NULL;
}

// ------------------------------------------------------------------------------- the whole
// What it waits for. Too long a gap is refused; at the end what has left is kept.
static void tell(const player *p, const nf_nr_reader *late, const char *const *captures,
                 nf_err *e) {
  nf_note note = {.used = 0};
  const char *name = p->plan->name;
  if (nf_nr_missing_tell(&p->missing, p->plan, p->engine, p->device, captures, p->ports, &note,
                         e) != NF_EXIT_OK)
    return;
  if (late)
    nf_refuse(e,
              "%s: frame %llu comes %.9g s behind the frame before it, and accelerator %s has "
              "only repeated itself for %d time-outs (%.6g us): %s; set its time stamp right",
              late->path, (unsigned long long)late->count,
              (double)(late->time - p->last) / (double)Second, name, GAP,
              GAP * (double)again(p) / 1e6, note.text);
  else
    nf_err_set(&p->result->end, NF_EXIT_STALLED,
               "the captures end, and accelerator %s has only repeated itself for %d time-outs "
               "(%.6g us) behind their last frame: %s; give captures that go on to the end",
               name, END, END * (double)again(p) / 1e6, note.text);
}

int nf_nr_replay_all(nf_nr_replay *r, const nf_nr_options *o, const char *out, nf_err *e) {
  nf_nr_plan plan = o->plan;
  player p = {.engine = o->common.engine, .ports = o->captures, .plan = &plan, .result = r};
  const nf_nr_reader *late = NULL;
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
    late = play(&p, e);
  if (p.device && e->status == NF_EXIT_OK)
    p.engine->count(p.device, &r->counts, e);
  if (p.waits && e->status == NF_EXIT_OK)
    tell(&p, late, o->in, e);
  if (p.device)
    p.engine->close(p.device);
  for (unsigned i = 0; i < p.ports; i++)
    nf_nr_reader_close(&p.in[i]);
  return nf_nr_writer_close(&p.out, e);
}
