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

// ------------------------------------------------------------------------------- single options
// Rates of Ethernet, of which a byte's time is whole picoseconds.
static int take_rate(void *options, const char *text, nf_err *e) {
  static const uint64_t rates[] = {10, 25, 40, 50, 100, 200};
  nf_nr_setup *s = &((nf_nr_options *)options)->common.setup;
  const uint64_t gbps = nf_cli_rate("link-rate", text, 10, 200, 1000000000, "Gb/s", e);
  if (e->status != NF_EXIT_OK)
    return e->status;
  for (unsigned i = 0; i < sizeof rates / sizeof rates[0]; i++)
    if (rates[i] == gbps) {
      s->byte_time = 8 * NF_NR_PICO / gbps;
      return e->status;
    }
  return nf_refuse(e, "--link-rate %s: give 10, 25, 40, 50, 100 or 200 Gb/s", text);
}

static int take_psn(void *options, const char *text, nf_err *e) {
  nf_nr_options *o = options;
  const uint32_t psn = (uint32_t)nf_cli_range("first-psn", text, 0, NF_NR_PSN_MASK, "the PSN", e);
  o->psn_given = true;
  for (unsigned h = 0; h < NF_NR_HOSTS; h++)
    o->common.setup.psn[h] = psn;
  return e->status;
}

// ------------------------------------------------------------------------------- the tables
_Static_assert(offsetof(nf_nr_options, common) == 0,
               "shared rows say where their fields are in it");
#define FIELD(field) NF_FIELD(nf_nr_options, field)

// clang-format off
// What a run and captures of one have in common.
#define RING_ROWS \
    {.heading = "What is added up:"}, \
    {NF_NR_SHARED(HOSTS)}, \
    {.name = "hosts", .value = "N", .now = "ranks"}, \
    {NF_SHARED(BYTES), FIELD(common.setup.bytes), .low = 4, .high = UINT32_MAX, \
     .what = "bytes of a host", .note = ", made up, instead of --input"}, \
    {NF_SHARED(INPUT), FIELD(input)}, \
    {NF_NR_SHARED(DTYPE)}, \
    {.heading = "In which messages (NETREDUCE 4.1, 4.2):"}, \
    {NF_NR_SHARED(MSGLEN)}, \
    {.name = "mtu", .value = "B", .kind = NF_OPTION_SIZE, FIELD(common.setup.mtu), .low = 16, \
     .high = NF_NR_MOST_PAYLOAD, .multiple = 4, .what = "bytes", \
     .help = "payload of a packet, a multiple of 4, 16..1024 (default 1024)"}, \
    {NF_NR_SHARED(WINDOW)}, \
    {NF_NR_SHARED(RINGS)}, \
    {NF_NR_SHARED(APART)}, \
    {NF_NR_SHARED(RING)}, \
    {NF_NR_SHARED(TAG)}, \
    {NF_NR_SHARED(FIRST_MSGID)}, \
    {.name = "first-psn", .value = "N", .kind = NF_OPTION_OTHER, .take = take_psn, \
     .help = "PSN of each host's first packet, 0..16777215 (default: random)"}, \
    {NF_NR_SHARED(ACK)}, \
    {.heading = "Through which network:"}, \
    {NF_NR_SHARED(TOPOLOGY)}, \
    {NF_SHARED(LINK_RATE), .kind = NF_OPTION_OTHER, .take = take_rate, \
     .note = ": 10, 25, 40, 50, 100 or 200 (default 100)"}, \
    {NF_NR_SHARED(DELAY)}, \
    {NF_NR_SHARED(SWITCH)}, \
    {NF_NR_SHARED(CLOCK)}, \
    {NF_NR_SHARED(ENGINE)}, \
    {.heading = "With which faults, on every link:"}, \
    {NF_NR_SHARED(LOSS)}, \
    {NF_NR_SHARED(DUP)}, \
    {NF_NR_SHARED(REORDER)}, \
    {NF_NR_SHARED(REORDER_TIME)}, \
    {NF_NR_SHARED(RTO)}, \
    {NF_NR_SHARED(STALL)}, \
    {.name = "stall", .value = "NS", .now = "stall-time"}, \
    {NF_NR_SHARED(SILENT)}, \
    {NF_NR_SHARED(PAUSED)}, \
    {NF_NR_SHARED(PAUSED_FROM)}, \
    {NF_NR_SHARED(PAUSED_TIME)}, \
    {NF_NR_SHARED(CLOSED)}, \
    {NF_NR_SHARED(CLOSED_FROM)}, \
    {NF_NR_SHARED(SEED)}

