// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "pattern.h"

#include "common/nf_defs.h"
#include "share.h"
#include <math.h>
#include <stdlib.h>

// The source of an endpoint in a plane.
typedef struct {
  nf_rng rng;
  uint32_t next; // tick of the next packet's birth
  uint16_t fixed;
} source;

typedef struct {
  const nf_fast_pattern_cfg *cfg;
  nf_fast_pattern_result *r;
  source *source; // by site
  uint32_t endpoints, batch_ticks;
  double log_idle; // of a flit time
  bool over;       // nothing more is sent
} traffic;

static double chance(nf_rng *r) { return ((double)(nf_rng_next(r) >> 11) + 0.5) * 0x1p-53; }

// Flit times to the next birth: geometric, 1 or more.
static uint32_t gap(const traffic *t, source *s) {
  if (t->log_idle == -INFINITY) // a packet in each of them
    return 1;
  const double n = log(chance(&s->rng)) / t->log_idle;
  return n < 1e9 ? 1 + (uint32_t)n : 1000000000;
}

static void born(const traffic *t, source *s, unsigned flit) {
  const uint64_t next = s->next + (uint64_t)gap(t, s) * flit;
  s->next = next < NF_FAST_LONGEST ? (uint32_t)next : NF_FAST_NEVER;
}

static source *source_of(const nf_fast *f, const nf_fast_site *site) {
  const traffic *t = f->ctx;
  return &t->source[site - f->fabric->site];
}

// The packet that is born next.
static nf_fast_packet next_packet(const traffic *t, source *s, const nf_fast_site *site) {
  const uint64_t draw = nf_rng_next(&s->rng);
  unsigned to = s->fixed;
  if (!t->cfg->permutation) {
    to = (unsigned)((draw >> 32) * (t->endpoints - 1) >> 32);
    to += to >= site->node;
  }
  const bool response = (draw & 0xffff) * 100 < (uint64_t)t->cfg->responses << 16;
  const nf_fast_packet p = {.tag = s->next,
                            .to = (uint16_t)to,
                            .from = (uint16_t)site->node,
                            .kind = response ? NF_OPCODE_READ_RSP : NF_OPCODE_WRITE,
                            .flits = (uint8_t)t->cfg->flits};
  if (s->next >= t->cfg->warm_up)
    t->r->offered += p.flits;
  born(t, s, site->out[0].flit);
  return p;
}

static void send(nf_fast *f, nf_fast_site *site, unsigned k, uint32_t now) {
  const traffic *t = f->ctx;
  source *s = source_of(f, site);
  if (t->over)
    return;
  while (s->next <= now && nf_fast_can_send(site, k)) {
    const nf_fast_packet p = next_packet(t, s, site);
    nf_fast_send(f, site, k, &p, now);
  }
  if (s->next > now)
    nf_fast_ask(f, site, k, s->next);
}

static uint32_t birth(nf_fast *f, const nf_fast_site *site, nf_fast_packet *p) {
  const traffic *t = f->ctx;
  source *s = source_of(f, site);
  if (p)
    *p = next_packet(t, s, site);
  return t->over ? NF_FAST_NEVER : s->next;
}

static void deliver(nf_fast *f, nf_fast_site *site, const nf_fast_packet *p, uint32_t now) {
  traffic *t = f->ctx;
  (void)site;
  if (now < t->cfg->warm_up || t->over)
    return;
  t->r->arrived += p->flits;
  nf_fast_note(&t->r->latency, now - p->tag, (now - t->cfg->warm_up) / t->batch_ticks);
}

// A random order of all endpoints; each sends to the one behind it, so nobody to itself.
static int permute(traffic *t, const nf_fast_fabric *f, nf_err *e) {
  uint16_t *order = malloc(t->endpoints * sizeof *order);
  nf_rng rng = {t->cfg->seed};
  if (!order)
    return nf_err_memory(e, "a permutation");
  for (uint32_t i = 0; i < t->endpoints; i++) {
    const uint32_t k = nf_rng_below(&rng, i + 1);
    order[i] = order[k];
    order[k] = (uint16_t)i;
  }
  for (uint32_t i = 0; i < t->endpoints; i++)
    for (unsigned p = 0; p < f->planes; p++)
      t->source[f->endpoint_site[(size_t)p * t->endpoints + order[i]]].fixed =
          order[(i + 1) % t->endpoints];
  free(order);
  return NF_EXIT_OK;
}

