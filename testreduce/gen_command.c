// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// `testreduce gen`: probes, one .npy a rank, and their manifest.
#include "commands.h"
#include "manifest.h"
#include "sim/cli/cli.h"
#include "sim/common/outputs.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  uint64_t ranks, count, seed;
  tr_type type;
  const char *out;
} gen_options;

enum { KEY_RANKS = 256, KEY_DTYPE, KEY_COUNT, KEY_SEED, KEY_OUT };

static const struct argp_option Table[] = {
    {"ranks", KEY_RANKS, "N", 0, "2..256", 0},
    {"dtype", KEY_DTYPE, "TYPE", 0, "f32, bf16, f16, f64, fp8e4m3, fp8e5m2 (default f32)", 0},
    {"count", KEY_COUNT, "M", 0,
     "elements of each array (default: enough for every rank's chunk of a ring to hold all probes "
     "four times)",
     0},
    {"seed", KEY_SEED, "S", 0, "of the random probes (default 1)", 0},
    {"out", KEY_OUT, "DIR", 0, "folder for rank00.npy ... and manifest.json", 0},
    {"help", NF_CLI_HELP, 0, 0, "print this list", -1},
    {0}};

static const char Doc[] =
    "Make probes, one array a rank.\v"
    "Example:\n"
    "  testreduce gen --ranks 8 --dtype bf16 --out probes\n"
    "Reduce them by sum on your fabric, write what each rank got to answers/rank00.npy ..., and\n"
    "  testreduce identify probes answers\n"
    "bf16 and fp8 arrays hold the elements' bits as unsigned integers.\n"
    "Exit status: 0 done, 2 bad input.";

static error_t parse(int key, char *arg, struct argp_state *state) {
  nf_cli *cli = state->input;
  gen_options *o = cli->options;
  nf_err *e = cli->err;
  switch (key) {
  case KEY_RANKS:
    o->ranks = nf_cli_range("ranks", arg, 2, TR_MAX_RANKS, "the number of ranks", e);
    break;
  case KEY_DTYPE:
    if (!tr_type_parse(&o->type, arg))
      nf_err_set(e, NF_EXIT_BAD_INPUT,
                 "--dtype %s is unknown; give one of f32, bf16, f16, f64, fp8e4m3, fp8e5m2", arg);
    break;
  case KEY_COUNT:
    o->count = nf_cli_size("count", arg, 1, 1ull << 40, "the number of elements", e);
    break;
  case KEY_SEED:
    o->seed = nf_cli_range("seed", arg, 0, 1ull << 53, "the seed", e);
    break;
  case KEY_OUT:
    o->out = arg;
    break;
  default:
    return nf_cli_other(key, arg, state);
  }
  return e->status == NF_EXIT_OK ? 0 : EINVAL;
}

static int write_rank(const tr_sheet *s, unsigned rank, size_t count, const char *dir, nf_err *e) {
  enum { PART = 1 << 20 };
  char path[TR_PATH];
  tr_rank_path(path, dir, rank);
  FILE *f = fopen(path, "wb");
  const size_t bytes = tr_format_of(s->type)->bytes;
  // Whole sheets, so that every part is made by copying but the first.
  const size_t part = PART / s->length ? PART / s->length * s->length : s->length;
  void *block = malloc(part * bytes);
  bool good = f && block && tr_array_head(f, s->type, count);
  if (good)
    tr_sheet_fill(s, rank, 0, part, block);
  for (size_t done = 0; good && done < count; done += part) {
    const size_t some = count - done < part ? count - done : part;
    good = fwrite(block, bytes, some, f) == some;
  }
  if (f && fclose(f) != 0)
    good = false;
  free(block);
  if (!good)
    nf_err_set(e, NF_EXIT_BAD_INPUT, "%s: cannot be written: %s", path, strerror(errno));
  return e->status;
}

static int write_all(const gen_options *o, const tr_sheet *s, size_t count, nf_err *e) {
  nf_outputs out = {0};
  char path[TR_PATH];
  nf_outputs_guard(&out);
  if (nf_outputs_folder(o->out, NULL, e) != NF_EXIT_OK)
    return e->status;
  for (unsigned r = 0; r < o->ranks && e->status == NF_EXIT_OK; r++)
    write_rank(s, r, count, o->out, e);
  // The manifest comes last: a folder with one is complete.
  snprintf(path, sizeof path, "%.4000s/manifest.json", o->out);
  const char *temporary = e->status == NF_EXIT_OK ? nf_outputs_add(&out, path, e) : NULL;
  FILE *f = temporary ? fopen(temporary, "w") : NULL;
  if (f)
    tr_manifest_write(s, count, f);
  if (e->status == NF_EXIT_OK && (!f || fclose(f) != 0))
    nf_err_set(e, NF_EXIT_BAD_INPUT, "%s: cannot be written: %s", path, strerror(errno));
  if (e->status == NF_EXIT_OK)
    nf_outputs_commit(&out, e);
  nf_outputs_discard(&out);
  return e->status;
}

int tr_gen_main(int argc, char **argv) {
  static const struct argp argp = {.options = Table, .parser = parse, .doc = Doc};
  gen_options o = {.type = TR_F32, .seed = 1};
  nf_err e = {0};
  tr_sheet s = {0};
  if (nf_cli_parse(&argp, &o, argc, argv, &e) == NF_EXIT_OK) {
    if (!o.ranks || !o.out)
      nf_err_set(&e, NF_EXIT_BAD_INPUT, "--%s is missing; see 'testreduce gen --help'",
                 o.ranks ? "out" : "ranks");
    else if (tr_sheet_make(&s, o.type, (unsigned)o.ranks, o.seed, &e) == NF_EXIT_OK) {
      const size_t count = o.count ? o.count : 4 * s.length * o.ranks;
      if (count < s.length)
        nf_err_set(&e, NF_EXIT_BAD_INPUT,
                   "--count %zu: the probes of %u ranks are %zu elements; give as many at least",
                   count, s.ranks, s.length);
      else if (write_all(&o, &s, count, &e) == NF_EXIT_OK)
        printf("%u arrays of %zu elements in %s: %zu probes, again and again\n", s.ranks, count,
               o.out, s.length);
    }
  }
  tr_sheet_free(&s);
  return tr_end(&e);
}
