// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The programs of rtl/ace/programs on the model of the state machine itself: the same groups and
// results as on the interpreter, with grants that come when they like. Each machine works on two
// chunks, one after the other.
#include "ace/nf_ace_machine.h"
#include "ace/nf_ace_pkg.h"
#include "sim/test/ace_group.h"
#include "sim/test/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  CHUNKS = 2,
  PAIRS = 128,
  PACKET = NF_ACE_PACKET_WORDS,
  DEEPEST = 64,     // queue pairs
  PATIENCE = 2000,  // cycles without a grant that mean that nothing moves
  GRANT_CHANCE = 60 // percent
};

typedef struct {
  uint32_t value[DEEPEST][PACKET];
  uint8_t words[DEEPEST];
  unsigned first, held;
} queue;

typedef struct {
  group *chunk[CHUNKS]; // the same group for each chunk, but its own SRAM and data
  nf_ace_machine *machine[MEMBERS];
  nf_ace_machine_in in[MEMBERS];
  unsigned done[MEMBERS];
  queue *q; // two a cable
  queue *from[MEMBERS][PAIRS], *to[MEMBERS][PAIRS];
  unsigned members, depth;
  uint64_t random;
} bench;

static unsigned below(bench *t, unsigned n) {
  t->random = t->random * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)((t->random >> 33) % n);
}

static void step(bench *t) {
  for (unsigned r = 0; r < t->members; r++) {
    nf_ace_machine_step(t->machine[r], &t->in[r]);
    t->in[r] = (nf_ace_machine_in){.id = (uint8_t)r, .run = true, .done_ready = true};
  }
}

static void give_context(bench *t, unsigned r, unsigned c) {
  const nf_play_member *m = &t->chunk[c]->member[r];
  uint64_t *ctx = t->in[r].ready_ctx;
  nf_ace_ctx_set_id(ctx, (uint8_t)c);
  nf_ace_ctx_set_pc(ctx, (uint16_t)m->pc);
  nf_ace_ctx_set_src(ctx, m->src);
  nf_ace_ctx_set_dst(ctx, m->dst);
  nf_ace_ctx_set_src_room(ctx, m->src_room);
  nf_ace_ctx_set_dst_room(ctx, m->dst_room);
  nf_ace_ctx_set_len(ctx, (uint8_t)m->len);
  nf_ace_ctx_set_pitch(ctx, (uint8_t)m->pitch);
  t->in[r].ready_valid = true;
}

static bench *open_bench(const subject *b, const setting *s) {
  static const nf_ace_machine_cfg cfg = {STORE, CHUNKS};
  bench *t = calloc(1, sizeof *t);
  assert_non_null(t);
  t->members = s->size;
  t->depth = s->depth;
  t->random = s->seed;
  for (unsigned c = 0; c < CHUNKS; c++)
    t->chunk[c] = open_group(b, s);
  const nf_play *play = &t->chunk[0]->play;
  t->q = calloc(2 * play->cables + 1, sizeof *t->q);
  assert_non_null(t->q);
  for (unsigned k = 0; k < 2 * play->cables; k++) {
    const nf_play_cable *cable = &play->cable[k / 2];
    t->from[cable->member[k & 1]][cable->qp[k & 1]] = &t->q[k];
    t->to[cable->member[k & 1]][cable->qp[k & 1]] = &t->q[k ^ 1];
  }
  for (unsigned r = 0; r < t->members; r++) {
    assert_null(nf_ace_machine_init(&t->machine[r], &cfg));
    t->in[r] = (nf_ace_machine_in){.id = (uint8_t)r};
  }
  for (unsigned w = 0; w < STORE; w++) {
    for (unsigned r = 0; r < t->members; r++) {
      const nf_as_program *p = &t->chunk[0]->program[r];
      if (w < p->base || w >= p->base + p->words)
        continue;
      t->in[r].cfg_valid = true;
      t->in[r].cfg_addr = NF_ACE_CSR_PROGRAM + r * 0x2000 + 4 * w;
      t->in[r].cfg_wdata = p->word[w - p->base];
    }
    step(t);
  }
  for (unsigned c = 0; c < CHUNKS; c++) {
    for (unsigned r = 0; r < t->members; r++) {
      t->in[r].reserve_valid = true;
      t->in[r].reserve_id = (uint8_t)c;
    }
    step(t);
  }
  for (unsigned c = CHUNKS; c-- > 0;) { // the first one becomes ready last, and yet goes first
    for (unsigned r = 0; r < t->members; r++)
      give_context(t, r, c);
    step(t);
  }
  return t;
}

static void close_bench(bench *t) {
  for (unsigned r = 0; r < t->members; r++)
    nf_ace_machine_free(t->machine[r]);
  for (unsigned c = 0; c < CHUNKS; c++)
    close_group(t->chunk[c]);
  free(t->q);
  free(t);
}

