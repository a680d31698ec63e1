// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The options of `netfold netreduce train`. Each refusal names the option, its range and the
// remedy.
#include "sim/netreduce/train_options.h"

#include "sim/cli/cli.h"
#include "sim/common/types.h"
#include "sim/netreduce/limits.h"
#include <stdlib.h>
#include <string.h>

enum {
  KEY_RUNS = NF_NR_KEY_OWN,
  KEY_FRACTION,
  KEY_EPOCHS,
  KEY_BATCH,
  KEY_IMAGES,
  KEY_TESTS,
  KEY_RATE,
  KEY_MOMENTUM
};

#define RUN_LIST "f32, fix32, bf16x2"
static const struct argp_option Table[] = {
    {0, 0, 0, 0, "What is trained:", 1},
    {0, NF_NR_KEY_HOSTS, 0, 0, "hosts, of one switch 2..8 (default 4)", 1},
    {"epochs", KEY_EPOCHS, "N", 0, "how often all images are seen, 1..1000 (default 10)", 1},
    {"batch", KEY_BATCH, "N", 0, "images of a host in a step, 1..1024 (default 32)", 1},
    {"images", KEY_IMAGES, "N", 0, "made-up images to train on, 2..1000000 (default 20000)", 1},
    {"test-images", KEY_TESTS, "N", 0, "others to test with, 1..1000000 (default 5000)", 1},
    {"rate", KEY_RATE, "R", 0,
     "learning rate at the beginning, 0..10 (default 0.01); it falls evenly to 0", 1},
    {"momentum", KEY_MOMENTUM, "M", 0, "0..0.999 (default 0.9)", 1},
    {.key = NF_NR_KEY_SEED, .group = 1},
    {0, 0, 0, 0, "How gradients are added up:", 2},
    {"runs", KEY_RUNS, "LIST", 0,
     "of " RUN_LIST " (default f32,fix32); a ring of the hosts in f32 is what all are "
     "compared with",
     2},
    {"fraction-bits", KEY_FRACTION, "N", 0,
     "fix32: bits behind the binary point, 0..31 (default 24: sums up to 128 in steps of 6e-8)", 2},
    {0, 0, 0, 0, "Through which network:", 3},
    {.key = NF_NR_KEY_TOPOLOGY, .group = 3},
    {0, NF_NR_KEY_ENGINE, 0, 0, "accelerator: as in `netfold netreduce run`", 3},
    {.key = NF_NR_KEY_MSGLEN, .group = 3},
    {.key = NF_NR_KEY_WINDOW, .group = 3},
    {.key = NF_NR_KEY_RINGS, .group = 3},
    {0, NF_NR_KEY_LOSS, 0, 0, "chance that a frame is lost on a link: 0.01, or 1% (default 0)", 3},
    {.key = NF_NR_KEY_DUP, .group = 3},
    {.key = NF_NR_KEY_REORDER, .group = 3},
    {0, 0, 0, 0, "What is reported:", 4},
    {0, NF_NR_KEY_JSON, 0, 0, "the report with the curves of loss and accuracy by epoch", 4},
    {0, NF_NR_KEY_CSV, 0, 0, "loss of every step, a line each", 4},
    {0, NF_NR_KEY_OUT, 0, 0, "folder for both: train.json and train.csv", 4},
    {"help", NF_CLI_HELP, 0, 0, "print this list", -1},
    {0}};

static const char Doc[] =
    "Trains a small convolutional network on several hosts, whose gradients an accelerator in "
    "their switch adds up, in floating and in fixed point, and compares the losses with those of a "
    "ring of the hosts in floating point (NETREDUCE 5.2.2, see docs/netreduce-network.md).\v"
    "Examples:\n"
    "  netfold netreduce train --hosts 4 --out training\n"
    "  netfold netreduce train --epochs 2 --runs fix32 --fraction-bits 12 --loss 1%\n"
    "  netfold netreduce train --topology leaf:3x2 --engine reference\n"
    "  netfold netreduce train --rings 2\n"
    "Exit status: 0 done, 1 wrong result or no numbers any more, 2 bad input, 3 nothing moved any "
    "more.";

static const nf_nr_train_options Defaults = {
    .lesson = {.batch = 32, .epochs = 10, .rate = 0.01f, .momentum = 0.9f},
    .images = 20000,
    .tests = 5000,
    .runs = "f32,fix32",
    .fraction = 24};

// ------------------------------------------------------------------------------- single options
static float real(const char *option, const char *text, double high, nf_err *e) {
  char *end;
  const double v = strtod(text, &end);
  if (end == text || *end || !(v >= 0 && v <= high))
    nf_err_set(e, NF_EXIT_BAD_INPUT, "--%s %s: must be a number of 0..%g", option, text, high);
  return (float)v;
}

