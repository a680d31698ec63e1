// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Data in the fast engine: the host's arithmetic against the models', runs whose results are
// checked, and a check that sees a bit that is wrong, a contribution that is missing and one that
// is there twice.
#include "alu/nf_alu_lane.h"
#include "sim/common/rng.h"
#include "sim/engine/fast/simulate.h"
#include "sim/test/unit.h"

#include <stdlib.h>
#include <string.h>

// Words whose elements, of any type, are zeros, ones of either sign, subnormal numbers, the largest
// and the least, infinities, NaN.
static const uint32_t Corner[] = {
    0,          0x80000000, 0x00000001, 0x807fffff, 0x00800000, 0x3f803f80, 0xbf80bf80, 0x7f7fffff,
    0xff7fffff, 0x7f800000, 0xff80ff80, 0x7fc07fc0, 0x7f800001, 0x00010001, 0x80018001, 0x7c00fc00,
    0x7bff7bff, 0x03ff83ff, 0x04000400, 0x7e007c01, 0x7fffffff, 0xffffffff, 0x33800001, 0x3f800001};

static void pair_is_alike(uint8_t op, uint8_t dtype, uint32_t a, uint32_t b) {
  uint8_t flags = 0;
  const uint32_t model = nf_alu_op(op, dtype, a, b, &flags);
  uint32_t host = 0;
  if (!nf_fast_host_op(op, dtype, a, b, &host))
    fail_msg("the host has no %s of %s", nf_op_name(op), nf_dtype_name(dtype));
  if (model != host)
    fail_msg("%s of %s: 0x%08x and 0x%08x give 0x%08x, by the host 0x%08x", nf_op_name(op),
             nf_dtype_name(dtype), a, b, model, host);
}

// Exponents that differ by little are where rounding is hard.
static uint32_t near_to(nf_rng *rng, uint32_t a) {
  const uint32_t bits = (uint32_t)(nf_rng_next(rng) >> 32);
  return nf_rng_below(rng, 2) ? bits : (a & 0x7c007c00) ^ (bits & 0x8fff8fff);
}

static void host_is_the_models_equal(void **state) {
  enum { CORNERS = sizeof Corner / sizeof Corner[0], DRAWS = 100000 };
  nf_rng rng = {7};
  unsigned pairs = 0;
  for (uint8_t dtype = 0; dtype < NF_DTYPES; dtype++)
    for (uint8_t op = 0; op < NF_REDUCTION_OPS; op++) {
      if (!nf_op_built(op, dtype, true, false))
        continue;
      pairs++;
      for (unsigned i = 0; i < CORNERS * CORNERS; i++)
        pair_is_alike(op, dtype, Corner[i / CORNERS], Corner[i % CORNERS]);
      for (unsigned i = 0; i < DRAWS; i++) {
        const uint32_t a = (uint32_t)(nf_rng_next(&rng) >> 32);
        pair_is_alike(op, dtype, a, near_to(&rng, a));
      }
    }
  assert_true(pairs >= 26);
}

// What is added to the table of ops and types, and not to the host.
static void host_refuses_what_it_has_not(void **state) {
  static const uint8_t types[] = {NF_DTYPE_F32, NF_DTYPE_U32, NF_DTYPE_F16};
  uint32_t r = 0;
  for (unsigned i = 0; i < sizeof types; i++)
    assert_false(nf_fast_host_op(NF_REDUCTION_OPS, types[i], 1, 2, &r));
  assert_false(nf_fast_host_op(NF_RED_OP_AND, NF_DTYPE_F32, 1, 2, &r));
  for (uint8_t dtype = NF_DTYPE_F16_F32; dtype <= NF_DTYPES; dtype++)
    assert_false(nf_fast_host_op(NF_RED_OP_ADD, dtype, 1, 2, &r));
}

// ------------------------------------------------------------------------------- runs
typedef struct {
  nf_inputs in;
  nf_fast_payload payload;
  nf_fast_replay replay;
  nf_simulate_result result;
} run;

static const nf_simulate_cfg Push = {.kind = NF_SIMULATE_NETWORK,
                                     .gap = 2,
                                     .collective = {.method = NF_FAST_PUSH,
                                                    .bytes = 64 << 10,
                                                    .ranks = 16,
                                                    .table_entries = 4,
                                                    .waves = 16,
                                                    .wave_blocks = 11,
                                                    .result_acks = true,
                                                    .timeout = 1024,
                                                    .latency = 180,
                                                    .seed = 8}};

static run *run_with_data(nf_simulate_cfg cfg, const char *topology, uint8_t op, uint8_t dtype) {
  run *r = calloc(1, sizeof *r);
  nf_err e = {0};
  assert_non_null(r);
  cfg.topology = topology;
  cfg.payload = &r->payload;
  cfg.replay = &r->replay;
  if (nf_inputs_make(&r->in, cfg.collective.ranks, cfg.collective.bytes, dtype, 3, &e) ||
      nf_fast_payload_open(&r->payload, &r->in, op, &e) || nf_simulate(&cfg, &r->result, &e))
    fail_msg("%s: %s", topology, e.text);
  return r;
}

static void close_run(run *r) {
  nf_fast_payload_close(&r->payload);
  nf_inputs_free(&r->in);
  free(r);
}

