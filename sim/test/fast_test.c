// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The fast engine by itself: nothing is lost or made, the same trace for any look-ahead, the queue
// of an output against its closed form, and what must not get worse when links or tables get
// better.
#include "sim/common/rng.h"
#include "sim/engine/fast/agenda.h"
#include "sim/engine/fast/divide.h"
#include "sim/engine/fast/simulate.h"
#include "sim/engine/fast/table.h"
#include "sim/engine/fast/wire.h"
#include "sim/test/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TICKS = 8 }; // of a cycle of 640 ps

static const nf_simulate_cfg Traffic = {.kind = NF_SIMULATE_UNIFORM,
                                        .gap = 2,
                                        .pattern = {.load = 0.5,
                                                    .flits = 9,
                                                    .responses = 50,
                                                    .ticks = 6000 * TICKS,
                                                    .warm_up = 1200 * TICKS,
                                                    .seed = 7}};
static const nf_simulate_cfg Push = {.kind = NF_SIMULATE_NETWORK,
                                     .gap = 2,
                                     .collective = {.method = NF_FAST_PUSH,
                                                    .bytes = 64 << 10,
                                                    .table_entries = 8,
                                                    .waves = 16,
                                                    .result_acks = true,
                                                    .timeout = 1024,
                                                    .latency = 180,
                                                    .seed = 7}};

static const nf_simulate_cfg Messages = {.kind = NF_SIMULATE_SCHEDULE,
                                         .gap = 2,
                                         .algorithm = "ring",
                                         .collective = {.bytes = 64 << 10, .latency = 180}};

static nf_simulate_result *simulate(nf_simulate_cfg cfg, const char *topology) {
  static nf_simulate_result r;
  nf_err e = {0};
  cfg.topology = topology;
  if (nf_simulate(&cfg, &r, &e) != NF_EXIT_OK)
    fail_msg("%s: %s", topology, e.text);
  return &r;
}

// A run that ends with a status and a sentence with these words.
static void refuses(nf_simulate_cfg cfg, const char *topology, int status, const char *words) {
  static nf_simulate_result r;
  nf_err e = {0};
  cfg.topology = topology;
  assert_int_equal(nf_simulate(&cfg, &r, &e), status);
  if (!strstr(e.text, words))
    fail_msg("%s: %s", topology, e.text);
}

// The path of a file with a network.
static const char *file_of(const char *text) {
  static const char path[] = "build/tb/fast_test.json";
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  assert_true(fputs(text, f) >= 0);
  assert_int_equal(fclose(f), 0);
  return path;
}

static nf_simulate_cfg ahead(nf_simulate_cfg cfg, uint32_t ticks) {
  cfg.pattern.window = cfg.collective.window = ticks;
  return cfg;
}

// Conservation of packets and credits is asserted by every run itself; these are its traces.
static void same_trace(const nf_simulate_cfg *cfg, const char *topology) {
  static const uint32_t windows[] = {1000, 333, 64, 7};
  const nf_simulate_result first = *simulate(*cfg, topology);
  const uint64_t sum = first.latency->sum;
  assert_true(first.hops > 0 && sum > 0);
  for (unsigned i = 0; i < sizeof windows / sizeof windows[0]; i++) {
    const nf_simulate_result *r = simulate(ahead(*cfg, windows[i]), topology);
    assert_int_equal(r->hash, first.hash);
    assert_int_equal(r->hops, first.hops);
    assert_int_equal(r->latency->sum, sum);
  }
}

// What one thread makes of a run, several make of it: latencies and counts too.
static void same_threads(nf_simulate_cfg cfg, const char *topology) {
  const nf_simulate_result first = *simulate(cfg, topology);
  const nf_fast_stats latency = *first.latency;
  for (cfg.threads = 2; cfg.threads <= 5; cfg.threads += cfg.threads == 3 ? 2 : 1) {
    const nf_simulate_result *r = simulate(cfg, topology);
    assert_int_equal(r->threads, cfg.threads);
    assert_int_equal(r->hash, first.hash);
    assert_int_equal(r->hops, first.hops);
    assert_int_equal(r->ticks, first.ticks);
    assert_int_equal(r->pattern.arrived, first.pattern.arrived);
    assert_int_equal(r->collective.evictions, first.collective.evictions);
    assert_int_equal(r->collective.timeouts, first.collective.timeouts);
    assert_memory_equal(r->latency, &latency, sizeof latency);
  }
}

// What is shown changes nothing; all packets are, both ends of an entry's life and of a wave's.
static void shown(nf_simulate_cfg cfg, const char *topology) {
  const nf_simulate_result plain = *simulate(cfg, topology);
  nf_fast_trace t = {.path = "/dev/null", .to = UINT32_MAX, .most = UINT64_MAX};
  cfg.trace = &t;
  const nf_simulate_result *r = simulate(cfg, topology);
  assert_true(r->hash == plain.hash && r->ticks == plain.ticks);
  assert_true(cfg.kind == NF_SIMULATE_NETWORK ? t.spans > r->hops : t.spans == r->hops);
}

// Windows that are longer than room takes to travel back: with full rows, and where outputs have
// too little room for one.
static void longer_windows(void **state) {
  nf_simulate_cfg cfg = Traffic;
  cfg.pattern.load = 1;
  for (unsigned k = 0; k < 4; k++) {
    cfg.kind = k % 2 ? NF_SIMULATE_PERMUTATION : NF_SIMULATE_UNIFORM;
    cfg.pattern.flits = k / 2 ? 1 : 9;
    same_trace(&cfg, "fattree:8,2");
    same_threads(cfg, "fattree:8,2");
  }
  (void)state;
}

