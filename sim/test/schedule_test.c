// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Schedules: every algorithm is right, takes the time of its closed form to the last digit, and a
// checker that is shown a broken one says what is wrong with it.
#define _POSIX_C_SOURCE 200809L
#include "sim/collective/algorithms.h"
#include "sim/collective/check.h"
#include "sim/collective/link_tree.h"
#include "sim/collective/time.h"
#include "sim/test/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void good(const nf_err *e) {
  if (e->status != NF_EXIT_OK)
    fail_msg("%s", e->text);
}

static nf_schedule make(const char *name, const nf_shape *shape) {
  nf_schedule s;
  nf_err e = {0};
  nf_algorithm_open(&s, name, shape, &e);
  good(&e);
  return s;
}

// ------------------------------------------------------------------------------- all are right
// What the schedule comes to is what was said without making it.
static void count(const char *name, const nf_shape *shape) {
  nf_err e = {0};
  nf_steps steps = {0};
  nf_extent made = {0, 0};
  nf_schedule s = make(name, shape);
  for (uint32_t rank = 0; rank < s.ranks; rank++) {
    nf_schedule_steps(&s, rank, &steps, &e);
    good(&e);
    made.steps += steps.steps;
    for (uint32_t i = 0; i < steps.steps; i++)
      made.chunks += steps.step[i].count;
  }
  const nf_extent said = nf_algorithm_extent(nf_algorithm_find(name), shape);
  if (made.steps != said.steps || made.chunks != said.chunks)
    fail_msg("%s of %u ranks: %llu steps on %llu chunks, not %llu on %llu", name, shape->ranks,
             (unsigned long long)made.steps, (unsigned long long)made.chunks,
             (unsigned long long)said.steps, (unsigned long long)said.chunks);
  nf_steps_free(&steps);
  nf_schedule_close(&s);
}

static void check(const char *name, const nf_shape *shape) {
  nf_err e = {0};
  nf_schedule s = make(name, shape);
  nf_schedule_check(&s, &e);
  if (e.status != NF_EXIT_OK)
    fail_msg("%s of %u ranks: %s", name, shape->ranks, e.text);
  nf_schedule_close(&s);
  count(name, shape);
}

static void any_number_of_ranks(void **state) {
  static const char *const names[] = {
      "ring",    "ring-both", "double-tree",         "halving-doubling", "direct",
      "network", "shift",     "ring-reduce-scatter", "ring-all-gather",  "dissemination"};
  for (uint32_t p = 2; p <= 40; p++)
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
      check(names[i], &(nf_shape){.ranks = p, .segments = p % 4});
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    check(names[i], &(nf_shape){.ranks = 128});
}

static void any_root(void **state) {
  for (uint32_t p = 2; p <= 20; p++)
    for (uint32_t root = 0; root < p; root++) {
      check("binomial-broadcast", &(nf_shape){.ranks = p, .root = root});
      check("binomial-reduce", &(nf_shape){.ranks = p, .root = root});
    }
}

static void tori(void **state) {
  for (uint32_t r = 2; r <= 8; r++)
    for (uint32_t c = 2; c <= 8; c++) {
      const nf_shape shape = {.ranks = r * c, .dim = {r, c}, .dims = 2};
      check("torus", &shape);
      check("torus-phases", &shape);
      check("torus-shift", &shape);
      if (r > 2 && c > 2)
        check("cycles", &shape);
    }
  for (uint32_t l = 2; l <= 4; l++)
    for (uint32_t v = 2; v <= 4; v++) {
      const nf_shape shape = {.ranks = l * v * (l + 1), .dim = {l, v, l + 1}, .dims = 3};
      check("torus-phases", &shape);
      check("torus-shift", &shape);
    }
}

static void machines(void **state) {
  for (uint32_t n = 2; n <= 8; n++)
    for (uint32_t machines = 2; machines <= 5; machines++) {
      const nf_shape shape = {.ranks = n * machines, .machine = n};
      check("hierarchical-netreduce", &shape);
      if ((n & (n - 1)) == 0)
        check("tencent", &shape);
    }
}

