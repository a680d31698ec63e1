// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// `netfold simulate`: a network of any topology in the fast engine, packet by packet.
#include "sim/engine/fast/simulate.h"

#include "sim/cli/cli.h"
#include "sim/cli/commands.h"
#include "sim/cli/report.h"
#include "sim/common/nearest.h"
#include "sim/common/outputs.h"
#include "sim/klenk/engine.h"
#include "sim/klenk/report.h"
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum {
  KEY_TOPOLOGY = 256,
  KEY_ROUTING,
  KEY_COLLECTIVE,
  KEY_ALGORITHM,
  KEY_BYTES,
  KEY_RANKS,
  KEY_LOAD,
  KEY_FLITS,
  KEY_RESPONSES,
  KEY_TIME,
  KEY_TABLE,
  KEY_WAVES,
  KEY_WAVE_BYTES,
  KEY_ACKS,
  KEY_BARRIER,
  KEY_TIMEOUT,
  KEY_LATENCY,
  KEY_GAP,
  KEY_AHEAD,
  KEY_SEED,
  KEY_JSON
};

enum { TICKS = NF_CYCLE_PS / NF_FAST_TICK_PS, PUSH_TIMEOUT = 1024 };

static const struct argp_option Table[] = {
    {"topology", KEY_TOPOLOGY, "SPEC", 0,
     "the network, e.g. fattree128; see netfold topology --list", 1},
    {"routing", KEY_ROUTING, "NAME", 0,
     "deterministic, adaptive or what else the topology has (default: its own)", 1},
    {"collective", KEY_COLLECTIVE, "C", 0, "allreduce, uniform or permutation (default allreduce)",
     1},
    {"algorithm", KEY_ALGORITHM, "A", 0,
     "of an all-reduce: push or pull, in the network (default push)", 1},
    {"seed", KEY_SEED, "N", 0, "of everything random (default 1); the same seed gives the same run",
     1},
    {"json", KEY_JSON, "FILE", 0, "the report; - is standard output", 1},
    {0, 0, 0, 0, "Traffic, uniform or permutation:", 2},
    {"load", KEY_LOAD, "X", 0,
     "flits that each endpoint offers a plane, of a link's rate, 0..1 (default 0.5)", 2},
    {"flits", KEY_FLITS, "N", 0, "flits of a packet, 1..64 (default 9: 128 B and a header)", 2},
    {"responses", KEY_RESPONSES, "PERCENT", 0,
     "share of packets of the response class (default 50)", 2},
    {"time", KEY_TIME, "N", 0,
     "cycles of 640 ps, or a time, e.g. 100us (default 100000); a fifth is warm-up", 2},
    {"cycles", KEY_TIME, 0, OPTION_ALIAS, 0, 2},
    {0, 0, 0, 0, "All-reduce:", 3},
    {"bytes", KEY_BYTES, "N", 0, "of a rank's buffer (default 1M)", 3},
    {"ranks", KEY_RANKS, "N", 0, "the first N endpoints take part (default all)", 3},
    {"table-bytes", KEY_TABLE, "B", 0, "reduction table of a port, 128..4096 (default 1024)", 3},
    {"waves", KEY_WAVES, "K", 0, "waves that a rank may have outstanding, 1..64 (default 16)", 3},
    {"wave-bytes", KEY_WAVE_BYTES, "N", 0,
     "bytes of a wave, a multiple of 128 (default 8192 on six planes, as many on each of fewer)",
     3},
    {"result-acks", KEY_ACKS, "on|off", 0,
     "push: endpoints acknowledge results (default on, as in KLENK)", 3},
    {"barrier", KEY_BARRIER, "on|off", 0, "a barrier before it begins (default: pull on, push off)",
     3},
    {"timeout", KEY_TIMEOUT, "CYCLES", 0, "of table entries, 0: never (default: push 1024, pull 0)",
     3},
    {"memory-latency", KEY_LATENCY, "CYCLES", 0,
     "of a rank's memory, and at random up to as much again (default 180)", 3},
    {0, 0, 0, 0, "The engine:", 4},
    {"header-gap", KEY_GAP, "N", 0,
     "flit times between two headers of a channel on a link, 1 or 2 (default 2, as the switch)", 4},
    {"look-ahead", KEY_AHEAD, "TIME", 0,
     "longest look-ahead, cycles or a time; changes no result (default: what the shortest cable "
     "allows)",
     4},
    {"help", NF_CLI_HELP, 0, 0, "this text", 5},
    {0}};

