// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Where packets of an all-reduce in the network go (KLENK IV-A to IV-C): as sim/klenk plans it, on
// any network in which endpoints do not forward.
//
// Block b goes by plane b mod planes, where it is block k = b / planes. Its slot, k mod slots,
// names its home table (all tables of the plane take turns, first by switch, then by number), and
// its way: the one of equal paths that everything of the block takes. Where the switches' paths are
// not alike, its part, a wave of a push or what a rank asks for in a pull, names the way instead,
// and an endpoint has one for what is sent to it alone. A tree is the paths from its root, a home's
// switch or an endpoint's, to all members, by one way (paths.h).
//
// Hierarchical: a leaf, which is a switch with members at its ports, reduces what they send in one
// of its own tables, and sends the sum up as one contribution that counts for all. What its tables
// evict goes the same way. Results are multicast as ever. Homes are the tables of other switches
// alone: were a leaf a home as well, tables of two leaves could wait for each other.
#ifndef NF_FAST_PLAN_H
#define NF_FAST_PLAN_H

#include "common/nf_defs.h"
#include "divide.h"
#include "fabric.h"

enum {
  NF_FAST_SINK = 0xff,
  NF_FAST_NO_PORT = 0xfe,
  NF_FAST_HERE = 0x8000,      // the home is this switch's table
  NF_FAST_HOME_TABLE = 0xffff // where a leaf's sum goes, as NF_HOME_TABLE_ID
};

typedef struct {
  uint32_t switches, slots, ways;
  uint32_t tables;          // of the homes
  nf_fast_divisor by_slots; //
  uint16_t *home;           // switches whose tables are homes, by number
  uint32_t homes;           //
  uint16_t *root_way;       // by slot: its way
  uint16_t *root;           // by node of a switch: its number in the plane
  uint16_t *leaf;           // by endpoint: number of its switch
  uint16_t *leaf_port;      // by endpoint: port of it
  uint32_t *site;           // by number of a switch
} nf_fast_plan_plane;

// What chooses among equal paths, as the exact engines do.
typedef enum {
  NF_FAST_BY_ADDRESS, // the slot: switches have the same paths
  NF_FAST_BY_CLASS,   // the part, at each switch by itself
  NF_FAST_BY_TREE     // the part, for the whole plane
} nf_fast_paths_by;

typedef struct {
  uint32_t members; // endpoints 0..members-1
  uint32_t blocks, part_blocks;
  bool pull, barrier;
  bool avoid_acks;   // contributions leave out the cable that acknowledgements for the home's
                     // switch take, where there are others
  bool hierarchical; // leaves reduce first
} nf_fast_plan_cfg;

typedef struct {
  nf_fast_fabric *fabric;
  uint32_t endpoints, members, blocks;
  nf_fast_paths_by by;
  nf_fast_divisor part, classes; // a block's part; the ways that take turns
  nf_fast_plan_plane *plane;
} nf_fast_plan;

typedef struct {
  uint64_t ports, high; // 0: it ends here; high: ports 64 and up
  bool table;           // the port's reduction table
} nf_fast_goal;

// Plans the tables of all switches.
int nf_fast_plan_open(nf_fast_plan *p, nf_fast_fabric *f, const nf_fast_plan_cfg *cfg, nf_err *e);
void nf_fast_plan_close(nf_fast_plan *p);

// A switch of a plane by its number.
static inline nf_fast_site *nf_fast_plan_site(const nf_fast_fabric *f, const nf_fast_plan_plane *p,
                                              unsigned i) {
  return &f->site[p->site[i]];
}
// Zeroed memory of a plan; without any e says so.
void *nf_fast_plan_take(size_t count, size_t size, nf_err *e);

// Where evicted parts of a class of blocks go (KLENK IV-C, strategy 2).
unsigned nf_fast_plan_home_gpu(const nf_fast_plan *p, unsigned path_class);

// The way of a block, its number in the plane and its slot. A barrier's is the first.
static inline unsigned nf_fast_plan_way(const nf_fast_plan *plan, const nf_fast_site *s,
                                        uint32_t tag, uint32_t slot) {
  if (__builtin_expect(plan->by == NF_FAST_BY_ADDRESS, 1))
    return plan->plane[s->plane].root_way[slot];
  const uint32_t block = tag * plan->fabric->planes + s->plane;
  return block < plan->blocks ? nf_fast_rest(nf_fast_quotient(block, &plan->part), &plan->classes)
                              : 0;
}

// Of a root's trees the one that a block takes.
static inline uint32_t nf_fast_plan_tree(const nf_fast_plan *plan, const nf_fast_site *s,
                                         unsigned root, uint32_t tag, uint32_t slot) {
  return root * plan->plane[s->plane].ways + nf_fast_plan_way(plan, s, tag, slot);
}

