// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/klenk/fast.h"

#include "sim/cli/report.h"
#include "sim/common/timeout.h"
#include "sim/engine/fast/command.h"
#include "sim/engine/fast/report.h"
#include "sim/engine/fast/simulate.h"
#include "sim/klenk/report.h"
#include <stdio.h>
#include <string.h>

enum { HOP_CYCLES = 234 }; // of the networks of KLENK V

// What does not happen to a packet here.
static int refuse(const nf_allreduce_options *o, nf_err *e) {
  const nf_wire_faults *w = &o->faults;
  const struct {
    const char *name;
    bool given;
  } others[] = {{"mode", o->mode != NF_MODE_PLAIN},
                {"eviction 1", o->eviction == 1},
                {"shuffle", o->shuffle},
                {"hop-cycles", o->hop_cycles != 0 && o->hop_cycles != HOP_CYCLES},
                {"backpressure", o->backpressure != 0},
                {"drop", o->drops},
                {"silent", o->silent != NF_COLLECTIVE_NEVER},
                {"rank-stalls", o->stalls != 0},
                {"abort-at", o->abort_at != NF_COLLECTIVE_NEVER},
                {"links-lose", w->drops > 0},
                {"links-repeat", w->duplicates > 0},
                {"dead-link", o->kills},
                {"csr-write", o->csr_writes != 0}};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (others[i].given)
      return nf_refuse(e, "--%s: is not in the fast engine; use --engine cycle", others[i].name);
  if (o->waves == 0)
    return nf_refuse(e, "--waves 0: the fast engine needs waves, 1..64");
  return NF_EXIT_OK;
}

static nf_simulate_cfg plan(const nf_allreduce_options *o, const nf_collective_cfg *cfg) {
  return (nf_simulate_cfg){.topology = o->topology,
                           .kind = NF_SIMULATE_NETWORK,
                           .gap = 2,
                           .bit_errors = o->faults.bit_errors,
                           .collective = {.method = o->pull ? NF_FAST_PULL : NF_FAST_PUSH,
                                          .ranks = o->ranks,
                                          .bytes = o->bytes,
                                          .table_entries = cfg->table_entries,
                                          .timeout = (uint32_t)nf_timeout_cycles(cfg->timeout),
                                          .waves = cfg->waves,
                                          .wave_blocks = cfg->wave_bytes / NF_BLOCK_BYTES,
                                          .result_acks = o->result_acks,
                                          .hierarchical = o->hierarchical,
                                          .barrier = o->barrier_given ? o->barrier : o->pull,
                                          .latency = o->latency,
                                          .seed = o->seed}};
}

// Packets carry data where it is given, wanted or described.
static bool has_data(const nf_allreduce_options *o) {
  return o->input || o->output || o->op != NF_RED_OP_ADD || o->dtype != NF_DTYPE_OF_FILES;
}

static uint64_t ticks_of(uint64_t cycles) {
  return (cycles < NF_FAST_NEVER / NF_FAST_CYCLE ? cycles : NF_FAST_NEVER / NF_FAST_CYCLE) *
         NF_FAST_CYCLE;
}

