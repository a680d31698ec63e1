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

#define RUN_LIST "f32, fix32, bf16x2"
static const nf_nr_train_options Defaults = {.lesson = {.shape = {.filters = 8, .hidden = 48},
                                                        .batch = 32,
                                                        .epochs = 10,
                                                        .rate = 0.01f,
                                                        .momentum = 0.9f},
                                             .images = 20000,
                                             .tests = 5000,
                                             .runs = "f32,fix32",
                                             .fraction = 24};

// ------------------------------------------------------------------------------- single options
static float real(const char *option, const char *text, double high, nf_err *e) {
  char *end;
  const double v = strtod(text, &end);
  if (end == text || *end || !(v >= 0 && v <= high))
    nf_refuse(e, "--%s %s: must be a number of 0..%g", option, text, high);
  return (float)v;
}

static int take_rate(void *options, const char *text, nf_err *e) {
  ((nf_nr_train_options *)options)->lesson.rate = real("rate", text, 10, e);
  return e->status;
}

static int take_momentum(void *options, const char *text, nf_err *e) {
  ((nf_nr_train_options *)options)->lesson.momentum = real("momentum", text, 0.999, e);
  return e->status;
}

static void add_variant(nf_nr_train_options *o, const char *name, nf_err *e) {
  static const uint8_t dtypes[] = {NF_DTYPE_F32, NF_DTYPE_FIX32, NF_DTYPE_BF16};
  for (unsigned i = 0; i < sizeof dtypes; i++) {
    if (strcmp(name, nf_dtype_name(dtypes[i])) != 0)
      continue;
    for (unsigned k = 1; k < o->variants; k++)
      if (o->variant[k].number.dtype == dtypes[i])
        nf_refuse(e, "--runs %s: give %s once", o->runs, name);
    if (e->status == NF_EXIT_OK)
      o->variant[o->variants++] =
          (nf_nr_variant){.name = nf_dtype_name(dtypes[i]),
                          .number = {.dtype = dtypes[i], .fraction = o->fraction}};
    return;
  }
  nf_refuse(e, "--runs %s: '%s' is none of " RUN_LIST, o->runs, name);
}

