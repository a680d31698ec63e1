// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "pattern.h"

#include "ahead.h"
#include "share.h"
#include "traffic.h"
#include "wire.h"
#include <stdlib.h>

enum { LONG = 64 * NF_FAST_WINDOW }; // ticks between two looks at what is under way, at most

static nf_fast_source *source_of(const nf_fast *f, const nf_fast_site *site) {
  return &f->traffic->source[site - f->fabric->site];
}

static void send(nf_fast *f, nf_fast_site *site, unsigned k, uint32_t now) {
  nf_fast_source *s = source_of(f, site);
  if (f->traffic->over)
    return;
  while (s->next <= now && nf_fast_can_send(site, k)) {
    const nf_fast_packet p = nf_fast_birth(f->traffic, s);
    nf_fast_send(f, site, k, &p, now);
  }
  if (s->next > now)
    nf_fast_ask(f, site, k, s->next);
}

static void deliver(nf_fast *f, nf_fast_site *site, const nf_fast_packet *p, uint32_t now) {
  (void)site;
  nf_fast_arrived(f->traffic, p, now);
}

// A random order of all endpoints; each sends to the one behind it, so nobody to itself.
static int permute(nf_fast_traffic *t, const nf_fast_fabric *f, uint64_t seed, nf_err *e) {
  const uint32_t endpoints = f->graph->endpoints;
  uint32_t *order = malloc(endpoints * sizeof *order);
  nf_rng rng = {seed};
  if (!order)
    return nf_err_memory(e, "a permutation");
  nf_rng_order(&rng, order, endpoints);
  for (uint32_t i = 0; i < endpoints; i++)
    for (unsigned p = 0; p < f->planes; p++)
      t->source[f->endpoint_site[(size_t)p * endpoints + order[i]]].fixed =
          (uint16_t)order[(i + 1) % endpoints];
  free(order);
  return NF_EXIT_OK;
}

static int start(nf_fast *f, const nf_fast_pattern_cfg *cfg, nf_fast_pattern_result *r, nf_err *e) {
  const nf_fast_fabric *net = f->fabric;
  nf_fast_traffic *t = f->traffic;
  t->source = calloc(net->sites, sizeof *t->source);
  if (!t->source)
    return nf_err_memory(e, "sources of packets");
  if (cfg->permutation && permute(t, net, cfg->seed, e) != NF_EXIT_OK)
    return e->status;
  nf_fast_find_gaps(t);
  for (uint32_t i = 0; i < net->sites; i++) {
    nf_fast_site *s = &net->site[i];
    nf_fast_source *k = &t->source[i];
    if (!s->endpoint || s->ports == 0)
      continue;
    k->rng.state = (cfg->seed << 20) + i;
    k->next = 1;
    k->node = (uint16_t)s->node;
    k->flit = s->out[0].flit;
    nf_fast_next_birth(t, k);
    if (s->mine)
      s->timer[0] = k->next;
    r->capacity += (double)(cfg->ticks - cfg->warm_up) / s->out[0].flit;
  }
  return NF_EXIT_OK;
}

static void run_planes(nf_fast *f, uint32_t ticks, uint32_t window, nf_err *e) {
  const uint32_t shown = ticks / 64 + 4 * window; // between two looks at the bar
  const unsigned planes = nf_fast_fabric_turns(f->fabric);
  for (unsigned k = 0; k < planes; k++)
    for (uint64_t from = 1; from < ticks && e->status == NF_EXIT_OK; from += shown) {
      nf_fast_run(f, nf_fast_fabric_plane(f->fabric, k), (uint32_t)from,
                  ticks - from < shown ? ticks - (uint32_t)from : shown, window);
      nf_fast_agree(f, NULL, 0);
      nf_fast_show(f, (uint64_t)k * ticks + from, (uint64_t)planes * ticks, (uint32_t)from);
    }
}

// What is under way arrives, however long it takes: an output that has forgotten a packet, or a
// cycle of full buffers, would show here and nowhere else.
static int drain(nf_fast *f, uint32_t ticks, uint32_t rest, uint32_t window, uint64_t inside,
                 nf_err *e) {
  const uint32_t chunk = (rest < LONG ? rest : LONG) + window;
  for (unsigned k = 0; k < nf_fast_fabric_turns(f->fabric); k++) {
    const unsigned plane = nf_fast_fabric_plane(f->fabric, k);
    uint32_t from = ticks, quiet = 0;
    for (; quiet <= rest && from <= NF_FAST_LONGEST - chunk; from += chunk) {
      uint64_t moved = f->events;
      nf_fast_run(f, plane, from, chunk, window);
      moved = f->events - moved;
      if (nf_fast_agree(f, &moved, 1) != NF_EXIT_OK)
        return e->status;
      quiet = moved ? 0 : quiet + chunk;
    }
    if (quiet <= rest)
      return nf_refuse(e, "packets are under way after 340 ms; use a shorter --time");
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
  nf_fast_traffic t = {.others = cfg->permutation ? 0 : f->fabric->graph->endpoints - 1,
                       .responses = (65536 * cfg->responses + 99) / 100,
                       .warm_up = cfg->warm_up,
                       .flits = (uint8_t)cfg->flits,
                       .every = p >= 1,
                       .log_idle = log1p(-p),
                       .batch =
                           nf_fast_divide_by((cfg->ticks - cfg->warm_up) / NF_FAST_BATCHES + 1),
                       .latency = &r->latency};
  const uint32_t most = f->fabric->window,
                 window = cfg->window && cfg->window < most ? cfg->window : most;
  f->deliver = deliver;
  f->source = send;
  f->traffic = &t;
  nf_fast_ahead ahead = {.window = 0};
  uint32_t rest = nf_fast_wires_rest(f->fabric);
  nf_fast_latest(f, &rest);
  if (cfg->ticks > NF_FAST_LONGEST - rest)
    nf_refuse(e, "--time: 340 ms at most, together with the longest way of a packet");
  start(f, cfg, r, e);
  if (e->status == NF_EXIT_OK)
    nf_fast_ahead_open(&ahead, f, cfg->window ? cfg->window : NF_FAST_WINDOW, cfg->flits, e);
  f->ahead = ahead.window ? &ahead : NULL;
  if (nf_fast_agree(f, NULL, 0) == NF_EXIT_OK)
    run_planes(f, cfg->ticks, window, e);
  r->offered = t.offered;
  r->arrived = t.arrived;
  uint64_t count[] = {f->injected, f->delivered};
  if (e->status == NF_EXIT_OK && nf_fast_check(f, &r->inside) == NF_EXIT_OK &&
      nf_fast_agree(f, count, 2) == NF_EXIT_OK && count[0] != count[1] + r->inside)
    nf_err_set(e, NF_EXIT_FAILED, "%llu packets were sent, %llu arrived and %llu are under way",
               (unsigned long long)count[0], (unsigned long long)count[1],
               (unsigned long long)r->inside);
  t.over = true;
  if (e->status == NF_EXIT_OK)
    drain(f, cfg->ticks, rest, window, r->inside, e);
  f->ahead = NULL;
  nf_fast_ahead_close(&ahead);
  free(t.source);
  return e->status;
}
