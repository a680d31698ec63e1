// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Networks have the parameters and products that were published; time lines by hand; pipelines,
// operators and all-to-alls by their closed forms; refusals.
#include "sim/test/unit.h"
#include "sim/workload/costs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
  } known[] = {{"alexnet", 1, 61100840, 0, 0.714, 0.005},
               {"vgg16", 1, 138357544, 0, 15.47, 0.001},
               {"resnet50", 1, 25557032, 0, 4.09, 0.005},
               {"resnet152", 1, 60192808, 0, 11.51, 0.005},
               {"transformer", 64, 213e6, 0.01, 0, 0},
               {"bert", 512, 335.1e6, 0.001, 0, 0},
               {"gpt3", 2048, 174.6e9, 0.002, 0, 0},
               {"gpt3moe", 2048, 174.6e9, 0.002, 0, 0},
               // 187,767,399 rows of 128, and perceptrons of 2,368,897.
               {"dlrm", 1, 187767399.0 * 128 + 2368897, 0, 0, 0},
               {"cosmoflow", 1, 8907556, 0, 34.4, 0.01}};
  nf_model *m = malloc(sizeof *m);
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
  assert_non_null(m);
  for (uint32_t i = 0; i < nf_models; i++) {
    nf_err e = {0};
    nf_model_make(m, i, 100, &e);
    good(&e);
    assert_true(m->layers > 1 && m->layers <= NF_MODEL_LAYERS);
    assert_true(nf_model_parameters(m) > 8e6 && nf_model_macs(m) > 2e6);
    assert_int_equal(m->layer[m->layers - 1].block, m->blocks - 1);
    for (uint32_t k = 1; k < m->layers; k++) // blocks are runs, none is left out
      assert_true(m->layer[k].block - m->layer[k - 1].block <= 1);
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
  near(nf_compute_product(&roof, 4096, 4096, 4096), 2 * 2.0 * pow(4096, 3) / 100e3, 1e-12);
  near(nf_compute_product(&roof, 1, 4096, 4096), 2 * 2.0 * (4096.0 * 4096 + 2 * 4096) / 1000,
       1e-12);
  near(nf_compute_product(&array, 257, 100, 300), 4 * (3 * 256 + 98) / 0.7, 1e-12);
  assert_true(nf_compute_product(&roof, 0, 5, 5) == 0);
}

// Three layers of one product each, at 1 ns a multiplication, and all-reduces of alpha + bytes.
static nf_model three(void) {
  nf_model m = {.name = "three", .layers = 3, .blocks = 3};
  for (uint32_t i = 0; i < 3; i++)
    m.layer[i] = (nf_layer){
        .name = "a", .rows = 10, .k = 10, .n = 10, .repeat = 1, .parameters = 100, .block = i};
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
      .stages = 1,
      .micro_batches = 1,
      .operators = 1,
      .exchangers = 1,
      .activation = 1,
      .operator_rate = 1,
      .send_rate = 1,
      .exchange_rate = 1,
      .alpha = alpha,
      .rate = 1};
}

static void time_lines(void **state) {
  const nf_model m = three();
  nf_training_result r;
  nf_err e = {0};
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
                     .gradient = 4,
                     .stages = 1,
                     .micro_batches = 1,
                     .operators = 1,
                     .exchangers = 1};
    nf_training_result r;
    nf_endpoint *endpoint;
    t.endpoint = &endpoint;
    nf_endpoint_open(&endpoint, &c, &e);
    nf_training_run(&t, &r, &e);
    good(&e);
    near(r.time, r.compute + r.exposed, 1e-9);
    exposed[s] = r.exposed;
    nf_endpoint_close(endpoint);
  }
  assert_true(exposed[NF_ENDPOINT_IDEAL] < exposed[NF_ENDPOINT_ACE]);
  assert_true(exposed[NF_ENDPOINT_ACE] < exposed[NF_ENDPOINT_BASELINE]);
  free(m);
}

// ------------------------------------------------------------------------------- pipelines
// A network of so many blocks that all take the same, forward and backward: what is sent and waited
// for has no time, so a pipeline of p stages is idle (p - 1) / (m + p - 1) of its time.
static nf_model equal_blocks(uint32_t blocks) {
  nf_model m = {.name = "equal", .layers = blocks + 1, .blocks = blocks + 1};
  // Words first, which take nothing: only the first layer of all has no gradients of inputs.
  for (uint32_t i = 0; i <= blocks; i++)
    m.layer[i] = (nf_layer){.name = "b",
                            .rows = 8,
                            .k = i ? 16 : 0,
                            .n = 16,
                            .repeat = 1,
                            .parameters = 256,
                            .block = i};
  return m;
}

