// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// How a collective is carried out on a system of engines (ACE 4.3, 4.5, Table 5): its phases, which
// machines run each, the queue pairs between the nodes, how the payload is cut into chunks and
// messages, and the partitions of the SRAM. It decides and computes; sim/ace/setup.h turns it into
// register writes.
//
// Layout. The data of a node is cut into pieces; piece b * split + s is part s of the block that
// belongs to node b. A chunk has one message of every piece, numbered like the pieces. A phase over
// a dimension of `size` nodes sees its messages as (o, n, i), number (o * size + n) * inner + i: n
// counts the nodes of the group, i runs over the split and the dimensions below that are still in
// the data, o over those above. A reduce-scatter takes its dimension out of the data, an all-gather
// brings it in.
#ifndef NF_ACE_PLAN_H
#define NF_ACE_PLAN_H

#include "ace/nf_ace.h"
#include "sim/ace/assemble.h"
#include "sim/ace/dimensions.h"

typedef enum {
  NF_COLL_ALL_REDUCE,
  NF_COLL_REDUCE_SCATTER,
  NF_COLL_ALL_GATHER,
  NF_COLL_ALL_TO_ALL,
  NF_COLL_BROADCAST,
  NF_COLL_BARRIER,
  NF_ACE_COLLECTIVES
} nf_ace_collective;

typedef enum {
  NF_ALG_TABLE, // as in Table 5: ring in rings, direct over switches
  NF_ALG_RING,
  NF_ALG_DIRECT,
  NF_ALG_HALVING,
  NF_ALG_TREE,
  NF_ACE_ALGORITHMS
} nf_ace_algorithm;

extern const char *const nf_ace_collective_names[NF_ACE_COLLECTIVES]; // "allreduce", ...
extern const char *const nf_ace_algorithm_names[NF_ACE_ALGORITHMS];   // "table5", "ring", ...

enum { NF_PLAN_SYMBOLS = 12, NF_PLAN_QPS = NF_TOPO_PORTS * NF_ACE_QPS };

typedef struct {
  nf_ace_collective kind;
  nf_ace_algorithm algorithm;
  const char *program; // its name among the programs
  unsigned dim, size, inner, outer;
  unsigned in, out;           // messages of a chunk before and after
  unsigned machine, machines; // first one, how many
} nf_ace_phase;

// What a machine knows of the links; the same on all nodes.
typedef struct {
  int dir;            // ring: +1 to the next node, -1 to the one before
  uint8_t next, prev; // ring: where it sends to and receives from
  uint8_t peers;      // direct: queue pair to the node at distance 1; the others follow
} nf_ace_paths;

// A queue pair; the same on all nodes but for the peer's id.
typedef struct {
  uint8_t number;            // port * 16 + queue pair
  uint8_t far;               // its number at the peer
  bool receives;             // a machine takes packets from it
  uint8_t first;             // its receive slots: the first of them
  uint16_t slots, far_slots; // how many here and there
  unsigned dim, distance;    // the peer is so many places further in its group
} nf_ace_pair;

typedef struct {
  const nf_topo *topology;
  nf_ace_cfg engine;
  nf_ace_collective collective;
  nf_ace_algorithm algorithm;
  uint64_t bytes;           // of a node's data, a multiple of 4
  unsigned root;            // of a broadcast
  uint32_t chunk;           // bytes of a chunk; 0: 64 kB (ACE Table 4)
  uint32_t message;         // bytes of a message; 0: 4 kB, less where chunks would become too large
  uint32_t inside, between; // bytes per cycle of the links inside packages and between them
  uint32_t inside_latency, between_latency; // and their cycles
  unsigned slots[NF_ACE_MAX_PARTITIONS];    // slots of a partition; 0: by what its phases need
} nf_ace_plan_cfg;

typedef struct {
  nf_ace_plan_cfg cfg;
  unsigned phases;
  nf_ace_phase phase[NF_ACE_MAX_PHASES];
  nf_ace_paths paths[NF_ACE_MAX_MACHINES];
  unsigned pairs;
  nf_ace_pair pair[NF_PLAN_QPS];

  unsigned split;                  // pieces of a node's block
  unsigned src_pieces, dst_pieces; // of the command; the root's in a broadcast
  uint32_t block, message;         // bytes of a piece and of a message of it
  uint64_t src_bytes, dst_bytes;   // of a node's data and result
  unsigned pitch;                  // SRAM packets of a message
  unsigned chunks;                 // of a command
  struct {
    uint32_t base, packets; // first SRAM packet, SRAM packets of a slot
    unsigned slots;
  } partition[NF_ACE_MAX_PARTITIONS]; // phases + 1
} nf_ace_plan;

// Bytes of a full packet.
static inline uint32_t nf_ace_plan_packet(const nf_ace_plan *p) {
  return NF_ACE_PACKET_WORDS * p->cfg.engine.WordBytes;
}

int nf_ace_plan_make(nf_ace_plan *p, const nf_ace_plan_cfg *cfg, nf_err *e);
// Values of the symbols that the program of a phase has on one machine of one node; returns how
// many.
unsigned nf_ace_plan_symbols(const nf_ace_plan *p, unsigned phase, unsigned machine, unsigned node,
                             nf_as_symbol symbol[NF_PLAN_SYMBOLS]);
// Slots of the queue pairs that a machine receives on, the symbol SLOTS of its program; 0: none.
unsigned nf_ace_plan_slots(const nf_ace_plan *p, unsigned phase, unsigned machine);
// The machine that runs a phase of the n-th chunk since reset, by turns.
unsigned nf_ace_plan_machine(const nf_ace_plan *p, unsigned phase, uint64_t chunk);
// The node at the other end of a queue pair.
unsigned nf_ace_plan_peer(const nf_ace_plan *p, const nf_ace_pair *pair, unsigned node);

#endif
