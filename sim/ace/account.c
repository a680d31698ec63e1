// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/ace/account.h"

#include <stdlib.h>

const char *const nf_ace_time_names[NF_TIMES] = {"data",    "tokens",    "normal", "crossbar",
                                                 "machine", "credit",    "packet", "slot",
                                                 "memory",  "elsewhere", "nothing"};

// What the machines of a node do in a cycle, a bit each.
typedef struct {
  uint16_t crossbar, machine, credit, packet;
} machines;

int nf_ace_account_open(nf_ace_account *a, const nf_ace_system *n, nf_err *e) {
  const nf_ace_plan *p = n->cfg.plan;
  *a = (nf_ace_account){.net = n};
  a->link = calloc((size_t)p->cfg.topology->nodes * NF_TOPO_PORTS, sizeof *a->link);
  if (!a->link)
    return nf_err_memory(e, "the account of the links");
  for (unsigned i = 0; i < p->phases; i++) {
    const nf_ace_phase *f = &p->phase[i];
    for (unsigned m = f->machine; m < f->machine + f->machines && f->size > 1; m++) {
      const unsigned pair = f->algorithm == NF_ALG_RING ? p->paths[m].next : p->paths[m].peers;
      a->senders[pair / NF_ACE_QPS] |= (uint16_t)(1u << m);
    }
  }
  return NF_EXIT_OK;
}

void nf_ace_account_close(nf_ace_account *a) { free(a->link); }

// ------------------------------------------------------------------------------- machines, chunks
static machines count_machines(nf_ace_account *a, const nf_ace_node *k) {
  const nf_ace_plan *p = a->net->cfg.plan;
  const nf_ace_chunks *c = nf_ace_chunks_at(k->model);
  machines at = {0};
  for (unsigned i = 0; i < p->phases; i++) {
    const nf_ace_phase *f = &p->phase[i];
    nf_ace_dim_account *d = &a->now.dim[f->dim];
    unsigned busy = 0;
    for (unsigned m = f->machine; m < f->machine + f->machines; m++) {
      const nf_ace_machine_state s = nf_ace_machine_at(k->model, m);
      if (!s.busy) {
        d->idle++;
        continue;
      }
      busy++;
      d->wait[s.wait]++;
      uint16_t *does = s.wait == NF_ACE_WAIT_NOTHING  ? &at.machine
                       : s.wait == NF_ACE_WAIT_CREDIT ? &at.credit
                       : s.wait == NF_ACE_WAIT_PACKET ? &at.packet
                                                      : &at.crossbar;
      *does |= (uint16_t)(1u << m);
    }
    d->slot += c->slot[i];
    // A machine that is done still shows its chunk, which has left, or the other way round.
    d->queue += c->machine[i] > busy ? c->machine[i] - busy : 0;
    d->inside += c->machine[i] > busy ? busy : c->machine[i];
  }
  a->now.load += c->load;
  a->now.store += c->store;
  return at;
}

// ------------------------------------------------------------------------------- links
// No machine that sends on a link of the dimension has a chunk: where the next one is that will
// need it, or else the others.
static nf_ace_time look_for_chunks(const nf_ace_plan *p, unsigned dim, const nf_ace_chunks *c) {
  for (unsigned i = 0; i < p->phases; i++)
    if (p->phase[i].dim == dim && c->slot[i])
      return NF_TIME_SLOT;
  for (unsigned before = 1; before <= p->phases; before++)
    for (unsigned i = before - 1; i < p->phases; i++) {
      if (p->phase[i].dim != dim)
        continue;
      if (i == before - 1 && c->load)
        return NF_TIME_MEMORY;
      if (i >= before && c->slot[i - before] + c->machine[i - before])
        return NF_TIME_ELSEWHERE;
    }
  if (c->store)
    return NF_TIME_MEMORY;
  for (unsigned i = 0; i < p->phases; i++)
    if (c->slot[i] + c->machine[i])
      return NF_TIME_ELSEWHERE;
  return NF_TIME_NOTHING;
}

static nf_ace_time why_free(const nf_ace_plan *p, unsigned dim, uint16_t senders,
                            const machines *at, const nf_ace_chunks *c) {
  if (senders & at->crossbar)
    return NF_TIME_CROSSBAR;
  if (senders & at->machine)
    return NF_TIME_MACHINE;
  if (senders & at->credit)
    return NF_TIME_CREDIT;
  if (senders & at->packet)
    return NF_TIME_PACKET;
  return look_for_chunks(p, dim, c);
}

static uint64_t between(uint64_t v, uint64_t low, uint64_t high) {
  return v < low ? low : v > high ? high : v;
}

// A cycle of a wire is `rate` bytes: what is left of the packet before, then what was put in, to
// the end of the cycle, as a port puts in once a cycle; or nothing. Returns how much nothing.
static uint64_t count_link(nf_ace_account_link *was, const nf_ace_pipe *w, uint64_t cycle,
                           uint64_t time[NF_TIMES]) {
  const uint64_t from = cycle * w->rate;
  const uint64_t old = between(was->sent, from, from + w->rate) - from;
  const bool put = w->sent != was->sent;
  time[was->carries] += old;
  if (put) {
    was->carries = w->put_class == NF_PIPE_NORMAL ? NF_TIME_NORMAL
                   : w->tokens != was->tokens     ? NF_TIME_TOKENS
                                                  : NF_TIME_DATA;
    time[was->carries] += w->rate - old;
    was->sent = w->sent;
    was->tokens = w->tokens;
  }
  return put ? 0 : w->rate - old;
}

static void count_node(nf_ace_account *a, unsigned node) {
  const nf_ace_plan *p = a->net->cfg.plan;
  const nf_ace_node *k = &a->net->node[node];
  const machines at = count_machines(a, k);
  for (unsigned port = 0; port < NF_TOPO_PORTS; port++) {
    if (!k->tx[port])
      continue;
    const unsigned dim = (unsigned)nf_topo_port_dim(p->cfg.topology, port);
    uint64_t *time = a->now.dim[dim].time;
    const uint64_t nothing =
        count_link(&a->link[node * NF_TOPO_PORTS + port], k->tx[port], a->net->cycle - 1, time);
    if (nothing)
      time[why_free(p, dim, a->senders[port], &at, nf_ace_chunks_at(k->model))] += nothing;
  }
}

// Whether a command that was not over has an interrupt in this cycle.
static bool interrupted(const nf_ace_driver *d, uint64_t cycle) {
  return d->irq && d->irq_cycle == cycle && (d->ended < d->commands || d->end == cycle);
}

// The run goes from the first command to the last interrupt: what was counted before the cycle of
// an interrupt is kept.
void nf_ace_account_step(nf_ace_account *a) {
  const nf_ace_system *n = a->net;
  const unsigned nodes = n->cfg.plan->cfg.topology->nodes;
  const uint64_t cycle = n->cycle - 1;
  bool interrupt = false;
  for (unsigned k = 0; k < nodes; k++) {
    a->started |= n->node[k].driver.given != 0;
    interrupt |= interrupted(&n->node[k].driver, cycle);
  }
  if (interrupt)
    a->end = a->now;
  for (unsigned k = 0; k < nodes; k++)
    count_node(a, k);
  if (!a->started)
    a->now = (nf_ace_totals){0};
  else
    a->now.cycles++;
}
