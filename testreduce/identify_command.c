// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// `testreduce identify`: what a fabric is, from its answers.
#define _POSIX_C_SOURCE 200809L
#include "commands.h"
#include "identify.h"
#include "manifest.h"
#include "sim/cli/cli.h"
#include "sim/common/outputs.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_REPS = 64 };

typedef struct {
  const char *probes, *answers[MAX_REPS], *json, *svg;
  unsigned reps;
  uint64_t call;
} identify_options;

enum { KEY_JSON = 256, KEY_SVG, KEY_CALL };

static const struct argp_option Table[] = {
    {"call", KEY_CALL, "M", 0,
     "the buffer was reduced by calls of M elements each (default: at once): all of them are "
     "looked "
     "at together",
     0},
    {"json", KEY_JSON, "FILE", 0, "the report as JSON; - is standard output", 0},
    {"svg", KEY_SVG, "FILE", 0, "the trees as a drawing", 0},
    {"help", NF_CLI_HELP, 0, 0, "print this list", -1},
    {0}};

static const char Doc[] = "Say what the fabric is that gave ANSWERS to PROBES.\v"
                          "PROBES is a folder that testreduce gen made, ANSWERS one with "
                          "rank00.npy ...: what each rank got "
                          "when the arrays were reduced by sum. More of them are repetitions.\n"
                          "Example:\n"
                          "  testreduce identify probes answers --svg tree.svg\n"
                          "Exit status: 0 every answer is explained, 1 some are not, 2 bad input.";

static error_t parse(int key, char *arg, struct argp_state *state) {
  nf_cli *cli = state->input;
  identify_options *o = cli->options;
  nf_err *e = cli->err;
  switch (key) {
  case KEY_CALL:
    o->call = nf_cli_size("call", arg, 1, 1ull << 40, "the number of elements", e);
    break;
  case KEY_JSON:
    o->json = arg;
    break;
  case KEY_SVG:
    o->svg = arg;
    break;
  case ARGP_KEY_ARG:
    if (!o->probes)
      o->probes = arg;
    else if (o->reps < MAX_REPS)
      o->answers[o->reps++] = arg;
    else
      nf_err_set(e, NF_EXIT_BAD_INPUT, "more than %d folders of answers; give fewer", MAX_REPS);
    break;
  default:
    return nf_cli_other(key, arg, state);
  }
  return e->status == NF_EXIT_OK ? 0 : EINVAL;
}

// ------------------------------------------------------------------------------- files
// The arrays hold what the manifest announces: a sheet of each is compared.
static int check_probes(const tr_manifest *m, const tr_sheet *s, const char *dir, nf_err *e) {
  const size_t some = m->count < s->length ? m->count : s->length;
  for (unsigned r = 0; r < m->ranks && e->status == NF_EXIT_OK; r++) {
    char path[TR_PATH];
    tr_array a;
    tr_rank_path(path, dir, r);
    if (tr_array_open(&a, m->type, path, e) == NF_EXIT_OK) {
      if (a.count != m->count)
        nf_err_set(e, NF_EXIT_BAD_INPUT,
                   "%s: has %zu elements, its manifest says %zu; make the probes again", path,
                   a.count, m->count);
      for (size_t i = 0; i < some && e->status == NF_EXIT_OK; i++)
        if (tr_load(a.data, m->type, i) != tr_sheet_value(s, i, r))
          nf_err_set(e, NF_EXIT_BAD_INPUT,
                     "%s: element %zu is not the probe that manifest.json announces; was the array "
                     "reduced in place? make the probes again",
                     path, i);
    }
    tr_array_close(&a);
  }
  return e->status;
}

static bool exists(const char *path) {
  struct stat st;
  return stat(path, &st) == 0;
}

