// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/ace/pairs.h"

#include <string.h>

enum { MAX_PAIR_SLOTS = 64 };

// ------------------------------------------------------------------------------- machines
static void share_machines(nf_ace_plan *p) {
  const unsigned all = p->cfg.engine.Machines;
  for (unsigned i = 0; i < p->phases; i++)
    p->phase[i].machines = all / p->phases + (i < all % p->phases);
}

static void number_machines(nf_ace_plan *p) {
  unsigned first = 0;
  for (unsigned i = 0; i < p->phases; i++) {
    p->phase[i].machine = first;
    first += p->phase[i].machines;
  }
}

// ------------------------------------------------------------------------------- queue pairs
static void add_pair(nf_ace_plan *p, unsigned port, unsigned qp, unsigned far_port, unsigned far_qp,
                     unsigned dim, unsigned distance, bool receives) {
  p->pair[p->pairs++] = (nf_ace_pair){.number = (uint8_t)(port * NF_ACE_QPS + qp),
                                      .far = (uint8_t)(far_port * NF_ACE_QPS + far_qp),
                                      .receives = receives,
                                      .dim = dim,
                                      .distance = distance};
}

// Of the machines before m, those on the ring that begins at a port.
static unsigned machines_on(const nf_ace_plan *p, unsigned m, unsigned port) {
  unsigned n = 0;
  for (unsigned k = 0; k < m; k++)
    n += p->paths[k].next / NF_ACE_QPS / 2 == port / 2;
  return n;
}

// The ring of a dimension with the fewest machines so far, by its port to the next node.
static unsigned emptiest(const nf_ace_plan *p, unsigned m, const nf_topo_dim *d) {
  unsigned best = d->port[0];
  for (unsigned r = 1; r < d->rings; r++)
    if (machines_on(p, m, d->port[r]) < machines_on(p, m, best))
      best = d->port[r];
  return best;
}

// Machines on a ring: two share the pair to the next node and that to the one before, one for each
// way round. What one sends on a pair, and what the other receives on it, know nothing of each
// other. The last of an odd number has a pair that only sends. Where a dimension has two rings,
// such twos go to them in turn. `used` counts the pairs of each port.
static bool ring_pairs(nf_ace_plan *p, const nf_ace_phase *f, unsigned m,
                       unsigned used[NF_TOPO_PORTS]) {
  nf_ace_paths *w = &p->paths[m];
  const unsigned up = w->dir > 0 ? emptiest(p, m, &p->cfg.topology->dim[f->dim])
                                 : p->paths[m - 1].next / NF_ACE_QPS;
  const unsigned down = up + 1;
  if (w->dir > 0) {
    if (used[up] == NF_ACE_QPS)
      return false;
    add_pair(p, up, used[up], down, used[up], f->dim, 1, m + 1 < f->machine + f->machines);
    add_pair(p, down, used[up], up, used[up], f->dim, f->size - 1, true);
    used[up]++;
  }
  const unsigned q = used[up] - 1;
  w->next = (uint8_t)((w->dir > 0 ? up : down) * NF_ACE_QPS + q);
  w->prev = (uint8_t)((w->dir > 0 ? down : up) * NF_ACE_QPS + q);
  return true;
}

// A machine on a switch: consecutive pairs, the d-th to the node at distance d; for a ring over the
// switch only the first and the last distance. False: the port has not that many left.
static bool switch_pairs(nf_ace_plan *p, const nf_ace_phase *f, unsigned m,
                         unsigned used[NF_TOPO_PORTS]) {
  nf_ace_paths *w = &p->paths[m];
  const unsigned port = NF_TOPO_FIRST_SWITCH_PORT + (m - f->machine) % NF_TOPO_SWITCHES;
  const bool ring = f->algorithm == NF_ALG_RING;
  const unsigned count = ring ? 2 : f->size - 1, base = used[port];
  used[port] += count;
  if (used[port] > NF_ACE_QPS)
    return false;
  w->peers = (uint8_t)(port * NF_ACE_QPS + base);
  for (unsigned k = 0; k < count; k++)
    add_pair(p, port, base + k, port, base + count - 1 - k, f->dim, k && ring ? f->size - 1 : k + 1,
             true);
  w->next = (uint8_t)(w->peers + (w->dir < 0));
  w->prev = (uint8_t)(w->peers + (w->dir > 0));
  return true;
}

static bool all_pairs(nf_ace_plan *p) {
  const nf_topo *t = p->cfg.topology;
  unsigned used[NF_TOPO_PORTS] = {0};
  bool fits = true;
  p->pairs = 0;
  memset(p->paths, 0, sizeof p->paths);
  for (unsigned i = 0; i < p->phases; i++) {
    const nf_ace_phase *f = &p->phase[i];
    for (unsigned m = f->machine; m < f->machine + f->machines; m++) {
      p->paths[m] = (nf_ace_paths){.dir = (m - f->machine) % 2 ? -1 : 1};
      if (f->size == 1 || !fits)
        continue;
      fits = t->dim[f->dim].switched ? switch_pairs(p, f, m, used) : ring_pairs(p, f, m, used);
    }
  }
  return fits;
}

// ------------------------------------------------------------------------------- receive slots
static unsigned at_least(unsigned n) {
  unsigned power = 1;
  while (power < n)
    power *= 2;
  return power;
}

