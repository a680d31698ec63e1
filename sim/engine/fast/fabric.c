// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "fabric.h"

#include "common/nf_defs.h"
#include "crossbar.h"
#include "parts.h"
#include "sim/common/grow.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  RING = 32,          // records of a link to begin with; it grows where more are under way
  BACK = 8,           // news of room on their way back, likewise
  POOL = 4,           // packets that wait in an endpoint, or at a switch's port, likewise
  LINK_TICKS = 48,    // both ends of an nf_link: 6 cycles of 640 ps
  LOGIC_TICKS = 136,  // of a switch's latency: its own, 11 cycles, and that of an nf_link
  ENDPOINT_TICKS = 24 // last flit of a packet on the link to its write at the memory: 3 cycles
};

static const uint32_t NONE = UINT32_MAX; // no site yet

static void *take(nf_fast_fabric *f, size_t count, size_t size, nf_err *e) {
  void *p = calloc(count ? count : 1, size);
  if (!p)
    nf_err_memory(e, "the network");
  f->bytes += count * size;
  return p;
}

// The same in whole lines of the caches.
static void *take_lines(nf_fast_fabric *f, size_t count, size_t size, nf_err *e) {
  const size_t bytes = (count * size / NF_FAST_LINE + 1) * NF_FAST_LINE;
  void *p = aligned_alloc(2 * NF_FAST_LINE,
                          (bytes + 2 * NF_FAST_LINE - 1) / (2 * NF_FAST_LINE) * 2 * NF_FAST_LINE);
  if (!p)
    return nf_err_memory(e, "the network"), NULL;
  f->bytes += bytes;
  return memset(p, 0, bytes);
}

static uint32_t ticks(uint64_t ps) {
  return (uint32_t)((ps + NF_FAST_TICK_PS / 2) / NF_FAST_TICK_PS);
}

static unsigned ports_in(const nf_graph *g, uint32_t node, unsigned plane) {
  unsigned n = 0;
  for (uint32_t p = 0; p < g->node[node].ports; p++) {
    const nf_graph_port *port = &g->port[g->node[node].first_port + p];
    n += port->peer != NF_GRAPH_NONE && g->cable[port->cable].plane == plane;
  }
  return n;
}

// ------------------------------------------------------------------------------- sites
static int open_pool(nf_fast_fabric *f, nf_fast_site *s, nf_err *e) {
  nf_fast_pool *p = &s->pool;
  p->entries = POOL * (s->endpoint ? 1u : s->ports);
  p->entry = take_lines(f, p->entries, sizeof *p->entry, e);
  for (uint32_t i = 1; e->status == NF_EXIT_OK && i < p->entries; i++)
    p->entry[i].link = i + 1 < p->entries ? i + 1 : 0;
  p->free = 1;
  return e->status;
}

