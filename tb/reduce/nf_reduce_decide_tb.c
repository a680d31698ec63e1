// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Test of the table of actions: lock-step over random headers near every limit, and each line of
// the table in docs/reduce/nf_reduce_decide.md by itself.
#include "nf_tb.h"
#include "reduce/nf_reduce_decide.h"
#include "reduce/nf_reduce_ghost.h"

extern const nf_dut nf_reduce_decide_dut;

enum { PUSH = NF_REDUCE_MODE_PUSH, BARRIER = NF_REDUCE_MODE_BARRIER, PULL = NF_REDUCE_MODE_PULL };
enum { NONE, COUNT, MISMATCH, NO_ENTRY };

// expected 4, hit_expected 4 (a rest: 2), attributes equal unless the line says otherwise.
typedef struct {
  nf_reduce_decide_in in;
  uint8_t act, error;
  bool poison;
  const char *name;
} line;

#define IN(...)                                                                                    \
  { .usable = true, .expected = 4, .hit_expected = 4, __VA_ARGS__ }

#define GHOST(e, c) .ghost = NF_REDUCE_GHOST(e, c)
#define REST(...)                                                                                  \
  { .usable = true, .expected = 4, .hit_expected = 2, .hit = true, .hit_data = true, __VA_ARGS__ }