static void large(void **state) {
  check("double-tree", &(nf_shape){.ranks = 16384, .segments = 4});
  check("network", &(nf_shape){.ranks = 16384});
  check("dissemination", &(nf_shape){.ranks = 4096});
  check("torus", &(nf_shape){.ranks = 144, .dim = {12, 12}, .dims = 2});
}

// The most ranks, sides and segments that there are: nothing goes round.
static void extents(void **state) {
  const uint64_t p = NF_SCHEDULE_RANKS;
  const nf_shape most = {.ranks = NF_SCHEDULE_RANKS,
                         .dim = {1024, 1024},
                         .dims = 2,
                         .machine = 1024,
                         .segments = NF_SCHEDULE_RANKS};
  const struct {
    const char *name;
    uint64_t steps;
  } known[] = {{"ring", 4 * p * (p - 1)},
               {"cycles", 16 * p * (p - 1)},
               {"direct", 4 * p * (p - 1)},
               {"torus", 32 * p * 1023},
               {"double-tree", 2 * p * (4 * (p - 1) + p / 2 - 1)}};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
    assert_int_equal(nf_algorithm_extent(nf_algorithm_find(known[i].name), &most).steps,
                     known[i].steps);
  for (uint32_t i = 0; i < nf_algorithms_count; i++) {
    const nf_extent x = nf_algorithm_extent(&nf_algorithms[i], &most);
    assert_in_range(x.steps, p, 1ull << 46);
    assert_in_range(x.chunks, x.steps, 1ull << 46);
    // What is refused anyhow is not divided by.
    nf_algorithm_extent(&nf_algorithms[i], &(nf_shape){.ranks = 7});
    nf_algorithm_extent(&nf_algorithms[i], &(nf_shape){.ranks = 1});
    nf_algorithm_extent(&nf_algorithms[i], &(nf_shape){.ranks = 8, .machine = 9});
  }
}

// One rank of a ring of 16,384 at a time.
static void on_demand(void **state) {
  nf_err e = {0};
  nf_steps steps = {0};
  nf_schedule s = make("ring", &(nf_shape){.ranks = 16384});
  for (uint32_t rank = 0; rank < 16384; rank += 5461) {
    nf_schedule_steps(&s, rank, &steps, &e);
    good(&e);
    assert_int_equal(steps.steps, 4 * (16384 - 1));
  }
  nf_steps_free(&steps);
  nf_schedule_close(&s);
}

// ------------------------------------------------------------------------------- closed forms
// alphas * alpha + share of the buffer * bytes / rate, as a fraction; compared exactly.
typedef struct {
  uint64_t alphas[2], share[2], of; // within and between machines; share / of
} closed;

enum { BYTES = 1000000 };
static const nf_cost Cost = {
    .bytes = BYTES, .alpha_ps = {700000, 1300000}, .rate = {15750000000, 12500000000}};

static void time_is(const char *name, const nf_shape *shape, closed c) {
  nf_err e = {0};
  nf_program p;
  nf_ratio t = {0, 1};
  nf_schedule s = make(name, shape);
  nf_program_open(&p, &s, &e);
  good(&e);
  nf_program_time(&p, &Cost, &t, &e);
  good(&e);
  // want = (alphas . alpha) + share / of * BYTES * 10^12 / rate; both rates over one denominator
  const unsigned __int128 den =
      (unsigned __int128)c.of * Cost.rate[0] / 1000000 * Cost.rate[1] / 1000000;
  const unsigned __int128 num =
      (c.alphas[0] * (unsigned __int128)Cost.alpha_ps[0] + c.alphas[1] * Cost.alpha_ps[1]) * den +
      (unsigned __int128)BYTES * 1000000 *
          (c.share[0] * (unsigned __int128)(Cost.rate[1] / 1000000) +
           c.share[1] * (Cost.rate[0] / 1000000));
  if ((unsigned __int128)t.num * den != num * t.den)
    fail_msg("%s of %u ranks takes %g ps, not %g", name, shape->ranks,
             (double)t.num / (double)t.den, (double)num / (double)den);
  nf_program_close(&p);
  nf_schedule_close(&s);
}