// Room for a message and a packet on each pair that receives: the packet because on a ring all send
// what they receive, and none could if all pairs were full. Twice as much as long as the port has
// it. A pair that only sends has a slot too, the least there is.
static bool give_slots(nf_ace_plan *p) {
  unsigned receivers[NF_TOPO_PORTS] = {0}, senders[NF_TOPO_PORTS] = {0};
  unsigned slots[NF_TOPO_PORTS], large[NF_TOPO_PORTS] = {0}, small[NF_TOPO_PORTS];
  const unsigned room = p->cfg.engine.Slots;
  for (unsigned i = 0; i < p->pairs; i++) {
    const unsigned port = p->pair[i].number / NF_ACE_QPS;
    receivers[port] += p->pair[i].receives;
    senders[port] += !p->pair[i].receives;
  }
  for (unsigned port = 0; port < NF_TOPO_PORTS; port++) {
    slots[port] = at_least(p->pitch + 1);
    if (receivers[port] * slots[port] + senders[port] > room)
      return false;
    while (slots[port] < MAX_PAIR_SLOTS &&
           2 * slots[port] * receivers[port] + senders[port] <= room)
      slots[port] *= 2;
    small[port] = receivers[port] * slots[port]; // behind the others
  }
  for (unsigned i = 0; i < p->pairs; i++) {
    nf_ace_pair *q = &p->pair[i];
    const unsigned port = q->number / NF_ACE_QPS;
    unsigned *next = q->receives ? &large[port] : &small[port];
    q->slots = (uint16_t)(q->receives ? slots[port] : 1);
    q->first = (uint8_t)*next;
    *next += q->slots;
  }
  for (unsigned i = 0; i < p->pairs; i++)
    for (unsigned k = 0; k < p->pairs; k++)
      if (p->pair[k].number == p->pair[i].far)
        p->pair[i].far_slots = p->pair[k].slots;
  return true;
}

// The phase that can spare a machine: the one with most of them, the last of these.
static nf_ace_phase *richest(nf_ace_plan *p) {
  nf_ace_phase *f = &p->phase[0];
  for (unsigned i = 1; i < p->phases; i++)
    if (p->phase[i].machines >= f->machines)
      f = &p->phase[i];
  return f->machines > 1 ? f : NULL;
}

bool nf_ace_pairs_make(nf_ace_plan *p) {
  share_machines(p);
  for (;;) {
    number_machines(p);
    if (all_pairs(p) && give_slots(p))
      return true;
    nf_ace_phase *f = richest(p);
    if (!f)
      return false;
    f->machines--;
  }
}

unsigned nf_ace_plan_peer(const nf_ace_plan *p, const nf_ace_pair *pair, unsigned node) {
  const nf_topo *t = p->cfg.topology;
  const unsigned rank = nf_topo_rank(t, node, pair->dim);
  return nf_topo_member(t, node, pair->dim, (rank + pair->distance) % t->dim[pair->dim].size);
}

unsigned nf_ace_plan_machine(const nf_ace_plan *p, unsigned phase, uint64_t chunk) {
  const nf_ace_phase *f = &p->phase[phase];
  return f->machine + (unsigned)(chunk % f->machines);
}

// ------------------------------------------------------------------------------- symbols
unsigned nf_ace_plan_slots(const nf_ace_plan *p, unsigned phase, unsigned machine) {
  const nf_ace_paths *w = &p->paths[machine];
  const unsigned first = p->phase[phase].algorithm == NF_ALG_RING ? w->prev : w->peers;
  for (unsigned i = 0; i < p->pairs; i++)
    if (p->pair[i].receives && p->pair[i].number == first)
      return p->pair[i].slots;
  return 0; // a group of one
}

// A broadcast's node takes part in a phase when its place in the dimensions to come is the root's.
static bool takes_part(const nf_ace_plan *p, unsigned phase, unsigned node) {
  for (unsigned i = phase + 1; i < p->phases; i++) {
    const unsigned d = p->phase[i].dim;
    if (nf_topo_rank(p->cfg.topology, node, d) != nf_topo_rank(p->cfg.topology, p->cfg.root, d))
      return false;
  }
  return true;
}

unsigned nf_ace_plan_symbols(const nf_ace_plan *p, unsigned phase, unsigned machine, unsigned node,
                             nf_as_symbol symbol[NF_PLAN_SYMBOLS]) {
  const nf_ace_phase *f = &p->phase[phase];
  const nf_ace_paths *w = &p->paths[machine];
  const nf_topo *t = p->cfg.topology;
  const nf_as_symbol all[] = {{"RANK", nf_topo_rank(t, node, f->dim)},
                              {"SIZE", f->size},
                              {"INNER", f->inner},
                              {"OUTER", f->outer},
                              {"DIR", w->dir},
                              {"NEXT", w->next},
                              {"PREV", w->prev},
                              {"PEERS", w->peers},
                              {"PITCH", p->pitch},
                              {"ROOT", nf_topo_rank(t, p->cfg.root, f->dim)},
                              {"ACTIVE", takes_part(p, phase, node)}};
  _Static_assert(sizeof all / sizeof all[0] <= NF_PLAN_SYMBOLS, "the caller's array");
  memcpy(symbol, all, sizeof all);
  return sizeof all / sizeof all[0];
}