static int open_site(nf_fast_fabric *f, nf_fast_site *s, uint32_t node, unsigned plane, nf_err *e) {
  const nf_graph *g = f->graph;
  const nf_graph_node *n = &g->node[node];
  *s = (nf_fast_site){.node = node, .plane = (uint16_t)plane, .endpoint = node < g->endpoints};
  s->forwards = n->forwards;
  s->owner = f->owner[node];
  if (f->by_plane)
    s->owner = (uint16_t)(plane % f->workers);
  s->mine = s->owner == f->me;
  s->ports = (uint16_t)ports_in(g, node, plane);
  s->wide = f->wide || s->ports > NF_FAST_CROSS_PORTS;
  s->direct = s->endpoint && s->ports == 1 && !s->forwards;
  if (s->ports > NF_FAST_PORTS)
    return nf_refuse(e, "%s: node %u has %u ports; the fast engine takes up to %d", g->name, node,
                     s->ports, NF_FAST_PORTS);
  // The exact engines' switch has its tables whether something is plugged in at their ports or not.
  const unsigned ports = s->ports > NF_MAX_PORTS ? s->ports : NF_MAX_PORTS,
                 tables = f->reduces && !s->endpoint ? ports : 0,
                 serves = s->endpoint ? NF_FAST_SOURCES : tables;
  s->tables = (uint16_t)tables;
  s->serve = s->ports;
  s->result = (uint16_t)(s->serve + serves);
  s->sends = (uint16_t)(s->result + tables);
  s->bits = (uint16_t)(s->sends + s->ports);
  s->rows = (uint16_t)(s->ports + serves);
  s->outs = (uint16_t)(s->ports + tables);
  f->bits = s->bits > f->bits ? s->bits : f->bits;
  s->graph_port = take(f, s->ports, sizeof *s->graph_port, e);
  s->row = take_lines(f, s->rows, sizeof *s->row, e);
  s->out = take_lines(f, s->outs, sizeof *s->out, e);
  const unsigned times = (unsigned)s->outs + tables + NF_FAST_SOURCES;
  s->in = take_lines(f, 1, s->ports * sizeof *s->in + times * sizeof *s->event, e);
  if (e->status != NF_EXIT_OK)
    return e->status;
  if (s->mine && open_pool(f, s, e) != NF_EXIT_OK)
    return e->status;
  s->event = (uint32_t *)(s->in + s->ports);
  s->due = s->event + s->outs;
  s->timer = s->due + tables;
  for (unsigned k = 0; k < times; k++)
    s->event[k] = NF_FAST_NEVER;
  for (unsigned r = 0; r < s->rows; r++)
    s->row[r].window = (uint16_t)(r < s->ports  ? NF_FAST_ROW
                                  : s->endpoint ? 1
                                                : NF_FAST_RESULT_ROW);
  for (unsigned o = 0; o < s->outs; o++)
    s->out[o].bit = (uint16_t)(o < s->ports ? s->sends + o : s->serve + (o - s->ports));
  unsigned at = 0;
  for (uint32_t p = 0; p < n->ports; p++) {
    const nf_graph_port *port = &g->port[n->first_port + p];
    if (port->peer != NF_GRAPH_NONE && g->cable[port->cable].plane == plane)
      s->graph_port[at++] = (uint16_t)p;
  }
  return NF_EXIT_OK;
}

static void add_site(nf_fast_fabric *f, uint32_t node, unsigned plane, nf_err *e) {
  const nf_graph *g = f->graph;
  uint32_t *at = node < g->endpoints ? &f->endpoint_site[(size_t)plane * g->endpoints + node]
                                     : &f->node_site[node];
  if (*at == NONE) {
    *at = f->sites;
    open_site(f, &f->site[f->sites++], node, plane, e);
  }
}

// A switch behind its endpoints: what they share is still in the caches then.
static void add_switch(nf_fast_fabric *f, uint32_t node, unsigned plane, nf_err *e) {
  const nf_graph *g = f->graph;
  for (uint32_t p = 0; e->status == NF_EXIT_OK && p < g->node[node].ports; p++) {
    const nf_graph_port *port = &g->port[g->node[node].first_port + p];
    if (port->peer < g->endpoints && g->cable[port->cable].plane == plane)
      add_site(f, port->peer, plane, e);
  }
  if (e->status == NF_EXIT_OK)
    add_site(f, node, plane, e);
}

static int open_sites(nf_fast_fabric *f, nf_err *e) {
  const nf_graph *g = f->graph;
  f->planes = g->planes;
  f->plane = take(f, f->planes, sizeof *f->plane, e);
  f->endpoint_site = take(f, (size_t)f->planes * g->endpoints, sizeof *f->endpoint_site, e);
  f->node_site = take(f, g->nodes, sizeof *f->node_site, e);
  for (size_t i = 0; e->status == NF_EXIT_OK && i < (size_t)f->planes * g->endpoints; i++)
    f->endpoint_site[i] = NONE;
  for (uint32_t i = 0; e->status == NF_EXIT_OK && i < g->nodes; i++)
    f->node_site[i] = NONE;
  f->site = take(f, (size_t)g->endpoints * (f->planes - 1u) + g->nodes, sizeof *f->site, e);
  for (unsigned plane = 0; e->status == NF_EXIT_OK && plane < f->planes; plane++) {
    nf_fast_plane *p = &f->plane[plane];
    p->first = f->sites;
    for (uint32_t node = 0; e->status == NF_EXIT_OK && node < g->nodes; node++)
      if (node < g->endpoints ? g->node[node].forwards : g->node[node].plane == plane)
        add_switch(f, node, plane, e);
    // Endpoints that are cabled to endpoints alone, or to nothing in this plane.
    for (uint32_t node = 0; e->status == NF_EXIT_OK && node < g->endpoints; node++)
      add_site(f, node, plane, e);
    p->count = f->sites - p->first;
    p->with = take(f, f->workers, sizeof *p->with, e);
  }
  return e->status;
}

