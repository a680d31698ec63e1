// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "simulate.h"

#include "common/nf_defs.h"
#include "share.h"
#include "sim/common/memory.h"
#include "sim/common/timeout.h"
#include "wire.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIX_PLANES_BLOCKS = 64 }; // of a wave: 8 kB on the six links of KLENK's GPUs

static int check_memory(const nf_simulate_cfg *cfg, const nf_fast_fabric_cfg *fabric, nf_err *e) {
  const bool collective = cfg->kind == NF_SIMULATE_NETWORK;
  const uint64_t needs =
                     nf_fast_fabric_bytes(fabric) +
                     (collective ? nf_fast_collective_bytes(&cfg->collective, fabric->graph) : 0) +
                     (cfg->payload
                          ? nf_fast_payload_bytes(cfg->collective.ranks, cfg->collective.bytes)
                          : 0),
                 has = nf_memory_free();
  if (needs <= has)
    return NF_EXIT_OK;
  return nf_refuse(e,
                   "%s: the run needs about %.1f GB of memory and %.1f GB are free; use a smaller "
                   "network%s",
                   fabric->graph->name, (double)needs * 1e-9, (double)has * 1e-9,
                   collective ? ", or fewer or smaller waves" : "");
}

static uint32_t usual_timeout(const nf_fast_collective_cfg *c, const nf_graph *g) {
  const nf_fast_fabric f = {.graph = g, .reduces = true};
  const uint64_t waves = (uint64_t)c->waves * c->wave_blocks, all = c->bytes / NF_BLOCK_BYTES,
                 blocks = (waves < all ? waves : all) / g->planes + 1;
  uint32_t longest = 0;
  uint32_t flit = NF_FAST_CYCLE; // ticks on the slowest link
  for (uint32_t i = 0; i < g->cables; i++) {
    const nf_graph_cable *k = &g->cable[i];
    const uint32_t reach = nf_fast_fabric_reach(&f, k);
    longest = reach > longest ? reach : longest;
    flit = nf_fast_flit_ticks(k) > flit ? nf_fast_flit_ticks(k) : flit;
  }
  const uint64_t timeout = nf_timeout_of_push((uint64_t)ceil((double)blocks * flit / NF_FAST_CYCLE),
                                              longest / NF_FAST_CYCLE, c->latency);
  return timeout < NF_FAST_MOST_TIMEOUT ? (uint32_t)timeout : NF_FAST_MOST_TIMEOUT;
}

static void complete(nf_simulate_cfg *cfg, const nf_graph *g) {
  nf_fast_collective_cfg *c = &cfg->collective;
  if (c->ranks == 0)
    c->ranks = g->endpoints;
  if (c->wave_blocks == 0)
    c->wave_blocks = (SIX_PLANES_BLOCKS * (uint32_t)g->planes + 4) / 6;
  if (c->timeout == NF_FAST_USUAL_TIMEOUT)
    c->timeout = usual_timeout(c, g);
}

// What the cables of those that take part carry, as the engine has them.
static void find_rates(const nf_graph *g, uint32_t ranks, nf_simulate_result *r, nf_err *e) {
  double *rate = calloc(ranks, sizeof *rate);
  if (!rate) {
    nf_err_memory(e, "the rates of endpoints");
    return;
  }
  for (uint32_t c = 0; c < g->cables; c++)
    for (unsigned i = 0; i < 2; i++)
      if (g->cable[c].end[i].node < ranks)
        rate[g->cable[c].end[i].node] +=
            NF_FAST_FLIT_BYTES * 1000.0 / (nf_fast_flit_ticks(&g->cable[c]) * NF_FAST_TICK_PS);
  r->mean_gbps = 0;
  r->least_gbps = rate[0];
  for (uint32_t i = 0; i < ranks; i++) {
    r->mean_gbps += rate[i];
    r->least_gbps = fmin(r->least_gbps, rate[i]);
  }
  r->mean_gbps /= ranks;
  free(rate);
}

// What an all-reduce in the network leaves: all sums everywhere.
static nf_holding expect_sums(const void *ctx, uint32_t rank, uint32_t part) {
  (void)ctx;
  (void)rank;
  return (nf_holding){.part = part, .all = true};
}

static nf_holding expect_of_schedule(const void *ctx, uint32_t rank, uint32_t part) {
  return nf_collective_end(ctx, rank, part);
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
    const nf_fast_steps_cfg steps = {&p,
                                     cfg->collective.bytes,
                                     cfg->collective.latency,
                                     cfg->collective.window,
                                     cfg->chunk_bytes,
                                     cfg->ack_once};
    if (nf_fast_steps_run(f, &steps, &r->steps, e) == NF_EXIT_OK && f->payload)
      nf_fast_replay_check(cfg->replay, f->payload, expect_of_schedule, &s, false, e);
    for (uint32_t i = 0; i < p.steps; i++)
      r->messages += p.step[i].kind == NF_STEP_SEND;
    nf_program_close(&p);
  }
  nf_schedule_close(&s);
  return e->status;
}

