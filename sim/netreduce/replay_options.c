// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The options of a replay: `netfold netreduce --in ... --out ...`.
#define _POSIX_C_SOURCE 200809L
#include "options.h"

#include "../cli.h"
#include "limits.h"
#include "ring.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  KEY_HOSTS = 256,
  KEY_IN,
  KEY_OUT,
  KEY_RING_FILE,
  KEY_ENGINE,
  KEY_DTYPE,
  KEY_WINDOW,
  KEY_MSGLEN,
  KEY_RING,
  KEY_TAG,
  KEY_FIRST_MSGID,
  KEY_CLOCK,
  KEY_JSON
};

static const struct argp_option Table[] = {
    {"in", KEY_IN, "FILE[,FILE...]", 0, "captures: what comes to port 0, port 1, ...", 1},
    {"out", KEY_OUT, "FILE", 0, "capture of what leaves, of all ports", 1},
    {"ring-file", KEY_RING_FILE, "FILE", 0,
     "set-up of the ring (default: ring.json beside the first capture, if there is one)", 1},
    {"engine", KEY_ENGINE, "E", 0,
     "cycle: the C model, cycle by cycle; rtl: the RTL with the model beside it; ideal: whole "
     "frames (default cycle)",
     1},
    {"json", KEY_JSON, "FILE", 0, "the counts", 1},
    {0, 0, 0, 0, "Without a set-up file, or instead of what it says:", 2},
    {"hosts", KEY_HOSTS, "N", 0, "members of the ring and ports, 2..8 (default 6)", 2},
    {"dtype", KEY_DTYPE, "TYPE", 0, NF_NR_DTYPE_LIST " (default f32)", 2},
    {"window", KEY_WINDOW, "W", 0, "messages that a host has under way, 1..4 (default 2)", 2},
    {"msglen", KEY_MSGLEN, "N", 0, "packets of a message at most, 1..256 (default 170)", 2},
    {"ring", KEY_RING, "N", 0, "RingID, 0..15 (default 0)", 2},
    {"tag", KEY_TAG, "N", 0, "InetTag (default 0x4e657452)", 2},
    {"first-msgid", KEY_FIRST_MSGID, "N", 0, "MsgID of the first message (default 0)", 2},
    {"clock", KEY_CLOCK, "MHZ", 0, "of the accelerator, 50..1000 (default 322.265625)", 2},
    {"help", NF_CLI_HELP, 0, 0, "print this list", -1},
    {0}};

static const char Doc[] =
    "Captures by their time stamps through a NetReduce accelerator; also: netfold netreduce run, "
    "netfold netreduce gen, netfold netreduce train (see there).\v"
    "Example:\n"
    "  netfold netreduce gen --hosts 3 --bytes 100000 --loss 1% --out captures\n"
    "  netfold netreduce --engine rtl --in captures/in0.pcap,captures/in1.pcap,captures/in2.pcap "
    "--out out.pcap\n"
    "Exit status: 0 done, 1 wrong result, 2 bad input.";

typedef struct {
  nf_nr_options *o;
  nf_nr_setup given; // by options; counts where the bit of the key is set
  unsigned keys;
} replay;

static unsigned bit(int key) { return 1u << (key - KEY_HOSTS); }

static void split(nf_nr_options *o, const char *text, nf_err *e) {
  free(o->in_text);
  o->in_text = strdup(text);
  o->captures = 0;
  if (!o->in_text) {
    nf_err_memory(e, "the names of the captures");
    return;
  }
  for (char *name = o->in_text; name;) {
    char *comma = strchr(name, ',');
    if (comma)
      *comma++ = '\0';
    if (o->captures == NF_NR_PORTS || *name == '\0') {
      nf_err_set(e, NF_EXIT_BAD_INPUT,
                 *name ? "--in: more captures than ports; an accelerator has at most %d"
                       : "--in: a name is empty; give up to %d, with commas",
                 NF_NR_PORTS);
      return;
    }
    o->in[o->captures++] = name;
    name = comma;
  }
}

