// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/netreduce/ring_options.h"

#include "sim/common/types.h"
#include "sim/netreduce/limits.h"
#include "sim/topology/kinds.h"
#include <stdlib.h>

// ------------------------------------------------------------------------------- values
static int take_clock(void *common, const char *text, nf_err *e) {
  nf_nr_common *c = common;
  char *end;
  const double mhz = strtod(text, &end);
  if (end == text || *end || !(mhz >= 50 && mhz <= 1000)) {
    return nf_refuse(e, "--clock %s: MHz must be 50..1000", text);
  }
  c->setup.cycle = (uint64_t)(1e6 / mhz + 0.5); // picoseconds of a cycle
  return e->status;
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
    nf_refuse(e, "--%s %s: the chance must be 0..0.9, or 0%%..90%%", name, text);
    return 0;
  }
  return (uint32_t)(v * 4294967296.0);
}

// A star has no leaves; its hosts may be given by --ranks instead.
static int take_topology(void *common, const char *text, nf_err *e) {
  nf_nr_common *c = common;
  nf_nr_setup *s = &c->setup;
  nf_spec spec;
  if (!nf_spec_parse_for(NF_KIND_NETREDUCE, text, &spec, e))
    return e->status;
  const uint32_t leaves = spec.number[0], hosts = spec.number[1];
  c->topology = text;
  c->star = s->leaves = s->per_leaf = 0;
  if (spec.numbers < 2) {
    c->star = spec.numbers ? spec.number[0] : 0;
    return e->status;
  }
  if (leaves < 2 || leaves > NF_NR_LEAVES || hosts > NF_NR_LEAF_HOSTS)
    nf_refuse(e, "--topology %s: there may be 2..%d leaves of 1..%d hosts", text, NF_NR_LEAVES,
              NF_NR_LEAF_HOSTS);
  s->leaves = leaves;
  s->per_leaf = hosts;
  return e->status;
}

static int take_loss(void *common, const char *text, nf_err *e) {
  ((nf_nr_common *)common)->setup.loss = parse_chance("loss", text, e);
  return e->status;
}

static int take_dup(void *common, const char *text, nf_err *e) {
  ((nf_nr_common *)common)->setup.doubled = parse_chance("dup", text, e);
  return e->status;
}

static int take_reorder(void *common, const char *text, nf_err *e) {
  ((nf_nr_common *)common)->setup.reordered = parse_chance("reorder", text, e);
  return e->status;
}

static int take_dtype(void *common, const char *text, nf_err *e) {
  uint8_t *dtype = &((nf_nr_common *)common)->setup.dtype;
  return nf_dtype_parse(dtype, text, e) == NF_EXIT_OK ? nf_nr_check_dtype(*dtype, e) : e->status;
}

static int take_engine(void *common, const char *text, nf_err *e) {
  ((nf_nr_common *)common)->engine = nf_nr_engine_find(text, e);
  return e->status;
}

// ------------------------------------------------------------------------------- the rows
#define FIELD(field) NF_FIELD(nf_nr_common, field)
#define GIVEN(field) NF_GIVEN(nf_nr_common, field)
#define NUMBER(field) FIELD(setup.field), .kind = NF_OPTION_NUMBER
// The network's times are picoseconds, its options' are nanoseconds.
#define TIME(field)                                                                                \
  FIELD(setup.field), .kind = NF_OPTION_TIME, .unit = NF_NR_PICO, .scale = NF_NR_PICO,             \
                      .what = "the time in ns"
#define ROW(name) [NF_NR_OPTION_##name]

