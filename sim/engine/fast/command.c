// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// `netfold simulate`: a network of any topology, packet by packet, or by another engine.
#include "command.h"

#include "data.h"
#include "report.h"

#include "sim/cli/commands.h"
#include "sim/engine/flow/command.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int nf_simulate_work(nf_simulate_options *o, nf_simulate_reporter *report, const void *ctx,
                     nf_outputs *out, nf_err *e) {
  nf_simulate_result *r = malloc(sizeof *r);
  nf_simulate_data d = {.in = {.ranks = 0}};
  const uint64_t to = o->trace_ticks ? o->trace_from + o->trace_ticks : UINT32_MAX;
  nf_fast_trace trace = {.from = (uint32_t)o->trace_from,
                         .to = to < UINT32_MAX ? (uint32_t)to : UINT32_MAX,
                         .most = o->trace_limit};
  const char *json = nf_outputs_add(out, o->json, e);
  if (!r)
    nf_err_memory(e, "the result");
  if ((trace.path = nf_outputs_add(out, o->trace, e)))
    o->run.trace = &trace;
  if (e->status == NF_EXIT_OK && o->output)
    nf_outputs_folder(o->output, o->input ? o->input : "", e);
  if (e->status == NF_EXIT_OK && o->payload)
    nf_simulate_data_open(&d, o, e);
  if (e->status == NF_EXIT_OK && nf_simulate(&o->run, r, e) == NF_EXIT_OK &&
      (!o->output || nf_simulate_data_write(&d, o->output, out, e) == NF_EXIT_OK) &&
      report(ctx, o, r, json, e) == NF_EXIT_OK)
    nf_outputs_commit(out, e);
  nf_simulate_data_close(&d);
  free(r);
  return e->status;
}

static int report(const void *ctx, const nf_simulate_options *o, const nf_simulate_result *r,
                  const char *json, nf_err *e) {
  (void)ctx;
  return nf_simulate_report(o, r, json, e);
}

// Rates: what the flow engine has of the same description.
static int by_flow(const nf_simulate_options *o, nf_outputs *out, nf_err *e) {
  nf_flow_options f = {.topology = o->run.topology,
                       .routing = o->run.routing,
                       .json = o->json,
                       .run = {.kind = o->collective == NF_DO_ALLTOALL      ? NF_FLOW_ALLTOALL
                                       : o->collective == NF_DO_PERMUTATION ? NF_FLOW_PERMUTATION
                                                                            : NF_FLOW_RING,
                               .bytes = o->run.collective.bytes,
                               .seed = o->seed,
                               .samples = o->shifts}};
  return nf_flow_work(&f, out, e);
}

// `netfold allreduce` with the same description. It has its own names of the networks that both
// know, and refuses by itself what it does not have.
static int by_cycle(const nf_simulate_options *o) {
  enum { WORD = 64, WORDS = 32 };
  const nf_fast_collective_cfg *c = &o->run.collective;
  const bool pull = c->method == NF_FAST_PULL;
  char word[9][WORD];
  const char *argument[WORDS] = {"netfold allreduce", "--method", pull ? "pull" : "push"};
  int n = 3;
  const struct {
    const char *name;
    uint64_t value;
    bool given;
  } number[] = {{"bytes", c->bytes, true},
                {"ranks", c->ranks, c->ranks != 0},
                {"table-bytes", o->table_bytes, true},
                {"waves", c->waves, true},
                {"wave-bytes", o->wave_bytes, o->wave_bytes != 0},
                {"timeout", c->timeout, o->timeout_given},
                {"memory-latency", c->latency, true},
                {"seed", o->seed, true}};
  for (unsigned i = 0; i < sizeof number / sizeof *number; i++)
    if (number[i].given) {
      snprintf(word[i], WORD, "--%s=%llu", number[i].name, (unsigned long long)number[i].value);
      argument[n++] = word[i];
    }
  if (o->run.bit_errors > 0) {
    snprintf(word[8], WORD, "--links-ber=%.17g", o->run.bit_errors);
    argument[n++] = word[8];
  }
  argument[n++] = "--topology";
  argument[n++] = strcmp(o->run.topology, "single:16") == 0 ? "single" : o->run.topology;
  argument[n++] = c->result_acks ? "--result-acks=on" : "--result-acks=off";
  argument[n++] = c->hierarchical ? "--hierarchical=on" : "--hierarchical=off";
  argument[n++] = c->barrier ? "--barrier=on" : "--barrier=off";
  if (o->json) {
    argument[n++] = "--json";
    argument[n++] = o->json;
  }
  return nf_allreduce_main(n, (char **)argument);
}

int nf_simulate_main(int argc, char **argv) {
  nf_simulate_options o;
  nf_outputs out = {0};
  nf_err e = {0};
  // One of the processes of a run speaks for all: what they have to say is the same.
  const bool quiet = nf_fast_mpi_number() > 0;
  if (quiet && (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)))
    return NF_EXIT_FAILED;
  if (nf_simulate_options_read(&o, argc, argv, &e) != NF_EXIT_OK)
    return nf_end(&e);
  o.json = quiet ? NULL : o.json;
  if (o.engine == NF_SIMULATE_CYCLE)
    return by_cycle(&o);
  nf_outputs_guard(&out);
  if (o.engine == NF_SIMULATE_FLOW)
    by_flow(&o, &out, &e);
  else
    nf_simulate_work(&o, report, NULL, &out, &e);
  nf_outputs_discard(&out);
  return nf_end(&e);
}