static const nf_option RunTable[] = {
    RING_ROWS,
    {.heading = "What is reported:"},
    {NF_SHARED(OUTPUT), FIELD(output), .note = ", names and types of the input"},
    {NF_NR_SHARED(JSON)},
    {NF_NR_SHARED(CSV)},
    {0}};

static const nf_option GenTable[] = {
    RING_ROWS,
    {.heading = "What is written:"},
    {NF_SHARED(OUTPUT), FIELD(common.out),
     .note = ": in0.pcap, in1.pcap, ..., what comes to the ports of the accelerator; and ring.json"},
    {.name = "out", .value = "DIR", .now = "output"},
    {0}};
// clang-format on
enum { ROWS = (sizeof RunTable + sizeof GenTable) / sizeof *RunTable }; // enough for either

static const char RunDoc[] =
    "All-reduce by end hosts over RoCE v2 with an accelerator in their switch (NETREDUCE, see "
    "docs/netreduce-network.md). All results are compared bit by bit.\v"
    "Examples:\n"
    "  netfold netreduce run --ranks 6 --bytes 4000000\n"
    "  netfold netreduce run --topology leaf:3x2 --bytes 200000 --loss 1% --dup 1% --reorder 1%\n"
    "Exit status: 0 done, 1 wrong result, 2 bad input, 3 nothing moved any more.";
static const char GenDoc[] =
    "Captures of what end hosts send to an accelerator, as in `netfold netreduce run` with the "
    "same "
    "options: retransmissions, acknowledgements and all.\v"
    "Example:\n"
    "  netfold netreduce gen --ranks 6 --bytes 1000000 --loss 1% --output captures\n"
    "Exit status: 0 done, 1 wrong result, 2 bad input, 3 nothing moved any more.";

// ------------------------------------------------------------------------------- together
static int check(nf_nr_options *o, bool gen, nf_err *e) {
  nf_nr_setup *s = &o->common.setup;
  if (nf_nr_common_hosts(&o->common, e) != NF_EXIT_OK)
    return e->status;
  if ((s->bytes == 0) == (o->input == NULL))
    return nf_refuse(e, "give --bytes N for made-up data, or --input DIR");
  if (s->bytes % 4)
    return nf_refuse(e, "--bytes %zu: must be a multiple of 4", s->bytes);
  if (s->bytes && !s->apart && s->bytes / 4 < s->rings)
    return nf_refuse(e, "--bytes %zu: gives %u rings no element each; give %u", s->bytes, s->rings,
                     4 * s->rings);
  if (gen && !o->common.out)
    return nf_refuse(e, "--output DIR is missing: where the captures go");
  if (o->output && !o->input)
    return nf_refuse(e, "--output needs --input, whose names and types it has");
  if (!o->psn_given)
    nf_nr_setup_psns(s);
  return e->status;
}

int nf_nr_options_network(nf_nr_options *o, bool gen, int argc, char **argv, nf_err *e) {
  const nf_option *table = gen ? GenTable : RunTable;
  bool given[ROWS] = {false};
  *o = (nf_nr_options){.common = {.setup = nf_nr_defaults, .engine = nf_nr_engines[0]}};
  if (nf_options_read_given(table, gen ? GenDoc : RunDoc, o, given, argc, argv, e) == NF_EXIT_OK &&
      nf_options_check(table, given, 0, e) == NF_EXIT_OK)
    check(o, gen, e);
  return e->status;
}

void nf_nr_options_free(nf_nr_options *o) { free(o->in_text); }
