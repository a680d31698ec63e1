// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Collectives on systems of engines without a single cycle: every plan's programs are run, phase by
// phase and chunk by chunk, by the interpreter, through memory layouts and queue pairs of the plan;
// what comes out is compared with the reference. Besides: what a system refuses, verdicts,
// memories.
#include "sim/ace/checker.h"
#include "sim/ace/interpret.h"
#include "sim/ace/memory.h"
#include "sim/ace/reference.h"
#include "sim/ace/setup.h"
#include "sim/common/reference.h"
#include "sim/test/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = NF_ACE_WORD_BYTES, LANES = WORD / 4 };

static const nf_ace_cfg Engine = {16, 6, 4, 4096, 4, 6, 256, 256, 8, 32, 8, 0, WORD};
static const nf_ace_source Own[NF_ACE_MAX_PHASES];

static uint32_t add(void *ctx, uint32_t received, uint32_t local) {
  const uint32_t two[2] = {received, local};
  return nf_reference_reduce(NF_RED_OP_ADD, NF_DTYPE_F32, two, 2);
}

// ------------------------------------------------------------------------------- a system at work
typedef struct {
  nf_topo topology;
  nf_ace_plan plan;
  uint32_t *data[NF_TOPO_NODES], *result[NF_TOPO_NODES];
  uint32_t *sram[NF_TOPO_NODES]; // a value for each bus word
  nf_as_program program[NF_TOPO_SIZE];
} system_t;

static uint32_t *words(uint64_t bytes) {
  uint32_t *w = calloc(bytes / 4 + LANES, 4);
  assert_non_null(w);
  return w;
}

static void open_system(system_t *s, const char *topology, nf_ace_plan_cfg cfg, nf_err *e) {
  nf_rng rng = {7};
  assert_int_equal(nf_topo_open(&s->topology, topology, e), NF_EXIT_OK);
  cfg.topology = &s->topology;
  cfg.inside = cfg.between = 64;
  cfg.inside_latency = cfg.between_latency = 200;
  if (nf_ace_plan_make(&s->plan, &cfg, e) != NF_EXIT_OK)
    return;
  for (unsigned n = 0; n < s->topology.nodes; n++) {
    s->data[n] = words(s->plan.src_bytes);
    s->result[n] = words(s->plan.dst_bytes);
    s->sram[n] = words((uint64_t)Engine.Banks * Engine.BankWords * 4);
    for (uint64_t i = 0; i < s->plan.src_bytes / 4; i++) // 0.5 .. 1 or so, of both signs
      s->data[n][i] = 0x3f000000 | (uint32_t)(nf_rng_next(&rng) & 0x807fffff);
  }
}

static void close_system(system_t *s) {
  for (unsigned n = 0; n < s->topology.nodes; n++) {
    free(s->data[n]);
    free(s->result[n]);
    free(s->sram[n]);
  }
  free(s);
}

// Bus words of a message of chunk c.
static unsigned message_words(const nf_ace_plan *p, unsigned chunk) {
  const uint32_t left = p->block - chunk * p->message;
  return (left < p->message ? left : p->message) / WORD;
}

// One chunk between the memory and a slot of a partition; the first lane stands for all of a bus
// word.
static void load(system_t *s, unsigned node, unsigned chunk) {
  const nf_ace_plan *p = &s->plan;
  uint32_t *sram = s->sram[node] + 4 * p->partition[0].base;
  for (unsigned j = 0; j < p->src_pieces; j++)
    for (unsigned w = 0; w < message_words(p, chunk); w++)
      sram[4 * j * p->pitch + w] =
          s->data[node][((uint64_t)j * p->block + chunk * p->message) / 4 + w * LANES];
}

static void unload(system_t *s, unsigned node, unsigned chunk) {
  const nf_ace_plan *p = &s->plan;
  const uint32_t *sram = s->sram[node] + 4 * p->partition[p->phases].base;
  for (unsigned j = 0; j < p->dst_pieces; j++)
    for (unsigned w = 0; w < message_words(p, chunk); w++)
      s->result[node][((uint64_t)j * p->block + chunk * p->message) / 4 + w * LANES] =
          sram[4 * j * p->pitch + w];
}

