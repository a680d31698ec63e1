// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "report.h"

#include "common/nf_defs.h"
#include "sim/cli/report.h"
#include "sim/klenk/engine.h"
#include "sim/klenk/report.h"
#include <math.h>

static const double TickNs = NF_FAST_TICK_PS * 1e-3;
static const double BlockBytes = NF_BLOCK_BYTES, FlitBytes = NF_FAST_FLIT_BYTES;

typedef struct {
  double time_us, algbw, busbw, bound; // GB/s
  double mean_ns, p99_ns;              // latency; NAN when nothing arrived
} figures;                             // NAN becomes null in JSON

// Bandwidths as NCCL's tests define them: what each link carries, of a byte of a rank's buffer.
static double bus_factor(const nf_simulate_options *o) {
  const double n = o->run.collective.ranks;
  switch (o->collective) {
  case NF_DO_ALLREDUCE:
    return 2 * (n - 1) / n;
  case NF_DO_REDUCESCATTER:
  case NF_DO_ALLGATHER:
  case NF_DO_ALLTOALL:
    return (n - 1) / n;
  default:
    return 1;
  }
}

// What nothing is above, of any algorithm. All ranks together send each byte of a buffer as often
// as busbw counts it, with a header to each block, and a flit to acknowledge it; by message that is
// nothing. And the slowest one sends or receives, with its headers, what is its own: all of a
// buffer, or what the others have of it.
static double bound_of_collective(const nf_simulate_options *o, const nf_simulate_result *r) {
  const bool network = o->run.kind == NF_SIMULATE_NETWORK,
             pull = o->run.collective.method == NF_FAST_PULL,
             one_way = o->collective == NF_DO_BROADCAST || o->collective == NF_DO_REDUCE;
  const unsigned ranks = o->run.collective.ranks;
  const double factor = bus_factor(o), flits = o->run.ack_once ? 1 : 2,
               slowest = r->least_gbps * BlockBytes / (BlockBytes + FlitBytes) / fmin(factor, 1),
               all = network
                         ? r->mean_gbps / 25 *
                               nf_limit_gbps(pull, o->run.collective.result_acks,
                                             o->run.collective.hierarchical, ranks,
                                             pull ? ranks - 1 : ranks)
                         : r->mean_gbps * BlockBytes / (BlockBytes + flits * FlitBytes) / factor;
  return one_way ? slowest : fmin(all, slowest);
}

// Of traffic, algbw is the payload that an endpoint receives, and the bound what its links carry.
static double payload_of(const nf_simulate_options *o) {
  return (o->run.pattern.flits - 1.0) / o->run.pattern.flits;
}

static double bound_of(const nf_simulate_options *o, const nf_simulate_result *r) {
  return o->collective >= NF_DO_UNIFORM ? r->mean_gbps * payload_of(o) : bound_of_collective(o, r);
}

static double received(const nf_simulate_options *o, const nf_simulate_result *r) {
  const double measured_ns = (o->run.pattern.ticks - o->run.pattern.warm_up) * TickNs;
  return (double)r->pattern.arrived * FlitBytes * payload_of(o) / measured_ns / r->endpoints;
}

static figures figures_of(const nf_simulate_options *o, const nf_simulate_result *r) {
  figures g = {
      .time_us = r->ticks * TickNs * 1e-3, .bound = bound_of(o, r), .mean_ns = NAN, .p99_ns = NAN};
  const double bytes = o->collective == NF_DO_BARRIER ? 0 : (double)o->run.collective.bytes;
  if (o->collective >= NF_DO_UNIFORM)
    g.algbw = received(o, r);
  else
    g.algbw = g.time_us > 0 ? bytes * 1e-3 / g.time_us : 0;
  g.busbw = g.algbw * bus_factor(o);
  if (r->latency->count) {
    g.mean_ns = nf_fast_mean(r->latency) * TickNs;
    g.p99_ns = nf_fast_percentile(r->latency, 0.99) * TickNs;
  }
  return g;
}