// ------------------------------------------------------------------------------- links
static void add_cut(nf_fast_fabric *f, uint32_t link, nf_fast_out *out, const nf_fast_site *sender,
                    const nf_fast_site *taker, nf_err *e) {
  nf_fast_plane *plane = &f->plane[sender->plane];
  if (!nf_grow(&f->cut, &f->cut_room, f->cuts + 1ull, sizeof *f->cut)) {
    nf_err_memory(e, "links between workers");
    return;
  }
  if (!f->cut_of)
    f->cut_of = take(f, 2ull * f->graph->cables, sizeof *f->cut_of, e);
  if (e->status != NF_EXIT_OK)
    return;
  const uint16_t with = sender->mine ? taker->owner : sender->owner;
  f->cut_of[link] = f->cuts;
  f->cut[f->cuts++] = (nf_fast_cut){
      .link = link, .next = plane->cut, .with = with, .leaves = sender->mine, .out = out};
  plane->cut = f->cuts;
  plane->with[with] = true;
}

static double exact_ticks(const nf_graph_cable *c) {
  return NF_FAST_FLIT_BYTES * 1000 / c->bytes_per_ns / NF_FAST_TICK_PS;
}

uint8_t nf_fast_flit_ticks(const nf_graph_cable *c) {
  return (uint8_t)fmin(round(exact_ticks(c)), 255);
}

// sim/klenk/topology_graph.c: of what a switch takes beyond its logic half belongs to each of the
// two cables of an endpoint's packet.
uint32_t nf_fast_fabric_reach(const nf_fast_fabric *f, const nf_graph_cable *c) {
  const nf_graph *g = f->graph;
  if (!f->reduces)
    return ticks(c->latency_ps);
  const int64_t more = (int64_t)g->switch_latency_ps - LOGIC_TICKS * NF_FAST_TICK_PS;
  const bool half = c->end[0].node < g->endpoints || c->end[1].node < g->endpoints;
  const int64_t cycles =
      ((int64_t)c->latency_ps + (half ? more / 2 : more)) / (NF_FAST_CYCLE * NF_FAST_TICK_PS);
  return (uint32_t)(cycles > 1 ? cycles : 1) * NF_FAST_CYCLE;
}

// The buffer has its size, without anything for credit that is late (link.h). Lumps of it will do
// where nothing that does not wait needs the last one of them.
static void count_credits(nf_fast_out *o, nf_fast_row *r, bool endpoint) {
  enum {
    EARLY = NF_FAST_LATE - 2, // nf_link takes two cycles more with a credit than with a flit
    PIPELINE = 8              // cycles of a switch that an endpoint has not
  };
  const uint32_t flying = (o->delay + r->back_delay) / NF_FAST_CYCLE + NF_MAX_PACKET_FLITS;
  const bool lumps = flying + NF_FAST_LUMP + NF_MAX_PACKET_FLITS <= NF_FAST_BUFFER;
  for (unsigned v = 0; v < NF_FAST_VCS; v++) {
    r->freed = nf_fast_add_flits(r->freed, v, (unsigned)-NF_FAST_MAKE_UP);
    o->known[v] = (uint16_t)-NF_FAST_MAKE_UP;
  }
  r->most = r->usual = lumps ? NF_FAST_LUMP : 1;
  r->early = lumps ? 0 : endpoint ? EARLY - PIPELINE : EARLY;
}

