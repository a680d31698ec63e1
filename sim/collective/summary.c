// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "summary.h"
#include "sim/cli/progress.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
  uint64_t *to;  // [ranks]: chunks that the rank in hand sends to each
  uint8_t *lane; // [lanes]: what it has been seen to do
  uint32_t lanes;
} counting;

static uint64_t larger(uint64_t a, uint64_t b) { return a > b ? a : b; }

enum { SEEN = 1, SENDS = 2, RECEIVES = 4 };

// A lane that sends is a port, and so is one that receives; of the two the more.
static void count_lane(counting *c, const nf_step *t, uint32_t *lanes, uint32_t *ports,
                       uint32_t *receivers) {
  if (t->lane >= c->lanes)
    return;
  uint8_t *lane = &c->lane[t->lane];
  const bool sends = t->kind == NF_STEP_SEND,
             receives = t->kind == NF_STEP_RECV || t->kind == NF_STEP_REDUCE;
  *lanes += *lane == 0;
  *ports += sends && !(*lane & SENDS);
  *receivers += receives && !(*lane & RECEIVES);
  *lane |= (uint8_t)(SEEN | (sends ? SENDS : 0) | (receives ? RECEIVES : 0));
}

static void count_link(counting *c, const nf_step *t, nf_summary *m) {
  m->links += c->to[t->peer] == 0 && t->count > 0;
  c->to[t->peer] += t->count;
  m->most_link = larger(m->most_link, c->to[t->peer]);
}

static void count_rank(counting *c, const nf_steps *steps, nf_summary *m) {
  uint64_t sent = 0;
  uint32_t lanes = 0, ports = 0, receivers = 0;
  memset(c->lane, 0, c->lanes * sizeof *c->lane);
  for (uint32_t i = 0; i < steps->steps; i++) {
    const nf_step *t = &steps->step[i];
    count_lane(c, t, &lanes, &ports, &receivers);
    m->messages += t->kind == NF_STEP_SEND;
    m->joins += t->kind == NF_STEP_JOIN;
    if (t->kind == NF_STEP_SEND)
      count_link(c, t, m);
    if (t->kind == NF_STEP_SEND || t->kind == NF_STEP_JOIN)
      sent += t->count;
  }
  // Peers alone are cleared: of a million ranks most have a few.
  for (uint32_t i = 0; i < steps->steps; i++)
    if (steps->step[i].kind == NF_STEP_SEND)
      c->to[steps->step[i].peer] = 0;
  m->steps += steps->steps;
  m->most_steps = larger(m->most_steps, steps->steps);
  m->chunks_sent += sent;
  m->most_sent = larger(m->most_sent, sent);
  m->least_sent = sent < m->least_sent ? sent : m->least_sent;
  m->lanes = lanes > m->lanes ? lanes : m->lanes;
  // What a reduction's root takes in at once, the others send.
  ports = receivers > ports ? receivers : ports;
  m->ports = ports > m->ports ? ports : m->ports;
}

int nf_schedule_summary(const nf_schedule *s, nf_summary *m, nf_err *e) {
  enum { LANES = 4096 };
  counting c = {calloc(s->ranks, sizeof *c.to), malloc(LANES * sizeof *c.lane), LANES};
  nf_steps steps = {0};
  nf_progress bar = nf_progress_start("schedule");
  *m = (nf_summary){.least_sent = UINT64_MAX};
  if (!c.to || !c.lane)
    nf_err_memory(e, "the summary of a schedule");
  for (uint32_t r = 0; r < s->ranks && e->status == NF_EXIT_OK; r++) {
    if (nf_schedule_steps(s, r, &steps, e) != NF_EXIT_OK)
      break;
    for (uint32_t i = 0; i < steps.steps; i++)
      if (steps.step[i].kind == NF_STEP_SEND && steps.step[i].peer >= s->ranks)
        nf_refuse(e, "rank %u step %u: there is no rank %u", r, i, steps.step[i].peer);
    if (e->status == NF_EXIT_OK)
      count_rank(&c, &steps, m);
    nf_progress_show(&bar, r + 1, s->ranks, 0);
  }
  nf_progress_end(&bar);
  nf_steps_free(&steps);
  free(c.to);
  free(c.lane);
  return e->status;
}

// Steps until what one rank has is everywhere.
static uint32_t least_steps(uint32_t ranks, uint32_t ports) {
  uint32_t steps = 0;
  for (uint64_t reached = 1; reached < ranks; reached *= ports + 1ull)
    steps++;
  return steps;
}

double nf_schedule_limit(const nf_schedule *s, const nf_summary *m, const nf_cost *c) {
  const uint32_t ports = m->ports ? m->ports : 1;
  const double alpha = (double)c->alpha_ps[0],
               bytes = (double)c->bytes * 1e12 / (double)c->rate[0] / ports;
  double share = (s->ranks - 1.0) / s->ranks;
  uint32_t steps = least_steps(s->ranks, ports);
  if (s->what == NF_TRACE || s->machine || c->links)
    return 0;
  switch (s->what) {
  case NF_ALL_REDUCE:
    share = m->joins ? 1 : 2 * share;
    steps = m->joins ? 1 : steps;
    break;
  case NF_ALL_TO_ALL:
    steps = 1;
    break;
  case NF_BROADCAST:
  case NF_REDUCE:
    share = 1;
    break;
  case NF_BARRIER:
    share = 0;
    break;
  default:
    break;
  }
  const double carried = alpha + share * bytes;
  return steps * alpha > carried ? steps * alpha : carried;
}