static int make_variants(nf_nr_train_options *o, nf_err *e) {
  char list[64], *rest = list;
  if (strlen(o->runs) >= sizeof list)
    return nf_refuse(e, "--runs: give each of " RUN_LIST " once");
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

// ------------------------------------------------------------------------------- the table
_Static_assert(offsetof(nf_nr_train_options, common) == 0,
               "shared rows say where their fields are in it");
#define FIELD(field) NF_FIELD(nf_nr_train_options, field)
#define NUMBER(field) FIELD(field), .kind = NF_OPTION_NUMBER

// clang-format off
static const nf_option Table[] = {
    {.heading = "What is trained:"},
    {NF_NR_SHARED(HOSTS), .note = ": hosts, of one switch 2..8 (default 4)"},
    {.name = "hosts", .value = "N", .now = "ranks"},
    {.name = "epochs", .value = "N", NUMBER(lesson.epochs), .low = 1, .high = 1000,
     .what = "epochs", .help = "how often all images are seen, 1..1000 (default 10)"},
    {.name = "batch", .value = "N", NUMBER(lesson.batch), .low = 1, .high = 1024,
     .what = "images of a host", .help = "images of a host in a step, 1..1024 (default 32)"},
    {.name = "images", .value = "N", NUMBER(images), .low = 2, .high = 1000000, .what = "images",
     .help = "made-up images to train on, 2..1000000 (default 20000)"},
    {.name = "test-images", .value = "N", NUMBER(tests), .low = 1, .high = 1000000,
     .what = "images", .help = "others to test with, 1..1000000 (default 5000)"},
    {.name = "filters", .value = "N", NUMBER(lesson.shape.filters), .low = 1,
     .high = NF_NR_MOST_FILTERS, .what = "filters",
     .help = "filters of 3x3 in the network, 1..64 (default 8)"},
    {.name = "hidden", .value = "N", NUMBER(lesson.shape.hidden), .low = 1,
     .high = NF_NR_MOST_HIDDEN, .what = "hidden units",
     .help = "hidden units of it, 1..1024 (default 48: 10218 parameters)"},
    {.name = "rate", .value = "R", .kind = NF_OPTION_OTHER, .take = take_rate,
     .help = "learning rate at the beginning, 0..10 (default 0.01); it falls evenly to 0"},
    {.name = "momentum", .value = "M", .kind = NF_OPTION_OTHER, .take = take_momentum,
     .help = "0..0.999 (default 0.9)"},
    {NF_NR_SHARED(SEED)},

    {.heading = "How gradients are added up:"},
    {.name = "runs", .value = "LIST", .kind = NF_OPTION_TEXT, FIELD(runs),
     .help = "of " RUN_LIST " (default f32,fix32); a ring of the hosts in f32 is what all are "
             "compared with"},
    {.name = "fraction-bits", .value = "N", NUMBER(fraction), .high = 31, .what = "bits",
     .help = "fix32: bits behind the binary point, 0..31 (default 24: sums up to 128 in steps of "
             "6e-8)"},

    {.heading = "Through which network:"},
    {NF_NR_SHARED(TOPOLOGY)},
    {NF_NR_SHARED(ENGINE)},
    {NF_NR_SHARED(MSGLEN)},
    {NF_NR_SHARED(WINDOW)},
    {NF_NR_SHARED(RINGS)},
    {NF_NR_SHARED(LOSS)},
    {NF_NR_SHARED(DUP)},
    {NF_NR_SHARED(REORDER)},

    {.heading = "What is reported:"},
    {NF_NR_SHARED(JSON), .note = ": loss and accuracy by epoch"},
    {NF_NR_SHARED(CSV), .note = ": loss of every step, a line each"},
    {NF_SHARED(OUTPUT), FIELD(common.out), .note = ", both: train.json and train.csv"},
    {.name = "out", .value = "DIR", .now = "output"},
    {0}};
// clang-format on

static const char Doc[] =
    "Trains a small convolutional network on several hosts, whose gradients an accelerator in "
    "their switch adds up, in floating and in fixed point, and compares the losses with those of a "
    "ring of the hosts in floating point (NETREDUCE 5.2.2, see docs/netreduce-network.md).\v"
    "Examples:\n"
    "  netfold netreduce train --ranks 4 --output training\n"
    "  netfold netreduce train --epochs 2 --runs fix32 --fraction-bits 12 --loss 1%\n"
    "  netfold netreduce train --topology leaf:3x2 --engine reference\n"
    "  netfold netreduce train --rings 2\n"
    "Exit status: 0 done, 1 wrong result or no numbers any more, 2 bad input, 3 nothing moved any "
    "more.";

// ------------------------------------------------------------------------------- together
static int check(nf_nr_train_options *o, nf_err *e) {
  nf_nr_lesson *l = &o->lesson;
  if (nf_nr_common_hosts(&o->common, e) != NF_EXIT_OK)
    return e->status;
  l->hosts = o->common.setup.hosts;
  l->seed = o->common.setup.seed;
  if (o->images < l->hosts * l->batch)
    return nf_refuse(e, "--images %u: %u hosts take %u in a step; give more, or a smaller --batch",
                     o->images, l->hosts, l->hosts * l->batch);
  if (o->common.out && (o->common.json || o->common.csv))
    return nf_refuse(e, "--output has both files; leave --json and --csv out");
  nf_nr_setup_psns(&o->common.setup);
  return make_variants(o, e);
}

int nf_nr_train_options_parse(nf_nr_train_options *o, int argc, char **argv, nf_err *e) {
  *o = Defaults;
  o->common = (nf_nr_common){.setup = nf_nr_defaults, .engine = nf_nr_engines[0]};
  o->common.setup.hosts = 4;
  if (nf_options_read(Table, Doc, o, argc, argv, e) == NF_EXIT_OK)
    check(o, e);
  return e->status;
}