static void traces_of_threads(void **state) {
  nf_simulate_cfg cfg = Traffic;
  cfg.pattern.load = 0.9;
  same_threads(cfg, "single:16"); // the switch is one worker's, endpoints are others'
  same_threads(cfg, "fattree:8,2");
  cfg.kind = NF_SIMULATE_PERMUTATION;
  cfg.routing = "adaptive";
  same_threads(cfg, "dgx2");
  same_threads(cfg, "hammingmesh:2x2,2x2");
  cfg = Push;
  cfg.collective.bytes = 32 << 10;
  same_threads(cfg, "dgx2"); // two and three workers have planes of their own, five have not
  cfg.collective.barrier = true;
  same_threads(cfg, "dgx2");
  cfg.collective.barrier = false;
  cfg.collective.table_entries = 1;
  cfg.collective.timeout = 128;
  same_threads(cfg, "dgx2");
  assert_true(simulate(cfg, "dgx2")->collective.evictions > 0);
  cfg.collective.barrier = true; // leaves its table, and ends at its home GPU
  same_threads(cfg, "dgx2");
  cfg.collective.barrier = false;
  cfg.collective.method = NF_FAST_PULL;
  cfg.collective.timeout = 0;
  same_threads(cfg, "dgx2");
  cfg.collective.barrier = true;
  same_threads(cfg, "dgx2");
  cfg = Push;
  cfg.collective.bytes = 32 << 10;
  cfg.collective.table_entries = 1; // home GPUs of other workers
  cfg.collective.timeout = 128;
  same_threads(cfg, "single:16");
  assert_true(simulate(cfg, "single:16")->collective.evictions > 0);
  cfg = Push;
  cfg.collective.bytes = 32 << 10;
  cfg.collective.method = NF_FAST_PULL;
  cfg.collective.barrier = true;
  cfg.collective.timeout = 0;
  same_threads(cfg, "fattree:8,2");
  cfg = (nf_simulate_cfg){.kind = NF_SIMULATE_SCHEDULE,
                          .gap = 2,
                          .algorithm = "halving-doubling",
                          .collective = {.bytes = 32 << 10, .latency = 180, .ranks = 11}};
  same_threads(cfg, "dgx2");
}

static void more_threads_than_endpoints(void **state) {
  nf_simulate_result r;
  nf_err e = {0};
  nf_simulate_cfg cfg = Traffic;
  cfg.topology = "single:4";
  cfg.threads = 5;
  assert_int_equal(nf_simulate(&cfg, &r, &e), NF_EXIT_BAD_INPUT);
  assert_non_null(strstr(e.text, "5 threads: "));
}

static void traces_of_traffic(void **state) {
  nf_simulate_cfg cfg = Traffic;
  for (unsigned k = 0; k < 3; k++) {
    cfg.pattern.load = 0.3 + 0.3 * k;
    same_trace(&cfg, "single:16");
    same_trace(&cfg, "dgx2");
  }
  cfg.kind = NF_SIMULATE_PERMUTATION;
  same_trace(&cfg,
             "dgx2"); // some cables are asked for more than they carry: buffers fill, credits end
  cfg.routing = "adaptive";
  same_trace(&cfg, "dgx2");
  same_trace(&cfg, "hammingmesh:2x2,2x2"); // endpoints that forward, more channels
  same_trace(&cfg, "torus:4x4");
}

static void traces_of_collectives(void **state) {
  nf_simulate_cfg cfg = Push;
  same_trace(&cfg, "dgx2");
  cfg.collective.table_entries = 1; // evictions, time-outs, sums by way of home GPUs
  cfg.collective.timeout = 128;
  same_trace(&cfg, "single:16");
  assert_true(simulate(cfg, "single:16")->collective.evictions > 0);
  cfg = Push;
  cfg.collective.method = NF_FAST_PULL;
  cfg.collective.barrier = true;
  cfg.collective.timeout = 0;
  same_trace(&cfg, "dgx2");
}

// Switches of more than 64 ports have masks of two words. With two words for all of them a run is
// what it is with one; and runs of those that need two end, have the same trace for any window and
// as many threads, without and with evictions, time-outs and requests that wait for entries.
static void more_than_64_ports(void **state) {
  nf_simulate_cfg cfg[3] = {Push, Push, Push};
  cfg[1].collective.table_entries = 1;
  cfg[1].collective.timeout = 128;
  cfg[2].collective.method = NF_FAST_PULL;
  cfg[2].collective.barrier = true;
  cfg[2].collective.timeout = 0;
  cfg[2].collective.table_entries = 4;
  for (unsigned i = 0; i < 3; i++) {
    static const char *const small[] = {"single:16", "dgx2", "fattree:8,2"};
    for (unsigned k = 0; k < 3; k++) {
      const nf_simulate_result first = *simulate(cfg[i], small[k]);
      cfg[i].wide = true;
      const nf_simulate_result *r = simulate(cfg[i], small[k]);
      cfg[i].wide = false;
      assert_int_equal(r->hash, first.hash);
      assert_int_equal(r->ticks, first.ticks);
    }
    cfg[i].collective.bytes = 16 << 10;
    same_trace(&cfg[i], "single:72");
    cfg[i].collective.bytes = 8 << 10;
    same_threads(cfg[i], "single:128");
  }
  cfg[1].collective.bytes = 16 << 10;
  assert_true(simulate(cfg[1], "single:72")->collective.evictions > 0);
}

// Output-queued switches go through a window by events, as with a time line, or without: the same
// trace, for any window, as many threads, and masks of two words. In the first case all wait for
// few tables, so that rows are full and links hold what comes; in the second sums are evicted, grow
// too old and come in parts.
static void output_queued_switches(void **state) {
  nf_simulate_cfg few = Push, evicts = Push, leaves = Push;
  few.collective.queued = evicts.collective.queued = leaves.collective.queued = true;
  few.collective.bytes = 32 << 10;
  few.collective.waves = 64;
  few.collective.wave_blocks = 1;
  evicts.collective.table_entries = 1;
  evicts.collective.timeout = 128;
  leaves.collective.hierarchical = true;
  const struct {
    const nf_simulate_cfg *cfg;
    const char *topology;
  } run[] = {{&few, "fattree:16,2"}, {&few, "dgx2"},          {&few, "single:72"},
             {&evicts, "single:16"}, {&evicts, "dgx2"},       {&evicts, "single:72"},
             {&leaves, "leaf:4x4"},  {&leaves, "fattree:4,3"}};
  for (unsigned i = 0; i < sizeof run / sizeof *run; i++) {
    nf_simulate_cfg cfg = *run[i].cfg;
    same_trace(&cfg, run[i].topology);
    same_threads(cfg, run[i].topology);
    shown(cfg, run[i].topology);
    const nf_simulate_result narrow = *simulate(cfg, run[i].topology);
    cfg.wide = true;
    assert_int_equal(simulate(cfg, run[i].topology)->hash, narrow.hash);
    cfg.collective.queued = false;
    assert_int_not_equal(simulate(cfg, run[i].topology)->hash, narrow.hash);
  }
  const nf_simulate_result r = *simulate(evicts, "single:16");
  assert_true(r.collective.evictions > 0 && r.collective.timeouts > 0 && r.collective.rests > 0);
}