static const char Doc[] =
    "Simulates a network packet by packet: traffic, or an all-reduce that its switches reduce.\v"
    "Example: netfold simulate --topology fattree128 --algorithm push --bytes 1M --table-bytes 256 "
    "--waves 64\n"
    "docs/fast.md says what is modelled and how it agrees with the cycle-accurate engine.";

typedef struct {
  nf_simulate_cfg run;
  const char *json;
  int barrier;     // -1: the algorithm's own
  int64_t timeout; // -1: likewise
} options;

// The index of a word among others; another is refused with the nearest of them.
static int choice(const char *option, const char *text, const char *const *words, int count,
                  nf_err *e) {
  for (int i = 0; i < count; i++)
    if (strcmp(text, words[i]) == 0)
      return i;
  nf_err_set(e, NF_EXIT_BAD_INPUT,
             "--%s %s is unknown; the nearest is %s, see 'netfold simulate --help'", option, text,
             words[nf_nearest(text, words, count)]);
  return 0;
}

// A number of bytes that are whole blocks.
static uint32_t blocks(const char *option, const char *arg, uint32_t most, const char *what,
                       nf_err *e) {
  const uint64_t bytes =
      nf_cli_size(option, arg, NF_BLOCK_BYTES, (uint64_t)most * NF_BLOCK_BYTES, what, e);
  if (e->status == NF_EXIT_OK && bytes % NF_BLOCK_BYTES)
    nf_err_set(e, NF_EXIT_BAD_INPUT, "--%s %s: must be a multiple of 128, the bytes of a block",
               option, arg);
  return (uint32_t)(bytes / NF_BLOCK_BYTES);
}

static void parse_collective(options *o, int key, const char *arg, nf_err *e) {
  static const char *const switches[] = {"off", "on"}, *const methods[] = {"push", "pull"};
  nf_fast_collective_cfg *c = &o->run.collective;
  switch (key) {
  case KEY_ALGORITHM:
    c->method = (nf_fast_method)choice("algorithm", arg, methods, 2, e);
    break;
  case KEY_BYTES:
    c->bytes = nf_cli_size("bytes", arg, 4, 1ull << 32, "the bytes of a rank", e);
    break;
  case KEY_RANKS:
    c->ranks = (uint32_t)nf_cli_range("ranks", arg, 2, UINT16_MAX, "the ranks", e);
    break;
  case KEY_TABLE:
    c->table_entries = blocks("table-bytes", arg, NF_MAX_ENTRIES, "a table's size", e);
    break;
  case KEY_WAVES:
    c->waves = (uint32_t)nf_cli_range("waves", arg, 1, NF_FAST_WAVES, "the waves", e);
    break;
  case KEY_WAVE_BYTES:
    c->wave_blocks = blocks("wave-bytes", arg, 1u << 15, "the bytes of a wave", e);
    break;
  case KEY_ACKS:
    c->result_acks = choice("result-acks", arg, switches, 2, e) == 1;
    break;
  case KEY_BARRIER:
    o->barrier = choice("barrier", arg, switches, 2, e);
    break;
  case KEY_TIMEOUT:
    o->timeout = (int64_t)nf_cli_time("timeout", arg, 0, 1000000, NF_CYCLE_PS, "the timeout", e);
    break;
  default:
    c->latency =
        (uint32_t)nf_cli_time("memory-latency", arg, 0, 100000, NF_CYCLE_PS, "the latency", e);
  }
}

