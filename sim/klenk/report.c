// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/klenk/report.h"

#include "sim/cli/options.h"
#include "sim/cli/report.h"
#include "sim/common/timeout.h"

static const double ClockGhz = 1.5625, LinkGbps = 25.0, CycleNs = 0.64; // KLENK V

// ------------------------------------------------------------------------------- figures
double nf_limit_gbps(bool pull, bool result_acks, bool hierarchical, unsigned ranks,
                     unsigned expected) {
  // A request and the multicast of its result go to `expected` ranks.
  double others = (double)expected / ranks, packet = 144, flit = 16, share = 1.0 / ranks;
  // Bytes on a rank's link for 128 bytes of result, in each direction.
  // push: contribution and, if results are acknowledged, that; result
  double out = result_acks && !hierarchical ? packet + flit : packet, in = packet;
  if (pull && ranks > 1) {
    // out: own requests, responses to the others, own results, acknowledgements of the others'
    out = share * flit + others * packet + share * packet + others * flit;
    // in: the others' requests, own responses, the others' results, acknowledgements of one's own
    in = others * flit + share * packet + others * packet + others * flit;
  } else if (pull) { // alone: request and response of one's own, nothing to multicast
    out = in = packet + flit;
  }
  return LinkGbps * 128 / (out > in ? out : in);
}

// Of the GPUs' links, GB/s.
static double limit_of(const nf_collective_cfg *cfg) {
  const bool others = cfg->pull && !nf_op_wide(cfg->op, cfg->dtype);
  return cfg->topology->links * nf_limit_gbps(cfg->pull, cfg->result_acks, cfg->hierarchical,
                                              cfg->ranks, cfg->ranks - others);
}

// Bytes of one rank over the time of the run, GB/s.
static double algbw_gbps(const nf_allreduce_result *r) {
  const uint64_t cycles = r->run->cycles;
  return cycles ? (double)r->in->bytes * ClockGhz / (double)cycles : 0;
}

double nf_busbw_gbps(double algbw, unsigned ranks) { return algbw * 2 * (ranks - 1) / ranks; }

// ------------------------------------------------------------------------------- JSON
static void add_input(cJSON *j, const nf_allreduce_result *r) {
  char shape[256];
  nf_npy_shape_text(&r->in->file[0], shape, sizeof shape);
  cJSON_AddStringToObject(j, "engine", nf_engine_words[r->o->rtl]);
  cJSON_AddStringToObject(j, "method", r->o->pull ? "pull" : "push");
  cJSON_AddStringToObject(j, "op", nf_op_name(r->o->op));
  cJSON_AddStringToObject(j, "dtype", nf_dtype_name(r->in->dtype));
  cJSON_AddStringToObject(j, "mode", nf_mode_name(r->o->mode));
  cJSON_AddNumberToObject(j, "ranks", r->in->ranks);
  cJSON_AddStringToObject(j, "shape", shape);
  cJSON_AddNumberToObject(j, "bytes", (double)r->in->bytes);
}

static void add_bandwidth(cJSON *j, const nf_allreduce_result *r) {
  const double algbw = algbw_gbps(r), limit = limit_of(r->cfg);
  const nf_report_number numbers[] = {{"cycles", (double)r->run->cycles},
                                      {"setup_cycles", (double)r->run->setup_cycles},
                                      {"flits", (double)r->run->flits},
                                      {"algbw_GBps", algbw},
                                      {"busbw_GBps", nf_busbw_gbps(algbw, r->in->ranks)},
                                      {"limit_GBps", limit},
                                      {"percent_of_limit", 100 * algbw / limit}};
  NF_REPORT_ADD(j, numbers);
}

static void add_verdict(cJSON *j, const nf_allreduce_result *r) {
  const nf_verdict *v = r->verdict;
  cJSON_AddBoolToObject(j, "ranks_identical", v->same_bits);
  cJSON_AddBoolToObject(j, "bit_exact", v->same_bits); // its former name
  cJSON_AddNumberToObject(j, "cycles_compared", (double)r->run->compared);
  if (v->rounds) {
    cJSON_AddNumberToObject(j, "max_error", v->error.units);
    cJSON_AddNumberToObject(j, "error_bound", v->error.bound);
  } else {
    cJSON_AddNumberToObject(j, "max_ulp_error", 0); // it is refused before otherwise
  }
  cJSON_AddNumberToObject(j, "elements_rounded", (double)v->different);
}

static void add_tables(cJSON *j, const nf_allreduce_result *r) {
  cJSON_AddNumberToObject(j, "evictions", (double)r->run->evictions);
  cJSON_AddNumberToObject(j, "timeouts", (double)r->run->timeouts);
  cJSON_AddNumberToObject(j, "rests", (double)r->run->rests);
  nf_report_add_flags(j, r->run->flags);
  cJSON_AddNumberToObject(j, "table_bytes", r->o->table_bytes);
  cJSON_AddNumberToObject(j, "timeout_cycles", (double)nf_timeout_cycles(r->cfg->timeout));
  cJSON_AddNumberToObject(j, "eviction", r->o->eviction);
  cJSON_AddNumberToObject(j, "seed", (double)r->o->seed);
}

