// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "options.h"
#include "sim/cli/cli.h"
#include <string.h>

enum {
  KEY_ALGORITHM = 256,
  KEY_RANKS,
  KEY_SHAPE,
  KEY_MACHINE,
  KEY_SEGMENTS,
  KEY_ROOT,
  KEY_TOPOLOGY,
  KEY_GPUS,
  KEY_BYTES,
  KEY_ALPHA,
  KEY_RATE,
  KEY_INTER_ALPHA,
  KEY_INTER_RATE,
  KEY_ADD_RATE,
  KEY_IN,
  KEY_FORMAT,
  KEY_OUT,
  KEY_CHECK,
  KEY_LIST,
  KEY_JSON
};

static const struct argp_option Table[] = {
    {"algorithm", KEY_ALGORITHM, "A", 0, "one of --list", 0},
    {"list", KEY_LIST, 0, 0, "print the algorithms and end", 0},
    {"ranks", KEY_RANKS, "N", 0,
     "ranks, 2..1048576 (default: the product of --shape, all GPUs of --topology)", 0},
    {"shape", KEY_SHAPE, "RxC", 0, "rows and columns of a torus; LxV or LxVxH for torus-phases", 0},
    {"machine", KEY_MACHINE, "N", 0, "ranks of one machine", 0},
    {"segments", KEY_SEGMENTS, "N", 0,
     "parts of the buffer in a pipeline of double-tree (default 1)", 0},
    {"root", KEY_ROOT, "R", 0, "root of a broadcast, a reduction or a tree (default 0)", 0},
    {"topology", KEY_TOPOLOGY, "SPEC", 0,
     "links of the GPUs of one machine, as p3.16xlarge or dgx1; see netfold topology --list", 0},
    {"gpus", KEY_GPUS, "LIST", 0, "only these GPUs of --topology, as 0,3,5", 0},
    {"bytes", KEY_BYTES, "B", 0, "buffer of a rank (default 1M; K, M, G)", 0},
    {"alpha", KEY_ALPHA, "T", 0, "latency of a message, ps (default 1us)", 0},
    {"rate", KEY_RATE, "R", 0, "of a port, as 25GB/s (default 25GB/s); b/s without a unit", 0},
    {"inter-alpha", KEY_INTER_ALPHA, "T", 0, "the same between machines (default that of --alpha)",
     0},
    {"inter-rate", KEY_INTER_RATE, "R", 0, "of a machine to others (default that of --rate)", 0},
    {"add-rate", KEY_ADD_RATE, "R", 0, "at which a rank adds (default: no time)", 0},
    {"in", KEY_IN, "FILE", 0,
     "a schedule from a file, of chakra what comes before .0.et, instead of --algorithm", 0},
    {"format", KEY_FORMAT, "F", 0, "of --in: msccl, goal, chakra (default msccl)", 0},
    {"out", KEY_OUT, "FILE", 0, "write the schedule as MSCCL XML", 0},
    {"check", KEY_CHECK, 0, 0, "prove that the schedule is right", 0},
    {"json", KEY_JSON, "FILE", 0, "the summary as JSON; - is standard output", 0},
    {"help", NF_CLI_HELP, 0, 0, "print this list", -1},
    {0}};

static const char Doc[] =
    "A collective as a schedule: who sends what to whom when, and what is added where. Prints what "
    "it comes to, and its time if a message of n bytes takes alpha + n / rate.\v"
    "Example:\n"
    "  netfold schedule --algorithm ring --ranks 8 --bytes 8M --check\n"
    "  netfold schedule --algorithm trees --topology dgx1 --gpus 0,2,5 --out t.xml\n"
    "  netfold schedule --in t.xml --check\n"
    "Exit status: 0 done, 1 the schedule is wrong, 2 bad input.";

uint32_t nf_shape_parse(const char *option, const char *text, uint32_t *dim, uint32_t most,
                        nf_err *e) {
  uint32_t n = 0;
  for (const char *p = text; n < most;) {
    uint64_t v = 0;
    p = nf_cli_number(p, &v);
    if (!p || v < 1 || v > NF_SCHEDULE_RANKS || (*p && *p != 'x'))
      break;
    dim[n++] = (uint32_t)v;
    if (*p++ == 0)
      return n;
  }
  nf_err_set(e, NF_EXIT_BAD_INPUT, "--%s %s: give up to %u numbers of 1..%d, as 8x4", option, text,
             most, NF_SCHEDULE_RANKS);
  return 0;
}

static uint32_t count(const char *option, const char *arg, uint32_t low, const char *what,
                      nf_err *e) {
  return (uint32_t)nf_cli_range(option, arg, low, NF_SCHEDULE_RANKS, what, e);
}

static uint64_t latency(const char *option, const char *arg, nf_err *e) {
  return nf_cli_time(option, arg, 0, 1000000000000, 1, "picoseconds", e);
}

// Bytes a second.
static uint64_t rate(const char *option, const char *arg, nf_err *e) {
  return nf_cli_rate(option, arg, 1, 1000000000000000, 8, "bytes a second", e);
}

