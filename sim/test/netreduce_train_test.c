// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Training: gradients against finite differences; numbers there and back; sums of fixed point
// against those of integers; all-reduces one after the other on the same connections; whole
// trainings in networks with and without faults.
#include "common/nf_defs.h"
#include "sim/netreduce/reference.h"
#include "sim/netreduce/train.h"
#include "sim/test/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static nf_nr_setup small(unsigned hosts) {
  nf_nr_setup s = {.hosts = hosts,
                   .mtu = 256,
                   .msglen = 7,
                   .window = 2,
                   .tag = 77,
                   .ack_every = 4,
                   .byte_time = 80,
                   .delay = 100000,
                   .through = 100000,
                   .queue = 200000000,
                   .cycle = 3103,
                   .reorder_time = 2000000,
                   .seed = 1,
                   .rings = 1,
                   .silent = -1,
                   .paused = -1,
                   .closed = -1};
  for (unsigned h = 0; h < hosts; h++)
    s.psn[h] = NF_NR_PSN_MASK - 40 * h; // they wrap
  return s;
}

// ------------------------------------------------------------------------------- the network
// Loss of one image with a parameter moved.
static double loss_at(nf_nr_model *m, nf_nr_model *unused, unsigned parameter, float by,
                      const nf_nr_images *im, unsigned image) {
  const float before = m->all[parameter];
  m->all[parameter] = before + by;
  const double loss = nf_nr_model_learn(m, im->pixel[image], im->label[image], 1, unused);
  m->all[parameter] = before;
  return loss;
}

// Any parameter, by differences to both sides: where these are at odds, a maximum or ReLU changes
// its mind nearby, and nothing is compared.
static void check_gradient(nf_nr_shape shape, unsigned images) {
  enum { PARAMETERS = 300, FIRST = 80, LAST = 50 }; // the filters', the outputs'
  static const float width = 0x1p-10f;
  static const double tolerance = 2e-3;
  nf_err e = {0};
  nf_nr_images im;
  nf_nr_model m, g, unused;
  nf_rng rng = {5};
  unsigned compared = 0, steep = 0;
  assert_int_equal(nf_nr_model_open(&m, shape, &e), NF_EXIT_OK);
  assert_int_equal(nf_nr_model_open(&g, shape, &e), NF_EXIT_OK);
  assert_int_equal(nf_nr_model_open(&unused, shape, &e), NF_EXIT_OK);
  assert_int_equal(nf_nr_images_make(&im, images, 3, &e), NF_EXIT_OK);
  nf_nr_model_start(&m, 4);
  for (unsigned i = 0; i < images; i++) {
    memset(g.all, 0, g.parameters * sizeof *g.all);
    const double here = nf_nr_model_learn(&m, im.pixel[i], im.label[i], 1, &g);
    for (unsigned k = 0; k < PARAMETERS; k++) {
      const unsigned p = k < FIRST          ? k
                         : k < FIRST + LAST ? m.parameters + FIRST - 1 - k
                                            : nf_rng_below(&rng, m.parameters);
      const double right = (loss_at(&m, &unused, p, width, &im, i) - here) / (double)width;
      const double left = (here - loss_at(&m, &unused, p, -width, &im, i)) / (double)width;
      const double slope = (left + right) / 2, own = (double)g.all[p];
      if (fabs(right - left) > tolerance * (1 + fabs(slope)))
        continue;
      if (fabs(own - slope) > tolerance * (1 + fabs(slope)))
        fail_msg("image %u, parameter %u: gradient %g, by differences %g", i, p, own, slope);
      compared++;
      steep += fabs(slope) > 20 * tolerance;
    }
  }
  assert_true(compared > images * PARAMETERS / 2 && steep > 25 * images);
  nf_nr_images_free(&im);
  nf_nr_model_close(&m);
  nf_nr_model_close(&g);
  nf_nr_model_close(&unused);
}

// Units that are no multiple of those that are added up side by side, and a small network.
static void test_gradient(void **state) {
  assert_int_equal(nf_nr_parameters((nf_nr_shape){8, 48}), 10218);
  check_gradient((nf_nr_shape){8, 48}, 40);
  check_gradient((nf_nr_shape){9, 61}, 10);
  check_gradient((nf_nr_shape){2, 5}, 10);
}