// A link whose ring is full of acknowledgements for the switch behind it: when they are taken
// ahead, what comes behind the last one is the first again, which was once taken twice.
static void rings_full_of_acknowledgements(void **state) {
  nf_simulate_cfg cfg = Push;
  cfg.collective.bytes = 30000;
  cfg.collective.table_entries = 7;
  cfg.collective.wave_blocks = 64;
  cfg.collective.latency = 1000;
  cfg.collective.timeout = 16;
  cfg.collective.seed = 362089;
  cfg.collective.queued = true;
  shown(cfg, "fattree:8,3,rate=25,endpoints=64");
}

// Pushes of all kinds: the same trace by another window, by threads, and with a time line, for
// which everything goes by events.
static void random_pushes(void **state) {
  static const char *const flat[] = {"single:4", "single:16",          "single:72",
                                     "dgx2",     "single:16,rate=200", "single:16,rate=100"},
                           *const trees[] = {"fattree:4,2",
                                             "fattree:4,3",
                                             "leaf:4x4",
                                             "leaf:8x4,spines=2",
                                             "leaf:2x2,rate=25,wire=300,switch=50",
                                             "fattree:8,3,rate=25,endpoints=64"};
  static const uint32_t wave_blocks[] = {1, 2, 3, 7, 11, 64}, timeouts[] = {0, 16, 64, 256, 5000},
                        latencies[] = {0, 20, 180, 1000};
  enum { RUNS = 24 };
  const char *seed = getenv("SEED");
  nf_rng rng = {seed ? strtoull(seed, NULL, 0) : 1};
  for (unsigned k = 0; k < RUNS; k++) {
    nf_simulate_cfg cfg = Push;
    nf_fast_collective_cfg *c = &cfg.collective;
    const bool tree = nf_rng_below(&rng, 2);
    const char *topology = tree ? trees[nf_rng_below(&rng, 6)] : flat[nf_rng_below(&rng, 6)];
    cfg.gap = 1 + nf_rng_below(&rng, 2);
    c->bytes = 4 + nf_rng_below(&rng, 16 << 10);
    c->table_entries = 1 + nf_rng_below(&rng, 32);
    c->waves = 1 + nf_rng_below(&rng, 64);
    c->wave_blocks = wave_blocks[nf_rng_below(&rng, 6)];
    c->timeout = timeouts[nf_rng_below(&rng, 5)];
    c->latency = latencies[nf_rng_below(&rng, 4)];
    c->result_acks = nf_rng_below(&rng, 2);
    c->barrier = nf_rng_below(&rng, 2);
    c->hierarchical = tree && nf_rng_below(&rng, 2);
    c->queued = nf_rng_below(&rng, 3) > 0;
    c->seed = nf_rng_next(&rng);
    const uint32_t window = 1 + nf_rng_below(&rng, 1000);
    const nf_simulate_result first = *simulate(cfg, topology);
    shown(cfg, topology);
    assert_int_equal(simulate(ahead(cfg, window), topology)->hash, first.hash);
    cfg.threads = 2 + nf_rng_below(&rng, 3);
    assert_int_equal(simulate(cfg, topology)->hash, first.hash);
  }
}

// A channel that may not follow its own last header yet may when the other channel has gone,
// whether the switch is run by events or without them.
static void channels_take_turns(void **state) {
  nf_simulate_cfg cfg = Push;
  cfg.collective.queued = true;
  for (cfg.collective.seed = 1; cfg.collective.seed <= 3; cfg.collective.seed++)
    shown(cfg, "fattree:8,2");
}

// Parts that are no whole number of waves, tables that fill up with requests, two entries that grow
// too old at once: all of it once kept a run from ending.
static void every_run_ends(void **state) {
  nf_simulate_cfg cfg = Push;
  cfg.collective.method = NF_FAST_PULL;
  cfg.collective.barrier = true;
  cfg.collective.timeout = 0;
  cfg.collective.bytes = 512 << 10;
  cfg.collective.waves = 64;
  cfg.collective.wave_blocks = 37; // no power of two, and a rank's part is no multiple of it
  assert_true(simulate(cfg, "dgx2")->ticks > 0);
  cfg.collective.wave_blocks = 4;
  cfg.collective.table_entries = 2;
  assert_true(simulate(cfg, "dgx2")->ticks > 0);
  cfg = Push;
  cfg.collective.seed = 1;
  cfg.collective.bytes = 128 << 10;
  cfg.collective.table_entries = 2;
  const nf_simulate_result *r = simulate(cfg, "single:16");
  assert_true(r->ticks > 0 && r->collective.timeouts > 0);
  // Endpoints that forward: packets for them that wait behind others were once sent round for ever.
  cfg = Traffic;
  cfg.kind = NF_SIMULATE_PERMUTATION;
  cfg.pattern.seed = 1;
  cfg.pattern.load = 0.9;
  cfg.pattern.ticks = 10000 * TICKS;
  cfg.pattern.warm_up = 2000 * TICKS;
  assert_true(simulate(cfg, "torus:8x8")->hops > 0);
}

// Endpoints that are cabled to each other alone, with and without switches beside them.
static void endpoints_without_switches(void **state) {
  static const char *const networks[] = {
      "{\"endpoints\":2,\"cables\":[[\"acc0\",\"acc1\"]]}",
      "{\"endpoints\":3,\"switches\":[\"s\"],\"cables\":[[\"acc0\",\"s\"],[\"acc1\",\"s\"],"
      "[\"acc2\",\"acc0\"],[\"acc2\",\"acc1\"]]}",
      "{\"endpoints\":2,\"planes\":3,\"cables\":[[\"acc0\",\"acc1\"]]}"};
  for (unsigned i = 0; i < sizeof networks / sizeof *networks; i++) {
    const char *path = file_of(networks[i]);
    nf_simulate_cfg cfg = Traffic;
    cfg.pattern.ticks = 2000 * TICKS;
    same_trace(&cfg, path);
    cfg = Messages;
    cfg.algorithm = "ring";
    cfg.collective.bytes = 4 << 10;
    same_trace(&cfg, path);
    cfg.chunk_bytes = 1024;
    assert_true(simulate(cfg, path)->hops > 0);
    refuses(Push, path, NF_EXIT_BAD_INPUT, "to a switch");
  }
}

