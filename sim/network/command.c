// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "command.h"

#include "../report.h"
#include "../timeout.h"
#include <cjson/cJSON.h>
#include <stdlib.h>

enum { PUSH_WAVES = 16, PULL_WAVES = 4, PUSH_TIMEOUT = 1024 }; // KLENK Fig. 7; timeout in cycles

static const double CycleNs = 0.64; // KLENK V: 16 B at 25 GB/s

static int get_data(const nf_options *o, const nf_topology *t, nf_inputs *in, nf_err *e) {
  const nf_network_options *n = &o->network;
  if (o->ranks > t->gpus)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--ranks %u: %s has %u GPUs", o->ranks, t->name,
                      t->gpus);
  if (n->bytes)
    return nf_inputs_make(in, o->ranks ? o->ranks : t->gpus, n->bytes, o->dtype, o->seed, e);
  return nf_inputs_read(in, o->input, o->ranks, t->gpus, o->dtype, e);
}

static int plan(const nf_options *o, const nf_topology *t, const nf_inputs *in,
                nf_collective_cfg *cfg, nf_err *e) {
  const nf_network_options *n = &o->network;
  const uint64_t timeout = o->timeout != NF_UNSET ? (uint64_t)o->timeout
                           : o->pull              ? 0
                                                  : PUSH_TIMEOUT;
  *cfg = (nf_collective_cfg){.topology = t,
                             .rtl = o->rtl,
                             .ranks = in->ranks,
                             .pull = o->pull,
                             .barrier = n->barrier_given ? n->barrier : o->pull,
                             .result_acks = n->result_acks,
                             .op = o->op,
                             .dtype = in->dtype,
                             .bytes = in->bytes,
                             .data = (const uint32_t *const *)in->data,
                             .table_entries = o->table_bytes / NF_BLOCK_BYTES,
                             .wave_bytes = n->wave_bytes,
                             .waves = o->waves != NF_UNSET ? (unsigned)o->waves
                                      : o->pull            ? PULL_WAVES
                                                           : PUSH_WAVES,
                             .multicast_partials = o->eviction == 1,
                             .timeout = nf_timeout_register(timeout),
                             .latency = o->latency,
                             .stall = nf_timeout_patience(o->stall, nf_timeout_register(timeout)),
                             .seed = o->seed,
                             .faults = n->faults,
                             .silent_rank = n->silent,
                             .silent_block = NF_COLLECTIVE_NEVER,
                             .dead_cable = NF_COLLECTIVE_NEVER,
                             .dead_from = n->dead_from,
                             .abort_at = n->abort_at,
                             .stalls = n->stalls};
  if (in->ranks < 2)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "a network needs two ranks or more, not %u", in->ranks);
  if (o->drops) {
    cfg->silent_rank = o->drop_rank;
    cfg->silent_block = (int64_t)o->drop_packet;
  }
  if (cfg->silent_rank >= (int64_t)in->ranks ||
      cfg->silent_block >= (int64_t)((in->bytes + NF_BLOCK_BYTES - 1) / NF_BLOCK_BYTES))
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "--drop, --silent: there are ranks 0..%u and packets 0..%zu", in->ranks - 1,
                      (in->bytes + NF_BLOCK_BYTES - 1) / NF_BLOCK_BYTES - 1);
  if (n->kills)
    nf_network_find_cable(t, n->dead_end, &cfg->dead_cable, e);
  return e->status;
}

// ------------------------------------------------------------------------------- report
static nf_figures figures(const nf_options *o, const nf_collective_cfg *cfg,
                          const nf_collective_run *run) {
  const bool others = cfg->pull && !nf_op_wide(cfg->op, cfg->dtype);
  return (nf_figures){.setup_cycles = run->setup_cycles,
                      .cycles = run->cycles,
                      .flits = run->flits,
                      .compared = run->compared,
                      .evictions = run->evictions,
                      .timeouts = run->timeouts,
                      .rests = run->rests,
                      .timeout_cycles = nf_timeout_cycles(cfg->timeout),
                      .flags = run->flags,
                      .limit =
                          cfg->topology->links * nf_limit_gbps(o->pull, cfg->result_acks,
                                                               cfg->ranks, cfg->ranks - others)};
}