static void parse_pattern(options *o, int key, const char *arg, nf_err *e) {
  nf_fast_pattern_cfg *p = &o->run.pattern;
  switch (key) {
  case KEY_LOAD:
    p->load = nf_cli_share("load", arg, 1, e);
    if (e->status == NF_EXIT_OK && p->load <= 0)
      nf_err_set(e, NF_EXIT_BAD_INPUT,
                 "--load %s: nothing would be sent; give more than 0, up to 1", arg);
    break;
  case KEY_FLITS:
    p->flits = (unsigned)nf_cli_range("flits", arg, 1, 64, "the flits of a packet", e);
    break;
  case KEY_RESPONSES:
    p->responses = (unsigned)nf_cli_range("responses", arg, 0, 100, "the share", e);
    break;
  default:
    p->ticks = TICKS * (uint32_t)nf_cli_time("time", arg, 100, NF_FAST_LONGEST / TICKS, NF_CYCLE_PS,
                                             "the time", e);
    p->warm_up = p->ticks / 5;
  }
}

static error_t parse(int key, char *arg, struct argp_state *state) {
  static const char *const kinds[] = {"allreduce", "uniform", "permutation"};
  nf_cli *cli = state->input;
  options *o = cli->options;
  nf_err *e = cli->err;
  switch (key) {
  case KEY_TOPOLOGY:
    o->run.topology = arg;
    break;
  case KEY_ROUTING:
    o->run.routing = arg;
    break;
  case KEY_COLLECTIVE:
    o->run.kind = (nf_simulate_kind)choice("collective", arg, kinds, 3, e);
    break;
  case KEY_SEED:
    o->run.pattern.seed = o->run.collective.seed =
        nf_cli_range("seed", arg, 0, UINT64_MAX, "the seed", e);
    break;
  case KEY_GAP:
    o->run.gap = (unsigned)nf_cli_range("header-gap", arg, 1, 2, "the gap", e);
    break;
  case KEY_JSON:
    o->json = arg;
    break;
  case KEY_AHEAD:
    o->run.pattern.window = o->run.collective.window =
        TICKS *
        (uint32_t)nf_cli_time("look-ahead", arg, 1, 100000, NF_CYCLE_PS, "the look-ahead", e);
    break;
  case KEY_LOAD:
  case KEY_FLITS:
  case KEY_RESPONSES:
  case KEY_TIME:
    parse_pattern(o, key, arg, e);
    break;
  default:
    if (key < KEY_TOPOLOGY || key > KEY_JSON)
      return nf_cli_other(key, arg, state);
    parse_collective(o, key, arg, e);
  }
  return e->status == NF_EXIT_OK ? 0 : EINVAL;
}

static const struct argp Argp = {.options = Table, .parser = parse, .doc = Doc};

// ------------------------------------------------------------------------------- the report
static double peak_megabytes(void) {
  struct rusage u;
  getrusage(RUSAGE_SELF, &u);
  return (double)u.ru_maxrss * 1024e-6;
}

typedef struct {
  double time_us, algbw, busbw, bound; // GB/s
} figures;

// Of traffic, algbw is the payload that an endpoint receives, and the bound what its links carry.
static figures figures_of(const options *o, const nf_simulate_result *r) {
  figures g = {.time_us = r->ticks * (NF_FAST_TICK_PS * 1e-6)};
  const unsigned ranks = o->run.collective.ranks;
  if (o->run.kind == NF_SIMULATE_ALLREDUCE) {
    const bool pull = o->run.collective.method == NF_FAST_PULL;
    g.algbw = g.time_us > 0 ? (double)o->run.collective.bytes * 1e-3 / g.time_us : 0;
    g.busbw = nf_busbw_gbps(g.algbw, ranks);
    g.bound = r->planes * r->link_gbps / 25 *
              nf_limit_gbps(pull, o->run.collective.result_acks, ranks, pull ? ranks - 1 : ranks);
    return g;
  }
  const double measured_ns =
                   (o->run.pattern.ticks - o->run.pattern.warm_up) * (NF_FAST_TICK_PS * 1e-3),
               payload = (o->run.pattern.flits - 1.0) / o->run.pattern.flits;
  g.algbw = g.busbw =
      (double)r->pattern.arrived * NF_FAST_FLIT_BYTES * payload / measured_ns / r->endpoints;
  g.bound = r->planes * r->link_gbps * payload;
  return g;
}