static void bubbles(void **state) {
  nf_model *m = malloc(sizeof *m);
  assert_non_null(m);
  for (uint32_t p = 1; p <= 12; p++)
    for (uint32_t micro = 1; micro <= 32; micro *= 2)
      for (int order = 0; order < 2; order++) {
        *m = equal_blocks(2 * p);
        nf_training t = by_hand(m, 0, 0);
        nf_training_result r;
        nf_err e = {0};
        t.batch = 32;
        t.stages = p;
        t.micro_batches = micro;
        t.order = (nf_pipeline_order)order;
        t.rate = t.send_rate = 1e15;
        nf_training_run(&t, &r, &e);
        good(&e);
        // Two blocks of three products, 2 ns a multiplication by 2 a ns.
        const double each = 2 * 3 * 8.0 * 16 * 16 * 32 / micro;
        near(r.time, (micro + p - 1) * each, 1e-9);
        near(1 + r.idle, 1 + (p - 1.0) / (micro + p - 1), 1e-9);
        near(r.compute, micro * each, 1e-9);
        assert_int_equal(r.kept, order == NF_PIPELINE_GPIPE || micro < p ? micro : p);
      }
  free(m);
}

// Sends take latency and bytes: one micro-batch, all stages after each other, there and back.
static void sends(void **state) {
  nf_model *m = malloc(sizeof *m);
  nf_training_result r;
  nf_err e = {0};
  assert_non_null(m);
  *m = equal_blocks(4);
  nf_training t = by_hand(m, 1, 7);
  t.stages = 4;
  t.rate = 1e15;
  nf_training_run(&t, &r, &e);
  good(&e);
  // 4 blocks of 3 products; 128 elements are cut three times and come back; the sum of gradients.
  near(r.time, 4 * 3 * 2048 + 2 * 3 * (128 + 7) + 7, 1e-9);
  near(r.send_bytes, 128, 1e-12);
  free(m);
}

// The longest stage is no longer than it must be, and every stage has a block.
static void cuts(void **state) {
  nf_model *m = malloc(sizeof *m);
  assert_non_null(m);
  nf_err e = {0};
  nf_model_make(m, by_name("gpt3"), 2048, &e);
  for (uint32_t p = 1; p <= m->blocks; p++) {
    uint32_t first[NF_MODEL_LAYERS + 1];
    nf_training t = by_hand(m, 1, 0);
    t.stages = p;
    nf_stages_cut(&t, first, &e);
    good(&e);
    assert_int_equal(first[0], 0);
    assert_int_equal(first[p], m->layers);
    uint32_t most = 0;
    for (uint32_t s = 0; s < p; s++) {
      assert_true(first[s] < first[s + 1]);
      assert_true(s == 0 || m->layer[first[s]].block != m->layer[first[s] - 1].block);
      const uint32_t blocks = m->layer[first[s + 1] - 1].block - m->layer[first[s]].block + 1;
      most = blocks > most ? blocks : most;
    }
    if (p <= 96) // words before and behind come on top
      assert_true(most <= (96 + p - 1) / p + 2);
  }
  free(m);
}

// ------------------------------------------------------------------------------- operators
// Megatron-LM's two all-reduces forward and two backward of each block, of all its outputs
// (HXMESH V-B5), in rings of O; products and gradients are the O-th part.
static void operators(void **state) {
  nf_model *m = malloc(sizeof *m);
  nf_err e = {0};
  assert_non_null(m);
  nf_model_make(m, by_name("bert"), 128, &e);
  double alone = 0;
  for (uint32_t parts = 1; parts <= 8; parts *= 2) {
    nf_training t = by_hand(m, 0, 3);
    nf_training_result r;
    t.operators = parts;
    t.activation = 2;
    t.operator_rate = 5;
    nf_training_run(&t, &r, &e);
    good(&e);
    const double output = 2 * 128.0 * 1024, calls = 24 * 4;
    if (parts == 1) {
      alone = r.compute;
      assert_true(r.exchange == 0 && r.operator_bytes == 0);
      continue;
    }
    near(r.operator_bytes, calls * output, 1e-9);
    near(r.exchange, calls * (3 + 2 * (parts - 1.0) / parts * output / 5), 1e-9);
    const double pool = 2 * 1024.0 * 1024; // not divided: forward, weights, inputs
    near(r.compute, (alone - 1.5 * pool) / parts + 1.5 * pool, 1e-9);
    const double words = 31038.0 * 1024 + 1024 * 1025; // nor they
    near(r.bytes, (nf_model_parameters(m) - words) / parts + words, 1e-9);
  }
  free(m);
}

