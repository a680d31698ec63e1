// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// `netfold ace`: a collective on a system of engines; data in, results and report out.
#define _POSIX_C_SOURCE 200809L
#include "sim/ace/explain.h"
#include "sim/ace/options.h"
#include "sim/ace/times.h"
#include "sim/cli/commands.h"
#include "sim/cli/options.h"
#include "sim/cli/report.h"
#include "sim/common/files.h"
#include "sim/engine/rtl/load.h"
#include <stdlib.h>
#include <string.h>

#ifndef NF_ACE_BUILT
#error "the build gives NF_ACE_BUILT, the parameters of the Verilated engine"
#endif

// ------------------------------------------------------------------------------- what goes in
static int get_data(const nf_ace_options *o, nf_inputs *in, nf_err *e) {
  const unsigned nodes = o->topology.nodes;
  if (o->plan.collective == NF_COLL_BARRIER)
    return nf_inputs_make(in, nodes, 4, o->dtype, o->run.seed, e);
  if (o->bytes)
    return nf_inputs_make(in, nodes, o->bytes, o->dtype, o->run.seed, e);
  if (nf_inputs_read(in, o->input, 0, NF_FILES_MAX_RANKS, o->dtype, e) != NF_EXIT_OK)
    return e->status;
  if (in->ranks != nodes)
    nf_refuse(e, "%s: holds %u ranks; %s has %u nodes", o->input, in->ranks, o->topology.name,
              nodes);
  else if (in->bytes % 4 || in->bytes == 0)
    nf_refuse(e, "%s: %zu bytes; the engines work on whole words of 4 bytes, at least one",
              o->input, in->bytes);
  return e->status;
}

static int read_programs(nf_ace_options *o, const nf_ace_plan *p, nf_err *e) {
  for (unsigned i = 0; i < NF_ACE_MAX_PHASES; i++) {
    if (!o->source[i].file)
      continue;
    if (i >= p->phases)
      return nf_refuse(e, "--program %u=%s: there are phases 0..%u", i, o->source[i].file,
                       p->phases - 1);
    o->source[i].text = nf_as_file(o->source[i].file, e);
    if (!o->source[i].text)
      return e->status;
  }
  return NF_EXIT_OK;
}

// Programs that do not assemble are reported in full, with line and caret, before any cycle.
static int check_programs(const nf_ace_options *o, const nf_ace_plan *p, nf_err *e) {
  for (unsigned i = 0; i < p->phases && e->status == NF_EXIT_OK; i++) {
    nf_as_program words;
    if (nf_ace_setup_program(&words, p, i, p->phase[i].machine, 0, o->source, e) != NF_EXIT_OK &&
        words.messages) {
      fputs(words.messages, stderr);
      *e = (nf_err){0};
      nf_refuse(e, "the program of phase %u does not assemble", i);
    }
    nf_as_free(&words);
  }
  return e->status;
}

// ------------------------------------------------------------------------------- JSON
static void add_numbers(cJSON *j, const nf_ace_plan *p, const nf_ace_run *run,
                        const nf_ace_options *o) {
  const nf_ace_counters *c = &run->counters;
  const nf_verdict *v = &run->verdict;
  const nf_report_number numbers[] = {
      {"nodes", p->cfg.topology->nodes},
      {"bytes", (double)p->cfg.bytes},
      {"result_bytes", (double)p->dst_bytes},
      {"commands", o->run.commands},
      {"cycles", (double)run->cycles},
      {"setup_cycles", (double)run->setup_cycles},
      {"bytes_per_cycle",
       run->cycles ? (double)p->cfg.bytes * o->run.commands / (double)run->cycles : 0},
      {"phases", p->phases},
      {"message_bytes", p->message},
      {"chunk_bytes", (double)p->message * p->src_pieces},
      {"chunks", p->chunks},
      {"chunks_done", c->chunks},
      {"packets_granted", c->grants},
      {"packets_reduced", c->reductions},
      {"ieee_flags", c->flags},
      {"words_loaded", c->tx_beats},
      {"words_stored", c->rx_beats},
      {"words_verified", (double)v->words},
      {"max_error", v->error.units},
      {"error_bound", v->error.bound},
      {"elements_rounded", (double)v->different},
      {"background_percent", o->run.background},
      {"background_sent", (double)run->normal_sent},
      {"background_arrived", (double)run->normal_got},
      {"links_ber", o->run.net.cable.faults.bit_errors},
      {"bits_turned", (double)run->turned},
      {"words_damaged", (double)run->damaged},
      {"link_replays", (double)run->replays},
      {"flits_resent", (double)run->resent},
      {"cycles_compared", (double)run->compared},
      {"commands_aborted", run->aborted},
      {"old_packets", c->old},
      {"seed", (double)o->run.seed}};
  NF_REPORT_ADD(j, numbers);
  for (unsigned w = 1; w < NF_ACE_WAITS; w++) {
    char key[32];
    snprintf(key, sizeof key, "wait_%s", nf_ace_wait_names[w]);
    cJSON_AddNumberToObject(j, key, c->wait[w]);
  }
}

