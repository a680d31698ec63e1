// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The options of a replay: `netfold netreduce --in ... --out ...`.
#define _POSIX_C_SOURCE 200809L
#include "sim/netreduce/options.h"

#include "sim/cli/cli.h"
#include "sim/common/types.h"
#include "sim/netreduce/limits.h"
#include "sim/netreduce/ring.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct {
  nf_nr_options *o;
  char ring[4096]; // name of the set-up file, empty: there is none
} replay;

static int take_in(void *options, const char *text, nf_err *e) {
  nf_nr_options *o = options;
  free(o->in_text);
  o->in_text = strdup(text);
  o->captures = 0;
  if (!o->in_text) {
    return nf_err_memory(e, "the names of the captures");
  }
  for (char *name = o->in_text; name;) {
    char *comma = strchr(name, ',');
    if (comma)
      *comma++ = '\0';
    if (o->captures == NF_NR_PORTS || *name == '\0') {
      nf_refuse(e,
                *name ? "--in: more captures than ports; an accelerator has at most %d"
                      : "--in: a name is empty; give up to %d, with commas",
                NF_NR_PORTS);
      return e->status;
    }
    o->in[o->captures++] = name;
    name = comma;
  }
  return e->status;
}

// ------------------------------------------------------------------------------- the table
#define FIELD(field) NF_FIELD(nf_nr_options, field)

// clang-format off
static const nf_option Table[] = {
    {.heading = "What is replayed:"},
    {.name = "in", .value = "FILE[,FILE...]", .kind = NF_OPTION_OTHER, .take = take_in,
     .help = "captures: what comes to port 0, port 1, ... (default: those that the set-up file "
             "names)"},
    {.name = "out", .value = "FILE", .kind = NF_OPTION_TEXT, FIELD(common.out),
     .help = "capture of what leaves, of all ports"},
    {.name = "ring-file", .value = "FILE", .kind = NF_OPTION_TEXT, FIELD(ring),
     .help = "set-up of rings and accelerators (default: ring.json beside the first capture, if "
             "there is one)"},
    {.name = "device", .value = "NAME", .kind = NF_OPTION_TEXT, FIELD(device),
     .help = "accelerator of the set-up file: switch, or leaf0, leaf1, ..., spine (default: the "
             "only one)"},
    {NF_NR_SHARED(ENGINE)},
    {NF_NR_SHARED(JSON), .note = ": the counts"},

    {.heading = "Without a set-up file, or instead of what it says:"},
    {NF_NR_SHARED(HOSTS),
     .note = ": members of the ring and ports, 2..8 (default: one for each capture)"},
    {.name = "hosts", .value = "N", .now = "ranks"},
    {NF_NR_SHARED(DTYPE), .note = ": " NF_LANE_DTYPE_LIST " (default f32)"},
    {NF_NR_SHARED(WINDOW), .note = "(default 2)"},
    {NF_NR_SHARED(MSGLEN), .note = ", at most (default 170)"},
    {NF_NR_SHARED(RING)},
    {NF_NR_SHARED(TAG)},
    {NF_NR_SHARED(FIRST_MSGID)},
    {NF_NR_SHARED(CLOCK)},
    {0}};
// clang-format on

static const char Doc[] =
    "Captures by their time stamps through a NetReduce accelerator; also: netfold netreduce run, "
    "netfold netreduce gen, netfold netreduce train (see there).\v"
    "Example:\n"
    "  netfold netreduce gen --ranks 3 --bytes 100000 --loss 1% --output captures\n"
    "  netfold netreduce --engine rtl --in captures/in0.pcap,captures/in1.pcap,captures/in2.pcap "
    "--out out.pcap\n"
    "  netfold netreduce gen --topology leaf:2x2 --rings 2 --bytes 100000 --output captures\n"
    "  netfold netreduce --ring-file captures/ring.json --device leaf1 --out out.pcap\n"
    "Exit status: 0 done, 1 wrong result, 2 bad input, 3 the captures end and the accelerator "
    "waits.";