// The queue pairs of a machine between the members of a group, each cable once.
static unsigned join(const nf_ace_plan *p, const nf_ace_paths *w, const nf_ace_phase *f,
                     unsigned first, nf_play_cable *cable) {
  const nf_topo *t = p->cfg.topology;
  unsigned n = 0;
  for (unsigned k = 0; k < f->size; k++)
    for (unsigned i = 0; i < p->pairs; i++) {
      const nf_ace_pair *q = &p->pair[i];
      const bool direct = f->algorithm != NF_ALG_RING;
      const bool mine =
          direct ? q->dim == f->dim && q->number >= w->peers && q->number < w->peers + f->size - 1
                 : q->number == w->next || q->number == w->prev;
      const unsigned node = nf_topo_member(t, first, f->dim, k);
      const unsigned far = nf_topo_rank(t, nf_ace_plan_peer(p, q, node), f->dim);
      if (mine && (k < far || (k == far && q->number < q->far)))
        cable[n++] = (nf_play_cable){{k, far}, {q->number, q->far}};
    }
  return n;
}

// Runs a phase of a chunk in the group of node `first`.
static void play(system_t *s, unsigned phase, unsigned chunk, unsigned first) {
  const nf_ace_plan *p = &s->plan;
  const nf_ace_phase *f = &p->phase[phase];
  const unsigned machine = nf_ace_plan_machine(p, phase, chunk);
  nf_play_member player[NF_TOPO_SIZE];
  nf_play_cable cable[NF_TOPO_SIZE * NF_TOPO_SIZE];
  nf_err e = {0};
  for (unsigned k = 0; k < f->size; k++) {
    const unsigned node = nf_topo_member(&s->topology, first, f->dim, k);
    nf_ace_setup_program(&s->program[k], p, phase, machine, node, Own, &e);
    assert_string_equal(e.text, "");
    player[k] = (nf_play_member){.word = s->program[k].word,
                                 .words = s->program[k].words,
                                 .src = (uint16_t)p->partition[phase].base,
                                 .src_room = (uint16_t)p->partition[phase].packets,
                                 .dst = (uint16_t)p->partition[phase + 1].base,
                                 .dst_room = (uint16_t)p->partition[phase + 1].packets,
                                 .len = (uint16_t)message_words(p, chunk),
                                 .pitch = (uint16_t)p->pitch,
                                 .index = (uint16_t)chunk,
                                 .sram = s->sram[node],
                                 .sram_packets = Engine.Banks * Engine.BankWords / 4};
  }
  nf_play game = {.player = player,
                  .players = f->size,
                  .cable = cable,
                  .cables = join(p, &p->paths[machine], f, first, cable),
                  .depth = f->size > 1 ? nf_ace_plan_slots(p, phase, machine) : 1,
                  .seed = chunk + 1,
                  .reduce = add};
  nf_play_run(&game, &e);
  assert_string_equal(e.text, "");
  for (unsigned k = 0; k < f->size; k++)
    nf_as_free(&s->program[k]);
}

static void run(system_t *s) {
  const nf_ace_plan *p = &s->plan;
  const nf_topo *t = &s->topology;
  for (unsigned c = 0; c < p->chunks; c++) {
    for (unsigned n = 0; n < t->nodes; n++) {
      memset(s->sram[n], 0, (size_t)Engine.Banks * Engine.BankWords * 4);
      if (p->cfg.collective != NF_COLL_BROADCAST || n == p->cfg.root)
        load(s, n, c);
    }
    for (unsigned i = 0; i < p->phases; i++)
      for (unsigned n = 0; n < t->nodes; n++)
        if (nf_topo_rank(t, n, p->phase[i].dim) == 0)
          play(s, i, c, n);
    for (unsigned n = 0; n < t->nodes; n++)
      unload(s, n, c);
  }
}