// A switch that is plugged in nowhere would be the home of blocks.
static void a_switch_without_cables(void **state) {
  const char *path = file_of("{\"endpoints\":2,\"switches\":[\"s\",\"t\"],"
                             "\"cables\":[[\"acc0\",\"s\"],[\"acc1\",\"s\"]]}");
  refuses(Push, path, NF_EXIT_BAD_INPUT, "no cable leads from an endpoint to t");
  nf_simulate_cfg cfg = Messages;
  cfg.algorithm = "ring";
  assert_true(simulate(cfg, path)->hops > 0);
}

// Nothing moves for as long as a packet is on a cable of a millisecond, and that is no stall.
static void long_cables_are_no_stall(void **state) {
  nf_simulate_cfg cfg = Messages;
  cfg.algorithm = "dissemination";
  assert_true(simulate(cfg, "single:2,wire=1000000")->ticks > 0);
  assert_true(simulate(cfg, "single:2,switch=1000000")->ticks > 0);
  cfg = Push;
  cfg.collective.bytes = 4 << 10;
  cfg.collective.timeout = NF_FAST_USUAL_TIMEOUT;
  assert_true(simulate(cfg, "single:2,wire=500000")->ticks > 0);
  cfg = Traffic;
  cfg.bit_errors = 1e-5;
  cfg.pattern.ticks = 2000000 * TICKS;
  assert_true(simulate(cfg, "single:2,wire=1000000")->replays > 0);
}

// 2^32 ticks are 343 ms: what takes longer is refused, and never a wrong time.
static void longer_than_time(void **state) {
  nf_simulate_cfg cfg = Messages;
  cfg.algorithm = "binomial-broadcast";
  for (cfg.chunk_bytes = 64 << 10; cfg.chunk_bytes <= 512 << 20; cfg.chunk_bytes *= 2) {
    cfg.collective.bytes = 256 << 20; // 302 ms with headers
    assert_true(simulate(cfg, "single:2,rate=1")->ticks > 300e-3 / 80e-12);
    cfg.collective.bytes = 512 << 20;
    refuses(cfg, "single:2,rate=1", NF_EXIT_BAD_INPUT, "more than 340 ms");
  }
  // A chunk whose flits are more than all ticks, shared by planes.
  cfg.chunk_bytes = 512 << 20;
  const uint32_t whole = simulate(cfg, "single:2,planes=64,rate=1")->ticks;
  cfg.chunk_bytes = 64 << 10;
  const uint32_t parts = simulate(cfg, "single:2,planes=64,rate=1")->ticks;
  assert_true(fabs((double)whole - parts) <
              1e-3 * parts); // the first packet of a chunk has one plane
  cfg = Traffic;
  cfg.pattern.load = 1e-5;
  cfg.pattern.ticks = UINT32_MAX - 4 * NF_FAST_WINDOW;
  refuses(cfg, "single:2", NF_EXIT_BAD_INPUT, "--time");
}

// A pull whose entries are given up is no sum, and the reason is the time-out.
static void a_timeout_that_is_too_short(void **state) {
  nf_simulate_cfg cfg = Push;
  cfg.collective.method = NF_FAST_PULL;
  cfg.collective.timeout = 64;
  refuses(cfg, "single:8", NF_EXIT_STALLED, "--timeout");
}

// The usual time-out is as long as ranks are apart, whose packets take longer on slow links.
static void slow_links_do_not_time_out(void **state) {
  static const char *const networks[] = {"single:8,rate=1", "single:8,rate=5", "single:8,rate=25",
                                         "single:8,rate=100"};
  for (unsigned i = 0; i < 4; i++) {
    nf_simulate_cfg cfg = Push;
    cfg.collective.bytes = 128 << 10;
    cfg.collective.timeout = NF_FAST_USUAL_TIMEOUT;
    assert_int_equal(simulate(cfg, networks[i])->collective.timeouts, 0);
  }
}

// A table of two entries: the one that was touched least recently leaves, with its count, for the
// home GPU; what comes for it later leaves when it is whole.
static void oldest_entry_leaves(void **state) {
  enum { MEMBERS = 4 };
  nf_graph g;
  nf_route *route;
  nf_fast_fabric net;
  nf_fast_plan plan;
  nf_fast f;
  nf_err e = {0};
  const nf_fast_plan_cfg planned = {.members = MEMBERS, .blocks = 9, .part_blocks = 1};
  nf_fast_tables tables = {.members = MEMBERS, .entries = 2, .part_blocks = 1, .classes = 1};
  assert_int_equal(nf_graph_open(&g, "single:4", &e), NF_EXIT_OK);
  assert_int_equal(nf_route_open(&route, &g, NULL, &e), NF_EXIT_OK);
  const nf_fast_fabric_cfg cfg = {
      .graph = &g, .route = route, .classes = 2, .gap = 2, .reduces = true};
  assert_int_equal(nf_fast_fabric_open(&net, &cfg, &e), NF_EXIT_OK);
  assert_int_equal(nf_fast_open(&f, &net, &e), NF_EXIT_OK);
  assert_int_equal(nf_fast_plan_open(&plan, &net, &planned, &e), NF_EXIT_OK);
  f.plan = &plan;
  assert_int_equal(nf_fast_tables_open(&f, &tables, &e), NF_EXIT_OK);
  nf_fast_site *s = &net.site[plan.plane[0].site[0]];
  // Blocks of the table of port 0: 4 goes when 8 comes, since 0 was touched after it; 0 is
  // complete, and then the rest of 4.
  static const uint32_t blocks[] = {0, 4, 0, 8, 0, 0, 4, 4, 4};
  static const struct {
    uint8_t kind;
    uint32_t tag, count;
  } leaves[] = {{NF_OPCODE_PUSH_PARTIAL, 4, 1},
                {NF_OPCODE_PUSH_RESULT, 0, 4},
                {NF_OPCODE_PUSH_PARTIAL, 4, 3}};
  for (unsigned i = 0; i < sizeof blocks / sizeof blocks[0]; i++) {
    const nf_fast_packet p = {.tag = blocks[i],
                              .from = (uint16_t)(i % MEMBERS),
                              .count = 1,
                              .kind = NF_OPCODE_PUSH_WRITE,
                              .flits = 9};
    nf_fast_table_take(&f, s, 0, &p, 100 * i);
  }
  assert_int_equal(e.status, NF_EXIT_OK);
  assert_int_equal(s->table[0].pending, 3);
  for (unsigned i = 0; i < 3; i++) {
    assert_int_equal(s->table[0].result[i].kind, leaves[i].kind);
    assert_int_equal(s->table[0].result[i].tag, leaves[i].tag);
    assert_int_equal(s->table[0].result[i].count, leaves[i].count);
  }
  assert_int_equal(tables.evictions, 1);
  assert_int_equal(tables.rests, 1);
  nf_fast_tables_close(&f);
  nf_fast_plan_close(&plan);
  nf_fast_close(&f);
  nf_fast_fabric_close(&net);
  nf_route_close(route);
  nf_graph_close(&g);
}