static int open_answers(const identify_options *o, const tr_manifest *m, tr_array *a,
                        const void **data, nf_err *e) {
  for (unsigned k = 0; k < o->reps; k++) {
    char path[TR_PATH];
    for (unsigned r = 0; r < m->ranks; r++) {
      tr_array *one = &a[k * m->ranks + r];
      tr_rank_path(path, o->answers[k], r);
      if (!exists(path))
        return nf_err_set(
            e, NF_EXIT_BAD_INPUT,
            "%s: is missing; the probes are of %u ranks, and what each of them got is needed", path,
            m->ranks);
      if (tr_array_open(one, m->type, path, e) != NF_EXIT_OK)
        return e->status;
      if (one->count != m->count)
        return nf_err_set(
            e, NF_EXIT_BAD_INPUT,
            "%s: has %zu elements, the probes have %zu; give what came back for these probes", path,
            one->count, m->count);
      data[k * m->ranks + r] = one->data;
    }
    tr_rank_path(path, o->answers[k], m->ranks);
    if (exists(path))
      return nf_err_set(e, NF_EXIT_BAD_INPUT,
                        "%s: is of a rank that the probes have not (%u ranks)", path, m->ranks);
  }
  return NF_EXIT_OK;
}

// ------------------------------------------------------------------------------- reports
static int write_file(nf_outputs *out, const char *path, const tr_report *r,
                      void (*write)(const tr_report *, FILE *), nf_err *e) {
  const char *temporary = path && e->status == NF_EXIT_OK ? nf_outputs_add(out, path, e) : NULL;
  FILE *f = temporary ? fopen(temporary, "w") : NULL;
  if (!temporary)
    return e->status;
  if (f)
    write(r, f);
  if (!f || fclose(f) != 0)
    nf_err_set(e, NF_EXIT_BAD_INPUT, "%s: cannot be written: %s", path, strerror(errno));
  return e->status;
}

static int report(const identify_options *o, const tr_sheet *s, const tr_answers *w, nf_err *e) {
  tr_report r;
  nf_outputs out = {0};
  if (tr_identify(&r, s, w, e) == NF_EXIT_OK) {
    nf_outputs_guard(&out);
    write_file(&out, o->json, &r, tr_report_json, e);
    write_file(&out, o->svg, &r, tr_report_svg, e);
    tr_report_text(&r, o->json && strcmp(o->json, "-") == 0 ? stderr : stdout);
    if (e->status == NF_EXIT_OK)
      nf_outputs_commit(&out, e);
    nf_outputs_discard(&out);
    if (e->status == NF_EXIT_OK && !tr_report_explained(&r))
      e->status = NF_EXIT_FAILED;
  }
  tr_report_free(&r);
  return e->status;
}

int tr_identify_main(int argc, char **argv) {
  static const struct argp argp = {
      .options = Table, .parser = parse, .doc = Doc, .args_doc = "PROBES ANSWERS..."};
  identify_options o = {0};
  nf_err e = {0};
  tr_manifest m;
  tr_sheet s = {0};
  tr_array *arrays = NULL;
  const void **data = NULL;
  unsigned count = 0;
  if (nf_cli_parse(&argp, &o, argc, argv, &e) == NF_EXIT_OK) {
    if (o.reps == 0)
      nf_err_set(&e, NF_EXIT_BAD_INPUT,
                 "give the folder of the probes and one or more of answers; see 'testreduce "
                 "identify --help'");
    else if (tr_manifest_read(&m, o.probes, &e) == NF_EXIT_OK &&
             tr_sheet_make(&s, m.type, m.ranks, m.seed, &e) == NF_EXIT_OK &&
             check_probes(&m, &s, o.probes, &e) == NF_EXIT_OK) {
      count = o.reps * m.ranks;
      arrays = calloc(count, sizeof *arrays);
      data = calloc(count, sizeof *data);
      if (!arrays || !data)
        nf_err_memory(&e, "the answers");
      else if (open_answers(&o, &m, arrays, data, &e) == NF_EXIT_OK)
        report(&o, &s, &(tr_answers){m.ranks, o.reps, m.count, data, o.call, true}, &e);
    }
  }
  for (unsigned i = 0; arrays && i < count; i++)
    tr_array_close(&arrays[i]);
  free(arrays);
  free(data);
  tr_sheet_free(&s);
  return nf_end(&e);
}
