// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/klenk/table_checker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NOWHERE = 255, MAX_HOPS = 64 };

// A channel is a cable in one direction: towards end k of cable c it is 2c + k.
typedef struct {
  const nf_manager *m;
  nf_table_checker_count *count;
  nf_err *e;
  uint16_t *wants[2]; // per virtual channel and channel: ports at its end that packets go on to
  bool *used[2];
  uint8_t seen[NF_TOPOLOGY_GPUS];  // copies that a multicast brought to each GPU
  unsigned slot;                   // home slot of the address that is followed
  bool home[NF_TOPOLOGY_SWITCHES]; // pushes end at it: it sends results and partial sums
} walk;

// Where a packet is: at switch s, having come in at port `from` through `channel`.
typedef struct {
  unsigned s, from;
  int32_t channel; // -1: it begins here
  unsigned hops;
} place;

static const char *name_of(const walk *w, unsigned s) { return w->m->t->sw[s].name; }

static int32_t channel_out_of(const walk *w, unsigned s, unsigned port) {
  const int32_t c = w->m->t->sw[s].cable[port];
  const nf_plug *b = &w->m->t->cable[c].end[1];
  const bool at_second = !b->gpu && b->node == s && b->port == port;
  return 2 * c + !at_second;
}

// Records that packets of a virtual channel go on from where they are to a port.
static void record(walk *w, unsigned vc, const place *at, unsigned port) {
  if (at->channel >= 0)
    w->wants[vc][at->channel] |= (uint16_t)(1u << port);
  w->used[vc][channel_out_of(w, at->s, port)] = true;
}

static place entry_of(const walk *w, unsigned gpu, unsigned plane) {
  const int32_t c = w->m->t->gpu_cable[gpu][plane];
  const nf_cable *cable = &w->m->t->cable[c];
  const unsigned k = cable->end[0].gpu; // the end at the switch
  return (place){cable->end[k].node, cable->end[k].port, 2 * c + (int32_t)k, 0};
}

static place next_of(const walk *w, const place *at, unsigned port) {
  const nf_plug *peer = nf_topology_peer(w->m->t, at->s, port);
  return (place){peer->node, peer->port, channel_out_of(w, at->s, port), at->hops + 1};
}

static bool turns_up(const walk *w, const place *at, unsigned port) {
  const uint16_t up = w->m->site[at->s].uplinks;
  return at->from != NOWHERE && up >> at->from & 1 && up >> port & 1;
}

// Port that a slot's path takes at a switch. Where there is a choice, a slot that is not programmed
// has no path either: the switch drops what needs it.
static unsigned path_of(const nf_manager *m, unsigned s, unsigned slot) {
  const nf_site_tables *site = &m->site[s];
  const bool choice = site->path[0] != NF_NO_PORT, none = site->home[slot].port == NF_NO_PORT;
  return choice && none ? NF_NO_PORT : site->home[slot].path;
}

// Port of a node at a switch, for the address that is followed.
static unsigned port_to(const walk *w, unsigned s, unsigned node) {
  const unsigned port = w->m->site[s].route[node];
  return port == NF_MANAGER_SPREAD ? path_of(w->m, s, w->slot) : port;
}

// True when another slot before this one names the same paths in all switches of a plane: what is
// true of that one's addresses is true of this one's.
static bool same_ways(const nf_manager *m, unsigned plane, unsigned slot) {
  for (unsigned before = 0; before < slot; before++) {
    bool same = true;
    for (unsigned s = 0; same && s < m->t->switches; s++)
      same = m->t->sw[s].plane != plane || path_of(m, s, before) == path_of(m, s, slot);
    if (same)
      return true;
  }
  return false;
}

// ------------------------------------------------------------------------------- unicast
typedef enum { TO_GPU, TO_SWITCH, TO_TABLE } aim;