static void seeds_differ(void **state) {
  nf_simulate_cfg cfg = Traffic;
  const uint64_t hash = simulate(cfg, "single:16")->hash;
  cfg.pattern.seed++;
  assert_int_not_equal(simulate(cfg, "single:16")->hash, hash);
}

// An output queue with n inputs, each with a packet of one flit for it in a slot with chance p / n
// (Karol, Hluchyj, Morgan 1987, eq. 4): mean wait (n - 1) / n * p / (2 (1 - p)) slots. Packets go
// to others, so n is one less than the ports. What the pipeline takes besides is measured at a load
// of almost nothing.
static void queue_as_in_theory(void **state) {
  static const double loads[] = {0.2, 0.5, 0.8, 0.9};
  nf_simulate_cfg cfg = Traffic;
  cfg.pattern.flits = 1;
  cfg.gap = 1;
  cfg.pattern.responses = 0; // one FIFO an output
  cfg.pattern.load = 0.001;
  cfg.pattern.ticks = 200000 * TICKS;
  cfg.pattern.warm_up = 20000 * TICKS;
  const unsigned ports = 16, n = ports - 1;
  nf_simulate_result *r = simulate(cfg, "single:16");
  const double pipeline = nf_fast_mean(r->latency) / TICKS - 0.001 / 2 * (n - 1) / n;
  for (unsigned i = 0; i < sizeof loads / sizeof loads[0]; i++) {
    const double p = loads[i], wait = (n - 1.0) / n * p / (2 * (1 - p));
    cfg.pattern.load = p;
    r = simulate(cfg, "single:16");
    const double measured = nf_fast_mean(r->latency) / TICKS - pipeline,
                 interval = nf_fast_interval(r->latency) / TICKS;
    print_message("load %.1f: wait %.4f cycles, %.4f by theory, +-%.4f\n", p, measured, wait,
                  interval);
    assert_true(fabs(measured - wait) <= interval + 0.001);
    assert_true(interval < 0.05 * (1 + wait));
  }
}

static void throughput_is_what_is_offered(void **state) {
  nf_simulate_cfg cfg = Traffic;
  cfg.pattern.ticks = 20000 * TICKS;
  cfg.pattern.load = 0.9;
  const nf_simulate_result *r = simulate(cfg, "single:16");
  assert_true((double)r->pattern.arrived / r->pattern.capacity > 0.88);
  cfg.pattern.load = 1;
  r = simulate(cfg, "single:16");
  assert_true((double)r->pattern.arrived / r->pattern.capacity > 0.95); // KLENK V
}

// Packets of one flit on one channel go every other cycle; the other channel fills the gaps.
static void headers_keep_their_distance(void **state) {
  nf_simulate_cfg cfg = Traffic;
  cfg.pattern.flits = 1;
  cfg.pattern.load = 1;
  cfg.pattern.responses = 0;
  const nf_simulate_result *r = simulate(cfg, "single:2");
  assert_true(fabs((double)r->pattern.arrived / r->pattern.capacity - 0.5) < 0.01);
  cfg.gap = 1;
  r = simulate(cfg, "single:2");
  assert_true((double)r->pattern.arrived / r->pattern.capacity > 0.99);
}

// One after the other better, never worse; chance moves a run by less than a hundredth.
static void better_is_never_worse(void **state) {
  nf_simulate_cfg cfg = Push;
  double last = INFINITY;
  for (cfg.collective.table_entries = 1; cfg.collective.table_entries <= 32;
       cfg.collective.table_entries *= 2) {
    const double ticks = simulate(cfg, "dgx2")->ticks;
    assert_true(ticks <= last * 1.01);
    last = ticks;
  }
  static const char *const faster[] = {"dgx2,rate=12.5", "dgx2,rate=25", "dgx2,rate=50",
                                       "dgx2,rate=100"};
  last = INFINITY;
  for (unsigned i = 0; i < 4; i++) {
    const double ticks = simulate(cfg, faster[i])->ticks;
    assert_true(ticks <= last * 1.01);
    last = ticks;
  }
}

static void traces_of_messages(void **state) {
  nf_simulate_cfg cfg = Messages;
  same_trace(&cfg, "dgx2");
  cfg.collective.ranks = 11; // no power of two: ranks that wait for others' first step
  cfg.algorithm = "halving-doubling";
  same_trace(&cfg, "dgx2");
  cfg.collective.ranks = 0;
  cfg.algorithm = "torus"; // four messages of a rank at once, endpoints that forward
  cfg.shape = (nf_shape){.dim = {4, 4}, .dims = 2};
  same_trace(&cfg, "torus:4x4");
  cfg.algorithm = "dissemination"; // no bytes
  same_trace(&cfg, "fattree:4,2");
}