// Whether the request of member r can be granted now; then its packet has moved.
static bool grant(bench *t, unsigned r, uint64_t req) {
  nf_play_member *m = &t->chunk[t->done[r]]->member[r];
  const unsigned words = nf_ace_req_words(&req);
  queue *in = nf_ace_req_recv(&req) ? t->from[r][nf_ace_req_qin(&req)] : NULL;
  queue *out = nf_ace_req_send(&req) ? t->to[r][nf_ace_req_qout(&req)] : NULL;
  uint32_t now[PACKET] = {0};
  assert_true(in || !nf_ace_req_recv(&req));
  assert_true(out || !nf_ace_req_send(&req));
  if ((in && !in->held) || (out && out->held == t->depth) || below(t, 100) >= GRANT_CHANCE)
    return false;
  if (in) {
    assert_int_equal(in->words[in->first], words);
    memcpy(now, in->value[in->first], sizeof now);
    in->first = (in->first + 1) % DEEPEST;
    in->held--;
  }
  if (nf_ace_req_read(&req)) {
    const unsigned at = nf_ace_req_raddr(&req);
    assert_in_range(at, 0, m->sram_packets - 1);
    for (unsigned w = 0; w < words; w++) {
      const uint32_t local = m->sram[PACKET * at + w];
      assert_int_not_equal(local, 0);
      now[w] = in ? group_sum(NULL, now[w], local) : local;
    }
  }
  if (nf_ace_req_write(&req)) {
    assert_in_range(nf_ace_req_waddr(&req), 0, m->sram_packets - 1);
    memcpy(&m->sram[PACKET * (unsigned)nf_ace_req_waddr(&req)], now, words * sizeof now[0]);
  }
  if (out) {
    const unsigned last = (out->first + out->held++) % DEEPEST;
    memcpy(out->value[last], now, sizeof now);
    out->words[last] = (uint8_t)words;
  }
  return true;
}

// Runs both chunks on all machines; returns the cycles that it took.
static unsigned run(bench *t, const subject *b, const setting *s) {
  unsigned cycles = 0, left = t->members * CHUNKS;
  for (unsigned idle = 0; left; cycles++, idle++) {
    for (unsigned k = 0, r = below(t, t->members); k < t->members; k++, r = (r + 1) % t->members) {
      const nf_ace_machine_out *out = nf_ace_machine_peek(t->machine[r]);
      if (nf_ace_fault_cause(&out->fault))
        fail_msg("%s size %u: member %u stops at pc %u with cause %u", b->name, s->size, r,
                 nf_ace_fault_pc(&out->fault), nf_ace_fault_cause(&out->fault));
      if (out->req_valid && grant(t, r, out->req)) {
        t->in[r].grant = true;
        idle = 0;
      }
      if (out->done_valid) {
        assert_int_equal(out->done_id, t->done[r]);
        t->done[r]++;
        left--;
        idle = 0;
      }
    }
    if (idle > PATIENCE)
      fail_msg("%s size %u len %u depth %u: nothing moves", b->name, s->size, s->len, s->depth);
    step(t);
  }
  for (unsigned k = 0; k < 2 * t->chunk[0]->play.cables; k++)
    assert_int_equal(t->q[k].held, 0);
  return cycles;
}

static void test_machines(void **state) {
  static const unsigned sizes[] = {1, 2, 3, 4, 7, 8, 16}, lengths[] = {1, 9, 64, 22};
  for (unsigned k = 0; k < SUBJECTS; k++) {
    const subject *b = &subjects[k];
    unsigned runs = 0;
    uint64_t cycles = 0;
    for (unsigned z = 0; z < sizeof sizes / sizeof sizes[0]; z++)
      for (unsigned v = 0; v < 4 && fits(b, sizes[z]); v++) {
        setting s = {.size = sizes[z],
                     .outer = 1 + v % 2,
                     .inner = sizes[z] < 16 ? 1 + (v + z) % 3 : 1,
                     .len = b->data ? lengths[(v + z) % 4] : 0,
                     .dir = v < 2 ? 1 : -1,
                     .root = sizes[z] / 2,
                     .seed = 100 * z + v + 1};
        s.depth = least_depth(b, s.len) * (1 + v % 2);
        bench *t = open_bench(b, &s);
        cycles += run(t, b, &s);
        for (unsigned c = 0; c < CHUNKS; c++)
          if (wrong(t->chunk[c], b, &s))
            fail_msg("%s size %u outer %u inner %u len %u: chunk %u is wrong", b->name, s.size,
                     s.outer, s.inner, s.len, c);
        close_bench(t);
        runs++;
      }
    print_message("# %s: %u runs, %llu cycles\n", b->name, runs, (unsigned long long)cycles);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_machines)};
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests_name("ace machines", tests, NULL, NULL);
}
