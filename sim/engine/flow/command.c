// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// `netfold flow`: rates of a collective on a network of any topology, by the flow engine.
#define _POSIX_C_SOURCE 200809L
#include "command.h"
#include "sim/cli/commands.h"
#include "sim/cli/options.h"
#include "sim/cli/report.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <time.h>

typedef struct {
  const char *routing;
  double algbw, busbw, share, cpu_seconds, peak_rss_mb;
} figures;

enum { SHIFTS = 64 };

static const char *const Collectives[] = {[NF_FLOW_ALLTOALL] = "alltoall",
                                          [NF_FLOW_PERMUTATION] = "permutation",
                                          [NF_FLOW_RING] = "allreduce",
                                          [NF_FLOW_SHIFT] = "shift"};

#define FIELD(field) NF_FIELD(nf_flow_options, field)

// clang-format off
static const nf_option Table[] = {
    {NF_SHARED(TOPOLOGY), FIELD(topology), .note = ", as fattree128; see netfold topology --list"},
    {NF_SHARED(ROUTING), FIELD(routing)},
    {NF_SHARED(COLLECTIVE), .words = Collectives, .high = 4, FIELD(run.kind),
     .note = ": alltoall, in shifts (default); permutation, each sends to one, at random; allreduce, a ring both "
             "ways by number; shift, each sends to the one --distance behind it"},
    {NF_SHARED(BYTES), FIELD(run.bytes), .low = 1, .high = 1ull << 50,
     .note = "(default 1M); an all-to-all sends a part of it to each"},
    {NF_SHARED(SHIFTS), FIELD(run.samples), .high = NF_GRAPH_MOST_ENDPOINTS, .note = "(default 64)",
     .uses = 1 << NF_FLOW_ALLTOALL, .only = "--collective alltoall"},
    {NF_SHARED(SEED), FIELD(run.seed),
     .uses = 1 << NF_FLOW_ALLTOALL | 1 << NF_FLOW_PERMUTATION, .only = "--collective alltoall and permutation"},
    {.name = "distance", .value = "N", .kind = NF_OPTION_NUMBER, .low = 1, .high = NF_GRAPH_MOST_ENDPOINTS,
     .what = "the distance", .help = "of a shift", .note = "(default 1)", FIELD(run.distance),
     .uses = 1 << NF_FLOW_SHIFT, .only = "--collective shift"},
    {NF_SHARED(JSON), FIELD(json), .note = "; - is standard output"},
    {0}};
// clang-format on

static const char Doc[] =
    "Rates of a collective as flows: each message spread over the paths that the routing gives it, "
    "links "
    "shared max-min fairly. No queues and no latencies: large messages on large networks.\v"
    "Example:\n"
    "  netfold flow --topology hammingmesh:2x2,64x64,planes=4 --collective alltoall --shifts 16\n"
    "  netfold flow --topology fattree128 --routing adaptive --collective permutation\n"
    "Exit status: 0 done, 2 bad input.";

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// Bandwidths as NCCL's tests define them: bytes of a rank over the time; times what a link carries
// of them.
static void derive(const nf_flow_options *o, const nf_flow_result *r, figures *x) {
  const double n = r->endpoints, part = (n - 1) / n;
  const double factor = o->run.kind == NF_FLOW_RING       ? 2 * part
                        : o->run.kind == NF_FLOW_ALLTOALL ? part
                                                          : 1;
  x->peak_rss_mb = nf_report_peak_megabytes();
  x->algbw = r->time_us > 0 ? (double)o->run.bytes / r->time_us / 1000 : 0;
  x->busbw = x->algbw * factor;
  x->share = (o->run.kind == NF_FLOW_ALLTOALL ? r->in_step : r->least) / r->injection;
}

static void print(const nf_flow_options *o, const nf_graph *g, const nf_flow_result *r,
                  const figures *x) {
  const double to_share = 100 / r->injection;
  printf("%s, %s routing, %s of %llu bytes on %u endpoints of %g GB/s\n", g->name, x->routing,
         Collectives[o->run.kind], (unsigned long long)o->run.bytes, r->endpoints, r->injection);
  if (o->run.kind == NF_FLOW_ALLTOALL) {
    printf("shift by shift   %.4g GB/s an endpoint, %.1f %% of its injection", r->in_step,
           r->in_step * to_share);
    if (r->in_step_error > 0)
      printf(" +- %.1f (%u of %u shifts)", r->in_step_error * to_share, r->shifts,
             r->endpoints - 1);
    printf("\nall overlapped   %.4g GB/s, %.1f %%\n", r->overlapped, r->overlapped * to_share);
  } else {
    printf("rates            least %.4g GB/s (%.1f %% of the injection), median %.4g, mean %.4g "
           "(%.1f %%), most %.4g\n",
           r->least, r->least * to_share, r->median, r->mean, r->mean * to_share, r->most);
  }
  printf("time             %.4g us, algbw %.4g GB/s, busbw %.4g GB/s\n", r->time_us, x->algbw,
         x->busbw);
  printf("took             %.2f s of processor time, %.0f MB\n", x->cpu_seconds, x->peak_rss_mb);
}