static void parse_shape(nf_schedule_options *o, int key, const char *arg, nf_err *e) {
  nf_shape *s = &o->shape;
  switch (key) {
  case KEY_RANKS:
    s->ranks = count("ranks", arg, 2, "the number of ranks", e);
    break;
  case KEY_SHAPE:
    s->dims = nf_shape_parse("shape", arg, s->dim, NF_SHAPE_DIMS, e);
    break;
  case KEY_MACHINE:
    s->machine = count("machine", arg, 2, "the ranks of a machine", e);
    break;
  case KEY_SEGMENTS:
    s->segments = count("segments", arg, 1, "the number of segments", e);
    break;
  default:
    s->root = count("root", arg, 0, "the root", e);
    break;
  }
}

static void parse_cost(nf_schedule_options *o, int key, const char *arg, nf_err *e) {
  nf_cost *c = &o->cost;
  switch (key) {
  case KEY_BYTES:
    c->bytes = nf_cli_size("bytes", arg, 0, 1ull << 50, "the size of a buffer", e);
    break;
  case KEY_ALPHA:
    c->alpha_ps[0] = latency("alpha", arg, e);
    break;
  case KEY_RATE:
    c->rate[0] = rate("rate", arg, e);
    break;
  case KEY_INTER_ALPHA:
    c->alpha_ps[1] = latency("inter-alpha", arg, e);
    break;
  case KEY_INTER_RATE:
    c->rate[1] = rate("inter-rate", arg, e);
    break;
  default:
    c->add_rate = rate("add-rate", arg, e);
    break;
  }
}

static error_t parse(int key, char *arg, struct argp_state *state) {
  static const char *const formats[] = {"msccl", "goal", "chakra"};
  nf_cli *cli = state->input;
  nf_schedule_options *o = cli->options;
  nf_err *e = cli->err;
  switch (key) {
  case KEY_ALGORITHM:
    o->algorithm = arg;
    break;
  case KEY_RANKS:
  case KEY_SHAPE:
  case KEY_MACHINE:
  case KEY_SEGMENTS:
  case KEY_ROOT:
    parse_shape(o, key, arg, e);
    break;
  case KEY_TOPOLOGY:
    o->topology = arg;
    break;
  case KEY_GPUS:
    o->gpus = arg;
    break;
  case KEY_BYTES:
  case KEY_ALPHA:
  case KEY_RATE:
  case KEY_INTER_ALPHA:
  case KEY_INTER_RATE:
  case KEY_ADD_RATE:
    parse_cost(o, key, arg, e);
    break;
  case KEY_IN:
    o->in = arg;
    break;
  case KEY_FORMAT:
    o->format = nf_cli_choice("format", arg, formats, 3, e);
    break;
  case KEY_OUT:
    o->out = arg;
    break;
  case KEY_CHECK:
    o->check = true;
    break;
  case KEY_LIST:
    o->list = true;
    break;
  case KEY_JSON:
    o->json = arg;
    break;
  default:
    return nf_cli_other(key, arg, state);
  }
  return e->status == NF_EXIT_OK ? 0 : EINVAL;
}

// What was not said.
static int complete(nf_schedule_options *o, nf_err *e) {
  nf_shape *s = &o->shape;
  nf_cost *c = &o->cost;
  if (o->list)
    return NF_EXIT_OK;
  if (!o->algorithm == !o->in)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "give --algorithm or --in; see --list and --help");
  c->alpha_ps[1] = c->alpha_ps[1] == UINT64_MAX ? c->alpha_ps[0] : c->alpha_ps[1];
  c->rate[1] = c->rate[1] ? c->rate[1] : c->rate[0];
  if (o->gpus && !o->topology)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--gpus: of which --topology?");
  if (o->topology) {
    if (nf_links_open(&o->links, o->topology, e) != NF_EXIT_OK ||
        (o->gpus && nf_links_take(&o->links, o->gpus, e) != NF_EXIT_OK))
      return e->status;
    s->links = c->links = &o->links;
  }
  uint32_t product = 1;
  for (uint32_t d = 0; d < s->dims; d++)
    product *= s->dim[d] <= NF_SCHEDULE_RANKS / product ? s->dim[d] : 1;
  if (s->ranks == 0)
    s->ranks = s->dims ? product : s->links ? s->links->gpus : 0;
  if (s->ranks == 0 && !o->in)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "give --ranks, e.g. --ranks 8");
  if (s->links && !o->in && s->links->gpus != s->ranks)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--ranks %u: --topology has %u GPUs; see --gpus",
                      s->ranks, s->links->gpus);
  return NF_EXIT_OK;
}

int nf_schedule_options_read(nf_schedule_options *o, int argc, char **argv, nf_err *e) {
  static const struct argp argp = {.options = Table, .parser = parse, .doc = Doc};
  *o = (nf_schedule_options){
      .cost = {.bytes = 1 << 20, .alpha_ps = {1000000, UINT64_MAX}, .rate = {25000000000, 0}}};
  if (nf_cli_parse(&argp, o, argc, argv, e) == NF_EXIT_OK)
    complete(o, e);
  return e->status;
}