static cJSON *report(const options *o, const nf_simulate_result *r, const figures *g) {
  static const char *const kinds[] = {"allreduce", "uniform", "permutation"}, *const methods[] = {
                                                                                  "push", "pull"};
  const nf_simulate_cfg *c = &o->run;
  const double ns = NF_FAST_TICK_PS * 1e-3;
  char hash[20];
  snprintf(hash, sizeof hash, "%016llx", (unsigned long long)r->hash);
  cJSON *j = cJSON_CreateObject();
  cJSON_AddStringToObject(j, "engine", "fast");
  cJSON_AddStringToObject(j, "topology", r->topology);
  cJSON_AddStringToObject(j, "routing", r->routing);
  cJSON_AddStringToObject(j, "collective", kinds[c->kind]);
  cJSON_AddNumberToObject(j, "endpoints", r->endpoints);
  cJSON_AddNumberToObject(j, "switches", r->switches);
  cJSON_AddNumberToObject(j, "planes", r->planes);
  cJSON_AddNumberToObject(j, "seed", (double)c->pattern.seed);
  if (c->kind == NF_SIMULATE_ALLREDUCE) {
    cJSON_AddStringToObject(j, "algorithm", methods[c->collective.method]);
    cJSON_AddNumberToObject(j, "ranks", c->collective.ranks);
    cJSON_AddNumberToObject(j, "bytes", (double)c->collective.bytes);
    cJSON_AddNumberToObject(j, "table_bytes", c->collective.table_entries * NF_BLOCK_BYTES);
    cJSON_AddNumberToObject(j, "waves", c->collective.waves);
    cJSON_AddNumberToObject(j, "wave_bytes", c->collective.wave_blocks * NF_BLOCK_BYTES);
    cJSON_AddNumberToObject(j, "timeout_cycles", c->collective.timeout);
    cJSON_AddBoolToObject(j, "result_acks", c->collective.result_acks);
    cJSON_AddBoolToObject(j, "barrier", c->collective.barrier);
  } else {
    cJSON_AddNumberToObject(j, "load", c->pattern.load);
    cJSON_AddNumberToObject(j, "flits", c->pattern.flits);
    cJSON_AddNumberToObject(j, "offered_flits", (double)r->pattern.offered);
    cJSON_AddNumberToObject(j, "throughput", (double)r->pattern.arrived / r->pattern.capacity);
  }
  cJSON_AddNumberToObject(j, "cycles", (double)r->ticks / TICKS);
  cJSON_AddNumberToObject(j, "time_us", g->time_us);
  cJSON_AddNumberToObject(j, "algbw_GBps", g->algbw);
  cJSON_AddNumberToObject(j, "busbw_GBps", g->busbw);
  cJSON_AddNumberToObject(j, "bound_GBps", g->bound);
  cJSON_AddNumberToObject(j, "share_of_bound", g->algbw / g->bound);
  cJSON_AddNumberToObject(j, "mean_latency_ns", nf_fast_mean(r->latency) * ns);
  cJSON_AddNumberToObject(j, "mean_latency_interval_ns", nf_fast_interval(r->latency) * ns);
  cJSON_AddNumberToObject(j, "p99_latency_ns", nf_fast_percentile(r->latency, 0.99) * ns);
  cJSON_AddNumberToObject(j, "evictions", (double)r->collective.evictions);
  cJSON_AddNumberToObject(j, "timeouts", (double)r->collective.timeouts);
  cJSON_AddNumberToObject(j, "rests", (double)r->collective.rests);
  cJSON_AddNumberToObject(j, "link_hops", (double)r->hops);
  cJSON_AddNumberToObject(j, "events", (double)r->events);
  cJSON_AddNumberToObject(j, "cpu_seconds", r->cpu_seconds);
  cJSON_AddNumberToObject(j, "link_hops_per_s", (double)r->hops / r->cpu_seconds);
  cJSON_AddNumberToObject(j, "peak_rss_MB", peak_megabytes());
  cJSON_AddStringToObject(j, "trace_hash", hash);
  return j;
}

