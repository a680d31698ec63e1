// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// `netfold allreduce`: files in, one run through the switch, files and report out.
#define _POSIX_C_SOURCE 200809L
#include "commands.h"
#include "network/command.h"
#include "report.h"
#include <string.h>

enum { WAVE_BEFORE = 200 }; // cycles of the waveform ahead of a failure

// The run is deterministic: a failure of the RTL is seen once more, with a waveform around it.
static void record_failure(const nf_options *o, const nf_plan *plan, const nf_inputs *in,
                           uint64_t cycle, nf_err *e) {
  const char *path = o->trace ? o->trace : "netfold_failure.fst";
  nf_wave_window wave = {path, cycle > WAVE_BEFORE ? cycle - WAVE_BEFORE : 0, cycle + 1};
  nf_run again;
  nf_err second = {0};
  uint64_t failed;
  nf_run_all(&again, o, plan, in, wave, &failed, &second);
  nf_run_free(&again);
  size_t used = strlen(e->text);
  if (second.status == NF_EXIT_FAILED && failed == cycle)
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
  if (nf_outputs_folder(o->output, o->input, e) == NF_EXIT_OK && o->json)
    t->json = nf_outputs_add(out, o->json, e);
  if (e->status == NF_EXIT_OK && o->trace)
    t->trace = nf_outputs_add_wave(out, o->trace, e);
  return e->status;
}

static int deliver(const nf_options *o, const nf_plan *plan, const nf_inputs *in, const nf_run *run,
                   const nf_verdict *v, const temporaries *t, nf_outputs *out, nf_err *e) {
  for (unsigned r = 0; r < in->ranks; r++)
    if (nf_outputs_rank(out, o->output, r, &in->file[r], run->result[r], e) != NF_EXIT_OK)
      return e->status;
  if (t->json && nf_report_json(t->json, o, plan, in, run, v, e) != NF_EXIT_OK)
    return e->status;
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

static int reduce(const nf_options *o, nf_inputs *in, nf_outputs *out, nf_err *e) {
  nf_plan plan;
  nf_run run;
  nf_verdict verdict;
  temporaries t;
  uint64_t failed = 0;
  if (check_op(o, in, e) != NF_EXIT_OK || nf_plan_make(&plan, o, in, e) != NF_EXIT_OK ||
      prepare(o, out, &t, e) != NF_EXIT_OK)
    return e->status;
  nf_wave_window wave = {t.trace, UINT64_MAX, UINT64_MAX};
  if (nf_run_all(&run, o, &plan, in, wave, &failed, e) == NF_EXIT_FAILED && o->rtl)
    record_failure(o, &plan, in, failed, e);
  if (e->status == NF_EXIT_OK && nf_judge(&verdict, in, run.result, o->op, e) == NF_EXIT_OK &&
      deliver(o, &plan, in, &run, &verdict, &t, out, e) == NF_EXIT_OK) {
    nf_report_text(o, &plan, in, &run, &verdict);
    nf_outputs_commit(out, e);
  }
  nf_run_free(&run);
  return e->status;
}

int nf_allreduce_main(int argc, char **argv) {
  nf_options o;
  nf_inputs in = {0};
  nf_outputs out = {0};
  nf_err e = {0};
  if (nf_options_parse(&o, argc, argv, &e) != NF_EXIT_OK)
    return nf_end(&e);
  nf_outputs_guard(&out);
  if (o.network.topology)
    nf_network_reduce(&o, &in, &out, &e);
  else if (nf_inputs_read(&in, o.input, o.ranks, NF_SIM_PORTS, o.dtype, &e) == NF_EXIT_OK)
    reduce(&o, &in, &out, &e);
  nf_outputs_discard(&out);
  nf_inputs_free(&in);
  return nf_end(&e);
}
