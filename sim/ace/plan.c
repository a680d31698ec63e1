// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/ace/plan.h"

#include "sim/ace/pairs.h"

#include <stdio.h>
#include <string.h>

// A chunk has 64 kB with bus words of 64 bytes (ACE Table 4), and as many wider words.
enum { CHUNK_WORDS = 1024, MAX_PIECES = 255, MAX_SLOTS = 32 };

const char *const nf_ace_collective_names[NF_ACE_COLLECTIVES] = {
    "allreduce", "reducescatter", "allgather", "alltoall", "broadcast", "barrier"};
const char *const nf_ace_algorithm_names[NF_ACE_ALGORITHMS] = {"table5", "ring", "direct",
                                                               "halving-doubling", "tree"};

// ------------------------------------------------------------------------------- phases
// Dimensions that are still in the layout of the data while phases are added.
typedef struct {
  bool has[NF_TOPO_DIMS];
} layout;

static unsigned product(const nf_ace_plan *p, const layout *l, unsigned from, unsigned to) {
  unsigned n = 1;
  for (unsigned d = from; d < to; d++)
    if (l->has[d])
      n *= p->cfg.topology->dim[d].size;
  return n;
}

static const char *program_name(nf_ace_collective kind, nf_ace_algorithm algorithm) {
  static const char *const names[][NF_ACE_COLLECTIVES] = {
      {"ring_all_reduce", "ring_reduce_scatter", "ring_all_gather", "ring_all_to_all",
       "ring_broadcast", "ring_barrier"},
      {"direct_all_reduce", "direct_reduce_scatter", "direct_all_gather", "direct_all_to_all",
       "direct_broadcast", "direct_barrier"}};
  if (algorithm == NF_ALG_HALVING)
    return kind == NF_COLL_ALL_REDUCE ? "halving_doubling_all_reduce" : NULL;
  if (algorithm == NF_ALG_TREE)
    return kind == NF_COLL_ALL_REDUCE ? "tree_all_reduce" : NULL;
  return names[algorithm == NF_ALG_DIRECT][kind];
}

// Adds a phase unless the dimension has one node. Messages: `inner` without the split.
static int add_phase(nf_ace_plan *p, layout *l, nf_ace_collective kind, unsigned dim, nf_err *e) {
  const nf_topo *t = p->cfg.topology;
  const nf_topo_dim *d = &t->dim[dim];
  nf_ace_algorithm algorithm = p->cfg.algorithm;
  if (!d->switched || algorithm == NF_ALG_TABLE)
    algorithm = d->switched ? NF_ALG_DIRECT : NF_ALG_RING;
  const char *program = program_name(kind, algorithm);
  if (!program)
    return nf_refuse(e, "--algorithm %s is there for allreduce, not for %s",
                     nf_ace_algorithm_names[algorithm], nf_ace_collective_names[p->cfg.collective]);
  if (algorithm == NF_ALG_HALVING && (d->size & (d->size - 1)))
    return nf_refuse(e, "--algorithm halving-doubling needs a power of two of nodes in %c, not %u",
                     d->letter, d->size);
  nf_ace_phase f = {.kind = kind,
                    .algorithm = algorithm,
                    .program = program,
                    .dim = dim,
                    .size = d->size,
                    .inner = product(p, l, 0, dim),
                    .outer = product(p, l, dim + 1, t->dims)};
  const unsigned whole = f.inner * f.outer * f.size, part = f.inner * f.outer;
  f.in = kind == NF_COLL_ALL_GATHER ? part : whole;
  f.out = kind == NF_COLL_REDUCE_SCATTER ? part : whole;
  if (kind == NF_COLL_BARRIER)
    f.in = f.out = 0;
  l->has[dim] = kind != NF_COLL_REDUCE_SCATTER;
  p->phase[p->phases++] = f;
  return NF_EXIT_OK;
}

