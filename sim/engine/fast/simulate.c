// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#define _POSIX_C_SOURCE 200809L
#include "simulate.h"

#include "common/nf_defs.h"
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { SIX_PLANES_BLOCKS = 64 }; // of a wave: 8 kB on the six links of KLENK's GPUs

static double cpu_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// Bytes that can still be had, by the kernel's own estimate; UINT64_MAX where it gives none.
static uint64_t available(void) {
  unsigned long long kilobytes;
  char line[128];
  uint64_t bytes = UINT64_MAX;
  FILE *f = fopen("/proc/meminfo", "r");
  while (f && fgets(line, sizeof line, f))
    if (sscanf(line, "MemAvailable: %llu kB", &kilobytes) == 1)
      bytes = kilobytes * 1024;
  if (f)
    fclose(f);
  return bytes;
}

static int check_memory(const nf_simulate_cfg *cfg, const nf_fast_fabric_cfg *fabric, nf_err *e) {
  const bool collective = cfg->kind == NF_SIMULATE_NETWORK;
  const uint64_t needs =
                     nf_fast_fabric_bytes(fabric) +
                     (collective ? nf_fast_collective_bytes(&cfg->collective, fabric->graph) : 0),
                 has = available();
  if (needs <= has)
    return NF_EXIT_OK;
  return nf_err_set(e, NF_EXIT_BAD_INPUT,
                    "%s: the run needs about %.1f GB of memory and %.1f GB are free; use a smaller "
                    "network%s",
                    fabric->graph->name, (double)needs * 1e-9, (double)has * 1e-9,
                    collective ? ", or fewer or smaller waves" : "");
}

static void complete(nf_simulate_cfg *cfg, const nf_graph *g) {
  nf_fast_collective_cfg *c = &cfg->collective;
  if (c->ranks == 0)
    c->ranks = g->endpoints;
  if (c->wave_blocks == 0)
    c->wave_blocks = (SIX_PLANES_BLOCKS * (uint32_t)g->planes + 4) / 6;
}

// An all-reduce takes the links of all planes alike.
static double endpoint_rate(const nf_graph *g) {
  double least = 0;
  for (uint32_t c = 0; c < g->cables; c++) {
    const nf_graph_cable *k = &g->cable[c];
    if ((k->end[0].node < g->endpoints || k->end[1].node < g->endpoints) &&
        (least == 0 || k->bytes_per_ns < least))
      least = k->bytes_per_ns;
  }
  return least;
}

static unsigned fewest_ports(const nf_fast_fabric *f) {
  unsigned least = NF_FAST_PORTS;
  for (uint32_t i = 0; i < f->sites; i++)
    if (f->site[i].endpoint && f->site[i].ports < least)
      least = f->site[i].ports;
  return least;
}

static int run_schedule(const nf_simulate_cfg *cfg, nf_fast *f, nf_simulate_result *r, nf_err *e) {
  nf_schedule s = {.ranks = 0};
  nf_program p;
  nf_shape shape = cfg->shape;
  nf_links links;
  shape.ranks = cfg->collective.ranks;
  if (strncmp(cfg->algorithm, "tree", 4) == 0) { // of the links of a machine
    if (nf_links_open(&links, cfg->topology, e) != NF_EXIT_OK)
      return e->status;
    shape.links = &links;
  }
  if (nf_algorithm_open(&s, cfg->algorithm, &shape, e) == NF_EXIT_OK &&
      nf_program_open(&p, &s, e) == NF_EXIT_OK) {
    const nf_fast_steps_cfg steps = {&p, cfg->collective.bytes, cfg->collective.latency,
                                     cfg->collective.window};
    nf_fast_steps_run(f, &steps, &r->steps, e);
    for (uint32_t i = 0; i < p.steps; i++)
      r->messages += p.step[i].kind == NF_STEP_SEND;
    nf_program_close(&p);
  }
  nf_schedule_close(&s);
  return e->status;
}

static int run(nf_simulate_cfg *cfg, nf_fast_fabric *fabric, nf_simulate_result *r, nf_err *e) {
  nf_fast f;
  if (nf_fast_open(&f, fabric, e) != NF_EXIT_OK)
    return e->status;
  nf_progress bar = nf_progress_start(fabric->graph->name);
  f.bar = &bar;
  const double before = cpu_seconds();
  if (cfg->kind == NF_SIMULATE_NETWORK) {
    nf_fast_collective_run(&f, &cfg->collective, &r->collective, e);
    r->ticks = r->collective.ticks;
    r->latency = &r->collective.latency;
  } else if (cfg->kind == NF_SIMULATE_SCHEDULE) {
    run_schedule(cfg, &f, r, e);
    r->ticks = r->steps.ticks;
    r->latency = &r->steps.latency;
  } else {
    cfg->pattern.permutation = cfg->kind == NF_SIMULATE_PERMUTATION;
    nf_fast_pattern_run(&f, &cfg->pattern, &r->pattern, e);
    r->ticks = cfg->pattern.ticks;
    r->latency = &r->pattern.latency;
  }
  r->cpu_seconds = cpu_seconds() - before;
  nf_progress_end(&bar);
  r->hops = nf_fast_fabric_hops(fabric);
  r->events = f.events;
  r->hash = nf_fast_fabric_hash(fabric);
  r->window = fabric->window;
  r->ports = fewest_ports(fabric);
  nf_fast_close(&f);
  return e->status;
}

static int simulate(nf_simulate_cfg *cfg, const nf_graph *g, nf_route *route, nf_simulate_result *r,
                    nf_err *e) {
  nf_fast_fabric fabric;
  const nf_fast_fabric_cfg how = {.graph = g,
                                  .route = route,
                                  .classes = 2,
                                  .gap = cfg->gap,
                                  .adaptive = strcmp(nf_route_name(route), "adaptive") == 0};
  complete(cfg, g);
  r->endpoints = g->endpoints;
  r->planes = g->planes;
  r->switches = g->nodes - g->endpoints;
  r->link_gbps = endpoint_rate(g);
  snprintf(r->topology, sizeof r->topology, "%s", g->name);
  snprintf(r->routing, sizeof r->routing, "%s", nf_route_name(route));
  if (cfg->collective.ranks < 2 || cfg->collective.ranks > g->endpoints)
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "--ranks %u: %s has %u endpoints, and a collective needs two",
                      cfg->collective.ranks, g->name, g->endpoints);
  if (nf_route_check(route, NULL, e) != NF_EXIT_OK || check_memory(cfg, &how, e) != NF_EXIT_OK)
    return e->status;
  if (nf_fast_fabric_open(&fabric, &how, e) == NF_EXIT_OK)
    run(cfg, &fabric, r, e);
  nf_fast_fabric_close(&fabric);
  return e->status;
}

int nf_simulate(nf_simulate_cfg *cfg, nf_simulate_result *r, nf_err *e) {
  nf_graph g;
  nf_route *route = NULL;
  memset(r, 0, sizeof *r);
  if (nf_graph_open(&g, cfg->topology, e) != NF_EXIT_OK)
    return e->status;
  if (nf_route_open(&route, &g, cfg->routing, e) == NF_EXIT_OK)
    simulate(cfg, &g, route, r, e);
  nf_route_close(route);
  nf_graph_close(&g);
  return e->status;
}
