// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The options of `netfold netreduce train`. Each refusal names the option, its range and the
// remedy.
#include "train_options.h"

#include "../cli.h"
#include "../types.h"
#include "limits.h"
#include <stdlib.h>
#include <string.h>

enum {
  KEY_HOSTS = 256,
  KEY_RUNS,
  KEY_FRACTION,
  KEY_EPOCHS,
  KEY_BATCH,
  KEY_IMAGES,
  KEY_TESTS,
  KEY_RATE,
  KEY_MOMENTUM,
  KEY_MSGLEN,
  KEY_WINDOW,
  KEY_ENGINE,
  KEY_LOSS,
  KEY_DUP,
  KEY_REORDER,
  KEY_SEED,
  KEY_OUT,
  KEY_JSON,
  KEY_CSV
};

#define RUN_LIST "f32, fix32, bf16x2"
static const struct argp_option Table[] = {
    {0, 0, 0, 0, "What is trained:", 1},
    {"hosts", KEY_HOSTS, "N", 0, "hosts of the ring, 2..8 (default 4)", 1},
    {"epochs", KEY_EPOCHS, "N", 0, "how often all images are seen, 1..1000 (default 10)", 1},
    {"batch", KEY_BATCH, "N", 0, "images of a host in a step, 1..1024 (default 32)", 1},
    {"images", KEY_IMAGES, "N", 0, "made-up images to train on, 2..1000000 (default 20000)", 1},
    {"test-images", KEY_TESTS, "N", 0, "others to test with, 1..1000000 (default 5000)", 1},
    {"rate", KEY_RATE, "R", 0,
     "learning rate at the beginning, 0..10 (default 0.01); it falls evenly to 0", 1},
    {"momentum", KEY_MOMENTUM, "M", 0, "0..0.999 (default 0.9)", 1},
    {"seed", KEY_SEED, "N", 0, "seed of everything random (default 1)", 1},
    {0, 0, 0, 0, "How gradients are added up:", 2},
    {"runs", KEY_RUNS, "LIST", 0,
     "of " RUN_LIST " (default f32,fix32); a ring of the hosts in f32 is what all are "
     "compared with",
     2},
    {"fraction-bits", KEY_FRACTION, "N", 0,
     "fix32: bits behind the binary point, 0..31 (default 24: sums up to 128 in steps of 6e-8)", 2},
    {0, 0, 0, 0, "Through which network:", 3},
    {"engine", KEY_ENGINE, "E", 0, "accelerator: as in `netfold netreduce run`", 3},
    {"msglen", KEY_MSGLEN, "N", 0, "packets of a message, 1..256 (default 170)", 3},
    {"window", KEY_WINDOW, "W", 0,
     "messages that a host has under way, 1..4 (default: by Eq. (10), at most 4)", 3},
    {"loss", KEY_LOSS, "P", 0, "chance that a frame is lost on a link: 0.01, or 1% (default 0)", 3},
    {"dup", KEY_DUP, "P", 0, "that it comes twice", 3},
    {"reorder", KEY_REORDER, "P", 0, "that it comes late", 3},
    {0, 0, 0, 0, "What is reported:", 4},
    {"json", KEY_JSON, "FILE", 0, "the report with the curves of loss and accuracy by epoch", 4},
    {"csv", KEY_CSV, "FILE", 0, "loss of every step, a line each", 4},
    {"out", KEY_OUT, "DIR", 0, "folder for both: train.json and train.csv", 4},
    {"help", NF_CLI_HELP, 0, 0, "print this list", -1},
    {0}};

static const char Doc[] =
    "Trains a small convolutional network on several hosts, whose gradients an accelerator in "
    "their switch adds up, in floating and in fixed point, and compares the losses with those of a "
    "ring of the hosts in floating point (NETREDUCE 5.2.2, see docs/netreduce-network.md).\v"
    "Examples:\n"
    "  netfold netreduce train --hosts 4 --out training\n"
    "  netfold netreduce train --epochs 2 --runs fix32 --fraction-bits 12 --loss 1%\n"
    "Exit status: 0 done, 1 wrong result or no numbers any more, 2 bad input, 3 nothing moved any "
    "more.";