// What is one worker's alone becomes the whole run's.
static void gather(const nf_simulate_cfg *cfg, nf_fast *f, nf_simulate_result *r) {
  nf_fast_collective_result *c = &r->collective;
  uint64_t number[] = {nf_fast_fabric_hops(f->fabric),
                       f->events,
                       nf_fast_wires_replays(f->fabric),
                       c->evictions,
                       c->timeouts,
                       c->rests,
                       c->partials,
                       r->pattern.offered,
                       r->pattern.arrived,
                       r->processes > 1 ? (uint64_t)(r->cpu_seconds * 1e9) : 0};
  nf_fast_agree(f, number, sizeof number / sizeof *number);
  r->hops = number[0];
  r->events = number[1];
  r->replays = number[2];
  c->evictions = number[3];
  c->timeouts = number[4];
  c->rests = number[5];
  c->partials = number[6];
  r->pattern.offered = number[7];
  r->pattern.arrived = number[8];
  if (r->processes > 1) // threads have one clock together
    r->cpu_seconds = (double)number[9] * 1e-9;
  if (cfg->kind == NF_SIMULATE_NETWORK)
    nf_fast_latest(f, &c->ticks);
  r->hash = nf_fast_hash(f);
}

// All of it, as one worker has it.
static int run(nf_simulate_cfg *cfg, nf_fast_fabric *fabric, nf_fast_team *team,
               nf_simulate_result *r, nf_err *e) {
  nf_fast f;
  nf_progress bar = nf_progress_start(fabric->graph->name);
  nf_fast_open(&f, fabric, e);
  f.team = team;
  f.payload = cfg->payload;
  f.trace = cfg->trace;
  f.bar = fabric->me == 0 ? &bar : NULL;
  nf_fast_stats *latency = &r->pattern.latency;
  if (nf_fast_agree(&f, NULL, 0) != NF_EXIT_OK) {
    nf_fast_close(&f);
    return e->status;
  }
  nf_fast_begins(&f);
  if (cfg->kind == NF_SIMULATE_NETWORK) {
    if (nf_fast_collective_run(&f, &cfg->collective, &r->collective, e) == NF_EXIT_OK && f.payload)
      nf_fast_replay_check(cfg->replay, f.payload, expect_sums, NULL, true, e);
    latency = &r->collective.latency;
  } else if (cfg->kind == NF_SIMULATE_SCHEDULE) {
    run_schedule(cfg, &f, r, e);
    r->ticks = r->steps.ticks;
    latency = &r->steps.latency;
  } else {
    cfg->pattern.permutation = cfg->kind == NF_SIMULATE_PERMUTATION;
    nf_fast_pattern_run(&f, &cfg->pattern, &r->pattern, e);
    r->ticks = cfg->pattern.ticks;
  }
  if (nf_fast_agree(&f, NULL, 0) == NF_EXIT_OK) {
    r->cpu_seconds = nf_fast_cpu_seconds() - f.cpu_began;
    r->seconds = nf_fast_clock_seconds() - f.clock_began;
    gather(cfg, &f, r);
    nf_fast_share_stats(&f, latency);
  }
  nf_progress_end(&bar);
  if (cfg->kind == NF_SIMULATE_NETWORK)
    r->ticks = r->collective.ticks;
  r->latency = latency;
  r->window = fabric->window;
  nf_fast_close(&f);
  return e->status;
}

// What the workers of a run have in common.
typedef struct {
  const nf_simulate_cfg *cfg;
  nf_fast_fabric_cfg how;
  nf_simulate_result *r; // of the first worker, to which all report
  nf_err *e;
} shared;

// Links with bit errors, those that are longer than a replay buffer, and those whose packets are
// shown. Reductions in the network run on the exact engines' links where these have 25 GB/s, a flit
// a cycle; all other links have a replay buffer for their length.
static void open_wires(nf_simulate_cfg *cfg, nf_fast_fabric *fabric, nf_err *e) {
  const bool traffic = cfg->kind == NF_SIMULATE_UNIFORM || cfg->kind == NF_SIMULATE_PERMUTATION;
  const nf_fast_wires_cfg wires = {.bit_errors = cfg->bit_errors,
                                   .seed = traffic ? cfg->pattern.seed : cfg->collective.seed,
                                   .all = cfg->trace ||
                                          nf_fast_wires_err(fabric->graph, cfg->bit_errors),
                                   .bounded = cfg->kind == NF_SIMULATE_NETWORK};
  if ((wires.all || wires.bounded) && nf_fast_wires_open(fabric, &wires, e) == NF_EXIT_OK &&
      cfg->trace) {
    cfg->trace->blocks = cfg->kind == NF_SIMULATE_NETWORK;
    cfg->trace->entries = cfg->trace->blocks ? cfg->collective.table_entries : 0;
    nf_fast_trace_open(cfg->trace, fabric, e);
  }
}

// Workers have planes of their own where there are as many for each, which have nothing to tell
// each other for as long as a memory takes; but for schedules, whose messages take planes in turn,
// and pulls that begin at once when a barrier is done.
static bool splits_planes(const nf_simulate_cfg *cfg, unsigned planes, unsigned workers) {
  const nf_fast_collective_cfg *c = &cfg->collective;
  return planes % workers == 0 && cfg->kind != NF_SIMULATE_SCHEDULE &&
         !(cfg->kind == NF_SIMULATE_NETWORK && c->method == NF_FAST_PULL && c->barrier);
}