// clang-format off
const nf_option nf_nr_options_of[NF_NR_OPTIONS] = {
    ROW(HOSTS) = {NF_SHARED(RANKS), NUMBER(hosts), GIVEN(hosts_given), .low = 2,
      .high = NF_NR_HOSTS, .note = ": hosts, of one switch 2..8 (default 6)"},
    ROW(TOPOLOGY) = {NF_SHARED(TOPOLOGY), .kind = NF_OPTION_OTHER, .take = take_topology,
      .note = ": star[:H], one switch of H hosts; leaf:LxH, L leaves of H hosts and a spine, each with an "
              "accelerator (NETREDUCE 4.5) (default star)"},
    ROW(RINGS) = {.name = "rings", .value = "N", NUMBER(rings), .low = 1, .high = NF_NR_RINGS,
      .what = "rings",
      .help = "rings at the same time, 1..16: each adds its part of the elements up (default 1)"},
    ROW(APART) = {.name = "apart", .kind = NF_OPTION_FLAG, FIELD(setup.apart),
      .help = "the rings have hosts of their own: of each switch's the first ones, the next ones, "
              "...; each adds all elements of its hosts up"},
    ROW(DTYPE) = {NF_SHARED(DTYPE), .kind = NF_OPTION_OTHER, .take = take_dtype, GIVEN(dtype_given),
      .note = ": " NF_LANE_DTYPE_LIST " (default: the files', or f32)"},
    ROW(MSGLEN) = {.name = "msglen", .value = "N", NUMBER(msglen), GIVEN(msglen_given), .low = 1,
      .high = NF_NR_MOST_MSGLEN, .what = "packets",
      .help = "packets of a message", .note = ", 1..256 (default 170)"},
    ROW(WINDOW) = {.name = "window", .value = "W", NUMBER(window), GIVEN(window_given), .low = 1,
      .high = NF_NR_MOST_WINDOW, .what = "messages",
      .help = "messages that a host has under way",
      .note = ", 1..4 (default: by Eq. (10), at most 4)"},
    ROW(RING) = {.name = "ring", .value = "N", NUMBER(ring), GIVEN(ring_given), .high = 15,
      .what = "the RingID", .help = "RingID, 0..15, of several the first one (default 0)"},
    ROW(TAG) = {.name = "tag", .value = "N", NUMBER(tag), GIVEN(tag_given), .high = UINT32_MAX,
      .what = "the InetTag", .help = "InetTag (default 0x4e657452)"},
    ROW(FIRST_MSGID) = {.name = "first-msgid", .value = "N", NUMBER(first), GIVEN(first_given),
      .high = UINT32_MAX, .what = "the MsgID", .help = "MsgID of the first message (default 0)"},
    ROW(ACK) = {.name = "ack-every", .value = "N", NUMBER(ack_every), .low = 1, .high = 256,
      .what = "packets",
      .help = "packets that are acknowledged together, 1..256 (default 16); the last one of a "
              "message asks for it"},
    ROW(DELAY) = {.name = "link-delay", .value = "NS", TIME(delay), .high = 1000000,
      .help = "ns of a link, 0..1000000 (default 300)"},
    ROW(SWITCH) = {.name = "switch-delay", .value = "NS", TIME(through), .high = 1000000,
      .help = "ns of a passage through an Ethernet switch, 0..1000000 (default 200)"},
    ROW(CLOCK) = {.name = "clock", .value = "MHZ", .kind = NF_OPTION_OTHER, .take = take_clock,
      .help = "of the accelerators, 50..1000 (default 322.265625)"},
    ROW(ENGINE) = {NF_SHARED(ENGINE), .kind = NF_OPTION_OTHER, .take = take_engine,
      .note = "; reference: whole frames, by the rules of the paper (default cycle)"},
    ROW(LOSS) = {NF_SHARED(LOSS), .take = take_loss, .note = "(default 0)"},
    ROW(DUP) = {.name = "dup", .value = "P", .kind = NF_OPTION_OTHER, .take = take_dup,
      .help = "that it comes twice"},
    ROW(REORDER) = {.name = "reorder", .value = "P", .kind = NF_OPTION_OTHER, .take = take_reorder,
      .help = "that it comes late"},
    ROW(REORDER_TIME) = {.name = "reorder-time", .value = "NS", TIME(reorder_time), .low = 1,
      .high = 1000000, .help = "by how much, at most (default 2000)", .with = "reorder"},
    ROW(RTO) = {.name = "rto", .value = "NS", TIME(rto), .low = 1000, .high = 1000000000,
      .help = "time-out of a sender (default: four windows and round trips, at least 20000)"},
    ROW(STALL) = {.name = "stall-time", .value = "NS", TIME(stall), .low = 1000,
      .high = 1000000000000,
      .help = "the run is given up when nothing comes for so long (default: 10000 time-outs)"},
    ROW(SILENT) = {NF_SHARED(SILENT), NUMBER(silent), .high = NF_NR_HOSTS - 1, .what = "the host"},
    ROW(PAUSED) = {.name = "paused", .value = "RANK", NUMBER(paused), .high = NF_NR_HOSTS - 1,
      .what = "the host",
      .help = "the link of this host takes nothing from its accelerator for some time"},
    ROW(PAUSED_FROM) = {.name = "paused-from", .value = "NS", TIME(paused_from), .high = 1000000000,
      .help = "beginning with this time (default 0)", .with = "paused"},
    ROW(PAUSED_TIME) = {.name = "paused-time", .value = "NS", TIME(paused_time), .low = 1,
      .high = 1000000000, .help = "so long (default 1000000)", .with = "paused"},
    ROW(CLOSED) = {.name = "closed", .value = "N", NUMBER(closed), .high = NF_NR_HOSTS,
      .what = "the accelerator",
      .help = "the ring is closed in an accelerator: of leaf L or, behind the last one, of the "
              "spine; of one switch it is 0"},
    ROW(CLOSED_FROM) = {.name = "closed-from", .value = "NS", TIME(closed_from), .high = 1000000000,
      .help = "at this time (default 0)", .with = "closed"},
    ROW(SEED) = {NF_SHARED(SEED), FIELD(setup.seed)},
    ROW(JSON) = {NF_SHARED(JSON), FIELD(json)},
    ROW(CSV) = {NF_SHARED(CSV), FIELD(csv), .note = ": a head and a line"}};
