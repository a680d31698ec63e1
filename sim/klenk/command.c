// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/klenk/command.h"

#include "sim/cli/report.h"
#include "sim/common/timeout.h"
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

enum { WAVES = 16, SIX_LINKS_BLOCKS = 64, PUSH_TIMEOUT = 1024 }; // KLENK Fig. 7; timeout in cycles
enum { WAVE_BEFORE = 200 }; // cycles of the waveform ahead of a failure

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

// Waves, and the bytes of one. A pull asks for twice what the tables of its ports hold, which are
// full then while the next requests are on their way; with many more the requests that find no
// entry fill the network up, in front of responses of others.
static void plan_window(const nf_options *o, nf_collective_cfg *cfg) {
  const unsigned links = cfg->topology->links;
  uint32_t window = o->window == NF_UNSET ? 0 : (uint32_t)(o->window / NF_BLOCK_BYTES);
  uint32_t wave = o->network.wave_bytes / NF_BLOCK_BYTES;
  if (!window && !wave && o->waves == NF_UNSET && o->pull)
    window = 2 * cfg->table_entries * links;
  cfg->waves = o->waves != NF_UNSET       ? (unsigned)o->waves
               : window && window < WAVES ? window
                                          : WAVES;
  if (window)
    wave = (window + cfg->waves - 1) / cfg->waves;
  else if (!wave) // as many on a link, however many links there are
    wave = (SIX_LINKS_BLOCKS * links + NF_ENDPOINT_MAX_LINKS / 2) / 6;
  cfg->wave_bytes = wave * NF_BLOCK_BYTES;
}

static int find_switch(const nf_topology *t, const char *name, unsigned *at, nf_err *e) {
  for (*at = 0; name && *at < t->switches; ++*at)
    if (strcmp(t->sw[*at].name, name) == 0)
      return e->status;
  if (name)
    nf_err_set(e, NF_EXIT_BAD_INPUT, "--switch %s: %s has none of this name; its first is %s", name,
               t->name, t->sw[0].name);
  *at = 0;
  return e->status;
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
                             .stalls = n->stalls,
                             .backpressure = o->backpressure,
                             .injects = o->injects,
                             .inject = o->inject,
                             .write = o->csr_write,
                             .writes = o->csr_writes};
  plan_window(o, cfg);
  if (o->shuffle) // as long as a wave takes on its links
    cfg->spread = NF_MAX_PACKET_FLITS * (cfg->wave_bytes / NF_BLOCK_BYTES) * (cfg->waves ? 1 : 8);
  find_switch(t, o->watched, &cfg->watched, e);
  if (in->ranks < 2)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "a network needs two ranks or more, not %u", in->ranks);
  if (o->drops) {
    cfg->silent_rank = o->drop_rank;
    cfg->silent_block = (int64_t)o->drop_packet;
  }
  const size_t blocks = (in->bytes + NF_BLOCK_BYTES - 1) / NF_BLOCK_BYTES;
  if (o->drops && (o->drop_rank >= in->ranks || o->drop_packet >= blocks))
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "--drop %u:%llu: there are ranks 0..%u and packets 0..%zu", o->drop_rank,
                      (unsigned long long)o->drop_packet, in->ranks - 1, blocks - 1);
  if (n->silent >= (int64_t)in->ranks)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--silent %lld: there are ranks 0..%u",
                      (long long)n->silent, in->ranks - 1);
  if (o->drops && o->pull && !nf_op_wide(cfg->op, cfg->dtype) &&
      o->drop_packet / ((blocks + in->ranks - 1) / in->ranks) == o->drop_rank)
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "--drop %u:%llu: rank %u pulls this packet itself and sends nothing for it; "
                      "name another rank",
                      o->drop_rank, (unsigned long long)o->drop_packet, o->drop_rank);
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
  cJSON_AddBoolToObject(j, "shuffle", o->shuffle);
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
  printf(
      "  tables: %llu paths and %llu multicasts followed, no dependency cycle among %u channels\n",
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

// The run is deterministic: a difference in a switch is seen once more, with a waveform around it.
static void record_failure(nf_collective_cfg cfg, const nf_collective_run *failed,
                           const char *trace, nf_err *e) {
  const char *path = trace ? trace : "netfold_failure.fst";
  const uint64_t cycle = failed->failed_cycle;
  nf_collective_run again;
  nf_err second = {0};
  cfg.watched = failed->failed_switch;
  cfg.wave = (nf_network_wave){path, cycle > WAVE_BEFORE ? cycle - WAVE_BEFORE : 0, cycle + 1};
  cfg.wave_from_reset = true;
  nf_collective_all_reduce(&again, &cfg, &second);
  nf_collective_free(&again);
  const size_t used = strlen(e->text);
  if (second.status == NF_EXIT_FAILED && again.failed_cycle == cycle)
    snprintf(e->text + used, sizeof e->text - used, "; waveform of the last %d cycles: %s",
             WAVE_BEFORE, path);
}

// Where the report and the waveform are written until all is well.
typedef struct {
  const char *json, *trace;
} temporaries;

// Refuses before the run what could not be written after it.
static int prepare(const nf_options *o, nf_outputs *out, temporaries *t, nf_err *e) {
  *t = (temporaries){NULL, NULL};
  if (o->output)
    nf_outputs_folder(o->output, o->input ? o->input : "", e);
  if (o->json && e->status == NF_EXIT_OK)
    t->json = nf_outputs_add(out, o->json, e);
  if (o->trace && e->status == NF_EXIT_OK)
    t->trace = nf_outputs_add_wave(out, o->trace, e);
  return e->status;
}

// What the op and the type come to: they must go together, and the engine must have them.
static int check_op(const nf_options *o, nf_inputs *in, nf_err *e) {
  if (nf_check_op(o->op, o->mode, &in->dtype, in->ranks, e) != NF_EXIT_OK)
    return e->status;
  if (o->rtl && !nf_sim_has(o->op, in->dtype))
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "--op %s of %s is not in this build's RTL, which is made for speed; use "
                      "--engine cycle, or make build SIM_TYPES=\"Halves=1 Wide=1\"",
                      nf_op_name(o->op), nf_dtype_name(in->dtype));
  return NF_EXIT_OK;
}

static int reduce(const nf_options *o, const nf_topology *t, nf_inputs *in, nf_outputs *out,
                  nf_err *e) {
  nf_collective_cfg cfg;
  nf_collective_run run;
  nf_verdict verdict;
  temporaries files;
  if (get_data(o, t, in, e) != NF_EXIT_OK || check_op(o, in, e) != NF_EXIT_OK ||
      plan(o, t, in, &cfg, e) != NF_EXIT_OK || prepare(o, out, &files, e) != NF_EXIT_OK)
    return e->status;
  if (files.trace)
    cfg.wave = (nf_network_wave){files.trace, o->trace_from,
                                 o->trace_cycles ? o->trace_from + o->trace_cycles : UINT64_MAX};
  if (nf_collective_all_reduce(&run, &cfg, e) == NF_EXIT_FAILED && cfg.rtl &&
      run.failed_switch < t->switches)
    record_failure(cfg, &run, o->trace, e);
  if (e->status == NF_EXIT_OK &&
      nf_check_results(&verdict, in, run.result, o->op, e) == NF_EXIT_OK &&
      deliver(o, in, &cfg, &run, &verdict, files.json, out, e) == NF_EXIT_OK) {
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