// A switch takes pushes of the regions that it has.
static bool takes_pushes(const nf_manager *m, unsigned s) {
  for (unsigned r = 0; r < m->regions; r++) {
    const nf_site_region *here = &m->site[s].region[r];
    if (m->region[r].mode >> NF_MCR_MODE_PUSH & 1 && !here->ports && !here->spread &&
        !here->transit)
      return false;
  }
  return true;
}

// Follows a packet to a GPU, to a switch (by node id) or to the table of a home slot; *at is then
// where it ends. Returns the switch, its last port in *last.
static unsigned follow_on(walk *w, unsigned vc, place *at, aim what, unsigned target,
                          unsigned *last) {
  for (;; at->hops++) {
    const nf_site_tables *site = &w->m->site[at->s];
    if (what == TO_SWITCH && site->id == target)
      return at->s;
    if (what == TO_TABLE && !takes_pushes(w->m, at->s))
      return NOWHERE;
    const unsigned port = what == TO_TABLE ? site->home[target].port : port_to(w, at->s, target);
    *last = port;
    if (what == TO_TABLE && port != NF_NO_PORT && site->home[target].local)
      return at->s;
    const nf_plug *peer = port == NF_NO_PORT ? NULL : nf_topology_peer(w->m->t, at->s, port);
    if (!peer || at->hops == MAX_HOPS || turns_up(w, at, port))
      return NOWHERE;
    record(w, vc, at, port);
    if (peer->gpu)
      return what == TO_GPU && peer->node == target ? at->s : NOWHERE;
    *at = next_of(w, at, port);
  }
}

static unsigned follow(walk *w, unsigned vc, place at, aim what, unsigned target, unsigned *last) {
  return follow_on(w, vc, &at, what, target, last);
}

// Ports by which a result leaves the switch where it is made.
static uint16_t result_ports(const nf_manager *m, unsigned s, unsigned slot) {
  uint16_t ports = 0;
  for (unsigned r = 0; r < m->regions; r++) {
    const nf_site_region *here = &m->site[s].region[r];
    ports |= here->ports;
    if (here->spread)
      ports |= (uint16_t)(1u << path_of(m, s, slot));
  }
  return ports;
}

// The sum that a leaf's table sends up by the slot's path, as a response, to the home table. There
// it waits for results to leave, responses themselves: so the cables that these take are among
// those that the sum's cable waits for.
static unsigned follow_sum(walk *w, unsigned leaf, unsigned slot, unsigned *last) {
  const nf_manager *m = w->m;
  place at = {leaf, NOWHERE, -1, 0};
  const unsigned up = m->site[leaf].home[slot].path;
  const nf_plug *peer = nf_topology_peer(m->t, leaf, up);
  if (!peer || peer->gpu)
    return NOWHERE;
  record(w, NF_VC_RESPONSE, &at, up);
  at = next_of(w, &at, up);
  const unsigned s = follow_on(w, NF_VC_RESPONSE, &at, TO_TABLE, slot, last);
  if (s == NOWHERE || m->site[s].reduces_first || m->site[s].uplinks >> at.from & 1)
    return NOWHERE;
  const uint16_t ports = result_ports(m, s, slot);
  for (unsigned p = 0; p < NF_MAX_PORTS; p++)
    if (ports >> p & 1)
      record(w, NF_VC_RESPONSE, &at, p);
  return s;
}