// The run checks itself; that it did, and changed no packet's time, is seen here.
static const nf_simulate_result *checks_itself(nf_simulate_cfg cfg, const char *topology,
                                               uint8_t op, uint8_t dtype) {
  static nf_simulate_result kept;
  nf_simulate_result *without = calloc(1, sizeof *without);
  nf_err e = {0};
  run *r = run_with_data(cfg, topology, op, dtype);
  cfg.topology = topology;
  assert_non_null(without);
  assert_int_equal(nf_simulate(&cfg, without, &e), NF_EXIT_OK);
  assert_true(r->result.hash == without->hash && r->result.hops > 0);
  assert_int_equal(r->replay.exact.words, cfg.collective.ranks * cfg.collective.bytes / 4);
  kept = r->result;
  free(without);
  close_run(r);
  return &kept;
}

static void runs_in_the_network(void **state) {
  nf_simulate_cfg cfg = Push;
  // One burst, in which tables of four entries evict and time out.
  const nf_simulate_result *r = checks_itself(cfg, "single:16", NF_RED_OP_ADD, NF_DTYPE_F32);
  assert_true(r->collective.evictions > 0 && r->collective.timeouts > 0 && r->collective.rests > 0);
  checks_itself(cfg, "single:16", NF_RED_OP_ADD, NF_DTYPE_S32SAT);
  checks_itself(cfg, "leaf:4x4", NF_RED_OP_MIN, NF_DTYPE_BF16);
  cfg.collective.hierarchical = true; // sums of sums
  r = checks_itself(cfg, "leaf:4x4", NF_RED_OP_ADD, NF_DTYPE_F32);
  assert_true(r->collective.evictions > 0);
  cfg.collective.hierarchical = false;
  cfg.collective.table_entries = 1;
  checks_itself(cfg, "dgx2", NF_RED_OP_ADD, NF_DTYPE_F16);
  cfg.collective.method = NF_FAST_PULL;
  cfg.collective.timeout = 0;
  cfg.collective.table_entries = 8;
  cfg.collective.barrier = true;
  checks_itself(cfg, "dgx2", NF_RED_OP_ADD, NF_DTYPE_F32);
  checks_itself(cfg, "leaf:4x4", NF_RED_OP_XOR, NF_DTYPE_U32);
}

static void runs_by_messages(void **state) {
  static const char *const algorithms[] = {"ring", "ring-both", "direct", "halving-doubling",
                                           "double-tree"};
  nf_simulate_cfg cfg = Push;
  cfg.kind = NF_SIMULATE_SCHEDULE;
  for (unsigned i = 0; i < sizeof algorithms / sizeof *algorithms; i++) {
    cfg.algorithm = algorithms[i];
    checks_itself(cfg, "dgx2", NF_RED_OP_ADD, NF_DTYPE_F32);
  }
}

// ------------------------------------------------------------------------------- a check that sees
static nf_holding all_sums(const void *ctx, uint32_t rank, uint32_t part) {
  return (nf_holding){.part = part, .all = true};
}

static void refused(run *r, const char *says) {
  nf_err e = {0};
  nf_fast_replay_check(&r->replay, &r->payload, all_sums, NULL, true, &e);
  assert_int_equal(e.status, NF_EXIT_FAILED);
  if (!strstr(e.text, says))
    fail_msg("says %s, not %s", e.text, says);
}

static nf_fast_term *result_of(run *r, uint32_t rank, uint32_t part) {
  return &r->payload.term[*nf_fast_payload_held(&r->payload, rank, part)];
}

static void check_sees_what_is_wrong(void **state) {
  run *r = run_with_data(Push, "single:16", NF_RED_OP_ADD, NF_DTYPE_F32);
  nf_err e = {0};
  assert_int_equal(nf_fast_replay_check(&r->replay, &r->payload, all_sums, NULL, true, &e),
                   NF_EXIT_OK);
  nf_fast_term *t = result_of(r, 0, 5), kept = *t;
  uint32_t changed[NF_BLOCK_BYTES / 4];
  memcpy(changed, t->word, sizeof changed);
  changed[31] ^= 1;
  t->word = changed; // the last bit of the last word
  refused(r, "reduces it in the same order");
  *t = kept;
  r->payload.op = NF_REDUCTION_OPS;
  refused(r, "the host has no op");
  r->payload.op = NF_RED_OP_ADD;
  t->right = t->left; // a part of the sum twice
  refused(r, "twice");
  *t = kept;
  t->right = result_of(r, 0, 6)->right; // of another block
  refused(r, "in it");
  *t = kept;
  uint32_t *held = nf_fast_payload_held(&r->payload, 3, 5), whole = *held;
  *held = kept.left; // a part is missing
  refused(r, "is missing");
  *held = 0;
  refused(r, "has nothing");
  *held = whole;
  // The same contributions in another order: another rounding somewhere in the block.
  const uint32_t left = nf_fast_payload_leaf(&r->payload, 0, 5, &e);
  uint32_t other = left;
  for (uint32_t k = 1; k < 16; k++)
    other =
        nf_fast_payload_add(&r->payload, nf_fast_payload_leaf(&r->payload, k, 5, &e), other, &e);
  held = nf_fast_payload_held(&r->payload, 3, 5);
  *held = other;
  refused(r, "differ");
  close_run(r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(host_is_the_models_equal), cmocka_unit_test(host_refuses_what_it_has_not),
      cmocka_unit_test(runs_in_the_network),      cmocka_unit_test(runs_by_messages),
      cmocka_unit_test(check_sees_what_is_wrong),
  };
  return cmocka_run_group_tests_name("fast_payload", tests, NULL, NULL);
}