// clang-format on

// ------------------------------------------------------------------------------- together
// Rings that divide the hosts of every switch, or all of them share.
static int check_rings(const nf_nr_setup *s, nf_err *e) {
  const unsigned hosts = s->leaves ? s->per_leaf : s->hosts;
  if (s->ring + s->rings > NF_NR_RINGS)
    return nf_refuse(e, "--rings %u from --ring %u on: RingIDs are 0..%d; give less of one of them",
                     s->rings, s->ring, NF_NR_RINGS - 1);
  if (s->apart && (hosts % s->rings != 0 || s->hosts / s->rings < 2))
    return nf_refuse(e,
                     "--rings %u --apart: the %u hosts of a switch cannot be divided into so many "
                     "rings of two hosts at least",
                     s->rings, hosts);
  return e->status;
}

int nf_nr_common_hosts(nf_nr_common *c, nf_err *e) {
  nf_nr_setup *s = &c->setup;
  const unsigned network = s->leaves ? s->leaves * s->per_leaf : c->star;
  if (network && c->hosts_given && s->hosts != network)
    return nf_refuse(e, "--ranks %u: the topology %s has %u; leave --ranks out", s->hosts,
                     c->topology, network);
  if (network)
    s->hosts = network;
  if (s->leaves == 0 && s->hosts > NF_NR_PORTS)
    return nf_refuse(e, "--ranks %u: an accelerator has at most %d ports; use --topology leaf:LxH",
                     s->hosts, NF_NR_PORTS);
  const struct {
    const char *name;
    int host;
  } given[] = {{"silent", s->silent}, {"paused", s->paused}};
  for (unsigned i = 0; i < 2; i++)
    if (given[i].host >= (int)s->hosts)
      nf_refuse(e, "--%s %d: there are hosts 0..%u", given[i].name, given[i].host, s->hosts - 1);
  if (s->closed >= (int)nf_nr_devices(s))
    nf_refuse(e, "--closed %d: there are accelerators 0..%u", s->closed, nf_nr_devices(s) - 1);
  if (s->closed >= 0 && s->rings > 1)
    nf_refuse(e, "--closed %d: with one ring only, not --rings %u", s->closed, s->rings);
  return check_rings(s, e);
}