static void print(const options *o, const nf_simulate_result *r, const figures *g) {
  const double ns = NF_FAST_TICK_PS * 1e-3;
  if (o->run.kind == NF_SIMULATE_ALLREDUCE)
    printf("%s of %llu bytes on %s: %u ranks, %u switches, %u planes\n  %.3f us, algbw %.2f GB/s "
           "(%.1f %% of "
           "the links' %.2f), busbw %.2f GB/s\n  %llu evictions, %llu timeouts\n",
           o->run.collective.method == NF_FAST_PULL ? "pull" : "push",
           (unsigned long long)o->run.collective.bytes, r->topology, o->run.collective.ranks,
           r->switches, r->planes, g->time_us, g->algbw, 100 * g->algbw / g->bound, g->bound,
           g->busbw, (unsigned long long)r->collective.evictions,
           (unsigned long long)r->collective.timeouts);
  else
    printf("%s traffic on %s: %u endpoints, %u switches, %u planes\n  load %.4f, throughput %.4f "
           "of the links\n",
           o->run.kind == NF_SIMULATE_UNIFORM ? "uniform" : "permutation", r->topology,
           r->endpoints, r->switches, r->planes, o->run.pattern.load,
           (double)r->pattern.arrived / r->pattern.capacity);
  printf("  latency: mean %.1f ns, 99 %% below %.1f ns\n  %llu link-hops in %.2f s of processor "
         "time, %.2f "
         "million a second; trace %016llx\n",
         nf_fast_mean(r->latency) * ns, nf_fast_percentile(r->latency, 0.99) * ns,
         (unsigned long long)r->hops, r->cpu_seconds, (double)r->hops / r->cpu_seconds * 1e-6,
         (unsigned long long)r->hash);
}

static int work(options *o, nf_outputs *out, nf_err *e) {
  nf_simulate_result *r = malloc(sizeof *r);
  const char *json = o->json ? nf_outputs_add(out, o->json, e) : NULL;
  if (!r)
    nf_err_memory(e, "the result");
  if (e->status == NF_EXIT_OK && nf_simulate(&o->run, r, e) == NF_EXIT_OK) {
    const figures g = figures_of(o, r);
    print(o, r, &g);
    if (json)
      nf_report_write(json, report(o, r, &g), e);
    if (e->status == NF_EXIT_OK)
      nf_outputs_commit(out, e);
  }
  free(r);
  return e->status;
}

static void settle(options *o, nf_err *e) {
  nf_fast_collective_cfg *c = &o->run.collective;
  const bool pull = c->method == NF_FAST_PULL;
  if (!o->run.topology)
    nf_err_set(e, NF_EXIT_BAD_INPUT, "--topology SPEC is missing; see 'netfold simulate --help'");
  c->barrier = o->barrier < 0 ? pull : o->barrier == 1;
  c->timeout = o->timeout < 0 ? (pull ? 0 : PUSH_TIMEOUT) : (uint32_t)o->timeout;
}

int nf_simulate_main(int argc, char **argv) {
  options o = {.run = {.gap = 2,
                       .pattern = {.load = 0.5,
                                   .flits = NF_MAX_PACKET_FLITS,
                                   .responses = 50,
                                   .ticks = 100000 * TICKS,
                                   .warm_up = 20000 * TICKS,
                                   .seed = 1},
                       .collective = {.bytes = 1 << 20,
                                      .table_entries = 8,
                                      .waves = 16,
                                      .result_acks = true,
                                      .latency = 180,
                                      .seed = 1}},
               .barrier = -1,
               .timeout = -1};
  nf_outputs out = {0};
  nf_err e = {0};
  if (nf_cli_parse(&Argp, &o, argc, argv, &e) != NF_EXIT_OK)
    return nf_end(&e);
  settle(&o, &e);
  nf_outputs_guard(&out);
  if (e.status == NF_EXIT_OK)
    work(&o, &out, &e);
  nf_outputs_discard(&out);
  return nf_end(&e);
}
