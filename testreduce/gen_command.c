// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// `testreduce gen`: probes, one .npy a rank, and their manifest.
#include "commands.h"
#include "manifest.h"
#include "operands.h"
#include "sim/cli/cli.h"
#include "sim/common/outputs.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

typedef struct {
  tr_operands operands; // one a rank
  const char *out;
} gen_options;

enum { KEY_OUT = 256 };

static const struct argp_option Table[] = {
    TR_OPERANDS_OPTIONS("ranks", "2..256",
                        "elements of each array (default: enough for every rank's chunk of a ring "
                        "to hold all probes four times)"),
    {"out", KEY_OUT, "DIR", 0, "folder for rank00.npy ... and manifest.json", 0},
    {"output", 0, 0, OPTION_ALIAS, 0, 0}, // as the netfold command calls it, and its messages do
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
  if (key == KEY_OUT)
    o->out = arg;
  else if (!tr_operands_option(&o->operands, "ranks", key, arg, cli->err))
    return nf_cli_other(key, arg, state);
  return cli->err->status == NF_EXIT_OK ? 0 : EINVAL;
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

// Hundreds of ranks need hundreds of GB: that is seen before the first file.
static int check_room(const tr_sheet *s, size_t count, const char *dir, nf_err *e) {
  struct statvfs have;
  const double need = (double)s->ranks * (double)count * tr_format_of(s->type)->bytes;
  if (statvfs(dir, &have) == 0 && need > (double)have.f_bavail * (double)have.f_frsize)
    return nf_err_set(
        e, NF_EXIT_BAD_INPUT,
        "%s: %u arrays of %zu elements take %.3g GB, %.3g GB are free; give a --count "
        "of %zu at least, which is each probe once",
        dir, s->ranks, count, need / 1e9, (double)have.f_bavail * (double)have.f_frsize / 1e9,
        s->length);
  return NF_EXIT_OK;
}

static int write_all(const gen_options *o, const tr_sheet *s, size_t count, nf_err *e) {
  nf_outputs out = {0};
  char path[TR_PATH];
  if (nf_outputs_folder(o->out, NULL, e) != NF_EXIT_OK ||
      check_room(s, count, o->out, e) != NF_EXIT_OK)
    return e->status;
  for (unsigned r = 0; r < s->ranks && e->status == NF_EXIT_OK; r++)
    write_rank(s, r, count, o->out, e);
  // The manifest comes last: a folder with one is complete, and of an interrupted one arrays are
  // left.
  nf_outputs_guard(&out);
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

static int gen(const gen_options *o, nf_err *e) {
  const tr_operands *n = &o->operands;
  tr_sheet s = {0};
  if (!n->operands || !o->out)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--%s is missing; see 'testreduce gen --help'",
                      n->operands ? "out" : "ranks");
  if (tr_sheet_make(&s, n->type, (unsigned)n->operands, n->seed, e) != NF_EXIT_OK)
    return e->status;
  const size_t count = n->count ? n->count : 4 * s.length * s.ranks;
  if (count < s.length)
    nf_err_set(e, NF_EXIT_BAD_INPUT,
               "--count %zu: the probes of %u ranks are %zu elements; give as many at least", count,
               s.ranks, s.length);
  else if (write_all(o, &s, count, e) == NF_EXIT_OK)
    printf("%u arrays of %zu elements in %s: %zu probes, again and again\n", s.ranks, count, o->out,
           s.length);
  tr_sheet_free(&s);
  return e->status;
}

int tr_gen_main(int argc, char **argv) {
  static const struct argp argp = {.options = Table, .parser = parse, .doc = Doc};
  gen_options o = {.operands = {.seed = 1}};
  nf_err e = {0};
  if (nf_cli_parse(&argp, &o, argc, argv, &e) == NF_EXIT_OK)
    gen(&o, &e);
  return nf_end(&e);
}
