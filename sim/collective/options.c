// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "options.h"
#include "sim/cli/cli.h"
#include "sim/cli/options.h"
#include <string.h>

static const char Doc[] =
    "A collective as a schedule: who sends what to whom when, and what is added where. Prints what "
    "it comes to, and its time if a message of n bytes takes alpha + n / rate.\v"
    "Example:\n"
    "  netfold schedule --algorithm ring --ranks 8 --bytes 8M --check\n"
    "  netfold schedule --algorithm trees --topology dgx1 --gpus 0,2,5 --write t.xml\n"
    "  netfold schedule --read t.xml --check\n"
    "Exit status: 0 done, 1 the schedule is wrong, 2 bad input.";

uint32_t nf_shape_parse(const char *option, const char *text, uint32_t *dim, uint32_t most,
                        nf_err *e) {
  uint32_t n = 0;
  for (const char *p = text; n < most;) {
    uint64_t v = 0;
    p = nf_cli_decimal(p, &v);
    if (!p || v < 1 || v > NF_SCHEDULE_RANKS || (*p && *p != 'x'))
      break;
    dim[n++] = (uint32_t)v;
    if (*p++ == 0)
      return n;
  }
  nf_refuse(e, "--%s %s: give up to %u numbers of 1..%d, as 8x4", option, text, most,
            NF_SCHEDULE_RANKS);
  return 0;
}

// ------------------------------------------------------------------------------- single options
static int take_shape(void *options, const char *text, nf_err *e) {
  nf_shape *s = &((nf_schedule_options *)options)->shape;
  s->dims = nf_shape_parse("shape", text, s->dim, NF_SHAPE_DIMS, e);
  return e->status;
}

// Bytes a second: a number alone counts Gb/s, as --link-rate does everywhere; with a unit it need
// not be a whole one of these.
static uint64_t rate(const char *option, const char *text, nf_err *e) {
  if (text[strspn(text, "0123456789")] == 0)
    return nf_cli_rate(option, text, 1, 8000000, 1000000000, "Gb/s", e) * 125000000;
  return nf_cli_rate(option, text, 1, 1000000000000000, 8, "bytes a second", e);
}

static int take_link_rate(void *options, const char *text, nf_err *e) {
  ((nf_schedule_options *)options)->cost.rate[0] = rate("link-rate", text, e);
  return e->status;
}

static int take_inter_rate(void *options, const char *text, nf_err *e) {
  ((nf_schedule_options *)options)->cost.rate[1] = rate("inter-rate", text, e);
  return e->status;
}

static int take_add_rate(void *options, const char *text, nf_err *e) {
  ((nf_schedule_options *)options)->cost.add_rate = rate("add-rate", text, e);
  return e->status;
}

// ------------------------------------------------------------------------------- the table
enum { MADE = 1 << NF_USES_BITS }; // by an algorithm, not read

static const char *const Formats[] = {"msccl", "goal", "chakra"};

#define FIELD(field) NF_FIELD(nf_schedule_options, field)
#define RANKS(field, least)                                                                        \
  FIELD(field), .kind = NF_OPTION_NUMBER, .low = (least), .high = NF_SCHEDULE_RANKS
#define LATENCY(field)                                                                             \
  FIELD(field), .kind = NF_OPTION_TIME, .high = 1000000000000, .unit = 1, .what = "picoseconds"