// Slabs of a cube have two planes of each convolution's inputs; full layers gather theirs.
static void halos(void **state) {
  nf_model *m = malloc(sizeof *m);
  nf_err e = {0};
  assert_non_null(m);
  nf_model_make(m, by_name("cosmoflow"), 1, &e);
  nf_training t = by_hand(m, 0, 0);
  nf_training_result r;
  t.operators = 4;
  nf_training_run(&t, &r, &e);
  good(&e);
  double planes = 0;
  for (uint32_t i = 0, side = 128, in = 4; i < 5; i++, side /= 2, in = i == 1 ? 32 : 2 * in)
    planes += 2.0 * side * side * in;
  const double gathered = 512.0 * 64 + 128 + 64;
  near(r.operator_bytes, 2 * (planes + gathered), 1e-12);
  // Backward but for the first layer, whose inputs want no gradients.
  near(r.exchange, 2 * planes - 2.0 * 128 * 128 * 4 + 2 * 0.75 * gathered, 1e-12);
  free(m);
}

// ------------------------------------------------------------------------------- all-to-alls
// Two forward and two backward for each layer of experts, of its inputs (HXMESH V-B5); a token
// meets one expert, so the products of a feed-forward are a sixteenth.
static void experts(void **state) {
  nf_model *m = malloc(sizeof *m), *dense = malloc(sizeof *dense);
  nf_err e = {0};
  const double length = 64, d = 12288;
  assert_non_null(m);
  assert_non_null(dense);
  nf_model_make(m, by_name("gpt3moe"), (uint32_t)length, &e);
  nf_model_make(dense, by_name("gpt3"), (uint32_t)length, &e);
  near(nf_model_macs(dense) - nf_model_macs(m), 96 * length * (8 * d * d * 15 / 16 - 16 * d), 1e-9);
  for (uint32_t ranks = 1; ranks <= 16; ranks *= 2) {
    nf_training t = by_hand(m, 0, 2);
    nf_training_result r;
    t.batch = 3;
    t.activation = 2;
    t.exchangers = ranks;
    nf_training_run(&t, &r, &e);
    good(&e);
    const double each = 3 * length * d * 2;
    near(1 + r.exchange_bytes, 1 + (ranks > 1 ? 96 * 4 * each : 0), 1e-9);
    near(1 + r.exchange, 1 + (ranks > 1 ? 96 * 4 * (2 + each * (ranks - 1) / ranks) : 0), 1e-9);
  }
  // With operators two of four all-reduces are left, those of attention, and of the last product.
  nf_training t = by_hand(m, 0, 0);
  nf_training_result r;
  t.operators = 4;
  nf_training_run(&t, &r, &e);
  good(&e);
  near(r.operator_bytes, (2 * 96 + 1) * length * d, 1e-9);
  free(m);
  free(dense);
}

// A sample's 26 rows of 128 come and their gradients go back; the tables' are not summed.
static void rows_of_tables(void **state) {
  nf_model *m = malloc(sizeof *m);
  nf_err e = {0};
  assert_non_null(m);
  nf_model_make(m, by_name("dlrm"), 1, &e);
  nf_training t = by_hand(m, 0, 0);
  nf_training_result r;
  t.batch = 10;
  t.exchangers = 8;
  t.activation = 4;
  nf_training_run(&t, &r, &e);
  good(&e);
  near(r.exchange_bytes, 2 * 10 * 26 * 128 * 4, 1e-12);
  near(r.bytes, 2368897, 1e-12);
  free(m);
}

static void refused(const nf_training *t, const char *says) {
  nf_err e = {0};
  nf_training_result r;
  nf_training_run(t, &r, &e);
  assert_int_equal(e.status, NF_EXIT_BAD_INPUT);
  if (!strstr(e.text, says))
    fail_msg("'%s' does not say '%s'", e.text, says);
}

static void refusals(void **state) {
  nf_model *m = malloc(sizeof *m);
  nf_err e = {0};
  assert_non_null(m);
  *m = three();
  nf_training t = by_hand(m, 0, 0);
  t.stages = 4;
  refused(&t, "--pipeline 4: three is cut between 3 blocks");
  t = by_hand(m, 0, 0);
  t.micro_batches = 2;
  refused(&t, "--micro-batches 2: 1 samples are not a multiple");
  t = by_hand(m, 0, 0);
  t.operators = 2;
  refused(&t, "--operator 2: how layers are divided");
  t = by_hand(m, 0, 0);
  t.exchangers = 2;
  refused(&t, "--exchange-ranks 2: three has no all-to-all");
  nf_model_make(m, by_name("gpt3moe"), 1, &e);
  t.exchangers = 3;
  refused(&t, "--exchange-ranks 3: gpt3moe has 16 experts");
  free(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(published),      cmocka_unit_test(all_networks),
      cmocka_unit_test(products),       cmocka_unit_test(time_lines),
      cmocka_unit_test(with_endpoints), cmocka_unit_test(bubbles),
      cmocka_unit_test(sends),          cmocka_unit_test(cuts),
      cmocka_unit_test(operators),      cmocka_unit_test(halos),
      cmocka_unit_test(experts),        cmocka_unit_test(rows_of_tables),
      cmocka_unit_test(refusals)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
