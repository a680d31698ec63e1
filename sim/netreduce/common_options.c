// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/netreduce/common_options.h"

#include "sim/cli/cli.h"
#include "sim/common/types.h"
#include "sim/netreduce/limits.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef enum {
  NUMBER, // of 32 bits
  SEED,   // of 64 bits
  TIME,   // in ns
  CHANCE, // as 0.01 or 1%
  CLOCK,
  DTYPE,
  ENGINE,
  TOPOLOGY,
  FLAG, // without a value
  TEXT
} kind;

typedef struct {
  const char *name, *value;
  kind kind;
  size_t at;          // its field
  uint64_t low, high; // of a number or a time
  const char *what;   // that one is, when it is refused
  const char *help;
} option;

#define AT(field) offsetof(nf_nr_common, field)
#define NUMBER_OF(field, low, high, what) NUMBER, AT(setup.field), low, high, what
#define TIME_OF(field, low, high) TIME, AT(setup.field), low, high, "the time in ns"
#define OTHER_OF(kind, field) kind, AT(field), 0, 0, NULL
#define KEY(name) (NF_NR_KEY_##name - NF_NR_KEY_HOSTS)

static const option Options[] = {
    [KEY(HOSTS)] = {"hosts", "N", NUMBER_OF(hosts, 2, NF_NR_HOSTS, "hosts"),
                    "hosts, of one switch 2..8 (default 6)"},
    [KEY(TOPOLOGY)] = {"topology", "T", OTHER_OF(TOPOLOGY, setup),
                       "star: one switch; leaf:LxH: L leaves of H hosts and a spine, each with an "
                       "accelerator (NETREDUCE 4.5) (default star)"},
    [KEY(RINGS)] = {"rings", "N", NUMBER_OF(rings, 1, NF_NR_RINGS, "rings"),
                    "rings at the same time, 1..16: each adds its part of the elements up "
                    "(default 1)"},
    [KEY(APART)] = {"apart", NULL, OTHER_OF(FLAG, setup.apart),
                    "the rings have hosts of their own: of each switch's the first ones, the next "
                    "ones, ...; each adds all elements of its hosts up"},
    [KEY(DTYPE)] = {"dtype", "TYPE", OTHER_OF(DTYPE, setup.dtype),
                    NF_NR_DTYPE_LIST " (default: the files', or f32)"},
    [KEY(MSGLEN)] = {"msglen", "N", NUMBER_OF(msglen, 1, NF_NR_MOST_MSGLEN, "packets"),
                     "packets of a message, 1..256 (default 170)"},
    [KEY(WINDOW)] = {"window", "W", NUMBER_OF(window, 1, NF_NR_MOST_WINDOW, "messages"),
                     "messages that a host has under way, 1..4 (default: by Eq. (10), at most 4)"},
    [KEY(RING)] = {"ring", "N", NUMBER_OF(ring, 0, 15, "the RingID"),
                   "RingID, 0..15, of several the first one (default 0)"},
    [KEY(TAG)] = {"tag", "N", NUMBER_OF(tag, 0, UINT32_MAX, "the InetTag"),
                  "InetTag (default 0x4e657452)"},
    [KEY(FIRST_MSGID)] = {"first-msgid", "N", NUMBER_OF(first, 0, UINT32_MAX, "the MsgID"),
                          "MsgID of the first message (default 0)"},
    [KEY(ACK)] = {"ack-every", "N", NUMBER_OF(ack_every, 1, 256, "packets"),
                  "packets that are acknowledged together, 1..256 (default 16); the last one of "
                  "a message asks for it"},
    [KEY(DELAY)] = {"link-delay", "NS", TIME_OF(delay, 0, 1000000),
                    "ns of a link, 0..1000000 (default 300)"},
    [KEY(SWITCH)] = {"switch-delay", "NS", TIME_OF(through, 0, 1000000),
                     "ns of a passage through an Ethernet switch, 0..1000000 (default 200)"},
    [KEY(CLOCK)] = {"clock", "MHZ", OTHER_OF(CLOCK, setup.cycle),
                    "of the accelerators, 50..1000 (default 322.265625)"},
    [KEY(ENGINE)] = {"engine", "E", OTHER_OF(ENGINE, engine),
                     "cycle: the C model, cycle by cycle; rtl: the RTL with the model beside it; "
                     "reference: whole frames (default cycle)"},
    [KEY(LOSS)] = {"loss", "P", OTHER_OF(CHANCE, setup.loss),
                   "chance that a frame is lost: 0.01, or 1% (default 0)"},
    [KEY(DUP)] = {"dup", "P", OTHER_OF(CHANCE, setup.doubled), "that it comes twice"},
    [KEY(REORDER)] = {"reorder", "P", OTHER_OF(CHANCE, setup.reordered), "that it comes late"},
    [KEY(REORDER_TIME)] = {"reorder-time", "NS", TIME_OF(reorder_time, 1, 1000000),
                           "by how much, at most (default 2000)"},
    [KEY(RTO)] = {"rto", "NS", TIME_OF(rto, 1000, 1000000000),
                  "time-out of a sender (default: four windows and round trips, at least 20000)"},
    [KEY(STALL)] = {"stall", "NS", TIME_OF(stall, 1000, 1000000000000),
                    "the run is given up when nothing comes for so long (default: 10000 "
                    "time-outs)"},
    [KEY(SILENT)] = {"silent", "HOST", NUMBER_OF(silent, 0, NF_NR_HOSTS - 1, "the host"),
                     "this host sends nothing"},
    [KEY(PAUSED)] = {"paused", "HOST", NUMBER_OF(paused, 0, NF_NR_HOSTS - 1, "the host"),
                     "the link of this host takes nothing from its accelerator for some time"},
    [KEY(PAUSED_FROM)] = {"paused-from", "NS", TIME_OF(paused_from, 0, 1000000000),
                          "beginning with this time (default 0)"},
    [KEY(PAUSED_TIME)] = {"paused-time", "NS", TIME_OF(paused_time, 1, 1000000000),
                          "so long (default 1000000)"},
    [KEY(CLOSED)] = {"closed", "N", NUMBER_OF(closed, 0, NF_NR_HOSTS, "the accelerator"),
                     "the ring is closed in an accelerator: of leaf L or, behind the last one, of "
                     "the spine; of one switch it is 0"},
    [KEY(CLOSED_FROM)] = {"closed-from", "NS", TIME_OF(closed_from, 0, 1000000000),
                          "at this time (default 0)"},
    [KEY(SEED)] = {"seed", "N", SEED, AT(setup.seed), 0, UINT64_MAX, "the seed",
                   "seed of everything random (default 1)"},
    [KEY(OUT)] = {"out", "DIR", OTHER_OF(TEXT, out),
                  "folder for in0.pcap, in1.pcap, ...: what comes to the ports of the accelerator; "
                  "and ring.json"},
    [KEY(JSON)] = {"json", "FILE", OTHER_OF(TEXT, json), "the report"},
    [KEY(CSV)] = {"csv", "FILE", OTHER_OF(TEXT, csv), "its numbers as a head and a line"}};

