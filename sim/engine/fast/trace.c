// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "trace.h"

#include "common/nf_defs.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = NF_GRAPH_NODE_TEXT, WAYS = 2 };

static const char *const Opcode[NF_OPCODE_BARRIER_DONE + 1] = {
    [NF_OPCODE_WRITE] = "write",
    [NF_OPCODE_MCAST_WRITE] = "multicast write",
    [NF_OPCODE_PULL_REQ] = "pull request",
    [NF_OPCODE_PUSH_WRITE] = "push",
    [NF_OPCODE_BARRIER] = "barrier",
    [NF_OPCODE_WRITE_ACK] = "acknowledgement",
    [NF_OPCODE_PULL_RSP] = "pull response",
    [NF_OPCODE_PUSH_PARTIAL] = "partial sum",
    [NF_OPCODE_PUSH_RESULT] = "result",
    [NF_OPCODE_BARRIER_DONE] = "barrier complete",
};

static double nanoseconds(uint32_t tick) { return tick * (NF_FAST_TICK_PS * 1e-3); }

// A switch with endpoints is a leaf; names of a file are kept.
static void name_node(const nf_graph *g, uint32_t node, char text[NAME]) {
  const nf_graph_node *n = &g->node[node];
  bool leaf = false;
  for (uint32_t p = 0; p < n->ports; p++)
    leaf |= g->port[n->first_port + p].peer < g->endpoints;
  if (node < g->endpoints)
    snprintf(text, NAME, "gpu%u", node);
  else if (g->label)
    nf_graph_node_text(g, node, text);
  else
    snprintf(text, NAME, "%s%u", leaf ? "leaf" : "spine", node - g->endpoints);
}

static void write_names(nf_fast_trace *t) {
  static const char *const Way[WAYS] = {"sends", "gets"};
  const nf_graph *g = t->fabric->graph;
  for (uint32_t n = 0; n < g->nodes; n++) {
    char node[NAME], port[NAME + 32];
    name_node(g, n, node);
    nf_trace_events_process(&t->events, n, node);
    for (uint32_t p = 0; p < g->node[n].ports; p++)
      for (unsigned way = 0; way < WAYS; way++) {
        if (g->port[g->node[n].first_port + p].peer == NF_GRAPH_NONE)
          continue;
        snprintf(port, sizeof port, "%s.%u %s", node, p, Way[way]);
        nf_trace_events_thread(&t->events, (nf_trace_line){n, WAYS * p + way}, port);
      }
  }
}

int nf_fast_trace_open(nf_fast_trace *t, const nf_fast_fabric *f, nf_err *e) {
  t->fabric = f;
  t->born = calloc(f->sites, sizeof *t->born);
  for (uint32_t i = 0; t->born && i < f->sites && t->entries; i++)
    if (!f->site[i].endpoint &&
        !(t->born[i] = calloc((size_t)f->site[i].tables * t->entries, sizeof **t->born)))
      return nf_err_memory(e, "a trace");
  if (!t->born)
    return nf_err_memory(e, "a trace");
  t->file = fopen(t->path, "w");
  if (!t->file)
    return nf_refuse(e, "%s: %s", t->path, strerror(errno));
  nf_trace_events_open(&t->events, t->file);
  write_names(t);
  return NF_EXIT_OK;
}

int nf_fast_trace_close(nf_fast_trace *t, nf_err *e) {
  bool failed = false;
  if (t->file) {
    nf_trace_events_close(&t->events);
    failed = ferror(t->file) != 0;
    failed |= fclose(t->file) != 0;
    t->file = NULL;
  }
  for (uint32_t i = 0; t->born && i < t->fabric->sites; i++)
    free(t->born[i]);
  free(t->born);
  t->born = NULL;
  if (e->status != NF_EXIT_OK)
    return e->status;
  if (failed)
    return nf_refuse(e, "%s cannot be written: %s", t->path, strerror(errno));
  if (t->spans > t->most)
    return nf_refuse(e,
                     "--trace: %llu packets, entries and waves, of which --trace-limit %llu would "
                     "cut off %llu; give --trace-limit %llu, or a part by --trace-from and "
                     "--trace-cycles",
                     (unsigned long long)t->spans, (unsigned long long)t->most,
                     (unsigned long long)(t->spans - t->most), (unsigned long long)t->spans);
  return NF_EXIT_OK;
}

// Counts a span of the window; true when it is to be written.
static bool is_shown(nf_fast_trace *t, uint32_t begin) {
  return begin >= t->from && begin < t->to && ++t->spans <= t->most;
}

void nf_fast_trace_packet(nf_fast_trace *t, const nf_fast_site *s, const nf_fast_out *o,
                          const nf_fast_packet *p, uint32_t begin, uint32_t end) {
  const nf_graph *g = t->fabric->graph;
  const unsigned port = s->graph_port[o - s->out], opcode = nf_fast_opcode(p);
  const nf_graph_port *peer = &g->port[g->node[s->node].first_port + port];
  const uint32_t there = o->peer->back_delay;
  const char *name = opcode <= NF_OPCODE_BARRIER_DONE && Opcode[opcode] ? Opcode[opcode] : "packet";
  char address[32] = "", members[160];
  if (!is_shown(t, begin))
    return;
  if (t->blocks)
    snprintf(address, sizeof address, "\"address\":\"0x%x\",",
             (p->tag * t->fabric->planes + s->plane) * NF_BLOCK_BYTES);
  snprintf(members, sizeof members,
           "%s\"source\":%u,\"destination\":%u,\"count\":%u,\"tag\":%u,\"flits\":%u", address,
           p->from, p->to, p->count, p->tag, p->flits);
  nf_trace_events_span(&t->events, (nf_trace_line){s->node, WAYS * port}, name, nanoseconds(begin),
                       nanoseconds(end), members);
  nf_trace_events_span(&t->events, (nf_trace_line){peer->peer, WAYS * peer->peer_port + 1}, name,
                       nanoseconds(begin + there), nanoseconds(end + there), members);
}

static uint32_t *born_at(const nf_fast_trace *t, const nf_fast_site *s, unsigned port, unsigned e) {
  return &t->born[s - t->fabric->site][port * t->entries + e];
}

void nf_fast_trace_entry(nf_fast_trace *t, const nf_fast_site *s, unsigned port, unsigned e,
                         uint32_t now) {
  *born_at(t, s, port, e) = now;
}

void nf_fast_trace_leaves(nf_fast_trace *t, const nf_fast_site *s, unsigned port, unsigned e,
                          uint32_t block, unsigned count, unsigned expected, uint32_t now) {
  const uint32_t born = *born_at(t, s, port, e);
  char name[80];
  if (!is_shown(t, born))
    return;
  snprintf(name, sizeof name, "table %u entry %u: block %u, %u of %u",
           port < s->ports ? s->graph_port[port] : port, e, block, count, expected);
  nf_trace_events_overlapping(&t->events, s->node, "entry", name, nanoseconds(born),
                              nanoseconds(now));
}

void nf_fast_trace_wave(nf_fast_trace *t, unsigned rank, uint32_t first, uint32_t begin,
                        uint32_t end) {
  char name[40];
  if (!is_shown(t, begin))
    return;
  snprintf(name, sizeof name, "wave from block %u", first);
  nf_trace_events_overlapping(&t->events, rank, "wave", name, nanoseconds(begin), nanoseconds(end));
}