static uint32_t log2_up(uint32_t n) {
  uint32_t k = 0;
  while (1u << k < n)
    k++;
  return k;
}

static void rings_take(void **state) {
  for (uint32_t p = 2; p <= 33; p++) {
    const nf_shape shape = {.ranks = p};
    time_is("ring", &shape, (closed){{2 * (p - 1), 0}, {2 * (p - 1), 0}, p});
    time_is("ring-both", &shape, (closed){{2 * (p - 1), 0}, {p - 1, 0}, p});
    time_is("ring-reduce-scatter", &shape, (closed){{p - 1, 0}, {p - 1, 0}, p});
    time_is("ring-all-gather", &shape, (closed){{p - 1, 0}, {p - 1, 0}, p});
    time_is("shift", &shape, (closed){{p - 1, 0}, {p - 1, 0}, p});
    time_is("direct", &shape, (closed){{2 * (p - 1), 0}, {2 * (p - 1), 0}, p});
  }
  for (uint32_t n = 3; n <= 8; n++) {
    const uint32_t p = n * n;
    const nf_shape shape = {.ranks = p, .dim = {n, n}, .dims = 2};
    time_is("cycles", &shape, (closed){{2 * (p - 1), 0}, {p - 1, 0}, 2 * p}); // HXMESH V-A2: S / 2
    time_is("torus", &shape, (closed){{4 * (n - 1), 0}, {p - 1, 0}, 2 * p});
    time_is("torus-phases", &shape, (closed){{4 * (n - 1), 0}, {2 * (p - 1), 0}, p});
  }
  for (uint32_t l = 2; l <= 4; l++) { // an n-th of the buffer to each of n - 1, in each dimension
    const nf_shape shape = {.ranks = l * 3 * 5, .dim = {l, 3, 5}, .dims = 3};
    time_is("torus-shift", &shape,
            (closed){{l - 1 + 2 + 4, 0}, {(l - 1) * 15 + 2 * 5 * l + 4 * 3 * l, 0}, 15 * l});
  }
}

static void logs_take(void **state) {
  for (uint32_t p = 2; p <= 70; p++) {
    const uint32_t power = 1u << (log2_up(p + 1) - 1), k = log2_up(power), up = log2_up(p);
    const bool surplus = p > power;
    const nf_shape shape = {.ranks = p};
    time_is("halving-doubling", &shape,
            (closed){{2 * k + 3 * surplus, 0}, {2 * (power - 1) + 2 * surplus * power, 0}, power});
    time_is("binomial-broadcast", &shape, (closed){{up, 0}, {up, 0}, 1});
    time_is("binomial-reduce", &shape, (closed){{up, 0}, {up, 0}, 1});
    time_is("network", &shape, (closed){{1, 0}, {1, 0}, 1});
    for (uint32_t segments = 1; segments <= 5; segments += 2)
      // Both trees are log2(p) high, rounded up.
      time_is("double-tree", &(nf_shape){.ranks = p, .segments = segments},
              (closed){{2 * up + segments - 1, 0}, {2 * up + segments - 1, 0}, 2 * segments});
  }
}

static void machines_take(void **state) {
  for (uint32_t n = 2; n <= 8; n *= 2)
    for (uint32_t h = 2; h <= 5; h++) {
      const nf_shape shape = {.ranks = n * h, .machine = n};
      const uint32_t k = log2_up(n), p = n * h;
      // NETREDUCE Eq. 6: (2 n - 2) and one of the network; 2 (n - 1) M / (n B_intra) + M / B_inter.
      time_is("hierarchical-netreduce", &shape, (closed){{2 * (n - 1), 1}, {2 * (n - 1), n}, n});
      // NETREDUCE Eq. 5: 2 log n + (log n + n - 1) within, 2 (P / n - 1) between;
      // 4 (n - 1) / n M / B_intra, 2 (P / n - 1) / (P / n) M / B_inter.
      time_is("tencent", &shape,
              (closed){{3 * k + n - 1, 2 * (h - 1)}, {4 * (n - 1) * h, 2 * (h - 1) * n}, p});
    }
}

