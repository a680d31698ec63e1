// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Networks have the parameters and products that were published; time lines by hand.
#include "sim/workload/training.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void good(const nf_err *e) {
  if (e->status != NF_EXIT_OK)
    fail_msg("%s", e->text);
}

static void near(double ours, double wanted, double share) {
  if (fabs(ours - wanted) > share * wanted)
    fail_msg("%.10g, not %.10g", ours, wanted);
}

static uint32_t by_name(const char *name) {
  uint32_t i = 0;
  while (strcmp(nf_model_words[i], name) != 0)
    i++;
  return i;
}

// Parameters to the last one where they are known so; multiplications of a sample in 10^9.
static void published(void **state) {
  static const struct {
    const char *name;
    uint32_t length;
    double parameters, share, gmacs, gmacs_share;
  } known[] = {
      {"alexnet", 1, 61100840, 0, 0.714, 0.005}, {"vgg16", 1, 138357544, 0, 15.47, 0.001},
      {"resnet50", 1, 25557032, 0, 4.09, 0.005}, {"resnet152", 1, 60192808, 0, 11.51, 0.005},
      {"transformer", 64, 213e6, 0.01, 0, 0},    {"bert", 512, 335.1e6, 0.001, 0, 0},
      {"gpt3", 2048, 174.6e9, 0.002, 0, 0}};
  nf_model *m = malloc(sizeof *m);
  (void)state;
  assert_non_null(m);
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    nf_err e = {0};
    nf_model_make(m, by_name(known[i].name), known[i].length, &e);
    good(&e);
    near(nf_model_parameters(m), known[i].parameters, known[i].share + 1e-12);
    if (known[i].gmacs > 0)
      near(nf_model_macs(m) / 1e9, known[i].gmacs, known[i].gmacs_share);
  }
  free(m);
}

// Every network can be made, and GPT-3's layers have the 12 d^2 of HXMESH A-B.
static void all_networks(void **state) {
  nf_model *m = malloc(sizeof *m);
  (void)state;
  assert_non_null(m);
  for (uint32_t i = 0; i < nf_models; i++) {
    nf_err e = {0};
    nf_model_make(m, i, 100, &e);
    good(&e);
    assert_true(m->layers > 1 && m->layers <= NF_MODEL_LAYERS);
    assert_true(nf_model_parameters(m) > 1e7 && nf_model_macs(m) > 1e8);
  }
  nf_err e = {0};
  nf_model_make(m, by_name("gpt3"), 2048, &e);
  double layer = 0;
  for (uint32_t i = 1; i < 6; i++)
    layer += m->layer[i].parameters;
  near(layer, 1.82e9, 0.01);
  free(m);
}

static void products(void **state) {
  const nf_compute roof = {.flops = 100e3, .memory = 1000, .element = 2, .share = 0.5, .factor = 1};
  const nf_compute array = {NF_COMPUTE_SYSTOLIC, .rows = 256, .columns = 256,
                            .clock = 0.7,        .share = 1,  .factor = 1};
  (void)state;
  near(nf_compute_product(&roof, 4096, 4096, 4096), 2 * 2.0 * pow(4096, 3) / 100e3, 1e-12);
  near(nf_compute_product(&roof, 1, 4096, 4096), 2 * 2.0 * (4096.0 * 4096 + 2 * 4096) / 1000,
       1e-12);
  near(nf_compute_product(&array, 257, 100, 300), 4 * (3 * 256 + 98) / 0.7, 1e-12);
  assert_true(nf_compute_product(&roof, 0, 5, 5) == 0);
}

// Three layers of one product each, at 1 ns a multiplication, and all-reduces of alpha + bytes.
static nf_model three(void) {
  nf_model m = {.name = "three", .layers = 3};
  for (uint32_t i = 0; i < 3; i++)
    m.layer[i] =
        (nf_layer){.name = "a", .rows = 10, .k = 10, .n = 10, .repeat = 1, .parameters = 100};
  return m;
}

static nf_training by_hand(const nf_model *m, uint32_t groups, double alpha) {
  return (nf_training){
      .model = m,
      .compute = {.flops = 2, .memory = 1e12, .element = 1, .share = 1, .factor = 1},
      .batch = 1,
      .iterations = 1,
      .groups = groups,
      .gradient = 1,
      .alpha = alpha,
      .rate = 1};
}

static void time_lines(void **state) {
  const nf_model m = three();
  nf_training_result r;
  nf_err e = {0};
  (void)state;
  // 3 forward, 3 for weights, 2 for inputs, of 1000 ns; the gradients take 100 + 50 each.
  nf_training t = by_hand(&m, 0, 50);
  nf_training_run(&t, &r, &e);
  good(&e);
  near(r.compute, 8000, 1e-12);
  near(r.time, 8000 + 150, 1e-12); // only the first layer's is behind the end
  near(r.exposed, 150, 1e-12);
  assert_int_equal(r.collectives, 3);
  t = by_hand(&m, 1, 50); // all at the end
  nf_training_run(&t, &r, &e);
  near(r.time, 8000 + 350, 1e-12);
  t = by_hand(&m, 0, 2900); // 3000 each, at 4000, 6000 and 8000: one after the other
  nf_training_run(&t, &r, &e);
  near(r.time, 4000 + 3 * 3000, 1e-12);
  near(r.exposed, 5000, 1e-12);
  t.iterations = 2; // the forward pass waits for each layer's own, first made last
  nf_training_run(&t, &r, &e);
  near(r.time, 13000 + 8000 + 5000, 1e-12);
  near(r.time, r.compute + r.exposed, 1e-12);
  t = by_hand(&m, 1, 50); // behind the sum of all the update of all
  t.compute.memory = 1;
  t.compute.flops = 1e-9; // arithmetic counts alone
  t.optimizer = 7;
  nf_training_run(&t, &r, &e);
  near(r.compute, 8 * 2 * 1000e9 + 300 * 7, 1e-12);
  good(&e);
}

// With the endpoint the sum of both is the time, too, and an ideal one hides more.
static void with_endpoints(void **state) {
  nf_model *m = malloc(sizeof *m);
  double exposed[NF_ENDPOINTS];
  (void)state;
  assert_non_null(m);
  nf_err e = {0};
  nf_model_make(m, by_name("resnet50"), 1, &e);
  for (int s = 0; s < NF_ENDPOINTS; s++) {
    const nf_endpoint_config c = nf_endpoint_table7((nf_system)s, 2, 2, 2);
    nf_training t = {.model = m,
                     .compute = {NF_COMPUTE_SYSTOLIC, .rows = 256, .columns = 256, .clock = 0.7,
                                 .share = 1, .factor = 1},
                     .batch = 4,
                     .iterations = 2,
                     .gradient = 4};
    nf_training_result r;
    nf_endpoint_open(&t.endpoint, &c, &e);
    nf_training_run(&t, &r, &e);
    good(&e);
    near(r.time, r.compute + r.exposed, 1e-9);
    exposed[s] = r.exposed;
    nf_endpoint_close(t.endpoint);
  }
  assert_true(exposed[NF_ENDPOINT_IDEAL] < exposed[NF_ENDPOINT_ACE]);
  assert_true(exposed[NF_ENDPOINT_ACE] < exposed[NF_ENDPOINT_BASELINE]);
  free(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(published), cmocka_unit_test(all_networks),
                                     cmocka_unit_test(products), cmocka_unit_test(time_lines),
                                     cmocka_unit_test(with_endpoints)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