static int open_link(nf_fast_fabric *f, uint32_t cable, unsigned end, nf_err *e) {
  const nf_graph_cable *c = &f->graph->cable[cable];
  const nf_graph_plug *from = &c->end[end], *to = &c->end[1 - end];
  nf_fast_site *sender = nf_fast_site_of(f, from->node, c->plane),
               *taker = nf_fast_site_of(f, to->node, c->plane);
  nf_fast_out *o = &sender->out[nf_fast_port_of(sender, from->port)];
  const unsigned at = nf_fast_port_of(taker, to->port);
  nf_fast_row *r = &taker->row[at];
  const double exact = exact_ticks(c);
  const uint8_t flit = nf_fast_flit_ticks(c);
  if (flit == 0 || exact / flit > 1.01 || exact / flit < 0.99)
    return nf_refuse(
        e,
        "%s: a cable of %g GB/s takes %.2f ticks of %d ps for a flit; the fast engine takes "
        "rates where that is within 1 %% of 1..255, e.g. 12.5, 25, 50, 100",
        f->graph->name, c->bytes_per_ns, exact, NF_FAST_TICK_PS);
  const uint32_t wire = nf_fast_fabric_reach(f, c),
                 inside = taker->endpoint && !taker->forwards ? LINK_TICKS + ENDPOINT_TICKS
                          : f->reduces                        ? LOGIC_TICKS
                                                              : ticks(f->graph->switch_latency_ps);
  o->port = true;
  o->flit = flit;
  o->delay = wire + inside > flit ? wire + inside - flit : 0;
  o->here = taker->mine;
  o->peer = r;
  o->peer_in = &taker->in[at];
  r->back_delay = wire + LINK_TICKS;
  if (f->reduces && flit == NF_FAST_CYCLE)
    count_credits(o, r, taker->endpoint);
  else
    r->most = NF_FAST_LUMP;
  const uint32_t back = r->back_delay - r->early * (uint32_t)NF_FAST_CYCLE,
                 ahead = o->delay + flit < back ? o->delay + flit : back;
  f->window = ahead < f->window ? ahead : f->window;
  f->flit = flit < f->flit ? flit : f->flit;
  if ((!taker->direct || sender->owner != taker->owner) && o->delay + flit < f->reach)
    f->reach = o->delay + flit;
  if (!sender->mine && !taker->mine)
    return e->status;
  o->slot = take_lines(f, RING, sizeof *o->slot, e);
  o->mask = RING - 1;
  *o->peer_in = (nf_fast_in){.slot = o->slot, .mask = o->mask};
  r->back = take(f, BACK, sizeof *r->back, e);
  r->back_mask = BACK - 1;
  if (sender->owner != taker->owner)
    add_cut(f, 2 * cable + end, o, sender, taker, e);
  return e->status;
}

static int open_links(nf_fast_fabric *f, nf_err *e) {
  const nf_graph *g = f->graph;
  f->window = f->reach = NF_FAST_WINDOW;
  f->flit = 255;
  for (uint32_t c = 0; c < g->cables && e->status == NF_EXIT_OK; c++)
    for (unsigned end = 0; end < 2 && e->status == NF_EXIT_OK; end++)
      open_link(f, c, end, e);
  // The way into a table is as fast as its port, or as the first one.
  for (uint32_t i = 0; i < f->sites; i++)
    for (unsigned t = 0; t < f->site[i].tables; t++)
      f->site[i].out[f->site[i].ports + t].flit = f->site[i].out[t < f->site[i].ports ? t : 0].flit;
  return e->status;
}

// ------------------------------------------------------------------------------- routes
static int same_choice(const nf_fast_choice *a, const nf_fast_choice *b) {
  return a->count == b->count && memcmp(a->to, b->to, a->count * sizeof a->to[0]) == 0;
}

static uint16_t *recent_of(nf_fast_fabric *f, const nf_fast_choice *c) {
  unsigned at = c->count;
  for (unsigned i = 0; i < c->count; i++)
    at = at * 31 + c->to[i].port * 4u + c->to[i].vc;
  return &f->recent[at % NF_FAST_RECENT];
}