static const nf_option Table[] = {
    {NF_SHARED(ALGORITHM), .note = ", one of --list", FIELD(algorithm)},
    {NF_SHARED(LIST), .note = "the algorithms", FIELD(list)},
    {NF_SHARED(RANKS),
     .note =
         ", 2..1048576, at most 268435456 steps in all (default: the product of --shape, all GPUs "
         "of --topology)",
     RANKS(shape.ranks, 2), .uses = MADE, .only = "--algorithm; what --read reads has its own"},
    {NF_SHARED(SHAPE), .take = take_shape, .uses = NF_USES_SHAPE},
    {NF_SHARED(MACHINE), RANKS(shape.machine, 2), .uses = NF_USES_MACHINE},
    {NF_SHARED(SEGMENTS), RANKS(shape.segments, 1), .uses = NF_USES_SEGMENTS},
    {NF_SHARED(ROOT), RANKS(shape.root, 0), .uses = NF_USES_ROOT},
    {NF_SHARED(TOPOLOGY),
     .note =
         ", whose cables are the links of one machine, as p3.16xlarge; see netfold topology --list",
     FIELD(topology)},
    {.name = "gpus",
     .value = "LIST",
     .kind = NF_OPTION_TEXT,
     FIELD(gpus),
     .help = "only these GPUs of --topology, as 0,3,5",
     .with = "topology"},
    {NF_SHARED(BYTES), .note = "(default 1M)", FIELD(cost.bytes), .high = 1ull << 50},
    {.name = "alpha",
     .value = "T",
     LATENCY(cost.alpha_ps[0]),
     .help = "latency of a message, ps (default 1us)"},
    {NF_SHARED(LINK_RATE), .note = "or port (default 25GB/s)", .kind = NF_OPTION_OTHER,
     .take = take_link_rate},
    {.name = "inter-alpha",
     .value = "T",
     LATENCY(cost.alpha_ps[1]),
     .with = "machine",
     .help = "latency of a message between machines (default that of --alpha)"},
    {.name = "inter-rate",
     .value = "R",
     .kind = NF_OPTION_OTHER,
     .take = take_inter_rate,
     .with = "machine",
     .help = "Gb/s of a machine to others (default --link-rate)"},
    {.name = "add-rate",
     .value = "R",
     .kind = NF_OPTION_OTHER,
     .take = take_add_rate,
     .help = "Gb/s at which a rank adds (default: no time)"},
    {.name = "read",
     .value = "FILE",
     .kind = NF_OPTION_TEXT,
     FIELD(in),
     .help = "a schedule from a file, of chakra what comes before .0.et, instead of --algorithm"},
    {.name = "format",
     .value = "F",
     .kind = NF_OPTION_CHOICE,
     FIELD(format),
     .words = Formats,
     .high = 3,
     .help = "of --read: msccl, goal, chakra (default msccl)",
     .with = "read"},
    {.name = "write",
     .value = "FILE",
     .kind = NF_OPTION_TEXT,
     FIELD(out),
     .help = "write the schedule as MSCCL XML"},
    {.name = "check",
     .kind = NF_OPTION_FLAG,
     FIELD(check),
     .help = "prove that the schedule is right"},
    {NF_SHARED(JSON), .note = "; - is standard output", FIELD(json)},
    {0}};

// What was not said.
// As many ranks as were asked for, or as the shape has, or the topology.
static int find_ranks(nf_schedule_options *o, nf_err *e) {
  nf_shape *s = &o->shape;
  uint32_t product = 1;
  for (uint32_t d = 0; d < s->dims; d++)
    product *= s->dim[d] <= NF_SCHEDULE_RANKS / product ? s->dim[d] : 1;
  if (s->ranks == 0)
    s->ranks = s->dims ? product : s->links ? s->links->gpus : 0;
  if (s->ranks == 0 && !o->in)
    return nf_refuse(e, "give --ranks, e.g. --ranks 8");
  if (s->links && !o->in && s->links->gpus != s->ranks)
    return nf_refuse(e, "--ranks %u: --topology has %u GPUs; see --gpus", s->ranks, s->links->gpus);
  return NF_EXIT_OK;
}

static int complete(nf_schedule_options *o, const bool *given, nf_err *e) {
  nf_cost *c = &o->cost;
  const nf_algorithm *a = o->algorithm ? nf_algorithm_find(o->algorithm) : NULL;
  if (o->list)
    return NF_EXIT_OK;
  if (!o->algorithm == !o->in)
    return nf_refuse(e, "give --algorithm or --read; see --list and --help");
  if (o->algorithm && !a)
    return nf_algorithm_unknown(o->algorithm, e);
  if (nf_options_check(Table, given, a ? MADE | a->uses : 0, e) != NF_EXIT_OK)
    return e->status;
  c->alpha_ps[1] = c->alpha_ps[1] == UINT64_MAX ? c->alpha_ps[0] : c->alpha_ps[1];
  c->rate[1] = c->rate[1] ? c->rate[1] : c->rate[0];
  if (o->topology) {
    if (nf_links_open(&o->links, o->topology, e) != NF_EXIT_OK ||
        (o->gpus && nf_links_take(&o->links, o->gpus, e) != NF_EXIT_OK))
      return e->status;
    o->shape.links = c->links = &o->links;
  }
  return find_ranks(o, e);
}

int nf_schedule_options_read(nf_schedule_options *o, int argc, char **argv, nf_err *e) {
  *o = (nf_schedule_options){
      .cost = {.bytes = 1 << 20, .alpha_ps = {1000000, UINT64_MAX}, .rate = {25000000000, 0}}};
  bool given[sizeof Table / sizeof *Table] = {false};
  if (nf_options_read_given(Table, Doc, o, given, argc, argv, e) == NF_EXIT_OK)
    complete(o, given, e);
  return e->status;
}