// All ranks of a ring do the same at the same time, so it takes 2 (p - 1) times what a message
// does; and that is read, switch and cables, and nine to ten flits a packet, as the links carry
// acknowledgements too. Counted by hand: 15 cycles of command, 3 to the read, 271 of memory, 3 to
// the link; 6 and 108 of link and cable, 19 of the switch, 6 and 108, 8 flits behind the header, 3
// into memory.
static void ring_takes_its_steps(void **state) {
  const unsigned ranks = 8, steps = 2 * (ranks - 1),
                 empty = 15 + 3 + 271 + 3 + 6 + 108 + 19 + 6 + 108 + 8 + 3;
  nf_simulate_cfg cfg = Messages;
  for (cfg.collective.bytes = 1024; cfg.collective.bytes <= 1 << 20; cfg.collective.bytes *= 32) {
    const nf_simulate_result *r = simulate(cfg, "single:8");
    const double packets = (double)cfg.collective.bytes / 128 / ranks,
                 message = nf_fast_mean(r->latency) / TICKS;
    assert_true(message >= empty + 9 * (packets - 1));
    assert_true(message <= 1.01 * (empty + 10 * (packets - 1)));
    assert_true(fabs(r->ticks - 1 - steps * message * TICKS) <= 0.001 * r->ticks);
    assert_int_equal(r->messages, ranks * steps);
  }
}

// Each message has one acknowledgement, which goes back over two cables, on DGX-2 three between its
// halves; nothing takes longer.
static void messages_acknowledged_once(void **state) {
  static const char *const topologies[] = {"single:8", "dgx2"};
  nf_simulate_cfg cfg = Messages;
  for (unsigned i = 0; i < 2; i++) {
    cfg.ack_once = false;
    const nf_simulate_result by_packet = *simulate(cfg, topologies[i]);
    cfg.ack_once = true;
    const nf_simulate_result *r = simulate(cfg, topologies[i]);
    const uint64_t acks = r->hops - by_packet.hops / 2;
    assert_true(acks >= 2 * r->messages && acks <= (i ? 3 : 2) * r->messages);
    assert_true(r->ticks <= by_packet.ticks);
    same_trace(&cfg, topologies[i]);
    same_threads(cfg, topologies[i]);
    shown(cfg, topologies[i]);
  }
  cfg.collective.bytes = 16 * 128; // a message is a packet
  const uint64_t once = simulate(cfg, "dgx2")->hash;
  cfg.ack_once = false;
  assert_int_equal(simulate(cfg, "dgx2")->hash, once);
  cfg = Messages;
  cfg.ack_once = true;
  cfg.algorithm = "torus";
  cfg.shape = (nf_shape){.dim = {4, 4}, .dims = 2};
  same_trace(&cfg, "torus:4x4");
  cfg.algorithm = "dissemination";
  same_trace(&cfg, "fattree:4,2");
}

// Acknowledgements leave in the order of their ticks, in whatever order they were made: planes run
// one after the other, so the one that ends a message may not be the one with its last packet.
static void acknowledgements_in_order(void **state) {
  nf_err e = {0};
  nf_fast_fabric net = {.bytes = 0};
  nf_fast f = {.err = &e, .fabric = &net};
  nf_fast_acks a = {.ring.due = NF_FAST_NEVER};
  nf_rng rng = {5};
  for (unsigned k = 0; k < 100; k++)
    nf_fast_acks_add(&f, &a, (nf_fast_ack){.due = nf_rng_below(&rng, 40), .tag = k});
  nf_fast_ack last = {0};
  for (unsigned k = 0; k < 100; k++) {
    assert_true(a.ring.due >= last.due);
    const nf_fast_ack ack = *nf_fast_acks_take(&a);
    assert_true(k == 0 || nf_fast_ack_before(&last, &ack));
    last = ack;
  }
  assert_true(a.ring.due == NF_FAST_NEVER);
  free(a.ack);
}

// Chunk by chunk a run takes as long as packet by packet, where buffers do not decide: what a chunk
// does not have are turns by packet and buffers that fill, which cost 7 % on the HammingMesh.
static void chunks_are_near_packets(void **state) {
  static const struct {
    const char *topology, *algorithm;
    double within;
  } run[] = {{"dgx2", "ring", 0.03},
             {"dgx2", "halving-doubling", 0.03},
             {"fattree:8,2", "ring", 0.03},
             {"fattree128", "shift", 0.03},
             {"dragonfly:4,2,9", "shift", 0.1},
             {"hammingmesh:2x2,2x2", "shift", 0.1}};
  for (unsigned i = 0; i < 2 * sizeof run / sizeof *run; i++) {
    nf_simulate_cfg cfg = Messages;
    cfg.algorithm = run[i / 2].algorithm;
    cfg.ack_once = i % 2;
    cfg.collective.bytes = 1 << 20;
    const nf_simulate_result *r = simulate(cfg, run[i / 2].topology);
    const double packets = r->ticks;
    const uint32_t messages = r->messages;
    const uint64_t hops = r->hops;
    cfg.chunk_bytes = 8 << 10;
    r = simulate(cfg, run[i / 2].topology);
    assert_int_equal(r->messages, messages);
    assert_true(r->hops < hops);
    if (fabs(r->ticks - packets) > run[i / 2].within * packets)
      fail_msg("%s on %s: %u ticks by chunks, %.0f by packets", run[i / 2].algorithm,
               run[i / 2].topology, r->ticks, packets);
  }
}

// One message through an empty network of one plane takes as long by any chunk as by packets, but
// for its acknowledgements, which meet nothing.
static void one_message_by_any_chunk(void **state) {
  nf_simulate_cfg cfg = Messages;
  cfg.algorithm = "binomial-broadcast";
  cfg.collective.ranks = 2;
  const uint32_t packets = simulate(cfg, "fattree:4,2")->ticks;
  for (cfg.chunk_bytes = 128; cfg.chunk_bytes <= 64 << 10; cfg.chunk_bytes *= 8)
    assert_int_equal(simulate(cfg, "fattree:4,2")->ticks, packets);
}

// ------------------------------------------------------------------------------- leaves that
// reduce
// Uplinks that are full in both channels: credit for one comes while the other waits for its turn.
static void traces_of_full_uplinks(void **state) {
  nf_simulate_cfg cfg = Push;
  cfg.collective.table_entries = 1;
  cfg.collective.seed = 2;
  same_trace(&cfg, "leaf:8x8");
}

static void traces_of_leaves(void **state) {
  nf_simulate_cfg cfg = Push;
  cfg.collective.hierarchical = true;
  same_trace(&cfg, "leaf:4x4");
  cfg.collective.table_entries = 1; // which evict at leaves and above, and time out
  same_trace(&cfg, "leaf:4x4");
  assert_true(simulate(cfg, "leaf:4x4")->collective.evictions > 0);
  const uint64_t hash =
      simulate(cfg, "leaf:8x8")->hash; // stood still when leaves were homes as well
  cfg.threads = 3;
  assert_true(simulate(cfg, "leaf:8x8")->hash == hash);
}