// Every GPU reaches every other on both virtual channels, and every home of the plane and
// back.
static int check_unicast(walk *w, unsigned plane) {
  const nf_manager *m = w->m;
  unsigned last;
  for (unsigned g = 0; g < m->t->gpus; g++) {
    const place in = entry_of(w, g, plane);
    for (unsigned to = 0; to < m->t->gpus; to++)
      for (unsigned vc = 0; vc < 2; vc++, w->count->paths++)
        if (to != g && follow(w, vc, in, TO_GPU, to, &last) == NOWHERE)
          return nf_refuse(w->e, "%s: plane %u: no path by the routing tables from gpu%u to gpu%u",
                           m->t->name, plane, g, to);
    for (unsigned s = 0; s < m->t->switches; s++) {
      if (m->t->sw[s].plane != plane || !w->home[s])
        continue;
      const place start = {s, NOWHERE, -1, 0};
      w->count->paths += 2;
      if (follow(w, NF_VC_RESPONSE, in, TO_SWITCH, m->site[s].id, &last) == NOWHERE)
        return nf_refuse(w->e, "%s: acknowledgements of gpu%u do not reach switch %s", m->t->name,
                         g, name_of(w, s));
      if (follow(w, NF_VC_RESPONSE, start, TO_GPU, g, &last) == NOWHERE)
        return nf_refuse(w->e, "%s: partial sums of switch %s do not reach gpu%u", m->t->name,
                         name_of(w, s), g);
    }
  }
  return NF_EXIT_OK;
}

// All pushes to a home slot end at one table, wherever they come from: else a sum would be split.
static int check_homes(walk *w, unsigned plane) {
  const nf_manager *m = w->m;
  for (unsigned slot = 0; slot < m->cfg.HomeSlots; slot++) {
    unsigned end = NOWHERE, port = 0, last = 0;
    for (unsigned g = 0; g < m->t->gpus; g++, w->count->paths++) {
      unsigned s = follow(w, NF_VC_REQUEST, entry_of(w, g, plane), TO_TABLE, slot, &last);
      if (s != NOWHERE && m->site[s].reduces_first)
        s = follow_sum(w, s, slot, &last);
      if (s == NOWHERE)
        return nf_refuse(w->e, "%s: plane %u: pushes of gpu%u to home slot %u end at no table",
                         m->t->name, plane, g, slot);
      if (end != NOWHERE && (s != end || last != port))
        return nf_refuse(w->e,
                         "%s: plane %u: pushes to home slot %u end at two tables, of switch %s "
                         "port %u and switch %s port %u",
                         m->t->name, plane, slot, name_of(w, end), port, name_of(w, s), last);
      end = s;
      port = last;
      w->home[s] = true;
    }
  }
  return NF_EXIT_OK;
}

// ------------------------------------------------------------------------------- multicast
// Follows a multicast from switch to switch. requester: the GPU whose pull request it is, whose
// responses must come back by the port where it came in; NOWHERE: it is none.
static int flood(walk *w, unsigned vc, const place *at, unsigned region, unsigned source,
                 unsigned requester) {
  const nf_manager *m = w->m;
  const nf_site_tables *site = &m->site[at->s];
  const nf_group_region *g = &m->region[region];
  const unsigned path = path_of(m, at->s, w->slot);
  uint16_t ports = site->region[region].ports;
  if (site->region[region].spread)
    ports = (uint16_t)(path == NF_NO_PORT ? 0 : ports | 1u << path);
  const bool from_gpu = at->from != NOWHERE && site->first_hop >> at->from & 1;
  if (at->hops == MAX_HOPS)
    return nf_refuse(w->e, "%s: region %u: a multicast runs in a cycle", m->t->name, region);
  if (from_gpu && g->mode >> NF_MCR_MODE_EXCLUDE_SOURCE & 1 && nf_gpu_has(&g->members, source))
    ports &= (uint16_t) ~(1u << at->from);
  if (at->from != NOWHERE && !from_gpu)
    ports &= (uint16_t) ~(1u << at->from);
  if (at->from != NOWHERE && site->uplinks >> at->from & 1)
    ports &= (uint16_t)~site->uplinks;
  if (requester != NOWHERE && at->from != NOWHERE && port_to(w, at->s, requester) != at->from)
    return nf_refuse(w->e,
                     "%s: region %u: a pull of gpu%u enters switch %s at port %u, its responses "
                     "leave by port %u",
                     m->t->name, region, requester, name_of(w, at->s), at->from,
                     port_to(w, at->s, requester));
  for (unsigned p = 0; p < NF_MAX_PORTS && w->e->status == NF_EXIT_OK; p++) {
    if (!(ports >> p & 1))
      continue;
    const nf_plug *peer = nf_topology_peer(m->t, at->s, p);
    record(w, vc, at, p);
    if (peer->gpu) {
      w->seen[peer->node]++;
      continue;
    }
    const place next = next_of(w, at, p);
    flood(w, vc, &next, region, source, requester);
  }
  return w->e->status;
}