// Port of a switch towards an endpoint, by the block's way, or the endpoint's.
static inline unsigned nf_fast_plan_down(const nf_fast_plan *plan, const nf_fast_site *s,
                                         unsigned endpoint, uint32_t slot) {
  const nf_fast_plan_plane *p = &plan->plane[s->plane];
  const unsigned leaf = p->leaf[endpoint];
  if (p->root[s->node] == leaf)
    return p->leaf_port[endpoint];
  return s->up[leaf * p->ways + (__builtin_expect(plan->by == NF_FAST_BY_ADDRESS, 1)
                                     ? p->root_way[slot]
                                     : nf_fast_rest(endpoint, &plan->classes))];
}

static inline nf_fast_goal nf_fast_plan_port(unsigned port, bool table, const bool wide) {
  const uint64_t bit = 1ull << port % 64;
  return wide && port >= 64 ? (nf_fast_goal){.high = bit, .table = table}
                            : (nf_fast_goal){.ports = bit, .table = table};
}

// The ports of a tree, all or without the one of a row.
static inline nf_fast_goal nf_fast_plan_spread(const nf_fast_site *s, uint32_t tree, unsigned row,
                                               bool all, const bool wide) {
  const uint64_t without = ~(all || row >= s->ports ? 0 : 1ull << row % 64);
  if (!wide)
    return (nf_fast_goal){.ports = s->spread[tree] & without};
  return (nf_fast_goal){.ports = s->spread[2 * tree] & (row < 64 ? without : ~0ull),
                        .high = s->spread[2 * tree + 1] & (row < 64 ? ~0ull : without)};
}

// What a switch does with a packet that came in by a row. wide: it has more than 64 ports.
static inline __attribute__((always_inline)) nf_fast_goal
nf_fast_plan_goal(const nf_fast_plan *plan, const nf_fast_site *s, const nf_fast_packet *k,
                  unsigned row, const bool wide) {
  const nf_fast_plan_plane *p = &plan->plane[s->plane];
  // An acknowledgement for a switch needs no slot.
  if (nf_fast_opcode(k) == NF_OPCODE_WRITE_ACK && k->to >= plan->endpoints)
    return k->to == s->node ? (nf_fast_goal){.ports = 0}
                            : nf_fast_plan_port(s->to_switch[p->root[k->to]], false, wide);
  const uint32_t slot = nf_fast_rest(k->tag, &p->by_slots);
  switch (nf_fast_opcode(k)) {
  case NF_OPCODE_PUSH_WRITE:
    if (s->local && k->from < plan->endpoints)
      return nf_fast_plan_port(slot % s->tables, true, wide);
    __attribute__((fallthrough));
  case NF_OPCODE_BARRIER:
    return nf_fast_plan_port(s->home[slot] & (NF_FAST_HERE - 1), s->home[slot] & NF_FAST_HERE,
                             wide);
  case NF_OPCODE_BARRIER_DONE:
    if (k->from < plan->endpoints) // of a home GPU, as its multicasts
      return nf_fast_plan_spread(s, nf_fast_plan_tree(plan, s, p->leaf[k->from], k->tag, slot), row,
                                 p->root[s->node] == p->leaf[k->from], wide);
    __attribute__((fallthrough));
  case NF_OPCODE_PUSH_RESULT:
    return nf_fast_plan_spread(s, nf_fast_plan_tree(plan, s, p->root[k->from], k->tag, slot), row,
                               false, wide);
  case NF_OPCODE_MCAST_WRITE: // a home GPU's own comes back to it, a pull's requester has its sum
  case NF_OPCODE_PULL_REQ:
    return nf_fast_plan_spread(s, nf_fast_plan_tree(plan, s, p->leaf[k->from], k->tag, slot), row,
                               k->count && p->root[s->node] == p->leaf[k->from], wide);
  case NF_OPCODE_PULL_RSP:
    return nf_fast_plan_port(nf_fast_plan_down(plan, s, k->to, slot), row < s->ports, wide);
  case NF_OPCODE_PUSH_PARTIAL: // of a leaf, else for a home GPU
    if (k->to == NF_FAST_HOME_TABLE)
      return nf_fast_plan_port(s->home[slot] & (NF_FAST_HERE - 1), s->home[slot] & NF_FAST_HERE,
                               wide);
    __attribute__((fallthrough));
  default: // acknowledgements for an endpoint
    return nf_fast_plan_port(nf_fast_plan_down(plan, s, k->to, slot), false, wide);
  }
}

#endif
