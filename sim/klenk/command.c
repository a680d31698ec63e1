// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// `netfold allreduce`: data in, one run through a network of switches, files and report out.
#include "sim/cli/commands.h"
#include "sim/common/files.h"
#include "sim/common/timeout.h"
#include "sim/klenk/fast.h"
#include "sim/klenk/report.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAVES = 16, SIX_LINKS_BLOCKS = 64 }; // KLENK Fig. 7
enum { WAVE_BEFORE = 200 };                 // cycles of the waveform ahead of a failure

static int get_data(const nf_allreduce_options *o, const nf_topology *t, nf_inputs *in, nf_err *e) {
  if (o->ranks > t->gpus)
    return nf_refuse(e, "--ranks %u: %s has %u GPUs", o->ranks, t->name, t->gpus);
  if (o->bytes)
    return nf_inputs_make(in, o->ranks ? o->ranks : t->gpus, o->bytes, o->dtype, o->seed, e);
  return nf_inputs_read(in, o->input, o->ranks, t->gpus, o->dtype, e);
}

// Waves, and the bytes of one. A pull asks for twice what the tables of its ports hold, which are
// full then while the next requests are on their way; with many more the requests that find no
// entry fill the network up, in front of responses of others.
static void plan_window(const nf_allreduce_options *o, nf_collective_cfg *cfg) {
  const unsigned links = cfg->topology->links;
  uint32_t window = o->window == NF_UNSET ? 0 : (uint32_t)(o->window / NF_BLOCK_BYTES);
  uint32_t wave = o->wave_bytes / NF_BLOCK_BYTES;
  if (!window && !wave && o->waves == NF_UNSET && o->pull)
    window = 2 * cfg->table_entries * links;
  cfg->waves = o->waves != NF_UNSET       ? (unsigned)o->waves
               : window && window < WAVES ? window
                                          : WAVES;
  if (window)
    wave = (window + cfg->waves - 1) / cfg->waves;
  else if (!wave) // as many on a link, however many links there are
    wave = (SIX_LINKS_BLOCKS * links + NF_MAX_LINKS / 2) / 6;
  cfg->wave_bytes = wave * NF_BLOCK_BYTES;
}

// Of a push as long as ranks may be apart; a pull's entries wait for what was asked for.
static void plan_timeout(const nf_allreduce_options *o, nf_collective_cfg *cfg) {
  const uint64_t waves = (uint64_t)cfg->waves * cfg->wave_bytes,
                 window = waves && waves < cfg->bytes ? waves : cfg->bytes,
                 blocks = window / NF_BLOCK_BYTES / cfg->topology->links + 1;
  const uint64_t usual =
      nf_timeout_of_push(blocks, nf_topology_longest_cable(cfg->topology), cfg->latency);
  const uint64_t timeout = o->timeout != NF_UNSET ? (uint64_t)o->timeout : o->pull ? 0 : usual;
  cfg->timeout = nf_timeout_register(timeout);
  cfg->stall = nf_timeout_patience(o->stall, cfg->timeout);
}

static int find_switch(const nf_topology *t, const char *name, unsigned *at, nf_err *e) {
  for (*at = 0; name && *at < t->switches; ++*at)
    if (strcmp(t->sw[*at].name, name) == 0)
      return e->status;
  if (name)
    nf_refuse(e, "--switch %s: %s has none of this name; its first is %s", name, t->name,
              t->sw[0].name);
  *at = 0;
  return e->status;
}

