// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The options of `netfold netreduce run` and `gen`; those of a replay are in replay_options.c. Each
// refusal names the option, its range and the remedy.
#include "sim/netreduce/options.h"

#include "sim/cli/cli.h"
#include "sim/netreduce/limits.h"
#include <stdlib.h>
#include <string.h>

enum { KEY_BYTES = NF_NR_KEY_OWN, KEY_MTU, KEY_FIRST_PSN, KEY_RATE, KEY_INPUT, KEY_OUTPUT };

#define COUNT(list) (sizeof list / sizeof list[0])
static const struct argp_option Common[] = {
    {0, 0, 0, 0, "What is added up:", 1},
    {.key = NF_NR_KEY_HOSTS, .group = 1},
    {"bytes", KEY_BYTES, "N", 0, "made-up data of N bytes a host", 1},
    {"input", KEY_INPUT, "DIR", 0, "or the data: rank00.npy, rank01.npy, ... one for each host", 1},
    {.key = NF_NR_KEY_DTYPE, .group = 1},
    {0, 0, 0, 0, "In which messages (NETREDUCE 4.1, 4.2):", 2},
    {.key = NF_NR_KEY_MSGLEN, .group = 2},
    {"mtu", KEY_MTU, "B", 0, "payload of a packet, a multiple of 4, 16..1024 (default 1024)", 2},
    {.key = NF_NR_KEY_WINDOW, .group = 2},
    {.key = NF_NR_KEY_RINGS, .group = 2},
    {.key = NF_NR_KEY_APART, .group = 2},
    {.key = NF_NR_KEY_RING, .group = 2},
    {.key = NF_NR_KEY_TAG, .group = 2},
    {.key = NF_NR_KEY_FIRST_MSGID, .group = 2},
    {"first-psn", KEY_FIRST_PSN, "N", 0,
     "PSN of each host's first packet, 0..16777215 (default: random)", 2},
    {.key = NF_NR_KEY_ACK, .group = 2},
    {0, 0, 0, 0, "Through which network:", 3},
    {.key = NF_NR_KEY_TOPOLOGY, .group = 3},
    {"link-rate", KEY_RATE, "R", 0, "Gb/s of a link: 10, 25, 40, 50, 100 or 200 (default 100)", 3},
    {.key = NF_NR_KEY_DELAY, .group = 3},
    {.key = NF_NR_KEY_SWITCH, .group = 3},
    {.key = NF_NR_KEY_CLOCK, .group = 3},
    {.key = NF_NR_KEY_ENGINE, .group = 3},
    {0, 0, 0, 0, "With which faults, on every link:", 4},
    {.key = NF_NR_KEY_LOSS, .group = 4},
    {.key = NF_NR_KEY_DUP, .group = 4},
    {.key = NF_NR_KEY_REORDER, .group = 4},
    {.key = NF_NR_KEY_REORDER_TIME, .group = 4},
    {.key = NF_NR_KEY_RTO, .group = 4},
    {.key = NF_NR_KEY_STALL, .group = 4},
    {.key = NF_NR_KEY_SILENT, .group = 4},
    {.key = NF_NR_KEY_PAUSED, .group = 4},
    {.key = NF_NR_KEY_PAUSED_FROM, .group = 4},
    {.key = NF_NR_KEY_PAUSED_TIME, .group = 4},
    {.key = NF_NR_KEY_CLOSED, .group = 4},
    {.key = NF_NR_KEY_CLOSED_FROM, .group = 4},
    {.key = NF_NR_KEY_SEED, .group = 4},
    {0}};

static const struct argp_option RunTable[] = {
    {0, 0, 0, 0, "What is reported:", 5},
    {"output", KEY_OUTPUT, "DIR", 0, "folder for the hosts' results, same names", 5},
    {.key = NF_NR_KEY_JSON, .group = 5},
    {.key = NF_NR_KEY_CSV, .group = 5},
    {"help", NF_CLI_HELP, 0, 0, "print this list", -1},
    {0}};

static const struct argp_option GenTable[] = {{0, 0, 0, 0, "What is written:", 5},
                                              {.key = NF_NR_KEY_OUT, .group = 5},
                                              {"help", NF_CLI_HELP, 0, 0, "print this list", -1},
                                              {0}};

static const char RunDoc[] =
    "All-reduce by end hosts over RoCE v2 with an accelerator in their switch (NETREDUCE, see "
    "docs/netreduce-network.md). All results are compared bit by bit.\v"
    "Examples:\n"
    "  netfold netreduce run --hosts 6 --bytes 4000000\n"
    "  netfold netreduce run --topology leaf:3x2 --bytes 200000 --loss 1% --dup 1% --reorder 1%\n"
    "Exit status: 0 done, 1 wrong result, 2 bad input, 3 nothing moved any more.";