static error_t parse_set_up(int key, char *arg, nf_nr_setup *s, nf_err *e) {
  switch (key) {
  case KEY_HOSTS:
    s->hosts = (unsigned)nf_cli_range("hosts", arg, 2, NF_NR_PORTS, "hosts", e);
    return 0;
  case KEY_DTYPE:
    if (nf_dtype_parse(&s->dtype, arg, e) == NF_EXIT_OK)
      nf_nr_check_dtype(s->dtype, e);
    return 0;
  case KEY_WINDOW:
    s->window = (unsigned)nf_cli_range("window", arg, 1, NF_NR_MOST_WINDOW, "messages", e);
    return 0;
  case KEY_MSGLEN:
    s->msglen = (unsigned)nf_cli_range("msglen", arg, 1, NF_NR_MOST_MSGLEN, "packets", e);
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
  case KEY_CLOCK:
    s->cycle = nf_nr_parse_clock(arg, e);
    return 0;
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

static error_t parse(int key, char *arg, struct argp_state *state) {
  const nf_cli *cli = state->input;
  replay *r = cli->options;
  nf_err *e = cli->err;
  switch (key) {
  case KEY_IN:
    split(r->o, arg, e);
    break;
  case KEY_OUT:
    r->o->out = arg;
    break;
  case KEY_RING_FILE:
    r->o->ring = arg;
    break;
  case KEY_ENGINE:
    r->o->engine = nf_nr_engine_find(arg, e);
    break;
  case KEY_JSON:
    r->o->json = arg;
    break;
  default:
    if (parse_set_up(key, arg, &r->given, e) == ARGP_ERR_UNKNOWN)
      return nf_cli_other(key, arg, state);
    r->keys |= bit(key);
  }
  return e->status == NF_EXIT_OK ? 0 : EINVAL;
}

// The file that was named, or ring.json beside the first capture.
static int read_ring(nf_nr_options *o, nf_err *e) {
  char path[4096];
  const char *slash = strrchr(o->in[0], '/');
  const int folder = slash ? (int)(slash - o->in[0]) + 1 : 0;
  if (o->ring)
    return nf_nr_ring_read(&o->setup, o->ring, e);
  snprintf(path, sizeof path, "%.*sring.json", folder, o->in[0]);
  return access(path, F_OK) == 0 ? nf_nr_ring_read(&o->setup, path, e) : e->status;
}

// What an option says counts more than the file.
static void override(nf_nr_setup *s, const replay *r) {
  const nf_nr_setup *g = &r->given;
  s->hosts = r->keys & bit(KEY_HOSTS) ? g->hosts : s->hosts;
  s->dtype = r->keys & bit(KEY_DTYPE) ? g->dtype : s->dtype;
  s->window = r->keys & bit(KEY_WINDOW) ? g->window : s->window;
  s->msglen = r->keys & bit(KEY_MSGLEN) ? g->msglen : s->msglen;
  s->ring = r->keys & bit(KEY_RING) ? g->ring : s->ring;
  s->tag = r->keys & bit(KEY_TAG) ? g->tag : s->tag;
  s->first = r->keys & bit(KEY_FIRST_MSGID) ? g->first : s->first;
  s->cycle = r->keys & bit(KEY_CLOCK) ? g->cycle : s->cycle;
}

int nf_nr_options_replay(nf_nr_options *o, int argc, char **argv, nf_err *e) {
  const struct argp argp = {.options = Table, .parser = parse, .doc = Doc};
  replay r = {.o = o};
  *o = (nf_nr_options){.setup = nf_nr_defaults, .engine = nf_nr_engines[0]};
  o->setup.dtype = NF_DTYPE_F32;
  o->setup.window = 2;
  if (nf_cli_parse(&argp, &r, argc, argv, e) != NF_EXIT_OK)
    return e->status;
  if (!o->captures || !o->out)
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "--in FILE,... and --out FILE are needed, or one of the words run and gen; "
                      "see '%s --help'",
                      argv[0]);
  if (read_ring(o, e) != NF_EXIT_OK)
    return e->status;
  override(&o->setup, &r);
  if (o->captures > o->setup.hosts)
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "--in: %u captures for %u ports; give as many --hosts, or fewer captures",
                      o->captures, o->setup.hosts);
  o->setup.slots = 2 * o->setup.window;
  return nf_nr_check_dtype(o->setup.dtype, e);
}