// ------------------------------------------------------------------------------- together
// The file that was named, or ring.json beside the first capture.
static int read_ring(replay *r, nf_err *e) {
  nf_nr_options *o = r->o;
  struct stat there;
  const char *first = o->captures ? o->in[0] : "", *slash = strrchr(first, '/');
  const int folder = slash ? (int)(slash - first) + 1 : 0;
  if (o->ring)
    snprintf(r->ring, sizeof r->ring, "%s", o->ring);
  else
    snprintf(r->ring, sizeof r->ring, "%.*sring.json", folder, first);
  if (o->ring || stat(r->ring, &there) == 0)
    return nf_nr_ring_read(&o->plan, &o->common.setup, r->ring, o->device, e);
  if (o->device)
    nf_refuse(e, "--device %s: needs a set-up file; give --ring-file", o->device);
  r->ring[0] = '\0';
  o->common.setup.hosts = o->captures;
  return e->status;
}

// A result would take the place of what it is made from, by whatever name that is called.
static int check_same(const char *option, const char *out, const char *in, nf_err *e) {
  struct stat a, b;
  if (stat(out, &a) == 0 && stat(in, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino)
    nf_refuse(e, "%s %s: is the same file as %s, which is read; give another name", option, out,
              in);
  return e->status;
}

static int check_outputs(const replay *r, nf_err *e) {
  const nf_nr_options *o = r->o;
  const struct {
    const char *option, *name;
  } outputs[] = {{"--out", o->common.out}, {"--json", o->common.json}};
  for (unsigned k = 0; k < 2; k++) {
    if (!outputs[k].name)
      continue;
    for (unsigned i = 0; i < o->captures && e->status == NF_EXIT_OK; i++)
      check_same(outputs[k].option, outputs[k].name, o->in[i], e);
    if (r->ring[0] && e->status == NF_EXIT_OK)
      check_same(outputs[k].option, outputs[k].name, r->ring, e);
  }
  return e->status;
}

// Where the number of a capture's name is, if it has one: its last digits.
static bool find_number(const char *name, size_t *at, size_t *digits) {
  const char *slash = strrchr(name, '/'), *base = slash ? slash + 1 : name,
             *end = name + strlen(name);
  while (end > base && !isdigit((unsigned char)end[-1]))
    end--;
  const char *begin = end;
  while (begin > base && isdigit((unsigned char)begin[-1]))
    begin--;
  *at = (size_t)(begin - name);
  *digits = (size_t)(end - begin);
  return begin < end && *digits < 9;
}

// Captures that are numbered belong to the ports in the order of their numbers. One that is left
// out would shift those behind it to ports that are not theirs.
static int check_numbers(const nf_nr_options *o, nf_err *e) {
  size_t at, digits, at0, digits0;
  for (unsigned i = 0; i < o->captures; i++) {
    const char *first = o->in[0], *name = o->in[i];
    if (!find_number(first, &at0, &digits0) || !find_number(name, &at, &digits) || at != at0 ||
        strncmp(name, first, at) != 0 || strcmp(name + at + digits, first + at0 + digits0) != 0)
      return e->status; // names of other kinds say nothing
    const unsigned long want = strtoul(first + at0, NULL, 10) + i;
    if (strtoul(name + at, NULL, 10) != want)
      return nf_refuse(e,
                       "--in: %s stands where number %lu is expected: captures are those of port "
                       "0, 1, ..., none left out; an empty capture is one of a silent port",
                       name, want);
  }
  return e->status;
}

// An accelerator of the set-up file: its captures, unless others were named, and for all of its
// rings what the options say.
static int finish_plan(const replay *r, nf_err *e) {
  nf_nr_options *o = r->o;
  const nf_nr_setup *s = &o->common.setup;
  const nf_nr_common *said = &o->common;
  nf_nr_plan *plan = &o->plan;
  if (said->hosts_given || said->ring_given)
    return nf_refuse(e, "%s: says who is in which ring; leave %s out", r->ring,
                     said->hosts_given ? "--ranks" : "--ring");
  for (unsigned i = 0; i < plan->rings; i++) {
    nf_nr_device_cfg *c = &plan->cfg[i];
    c->window = said->window_given ? s->window : c->window;
    c->msglen = said->msglen_given ? s->msglen : c->msglen;
    c->first = said->first_given ? s->first : c->first;
    c->tag = said->tag_given ? s->tag : c->tag;
    c->dtype = said->dtype_given ? s->dtype : c->dtype;
  }
  if (o->captures)
    return e->status;
  o->captures = plan->captures;
  for (unsigned p = 0; p < plan->captures; p++)
    o->in[p] = plan->capture[p];
  return e->status;
}

// One ring at one switch, whose members are those of the captures.
static int make_plan(nf_nr_options *o, nf_err *e) {
  const nf_nr_setup s = nf_nr_ring_setup(&o->common.setup, 0);
  if (s.hosts < 2)
    return nf_refuse(e,
                     "--in: one capture and no set-up file: a ring has 2..%d hosts; give --ranks N",
                     NF_NR_PORTS);
  if (s.hosts > NF_NR_PORTS)
    return nf_refuse(e, "--ranks %u: an accelerator has at most %d ports", s.hosts, NF_NR_PORTS);
  nf_nr_device_name(&s, 0, o->plan.name);
  o->plan.rings = 1;
  o->plan.cfg[0] = nf_nr_device_setup(&s, 0);
  o->find_members = true;
  return e->status;
}

static void add_times(nf_nr_options *o) {
  nf_nr_setup s = o->common.setup;
  for (unsigned i = 0; i < o->plan.rings; i++) {
    nf_nr_device_cfg *c = &o->plan.cfg[i];
    s.leaves = c->leaf || c->own_ip == c->spine_ip; // a leaf, or the spine
    c->slots = 2 * c->window;
    c->cycle = s.cycle;
    c->again = 4 * nf_nr_round_trip(&s);
  }
}

int nf_nr_options_replay(nf_nr_options *o, int argc, char **argv, nf_err *e) {
  replay r = {.o = o};
  *o = (nf_nr_options){.common = {.setup = nf_nr_defaults, .engine = nf_nr_engines[0]}};
  o->common.setup.dtype = NF_DTYPE_F32;
  o->common.setup.window = 2;
  if (nf_options_read(Table, Doc, o, argc, argv, e) != NF_EXIT_OK)
    return e->status;
  if ((!o->captures && !o->ring) || !o->common.out)
    return nf_refuse(e,
                     "--in FILE,... or --ring-file FILE, and --out FILE are needed, or one of the "
                     "words run and gen; see '%s --help'",
                     argv[0]);
  // What the options say counts more than the set-up file: they are read once more behind it.
  if (check_numbers(o, e) != NF_EXIT_OK || read_ring(&r, e) != NF_EXIT_OK ||
      nf_options_read(Table, Doc, o, argc, argv, e) != NF_EXIT_OK)
    return e->status;
  o->plan.rings ? finish_plan(&r, e) : make_plan(o, e);
  if (e->status != NF_EXIT_OK || check_outputs(&r, e) != NF_EXIT_OK)
    return e->status;
  if (o->captures == 0)
    return nf_refuse(e, "%s: names no captures; give --in FILE,...", r.ring);
  if (o->captures > o->plan.cfg[0].ports)
    return nf_refuse(e, "--in: %u captures for the %u ports of %s; give fewer, or as many --ranks",
                     o->captures, o->plan.cfg[0].ports, o->plan.name);
  add_times(o);
  return nf_nr_check_dtype(o->common.setup.dtype, e);
}