// The number of a choice, a new one if it is. Choices are few; destinations next to each other have
// the same few.
static uint16_t number_of(nf_fast_fabric *f, const nf_fast_choice *c, nf_err *e) {
  uint16_t *recent = recent_of(f, c);
  if (*recent < f->choices && same_choice(&f->choice[*recent], c))
    return *recent;
  for (uint32_t i = f->choices; i-- > 0;)
    if (same_choice(&f->choice[i], c))
      return *recent = (uint16_t)i;
  if (f->choices == UINT16_MAX) {
    nf_refuse(e,
              "%s: more than %d different choices of ways; use --routing "
              "deterministic",
              f->graph->name, UINT16_MAX);
    return 0;
  }
  if (!nf_grow(&f->choice, &f->choice_room, f->choices + 1ull, sizeof *f->choice)) {
    nf_err_memory(e, "routes");
    return 0;
  }
  f->choice[f->choices] = *c;
  return *recent = (uint16_t)f->choices++;
}

// What a packet for `dst` may take that came in by a row; NF_GRAPH_NONE: it begins here.
static uint16_t find_choice(nf_fast_fabric *f, const nf_fast_fabric_cfg *cfg, const nf_fast_site *s,
                            uint32_t in_port, unsigned vc, uint32_t dst, nf_err *e) {
  nf_route_choice way[NF_ROUTE_MOST];
  nf_fast_choice c = {.count = 0};
  const uint32_t flow = dst * f->planes + s->plane; // the destination picks among equal paths
  const unsigned n = nf_route_next(cfg->route, s->node, in_port, vc, dst, flow, way);
  for (unsigned i = 0; i < n; i++) {
    const unsigned port = nf_fast_port_of(s, way[i].port);
    if (port == s->ports) // it leads into another plane
      continue;
    c.to[c.count].port = (uint8_t)port;
    c.to[c.count++].vc = way[i].vc;
    if (!cfg->adaptive)
      break;
  }
  return number_of(f, &c, e);
}

// Keeps one of equal rows.
static uint16_t *share(nf_fast_fabric *f, uint16_t *row, uint32_t first, nf_err *e) {
  const size_t bytes = f->graph->endpoints * sizeof *row;
  for (uint32_t i = first; i < f->tables; i++)
    if (memcmp(f->table[i], row, bytes) == 0)
      return f->table[i];
  if (!nf_grow(&f->table, &f->table_room, f->tables + 1ull, sizeof *f->table))
    return nf_err_memory(e, "routes"), NULL;
  uint16_t *kept = take(f, f->graph->endpoints, sizeof *row, e);
  if (kept)
    memcpy(kept, row, bytes);
  return f->table[f->tables++] = kept;
}

// The first row of a site that is routed as row r is; r: none before it.
static unsigned first_alike(const nf_fast_fabric_cfg *cfg, const nf_fast_site *s, unsigned r) {
  unsigned k = r;
  if (r < s->ports) {
    const uint32_t side = nf_route_side(cfg->route, s->node, s->graph_port[r]);
    for (k = 0; k < r && nf_route_side(cfg->route, s->node, s->graph_port[k]) != side;)
      k++;
  }
  return k;
}

static int route_site(nf_fast_fabric *f, const nf_fast_fabric_cfg *cfg, nf_fast_site *s,
                      uint16_t *scratch, nf_err *e) {
  const uint32_t first = f->tables; // rows are shared within a site
  for (unsigned r = 0; r < s->rows && e->status == NF_EXIT_OK; r++) {
    const bool injects = r >= s->ports;
    if (injects ? !s->endpoint : s->endpoint && !s->forwards)
      continue;
    const unsigned alike = first_alike(cfg, s, r);
    if (alike < r) {
      memcpy(s->row[r].way, s->row[alike].way, sizeof s->row[r].way);
      continue;
    }
    for (unsigned v = 0; v < f->route_vcs && e->status == NF_EXIT_OK; v++) {
      for (uint32_t dst = 0; dst < f->graph->endpoints; dst++)
        scratch[dst] =
            dst == s->node
                ? 0
                : find_choice(f, cfg, s, injects ? NF_GRAPH_NONE : s->graph_port[r], v, dst, e);
      const uint16_t *way = share(f, scratch, first, e);
      for (unsigned c = 0; c < f->classes; c++)
        s->row[r].way[c * f->route_vcs + v] = way;
    }
  }
  return e->status;
}