// ------------------------------------------------------------------------------- JSON
static void add_what(cJSON *j, const nf_simulate_options *o, const nf_simulate_result *r) {
  const nf_fast_collective_cfg *c = &o->run.collective;
  if (o->collective >= NF_DO_UNIFORM) {
    cJSON_AddNumberToObject(j, "load", o->run.pattern.load);
    cJSON_AddNumberToObject(j, "flits", o->run.pattern.flits);
    cJSON_AddNumberToObject(j, "offered_flits", (double)r->pattern.offered);
    cJSON_AddNumberToObject(j, "throughput", (double)r->pattern.arrived / r->pattern.capacity);
    return;
  }
  cJSON_AddStringToObject(j, "algorithm", o->run.algorithm);
  cJSON_AddNumberToObject(j, "ranks", c->ranks);
  cJSON_AddNumberToObject(j, "bytes", o->collective == NF_DO_BARRIER ? 0 : (double)c->bytes);
  if (o->run.kind == NF_SIMULATE_SCHEDULE) {
    cJSON_AddNumberToObject(j, "messages", r->messages);
    cJSON_AddNumberToObject(j, "messages_per_s", r->messages / r->cpu_seconds);
    cJSON_AddStringToObject(j, "granularity", o->by_chunk ? "chunk" : "packet");
    cJSON_AddStringToObject(j, "acks", o->run.ack_once ? "message" : "packet");
    if (o->by_chunk)
      cJSON_AddNumberToObject(j, "chunk_bytes", o->chunk_bytes);
    return;
  }
  cJSON_AddNumberToObject(j, "table_bytes", o->table_bytes);
  cJSON_AddNumberToObject(j, "waves", c->waves);
  cJSON_AddNumberToObject(j, "wave_bytes", c->wave_blocks * BlockBytes);
  cJSON_AddNumberToObject(j, "timeout_cycles", c->timeout);
  cJSON_AddBoolToObject(j, "result_acks", c->result_acks);
  cJSON_AddBoolToObject(j, "barrier", c->barrier);
  cJSON_AddBoolToObject(j, "hierarchical", c->hierarchical);
  cJSON_AddStringToObject(j, "switches", c->queued ? "output-queued" : "crossbar");
}

void nf_simulate_add_payload(cJSON *j, const nf_simulate_cfg *cfg) {
  const nf_fast_replay *r = cfg->replay;
  const nf_report_number numbers[] = {{"words_checked", (double)r->exact.words},
                                      {"words_reduced_again", (double)r->words},
                                      {"elements_rounded", (double)r->exact.different},
                                      {"max_error", r->exact.rounds ? r->exact.error.units : 0},
                                      {"error_bound", r->exact.rounds ? r->exact.error.bound : 0}};
  cJSON_AddStringToObject(j, "op", nf_op_name(cfg->payload->op));
  cJSON_AddStringToObject(j, "dtype", nf_dtype_name(cfg->payload->dtype));
  cJSON_AddBoolToObject(j, "ranks_identical", r->exact.same_bits);
  NF_REPORT_ADD(j, numbers);
}

static cJSON *json_of(const nf_simulate_options *o, const nf_simulate_result *r, const figures *g) {
  const double cycle_ns = NF_CYCLE_PS * 1e-3;
  const nf_report_number network[] = {{"endpoints", r->endpoints}, {"switches", r->switches},
                                      {"planes", r->planes},       {"seed", (double)o->seed},
                                      {"threads", r->threads},     {"processes", r->processes}};
  const nf_report_number numbers[] = {
      {"cycles", r->ticks * TickNs / cycle_ns},
      {"time_us", g->time_us},
      {"algbw_GBps", g->algbw},
      {"busbw_GBps", g->busbw},
      {"bound_GBps", g->bound},
      {"share_of_bound", g->algbw / g->bound},
      {"mean_latency_ns", g->mean_ns},
      {"mean_latency_interval_ns", nf_fast_interval(r->latency) * TickNs},
      {"p99_latency_ns", g->p99_ns},
      {"evictions", (double)r->collective.evictions},
      {"timeouts", (double)r->collective.timeouts},
      {"rests", (double)r->collective.rests},
      {"link_replays", (double)r->replays},
      {"link_hops", (double)r->hops},
      {"events", (double)r->events},
      {"cpu_seconds", r->cpu_seconds},
      {"clock_seconds", r->seconds},
      {"link_hops_per_s", (double)r->hops / r->cpu_seconds},
      {"peak_rss_MB", nf_report_peak_megabytes()}};
  char hash[20];
  snprintf(hash, sizeof hash, "%016llx", (unsigned long long)r->hash);
  cJSON *j = cJSON_CreateObject();
  cJSON_AddStringToObject(j, "engine", "fast");
  cJSON_AddStringToObject(j, "topology", r->topology);
  cJSON_AddStringToObject(j, "routing", r->routing);
  cJSON_AddStringToObject(j, "collective", nf_simulate_collectives[o->collective]);
  NF_REPORT_ADD(j, network);
  add_what(j, o, r);
  NF_REPORT_ADD(j, numbers);
  cJSON_AddStringToObject(j, "trace_hash", hash);
  if (o->payload)
    nf_simulate_add_payload(j, &o->run);
  return j;
}