static int multicast(walk *w, unsigned vc, place at, unsigned region, unsigned source,
                     unsigned requester, const char *what, const char *origin) {
  const nf_group_region *g = &w->m->region[region];
  const bool others = source != NOWHERE && g->mode >> NF_MCR_MODE_EXCLUDE_SOURCE & 1;
  memset(w->seen, 0, sizeof w->seen);
  w->count->trees++;
  if (flood(w, vc, &at, region, source, requester) != NF_EXIT_OK)
    return w->e->status;
  for (unsigned k = 0; k < w->m->t->gpus; k++) {
    const unsigned want = nf_gpu_has(&g->members, k) && !(others && k == source);
    if (w->seen[k] != want)
      return nf_refuse(w->e, "%s: region %u: %s from %s reaches gpu%u %u times, not %u",
                       w->m->t->name, region, what, origin, k, w->seen[k], want);
  }
  return NF_EXIT_OK;
}

// A leaf that reduces first waits for its own members: for more, and its sums leave by the
// time-out; for fewer, and they leave in parts. Another switch waits for all.
static int check_share(walk *w, unsigned region, unsigned s) {
  const nf_manager *m = w->m;
  const nf_site_region *here = &m->site[s].region[region];
  unsigned members = 0;
  for (unsigned p = 0; p < NF_MAX_PORTS; p++) {
    const nf_plug *peer = nf_topology_peer(m->t, s, p);
    members += peer && peer->gpu && nf_gpu_has(&m->region[region].members, peer->node);
  }
  if (here->up != m->site[s].reduces_first || (here->up && here->later != members))
    return nf_refuse(w->e, "%s: region %u: switch %s has %u members, and its sums %s %u",
                     m->t->name, region, name_of(w, s), members,
                     here->up ? "go up with" : "stay for", here->up ? here->later : here->expected);
  return NF_EXIT_OK;
}

// Who counts to fewer than all sends a part of a sum as the whole, and no time-out or flag says so.
static int check_count(walk *w, unsigned region, unsigned s) {
  const nf_group_region *g = &w->m->region[region];
  const bool others = g->mode >> NF_MCR_MODE_EXCLUDE_SOURCE & 1;
  const unsigned whole = nf_gpu_count(&g->members) - others;
  const unsigned expected = w->m->site[s].region[region].expected;
  if (expected != whole)
    return nf_refuse(w->e, "%s: region %u: a sum is of %u contributions, and switch %s expects %u",
                     w->m->t->name, region, whole, name_of(w, s), expected);
  return NF_EXIT_OK;
}

static int check_region(walk *w, unsigned region, unsigned plane) {
  const nf_manager *m = w->m;
  const nf_group_region *g = &m->region[region];
  const bool push = g->mode >> NF_MCR_MODE_PUSH & 1, pull = g->mode >> NF_MCR_MODE_PULL & 1;
  for (unsigned s = 0; s < m->t->switches; s++)
    if (m->t->sw[s].plane == plane && (check_count(w, region, s) != NF_EXIT_OK ||
                                       (push && check_share(w, region, s) != NF_EXIT_OK)))
      return w->e->status;
  for (unsigned s = 0; push && s < m->t->switches; s++)
    if (m->t->sw[s].plane == plane && w->home[s] &&
        multicast(w, NF_VC_RESPONSE, (place){s, NOWHERE, -1, 0}, region, NOWHERE, NOWHERE,
                  "a result", name_of(w, s)) != NF_EXIT_OK)
      return w->e->status;
  for (unsigned k = 0; k < m->t->gpus; k++) {
    if (!nf_gpu_has(&g->members, k))
      continue;
    char origin[16];
    snprintf(origin, sizeof origin, "gpu%u", k);
    const place in = entry_of(w, k, plane);
    if (multicast(w, NF_VC_REQUEST, in, region, k, NOWHERE, "a multicast", origin) != NF_EXIT_OK)
      return w->e->status;
    if (pull && (m->spread || k % m->classes == g->path_class) &&
        multicast(w, NF_VC_REQUEST, in, region, k, k, "a pull request", origin) != NF_EXIT_OK)
      return w->e->status;
  }
  return NF_EXIT_OK;
}