static uint64_t compare(const system_t *s) {
  const nf_ace_plan *p = &s->plan;
  const nf_ace_reference r = {p, NF_RED_OP_ADD, NF_DTYPE_F32, (const uint32_t *const *)s->data, 0};
  uint32_t *want = words(p->dst_bytes);
  uint64_t compared = 0;
  nf_err e = {0};
  for (unsigned n = 0; n < s->topology.nodes; n++) {
    assert_int_equal(nf_ace_reference_node(&r, n, want, &e), NF_EXIT_OK);
    for (uint64_t i = 0; i < p->dst_bytes / 4; i += LANES, compared++)
      if (s->result[n][i] != want[i])
        fail_msg("%s, %s: node %u, word %llu: 0x%08x, must be 0x%08x", s->topology.name,
                 nf_ace_collective_names[p->cfg.collective], n, (unsigned long long)i,
                 s->result[n][i], want[i]);
  }
  free(want);
  return compared;
}

static uint64_t carry_out(const char *topology, nf_ace_plan_cfg cfg) {
  system_t *s = calloc(1, sizeof *s);
  nf_err e = {0};
  assert_non_null(s);
  cfg.engine = Engine;
  open_system(s, topology, cfg, &e);
  assert_string_equal(e.text, "");
  run(s);
  const uint64_t compared = compare(s);
  close_system(s);
  return compared;
}

// A payload whose pieces are whole bus words for any split that is chosen.
static uint64_t payload(unsigned nodes, unsigned messages) {
  return (uint64_t)nodes * messages * WORD;
}

static void test_collectives(void **state) {
  static const char *const topologies[] = {
      "ring:1",       "ring:2",      "ring:3",      "ring:7",       "torus:2x3",
      "torus:1x4",    "torus:3x1x2", "torus:2x2x3", "alltoall:3x2", "switch:5",
      "alltoall:2x4", "torus:4x4",   "torus:1x5x2", "torus:1x1x3"};
  for (unsigned t = 0; t < sizeof topologies / sizeof topologies[0]; t++)
    for (unsigned c = 0; c < NF_COLL_BARRIER; c++)
      for (unsigned split = 1; split <= 3; split += 2) {
        nf_topo topology;
        nf_err e = {0};
        nf_topo_open(&topology, topologies[t], &e);
        const unsigned messages = c == NF_COLL_ALL_GATHER || c == NF_COLL_REDUCE_SCATTER ||
                                          c == NF_COLL_ALL_REDUCE || c == NF_COLL_ALL_TO_ALL
                                      ? topology.nodes
                                      : 1;
        const nf_ace_plan_cfg cfg = {.collective = c,
                                     .bytes = payload(topology.nodes, 15),
                                     .root = topology.nodes - 1,
                                     .message = 128,
                                     .chunk = messages * 128 * split};
        assert_true(carry_out(topologies[t], cfg) > 0);
      }
}

static void test_algorithms(void **state) {
  static const char *const topologies[] = {"switch:2", "switch:4", "alltoall:2x4", "switch:8"};
  for (unsigned t = 0; t < sizeof topologies / sizeof topologies[0]; t++)
    for (unsigned a = NF_ALG_RING; a < NF_ACE_ALGORITHMS; a++)
      assert_true(carry_out(topologies[t], (nf_ace_plan_cfg){.algorithm = a,
                                                             .bytes = payload(16, 12),
                                                             .message = 192,
                                                             .chunk = 8 * 192}) > 0);
  assert_true(carry_out("switch:7",
                        (nf_ace_plan_cfg){.algorithm = NF_ALG_TREE, .bytes = payload(7, 4)}) > 0);
}

static void test_barrier(void **state) {
  static const char *const topologies[] = {"ring:4", "torus:2x3x2", "alltoall:2x3"};
  for (unsigned t = 0; t < 3; t++) {
    system_t *s = calloc(1, sizeof *s);
    nf_err e = {0};
    assert_non_null(s);
    open_system(s, topologies[t],
                (nf_ace_plan_cfg){.engine = Engine, .collective = NF_COLL_BARRIER}, &e);
    assert_string_equal(e.text, "");
    assert_int_equal(s->plan.src_pieces + s->plan.dst_pieces, 0);
    run(s);
    close_system(s);
  }
}