static cJSON *json(const nf_flow_options *o, const nf_graph *g, const nf_flow_result *r,
                   const figures *x) {
  cJSON *j = cJSON_CreateObject();
  cJSON_AddStringToObject(j, "engine", "flow");
  cJSON_AddStringToObject(j, "topology", g->name);
  cJSON_AddStringToObject(j, "routing", x->routing);
  cJSON_AddStringToObject(j, "collective", Collectives[o->run.kind]);
  cJSON_AddNumberToObject(j, "endpoints", r->endpoints);
  cJSON_AddNumberToObject(j, "bytes", (double)o->run.bytes);
  cJSON_AddNumberToObject(j, "injection_GBps", r->injection);
  cJSON_AddNumberToObject(j, "time_us", r->time_us);
  cJSON_AddNumberToObject(j, "algbw_GBps", x->algbw);
  cJSON_AddNumberToObject(j, "busbw_GBps", x->busbw);
  cJSON_AddNumberToObject(j, "share_of_injection", x->share);
  if (o->run.kind == NF_FLOW_ALLTOALL) {
    cJSON_AddNumberToObject(j, "in_step_GBps", r->in_step);
    cJSON_AddNumberToObject(j, "in_step_error_GBps", r->in_step_error);
    cJSON_AddNumberToObject(j, "overlapped_GBps", r->overlapped);
    cJSON_AddNumberToObject(j, "shifts", r->shifts);
  } else {
    cJSON_AddNumberToObject(j, "least_GBps", r->least);
    cJSON_AddNumberToObject(j, "median_GBps", r->median);
    cJSON_AddNumberToObject(j, "mean_GBps", r->mean);
    cJSON_AddNumberToObject(j, "most_GBps", r->most);
  }
  cJSON_AddNumberToObject(j, "parts", (double)r->links_used);
  cJSON_AddNumberToObject(j, "cpu_seconds", x->cpu_seconds);
  cJSON_AddNumberToObject(j, "peak_rss_MB", x->peak_rss_mb);
  return j;
}

int nf_flow_work(const nf_flow_options *o, nf_outputs *out, nf_err *e) {
  nf_graph g;
  nf_route *route = NULL;
  nf_flow_result r;
  figures x;
  const char *path = nf_outputs_add(out, o->json, e);
  if (e->status != NF_EXIT_OK || nf_graph_open(&g, o->topology, e) != NF_EXIT_OK)
    return e->status;
  const double before = seconds();
  if (nf_route_open(&route, &g, o->routing, e) == NF_EXIT_OK &&
      nf_flow_run(&g, route, &o->run, &r, e) == NF_EXIT_OK) {
    x.routing = nf_route_name(route);
    x.cpu_seconds = seconds() - before;
    derive(o, &r, &x);
    print(o, &g, &r, &x);
    nf_report_files(NULL, path, json(o, &g, &r, &x), e);
    nf_outputs_commit(out, e);
  }
  nf_route_close(route);
  nf_graph_close(&g);
  return e->status;
}

int nf_flow_main(int argc, char **argv) {
  nf_flow_options o = {
      .run = {
          .kind = NF_FLOW_ALLTOALL, .bytes = 1 << 20, .seed = 1, .samples = SHIFTS, .distance = 1}};
  nf_err e = {0};
  nf_outputs out = {0};
  bool given[sizeof Table / sizeof *Table] = {false};
  if (nf_options_read_given(Table, Doc, &o, given, argc, argv, &e) != NF_EXIT_OK)
    return nf_end(&e);
  if (!o.topology)
    nf_refuse(&e, "give --topology, as in --topology fattree128; netfold topology --list has all");
  else
    nf_options_check(Table, given, 1u << o.run.kind, &e);
  if (e.status != NF_EXIT_OK)
    return nf_end(&e);
  nf_outputs_guard(&out);
  nf_flow_work(&o, &out, &e);
  nf_outputs_discard(&out);
  return nf_end(&e);
}