// ------------------------------------------------------------------------------- deadlock
// Depth-first search for a cycle of channels; colour 1: on the way, 2: done.
static bool cycle_from(const walk *w, unsigned vc, int32_t channel, uint8_t *colour) {
  const nf_plug *end = &w->m->t->cable[channel / 2].end[channel % 2];
  colour[channel] = 1;
  for (unsigned p = 0; !end->gpu && p < NF_MAX_PORTS; p++) {
    if (!(w->wants[vc][channel] >> p & 1))
      continue;
    const int32_t next = channel_out_of(w, end->node, p);
    if (colour[next] == 1 || (colour[next] == 0 && cycle_from(w, vc, next, colour)))
      return true;
  }
  colour[channel] = 2;
  return false;
}

static int check_cycles(walk *w) {
  const int32_t channels = 2 * (int32_t)w->m->t->cables;
  uint8_t *colour = malloc((size_t)channels + 1);
  if (!colour)
    return nf_err_memory(w->e, "the channels of the network");
  for (unsigned vc = 0; vc < 2; vc++) {
    memset(colour, 0, (size_t)channels);
    for (int32_t c = 0; c < channels && w->e->status == NF_EXIT_OK; c++) {
      w->count->channels += w->used[vc][c];
      const nf_plug *end = &w->m->t->cable[c / 2].end[c % 2];
      if (colour[c] == 0 && cycle_from(w, vc, c, colour))
        nf_refuse(w->e,
                  "%s: packets of virtual channel %u can wait for each other in a cycle (cable "
                  "%d into %s port %u is part of one): deadlock",
                  w->m->t->name, vc, c / 2, end->gpu ? "a GPU" : name_of(w, end->node), end->port);
    }
  }
  free(colour);
  return w->e->status;
}

int nf_table_checker_run(const nf_manager *m, nf_table_checker_count *count, nf_err *e) {
  walk w = {.m = m, .count = count, .e = e};
  const size_t channels = 2 * (size_t)m->t->cables;
  *count = (nf_table_checker_count){0};
  for (unsigned vc = 0; vc < 2; vc++) {
    w.wants[vc] = calloc(channels, sizeof *w.wants[vc]);
    w.used[vc] = calloc(channels, sizeof *w.used[vc]);
  }
  if (!w.wants[0] || !w.wants[1] || !w.used[0] || !w.used[1])
    nf_err_memory(e, "the channels of the network");
  for (unsigned plane = 0; plane < m->t->links && e->status == NF_EXIT_OK; plane++) {
    check_homes(&w, plane);
    // Every choice that the bits of an address make.
    for (w.slot = 0; w.slot < m->cfg.HomeSlots && e->status == NF_EXIT_OK; w.slot++) {
      if (same_ways(m, plane, w.slot))
        continue;
      check_unicast(&w, plane);
      for (unsigned r = 0; r < m->regions && e->status == NF_EXIT_OK; r++)
        check_region(&w, r, plane);
    }
  }
  if (e->status == NF_EXIT_OK)
    check_cycles(&w);
  for (unsigned vc = 0; vc < 2; vc++) {
    free(w.wants[vc]);
    free(w.used[vc]);
  }
  return e->status;
}