static void add_links(cJSON *j, const nf_topo *t, const nf_ace_run *run) {
  for (unsigned d = 0; d < t->dims; d++) {
    const nf_ace_use *u = &run->use[d];
    const nf_report_number numbers[] = {{"links", u->links},
                                        {"rate", u->rate},
                                        {"packets", (double)u->packets},
                                        {"tokens_and_credits", (double)u->empty},
                                        {"payload_bytes", (double)u->words * u->word},
                                        {"bytes_per_cycle", u->whole},
                                        {"bytes_per_cycle_busy", u->busy},
                                        {"limit_bytes_per_cycle", u->links ? nf_ace_limit(u) : 0},
                                        {"use", u->links ? nf_ace_share(u, u->whole) : 0},
                                        {"use_busy", u->links ? nf_ace_share(u, u->busy) : 0},
                                        {"background_bytes_per_cycle", u->normal},
                                        {"background_use", u->links ? nf_ace_normal_share(u) : 0}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0] && u->links; i++) {
      char key[48];
      snprintf(key, sizeof key, "%c_%s", t->dim[d].letter, numbers[i].key);
      cJSON_AddNumberToObject(j, key, numbers[i].value);
    }
  }
}

static cJSON *make_json(const nf_ace_options *o, const nf_ace_plan *p, const nf_ace_run *run) {
  cJSON *j = cJSON_CreateObject();
  cJSON_AddStringToObject(j, "engine", nf_engine_words[o->rtl]);
  cJSON_AddStringToObject(j, "topology", o->topology.name);
  cJSON_AddStringToObject(j, "collective", nf_ace_collective_names[p->cfg.collective]);
  cJSON_AddStringToObject(j, "algorithm", nf_ace_algorithm_names[p->cfg.algorithm]);
  cJSON_AddStringToObject(j, "op", nf_op_name(o->run.op));
  cJSON_AddStringToObject(j, "dtype", nf_dtype_name(o->run.dtype));
  cJSON_AddBoolToObject(j, "bit_exact", true); // it is refused before otherwise
  add_numbers(j, p, run, o);
  add_links(j, &o->topology, run);
  nf_ace_times_add(j, p, run, o->run.commands);
  cJSON *phases = cJSON_AddArrayToObject(j, "programs");
  for (unsigned i = 0; i < p->phases; i++) {
    cJSON *f = cJSON_CreateObject();
    cJSON_AddStringToObject(f, "program", p->phase[i].program);
    cJSON_AddNumberToObject(f, "nodes", p->phase[i].size);
    cJSON_AddNumberToObject(f, "machines", p->phase[i].machines);
    cJSON_AddNumberToObject(f, "slots", p->partition[i].slots);
    cJSON_AddItemToArray(phases, f);
  }
  return j;
}

// ------------------------------------------------------------------------------- text
static void print_phases(const nf_ace_plan *p) {
  for (unsigned i = 0; i < p->phases; i++)
    printf("  phase %u: %s over %u nodes, machines %u..%u, %u x %u B slots\n", i,
           p->phase[i].program, p->phase[i].size, p->phase[i].machine,
           p->phase[i].machine + p->phase[i].machines - 1, p->partition[i].slots,
           p->partition[i].packets * nf_ace_plan_packet(p));
}

static void print_links(const nf_ace_options *o, const nf_ace_plan *p, const nf_ace_run *run) {
  const nf_topo *t = &o->topology;
  for (unsigned d = 0; d < t->dims; d++) {
    const nf_ace_use *u = &run->use[d];
    if (u->links) {
      printf(
          "  links of %c, %u B/cycle: payload %.2f B/cycle, %.1f %% of what the %s allows, %.2f; "
          "from first to last packet %.2f, %.1f %%\n",
          t->dim[d].letter, u->rate, u->whole, 100 * nf_ace_share(u, u->whole),
          nf_ace_port_limits(u) ? "port" : "link", nf_ace_limit(u), u->busy,
          100 * nf_ace_share(u, u->busy));
      nf_ace_times_print(p, d, run, o->run.commands);
    }
  }
}