// A barrier has no data: only latencies count.
static void barrier_takes(void **state) {
  for (uint32_t p = 2; p <= 70; p++) {
    nf_err e = {0};
    nf_program prog;
    nf_ratio t = {0, 1};
    nf_schedule s = make("dissemination", &(nf_shape){.ranks = p});
    nf_program_open(&prog, &s, &e);
    nf_program_time(&prog, &(nf_cost){.alpha_ps = {1000, 0}, .rate = {1, 0}}, &t, &e);
    good(&e);
    assert_int_equal(t.num, 1000 * log2_up(p));
    assert_int_equal(t.den, 1);
    nf_program_close(&prog);
    nf_schedule_close(&s);
  }
}

// Bytes that a rank sends, in chunks: 2 (p - 1) / p of the buffer for what is optimal.
static void bytes_of_a_rank(void **state) {
  static const char *const names[] = {"ring", "ring-both", "direct", "halving-doubling"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    for (uint32_t p = 2; p <= 32; p *= 2) {
      nf_err e = {0};
      nf_steps steps = {0};
      nf_schedule s = make(names[i], &(nf_shape){.ranks = p});
      for (uint32_t r = 0; r < p; r++) {
        uint64_t sent = 0;
        nf_schedule_steps(&s, r, &steps, &e);
        good(&e);
        for (uint32_t k = 0; k < steps.steps; k++)
          sent += steps.step[k].kind == NF_STEP_SEND ? steps.step[k].count : 0;
        assert_int_equal(sent * p, 2ull * (p - 1) * nf_schedule_parts(&s));
      }
      nf_steps_free(&steps);
      nf_schedule_close(&s);
    }
}

// ------------------------------------------------------------------------------- broken ones
// The schedule with its steps kept, so that they can be changed.
static nf_steps *keep(nf_schedule *s, const char *name, const nf_shape *shape) {
  nf_err e = {0};
  nf_schedule made = make(name, shape);
  nf_steps *steps = calloc(shape->ranks, sizeof *steps);
  assert_non_null(steps);
  for (uint32_t r = 0; r < shape->ranks; r++)
    nf_schedule_steps(&made, r, &steps[r], &e);
  *s = made;
  s->free_own = NULL;
  nf_schedule_keep(s, steps, &e);
  good(&e);
  if (made.free_own)
    made.free_own(made.own);
  return steps;
}

static void refused(nf_schedule *s, const char *says) {
  nf_err e = {0};
  assert_int_equal(nf_schedule_check(s, &e) != NF_EXIT_OK, 1);
  if (!strstr(e.text, says))
    fail_msg("says '%s', not '%s'", e.text, says);
  nf_schedule_close(s);
}

static void broken(void **state) {
  const nf_shape four = {.ranks = 4};
  nf_schedule s;
  nf_steps *t;

  t = keep(&s, "ring", &four); // the last receive of rank 2 comes from the wrong side
  t[2].step[t[2].steps - 1].peer = 3;
  refused(&s, "rank 1 step 10 (send of chunk 3 to rank 2): rank 2 never receives it");

  t = keep(&s, "ring", &four);
  t[1].step[1].peer = 9;
  refused(&s, "rank 1 step 1 (receive-reduce of chunk 3 from rank 9): there is no such peer");

  t = keep(&s, "ring", &four);
  t[1].step[0].count = 2;
  refused(&s, "the sizes differ");

  t = keep(&s, "ring", &four);
  t[3].step[5].chunk = 4;
  refused(&s,
          "rank 3 step 5 (receive-reduce of chunk 4 from rank 2): the buffer has no such chunks");

  t = keep(&s, "ring", &four); // a receive that adds once more
  t[0].step[7].kind = NF_STEP_REDUCE;
  refused(&s, "chunk 3 counts the contribution of rank");

  t = keep(&s, "ring", &four); // does not add
  t[0].step[1].kind = NF_STEP_RECV;
  refused(&s, "rank");

  t = keep(&s, "ring-all-gather", &four); // sends before it has got
  t[0].step[2].deps = 0;
  refused(&s, "touch chunk 3 in no fixed order");

  keep(&s, "binomial-broadcast", &four);
  s.root = 1; // rank 0 has nothing to send
  refused(&s, "rank 0 step 0 (send of chunk 0 to rank 1): chunk 0 is not there");

  t = keep(&s, "shift", &four); // two blocks change places
  t[1].step[1].chunk = 3;
  t[1].step[3].chunk = 2;
  refused(&s, "rank 2, at the end: chunk 5 is part 3 of the buffer, not part 2");

  t = keep(&s, "direct", &four); // another part is added
  t[3].step[0].chunk = 2;
  refused(&s, "is part 0 of the buffer and gets part 2 added");

  t = keep(&s, "binomial-reduce", &four); // nobody hears of rank 3
  t[3].steps = 0;
  t[1].step[0].kind = NF_STEP_WAIT;
  refused(&s, "rank 0, at the end: chunk 0 lacks the contribution of rank 3");

  t = keep(&s, "network", &four); // one does not join
  t[2].steps = 0;
  refused(&s, "not all 4 members of the group join it");

  t = keep(&s, "network", &four); // one joins twice, another never
  nf_err e = {0};
  t[2].steps = 0;
  nf_steps_add(&t[3], &t[3].step[0], NULL, 0, &e);
  refused(&s, "not all 4 members of the group join it");

  t = keep(&s, "shift", &(nf_shape){.ranks = 2}); // two messages of one channel, in no order
  for (uint32_t r = 0; r < 2; r++)
    for (uint32_t i = 0, n = t[r].steps; i < n; i++) {
      nf_step again = t[r].step[i];
      again.lane += 2;
      if (again.kind == NF_STEP_SEND || again.kind == NF_STEP_RECV)
        nf_steps_add(&t[r], &again, (uint32_t[]){i}, again.kind == NF_STEP_RECV, &e);
    }
  good(&e);
  refused(&s, "use channel 0 in no fixed order");
}

// Two ranks that both send first, in one lane.
static void stands_still(void **state) {
  nf_schedule s;
  nf_steps *t;
  for (uint32_t p = 2; p <= 6; p += 4) {
    t = keep(&s, "ring", &(nf_shape){.ranks = p});
    for (uint32_t r = 0; r < p; r++)
      for (uint32_t i = 0; i < t[r].steps; i++)
        t[r].step[i].lane = 0;
    nf_err e = {0};
    assert_int_equal(nf_schedule_check(&s, &e), NF_EXIT_FAILED);
    assert_non_null(strstr(e.text, "the schedule stands still: a cycle of"));
    assert_non_null(strstr(e.text, "rank 1 step 0 (send of chunk 0 to rank"));
    s.buffered = true; // with buffers nobody waits for the other
    e = (nf_err){0};
    nf_schedule_check(&s, &e);
    good(&e);
    nf_schedule_close(&s);
  }
}

// Each dependency of a generated schedule is there for a reason: without it there is no order.
static void no_dependency_too_many(void **state) {
  static const char *const names[] = {"ring", "double-tree"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    for (uint32_t rank = 0; rank < 6; rank++)
      for (uint32_t step = 0;; step++) {
        nf_schedule s;
        nf_err e = {0};
        nf_steps *t = keep(&s, names[i], &(nf_shape){.ranks = 6, .segments = 2});
        const bool more = step < t[rank].steps;
        if (more && t[rank].step[step].deps == 1) {
          t[rank].step[step].deps = 0;
          if (nf_schedule_check(&s, &e) == NF_EXIT_OK)
            fail_msg("%s: rank %u step %u needs no dependency", names[i], rank, step);
        }
        nf_schedule_close(&s);
        if (!more)
          break;
      }
}

// ------------------------------------------------------------------------------- trees on links
// What the tree must be, from its edges alone: connected to the root in as few steps as halving
// takes.
static void check_tree(const nf_links *l, const nf_link_tree *t) {
  uint32_t reached = 1, levels = log2_up(l->gpus);
  bool in[NF_LINKS_GPUS] = {false};
  in[t->root] = true;
  assert_int_equal(t->parent[t->root], NF_LINK_TREE_NONE);
  for (uint32_t level = 0; level < levels; level++)
    for (uint32_t v = 0, before = reached, used = 0; v < l->gpus; v++) {
      if (v == t->root || t->level[v] != level)
        continue;
      assert_true(t->parent[v] < l->gpus);
      assert_true(in[t->parent[v]] && !(used >> t->parent[v] & 1)); // a GPU receives once a level
      assert_true(l->kind[v][t->parent[v]] > 0);
      used |= 1u << t->parent[v];
      used |= 1u << v; // not a parent in its own level
      in[v] = true;
      reached++;
      assert_true(reached <= 2 * before);
    }
  assert_int_equal(reached, l->gpus);
  assert_int_equal(t->levels, levels);
}

// All 247 subsets of 2 to 8 GPUs, a tree from each GPU one after the other, links wearing out.
static void all_subsets(void **state) {
  static const char *const machine[] = {"p3.16xlarge", "dgx1"};
  uint32_t subsets = 0;
  for (int m = 0; m < 2; m++)
    for (uint32_t set = 1; set < 256; set++) {
      char list[32] = "";
      nf_links l;
      nf_err e = {0};
      nf_links_open(&l, machine[m], &e);
      for (uint32_t v = 0; v < 8; v++)
        if (set >> v & 1)
          snprintf(list + strlen(list), sizeof list - strlen(list), "%s%u", *list ? "," : "", v);
      if (strlen(list) < 2)
        continue;
      nf_links_take(&l, list, &e);
      good(&e);
      nf_link_weights w = nf_link_weights_of(&l);
      for (uint32_t root = 0; root < l.gpus; root++) {
        nf_link_tree t;
        nf_link_tree_make(&t, &l, &w, root, &e);
        good(&e);
        check_tree(&l, &t);
        nf_link_weights_use(&w, &t, nf_link_penalty);
      }
      check("tree", &(nf_shape){.ranks = l.gpus, .links = &l});
      check("trees", &(nf_shape){.ranks = l.gpus, .links = &l});
      subsets += m == 0;
    }
  assert_int_equal(subsets, 247);
}

// The ring of eight single links that nothing of NVLink but a search, and at last PCI-E, has a tree
// for (the matrix in gluon-nlp issue 520), and links without a tree.
static void worst_links(void **state) {
  static const uint8_t next[8][2] = {{1, 2}, {0, 3}, {0, 6}, {1, 7},
                                     {5, 6}, {4, 7}, {2, 4}, {3, 5}};
  nf_links l = {.name = "ring of eight", .gpus = 8};
  nf_link_tree t;
  nf_err e = {0};
  for (uint32_t v = 0; v < 8; v++)
    l.kind[v][next[v][0]] = l.kind[v][next[v][1]] = 2;
  nf_link_weights w = nf_link_weights_of(&l);
  assert_int_equal(nf_link_tree_make(&t, &l, &w, 0, &e), NF_EXIT_BAD_INPUT);
  assert_non_null(strstr(e.text, "no balanced binary tree from GPU 0"));
  for (uint32_t a = 0; a < 8; a++)
    for (uint32_t b = 0; b < 8; b++)
      l.kind[a][b] = a != b && l.kind[a][b] == 0 ? 1 : l.kind[a][b];
  w = nf_link_weights_of(&l);
  for (uint32_t root = 0; root < 8; root++) {
    e = (nf_err){0};
    nf_link_tree_make(&t, &l, &w, root, &e);
    good(&e);
    check_tree(&l, &t);
    assert_true(t.searched && t.pcie);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(any_number_of_ranks),
      cmocka_unit_test(any_root),
      cmocka_unit_test(tori),
      cmocka_unit_test(machines),
      cmocka_unit_test(large),
      cmocka_unit_test(extents),
      cmocka_unit_test(on_demand),
      cmocka_unit_test(rings_take),
      cmocka_unit_test(logs_take),
      cmocka_unit_test(machines_take),
      cmocka_unit_test(barrier_takes),
      cmocka_unit_test(bytes_of_a_rank),
      cmocka_unit_test(broken),
      cmocka_unit_test(stands_still),
      cmocka_unit_test(no_dependency_too_many),
      cmocka_unit_test(all_subsets),
      cmocka_unit_test(worst_links),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