static int write_json(const char *path, const nf_options *o, const nf_inputs *in,
                      const nf_collective_cfg *cfg, const nf_collective_run *run,
                      const nf_verdict *v, nf_err *e) {
  const nf_figures f = figures(o, cfg, run);
  cJSON *j = nf_report_common(o, in, &f, v);
  const struct {
    const char *key;
    double value;
  } numbers[] = {{"gpus", cfg->topology->gpus},
                 {"links", cfg->topology->links},
                 {"switches", cfg->topology->switches},
                 {"waves", cfg->waves},
                 {"wave_bytes", cfg->wave_bytes},
                 {"classes", run->classes},
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
  for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
    cJSON_AddNumberToObject(j, numbers[i].key, numbers[i].value);
  return nf_report_write(path, j, e);
}

static void print(const nf_options *o, const nf_inputs *in, const nf_collective_cfg *cfg,
                  const nf_collective_run *run, const nf_verdict *v) {
  const nf_topology *t = cfg->topology;
  const nf_figures f = figures(o, cfg, run);
  printf("%s %s %s on %s: %u of %u GPUs, %u switches, %llu bytes each\n", o->pull ? "pull" : "push",
         nf_op_name(o->op), nf_dtype_name(in->dtype), t->name, cfg->ranks, t->gpus, t->switches,
         (unsigned long long)in->bytes);
  printf("  tables: %llu ways and %llu multicasts followed, no circle among %u channels\n",
         (unsigned long long)run->check.paths, (unsigned long long)run->check.trees,
         run->check.channels);
  nf_report_lines(in, &f, v);
  printf("  latency of a packet and its result: mean %.0f cycles (%.0f ns), 99 %% below %llu\n",
         run->mean_latency, run->mean_latency * CycleNs, (unsigned long long)run->p99_latency);
  printf("  busiest cables: from a GPU %.2f, to a GPU %.2f, between switches %.2f flits a cycle\n",
         run->from_gpu, run->to_gpu, run->between);
  if (run->turned + run->lost + run->repeated + run->pauses)
    printf("  faults survived: %llu bits turned, %llu words lost, %llu repeated, %llu replays; %u "
           "pauses of ranks\n",
           (unsigned long long)run->turned, (unsigned long long)run->lost,
           (unsigned long long)run->repeated, (unsigned long long)run->replays, run->pauses);
  if (cfg->abort_at >= 0)
    printf("  given up in cycle %lld and repeated: %llu table entries cleared, %llu packets of the "
           "first attempt dropped at endpoints\n",
           (long long)cfg->abort_at, (unsigned long long)run->cleared,
           (unsigned long long)run->stale);
  if (cfg->rtl)
    printf("  RTL and model agree: %llu comparisons of a block's outputs in a cycle\n",
           (unsigned long long)run->compared);
}

static int deliver(const nf_options *o, const nf_inputs *in, const nf_collective_cfg *cfg,
                   const nf_collective_run *run, const nf_verdict *v, const char *json,
                   nf_outputs *out, nf_err *e) {
  for (unsigned r = 0; o->output && r < in->ranks; r++)
    if (nf_outputs_rank(out, o->output, r, &in->file[r], run->result[r], e) != NF_EXIT_OK)
      return e->status;
  if (json && write_json(json, o, in, cfg, run, v, e) != NF_EXIT_OK)
    return e->status;
  return e->status;
}

static int reduce(const nf_options *o, const nf_topology *t, nf_inputs *in, nf_outputs *out,
                  nf_err *e) {
  nf_collective_cfg cfg;
  nf_collective_run run;
  nf_verdict verdict;
  const char *json = NULL;
  if (get_data(o, t, in, e) != NF_EXIT_OK ||
      nf_check_op(o->op, o->mode, &in->dtype, in->ranks, e) != NF_EXIT_OK ||
      plan(o, t, in, &cfg, e) != NF_EXIT_OK ||
      (o->output && nf_outputs_folder(o->output, o->input ? o->input : "", e) != NF_EXIT_OK) ||
      (o->json && !(json = nf_outputs_add(out, o->json, e))))
    return e->status;
  if (nf_collective_all_reduce(&run, &cfg, e) == NF_EXIT_OK &&
      nf_judge(&verdict, in, run.result, o->op, e) == NF_EXIT_OK &&
      deliver(o, in, &cfg, &run, &verdict, json, out, e) == NF_EXIT_OK) {
    print(o, in, &cfg, &run, &verdict);
    nf_outputs_commit(out, e);
  }
  nf_collective_free(&run);
  return e->status;
}

int nf_network_reduce(const nf_options *o, nf_inputs *in, nf_outputs *out, nf_err *e) {
  nf_topology *t = calloc(1, sizeof *t);
  if (!t)
    return nf_err_memory(e, "the network's description");
  if (nf_topology_open(t, o->network.topology, o->network.hop_cycles, e) == NF_EXIT_OK)
    reduce(o, t, in, out, e);
  free(t);
  return e->status;
}