// ------------------------------------------------------------------------------- plans
static void test_sram(void **state) {
  for (unsigned banks = 1; banks <= 4; banks *= 2)
    for (uint64_t bytes = 4; bytes < 1u << 24; bytes *= 7) {
      nf_topo t;
      nf_ace_plan p;
      nf_err e = {0};
      nf_topo_open(&t, "torus:4x2x2", &e);
      nf_ace_plan_cfg cfg = {.topology = &t, .engine = Engine, .bytes = bytes / 4 * 4};
      cfg.inside = cfg.between = 64;
      cfg.inside_latency = cfg.between_latency = 200;
      cfg.engine.Banks = banks;
      nf_ace_plan_make(&p, &cfg, &e);
      assert_string_equal(e.text, "");
      for (unsigned k = 0; k <= p.phases; k++) {
        const uint32_t end = p.partition[k].base + p.partition[k].slots * p.partition[k].packets;
        assert_true(p.partition[k].slots >= 1 && p.partition[k].slots <= 32);
        assert_true(end <= (k < p.phases ? p.partition[k + 1].base : banks * 1024));
      }
      assert_true((uint64_t)p.block * p.src_pieces >= cfg.bytes);
      assert_true((uint64_t)p.message * p.chunks >= p.block);
      assert_true((uint64_t)p.message * (p.chunks - 1) < p.block);
    }
}

// Slots: twice what bandwidth and latency keep in work, with two chunks for the memory, but no more
// than the machines have; with little SRAM in proportion.
static void test_slots(void **state) {
  static const struct {
    const char *topology;
    uint32_t inside, between, bank_words;
    unsigned slots[NF_ACE_MAX_PARTITIONS];
  } cases[] = {
      {"torus:4x4x4", 25, 25, 16384, {6, 8, 8, 8, 6}},
      {"torus:4x4x4", 200, 25, 16384, {6, 8, 8, 8, 6}},
      {"ring:4", 25, 25, 16384, {10, 10}}, // three chunks in work
      {"ring:4", 64, 25, 16384, {12, 12}}, // four
      // With 512 kB: four chunks of V or H are in work at 25 bytes a cycle, two at 2; L has two.
      {"torus:4x4x4", 25, 25, 2048, {3, 4, 5, 3, 2}},
      {"torus:4x4x4", 25, 2, 2048, {3, 4, 4, 4, 2}},
  };
  for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    nf_topo t;
    nf_ace_plan p;
    nf_err e = {0};
    nf_topo_open(&t, cases[i].topology, &e);
    nf_ace_plan_cfg cfg = {.topology = &t, .engine = Engine, .bytes = 1u << 20};
    cfg.engine.BankWords = cases[i].bank_words;
    cfg.inside = cases[i].inside;
    cfg.between = cases[i].between;
    cfg.inside_latency = 90;
    cfg.between_latency = 200;
    nf_ace_plan_make(&p, &cfg, &e);
    assert_string_equal(e.text, "");
    for (unsigned k = 0; k <= p.phases; k++)
      if (p.partition[k].slots != cases[i].slots[k])
        fail_msg("%s, %u and %u B/cycle, %u words a bank: partition %u has %u slots, not %u",
                 cases[i].topology, cases[i].inside, cases[i].between, cases[i].bank_words, k,
                 p.partition[k].slots, cases[i].slots[k]);
  }
}