// Table 5: which phases over which dimensions, in order. `order` holds the dimensions with links,
// lowest first.
static int add_phases(nf_ace_plan *p, const unsigned *order, unsigned dims, nf_err *e) {
  const nf_ace_collective kind = p->cfg.collective;
  // An all-gather starts with nothing in the layout, a broadcast and a barrier have none.
  layout l = {{false}};
  for (unsigned i = 0; i < dims; i++)
    l.has[order[i]] =
        kind == NF_COLL_ALL_REDUCE || kind == NF_COLL_REDUCE_SCATTER || kind == NF_COLL_ALL_TO_ALL;
  if (kind == NF_COLL_ALL_REDUCE && dims > 1 && order[0] == 0) {
    add_phase(p, &l, NF_COLL_REDUCE_SCATTER, 0, e);
    for (unsigned i = 1; i < dims; i++)
      add_phase(p, &l, kind, order[i], e);
    add_phase(p, &l, NF_COLL_ALL_GATHER, 0, e);
    return e->status;
  }
  const bool down = kind == NF_COLL_ALL_GATHER || kind == NF_COLL_BROADCAST;
  for (unsigned i = 0; i < dims; i++) {
    add_phase(p, &l, kind, order[down ? dims - 1 - i : i], e);
    if (kind == NF_COLL_BROADCAST) { // it has messages, not blocks of nodes
      nf_ace_phase *f = &p->phase[p->phases - 1];
      f->inner = f->outer = f->in = f->out = 1;
    }
  }
  return e->status;
}

static int choose_phases(nf_ace_plan *p, nf_err *e) {
  const nf_topo *t = p->cfg.topology;
  unsigned order[NF_TOPO_DIMS], dims = 0;
  for (unsigned d = 0; d < t->dims; d++)
    if (t->dim[d].size > 1)
      order[dims++] = d;
  bool switched = false;
  for (unsigned i = 0; i < dims; i++)
    switched |= t->dim[order[i]].switched;
  const nf_ace_algorithm a = p->cfg.algorithm;
  if (dims && !switched && a != NF_ALG_TABLE && a != NF_ALG_RING)
    return nf_refuse(e,
                     "--algorithm %s sends to all nodes at once, which needs switches; %s has "
                     "rings alone",
                     nf_ace_algorithm_names[a], t->name);
  if (dims == 0) // a node alone: one phase that copies
    order[dims++] = 0;
  return add_phases(p, order, dims, e);
}

// ------------------------------------------------------------------------------- chunks
static unsigned divide_up(uint64_t a, uint64_t b) { return (unsigned)((a + b - 1) / b); }

// Shorter messages cost more than they bring: a machine takes six cycles from one to the next.
static uint32_t least_message(const nf_ace_plan *p) {
  enum { WORDS = 16, BYTES = 2048 };
  const uint32_t bytes = WORDS * p->cfg.engine.WordBytes;
  return bytes < BYTES ? bytes : BYTES;
}

// More than its usual size where its messages would be too short.
static uint32_t chunk_of(const nf_ace_plan *p, unsigned messages) {
  const uint32_t usual = CHUNK_WORDS * p->cfg.engine.WordBytes, least = messages * least_message(p);
  return p->cfg.chunk ? p->cfg.chunk : usual > least ? usual : least;
}

// Messages of a chunk while a node's block is one piece: the most that any partition holds.
static unsigned widest(const nf_ace_plan *p) {
  unsigned most = 1;
  for (unsigned i = 0; i < p->phases; i++) {
    most = p->phase[i].in > most ? p->phase[i].in : most;
    most = p->phase[i].out > most ? p->phase[i].out : most;
  }
  return most;
}

// SRAM packets of partition k's slot.
static uint32_t slot_packets(const nf_ace_plan *p, unsigned k) {
  const unsigned messages = k < p->phases ? p->phase[k].in : p->phase[k - 1].out;
  return messages ? messages * p->split * p->pitch : 1;
}