static int start(traffic *t, nf_fast *f, nf_err *e) {
  const nf_fast_fabric *net = f->fabric;
  t->source = calloc(net->sites, sizeof *t->source);
  if (!t->source)
    return nf_err_memory(e, "sources of packets");
  if (t->cfg->permutation && permute(t, net, e) != NF_EXIT_OK)
    return e->status;
  for (uint32_t i = 0; i < net->sites; i++) {
    nf_fast_site *s = &net->site[i];
    if (!s->endpoint || s->ports == 0)
      continue;
    t->source[i].rng.state = (t->cfg->seed << 20) + i;
    t->source[i].next = 1;
    born(t, &t->source[i], s->out[0].flit);
    if (s->mine)
      s->timer[0] = t->source[i].next;
    t->r->capacity += (double)(t->cfg->ticks - t->cfg->warm_up) / s->out[0].flit;
  }
  return NF_EXIT_OK;
}

static void run_planes(nf_fast *f, uint32_t ticks, uint32_t window, nf_err *e) {
  const uint32_t shown = ticks / 64 + window; // between two looks at the bar
  const unsigned planes = nf_fast_fabric_turns(f->fabric);
  for (unsigned k = 0; k < planes; k++)
    for (uint32_t from = 1; from < ticks && e->status == NF_EXIT_OK; from += shown) {
      nf_fast_run(f, nf_fast_fabric_plane(f->fabric, k), from,
                  ticks - from < shown ? ticks - from : shown, window);
      nf_fast_agree(f, NULL, 0);
      nf_fast_show(f, (uint64_t)k * ticks + from, (uint64_t)planes * ticks, from);
    }
}

// What is under way arrives, however long it takes: an output that has forgotten a packet, or a
// cycle of full buffers, would show here and nowhere else.
static int drain(nf_fast *f, const traffic *t, uint32_t window, uint64_t inside, nf_err *e) {
  const uint32_t chunk = 1 << 16; // 5 us: longer than any cable
  for (unsigned k = 0; k < nf_fast_fabric_turns(f->fabric); k++) {
    const unsigned plane = nf_fast_fabric_plane(f->fabric, k);
    uint64_t moved = 1;
    for (uint32_t from = t->cfg->ticks; moved && from < NF_FAST_LONGEST - chunk; from += chunk) {
      const uint64_t before = f->events;
      nf_fast_run(f, plane, from, chunk, window);
      moved = f->events - before;
      if (nf_fast_agree(f, &moved, 1) != NF_EXIT_OK)
        return e->status;
    }
  }
  uint64_t lost = f->injected - f->delivered;
  if (nf_fast_agree(f, &lost, 1) == NF_EXIT_OK && lost)
    return nf_err_set(e, NF_EXIT_STALLED,
                      "stalled: of %llu packets under way at the end %llu never arrive",
                      (unsigned long long)inside, (unsigned long long)lost);
  return nf_fast_check(f, &inside);
}

int nf_fast_pattern_run(nf_fast *f, const nf_fast_pattern_cfg *cfg, nf_fast_pattern_result *r,
                        nf_err *e) {
  const double p = cfg->load / cfg->flits;
  traffic t = {.cfg = cfg, .r = r, .endpoints = f->fabric->graph->endpoints};
  t.log_idle = p < 1 ? log1p(-p) : -INFINITY;
  t.batch_ticks = (cfg->ticks - cfg->warm_up) / NF_FAST_BATCHES + 1;
  const uint32_t most = f->fabric->window,
                 window = cfg->window && cfg->window < most ? cfg->window : most;
  f->deliver = deliver;
  f->source = send;
  if (f->fabric->route_vcs == 1)
    f->birth = birth;
  f->ctx = &t;
  start(&t, f, e);
  if (nf_fast_agree(f, NULL, 0) == NF_EXIT_OK)
    run_planes(f, cfg->ticks, window, e);
  uint64_t count[] = {f->injected, f->delivered};
  if (e->status == NF_EXIT_OK && nf_fast_check(f, &r->inside) == NF_EXIT_OK &&
      nf_fast_agree(f, count, 2) == NF_EXIT_OK && count[0] != count[1] + r->inside)
    nf_err_set(e, NF_EXIT_FAILED, "%llu packets were sent, %llu arrived and %llu are under way",
               (unsigned long long)count[0], (unsigned long long)count[1],
               (unsigned long long)r->inside);
  t.over = true;
  if (e->status == NF_EXIT_OK)
    drain(f, &t, window, r->inside, e);
  free(t.source);
  return e->status;
}