static cJSON *json_of(const nf_allreduce_options *o, const nf_simulate_cfg *s,
                      const nf_simulate_result *r, double cycles, double algbw, double limit) {
  const nf_fast_collective_cfg *c = &s->collective;
  const double cycle = NF_CYCLE_PS / (double)NF_FAST_TICK_PS, ns = NF_FAST_TICK_PS * 1e-3,
               mean = nf_fast_mean(r->latency);
  const nf_report_number numbers[] = {
      {"ranks", c->ranks},
      {"bytes", (double)c->bytes},
      {"cycles", cycles},
      {"algbw_GBps", algbw},
      {"busbw_GBps", nf_busbw_gbps(algbw, c->ranks)},
      {"limit_GBps", limit},
      {"percent_of_limit", 100 * algbw / limit},
      {"evictions", (double)r->collective.evictions},
      {"timeouts", (double)r->collective.timeouts},
      {"rests", (double)r->collective.rests},
      {"partials", (double)r->collective.partials},
      {"table_bytes", o->table_bytes},
      {"timeout_cycles", c->timeout},
      {"eviction", o->eviction},
      {"seed", (double)o->seed},
      {"gpus", r->endpoints},
      {"links", r->planes},
      {"switches", r->switches},
      {"waves", c->waves},
      {"wave_bytes", c->wave_blocks * (double)NF_BLOCK_BYTES},
      {"window_bytes", c->waves * (double)c->wave_blocks * NF_BLOCK_BYTES},
      {"mean_latency_cycles", mean / cycle},
      {"p99_latency_cycles", nf_fast_percentile(r->latency, 0.99) / cycle},
      {"mean_latency_ns", mean * ns},
      {"replays", (double)r->replays},
      {"link_hops", (double)r->hops},
      {"cpu_seconds", r->cpu_seconds}};
  char hash[20];
  snprintf(hash, sizeof hash, "%016llx", (unsigned long long)r->hash);
  cJSON *j = cJSON_CreateObject();
  cJSON_AddStringToObject(j, "engine", "fast");
  cJSON_AddStringToObject(j, "method", o->pull ? "pull" : "push");
  cJSON_AddStringToObject(j, "topology", o->topology);
  cJSON_AddBoolToObject(j, "barrier", c->barrier);
  cJSON_AddBoolToObject(j, "result_acks", c->result_acks);
  cJSON_AddBoolToObject(j, "hierarchical", c->hierarchical);
  NF_REPORT_ADD(j, numbers);
  cJSON_AddStringToObject(j, "trace_hash", hash);
  if (has_data(o))
    nf_simulate_add_payload(j, s);
  return j;
}

static int report(const void *ctx, const nf_simulate_options *run, const nf_simulate_result *r,
                  const char *json, nf_err *e) {
  const nf_allreduce_options *o = ctx;
  const nf_fast_collective_cfg *c = &run->run.collective;
  const double cycle = NF_CYCLE_PS / (double)NF_FAST_TICK_PS, cycles = r->ticks / cycle,
               algbw = (double)c->bytes / (cycles * NF_CYCLE_PS * 1e-3),
               limit = r->planes * nf_limit_gbps(o->pull, o->result_acks, c->hierarchical, c->ranks,
                                                 c->ranks - o->pull);
  printf("%s on %s: %u of %u GPUs, %u switches, %llu bytes each%s\n", o->pull ? "pull" : "push",
         o->topology, c->ranks, r->endpoints, r->switches, (unsigned long long)c->bytes,
         has_data(o) ? "" : ", without data");
  printf("  %.0f cycles, algbw %.2f GB/s (%.1f %% of the wires' %.2f), busbw %.2f GB/s\n", cycles,
         algbw, 100 * algbw / limit, limit, nf_busbw_gbps(algbw, c->ranks));
  printf("  %llu evictions, %llu timeouts\n", (unsigned long long)r->collective.evictions,
         (unsigned long long)r->collective.timeouts);
  if (r->replays)
    printf("  %llu times a link repeated what was damaged\n", (unsigned long long)r->replays);
  if (has_data(o))
    nf_simulate_print_payload(run);
  printf("  latency of a packet and its result: mean %.0f cycles, 99 %% below %.0f\n",
         nf_fast_mean(r->latency) / cycle, nf_fast_percentile(r->latency, 0.99) / cycle);
  return nf_report_files(NULL, json, json_of(o, &run->run, r, cycles, algbw, limit), e);
}

int nf_allreduce_fast(const nf_allreduce_options *o, const nf_collective_cfg *cfg, nf_outputs *out,
                      nf_err *e) {
  if (refuse(o, e) != NF_EXIT_OK)
    return e->status;
  nf_simulate_options s = {.run = plan(o, cfg),
                           .json = o->json,
                           .seed = o->seed,
                           .payload = has_data(o),
                           .op = o->op,
                           .dtype = o->dtype,
                           .input = o->input,
                           .output = o->output,
                           .trace = o->trace,
                           .trace_from = ticks_of(o->trace_from),
                           .trace_ticks = ticks_of(o->trace_cycles),
                           .trace_limit = UINT64_MAX};
  return nf_simulate_work(&s, report, o, out, e);
}