static int open_routes(nf_fast_fabric *f, const nf_fast_fabric_cfg *cfg, nf_err *e) {
  f->route_vcs = nf_route_vcs(cfg->route);
  f->classes = cfg->classes * f->route_vcs <= NF_FAST_VCS ? cfg->classes : 1;
  f->adaptive = cfg->adaptive;
  number_of(f, &(nf_fast_choice){.count = 0}, e); // choice 0: no way
  uint16_t *scratch = malloc(f->graph->endpoints * sizeof *scratch);
  if (!scratch)
    return nf_err_memory(e, "routes");
  for (uint32_t i = 0; i < f->sites && e->status == NF_EXIT_OK; i++)
    if (f->site[i].mine)
      route_site(f, cfg, &f->site[i], scratch, e);
  free(scratch);
  return e->status;
}

uint64_t nf_fast_fabric_bytes(const nf_fast_fabric_cfg *cfg) {
  const nf_graph *g = cfg->graph;
  const uint64_t sites = (uint64_t)g->endpoints * (g->planes - 1u) + g->nodes;
  const uint64_t link = RING * sizeof(nf_fast_packet) + BACK * sizeof(nf_fast_credit) +
                        2 * (sizeof(nf_fast_row) + sizeof(nf_fast_out));
  // A routing row a site and channel; those of sites where it matters how a packet came are few.
  const uint64_t rows = sites * nf_route_vcs(cfg->route) * g->endpoints * sizeof(uint16_t);
  return sites * sizeof(nf_fast_site) + 2ull * g->cables * link + rows;
}

int nf_fast_fabric_open(nf_fast_fabric *f, const nf_fast_fabric_cfg *cfg, nf_err *e) {
  *f = (nf_fast_fabric){.graph = cfg->graph,
                        .gap = cfg->gap,
                        .wide = cfg->wide,
                        .reduces = cfg->reduces,
                        .workers = cfg->workers ? cfg->workers : 1,
                        .me = cfg->me,
                        .by_plane = cfg->by_plane};
  if (cfg->graph->nodes > UINT16_MAX)
    return nf_refuse(e, "%s: %u nodes; the fast engine takes up to %d", cfg->graph->name,
                     cfg->graph->nodes, UINT16_MAX);
  f->owner = take(f, f->graph->nodes, sizeof *f->owner, e);
  if (e->status != NF_EXIT_OK || nf_fast_parts(f->graph, f->workers, f->owner, e) != NF_EXIT_OK ||
      open_sites(f, e) != NF_EXIT_OK || open_links(f, e) != NF_EXIT_OK)
    return e->status;
  if (f->window == 0)
    return nf_refuse(e, "%s: a cable and the switch behind it take no time at all",
                     cfg->graph->name);
  return open_routes(f, cfg, e);
}

void nf_fast_fabric_close(nf_fast_fabric *f) {
  for (uint32_t i = 0; i < f->sites; i++) {
    nf_fast_site *s = &f->site[i];
    for (unsigned p = 0; s->in && s->row && p < s->ports; p++) {
      free(s->in[p].slot);
      free(s->row[p].back);
    }
    free(s->pool.entry);
    free(s->graph_port);
    free(s->row);
    free(s->out);
    free(s->in);
  }
  for (uint32_t p = 0; f->plane && p < f->planes; p++) {
    free(f->plane[p].with);
  }
  free(f->owner);
  free(f->cut);
  free(f->cut_of);
  for (uint32_t i = 0; i < f->tables; i++)
    free(f->table[i]);
  free(f->table);
  free(f->choice);
  free(f->site);
  free(f->plane);
  free(f->endpoint_site);
  free(f->node_site);
  *f = (nf_fast_fabric){0};
}