static uint32_t all_slots(const nf_ace_plan *p) {
  uint32_t sum = 0;
  for (unsigned k = 0; k <= p->phases; k++)
    sum += slot_packets(p, k) * (p->cfg.slots[k] ? p->cfg.slots[k] : 1);
  return sum;
}

static uint32_t sram_packets(const nf_ace_plan *p) {
  return p->cfg.engine.Banks * (p->cfg.engine.BankWords / NF_ACE_PACKET_WORDS);
}

// Cuts blocks of `elements` words into `split` pieces and these into messages.
static void cut(nf_ace_plan *p, uint64_t elements, unsigned split, uint32_t message) {
  p->split = split;
  p->block = divide_up(elements, split) * 4;
  const uint32_t word = p->cfg.engine.WordBytes, whole = divide_up(p->block, word) * word;
  p->message = message < whole ? message : whole;
  p->pitch = divide_up(p->message, nf_ace_plan_packet(p));
  p->chunks = divide_up(p->block, p->message);
}

// May a block be cut so? The parts of a result that is whole only with its block must be even.
static bool even(const nf_ace_plan *p, uint64_t elements, unsigned split) {
  return p->cfg.collective == NF_COLL_ALL_REDUCE || p->cfg.collective == NF_COLL_BROADCAST ||
         elements % split == 0;
}

// The largest split whose chunk is as large as asked for. Unless a size was asked for, a payload
// too short to keep all machines busy is cut into smaller chunks.
static void choose_split(nf_ace_plan *p, uint64_t elements, uint32_t message, unsigned messages) {
  const uint32_t chunk = chunk_of(p, messages);
  unsigned split = chunk / (messages * message);
  if (split > MAX_PIECES / messages)
    split = MAX_PIECES / messages;
  if (split > elements)
    split = (unsigned)elements;
  for (; split > 1; split--) {
    if (!even(p, elements, split))
      continue;
    cut(p, elements, split, message);
    const bool enough = p->cfg.chunk || p->chunks >= 4 * p->cfg.engine.Machines;
    if (enough && all_slots(p) <= sram_packets(p))
      return;
  }
  cut(p, elements, 1, message);
}

// A payload of few chunks waits for the first one to pass all phases and for the last one's end, so
// shorter messages make it faster: as long as their own costs are small, or there is a single
// chunk. In an all-to-all these costs come with every node that a message passes. A chunk of a
// given size only has more of them.
static bool too_long(const nf_ace_plan *p, uint64_t elements, uint32_t message) {
  const unsigned times = p->cfg.collective == NF_COLL_ALL_TO_ALL ? 2 : 1;
  const uint32_t least = times * least_message(p);
  const unsigned chunks = divide_up(elements * 4, message);
  if (p->cfg.chunk)
    return false;
  return message > least ? chunks < 4 * p->cfg.engine.Machines
                         : message > nf_ace_plan_packet(p) && chunks < 2;
}

// Cuts the data into messages of up to `most` bytes; an engine with too little SRAM gets smaller
// ones.
static int choose_chunks(nf_ace_plan *p, uint32_t most, nf_err *e) {
  const nf_ace_plan_cfg *c = &p->cfg;
  const unsigned nodes = c->topology->nodes, messages = widest(p);
  const bool blocks = c->collective == NF_COLL_ALL_REDUCE ||
                      c->collective == NF_COLL_REDUCE_SCATTER ||
                      c->collective == NF_COLL_ALL_TO_ALL;
  const uint64_t elements = c->bytes / 4, block = blocks ? divide_up(elements, nodes) : elements;
  if (c->collective == NF_COLL_BARRIER) {
    p->split = p->chunks = p->pitch = 1;
    p->block = p->message = p->cfg.engine.WordBytes;
    return NF_EXIT_OK;
  }
  if (messages > MAX_PIECES)
    return nf_refuse(e, "%s: %u pieces; a command has up to %d", c->topology->name, messages,
                     MAX_PIECES);
  const uint32_t chunk = chunk_of(p, messages);
  uint32_t message = most;
  while (!c->message && message > nf_ace_plan_packet(p) &&
         (messages * message > chunk || too_long(p, block, message)))
    message /= 2;
  choose_split(p, block, message, messages);
  while (!c->message && message > p->cfg.engine.WordBytes && all_slots(p) > sram_packets(p)) {
    message /= 2;
    choose_split(p, block, message, messages);
  }
  if (all_slots(p) > sram_packets(p))
    return nf_refuse(e,
                     "a slot in each of %u partitions takes %u SRAM packets of %u bytes; the "
                     "engine has %u: give a smaller --message or --chunk, or more banks",
                     p->phases + 1, all_slots(p), nf_ace_plan_packet(p), sram_packets(p));
  return NF_EXIT_OK;
}