static void add_variant(nf_nr_train_options *o, const char *name, nf_err *e) {
  static const uint8_t dtypes[] = {NF_DTYPE_F32, NF_DTYPE_FIX32, NF_DTYPE_BF16};
  for (unsigned i = 0; i < sizeof dtypes; i++) {
    if (strcmp(name, nf_dtype_name(dtypes[i])) != 0)
      continue;
    for (unsigned k = 1; k < o->variants; k++)
      if (o->variant[k].number.dtype == dtypes[i])
        nf_err_set(e, NF_EXIT_BAD_INPUT, "--runs %s: give %s once", o->runs, name);
    if (e->status == NF_EXIT_OK)
      o->variant[o->variants++] =
          (nf_nr_variant){.name = nf_dtype_name(dtypes[i]),
                          .number = {.dtype = dtypes[i], .fraction = o->fraction}};
    return;
  }
  nf_err_set(e, NF_EXIT_BAD_INPUT, "--runs %s: '%s' is none of " RUN_LIST, o->runs, name);
}

static int make_variants(nf_nr_train_options *o, nf_err *e) {
  char list[64], *rest = list;
  if (strlen(o->runs) >= sizeof list)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--runs: give each of " RUN_LIST " once");
  strcpy(list, o->runs);
  o->variant[0] = (nf_nr_variant){.name = "ring", .ring = true, .number = {.dtype = NF_DTYPE_F32}};
  o->variants = 1;
  for (char *end; rest && e->status == NF_EXIT_OK; rest = end ? end + 1 : NULL) {
    end = strchr(rest, ',');
    if (end)
      *end = 0;
    add_variant(o, rest, e);
  }
  return e->status;
}

// ------------------------------------------------------------------------------- all of them
static error_t parse(int key, char *arg, struct argp_state *state) {
  enum { MOST = 1000000 };
  const nf_cli *cli = state->input;
  nf_nr_train_options *o = cli->options;
  nf_err *e = cli->err;
  switch (key) {
  case KEY_EPOCHS:
    o->lesson.epochs = (unsigned)nf_cli_range("epochs", arg, 1, 1000, "epochs", e);
    break;
  case KEY_BATCH:
    o->lesson.batch = (unsigned)nf_cli_range("batch", arg, 1, 1024, "images of a host", e);
    break;
  case KEY_IMAGES:
    o->images = (unsigned)nf_cli_range("images", arg, 2, MOST, "images", e);
    break;
  case KEY_TESTS:
    o->tests = (unsigned)nf_cli_range("test-images", arg, 1, MOST, "images", e);
    break;
  case KEY_RATE:
    o->lesson.rate = real("rate", arg, 10, e);
    break;
  case KEY_MOMENTUM:
    o->lesson.momentum = real("momentum", arg, 0.999, e);
    break;
  case KEY_RUNS:
    o->runs = arg;
    break;
  case KEY_FRACTION:
    o->fraction = (unsigned)nf_cli_range("fraction-bits", arg, 0, 31, "bits", e);
    break;
  default:
    if (nf_nr_common_option(key, arg, &o->common, e) == ARGP_ERR_UNKNOWN)
      return nf_cli_other(key, arg, state);
  }
  return e->status == NF_EXIT_OK ? 0 : EINVAL;
}

static int check(nf_nr_train_options *o, nf_err *e) {
  nf_nr_lesson *l = &o->lesson;
  if (nf_nr_common_hosts(&o->common, e) != NF_EXIT_OK)
    return e->status;
  l->hosts = o->common.setup.hosts;
  l->seed = o->common.setup.seed;
  if (o->images < l->hosts * l->batch)
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "--images %u: %u hosts take %u in a step; give more, or a smaller --batch",
                      o->images, l->hosts, l->hosts * l->batch);
  if (o->common.out && (o->common.json || o->common.csv))
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--out has both files; leave --json and --csv out");
  nf_nr_setup_psns(&o->common.setup);
  return make_variants(o, e);
}

int nf_nr_train_options_parse(nf_nr_train_options *o, int argc, char **argv, nf_err *e) {
  struct argp_option table[sizeof Table / sizeof Table[0]];
  const struct argp argp = {.options = table, .parser = parse, .doc = Doc};
  *o = Defaults;
  nf_nr_common_rows(table, Table);
  o->common = (nf_nr_common){.setup = nf_nr_defaults, .engine = nf_nr_engines[0]};
  o->common.setup.hosts = 4;
  if (nf_cli_parse(&argp, o, argc, argv, e) == NF_EXIT_OK)
    check(o, e);
  return e->status;
}