static const nf_nr_train_options Defaults = {
    .lesson = {.hosts = 4, .batch = 32, .epochs = 10, .rate = 0.01f, .momentum = 0.9f, .seed = 1},
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

static void add_way(nf_nr_train_options *o, const char *name, nf_err *e) {
  static const uint8_t dtypes[] = {NF_DTYPE_F32, NF_DTYPE_FIX32, NF_DTYPE_BF16};
  for (unsigned i = 0; i < sizeof dtypes; i++) {
    if (strcmp(name, nf_dtype_name(dtypes[i])) != 0)
      continue;
    for (unsigned k = 1; k < o->ways; k++)
      if (o->way[k].number.dtype == dtypes[i])
        nf_err_set(e, NF_EXIT_BAD_INPUT, "--runs %s: give %s once", o->runs, name);
    if (e->status == NF_EXIT_OK)
      o->way[o->ways++] = (nf_nr_way){.name = nf_dtype_name(dtypes[i]),
                                      .number = {.dtype = dtypes[i], .fraction = o->fraction}};
    return;
  }
  nf_err_set(e, NF_EXIT_BAD_INPUT, "--runs %s: '%s' is none of " RUN_LIST, o->runs, name);
}

static int make_ways(nf_nr_train_options *o, nf_err *e) {
  char list[64], *rest = list;
  if (strlen(o->runs) >= sizeof list)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--runs: give each of " RUN_LIST " once");
  strcpy(list, o->runs);
  o->way[0] = (nf_nr_way){.name = "ring", .ring = true, .number = {.dtype = NF_DTYPE_F32}};
  o->ways = 1;
  for (char *end; rest && e->status == NF_EXIT_OK; rest = end ? end + 1 : NULL) {
    end = strchr(rest, ',');
    if (end)
      *end = 0;
    add_way(o, rest, e);
  }
  return e->status;
}

// ------------------------------------------------------------------------------- all of them
static error_t parse_network(int key, char *arg, nf_nr_train_options *o, nf_err *e) {
  nf_nr_setup *s = &o->setup;
  switch (key) {
  case KEY_ENGINE:
    o->engine = nf_nr_engine_find(arg, e);
    return 0;
  case KEY_MSGLEN:
    s->msglen = (unsigned)nf_cli_range("msglen", arg, 1, NF_NR_MOST_MSGLEN, "packets", e);
    return 0;
  case KEY_WINDOW:
    s->window = (unsigned)nf_cli_range("window", arg, 1, NF_NR_MOST_WINDOW, "messages", e);
    return 0;
  case KEY_LOSS:
    s->loss = nf_nr_parse_chance("loss", arg, e);
    return 0;
  case KEY_DUP:
    s->doubled = nf_nr_parse_chance("dup", arg, e);
    return 0;
  case KEY_REORDER:
    s->reordered = nf_nr_parse_chance("reorder", arg, e);
    return 0;
  case KEY_OUT:
    o->out = arg;
    return 0;
  case KEY_JSON:
    o->json = arg;
    return 0;
  case KEY_CSV:
    o->csv = arg;
    return 0;
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

static error_t parse(int key, char *arg, struct argp_state *state) {
  enum { MOST = 1000000 };
  const nf_cli *cli = state->input;
  nf_nr_train_options *o = cli->options;
  nf_err *e = cli->err;
  switch (key) {
  case KEY_HOSTS:
    o->lesson.hosts = (unsigned)nf_cli_range("hosts", arg, 2, NF_NR_PORTS, "hosts", e);
    break;
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
  case KEY_SEED:
    o->lesson.seed = nf_cli_range("seed", arg, 0, UINT64_MAX, "the seed", e);
    break;
  case KEY_RUNS:
    o->runs = arg;
    break;
  case KEY_FRACTION:
    o->fraction = (unsigned)nf_cli_range("fraction-bits", arg, 0, 31, "bits", e);
    break;
  default:
    if (parse_network(key, arg, o, e) == ARGP_ERR_UNKNOWN)
      return nf_cli_other(key, arg, state);
  }
  return e->status == NF_EXIT_OK ? 0 : EINVAL;
}

static int check(nf_nr_train_options *o, nf_err *e) {
  const nf_nr_lesson *l = &o->lesson;
  nf_nr_setup *s = &o->setup;
  if (o->images < l->hosts * l->batch)
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "--images %u: %u hosts take %u in a step; give more, or a smaller --batch",
                      o->images, l->hosts, l->hosts * l->batch);
  if (o->out && (o->json || o->csv))
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--out has both files; leave --json and --csv out");
  s->hosts = l->hosts;
  s->seed = l->seed;
  nf_rng rng = {s->seed ^ 0x505355};
  for (unsigned h = 0; h < s->hosts; h++)
    s->psn[h] = (uint32_t)nf_rng_next(&rng) & NF_NR_PSN_MASK;
  return make_ways(o, e);
}

int nf_nr_train_options_parse(nf_nr_train_options *o, int argc, char **argv, nf_err *e) {
  static const struct argp argp = {.options = Table, .parser = parse, .doc = Doc};
  *o = Defaults;
  o->setup = nf_nr_defaults;
  o->engine = nf_nr_engines[0];
  if (nf_cli_parse(&argp, o, argc, argv, e) == NF_EXIT_OK)
    check(o, e);
  return e->status;
}