// ------------------------------------------------------------------------------- text
static void print_traffic(const nf_simulate_options *o, const nf_simulate_result *r) {
  printf("%s traffic on %s: %u endpoints, %u switches, %u planes\n", //
         nf_simulate_collectives[o->collective], r->topology, r->endpoints, r->switches, r->planes);
  printf("  load %.4f, throughput %.4f of a link in each plane\n", o->run.pattern.load,
         (double)r->pattern.arrived / r->pattern.capacity);
}

void nf_simulate_print_payload(const nf_simulate_options *o) {
  const nf_fast_replay *r = o->run.replay;
  const bool sums = o->collective == NF_DO_ALLREDUCE;
  printf("  payload: %llu words of results, each as the host reduces it in the run's order%s\n",
         (unsigned long long)r->exact.words,
         !sums                ? ""
         : r->exact.same_bits ? "; all ranks hold the same bits"
                              : "; ranks reduce in different orders and hold different bits");
  if (r->exact.rounds && r->exact.exact_words)
    printf("  rounding error at most %.3g eps * sum of |x|, %.4g are possible\n",
           r->exact.error.units, r->exact.error.bound);
}

static void print_collective(const nf_simulate_options *o, const nf_simulate_result *r,
                             const figures *g) {
  const nf_fast_collective_cfg *c = &o->run.collective;
  printf("%s by %s", nf_simulate_collectives[o->collective], o->run.algorithm);
  if (o->collective != NF_DO_BARRIER)
    printf(", %llu bytes", (unsigned long long)c->bytes);
  printf(" on %s: %u ranks, %u switches, %u planes\n", r->topology, c->ranks, r->switches,
         r->planes);
  printf("  %.3f us, algbw %.2f GB/s (", g->time_us, g->algbw);
  printf("%.1f %% of the links' %.2f), busbw %.2f GB/s\n", 100 * g->algbw / g->bound, g->bound,
         g->busbw);
  if (o->run.kind == NF_SIMULATE_NETWORK)
    printf("  %llu evictions, %llu timeouts\n", (unsigned long long)r->collective.evictions,
           (unsigned long long)r->collective.timeouts);
  else
    printf("  %u messages, %.2f million a second of processor time\n", r->messages,
           r->messages / r->cpu_seconds * 1e-6);
}

int nf_simulate_report(const nf_simulate_options *o, const nf_simulate_result *r, const char *json,
                       nf_err *e) {
  const figures g = figures_of(o, r);
  if (o->collective >= NF_DO_UNIFORM)
    print_traffic(o, r);
  else
    print_collective(o, r, &g);
  if (r->replays)
    printf("  %llu times a link repeated what was damaged\n", (unsigned long long)r->replays);
  if (o->payload)
    nf_simulate_print_payload(o);
  if (r->latency->count)
    printf("  latency: mean %.1f ns, 99 %% below %.1f ns\n", g.mean_ns, g.p99_ns);
  else
    printf("  latency: mean -, 99 %% below -\n");
  printf("  %llu link-hops in %.2f s of processor time, %.2f million a second; trace %016llx\n",
         (unsigned long long)r->hops, r->cpu_seconds, (double)r->hops / r->cpu_seconds * 1e-6,
         (unsigned long long)r->hash);
  return nf_report_files(NULL, json, json_of(o, r, &g), e);
}