static void work_as(const shared *s, nf_fast_team *t, nf_simulate_cfg *cfg, nf_simulate_result *r,
                    nf_err *e) {
  nf_fast_fabric fabric;
  nf_fast_fabric_cfg how = s->how;
  how.workers = t ? t->workers : 1;
  how.me = t ? t->me : 0;
  how.by_plane = t && splits_planes(cfg, how.graph->planes, how.workers);
  if (nf_fast_fabric_open(&fabric, &how, e) == NF_EXIT_OK)
    open_wires(cfg, &fabric, e);
  // One that has no network goes home with all others.
  if (nf_fast_agree(&(nf_fast){.team = t, .err = e}, NULL, 0) == NF_EXIT_OK)
    run(cfg, &fabric, t, r, e);
  if (cfg->trace)
    nf_fast_trace_close(cfg->trace, e);
  nf_fast_wires_close(&fabric);
  nf_fast_fabric_close(&fabric);
}

static void work(void *ctx, nf_fast_team *t) {
  shared *s = ctx;
  nf_simulate_cfg cfg = *s->cfg;
  if (!t || t->me == 0 || nf_fast_mpi_processes() > 1) {
    work_as(s, t, &cfg, s->r, s->e);
    return;
  }
  nf_err e = {0};
  nf_simulate_result *r = calloc(1, sizeof *r), none;
  if (!r)
    nf_err_memory(&e, "the result");
  work_as(s, t, &cfg, r ? r : &none, &e);
  free(r);
}

static int share_out(shared *s, nf_err *e) {
  const nf_simulate_cfg *cfg = s->cfg;
  const unsigned processes = nf_fast_mpi_processes(), threads = cfg->threads ? cfg->threads : 1,
                 workers = processes > 1 ? processes : threads;
  if (processes > 1 && threads > 1)
    return nf_refuse(
        e,
        "--threads %u: mpirun has started %u processes, which share the run; start one "
        "for each processor and leave --threads out",
        threads, processes);
  if ((cfg->payload || cfg->trace || cfg->chunk_bytes) && workers > 1)
    return nf_refuse(e, "--%s: is kept by one worker; leave --threads and mpirun out",
                     cfg->payload ? "payload"
                     : cfg->trace ? "trace"
                                  : "granularity chunk");
  if (cfg->chunk_bytes && nf_fast_wires_err(s->how.graph, cfg->bit_errors))
    return nf_refuse(e, "--granularity chunk: has no packets for the bit errors of cables of %s",
                     s->how.graph->name);
  if (workers > s->how.graph->endpoints || workers > NF_FAST_WORKERS)
    return nf_refuse(e, "%u %s: %s has %u endpoints, and each needs one; at most %d", workers,
                     processes > 1 ? "processes" : "threads", s->how.graph->name,
                     s->how.graph->endpoints, NF_FAST_WORKERS);
  s->r->threads = threads;
  s->r->processes = processes;
  if (processes > 1) {
    nf_fast_team *t;
    if (nf_fast_mpi_join(&t, e) == NF_EXIT_OK) {
      work(s, t);
      nf_fast_mpi_leave(t);
    }
  } else if (threads > 1) {
    nf_fast_threads(threads, work, s, e);
  } else {
    work(s, NULL);
  }
  return e->status;
}

static int simulate(nf_simulate_cfg *cfg, const nf_graph *g, nf_route *route, nf_simulate_result *r,
                    nf_err *e) {
  shared s = {
      cfg, {.graph = g, .route = route, .classes = 2, .gap = cfg->gap, .wide = cfg->wide}, r, e};
  s.how.reduces = cfg->kind == NF_SIMULATE_NETWORK;
  s.how.adaptive = strcmp(nf_route_name(route), "adaptive") == 0;
  complete(cfg, g);
  r->endpoints = g->endpoints;
  r->planes = g->planes;
  r->switches = g->nodes - g->endpoints;
  snprintf(r->topology, sizeof r->topology, "%s", g->name);
  snprintf(r->routing, sizeof r->routing, "%s", nf_route_name(route));
  if (cfg->collective.ranks > g->endpoints)
    return nf_refuse(e, "--ranks %u: %s has %u endpoints; give as many at most",
                     cfg->collective.ranks, g->name, g->endpoints);
  if (cfg->collective.ranks < 2)
    return nf_refuse(e, "%s: one endpoint; a collective and traffic need two", g->name);
  find_rates(g,
             cfg->kind == NF_SIMULATE_NETWORK || cfg->kind == NF_SIMULATE_SCHEDULE
                 ? cfg->collective.ranks
                 : g->endpoints,
             r, e);
  if (nf_route_check(route, NULL, e) != NF_EXIT_OK || check_memory(cfg, &s.how, e) != NF_EXIT_OK)
    return e->status;
  return share_out(&s, e);
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
