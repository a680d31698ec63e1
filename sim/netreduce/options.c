// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The options of `netfold netreduce run` and `gen`; those of a replay are in replay_options.c. Each
// refusal names the option, its range and the remedy.
#include "options.h"

#include "../cli.h"
#include "../rng.h"
#include "limits.h"
#include <stdlib.h>
#include <string.h>

enum {
  KEY_HOSTS = 256,
  KEY_TOPOLOGY,
  KEY_BYTES,
  KEY_INPUT,
  KEY_OUTPUT,
  KEY_OUT,
  KEY_DTYPE,
  KEY_ENGINE,
  KEY_WINDOW,
  KEY_MSGLEN,
  KEY_MTU,
  KEY_RING,
  KEY_TAG,
  KEY_FIRST_MSGID,
  KEY_FIRST_PSN,
  KEY_ACK,
  KEY_LOSS,
  KEY_DUP,
  KEY_REORDER,
  KEY_REORDER_TIME,
  KEY_RATE,
  KEY_DELAY,
  KEY_SWITCH,
  KEY_CLOCK,
  KEY_RTO,
  KEY_STALL,
  KEY_SILENT,
  KEY_SEED,
  KEY_JSON,
  KEY_CSV
};

#define COUNT(list) (sizeof list / sizeof list[0])
static const struct argp_option Common[] = {
    {0, 0, 0, 0, "What is added up:", 1},
    {"hosts", KEY_HOSTS, "N", 0, "hosts of the ring, 2..8 (default 6)", 1},
    {"bytes", KEY_BYTES, "N", 0, "made-up data of N bytes a host", 1},
    {"input", KEY_INPUT, "DIR", 0, "or the data: rank00.npy, rank01.npy, ... one for each host", 1},
    {"dtype", KEY_DTYPE, "TYPE", 0, NF_NR_DTYPE_LIST " (default: the files', or f32)", 1},
    {0, 0, 0, 0, "In which messages (NETREDUCE 4.1, 4.2):", 2},
    {"msglen", KEY_MSGLEN, "N", 0, "packets of a message, 1..256 (default 170)", 2},
    {"mtu", KEY_MTU, "B", 0, "payload of a packet, a multiple of 4, 16..1024 (default 1024)", 2},
    {"window", KEY_WINDOW, "W", 0,
     "messages that a host has under way, 1..4 (default: by Eq. (10), at most 4)", 2},
    {"ring", KEY_RING, "N", 0, "RingID, 0..15 (default 0)", 2},
    {"tag", KEY_TAG, "N", 0, "InetTag (default 0x4e657452)", 2},
    {"first-msgid", KEY_FIRST_MSGID, "N", 0, "MsgID of the first message (default 0)", 2},
    {"first-psn", KEY_FIRST_PSN, "N", 0,
     "PSN of each host's first packet, 0..16777215 (default: random)", 2},
    {"ack-every", KEY_ACK, "N", 0,
     "packets that are acknowledged together, 1..256 (default 16); the last one of a message "
     "asks for it",
     2},
    {0, 0, 0, 0, "Through which network:", 3},
    {"link-rate", KEY_RATE, "R", 0, "Gb/s of a link: 10, 25, 40, 50, 100 or 200 (default 100)", 3},
    {"link-delay", KEY_DELAY, "NS", 0, "ns of a link, 0..1000000 (default 300)", 3},
    {"switch-delay", KEY_SWITCH, "NS", 0,
     "ns of a passage through an Ethernet switch, 0..1000000 (default 200)", 3},
    {"clock", KEY_CLOCK, "MHZ", 0, "of the accelerators, 50..1000 (default 322.265625)", 3},
    {"engine", KEY_ENGINE, "E", 0,
     "cycle: the C model, cycle by cycle; rtl: the RTL with the model beside it; ideal: whole "
     "frames (default cycle)",
     3},
    {0, 0, 0, 0, "With which faults, on every link:", 4},
    {"loss", KEY_LOSS, "P", 0, "chance that a frame is lost: 0.01, or 1% (default 0)", 4},
    {"dup", KEY_DUP, "P", 0, "that it comes twice", 4},
    {"reorder", KEY_REORDER, "P", 0, "that it comes late", 4},
    {"reorder-time", KEY_REORDER_TIME, "NS", 0, "by how much, at most (default 2000)", 4},
    {"rto", KEY_RTO, "NS", 0,
     "time-out of a sender (default: four windows and round trips, at least 20000)", 4},
    {"stall", KEY_STALL, "NS", 0,
     "the run is given up when nothing comes for so long (default: 10000 time-outs)", 4},
    {"silent", KEY_SILENT, "HOST", 0, "this host sends nothing", 4},
    {"seed", KEY_SEED, "N", 0, "seed of everything random (default 1)", 4}};