static void test_pairs(void **state) {
  static const char *const topologies[] = {"ring:16",   "torus:4x4x4", "alltoall:8x16",
                                           "switch:16", "torus:8x1x8", "torus:1x16"};
  for (unsigned i = 0; i < sizeof topologies / sizeof topologies[0]; i++) {
    nf_topo t;
    nf_ace_plan p;
    nf_err e = {0};
    nf_topo_open(&t, topologies[i], &e);
    nf_ace_plan_make(&p,
                     &(nf_ace_plan_cfg){.topology = &t,
                                        .engine = Engine,
                                        .bytes = 1u << 22,
                                        .inside = 64,
                                        .between = 64,
                                        .inside_latency = 200,
                                        .between_latency = 200},
                     &e);
    assert_string_equal(e.text, "");
    bool used[NF_TOPO_PORTS][256] = {{false}};
    for (unsigned k = 0; k < p.pairs; k++) {
      const nf_ace_pair *q = &p.pair[k];
      for (unsigned s = q->first; s < q->first + q->slots; s++) {
        assert_true(s < Engine.Slots);
        assert_false(used[q->number / 16][s]);
        used[q->number / 16][s] = true;
      }
      // The other end names this one, and comes back to the same node.
      unsigned ends = 0;
      for (unsigned m = 0; m < p.pairs; m++)
        if (p.pair[m].number == q->far) {
          assert_int_equal(p.pair[m].far, q->number);
          assert_int_equal(p.pair[m].slots, q->far_slots);
          assert_int_equal(nf_ace_plan_peer(&p, &p.pair[m], nf_ace_plan_peer(&p, q, 5)), 5);
          ends++;
        }
      assert_int_equal(ends, 1);
      assert_true(q->slots > p.pitch || q->far_slots > p.pitch);
    }
  }
}

// Machines of a phase on its dimension's rings: as many on each, as many each way round.
static void test_rings(void **state) {
  static const struct {
    const char *topology;
    unsigned machines; // of the engine
    unsigned rings[NF_TOPO_DIMS];
  } cases[] = {
      {"ring:4", 16, {1}},          {"torus:4x1x1", 16, {2, 0, 0}}, {"torus:1x5x1", 16, {0, 2, 0}},
      {"torus:1x4", 16, {0, 2}},    {"torus:4x1x4", 16, {2, 0, 1}}, {"torus:1x2x3", 16, {0, 2, 1}},
      {"torus:3x2", 16, {1, 1}},    {"torus:1x1x4", 16, {0, 0, 1}}, {"torus:2x2x2", 16, {1, 1, 1}},
      {"torus:4x1x4", 7, {2, 0, 1}}};
  for (unsigned i = 0; i < 2 * sizeof cases / sizeof cases[0]; i++) {
    const bool single = i % 2;
    nf_topo t;
    nf_ace_plan p;
    nf_err e = {0};
    nf_topo_open(&t, cases[i / 2].topology, &e);
    if (single)
      nf_topo_single_rings(&t);
    nf_ace_plan_cfg cfg = {.topology = &t, .engine = Engine, .bytes = 1u << 20};
    cfg.engine.Machines = cases[i / 2].machines;
    cfg.inside = cfg.between = 64;
    cfg.inside_latency = cfg.between_latency = 200;
    nf_ace_plan_make(&p, &cfg, &e);
    assert_string_equal(e.text, "");
    unsigned on[NF_TOPO_PORTS] = {0};
    for (unsigned k = 0; k < p.phases; k++)
      for (unsigned m = p.phase[k].machine; m < p.phase[k].machine + p.phase[k].machines; m++) {
        const unsigned to = p.paths[m].next / NF_ACE_QPS;
        assert_int_equal(nf_topo_port_dim(&t, to), p.phase[k].dim);
        assert_int_equal(p.paths[m].prev / NF_ACE_QPS, nf_topo_far_port(to));
        assert_int_equal(to % 2, p.paths[m].dir < 0);
        on[to]++;
      }
    for (unsigned d = 0; d < t.dims; d++) {
      unsigned most = 0, least = ~0u, ports = 0;
      for (unsigned port = 0; port < NF_TOPO_PORTS; port++)
        if (nf_topo_port_dim(&t, port) == (int)d) {
          most = on[port] > most ? on[port] : most;
          least = on[port] < least ? on[port] : least;
          ports++;
        }
      const unsigned rings = cases[i / 2].rings[d];
      assert_int_equal(ports, 2 * (single && rings ? 1 : rings));
      assert_true(ports == 0 || (least >= 1 && most <= least + 2));
    }
  }
}