// Each block goes from 16 ranks to 4 leaves, from those to one switch, back to 4 leaves and to 16
// ranks. Without leaves that reduce, homes are anywhere: never fewer hops than from 16 ranks to
// their leaves, 12 of them further, and back over a tree of 3 cables to 16.
static void a_leaf_sends_one_sum(void **state) {
  nf_simulate_cfg cfg = Push;
  const uint32_t blocks = (uint32_t)(cfg.collective.bytes / 128);
  cfg.collective.table_entries = 32;
  cfg.collective.timeout = 0;
  cfg.collective.result_acks = false;
  const nf_simulate_result flat = *simulate(cfg, "leaf:4x4");
  cfg.collective.hierarchical = true;
  const nf_simulate_result first = *simulate(cfg, "leaf:4x4");
  assert_int_equal(first.collective.evictions, 0);
  assert_int_equal(first.hops, blocks * (16 + 4 + 4 + 16));
  assert_true(flat.hops >= blocks * (16 + 12 + 3 + 16));
  // Acknowledgements of results go up to the home.
  cfg.collective.result_acks = true;
  assert_int_equal(simulate(cfg, "leaf:4x4")->hops, blocks * (16 + 4 + 4 + 16 + 2 * 16));
  // Of three levels the highest alone are homes: 8 leaves' sums pass the switches between.
  cfg.collective.result_acks = false;
  assert_int_equal(simulate(cfg, "fattree:4,3")->hops, blocks * (16 + 8 + 8 + 4 + 8 + 16));
}

// ------------------------------------------------------------------------------- time lines
static void time_lines_change_nothing(void **state) {
  nf_simulate_cfg push = Push, pull = Push, leaves = Push;
  push.collective.table_entries = 1; // evictions, time-outs, rests
  shown(push, "single:16");
  pull.collective.method = NF_FAST_PULL;
  pull.collective.barrier = true;
  pull.collective.timeout = 0;
  shown(pull, "dgx2");
  leaves.collective.hierarchical = true;
  leaves.bit_errors = 1e-6;
  shown(leaves, "leaf:4x4");
  shown(Messages, "torus:4x4");
  shown(Traffic, "single:8");
}

// ------------------------------------------------------------------------------- bit errors
static const double Errors[] = {0, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4};
enum { RATES = sizeof Errors / sizeof Errors[0] };

// The same for any window and any number of threads; without errors as if there were no such thing.
static void traces_with_errors(void **state) {
  nf_simulate_cfg push = Push, traffic = Traffic, messages = Messages;
  const uint64_t clean = simulate(push, "dgx2")->hash;
  push.bit_errors = traffic.bit_errors = messages.bit_errors = 1e-5;
  same_trace(&push, "dgx2");
  same_trace(&traffic, "fattree:8,2");
  same_trace(&messages, "torus:4x4");
  const nf_simulate_result one = *simulate(push, "dgx2");
  push.threads = 3;
  const nf_simulate_result *three = simulate(push, "dgx2");
  assert_true(one.replays > 0 && one.hash != clean);
  assert_true(three->hash == one.hash && three->replays == one.replays);
  push.threads = 1;
  push.bit_errors = 0;
  assert_true(simulate(push, "dgx2")->hash == clean);
  assert_int_equal(simulate(push, "dgx2")->replays, 0);
}

// Packets of one flit on cables that hold more of them than a replay buffer: errors that are too
// rare to happen change nothing.
static void errors_that_never_come(void **state) {
  nf_simulate_cfg cfg = Traffic;
  cfg.pattern.flits = 1;
  cfg.pattern.load = 0.9;
  const nf_simulate_result without = *simulate(cfg, "single:8,wire=400");
  cfg.bit_errors = 1e-16;
  const nf_simulate_result *with = simulate(cfg, "single:8,wire=400");
  assert_int_equal(with->replays, 0);
  assert_int_equal(with->hops, without.hops);
  assert_true(with->hash == without.hash);
}

// Ten times the errors: more repetitions, and later. The sum over seeds, as one packet more may be
// lucky.
static void more_errors_are_not_faster(void **state) {
  enum { SEEDS = 4 };
  nf_simulate_cfg push = Push, messages = Messages;
  uint64_t last[2] = {0}, replays[2] = {0};
  for (unsigned i = 0; i < RATES; i++) {
    uint64_t ticks[2] = {0}, more[2] = {0};
    push.bit_errors = messages.bit_errors = Errors[i];
    for (unsigned seed = 1; seed <= SEEDS; seed++) {
      push.collective.seed = messages.collective.seed = seed;
      const nf_simulate_result *r = simulate(push, "dgx2");
      ticks[0] += r->ticks;
      more[0] += r->replays;
      r = simulate(messages, "single:8");
      ticks[1] += r->ticks;
      more[1] += r->replays;
    }
    for (unsigned k = 0; k < 2; k++) {
      assert_true(ticks[k] >= last[k]);
      assert_true(more[k] >= 5 * replays[k]);
      last[k] = ticks[k];
      replays[k] = more[k];
    }
  }
  assert_true(replays[0] > 1000 && replays[1] > 1000);
}

// docs/link.md: of words of 192 bits a share p is damaged, and each costs 2 D + 10 flits. A message
// of full packets over two such links one behind the other, which hold each other up no more than
// if the losses of both were of one.
static void errors_cost_what_the_link_says(void **state) {
  enum { WIRE = 108 };
  nf_simulate_cfg cfg = Messages;
  cfg.algorithm = "binomial-broadcast";
  cfg.collective.bytes = 4 << 20;
  const double clean = simulate(cfg, "single:2")->ticks;
  for (unsigned i = 2; i < RATES - 1; i++) {
    cfg.bit_errors = Errors[i];
    const double p = 1 - pow(1 - Errors[i], 192), lost = p * (2 * WIRE + 10),
                 one = (1 - p) / (1 - p + lost), both = (1 - p) / (1 - p + 2 * lost),
                 share = clean / simulate(cfg, "single:2")->ticks;
    if (share > 1.02 * one || share < 0.98 * both)
      fail_msg("bit errors of %g leave %.4f of the rate, not %.4f..%.4f", Errors[i], share, both,
               one);
  }
}

