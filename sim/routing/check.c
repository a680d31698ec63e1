// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The channel dependency graph (Dally and Seitz): a channel is a virtual channel of a link, and one
// depends on another when a packet may hold the first while it waits for the second. A routing
// whose graph has no cycle cannot deadlock, with every choice an adaptive packet has in the graph.
//
// Planes are alike and no packet changes its plane, so plane 0 is enough. Small networks: all paths
// to all destinations are followed, from every source. Large ones, where that would take minutes:
// every turn that the family's rules allow at any node, for any destination, which is a superset of
// the dependencies; and the paths to a sample of destinations are followed to see that they keep to
// the rules.
#include "route_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLE = 16, MOST_FOLLOWED = 40000000, NAMED = 12 };

typedef struct {
  const nf_route *r;
  const nf_graph *g;
  uint32_t channels, widest; // most successors of a channel
  uint32_t words;            // of 64 bits, of a channel's successors
  uint32_t *first_out;       // of a node: its outgoing channels come in a row, port by port
  uint32_t *in_node;         // of a channel: where it leads to, and by which port
  uint32_t *in_port;
  uint64_t *next; // bit i: out-channel i of the node that the channel leads to
  uint32_t *mark, *stack;
} graph;

static uint32_t nodes_of(const nf_graph *g) { return g->endpoints + g->plane_switches; }
static unsigned vc_of(const graph *d, uint32_t channel) { return channel % d->r->vcs; }

static uint32_t channel_of(const graph *d, uint32_t node, nf_route_choice out) {
  return d->first_out[node] + out.port * d->r->vcs + out.vc;
}

static void close_graph(graph *d) {
  free(d->first_out);
  free(d->in_node);
  free(d->in_port);
  free(d->next);
  free(d->mark);
  free(d->stack);
}

// Channels by the node and port they leave from; those without a cable lead nowhere.
static int open_graph(graph *d, const nf_route *r, nf_err *e) {
  const nf_graph *g = r->g;
  *d = (graph){.r = r, .g = g};
  const uint32_t nodes = nodes_of(g);
  d->first_out = malloc((nodes + 1) * sizeof *d->first_out);
  if (!d->first_out)
    return nf_err_memory(e, "the dependency graph");
  for (uint32_t n = 0; n < nodes; n++) {
    const uint32_t out = nf_graph_plane_ports(g, n) * r->vcs;
    d->first_out[n] = d->channels;
    d->channels += out;
    d->widest = out > d->widest ? out : d->widest;
  }
  d->first_out[nodes] = d->channels;
  d->words = (d->widest + 63) / 64;
  d->in_node = malloc(d->channels * sizeof *d->in_node);
  d->in_port = malloc(d->channels * sizeof *d->in_port);
  d->next = calloc((size_t)d->channels * d->words, sizeof *d->next);
  d->mark = calloc(d->channels, sizeof *d->mark);
  d->stack = malloc(d->channels * sizeof *d->stack);
  if (!d->in_node || !d->in_port || !d->next || !d->mark || !d->stack)
    return nf_err_memory(e, "the dependency graph");
  for (uint32_t n = 0; n < nodes; n++)
    for (uint32_t c = d->first_out[n]; c < d->first_out[n + 1]; c++) {
      const nf_graph_port *p = nf_graph_at(g, n, (c - d->first_out[n]) / r->vcs);
      d->in_node[c] = p->peer;
      d->in_port[c] = p->peer_port;
    }
  return NF_EXIT_OK;
}

static void channel_text(const graph *d, uint32_t channel, char *text, size_t size) {
  uint32_t node = 0;
  while (d->first_out[node + 1] <= channel)
    node++;
  char from[NF_GRAPH_NODE_TEXT], to[NF_GRAPH_NODE_TEXT];
  nf_graph_node_text(d->g, node, from);
  nf_graph_node_text(d->g, d->in_node[channel], to);
  snprintf(text, size, "%s->%s vc%u", from, to, vc_of(d, channel));
}