static void test_refused(void **state) {
  static const struct {
    const char *topology;
    nf_ace_plan_cfg cfg;
    const char *words;
  } cases[] = {
      {"ring:4", {.algorithm = NF_ALG_DIRECT}, "needs switches"},
      {"switch:6", {.algorithm = NF_ALG_HALVING}, "power of two"},
      {"switch:4", {.algorithm = NF_ALG_TREE, .collective = NF_COLL_ALL_TO_ALL}, "for allreduce"},
      {"ring:4", {.root = 4, .collective = NF_COLL_BROADCAST}, "nodes 0..3"},
      {"torus:4x4x8", {.message = 4096}, "smaller --message"},
      {"ring:4", {.slots = {65535}}, "smaller --message"},
  };
  for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    nf_topo t;
    nf_ace_plan p;
    nf_err e = {0};
    nf_topo_open(&t, cases[i].topology, &e);
    nf_ace_plan_cfg cfg = cases[i].cfg;
    cfg.topology = &t;
    cfg.engine = Engine;
    cfg.bytes = 1u << 24;
    cfg.inside = cfg.between = 64;
    cfg.inside_latency = cfg.between_latency = 200;
    assert_int_equal(nf_ace_plan_make(&p, &cfg, &e), NF_EXIT_BAD_INPUT);
    if (!strstr(e.text, cases[i].words))
      fail_msg("'%s' is missing in: %s", cases[i].words, e.text);
  }
  static const char *const names[] = {"ring",       "ring:",          "ring:0",   "ring:17",
                                      "torus:4",    "torus:2x3x4x5",  "torus:4x", "alltoall:4",
                                      "switch:2x2", "torus:16x16x2",  "mesh:4x4", "ring:4x",
                                      "dgx2",       "ring:4,planes=2"};
  for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
    nf_topo t;
    nf_err e = {0};
    assert_int_equal(nf_topo_open(&t, names[i], &e), NF_EXIT_BAD_INPUT);
  }
}

// ------------------------------------------------------------------------------- the verdict
// Everything that may be wrong in a memory is found: a bit of a result, a byte next to it, the data
// itself.
static void test_verify(void **state) {
  enum { NODES = 3, COMMANDS = 2, BYTES = 1000 };
  const nf_ace_places at = {0x100000, 65536, 0x101003, 0x104005, 8192};
  system_t *s = calloc(1, sizeof *s);
  assert_non_null(s);
  nf_err e = {0};
  open_system(s, "ring:3", (nf_ace_plan_cfg){.engine = Engine, .bytes = BYTES}, &e);
  nf_ace_reference r = {.plan = &s->plan, .data = (const uint32_t *const *)s->data};
  nf_ace_mem memory[NODES];
  const nf_ace_mem *all[NODES];
  for (unsigned n = 0; n < NODES; n++) {
    all[n] = &memory[n];
    nf_ace_mem_open(&memory[n], at.base, at.size, WORD, &e);
    memcpy(nf_ace_mem_at(&memory[n], at.src), s->data[n], BYTES);
    for (r.command = 0; r.command < COMMANDS; r.command++) {
      nf_ace_reference_node(&r, n, s->result[n], &e);
      memcpy(nf_ace_mem_at(&memory[n], at.dst + r.command * at.dst_step), s->result[n], BYTES);
    }
  }
  nf_verdict v;
  assert_int_equal(nf_ace_check(&v, &r, &at, all, COMMANDS, &e), NF_EXIT_OK);
  assert_int_equal(v.words, NODES * COMMANDS * BYTES / 4);
  assert_int_equal(v.exact_words, BYTES / 4);
  static const struct {
    uint64_t address;
    const char *words;
  } wrong[] = {
      {0x104005, "node 2, command 0: word 0"},    {0x104005 + BYTES - 1, "word 249"},
      {0x106005 + 400, "command 1: word 100"},    {0x104004, "0x104004 has changed"},
      {0x104005 + BYTES, "has changed, outside"}, {0x106005 + BYTES, "has changed, outside"},
      {0x10ffff, "0x10ffff has changed"},         {0x100000, "0x100000 has changed"},
      {0x101003 + 77, "the data itself"},         {0x101003 + BYTES, "has changed, outside"}};
  for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    uint8_t *byte = nf_ace_mem_at(&memory[2], wrong[i].address);
    nf_err found = {0};
    *byte ^= 0x10;
    assert_int_equal(nf_ace_check(&v, &r, &at, all, COMMANDS, &found), NF_EXIT_FAILED);
    if (!strstr(found.text, wrong[i].words))
      fail_msg("'%s' is missing in: %s", wrong[i].words, found.text);
    *byte ^= 0x10;
  }
  for (unsigned n = 0; n < NODES; n++)
    nf_ace_mem_close(&memory[n]);
  close_system(s);
}