// The options as the configuration of a run; refuses what topology and data do not allow.
static int plan(const nf_allreduce_options *o, const nf_topology *t, const nf_inputs *in,
                nf_collective_cfg *cfg, nf_err *e) {
  *cfg = (nf_collective_cfg){.topology = t,
                             .rtl = o->rtl,
                             .ranks = in->ranks,
                             .pull = o->pull,
                             .barrier = o->barrier_given ? o->barrier : o->pull,
                             .result_acks = o->result_acks,
                             .hierarchical = o->hierarchical,
                             .op = o->op,
                             .dtype = in->dtype,
                             .bytes = in->bytes,
                             .data = (const uint32_t *const *)in->data,
                             .table_entries = o->table_bytes / NF_BLOCK_BYTES,
                             .multicast_partials = o->eviction == 1,
                             .latency = o->latency,
                             .seed = o->seed,
                             .faults = o->faults,
                             .silent_rank = o->silent,
                             .silent_block = NF_COLLECTIVE_NEVER,
                             .dead_cable = NF_COLLECTIVE_NEVER,
                             .dead_from = o->dead_from,
                             .abort_at = o->abort_at,
                             .stalls = o->stalls,
                             .backpressure = o->backpressure,
                             .injects = o->injects,
                             .inject = o->inject,
                             .write = o->csr_write,
                             .writes = o->csr_writes};
  plan_window(o, cfg);
  plan_timeout(o, cfg);
  if (o->shuffle) // as long as a wave takes on its links
    cfg->spread = NF_MAX_PACKET_FLITS * (cfg->wave_bytes / NF_BLOCK_BYTES) * (cfg->waves ? 1 : 8);
  find_switch(t, o->watched, &cfg->watched, e);
  if (in->ranks < 2)
    return nf_refuse(e, "a network needs two ranks or more, not %u", in->ranks);
  if (o->drops) {
    cfg->silent_rank = o->drop_rank;
    cfg->silent_block = (int64_t)o->drop_packet;
  }
  const size_t blocks = (in->bytes + NF_BLOCK_BYTES - 1) / NF_BLOCK_BYTES;
  if (o->drops && (o->drop_rank >= in->ranks || o->drop_packet >= blocks))
    return nf_refuse(e, "--drop %u:%llu: there are ranks 0..%u and packets 0..%zu", o->drop_rank,
                     (unsigned long long)o->drop_packet, in->ranks - 1, blocks - 1);
  if (o->silent >= (int64_t)in->ranks)
    return nf_refuse(e, "--silent %lld: there are ranks 0..%u", (long long)o->silent,
                     in->ranks - 1);
  if (o->drops && o->pull && !nf_op_wide(cfg->op, cfg->dtype) &&
      o->drop_packet / ((blocks + in->ranks - 1) / in->ranks) == o->drop_rank)
    return nf_refuse(e,
                     "--drop %u:%llu: rank %u pulls this packet itself and sends nothing for it; "
                     "name another rank",
                     o->drop_rank, (unsigned long long)o->drop_packet, o->drop_rank);
  if (o->kills)
    nf_allreduce_find_cable(t, o->dead_end, &cfg->dead_cable, e);
  return e->status;
}

// ------------------------------------------------------------------------------- what comes out
static int deliver(const nf_allreduce_result *r, const char *json, nf_outputs *out, nf_err *e) {
  const char *folder = r->o->output;
  for (unsigned k = 0; folder && k < r->in->ranks; k++)
    if (nf_outputs_rank(out, folder, k, &r->in->file[k], r->run->result[k], e) != NF_EXIT_OK)
      return e->status;
  return json ? nf_allreduce_json(json, r, e) : e->status;
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
  cfg.packets.path = NULL;
  nf_collective_all_reduce(&again, &cfg, &second);
  nf_collective_free(&again);
  const size_t used = strlen(e->text);
  if (second.status == NF_EXIT_FAILED && again.failed_cycle == cycle)
    snprintf(e->text + used, sizeof e->text - used, "; waveform of the last %d cycles: %s",
             WAVE_BEFORE, path);
}

// Where the report and the trace are written until all is well.
typedef struct {
  const char *json, *wave, *packets;
} temporaries;