// A node's port to memory, a word a cycle each way; then which of all limits was nearest.
static void print_nearest(const nf_ace_options *o, const nf_ace_plan *p, const nf_ace_run *run) {
  const nf_topo *t = &o->topology;
  const double words = (double)run->cycles * t->nodes;
  const double loads = words > 0 ? run->counters.tx_beats / words : 0;
  const double stores = words > 0 ? run->counters.rx_beats / words : 0;
  const bool store = stores > loads;
  double most = store ? stores : loads;
  char nearest[48];
  snprintf(nearest, sizeof nearest, "%s", store ? "stores to memory" : "loads from memory");
  for (unsigned d = 0; d < t->dims; d++) {
    const nf_ace_use *u = &run->use[d];
    if (u->links && nf_ace_share(u, u->whole) > most) {
      most = nf_ace_share(u, u->whole);
      snprintf(nearest, sizeof nearest, "%ss of %c", nf_ace_port_limits(u) ? "port" : "link",
               t->dim[d].letter);
    }
  }
  printf("  memory, %u B/cycle each way: loads %.1f %%, stores %.1f %%; nearest to its limit: %s, "
         "%.1f %%\n",
         p->cfg.engine.WordBytes, 100 * loads, 100 * stores, nearest, 100 * most);
  nf_ace_times_print_memory(p, run, o->run.commands);
}

static void print_background(const nf_ace_options *o, const nf_ace_run *run) {
  if (!o->run.background)
    return;
  printf("  normal packets, %u %% of each link asked:", o->run.background);
  const char *before = "";
  for (unsigned d = 0; d < o->topology.dims; d++) {
    const nf_ace_use *u = &run->use[d];
    if (u->links) {
      printf("%s %c payload %.2f B/cycle, %.1f %% of the rate", before, o->topology.dim[d].letter,
             u->normal, 100 * nf_ace_normal_share(u));
      before = ",";
    }
  }
  printf("; %llu sent, all have come, whole and in order\n", (unsigned long long)run->normal_sent);
}

static void print_cables(const nf_ace_options *o, const nf_ace_run *run) {
  if (o->run.net.cable.on)
    printf("  link layer, bit errors %g: %llu bit flips in %llu words; %llu flits sent again in "
           "%llu replays\n",
           o->run.net.cable.faults.bit_errors, (unsigned long long)run->turned,
           (unsigned long long)run->damaged, (unsigned long long)run->resent,
           (unsigned long long)run->replays);
}

static void print_waits(const nf_ace_plan *p, const nf_ace_run *run) {
  const nf_ace_counters *c = &run->counters;
  const double all = (double)run->cycles * p->cfg.topology->nodes * p->cfg.engine.Machines;
  printf("  machines waited for:");
  for (unsigned w = 1; w < NF_ACE_WAITS; w++)
    printf("%s %s %.1f %%", w > 1 ? "," : "", nf_ace_wait_names[w],
           all > 0 ? 100 * c->wait[w] / all : 0);
  printf("\n");
}

static void print_flags(uint32_t flags) {
  static const char *const names[] = {"invalid", "overflow", "underflow", "inexact"};
  const char *before = "  IEEE 754 flags of the sums: ";
  for (unsigned i = 0; i < 4; i++)
    if (flags >> i & 1) {
      printf("%s%s", before, names[i]);
      before = ", ";
    }
  if (flags)
    printf("\n");
}

static void print(const nf_ace_options *o, const nf_ace_plan *p, const nf_ace_run *run) {
  const nf_verdict *v = &run->verdict;
  printf("%s %s %s on %s: %u nodes, %llu bytes each, %u command%s\n",
         nf_ace_collective_names[p->cfg.collective], nf_op_name(o->run.op),
         nf_dtype_name(o->run.dtype), o->topology.name, o->topology.nodes,
         (unsigned long long)p->cfg.bytes, o->run.commands, o->run.commands > 1 ? "s" : "");
  print_phases(p);
  printf("  %u chunks of %u B, messages of %u B; %llu cycles (set up in %llu), %.2f B/cycle\n",
         p->chunks, p->message * (p->src_pieces ? p->src_pieces : p->dst_pieces), p->message,
         (unsigned long long)run->cycles, (unsigned long long)run->setup_cycles,
         run->cycles ? (double)p->cfg.bytes * o->run.commands / (double)run->cycles : 0);
  print_links(o, p, run);
  print_nearest(o, p, run);
  print_background(o, run);
  print_cables(o, run);
  print_waits(p, run);
  if (o->run.abort_at)
    printf(
        "  aborted in cycle %llu: %u commands of all nodes; %u packets of the old epoch came later "
        "and were dropped\n",
        (unsigned long long)o->run.abort_at, run->aborted, run->counters.old);
  printf("  bit exact: all %llu words", (unsigned long long)v->words);
  if (v->rounds)
    printf("; rounding error at most %.3g eps * sum of |x|, %.4g are possible", v->error.units,
           v->error.bound);
  printf("\n");
  print_flags(run->counters.flags);
  if (o->rtl)
    printf("  RTL and model agree: %llu comparisons of an engine's outputs in a cycle\n",
           (unsigned long long)run->compared);
}