// ------------------------------------------------------------------------------- dependencies
static void depend(graph *d, uint32_t channel, uint32_t on, uint32_t node) {
  const uint32_t bit = on - d->first_out[node];
  d->next[(size_t)channel * d->words + bit / 64] |= 1ull << bit % 64;
}

static int refuse_lost(const graph *d, uint32_t node, uint32_t dst, const char *why, nf_err *e) {
  char at[NF_GRAPH_NODE_TEXT], to[NF_GRAPH_NODE_TEXT];
  nf_graph_node_text(d->g, node, at);
  nf_graph_node_text(d->g, dst, to);
  return nf_err_set(e, NF_EXIT_FAILED, "%s, %s routing: at %s a packet for %s %s", d->g->name,
                    d->r->name, at, to, why);
}

// Candidates in plane 0, of which an injected packet's are in `plane 0` by the flow.
static unsigned next_of(const graph *d, uint32_t node, uint32_t in_port, unsigned vc, uint32_t dst,
                        uint32_t flow, nf_route_choice *choice) {
  return d->r->kind->candidates(d->r, node, in_port, vc, dst, 0, flow, choice);
}

// Follows all packets to `dst` of one flow; `stamp` marks the channels they may be in.
static int follow(graph *d, uint32_t dst, uint32_t flow, uint32_t stamp, nf_err *e) {
  uint32_t depth = 0;
  nf_route_choice choice[NF_ROUTE_MOST];
  for (uint32_t src = 0; src < d->g->endpoints; src++) {
    if (src == dst)
      continue;
    const unsigned n = next_of(d, src, NF_GRAPH_NONE, 0, dst, flow, choice);
    if (n == 0)
      return refuse_lost(d, src, dst, "has nowhere to go", e);
    for (unsigned i = 0; i < n; i++) {
      const uint32_t c = channel_of(d, src, choice[i]);
      if (d->mark[c] != stamp)
        d->stack[depth++] = c;
      d->mark[c] = stamp;
    }
  }
  while (depth > 0) {
    const uint32_t c = d->stack[--depth], node = d->in_node[c];
    if (node == dst)
      continue;
    if (node == NF_GRAPH_NONE || !d->g->node[node].forwards)
      return refuse_lost(d, node == NF_GRAPH_NONE ? 0 : node, dst, "was led astray", e);
    const unsigned n = next_of(d, node, d->in_port[c], vc_of(d, c), dst, flow, choice);
    if (n == 0)
      return refuse_lost(d, node, dst, "has nowhere to go", e);
    for (unsigned i = 0; i < n; i++) {
      const uint32_t on = channel_of(d, node, choice[i]);
      if (!d->r->kind->turn(d->r, node, d->in_port[c], vc_of(d, c), choice[i]))
        return refuse_lost(d, node, dst, "takes a turn that the routing's rules forbid", e);
      depend(d, c, on, node);
      if (d->mark[on] != stamp)
        d->stack[depth++] = on;
      d->mark[on] = stamp;
    }
  }
  return NF_EXIT_OK;
}

static void add_turns(graph *d) {
  for (uint32_t c = 0; c < d->channels; c++) {
    const uint32_t node = d->in_node[c];
    if (node == NF_GRAPH_NONE || !d->g->node[node].forwards)
      continue;
    for (uint32_t on = d->first_out[node]; on < d->first_out[node + 1]; on++) {
      const uint32_t i = on - d->first_out[node];
      const nf_route_choice out = {(uint16_t)(i / d->r->vcs), (uint8_t)(i % d->r->vcs)};
      if (d->in_node[on] != NF_GRAPH_NONE &&
          d->r->kind->turn(d->r, node, d->in_port[c], vc_of(d, c), out))
        depend(d, c, on, node);
    }
  }
}

// ------------------------------------------------------------------------------- cycles
// The next successor of a channel from the i-th on; NF_GRAPH_NONE: no more.
static uint32_t successor(const graph *d, uint32_t channel, uint32_t *i) {
  const uint32_t node = d->in_node[channel];
  for (; *i < d->words * 64; ++*i) {
    const uint64_t word = d->next[(size_t)channel * d->words + *i / 64] >> *i % 64;
    if (word == 0) {
      *i = (*i | 63); // on to the next word
      continue;
    }
    *i += (uint32_t)__builtin_ctzll(word);
    return d->first_out[node] + (*i)++;
  }
  return NF_GRAPH_NONE;
}