// Refuses before the run what could not be written after it.
static int prepare(const nf_allreduce_options *o, nf_outputs *out, temporaries *t, nf_err *e) {
  const bool packets = nf_allreduce_traces_packets(o);
  if (o->output)
    nf_outputs_folder(o->output, o->input ? o->input : "", e);
  t->json = nf_outputs_add(out, o->json, e);
  t->packets = packets ? nf_outputs_add(out, o->trace, e) : NULL;
  t->wave = packets ? NULL : nf_outputs_add_wave(out, o->trace, e);
  return e->status;
}

// What the op and the type come to: they must go together, and the engine must have them.
static int check_op(const nf_allreduce_options *o, nf_inputs *in, nf_err *e) {
  if (nf_check_op(o->op, o->mode, &in->dtype, in->ranks, e) != NF_EXIT_OK)
    return e->status;
  if (o->rtl && !nf_sim_has(o->op, in->dtype))
    return nf_refuse(e,
                     "--op %s of %s is not in this build's RTL, which is made for speed; use "
                     "--engine cycle, or make build SIM_TYPES=\"Halves=1 Wide=1\"",
                     nf_op_name(o->op), nf_dtype_name(in->dtype));
  return NF_EXIT_OK;
}

static int reduce(const nf_allreduce_options *o, const nf_topology *t, nf_inputs *in,
                  nf_outputs *out, nf_err *e) {
  nf_collective_cfg cfg;
  nf_collective_run run;
  nf_verdict verdict;
  temporaries files;
  const nf_allreduce_result result = {o, in, &cfg, &run, &verdict};
  if (get_data(o, t, in, e) != NF_EXIT_OK || check_op(o, in, e) != NF_EXIT_OK ||
      plan(o, t, in, &cfg, e) != NF_EXIT_OK || prepare(o, out, &files, e) != NF_EXIT_OK)
    return e->status;
  const uint64_t to = o->trace_cycles ? o->trace_from + o->trace_cycles : UINT64_MAX;
  cfg.wave = (nf_network_wave){files.wave, o->trace_from, to};
  cfg.packets = (nf_network_wave){files.packets, o->trace_from, to};
  if (nf_collective_all_reduce(&run, &cfg, e) == NF_EXIT_FAILED && cfg.rtl &&
      run.failed_switch < t->switches)
    record_failure(cfg, &run, files.wave ? o->trace : NULL, e);
  if (e->status == NF_EXIT_OK &&
      nf_check_results(&verdict, in, run.result, o->op, e) == NF_EXIT_OK &&
      deliver(&result, files.json, out, e) == NF_EXIT_OK) {
    nf_allreduce_print(&result);
    nf_outputs_commit(out, e);
  }
  nf_collective_free(&run);
  return e->status;
}

static int work(const nf_allreduce_options *o, nf_inputs *in, nf_outputs *out, nf_err *e) {
  nf_topology *t = calloc(1, sizeof *t);
  if (!t)
    return nf_err_memory(e, "the network's description");
  nf_collective_cfg fast = {.topology = t,
                            .bytes = o->bytes,
                            .latency = o->latency,
                            .table_entries = o->table_bytes / NF_BLOCK_BYTES};
  if (nf_topology_open(t, o->topology, o->hop_cycles, e) == NF_EXIT_OK &&
      o->engine == NF_ALLREDUCE_FAST) {
    plan_window(o, &fast);
    plan_timeout(o, &fast);
    nf_allreduce_fast(o, &fast, out, e);
  } else if (e->status == NF_EXIT_OK) {
    reduce(o, t, in, out, e);
  }
  free(t);
  return e->status;
}

int nf_allreduce_main(int argc, char **argv) {
  nf_allreduce_options o;
  nf_inputs in = {0};
  nf_outputs out = {0};
  nf_err e = {0};
  if (nf_allreduce_options_read(&o, argc, argv, &e) != NF_EXIT_OK)
    return nf_end(&e);
  nf_outputs_guard(&out);
  work(&o, &in, &out, &e);
  nf_outputs_discard(&out);
  nf_inputs_free(&in);
  return nf_end(&e);
}