// One line a node, when a memory has failed.
static void print_ends(const nf_ace_options *o, const nf_ace_run *run) {
  for (unsigned n = 0; n < o->topology.nodes; n++) {
    const nf_ace_end *end = &run->end[n];
    printf("node %u: %s", n, nf_ace_explain_status(end->status));
    for (unsigned c = 0; c < NF_ACE_CHANNELS; c++)
      if (end->dma_fault >> c & 1)
        printf(", channel %s", nf_ace_channel_names[c]);
    if (end->poisoned)
      printf("; %u words of the result poisoned, 0x%llx to 0x%llx", end->poisoned,
             (unsigned long long)end->first,
             (unsigned long long)end->last + o->plan.engine.WordBytes - 1);
    printf("; %llu elements wrong", (unsigned long long)end->wrong.words);
    if (end->wrong.words)
      printf(", 0x%llx to 0x%llx", (unsigned long long)end->wrong.first,
             (unsigned long long)end->wrong.last + 3);
    printf("\n");
  }
}

// ------------------------------------------------------------------------------- what comes out
typedef struct {
  const char *json, *csv, *timeline;
} temporaries;

static int prepare(const nf_ace_options *o, nf_outputs *out, temporaries *t, nf_err *e) {
  if (o->output)
    nf_outputs_folder(o->output, o->input ? o->input : "", e);
  t->json = nf_outputs_add(out, o->json, e);
  t->csv = nf_outputs_add(out, o->csv, e);
  t->timeline = nf_outputs_add(out, o->run.timeline, e);
  return e->status;
}

static int deliver(const nf_ace_options *o, const nf_inputs *in, const nf_ace_plan *p,
                   const nf_ace_run *run, const temporaries *t, nf_outputs *out, nf_err *e) {
  for (unsigned n = 0; o->output && n < in->ranks; n++) {
    nf_npy like = in->file[n];
    if (p->dst_bytes != in->bytes) {
      like.dims = 1;
      like.shape[0] = like.count = like.count * p->dst_bytes / in->bytes;
    }
    if (nf_outputs_rank(out, o->output, n, &like, run->result[n], e) != NF_EXIT_OK)
      return e->status;
  }
  return nf_report_files(t->csv, t->json, make_json(o, p, run), e);
}

// From options to files: nothing is written before the run has passed its checks.
static int work(nf_ace_options *o, nf_inputs *in, nf_ace_plan *p, nf_outputs *out, nf_err *e) {
  temporaries t;
  nf_ace_run run;
  if (get_data(o, in, e) != NF_EXIT_OK ||
      nf_ace_dtype_check(in->dtype, o->plan.engine.Halves, e) != NF_EXIT_OK ||
      nf_check_pair(o->run.op, in->dtype, e) != NF_EXIT_OK)
    return e->status;
  o->plan.bytes = o->plan.collective == NF_COLL_BARRIER ? 0 : in->bytes;
  if (nf_ace_plan_make(p, &o->plan, e) != NF_EXIT_OK || read_programs(o, p, e) != NF_EXIT_OK ||
      check_programs(o, p, e) != NF_EXIT_OK || prepare(o, out, &t, e) != NF_EXIT_OK)
    return e->status;
  o->run.net.plan = p;
  if (o->rtl && NF_RTL_LOAD("netfold_ace", nf_ace, &o->run.net.dut, e) != NF_EXIT_OK)
    return e->status;
  o->run.source = o->source;
  o->run.data = (const uint32_t *const *)in->data;
  o->run.dtype = in->dtype;
  o->run.timeline = t.timeline;
  if (nf_ace_run_all(&run, &o->run, e) == NF_EXIT_OK &&
      deliver(o, in, p, &run, &t, out, e) == NF_EXIT_OK) {
    print(o, p, &run);
    nf_outputs_commit(out, e);
  }
  if (run.memory_failed)
    print_ends(o, &run);
  nf_ace_run_free(&run);
  return e->status;
}

int nf_ace_main(int argc, char **argv) {
  nf_ace_options o;
  nf_inputs in = {0};
  nf_outputs out = {0};
  nf_err e = {0};
  if (nf_ace_options_read(&o, NF_ACE_BUILT, argc, argv, &e) != NF_EXIT_OK)
    return nf_end(&e);
  nf_outputs_guard(&out);
  nf_ace_plan *p = calloc(1, sizeof *p);
  if (!p)
    nf_err_memory(&e, "the plan");
  else
    work(&o, &in, p, &out, &e);
  for (unsigned i = 0; i < NF_ACE_MAX_PHASES; i++)
    free((char *)o.source[i].text);
  free(p);
  nf_outputs_discard(&out);
  nf_inputs_free(&in);
  return nf_end(&e);
}