static const line lines[] = {
    // KLENK IV-B: requests
    {IN(.alloc = true, .free = true), NF_REDUCE_ACT_ALLOC, NONE, false, "request, free entry"},
    {IN(.alloc = true, .first_hop = true), NF_REDUCE_ACT_WAIT, NONE, false, "request waits"},
    {IN(.alloc = true), NF_REDUCE_ACT_LET_GO, NONE, false, "request, later hop, table full"},
    {{.alloc = true, .expected = 4, .first_hop = true},
     NF_REDUCE_ACT_LET_GO,
     NO_ENTRY,
     false,
     "request, no entries configured"},
    {{.alloc = true, .expected = 4},
     NF_REDUCE_ACT_LET_GO,
     NONE,
     false,
     "request, later hop, no entries configured"},
    {{.alloc = true, .usable = true, .free = true, .first_hop = true},
     NF_REDUCE_ACT_LET_GO,
     COUNT,
     false,
     "request, no response expected"},
    {{.alloc = true, .usable = true, .free = true},
     NF_REDUCE_ACT_LET_GO,
     NONE,
     false,
     "request, later hop told not to wait"},
    {IN(.alloc = true, .free = true, .hit = true, .first_hop = true), NF_REDUCE_ACT_WAIT, NONE,
     false, "request, same key outstanding, first hop"},
    {IN(.alloc = true, .free = true, .hit = true), NF_REDUCE_ACT_LET_GO, MISMATCH, false,
     "request, same key outstanding, later hop"},
    // KLENK IV-B: responses
    {IN(.mode = PULL, .count = 1, .hit = true), NF_REDUCE_ACT_FIRST, NONE, false, "first response"},
    {IN(.mode = PULL, .count = 4, .hit = true), NF_REDUCE_ACT_ONLY, NONE, false, "only response"},
    {IN(.mode = PULL, .count = 1, .hit = true, .hit_data = true, .hit_count = 1),
     NF_REDUCE_ACT_REDUCE, NONE, false, "response reduced"},
    {IN(.mode = PULL, .count = 1, .hit = true, .hit_data = true, .hit_count = 3),
     NF_REDUCE_ACT_FINISH, NONE, false, "last response"},
    {IN(.mode = PULL, .count = 1, .attr = 0x01300, .hit = true), NF_REDUCE_ACT_FIRST, NONE, false,
     "first response sets length; regions are not compared"},
    {IN(.mode = PULL, .count = 1, .attr = 0x00300, .hit = true, .hit_data = true),
     NF_REDUCE_ACT_DROP, MISMATCH, true, "response with another length"},
    {IN(.mode = PULL, .count = 1, .free = true), NF_REDUCE_ACT_BYPASS, NONE, false,
     "response without entry, later hop"},
    {IN(.mode = PULL, .count = 1, .free = true, .first_hop = true), NF_REDUCE_ACT_DROP, NO_ENTRY,
     false, "response without entry, first hop"},
    // KLENK IV-C: pushes
    {IN(.count = 1, .free = true, .victim = true), NF_REDUCE_ACT_INSERT, NONE, false, "insert"},
    {IN(.count = 4, .free = true), NF_REDUCE_ACT_PASS, NONE, false, "complete by its own count"},
    {IN(.count = 1, .victim = true), NF_REDUCE_ACT_EVICT, NONE, false, "evict"},
    {IN(.count = 1), NF_REDUCE_ACT_BYPASS, NONE, false, "nothing to evict"},
    {IN(.count = 5, .free = true), NF_REDUCE_ACT_DROP, COUNT, false, "count too large by itself"},
    {IN(.mode = BARRIER, .count = 1, .hit = true, .hit_data = true, .hit_count = 3),
     NF_REDUCE_ACT_FINISH, NONE, false, "barrier done"},
    {IN(.count = 2, .hit = true, .hit_data = true, .hit_count = 1), NF_REDUCE_ACT_REDUCE, NONE,
     false, "reduce on hit"},
    {IN(.count = 1, .hit = true, .hit_data = true, .hit_count = 3, .first_hop = true),
     NF_REDUCE_ACT_FINISH, NONE, false, "complete on hit"},
    // KLENK IV-D, IV-E3: errors
    {IN(.count = 2, .hit = true, .hit_data = true, .hit_count = 3), NF_REDUCE_ACT_DROP, COUNT, true,
     "count past the expected"},
    {IN(.count = 0xffff, .hit = true, .hit_data = true, .hit_count = 3), NF_REDUCE_ACT_DROP, COUNT,
     true, "count past 16 bits"},
    {IN(.count = 1, .attr = 1, .hit = true, .hit_data = true, .hit_count = 1), NF_REDUCE_ACT_DROP,
     MISMATCH, true, "another op"},
    {IN(.count = 1, .attr = 0x10, .hit = true, .hit_data = true, .hit_count = 1),
     NF_REDUCE_ACT_DROP, MISMATCH, true, "another type"},
    {IN(.count = 1, .attr = 0x100, .hit = true, .hit_data = true, .hit_count = 1),
     NF_REDUCE_ACT_DROP, MISMATCH, true, "another length"},
    {IN(.count = 1, .attr = 0x1000, .hit = true, .hit_data = true, .hit_count = 1),
     NF_REDUCE_ACT_DROP, MISMATCH, true, "another region"},
    // averages and wide sums
    {IN(.count = 1, .attr = NF_RED_OP_AVG, .free = true), NF_REDUCE_ACT_INSERT, NONE, false,
     "average of a power of two"},
    {{.usable = true, .expected = 6, .count = 1, .attr = NF_RED_OP_AVG, .free = true},
     NF_REDUCE_ACT_DROP,
     COUNT,
     false,
     "average of another number"},
    {{.usable = true,
      .expected = 6,
      .alloc = true,
      .attr = NF_RED_OP_AVG,
      .free = true,
      .first_hop = true},
     NF_REDUCE_ACT_LET_GO,
     COUNT,
     false,
     "request of such an average, first hop"},
    {{.usable = true, .expected = 6, .alloc = true, .attr = NF_RED_OP_AVG, .free = true},
     NF_REDUCE_ACT_ALLOC,
     NONE,
     false,
     "request of such an average, later hop"},
    {IN(.count = 1, .victim = true, .apart = true), NF_REDUCE_ACT_CLEAR, NONE, false,
     "push, full table, a wide sum involved"},
    {IN(.mode = PULL, .hit = true, .hit_data = true, .hit_count = 3), NF_REDUCE_ACT_REDUCE, NONE,
     false, "plane without count"},
    // the rest of a sum, part of which has left
    {REST(.count = 1, .hit_count = 1), NF_REDUCE_ACT_REST, NONE, false, "the rest has come"},
    {REST(.mode = BARRIER, .count = 1, .hit_count = 1), NF_REDUCE_ACT_REST, NONE, false,
     "the rest of a barrier"},
    {REST(.count = 2, .hit_count = 1), NF_REDUCE_ACT_REDUCE, NONE, false,
     "more than the rest: the ghost was wrong"},
    {REST(.count = 1, .hit_count = 3), NF_REDUCE_ACT_FINISH, NONE, false,
     "all of it: the ghost was wrong"},
    {REST(.count = 2, .hit_count = 3), NF_REDUCE_ACT_DROP, COUNT, true,
     "past the expected count, whatever the ghost said"},
    {IN(.count = 2, .free = true, GHOST(4, 2)), NF_REDUCE_ACT_BYPASS, NONE, false,
     "the rest in one packet"},
    {IN(.count = 1, .free = true, GHOST(4, 2)), NF_REDUCE_ACT_INSERT, NONE, false,
     "the first of the rest"},
    {IN(.count = 4, .free = true, GHOST(4, 2)), NF_REDUCE_ACT_PASS, NONE, false,
     "complete by its own count, whatever the ghost said"},
    {IN(.count = 5, .free = true, GHOST(6, 1)), NF_REDUCE_ACT_DROP, COUNT, false,
     "count too large, whatever the ghost said"},
    {IN(.mode = PULL, .count = 2, .hit = true, .hit_data = true, .hit_count = 2, GHOST(4, 3)),
     NF_REDUCE_ACT_FINISH, NONE, false, "a pull has no rest"},
};
enum { LINES = sizeof lines / sizeof *lines };

typedef struct {
  unsigned next;
} context;