// ------------------------------------------------------------------------------- numbers
static void test_fixed(void **state) {
  static const float x[] = {0, 1, -1, 0x1.8p-9f, -0x1.8p-9f, 0x1p-9f, 127.9f, 5e6f, -9e6f, 8388607};
  static const int32_t want[] = {0, 256, -256, 1, -1, 0, 32742, 1280000000, INT32_MIN, 2147483392};
  enum { COUNT = sizeof x / sizeof x[0] };
  const nf_nr_number n = {NF_DTYPE_FIX32, 8};
  nf_nr_number_counts c = {.sums = 0};
  nf_err e = {0};
  uint32_t word[COUNT];
  float back[COUNT];
  assert_int_equal(nf_nr_number_write(&n, word, x, COUNT, &c, &e), NF_EXIT_OK);
  nf_nr_number_read(&n, back, word, COUNT);
  for (unsigned i = 0; i < COUNT; i++) {
    assert_int_equal((int32_t)word[i], want[i]);
    assert_true((double)back[i] == (double)(float)(want[i] / 256.0));
  }
  assert_int_equal(c.clipped, 1);
  assert_true(c.largest == 9e6f);
  const float none = NAN;
  assert_int_equal(nf_nr_number_write(&n, word, &none, 1, &c, &e), NF_EXIT_FAILED);
}

static void test_bf16(void **state) {
  static const float x[] = {1, -2, 0x1.01p0f, 0x1.03p0f, 3};
  static const uint32_t want[] = {0xc0003f80, 0x3f823f80, 0x00004040};
  const nf_nr_number n = {NF_DTYPE_BF16, 0};
  nf_nr_number_counts c = {.sums = 0};
  nf_err e = {0};
  uint32_t word[3];
  assert_int_equal(nf_nr_number_bytes(&n, 5), sizeof word);
  assert_int_equal(nf_nr_number_write(&n, word, x, 5, &c, &e), NF_EXIT_OK);
  assert_memory_equal(word, want, sizeof want);
}

// ------------------------------------------------------------------------------- sums
// Many all-reduces on the same connections. Fixed point: what the accelerator adds are integers.
static void check_sums(const nf_nr_setup *s, unsigned count, unsigned fraction) {
  enum { ROUNDS = 12 };
  const nf_nr_number number = {NF_DTYPE_FIX32, fraction};
  nf_nr_reducer r;
  nf_err e = {0};
  nf_rng rng = {s->seed};
  float *g[NF_NR_HOSTS];
  int64_t *want = malloc(count * sizeof *want);
  assert_non_null(want);
  for (unsigned h = 0; h < s->hosts; h++)
    assert_non_null(g[h] = malloc(count * sizeof *g[h]));
  assert_int_equal(nf_nr_reducer_open(&r, s, &nf_nr_reference, number, count, &e), NF_EXIT_OK);
  for (unsigned round = 0; round < ROUNDS; round++) {
    memset(want, 0, count * sizeof *want);
    for (unsigned h = 0; h < s->hosts; h++)
      for (unsigned i = 0; i < count; i++) {
        const int32_t whole = (int32_t)nf_rng_below(&rng, 1 << 20) - (1 << 19);
        g[h][i] = (float)ldexp(whole, -(int)fraction);
        want[i] += whole;
      }
    if (nf_nr_reducer_sum(&r, g, &e) != NF_EXIT_OK)
      fail_msg("round %u: %s", round, e.text);
    for (unsigned h = 0; h < s->hosts; h++)
      for (unsigned i = 0; i < count; i++)
        assert_true((int32_t)r.result[h][i] == want[i] &&
                    (double)g[h][i] == ldexp((double)want[i], -(int)fraction));
  }
  // PSNs and MsgIDs have gone on.
  assert_int_equal(r.net->host[0].expected, ROUNDS * nf_nr_packets(&r.setup));
  assert_int_equal(r.counts.sums, ROUNDS * count);
  assert_int_equal(r.counts.clipped + r.counts.saturated, 0);
  assert_true(r.counts.worst == 0);
  nf_nr_reducer_close(&r);
  for (unsigned h = 0; h < s->hosts; h++)
    free(g[h]);
  free(want);
}

static void test_sums(void **state) {
  for (unsigned i = 0; i < 12; i++) {
    nf_nr_setup s = small(2 + i % 7);
    s.seed = i;
    s.window = 1 + i % 4;
    s.msglen = 1 + i % 5;
    s.loss = s.doubled = s.reordered = i % 3 ? 1u << 27 : 0; // 3 %
    if (i % 4 == 3) {
      s.leaves = s.per_leaf = 2;
      s.hosts = 4;
    }
    check_sums(&s, i % 2 ? 1 + i : 700 + i, 10 + i); // one packet, many messages
  }
}

