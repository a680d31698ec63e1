// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Where packets of an all-reduce in the network go (KLENK IV-A to IV-C): as sim/klenk plans it, on
// any network in which endpoints do not forward.
//
// Block b goes by plane b mod planes, where it is block k = b / planes. Its slot, k mod tables,
// names its home table (all tables of the plane take turns, first by switch, then by port), and its
// way: the one of equal paths that everything of the block takes. A tree is the shortest paths from
// its root, a home's switch or an endpoint's, to all members, by one way.
//
// Hierarchical: a leaf, which is a switch with members at its ports, reduces what they send in one
// of its own tables, and sends the sum up as one contribution that counts for all. What its tables
// evict goes the same way. Results are multicast as ever. Homes are the tables of other switches
// alone: were a leaf a home as well, tables of two leaves could wait for each other.
#ifndef NF_FAST_PLAN_H
#define NF_FAST_PLAN_H

#include "common/nf_defs.h"
#include "fabric.h"

enum { NF_FAST_SINK = 0xff, NF_FAST_HERE = 0x8000 }; // HERE: the home is this switch's table

typedef struct {
  uint32_t switches, slots, ways; // slots: as many as tables
  uint16_t *home;                 // switches whose tables are homes, by number
  uint32_t homes;                 //
  uint16_t *root_way;             // by slot: its way
  uint16_t *root;                 // by node of a switch: its number in the plane
  uint16_t *leaf;                 // by endpoint: number of its switch
  uint16_t *leaf_port;            // by endpoint: port of it
  uint32_t *site;                 // by number of a switch
} nf_fast_plan_plane;

typedef struct {
  nf_fast_fabric *fabric;
  uint32_t endpoints, members;
  nf_fast_plan_plane *plane;
  size_t bytes;
} nf_fast_plan;

typedef struct {
  uint64_t ports; // 0: it ends here
  bool table;     // the port's reduction table
} nf_fast_goal;

// Plans the tables of all switches for members 0..members-1. hierarchical: leaves reduce first.
// avoid_acks: contributions leave out the cable that acknowledgements for the home's switch take,
// where there are others.
int nf_fast_plan_open(nf_fast_plan *p, nf_fast_fabric *f, uint32_t members, bool avoid_acks,
                      bool hierarchical, nf_err *e);
void nf_fast_plan_close(nf_fast_plan *p);

static inline uint32_t nf_fast_plan_tree(const nf_fast_plan_plane *p, unsigned root,
                                         uint32_t slot) {
  return root * p->ways + p->root_way[slot];
}

// Port of a switch towards an endpoint, by the block's way.
static inline unsigned nf_fast_plan_down(const nf_fast_plan_plane *p, const nf_fast_site *s,
                                         unsigned endpoint, uint32_t slot) {
  const unsigned leaf = p->leaf[endpoint];
  return p->root[s->node] == leaf ? p->leaf_port[endpoint]
                                  : s->up[nf_fast_plan_tree(p, leaf, slot)];
}

// What a switch does with a packet that came in by a row.
static inline nf_fast_goal nf_fast_plan_goal(const nf_fast_plan *plan, const nf_fast_site *s,
                                             const nf_fast_packet *k, unsigned row) {
  const nf_fast_plan_plane *p = &plan->plane[s->plane];
  const uint32_t slot = k->tag % p->slots;
  const uint64_t others = row < s->ports ? ~(1ull << row) : ~0ull;
  nf_fast_goal g = {.ports = 0};
  switch (nf_fast_opcode(k)) {
  case NF_OPCODE_PUSH_WRITE:
    if (s->local && k->from < plan->endpoints) {
      g.ports = 1ull << slot % s->ports;
      g.table = true;
      break;
    }
    __attribute__((fallthrough));
  case NF_OPCODE_BARRIER:
    g.ports = 1ull << (s->home[slot] & 63);
    g.table = s->home[slot] & NF_FAST_HERE;
    break;
  case NF_OPCODE_PUSH_RESULT:
  case NF_OPCODE_BARRIER_DONE:
    g.ports = s->spread[nf_fast_plan_tree(p, p->root[k->from], slot)] & others;
    break;
  case NF_OPCODE_MCAST_WRITE: // a home GPU's own comes back to it, a pull's requester has its sum
  case NF_OPCODE_PULL_REQ:
    g.ports = s->spread[nf_fast_plan_tree(p, p->leaf[k->from], slot)] &
              (k->count && p->root[s->node] == p->leaf[k->from] ? ~0ull : others);
    break;
  case NF_OPCODE_PULL_RSP:
    g.ports = 1ull << nf_fast_plan_down(p, s, k->to, slot);
    g.table = row < s->ports;
    break;
  default: // acknowledgements, to a switch or an endpoint; partial sums
    if (k->to < plan->endpoints)
      g.ports = 1ull << nf_fast_plan_down(p, s, k->to, slot);
    else if (k->to != s->node)
      g.ports = 1ull << s->to_switch[p->root[k->to]];
  }
  return g;
}

#endif