// The first flit is damaged, and none behind it: all packets are on the wire 2000 ticks later, and
// the link takes them as fast as ever until a packet's room more would be more than 502 flits; then
// each has to wait until so many of the first flits as it needs have been on the wire for 2000
// ticks. A packet of another channel has its 9 flits promised, and waits for that packet's less.
static void a_replay_buffer_fills(void **state) {
  enum { FLITS = 9, FLIT = 8, LATE = 2000, THERE = 2000, ROOM = 502, PROMISED = 9, LAST = 55 };
  static nf_fast_unacked unacked[512]; // more than ROOM, a power of two
  nf_fast_wire w = {.scale = -INFINITY,
                    .again = LATE,
                    .there = THERE,
                    .room = ROOM,
                    .flit = FLIT,
                    .mask = 512 - 1,
                    .unacked = unacked};
  uint32_t now = 0;
  for (unsigned k = 1; k <= 2 * LAST; k++) {
    const unsigned flits = k * FLITS, line = now + FLITS * FLIT;
    uint32_t free = line, again;
    assert_int_equal(nf_fast_wire_take(&w, FLITS, now, &free, &again), LATE + flits * FLIT);
    const unsigned other = LATE + (flits - ROOM) * FLIT + THERE,
                   same = LATE + (flits - ROOM + PROMISED) * FLIT + THERE;
    assert_int_equal(free, flits <= ROOM || other < line ? line : other);
    assert_int_equal(again, flits <= ROOM - PROMISED || same < line ? line : same);
    now = again;
  }
  assert_int_equal(w.replays, 1);
}

// On long cables the same for any window and number of threads, and with a time line. A leaf sends
// 9 flits of each block up, of which no more than 502 are under way for the cable twice, with what
// the switch takes beyond its 17 cycles, and 11 cycles.
static void long_cables_wait_for_their_buffers(void **state) {
  enum { CABLE = (500000 + 50000 - 17 * 640) / 640, HOLDS = 502, TURN = 2 * CABLE + 11 };
  nf_simulate_cfg push = Push, pull = Push, leaves = Push;
  pull.collective.method = NF_FAST_PULL;
  pull.collective.barrier = true;
  pull.collective.timeout = 0;
  leaves.collective.hierarchical = true;
  leaves.collective.result_acks = false;
  const nf_simulate_cfg *const run[] = {&push, &pull, &leaves};
  for (unsigned i = 0; i < 3; i++) {
    same_trace(run[i], "leaf:4x4,rate=25");
    same_threads(*run[i], "leaf:4x4,rate=25");
    shown(*run[i], "leaf:4x4,rate=25");
  }
  leaves.collective.bytes = 64 << 10;
  leaves.collective.waves = 64;
  leaves.collective.timeout = 0;
  leaves.collective.table_entries = 64;
  const uint32_t flits = 9 * (uint32_t)(leaves.collective.bytes / 128),
                 least = flits / HOLDS * TURN * NF_FAST_CYCLE;
  const uint32_t ticks = simulate(leaves, "leaf:2x2,rate=25,wire=500,switch=50")->ticks;
  assert_true(ticks > least && ticks < least + 4 * TURN * NF_FAST_CYCLE);
}

// ------------------------------------------------------------------------------- division
static void products_are_quotients(void **state) {
  nf_rng rng = {1};
  for (unsigned k = 0; k < 200000; k++) {
    const uint32_t by =
        k < 64 ? k + 1 : (uint32_t)(nf_rng_next(&rng) >> (32 + k % 32)) | 1u << k % 7;
    const nf_fast_divisor d = nf_fast_divide_by(by);
    const uint32_t edge = by * (uint32_t)(nf_rng_next(&rng) >> 32),
                   n[] = {0, by - 1, by, edge, edge - 1, UINT32_MAX, (uint32_t)nf_rng_next(&rng)};
    for (unsigned i = 0; i < sizeof n / sizeof *n; i++) {
      assert_int_equal(nf_fast_quotient(n[i], &d), n[i] / by);
      assert_int_equal(nf_fast_rest(n[i], &d), n[i] % by);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(products_are_quotients),
      cmocka_unit_test(traces_of_traffic),
      cmocka_unit_test(traces_of_collectives),
      cmocka_unit_test(longer_windows),
      cmocka_unit_test(traces_of_threads),
      cmocka_unit_test(more_than_64_ports),
      cmocka_unit_test(output_queued_switches),
      cmocka_unit_test(rings_full_of_acknowledgements),
      cmocka_unit_test(random_pushes),
      cmocka_unit_test(more_threads_than_endpoints),
      cmocka_unit_test(seeds_differ),
      cmocka_unit_test(channels_take_turns),
      cmocka_unit_test(every_run_ends),
      cmocka_unit_test(endpoints_without_switches),
      cmocka_unit_test(a_switch_without_cables),
      cmocka_unit_test(long_cables_are_no_stall),
      cmocka_unit_test(longer_than_time),
      cmocka_unit_test(a_timeout_that_is_too_short),
      cmocka_unit_test(slow_links_do_not_time_out),
      cmocka_unit_test(oldest_entry_leaves),
      cmocka_unit_test(headers_keep_their_distance),
      cmocka_unit_test(queue_as_in_theory),
      cmocka_unit_test(better_is_never_worse),
      cmocka_unit_test(throughput_is_what_is_offered),
      cmocka_unit_test(traces_of_messages),
      cmocka_unit_test(ring_takes_its_steps),
      cmocka_unit_test(messages_acknowledged_once),
      cmocka_unit_test(acknowledgements_in_order),
      cmocka_unit_test(chunks_are_near_packets),
      cmocka_unit_test(one_message_by_any_chunk),
      cmocka_unit_test(traces_of_full_uplinks),
      cmocka_unit_test(traces_of_leaves),
      cmocka_unit_test(a_leaf_sends_one_sum),
      cmocka_unit_test(time_lines_change_nothing),
      cmocka_unit_test(traces_with_errors),
      cmocka_unit_test(errors_that_never_come),
      cmocka_unit_test(more_errors_are_not_faster),
      cmocka_unit_test(errors_cost_what_the_link_says),
      cmocka_unit_test(a_replay_buffer_fills),
      cmocka_unit_test(long_cables_wait_for_their_buffers),
  };
  return cmocka_run_group_tests_name("fast", tests, NULL, NULL);
}