static void add_network(cJSON *j, const nf_allreduce_result *r) {
  const nf_collective_cfg *cfg = r->cfg;
  const nf_collective_run *run = r->run;
  const nf_report_number numbers[] = {
      {"gpus", cfg->topology->gpus},
      {"links", cfg->topology->links},
      {"switches", cfg->topology->switches},
      {"waves", cfg->waves},
      {"wave_bytes", cfg->wave_bytes},
      {"window_bytes", cfg->waves ? (double)cfg->waves * cfg->wave_bytes : 0},
      {"classes", run->interleave.classes},
      {"mean_latency_cycles", run->mean_latency},
      {"p99_latency_cycles", (double)run->p99_latency},
      {"mean_latency_ns", run->mean_latency * CycleNs},
      {"use_from_gpu", run->from_gpu},
      {"use_to_gpu", run->to_gpu},
      {"use_between_switches", run->between},
      {"partials", (double)run->partials},
      {"bits_turned", (double)run->turned},
      {"words_lost", (double)run->lost},
      {"words_repeated", (double)run->repeated},
      {"crc_errors", (double)run->crc_errors},
      {"replays", (double)run->replays},
      {"links_down", run->links_down},
      {"rank_pauses", run->pauses},
      {"entries_cleared", (double)run->cleared},
      {"stale_packets", (double)run->stale},
      {"paths_checked", (double)run->check.paths},
      {"multicasts_checked", (double)run->check.trees}};
  cJSON_AddStringToObject(j, "topology", cfg->topology->name);
  cJSON_AddBoolToObject(j, "barrier", cfg->barrier);
  cJSON_AddBoolToObject(j, "result_acks", cfg->result_acks);
  cJSON_AddBoolToObject(j, "hierarchical", cfg->hierarchical);
  cJSON_AddBoolToObject(j, "shuffle", r->o->shuffle);
  NF_REPORT_ADD(j, numbers);
}

int nf_allreduce_json(const char *path, const nf_allreduce_result *r, nf_err *e) {
  cJSON *j = cJSON_CreateObject();
  add_input(j, r);
  add_bandwidth(j, r);
  add_verdict(j, r);
  add_tables(j, r);
  add_network(j, r);
  return nf_report_write(path, j, e);
}

// ------------------------------------------------------------------------------- text
static void print_verdict(const nf_verdict *v) {
  if (v->rounds)
    printf("  all ranks hold the same bits; rounding error at most %.3g eps * sum of |x|, %.4g are "
           "possible\n",
           v->error.units, v->error.bound);
  else if (v->different == 0)
    printf("  all ranks hold the same bits, those of the exact result\n");
  else // sums that saturate on the way are not checked further
    printf("  all ranks hold the same bits; %llu words saturated on their way\n",
           (unsigned long long)v->different);
}

static void print_faults(const nf_allreduce_result *r) {
  const nf_collective_run *run = r->run;
  if (run->turned + run->lost + run->repeated + run->pauses)
    printf("  faults survived: %llu bit flips, %llu words lost, %llu duplicated, %llu replays; %u "
           "pauses of ranks\n",
           (unsigned long long)run->turned, (unsigned long long)run->lost,
           (unsigned long long)run->repeated, (unsigned long long)run->replays, run->pauses);
  if (r->cfg->abort_at >= 0)
    printf(
        "  given up in cycle %lld and repeated: %llu table entries cleared, %llu packets, sums and "
        "completions of the first attempt dropped at endpoints\n",
        (long long)r->cfg->abort_at, (unsigned long long)run->cleared,
        (unsigned long long)run->stale);
}

void nf_allreduce_print(const nf_allreduce_result *r) {
  const nf_topology *t = r->cfg->topology;
  const nf_collective_run *run = r->run;
  const double algbw = algbw_gbps(r), limit = limit_of(r->cfg);
  printf("%s %s %s on %s: %u of %u GPUs, %u switches, %llu bytes each\n",
         r->o->pull ? "pull" : "push", nf_op_name(r->o->op), nf_dtype_name(r->in->dtype), t->name,
         r->cfg->ranks, t->gpus, t->switches, (unsigned long long)r->in->bytes);
  printf(
      "  tables: %llu paths and %llu multicasts followed, no dependency cycle among %u channels\n",
      (unsigned long long)run->check.paths, (unsigned long long)run->check.trees,
      run->check.channels);
  printf("  %llu cycles, algbw %.2f GB/s (%.1f %% of the wires' %.2f), busbw %.2f GB/s\n",
         (unsigned long long)run->cycles, algbw, 100 * algbw / limit, limit,
         nf_busbw_gbps(algbw, r->in->ranks));
  print_verdict(r->verdict);
  printf("  %llu evictions, %llu timeouts\n", (unsigned long long)run->evictions,
         (unsigned long long)run->timeouts);
  printf("  latency of a packet and its result: mean %.0f cycles (%.0f ns), 99 %% below %llu\n",
         run->mean_latency, run->mean_latency * CycleNs, (unsigned long long)run->p99_latency);
  printf("  busiest cables: from a GPU %.2f, to a GPU %.2f, between switches %.2f flits a cycle\n",
         run->from_gpu, run->to_gpu, run->between);
  print_faults(r);
  if (r->cfg->rtl)
    printf("  RTL and model agree: %llu comparisons of a block's outputs in a cycle\n",
           (unsigned long long)run->compared);
}