static void drive_lines(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const nf_reduce_decide_out *const o = out;
  if (c->next) {
    const line *const l = &lines[(c->next - 1) % LINES];
    const unsigned error = o->err_count      ? COUNT
                           : o->err_mismatch ? MISMATCH
                           : o->err_no_entry ? NO_ENTRY
                                             : NONE;
    const bool rest =
        l->act == NF_REDUCE_ACT_REST || (l->act == NF_REDUCE_ACT_BYPASS && l->in.ghost);
    nf_tb_check(tb, o->rest == rest, "%s: rest %d", l->name, o->rest);
    nf_tb_check(tb, o->act == l->act && error == l->error && o->poison == l->poison,
                "%s: action %u, error %u, poison %d; wanted %u, %u, %d", l->name, o->act, error,
                o->poison, l->act, l->error, l->poison);
  }
  *(nf_reduce_decide_in *)in = lines[c->next++ % LINES].in;
}

static const char *const PACKETS[] = {"push", "barrier", "pull response", "request", NULL};
static const char *const ENTRIES[] = {"data", "no data yet", "a ghost", "none", NULL};
static const char *const ROOMS[] = {"free", "victim", "full", NULL};
static const char *const HOPS[] = {"first hop", "later hop", NULL};
static const nf_tb_cross crosses[] = {
    {"packet x entry x room x hop", {PACKETS, ENTRIES, ROOMS, HOPS}},
};

static const char *const act_names[] = {"drop",   "insert", "evict", "first",  "reduce",
                                        "finish", "only",   "pass",  "bypass", "alloc",
                                        "let go", "wait",   "clear", "expire", "rest"};

static void drive_random(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const nf_reduce_decide_out *const o = out;
  nf_reduce_decide_in *const i = in;
  if (c->next++)
    nf_tb_cover(tb, act_names[o->act]);
  const uint16_t expected = (uint16_t)(nf_tb_chance(tb, 10) ? nf_tb_rand(tb) : nf_tb_below(tb, 6));
  i->alloc = nf_tb_chance(tb, 30);
  i->mode = (uint8_t)nf_tb_below(tb, 3);
  i->expected = i->hit_expected = expected;
  i->count = (uint16_t)(nf_tb_chance(tb, 80) ? 1 + nf_tb_below(tb, 3) : nf_tb_rand(tb));
  i->hit_count = (uint16_t)(expected - nf_tb_below(tb, 5));
  i->attr = (uint32_t)nf_tb_rand(tb) & 0xfffff;
  i->hit_attr = i->attr ^ (nf_tb_chance(tb, 30) ? 1u << nf_tb_below(tb, 20) : 0);
  const uint64_t bits = nf_tb_rand(tb);
  i->first_hop = bits & 1;
  i->usable = bits >> 1 & 7;
  i->hit = bits >> 4 & 1;
  i->hit_data = bits >> 5 & 1;
  i->free = bits >> 6 & 1;
  i->victim = bits >> 7 & 1;
  i->apart = bits >> 8 & 1;
  if (nf_tb_chance(tb, 30)) // an entry that waits for less than the whole
    i->hit_expected = (uint16_t)(i->hit_count + nf_tb_below(tb, 4));
  const uint16_t waited = (uint16_t)(nf_tb_chance(tb, 80) ? expected : nf_tb_rand(tb));
  const uint16_t had = (uint16_t)(waited - i->count + nf_tb_below(tb, 3) - 1);
  i->ghost = NF_REDUCE_GHOST(waited, had) & ~((uint64_t)(i->hit || nf_tb_chance(tb, 50)) << 32);
  if (nf_tb_chance(tb, 20)) { // averages, most often of a power of two
    i->attr = (i->attr & ~0xfu) | NF_RED_OP_AVG;
    if (nf_tb_chance(tb, 70))
      i->expected = i->hit_expected = (uint16_t)(1u << nf_tb_below(tb, 16));
  }
  const unsigned packet = i->alloc ? 3 : i->mode == BARRIER ? 1 : i->mode == PULL ? 2 : 0;
  const unsigned entry = i->hit ? !i->hit_data : i->ghost >> 32 ? 2 : 3;
  const unsigned bin[] = {packet, entry, i->free ? 0 : i->victim ? 1 : 2, !i->first_hop};
  nf_tb_cross_hit(tb, &crosses[0], bin);
}

int main(int argc, char **argv) {
  static const nf_tb_scenario scenarios[] = {
      {"KLENK IV-B, IV-C, IV-D table of actions, each line", LINES + 1, NULL, drive_lines, NULL},
      {"KLENK IV-B, IV-C, IV-D table of actions, random", 50000, NULL, drive_random, NULL},
  };
  const nf_tb_bench bench = {.dut = &nf_reduce_decide_dut,
                             .model = NF_TB_MODEL_COMB(nf_reduce_decide),
                             .cfg = NULL,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = 2,
                             .crosses = crosses,
                             .cross_count = 1};
  return nf_tb_main(argc, argv, &bench);
}