static const struct argp_option RunTable[] = {
    {"topology", KEY_TOPOLOGY, "T", 0,
     "star: one switch; leaf:LxH: L leaves of H hosts and a spine, each with an "
     "accelerator (NETREDUCE 4.5) (default star)",
     3},
    {0, 0, 0, 0, "What is reported:", 5},
    {"output", KEY_OUTPUT, "DIR", 0, "folder for the hosts' results, same names", 5},
    {"json", KEY_JSON, "FILE", 0, "the report", 5},
    {"csv", KEY_CSV, "FILE", 0, "its numbers as a head and a line", 5},
    {"help", NF_CLI_HELP, 0, 0, "print this list", -1},
    {0}};

static const struct argp_option GenTable[] = {{0, 0, 0, 0, "What is written:", 5},
                                              {"out", KEY_OUT, "DIR", 0,
                                               "folder for in0.pcap, in1.pcap, ...: what comes to "
                                               "the ports of the accelerator; and ring.json",
                                               5},
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

// The table of a command: what both have, and what it has besides.
static void make_table(struct argp_option *table, bool gen) {
  memcpy(table, Common, sizeof Common);
  if (gen)
    memcpy(table + COUNT(Common), GenTable, sizeof GenTable);
  else
    memcpy(table + COUNT(Common), RunTable, sizeof RunTable);
}

// ------------------------------------------------------------------------------- single options
static uint64_t nanoseconds(const char *option, const char *text, uint64_t low, uint64_t high,
                            nf_err *e) {
  return nf_cli_range(option, text, low, high, "the time in ns", e) * NF_NR_PICO;
}

static void parse_topology(nf_nr_options *o, const char *text, nf_err *e) {
  nf_nr_setup *s = &o->setup;
  uint64_t leaves = 0, hosts = 0;
  const char *rest = strncmp(text, "leaf:", 5) == 0 ? nf_cli_number(text + 5, &leaves) : NULL;
  if (strcmp(text, "star") == 0) {
    s->leaves = 0;
    return;
  }
  rest = rest && *rest == 'x' ? nf_cli_number(rest + 1, &hosts) : NULL;
  if (!rest || *rest || leaves < 2 || leaves > NF_NR_LEAVES || hosts < 1 ||
      hosts > NF_NR_LEAF_HOSTS)
    nf_err_set(e, NF_EXIT_BAD_INPUT,
               "--topology %s: give star or leaf:LxH with 2..%d leaves of 1..%d hosts", text,
               NF_NR_LEAVES, NF_NR_LEAF_HOSTS);
  s->leaves = (unsigned)leaves;
  s->per_leaf = (unsigned)hosts;
}

static void parse_rate(nf_nr_setup *s, const char *text, nf_err *e) {
  const uint64_t gbps = nf_cli_range("link-rate", text, 10, 200, "Gb/s", e);
  if (e->status == NF_EXIT_OK && 8 * NF_NR_PICO % gbps != 0)
    nf_err_set(e, NF_EXIT_BAD_INPUT, "--link-rate %s: give 10, 25, 40, 50, 100 or 200", text);
  s->byte_time = gbps ? 8 * NF_NR_PICO / gbps : 0;
}

// ------------------------------------------------------------------------------- all of them
static error_t parse_message(int key, char *arg, nf_nr_options *o, nf_err *e) {
  nf_nr_setup *s = &o->setup;
  switch (key) {
  case KEY_MSGLEN:
    s->msglen = (unsigned)nf_cli_range("msglen", arg, 1, NF_NR_MOST_MSGLEN, "packets", e);
    return 0;
  case KEY_MTU:
    s->mtu = (unsigned)nf_cli_range("mtu", arg, 16, NF_NR_MOST_PAYLOAD, "bytes", e);
    if (s->mtu % 4)
      nf_err_set(e, NF_EXIT_BAD_INPUT, "--mtu %s: must be a multiple of 4", arg);
    return 0;
  case KEY_WINDOW:
    s->window = (unsigned)nf_cli_range("window", arg, 1, NF_NR_MOST_WINDOW, "messages", e);
    return 0;
  case KEY_RING:
    s->ring = (unsigned)nf_cli_range("ring", arg, 0, 15, "the RingID", e);
    return 0;
  case KEY_TAG:
    s->tag = (uint32_t)nf_cli_range("tag", arg, 0, UINT32_MAX, "the InetTag", e);
    return 0;
  case KEY_FIRST_MSGID:
    s->first = (uint32_t)nf_cli_range("first-msgid", arg, 0, UINT32_MAX, "the MsgID", e);
    return 0;
  case KEY_FIRST_PSN:
    o->psn_given = true;
    o->psn = (uint32_t)nf_cli_range("first-psn", arg, 0, NF_NR_PSN_MASK, "the PSN", e);
    return 0;
  case KEY_ACK:
    s->ack_every = (unsigned)nf_cli_range("ack-every", arg, 1, 256, "packets", e);
    return 0;
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

static error_t parse_network(int key, char *arg, nf_nr_options *o, nf_err *e) {
  nf_nr_setup *s = &o->setup;
  switch (key) {
  case KEY_TOPOLOGY:
    parse_topology(o, arg, e);
    return 0;
  case KEY_RATE:
    parse_rate(s, arg, e);
    return 0;
  case KEY_DELAY:
    s->delay = nanoseconds("link-delay", arg, 0, 1000000, e);
    return 0;
  case KEY_SWITCH:
    s->through = nanoseconds("switch-delay", arg, 0, 1000000, e);
    return 0;
  case KEY_CLOCK:
    s->cycle = nf_nr_parse_clock(arg, e);
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
  case KEY_REORDER_TIME:
    s->reorder_time = nanoseconds("reorder-time", arg, 1, 1000000, e);
    return 0;
  case KEY_RTO:
    s->rto = nanoseconds("rto", arg, 1000, 1000000000, e);
    return 0;
  case KEY_STALL:
    s->stall = nanoseconds("stall", arg, 1000, 1000000000000, e);
    return 0;
  case KEY_SILENT:
    s->silent = (int)nf_cli_range("silent", arg, 0, NF_NR_HOSTS - 1, "the host", e);
    return 0;
  default:
    return parse_message(key, arg, o, e);
  }
}

static error_t parse(int key, char *arg, struct argp_state *state) {
  const nf_cli *cli = state->input;
  nf_nr_options *o = cli->options;
  nf_err *e = cli->err;
  error_t known = 0;
  switch (key) {
  case KEY_HOSTS:
    o->hosts_given = true;
    o->setup.hosts = (unsigned)nf_cli_range("hosts", arg, 2, NF_NR_HOSTS, "hosts", e);
    break;
  case KEY_BYTES:
    o->setup.bytes = nf_cli_range("bytes", arg, 4, UINT32_MAX, "bytes of a host", e);
    break;
  case KEY_DTYPE:
    nf_dtype_parse(&o->setup.dtype, arg, e);
    break;
  case KEY_ENGINE:
    o->engine = nf_nr_engine_find(arg, e);
    break;
  case KEY_SEED:
    o->setup.seed = nf_cli_range("seed", arg, 0, UINT64_MAX, "the seed", e);
    break;
  case KEY_INPUT:
    o->input = arg;
    break;
  case KEY_OUTPUT:
    o->output = arg;
    break;
  case KEY_OUT:
    o->out = arg;
    break;
  case KEY_JSON:
    o->json = arg;
    break;
  case KEY_CSV:
    o->csv = arg;
    break;
  default:
    known = parse_network(key, arg, o, e);
    if (known == ARGP_ERR_UNKNOWN)
      return nf_cli_other(key, arg, state);
  }
  return e->status == NF_EXIT_OK ? 0 : EINVAL;
}

// ------------------------------------------------------------------------------- together
static int check_hosts(nf_nr_options *o, nf_err *e) {
  nf_nr_setup *s = &o->setup;
  const unsigned network = s->leaves * s->per_leaf;
  if (s->leaves == 0 && s->hosts > NF_NR_PORTS)
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "--hosts %u: an accelerator has at most %d ports; use --topology leaf:LxH",
                      s->hosts, NF_NR_PORTS);
  if (s->leaves && o->hosts_given && s->hosts != network)
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "--hosts %u: the topology leaf:%ux%u has %u; leave --hosts out", s->hosts,
                      s->leaves, s->per_leaf, network);
  if (s->leaves)
    s->hosts = network;
  if (s->silent >= (int)s->hosts)
    nf_err_set(e, NF_EXIT_BAD_INPUT, "--silent %d: there are hosts 0..%u", s->silent, s->hosts - 1);
  return e->status;
}

static int check(nf_nr_options *o, bool gen, nf_err *e) {
  nf_nr_setup *s = &o->setup;
  if (check_hosts(o, e) != NF_EXIT_OK || nf_nr_check_dtype(s->dtype, e) != NF_EXIT_OK)
    return e->status;
  if ((s->bytes == 0) == (o->input == NULL))
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "give --bytes N for made-up data, or --input DIR");
  if (s->bytes % 4)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--bytes %zu: must be a multiple of 4", s->bytes);
  if (gen && !o->out)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--out DIR is missing: where the captures go");
  if (o->output && !o->input)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--output needs --input, whose names and types it has");
  nf_rng rng = {s->seed ^ 0x505355};
  for (unsigned h = 0; h < s->hosts; h++)
    s->psn[h] = (o->psn_given ? o->psn : (uint32_t)nf_rng_next(&rng)) & NF_NR_PSN_MASK;
  return e->status;
}

int nf_nr_options_network(nf_nr_options *o, bool gen, int argc, char **argv, nf_err *e) {
  struct argp_option table[COUNT(Common) + COUNT(RunTable) + COUNT(GenTable)];
  const struct argp argp = {.options = table, .parser = parse, .doc = gen ? GenDoc : RunDoc};
  make_table(table, gen);
  *o = (nf_nr_options){.setup = nf_nr_defaults, .engine = nf_nr_engines[0]};
  if (nf_cli_parse(&argp, o, argc, argv, e) == NF_EXIT_OK)
    check(o, gen, e);
  return e->status;
}

void nf_nr_options_free(nf_nr_options *o) { free(o->in_text); }
