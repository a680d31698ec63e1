// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// `testreduce reduce`: a fabric of one's own wording, to see what identify says of it.
#define _POSIX_C_SOURCE 200809L
#include "commands.h"
#include "fabric.h"
#include "manifest.h"
#include "sim/cli/cli.h"
#include "sim/common/outputs.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  tr_fabric fabric;
  const char *probes, *out;
  uint64_t chunk, seed;
} reduce_options;

enum { KEY_OUT = 256, KEY_CHUNK, KEY_SEED };

static const struct argp_option Table[] = {
    TR_FABRIC_OPTIONS,
    {"chunk", KEY_CHUNK, "M", 0,
     "after every M elements the tree moves on by a rank, as in a ring (default: it does not)", 0},
    {"seed", KEY_SEED, "S", 0, "of stochastic rounding (default 1)", 0},
    {"out", KEY_OUT, "DIR", 0, "folder for the answers", 0},
    {"output", 0, 0, OPTION_ALIAS, 0, 0}, // as the netfold command calls it, and its messages do
    {"help", NF_CLI_HELP, 0, 0, "print this list", -1},
    {0}};

static const char Doc[] =
    "Reduce probes as a fabric of this description would.\v"
    "Example, a ring that adds in bfloat16:\n"
    "  testreduce gen --ranks 8 --dtype bf16 --count 160000 --out probes\n"
    "  testreduce reduce probes --tree sequential --chunk 20000 --out answers\n"
    "  testreduce identify probes answers\n"
    "Exit status: 0 done, 2 bad input.";

static error_t parse(int key, char *arg, struct argp_state *state) {
  nf_cli *cli = state->input;
  reduce_options *o = cli->options;
  nf_err *e = cli->err;
  switch (key) {
  case KEY_OUT:
    o->out = arg;
    break;
  case KEY_CHUNK:
    o->chunk = nf_cli_size("chunk", arg, 1, 1ull << 40, "the number of elements", e);
    break;
  case KEY_SEED:
    o->seed = nf_cli_range("seed", arg, 0, UINT64_MAX, "the seed", e);
    break;
  case ARGP_KEY_ARG:
    if (o->probes)
      nf_err_set(e, NF_EXIT_BAD_INPUT, "'%s': give one folder of probes", arg);
    o->probes = arg;
    break;
  default:
    if (!tr_fabric_option(&o->fabric, key, arg, e))
      return nf_cli_other(key, arg, state);
  }
  return e->status == NF_EXIT_OK ? 0 : EINVAL;
}

// Without chunks and chance the same sheet comes again and again.
static void reduce_all(const reduce_options *o, const tr_sheet *s, tr_reducer *r, size_t count,
                       void *array) {
  const size_t bytes = tr_format_of(s->type)->bytes;
  const bool repeats = r->arith.mode != TR_STOCHASTIC && r->arith.out != TR_STOCHASTIC;
  uint64_t state = o->seed, x[TR_MAX_RANKS];
  for (size_t at = 0; at < count; at++) {
    const size_t chunk = o->chunk ? at % o->chunk : at;
    if (at && o->chunk && chunk == 0)
      tr_tree_rotate(&r->tree, 1);
    if (repeats && chunk >= s->length) {
      memcpy((char *)array + at * bytes, (char *)array + (at - s->length) * bytes, bytes);
      continue;
    }
    tr_env d = {.draw = &state};
    tr_sheet_values(s, at % s->length, x);
    tr_store(array, s->type, at, tr_reduce(r, x, &d));
  }
}

static int write_answers(const reduce_options *o, const tr_sheet *s, tr_reducer *r, size_t count,
                         nf_err *e) {
  const size_t bytes = tr_format_of(s->type)->bytes;
  void *array = malloc(count * bytes);
  if (!array)
    return nf_err_memory(e, "the answers");
  reduce_all(o, s, r, count, array);
  if (nf_outputs_folder(o->out, o->probes, e) == NF_EXIT_OK)
    for (unsigned rank = 0; rank < s->ranks && e->status == NF_EXIT_OK; rank++) {
      char path[TR_PATH];
      tr_rank_path(path, o->out, rank);
      FILE *f = fopen(path, "wb");
      const bool good =
          f && tr_array_head(f, s->type, count) && fwrite(array, bytes, count, f) == count;
      if (!f || fclose(f) != 0 || !good)
        nf_err_set(e, NF_EXIT_BAD_INPUT, "%s: cannot be written: %s", path, strerror(errno));
    }
  free(array);
  return e->status;
}

int tr_reduce_main(int argc, char **argv) {
  static const struct argp argp = {
      .options = Table, .parser = parse, .doc = Doc, .args_doc = "PROBES"};
  reduce_options o = {.seed = 1};
  nf_err e = {0};
  tr_manifest m;
  tr_sheet s = {0};
  tr_reducer r;
  if (nf_cli_parse(&argp, &o, argc, argv, &e) == NF_EXIT_OK) {
    if (!o.probes || !o.out)
      nf_err_set(&e, NF_EXIT_BAD_INPUT,
                 "give the folder of the probes and --out; see 'testreduce reduce --help'");
    else if (tr_manifest_read(&m, o.probes, &e) == NF_EXIT_OK &&
             tr_fabric_make(&o.fabric, m.type, m.ranks, &r, &e) == NF_EXIT_OK &&
             tr_sheet_make(&s, m.type, m.ranks, m.seed, &e) == NF_EXIT_OK)
      write_answers(&o, &s, &r, m.count, &e);
  }
  tr_sheet_free(&s);
  return nf_end(&e);
}