// What a node has and gets. Blocks that do not come out even are filled up with zeros.
static void choose_sizes(nf_ace_plan *p) {
  const nf_ace_plan_cfg *c = &p->cfg;
  const unsigned nodes = c->topology->nodes;
  const uint64_t node_block = (uint64_t)p->block * p->split;
  p->src_pieces = p->phase[0].in;
  p->dst_pieces = p->phase[p->phases - 1].out;
  p->src_bytes = c->bytes;
  p->dst_bytes = c->bytes;
  switch (c->collective) {
  case NF_COLL_REDUCE_SCATTER:
    p->dst_bytes = node_block;
    break;
  case NF_COLL_ALL_TO_ALL:
  case NF_COLL_ALL_GATHER:
    p->dst_bytes = node_block * nodes;
    break;
  case NF_COLL_BARRIER:
    p->src_bytes = p->dst_bytes = 0;
    break;
  default:
    break;
  }
}

// ------------------------------------------------------------------------------- partitions
static uint32_t at_most(uint64_t n, uint32_t most) { return n < most ? (uint32_t)n : most; }

// Links of a phase's dimension, bytes per cycle; a port passes a word.
static uint64_t bandwidth(const nf_ace_plan *p, unsigned phase) {
  const nf_topo_dim *d = &p->cfg.topology->dim[p->phase[phase].dim];
  return (uint64_t)(d->switched ? NF_TOPO_SWITCHES : 2 * d->rings) *
         at_most(d->package ? p->cfg.inside : p->cfg.between, p->cfg.engine.WordBytes);
}

// Steps of a phase one after the other, each of which takes the latency of a link; and the messages
// that a chunk sends in them.
static unsigned steps(const nf_ace_phase *f) {
  const unsigned times = f->kind == NF_COLL_ALL_REDUCE ? 2 : 1;
  return f->algorithm == NF_ALG_RING ? times * (f->size - 1) : times;
}

static unsigned sent(const nf_ace_phase *f) {
  const unsigned times = f->kind == NF_COLL_ALL_REDUCE ? 2 : 1;
  return times * (f->in > f->out ? f->in : f->out) / f->size * (f->size - 1);
}

// Chunks that a phase has in work at a time: one that sends, and as many as the links' bandwidth
// times their latency takes; a machine has one.
static unsigned in_work(const nf_ace_plan *p, unsigned phase) {
  const nf_ace_phase *f = &p->phase[phase];
  const uint64_t bytes = (uint64_t)sent(f) * p->split * p->message;
  const uint64_t latency =
      p->cfg.topology->dim[f->dim].package ? p->cfg.inside_latency : p->cfg.between_latency;
  const uint64_t in_flight = bandwidth(p, phase) * latency * steps(f);
  return bytes ? at_most(1 + (in_flight + bytes - 1) / bytes, f->machines) : 1;
}

// Chunks that a partition is for: those that its two phases have, by `chunks`. Before the first and
// after the last is the memory, which moves one while the next one waits.
static unsigned around(const nf_ace_plan *p, unsigned k,
                       unsigned (*chunks)(const nf_ace_plan *p, unsigned phase)) {
  enum { MEMORY = 2 };
  return (k > 0 ? chunks(p, k - 1) : MEMORY) + (k < p->phases ? chunks(p, k) : MEMORY);
}