static float as_float(uint32_t v) {
  float f;
  memcpy(&f, &v, sizeof f);
  return f;
}

// The sum of block 1 of three nodes on a ring and over switches, with the processor's own
// additions.
static void test_order(void **state) {
  static const unsigned up[] = {2, 0, 1}, down[] = {0, 2, 1}, direct[] = {1, 2, 0};
  for (unsigned shape = 0; shape < 3; shape++) {
    system_t *s = calloc(1, sizeof *s);
    assert_non_null(s);
    nf_err e = {0};
    nf_ace_plan_cfg cfg = {.engine = Engine, .bytes = 3 * 2 * 64, .message = 64, .chunk = 3 * 64};
    cfg.collective = NF_COLL_REDUCE_SCATTER;
    open_system(s, shape < 2 ? "ring:3" : "switch:3", cfg, &e);
    const nf_ace_reference r = {.plan = &s->plan, .data = (const uint32_t *const *)s->data};
    assert_int_equal(nf_ace_reference_node(&r, 1, s->result[1], &e), NF_EXIT_OK);
    assert_int_equal(s->plan.chunks, 2);
    const unsigned *order = shape == 0 ? up : shape == 1 ? down : direct;
    // On the ring the second chunk goes the other way round.
    for (unsigned i = shape == 1 ? 16 : 0, end = shape == 0 ? 16 : 32; i < end; i++) {
      float sum = as_float(s->data[order[0]][32 + i]);
      for (unsigned k = 1; k < 3; k++)
        sum += as_float(s->data[order[k]][32 + i]);
      assert_true(sum == as_float(s->result[1][i]));
    }
    close_system(s);
  }
}

// ------------------------------------------------------------------------------- memory
static void test_memory(void **state) {
  enum { LATENCY = 30, WORDS = 16 };
  const uint64_t base = 0x7f0000001000ull;
  nf_ace_mem m;
  nf_err e = {0};
  assert_int_equal(nf_ace_mem_open(&m, base, 65536, WORD, &e), NF_EXIT_OK);
  m.latency = LATENCY;
  uint8_t before[WORDS * 64];
  memcpy(before, nf_ace_mem_at(&m, base + 4096), sizeof before);
  nf_ace_out out = {.mem_ar_valid = true, .mem_ar_addr = base + 4096 + 5, .mem_ar_len = WORDS - 1};
  nf_ace_in in = {0};
  out.mem_r_ready = out.mem_b_ready = true;
  unsigned words_read = 0;
  for (uint64_t cycle = 0; words_read < WORDS; cycle++) {
    nf_ace_mem_step(&m, &out, &in, cycle);
    out.mem_ar_valid &= !in.mem_ar_ready;
    if (in.mem_r_valid) {
      assert_int_equal(cycle, LATENCY + words_read);
      assert_int_equal(in.mem_r_resp, 0);
      assert_memory_equal(&in.mem_r_data, before + 64 * words_read, 64);
      assert_int_equal(in.mem_r_last, ++words_read == WORDS);
    }
  }
  // A strobe of odd bytes changes these alone; a word outside is answered with an error.
  for (unsigned outside = 0; outside < 2; outside++) {
    m.pauses = 40;
    out.mem_aw_valid = out.mem_w_valid = out.mem_w_last = true;
    out.mem_aw_addr = outside ? base + 65536 : base + 8192;
    out.mem_aw_len = 0;
    out.mem_w_strb[0] = 0x8000000000000006ull;
    for (uint64_t cycle = 0; !in.mem_b_valid; cycle++) {
      nf_ace_mem_step(&m, &out, &in, cycle);
      out.mem_aw_valid &= !in.mem_aw_ready;
      out.mem_w_valid &= !in.mem_w_ready;
      assert_true(cycle < 1000);
    }
    assert_int_equal(in.mem_b_resp != 0, outside);
    in.mem_b_valid = false;
  }
  assert_int_equal(nf_ace_mem_changed(&m, base, base + 65536), base + 8193);
  assert_int_equal(nf_ace_mem_changed(&m, base + 8195, base + 65536), base + 8192 + 63);
  nf_ace_mem_close(&m);
}