static const char GenDoc[] =
    "Captures of what end hosts send to an accelerator, as in `netfold netreduce run` with the "
    "same "
    "options: retransmissions, acknowledgements and all.\v"
    "Example:\n"
    "  netfold netreduce gen --hosts 6 --bytes 1000000 --loss 1% --out captures\n"
    "Exit status: 0 done, 1 wrong result, 2 bad input, 3 nothing moved any more.";

// ------------------------------------------------------------------------------- single options
static void parse_rate(nf_nr_setup *s, const char *text, nf_err *e) {
  const uint64_t gbps = nf_cli_rate("link-rate", text, 10, 200, 1000000000, "Gb/s", e);
  if (e->status == NF_EXIT_OK && 8 * NF_NR_PICO % gbps != 0)
    nf_err_set(e, NF_EXIT_BAD_INPUT, "--link-rate %s: give 10, 25, 40, 50, 100 or 200", text);
  s->byte_time = gbps ? 8 * NF_NR_PICO / gbps : 0;
}

static void parse_mtu(nf_nr_setup *s, const char *text, nf_err *e) {
  s->mtu = (unsigned)nf_cli_size("mtu", text, 16, NF_NR_MOST_PAYLOAD, "bytes", e);
  if (s->mtu % 4)
    nf_err_set(e, NF_EXIT_BAD_INPUT, "--mtu %s: must be a multiple of 4", text);
}

static void parse_psn(nf_nr_options *o, const char *text, nf_err *e) {
  const uint32_t psn = (uint32_t)nf_cli_range("first-psn", text, 0, NF_NR_PSN_MASK, "the PSN", e);
  o->psn_given = true;
  for (unsigned h = 0; h < NF_NR_HOSTS; h++)
    o->common.setup.psn[h] = psn;
}

// ------------------------------------------------------------------------------- all of them
static error_t parse(int key, char *arg, struct argp_state *state) {
  const nf_cli *cli = state->input;
  nf_nr_options *o = cli->options;
  nf_err *e = cli->err;
  switch (key) {
  case KEY_BYTES:
    o->common.setup.bytes = nf_cli_size("bytes", arg, 4, UINT32_MAX, "bytes of a host", e);
    break;
  case KEY_MTU:
    parse_mtu(&o->common.setup, arg, e);
    break;
  case KEY_FIRST_PSN:
    parse_psn(o, arg, e);
    break;
  case KEY_RATE:
    parse_rate(&o->common.setup, arg, e);
    break;
  case KEY_INPUT:
    o->input = arg;
    break;
  case KEY_OUTPUT:
    o->output = arg;
    break;
  default:
    if (nf_nr_common_option(key, arg, &o->common, e) == ARGP_ERR_UNKNOWN)
      return nf_cli_other(key, arg, state);
  }
  return e->status == NF_EXIT_OK ? 0 : EINVAL;
}

// ------------------------------------------------------------------------------- together
static int check(nf_nr_options *o, bool gen, nf_err *e) {
  nf_nr_setup *s = &o->common.setup;
  if (nf_nr_common_hosts(&o->common, e) != NF_EXIT_OK)
    return e->status;
  if ((s->bytes == 0) == (o->input == NULL))
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "give --bytes N for made-up data, or --input DIR");
  if (s->bytes % 4)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--bytes %zu: must be a multiple of 4", s->bytes);
  if (s->bytes && !s->apart && s->bytes / 4 < s->rings)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--bytes %zu: gives %u rings no element each; give %u",
                      s->bytes, s->rings, 4 * s->rings);
  if (gen && !o->common.out)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--out DIR is missing: where the captures go");
  if (o->output && !o->input)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--output needs --input, whose names and types it has");
  if (!o->psn_given)
    nf_nr_setup_psns(s);
  return e->status;
}

int nf_nr_options_network(nf_nr_options *o, bool gen, int argc, char **argv, nf_err *e) {
  struct argp_option table[COUNT(Common) + COUNT(RunTable) + COUNT(GenTable)];
  const struct argp argp = {.options = table, .parser = parse, .doc = gen ? GenDoc : RunDoc};
  nf_nr_common_rows(nf_nr_common_rows(table, Common), gen ? GenTable : RunTable);
  *o = (nf_nr_options){.common = {.setup = nf_nr_defaults, .engine = nf_nr_engines[0]}};
  if (nf_cli_parse(&argp, o, argc, argv, e) == NF_EXIT_OK)
    check(o, gen, e);
  return e->status;
}

void nf_nr_options_free(nf_nr_options *o) { free(o->in_text); }