// What does not fit is counted: in the conversion, in the sum.
static void test_saturation(void **state) {
  const nf_nr_number number = {NF_DTYPE_FIX32, 24};
  const nf_nr_setup s = small(2);
  float a[] = {100, 200, -100, 1}, b[] = {100, -1, -100, 2}, *g[] = {a, b};
  nf_nr_reducer r;
  nf_err e = {0};
  assert_int_equal(nf_nr_reducer_open(&r, &s, &nf_nr_reference, number, 4, &e), NF_EXIT_OK);
  assert_int_equal(nf_nr_reducer_sum(&r, g, &e), NF_EXIT_OK);
  assert_int_equal(r.counts.clipped, 1);
  assert_int_equal(r.counts.saturated, 2);
  assert_true(a[0] == 128 && a[2] == -128 && a[3] == 3 && memcmp(a, b, sizeof a) == 0);
  nf_nr_reducer_close(&r);
}

// ------------------------------------------------------------------------------- trainings
typedef struct {
  nf_nr_lesson lesson;
  nf_nr_images train, test;
} set;

static void training(nf_nr_training *c, const set *k, const nf_nr_setup *s,
                     const nf_nr_variant *variant) {
  nf_err e = {0};
  if (nf_nr_train(c, variant, &k->lesson, &k->train, &k->test, s, &nf_nr_reference, NULL, &e) !=
      NF_EXIT_OK)
    fail_msg("%s: %s", variant->name, e.text);
  assert_int_equal(c->compared,
                   (uint64_t)c->steps * (k->lesson.hosts - 1) * nf_nr_parameters(k->lesson.shape));
}

// It learns; the hosts agree in every bit; faults of the links change no bit; with numbers that
// fixed point holds it takes the training of floating point, with coarse ones it does not.
static void test_courses(void **state) {
  static const nf_nr_variant variants[] = {{"ring", true, {NF_DTYPE_F32, 0}},
                                           {"f32", false, {NF_DTYPE_F32, 0}},
                                           {"fix32", false, {NF_DTYPE_FIX32, 24}},
                                           {"coarse", false, {NF_DTYPE_FIX32, 1}},
                                           {"bf16x2", false, {NF_DTYPE_BF16, 0}}};
  enum { WAYS = sizeof variants / sizeof variants[0] };
  set k = {
      .lesson = {
          .shape = {8, 48}, .hosts = 3, .batch = 8, .epochs = 2, .rate = 0.02f, .momentum = 0.9f}};
  nf_nr_training c[WAYS], faulty;
  nf_err e = {0};
  nf_nr_setup s = small(3);
  s.mtu = 1024;
  s.msglen = 9;
  nf_nr_images_make(&k.train, 600, 1, &e);
  nf_nr_images_make(&k.test, 300, 2, &e);
  for (unsigned i = 0; i < WAYS; i++) {
    training(&c[i], &k, &s, &variants[i]);
    assert_int_equal(c[i].steps, 50);
    assert_true(c[i].loss[0] == c[0].loss[0]);
    assert_int_equal(c[i].counts.clipped + c[i].counts.saturated, 0);
  }
  assert_true(c[0].epoch_loss[1] < 0.9 * c[0].epoch_loss[0] && c[0].accuracy[1] > 0.3);
  for (unsigned i = 1; i < 3; i++)
    assert_true(fabs(nf_nr_difference(c[i].epoch_loss[1], c[0].epoch_loss[1])) < 1e-3);
  assert_true(fabs(nf_nr_difference(c[3].epoch_loss[1], c[0].epoch_loss[1])) > 1e-2);
  assert_true(c[4].counts.worst > c[1].counts.worst);
  s.loss = s.doubled = s.reordered = 1u << 26; // 1.6 %
  training(&faulty, &k, &s, &variants[1]);
  assert_true(faulty.repeated > 0 && faulty.lost > 0);
  assert_memory_equal(faulty.loss, c[1].loss, c[1].steps * sizeof *c[1].loss);
  for (unsigned i = 0; i < WAYS; i++)
    nf_nr_training_free(&c[i]);
  nf_nr_training_free(&faulty);
  nf_nr_images_free(&k.train);
  nf_nr_images_free(&k.test);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_gradient),   cmocka_unit_test(test_fixed),
      cmocka_unit_test(test_bf16),       cmocka_unit_test(test_sums),
      cmocka_unit_test(test_saturation), cmocka_unit_test(test_courses)};
  return cmocka_run_group_tests_name("netreduce_train", tests, NULL, NULL);
}