// ------------------------------------------------------------------------------- accounts
static int check_link(const nf_fast_fabric *f, const nf_fast_site *s, unsigned p, uint64_t *inside,
                      nf_err *e) {
  const nf_fast_out *o = &s->out[p];
  const nf_fast_row *r = o->peer;
  const uint32_t port = f->graph->node[s->node].first_port + s->graph_port[p];
  // Of the sender's count, which the link may begin with (count_credits).
  const unsigned made_up = r->usual ? NF_FAST_MAKE_UP : 0;
  const nf_fast_entry *behind = nf_fast_site_of(f, f->graph->port[port].peer, s->plane)->pool.entry;
  uint16_t flits[NF_FAST_VCS] = {0};
  for (uint32_t i = o->peer_in->take; i != o->put; i++) {
    const nf_fast_packet *k = &o->slot[i & o->mask];
    flits[nf_fast_vc(k)] = (uint16_t)(flits[nf_fast_vc(k)] + k->flits);
    ++*inside;
  }
  for (unsigned v = 0; v < NF_FAST_VCS; v++)
    for (uint32_t i = r->waits >> v & 1 ? r->head[v] : 0; i; i = nf_fast_next(&behind[i]))
      flits[v] = (uint16_t)(flits[v] + behind[i].packet.flits);
  for (unsigned v = 0; v < NF_FAST_VCS; v++)
    if ((uint16_t)(o->sent[v] - nf_fast_flits_of(r->freed, v) - made_up) != flits[v])
      return nf_err_set(e, NF_EXIT_FAILED,
                        "node %u, port %u, channel %u: %u flits sent and not freed, %u are there",
                        s->node, s->graph_port[p], v,
                        (uint16_t)(o->sent[v] - nf_fast_flits_of(r->freed, v) - made_up), flits[v]);
  return NF_EXIT_OK;
}

// Packets that wait in a queue, copies of a multicast each for itself.
static uint64_t queued(const nf_fast_site *s, unsigned waits, const uint32_t *head) {
  uint64_t n = 0;
  for (unsigned v = 0; v < NF_FAST_VCS; v++)
    for (uint32_t i = waits >> v & 1 ? head[v] : 0; i; i = nf_fast_next(&s->pool.entry[i]))
      n++;
  return n;
}

// Packets in a crossbar, each sink of one that waits in a row for itself.
static uint64_t crossing(const nf_fast_site *s) {
  uint64_t n = 0;
  for (unsigned p = 0; p < s->ports; p++)
    n += queued(s, s->out[p].waits, s->out[p].head);
  for (size_t x = 0; x < nf_fast_cross_points(s); x++)
    for (uint32_t i = s->cross[x].head; i; i = nf_fast_next(&s->pool.entry[i]))
      n++;
  for (unsigned r = 0; r < s->rows; r++)
    for (unsigned v = 0; v < NF_FAST_CLASSES; v++)
      for (unsigned i = 0; i < s->row[r].bus.count[v]; i++) {
        const nf_fast_waiting *w = nf_fast_cross_waiting(s, r, v);
        const unsigned at = nf_fast_cross_place(w, i);
        n += (unsigned)(__builtin_popcountll(w->sinks[at]) +
                        (s->wide ? __builtin_popcountll(s->high[r].sinks[v][at]) : 0));
      }
  return n;
}

int nf_fast_fabric_check(const nf_fast_fabric *f, uint64_t *inside, nf_err *e) {
  *inside = 0;
  for (uint32_t i = 0; i < f->sites; i++) {
    const nf_fast_site *s = &f->site[i];
    for (unsigned p = 0; p < s->outs; p++) {
      if (s->out[p].port && s->out[p].here && check_link(f, s, p, inside, e) != NF_EXIT_OK)
        return e->status;
      if (!s->cross)
        *inside += queued(s, s->out[p].waits, s->out[p].head);
    }
    if (s->cross)
      *inside += crossing(s);
    for (unsigned p = 0; p < s->ports; p++)
      *inside += queued(s, s->row[p].waits, s->row[p].head);
  }
  return NF_EXIT_OK;
}

uint64_t nf_fast_fabric_hops(const nf_fast_fabric *f) {
  uint64_t n = 0;
  for (uint32_t i = 0; i < f->sites; i++)
    for (unsigned p = 0; f->site[i].mine && p < f->site[i].ports; p++)
      n += f->site[i].out[p].put;
  return n;
}