// A write of one word whose data is offered `LATE` cycles behind its address: what is taken when,
// and when it is answered.
static void test_orders(void **state) {
  enum { LATE = 10, LATENCY = 20, SPREAD = 7, NEVER = 1000 };
  static const struct {
    nf_ace_mem_order order;
    unsigned address, data; // cycles in which they are taken
  } Orders[] = {{NF_MEM_ADDRESS_FIRST, 0, LATE},
                {NF_MEM_DATA_FIRST, LATE, LATE},
                {NF_MEM_LAST_FIRST, LATE + 1, LATE},
                {NF_MEM_ANY_ORDER, 0, LATE}};
  const uint64_t base = 0x7f0000001000ull;
  for (unsigned i = 0; i < sizeof Orders / sizeof Orders[0]; i++)
    for (unsigned early = 0; early < 2; early++) { // the data is offered at once
      nf_ace_mem m;
      nf_err e = {0};
      assert_int_equal(nf_ace_mem_open(&m, base, 65536, WORD, &e), NF_EXIT_OK);
      m.latency = LATENCY;
      m.spread = SPREAD;
      nf_ace_mem_set_order(&m, Orders[i].order);
      nf_ace_out out = {.mem_aw_valid = true,
                        .mem_aw_addr = base + 8192,
                        .mem_w_strb = {1},
                        .mem_w_last = true,
                        .mem_b_ready = true};
      unsigned address = NEVER, data = NEVER, answer = NEVER;
      for (unsigned cycle = 0; cycle < 100; cycle++) {
        nf_ace_in in = {0};
        out.mem_w_valid = data == NEVER && cycle >= (early ? 0 : LATE);
        nf_ace_mem_step(&m, &out, &in, cycle);
        if (out.mem_aw_valid && in.mem_aw_ready)
          address = cycle;
        if (out.mem_w_valid && in.mem_w_ready)
          data = cycle;
        if (in.mem_b_valid)
          answer = cycle;
        out.mem_aw_valid = address == NEVER;
      }
      const unsigned late = early ? LATE : 0;
      const bool first =
          Orders[i].order == NF_MEM_ADDRESS_FIRST; // data a cycle later at the soonest
      assert_int_equal(address, Orders[i].address < late ? 0 : Orders[i].address - late);
      assert_int_equal(data, early && first ? 1 : Orders[i].data - late);
      const unsigned both = address > data ? address : data;
      assert_in_range(answer, both + LATENCY, both + LATENCY + SPREAD);
      assert_int_equal(nf_ace_mem_changed(&m, base, base + 65536), base + 8192);
      nf_ace_mem_close(&m);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_collectives), cmocka_unit_test(test_algorithms),
      cmocka_unit_test(test_barrier),     cmocka_unit_test(test_sram),
      cmocka_unit_test(test_pairs),       cmocka_unit_test(test_slots),
      cmocka_unit_test(test_rings),       cmocka_unit_test(test_refused),
      cmocka_unit_test(test_memory),      cmocka_unit_test(test_orders),
      cmocka_unit_test(test_verify),      cmocka_unit_test(test_order),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests_name("ace_plan", tests, NULL, NULL);
}