static int refuse_cycle(const graph *d, const uint32_t *path, uint32_t from, uint32_t depth,
                        nf_err *e) {
  char text[800], channel[2 * NF_GRAPH_NODE_TEXT + 16];
  size_t used = 0;
  for (uint32_t i = from; i <= depth && used < sizeof text - sizeof channel; i++) {
    if (i == from + NAMED && depth > from + NAMED) {
      used += (size_t)snprintf(text + used, sizeof text - used, "... (%u in all), ", depth - from);
      i = depth;
    }
    channel_text(d, path[i == depth ? from : i], channel, sizeof channel);
    used +=
        (size_t)snprintf(text + used, sizeof text - used, "%s%s", channel, i < depth ? ", " : "");
  }
  return nf_refuse(e,
                   "%s, %s routing: may deadlock, %u channels wait for each other in a cycle: %s",
                   d->g->name, d->r->name, depth - from, text);
}

// Depth-first search without recursion: marks are 0 for new, 1 for on the path, 2 for done.
static int find_cycle(graph *d, nf_err *e) {
  uint32_t *at = calloc(d->channels, sizeof *at); // how far the successors of a channel are seen
  if (!at)
    return nf_err_memory(e, "the dependency graph");
  memset(d->mark, 0, d->channels * sizeof *d->mark);
  for (uint32_t root = 0; root < d->channels && e->status == NF_EXIT_OK; root++) {
    uint32_t depth = 0;
    if (d->mark[root] == 0)
      d->stack[depth++] = root;
    while (depth > 0 && e->status == NF_EXIT_OK) {
      const uint32_t c = d->stack[depth - 1];
      d->mark[c] = 1;
      const uint32_t on = successor(d, c, &at[c]);
      if (on == NF_GRAPH_NONE) {
        d->mark[c] = 2;
        depth--;
      } else if (d->mark[on] == 1) {
        uint32_t from = depth - 1;
        while (d->stack[from] != on)
          from--;
        refuse_cycle(d, d->stack, from, depth, e);
      } else if (d->mark[on] == 0) {
        d->stack[depth++] = on;
      }
    }
  }
  free(at);
  return e->status;
}

static uint64_t count(const graph *d) {
  uint64_t n = 0;
  for (size_t i = 0; i < (size_t)d->channels * d->words; i++)
    n += (unsigned)__builtin_popcountll(d->next[i]);
  return n;
}

static uint64_t used_channels(const graph *d) {
  uint64_t n = 0;
  for (uint32_t c = 0; c < d->channels; c++)
    n += d->in_node[c] != NF_GRAPH_NONE;
  return n;
}

int nf_route_check(const nf_route *r, nf_route_checked *result, nf_err *e) {
  graph d;
  nf_route_checked k = {0};
  if (open_graph(&d, r, e) == NF_EXIT_OK) {
    const uint32_t endpoints = r->g->endpoints;
    k.by_turns = (uint64_t)endpoints * d.channels * r->flows > MOST_FOLLOWED;
    const uint32_t step = k.by_turns && endpoints > SAMPLE ? endpoints / SAMPLE + 1 : 1;
    uint32_t stamp = 0;
    for (uint32_t dst = 0; dst < endpoints && e->status == NF_EXIT_OK;
         dst += step, k.destinations++)
      for (uint32_t flow = 0; flow < r->flows && e->status == NF_EXIT_OK; flow++)
        follow(&d, dst, flow, ++stamp, e);
    if (k.by_turns)
      add_turns(&d);
    if (e->status == NF_EXIT_OK)
      find_cycle(&d, e);
    k.channels = used_channels(&d);
    k.dependencies = count(&d);
  }
  close_graph(&d);
  if (result)
    *result = k;
  return e->status;
}