// ACE 6 divides the SRAM by bandwidth times size of a chunk, so the slots by bandwidth. Here they
// are divided by the chunks that bandwidth and latency keep in work.
static unsigned weight(const nf_ace_plan *p, unsigned k) { return around(p, k, in_work); }

// No more than a chunk for each machine on both sides, nor than twice the weight: chunks that begin
// earlier only share the links with those before them, and all end late.
static unsigned machines(const nf_ace_plan *p, unsigned phase) { return p->phase[phase].machines; }
static unsigned limit(const nf_ace_plan *p, unsigned k) {
  return at_most(2 * weight(p, k), at_most(around(p, k, machines), MAX_SLOTS));
}

// Slots that every partition gets first, so that a phase works on one chunk while the next one
// comes.
enum { FIRST_SLOTS = 2 };

// Whether partition k is in greater need of a slot than partition `best`: fewer for its weight.
static bool in_need(const nf_ace_plan *p, unsigned k, unsigned best) {
  const uint32_t slots = p->partition[k].slots, others = p->partition[best].slots;
  if ((slots < FIRST_SLOTS) != (others < FIRST_SLOTS))
    return slots < FIRST_SLOTS;
  return slots * weight(p, best) < others * weight(p, k);
}

// Slot by slot.
static void share_sram(nf_ace_plan *p) {
  const unsigned n = p->phases + 1;
  uint32_t left = sram_packets(p) - all_slots(p), base = 0;
  for (unsigned k = 0; k < n; k++)
    p->partition[k].slots = p->cfg.slots[k] ? p->cfg.slots[k] : 1;
  for (;;) {
    unsigned best = n;
    for (unsigned k = 0; k < n; k++) {
      if (p->cfg.slots[k] || p->partition[k].slots >= limit(p, k) || slot_packets(p, k) > left)
        continue;
      if (best == n || in_need(p, k, best))
        best = k;
    }
    if (best == n)
      break;
    p->partition[best].slots++;
    left -= slot_packets(p, best);
  }
  for (unsigned k = 0; k < n; k++) {
    p->partition[k].base = base;
    p->partition[k].packets = slot_packets(p, k);
    base += p->partition[k].packets * p->partition[k].slots;
  }
}

// From here on messages are counted with the split.
static void count_split(nf_ace_plan *p) {
  for (unsigned i = 0; i < p->phases; i++) {
    p->phase[i].inner *= p->split;
    p->phase[i].in *= p->split;
    p->phase[i].out *= p->split;
  }
}

int nf_ace_plan_make(nf_ace_plan *p, const nf_ace_plan_cfg *cfg, nf_err *e) {
  *p = (nf_ace_plan){.cfg = *cfg};
  if (cfg->root >= cfg->topology->nodes)
    return nf_refuse(e, "--root %u: there are nodes 0..%u", cfg->root, cfg->topology->nodes - 1);
  if (choose_phases(p, e) != NF_EXIT_OK)
    return e->status;
  if (cfg->engine.Machines < p->phases)
    return nf_refuse(e, "%u phases need as many machines; there are %u", p->phases,
                     cfg->engine.Machines);
  uint32_t most = cfg->message ? cfg->message : nf_ace_longest_message(cfg->engine.WordBytes);
  if (choose_chunks(p, most, e) != NF_EXIT_OK)
    return e->status;
  // Queue pairs have room for a message: where they are many, messages are short.
  while (!nf_ace_pairs_make(p)) {
    if (cfg->message || most <= nf_ace_plan_packet(p))
      return nf_refuse(e,
                       "a port has %d queue pairs and %u receive slots, too few for messages of "
                       "%u packets on %s; give a smaller --message or more --slots",
                       NF_ACE_QPS, cfg->engine.Slots, p->pitch, cfg->topology->name);
    most /= 2;
    choose_chunks(p, most, e);
  }
  share_sram(p);
  count_split(p);
  choose_sizes(p);
  return e->status;
}