static const option *find(int key) {
  return key >= NF_NR_KEY_HOSTS && key < NF_NR_KEY_OWN ? &Options[key - NF_NR_KEY_HOSTS] : NULL;
}

struct argp_option *nf_nr_common_rows(struct argp_option *to, const struct argp_option *from) {
  for (; from->name || from->key || from->doc; from++, to++) {
    const option *o = find(from->key);
    *to = *from;
    if (!o)
      continue;
    to->name = o->name;
    to->arg = from->arg ? from->arg : o->value;
    to->doc = from->doc ? from->doc : o->help;
  }
  *to = (struct argp_option){0};
  return to;
}

// ------------------------------------------------------------------------------- values
// In picoseconds of a cycle.
static uint64_t parse_clock(const char *text, nf_err *e) {
  char *end;
  const double mhz = strtod(text, &end);
  if (end == text || *end || !(mhz >= 50 && mhz <= 1000)) {
    nf_err_set(e, NF_EXIT_BAD_INPUT, "--clock %s: MHz must be 50..1000", text);
    return 0;
  }
  return (uint64_t)(1e6 / mhz + 0.5);
}

// Of 2^32.
static uint32_t parse_chance(const char *name, const char *text, nf_err *e) {
  char *end;
  double v = strtod(text, &end);
  if (end != text && *end == '%') {
    v /= 100;
    end++;
  }
  if (end == text || *end || !(v >= 0 && v <= 0.9)) {
    nf_err_set(e, NF_EXIT_BAD_INPUT, "--%s %s: the chance must be 0..0.9, or 0%%..90%%", name,
               text);
    return 0;
  }
  return (uint32_t)(v * 4294967296.0);
}

static void parse_topology(nf_nr_setup *s, const char *text, nf_err *e) {
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

// Rings that divide the hosts of every switch, or all of them share.
static int check_rings(const nf_nr_setup *s, nf_err *e) {
  const unsigned hosts = s->leaves ? s->per_leaf : s->hosts;
  if (s->ring + s->rings > NF_NR_RINGS)
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "--rings %u from --ring %u on: RingIDs are 0..%d; give less of one of them",
                      s->rings, s->ring, NF_NR_RINGS - 1);
  if (s->apart && (hosts % s->rings != 0 || s->hosts / s->rings < 2))
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "--rings %u --apart: the %u hosts of a switch cannot be divided into so many "
                      "rings of two hosts at least",
                      s->rings, hosts);
  return e->status;
}

int nf_nr_common_hosts(nf_nr_common *c, nf_err *e) {
  nf_nr_setup *s = &c->setup;
  const unsigned network = s->leaves * s->per_leaf;
  if (s->leaves == 0 && s->hosts > NF_NR_PORTS)
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "--hosts %u: an accelerator has at most %d ports; use --topology leaf:LxH",
                      s->hosts, NF_NR_PORTS);
  if (s->leaves && c->hosts_given && s->hosts != network)
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "--hosts %u: the topology leaf:%ux%u has %u; leave --hosts out", s->hosts,
                      s->leaves, s->per_leaf, network);
  if (s->leaves)
    s->hosts = network;
  const struct {
    const char *name;
    int host;
  } given[] = {{"silent", s->silent}, {"paused", s->paused}};
  for (unsigned i = 0; i < 2; i++)
    if (given[i].host >= (int)s->hosts)
      nf_err_set(e, NF_EXIT_BAD_INPUT, "--%s %d: there are hosts 0..%u", given[i].name,
                 given[i].host, s->hosts - 1);
  if (s->closed >= (int)nf_nr_devices(s))
    nf_err_set(e, NF_EXIT_BAD_INPUT, "--closed %d: there are accelerators 0..%u", s->closed,
               nf_nr_devices(s) - 1);
  if (s->closed >= 0 && s->rings > 1)
    nf_err_set(e, NF_EXIT_BAD_INPUT, "--closed %d: with one ring only, not --rings %u", s->closed,
               s->rings);
  return check_rings(s, e);
}

error_t nf_nr_common_option(int key, const char *arg, nf_nr_common *c, nf_err *e) {
  const option *o = find(key);
  if (!o)
    return ARGP_ERR_UNKNOWN;
  void *field = (char *)c + o->at;
  c->hosts_given = c->hosts_given || key == NF_NR_KEY_HOSTS;
  switch (o->kind) {
  case NUMBER:
    *(uint32_t *)field = (uint32_t)nf_cli_range(o->name, arg, o->low, o->high, o->what, e);
    break;
  case SEED:
    *(uint64_t *)field = nf_cli_range(o->name, arg, o->low, o->high, o->what, e);
    break;
  case TIME:
    *(uint64_t *)field =
        nf_cli_time(o->name, arg, o->low, o->high, NF_NR_PICO, o->what, e) * NF_NR_PICO;
    break;
  case CHANCE:
    *(uint32_t *)field = parse_chance(o->name, arg, e);
    break;
  case CLOCK:
    *(uint64_t *)field = parse_clock(arg, e);
    break;
  case DTYPE:
    if (nf_dtype_parse(field, arg, e) == NF_EXIT_OK)
      nf_nr_check_dtype(c->setup.dtype, e);
    break;
  case ENGINE:
    *(const nf_nr_engine **)field = nf_nr_engine_find(arg, e);
    break;
  case TOPOLOGY:
    parse_topology(field, arg, e);
    break;
  case FLAG:
    *(bool *)field = true;
    break;
  case TEXT:
    *(const char **)field = arg;
    break;
  }
  return 0;
}
