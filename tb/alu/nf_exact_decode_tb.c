// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_exact_decode against its model, and what it makes of an f32 against the number itself: the
// window moved to its segment, with the fill above it.
#include "alu/nf_exact_decode.h"
#include "nf_exact_stim.h"
#include "nf_tb.h"

extern const nf_dut nf_exact_decode_dut;

typedef struct {
  nf_exact_decode_in last; // what `out` in drive belongs to
  bool any;
} context;

// The number that an addend stands for, put together without nf_exact_add.
static nf_exact_number number_of(uint64_t addend) {
  nf_exact_number n = {{0}};
  const unsigned segment = addend >> NF_EXACT_SEGMENT_LSB & 15;
  const uint64_t window = addend & ((UINT64_C(1) << NF_EXACT_WINDOW_BITS) - 1);
  const uint64_t fill = addend >> NF_EXACT_FILL_LSB & 1;
  for (unsigned bit = 0; bit < 32 * NF_EXACT_SEGMENTS; ++bit) {
    const unsigned low = 32 * segment;
    const uint64_t digit = bit < low                          ? 0
                           : bit - low < NF_EXACT_WINDOW_BITS ? window >> (bit - low) & 1
                                                              : fill;
    n.w[bit / 32] |= (uint32_t)digit << bit % 32;
  }
  return n;
}

static void check(nf_tb *tb, const nf_exact_decode_in *in, const nf_exact_decode_out *out) {
  const unsigned segment = out->addend >> NF_EXACT_SEGMENT_LSB & 15;
  if (in->hold || (in->plane && in->index > NF_EXACT_CARRIES)) {
    nf_tb_cover(tb, "held");
    nf_tb_check(tb, segment == NF_EXACT_HOLD, "a hold has segment %u", segment);
  } else if (!in->plane && (in->value >> 23 & 255) < 255) {
    const nf_exact_number zero = {{0}};
    nf_tb_check(tb, nf_exact_same(number_of(out->addend), nf_exact_number_plus(zero, in->value)),
                "%08x: addend %016llx is another number", in->value,
                (unsigned long long)out->addend);
  } else if (!in->plane) {
    nf_tb_cover(tb, out->invalid ? "signaling NaN" : "infinity or quiet NaN");
  }
}

static void drive(nf_tb *tb, context *c, const void *out, void *in, nf_exact_decode_in next) {
  if (c->any)
    check(tb, &c->last, out);
  c->last = next;
  c->any = true;
  *(nf_exact_decode_in *)in = next;
}

static void drive_terms(nf_tb *tb, void *ctx, const void *out, void *in) {
  uint64_t state = nf_tb_rand(tb);
  const nf_exact_decode_in next = {.value = nf_exact_stim_term(&state, true)};
  drive(tb, ctx, out, in, next);
}

static void drive_exponents(nf_tb *tb, void *ctx, const void *out, void *in) {
  static const uint32_t fracs[4] = {0, 1, 0x7fffff, 0x555555};
  const uint32_t n = (uint32_t)nf_tb_cycle(tb);
  const nf_exact_decode_in next = {.value = n << 31 | (n >> 1 & 255) << 23 | fracs[n >> 9 & 3]};
  drive(tb, ctx, out, in, next);
}

static void drive_mixed(nf_tb *tb, void *ctx, const void *out, void *in) {
  uint64_t state = nf_tb_rand(tb);
  const nf_exact_decode_in next = {.hold = nf_tb_chance(tb, 20),
                                   .plane = nf_tb_chance(tb, 50),
                                   .index = (uint8_t)nf_tb_below(tb, 16),
                                   .value = nf_tb_chance(tb, 50) ? nf_exact_stim_term(&state, true)
                                                                 : (uint32_t)nf_tb_rand(tb)};
  drive(tb, ctx, out, in, next);
}

static const nf_tb_scenario scenarios[] = {
    {"KLENK IV-D every exponent and sign", 2048, NULL, drive_exponents, NULL},
    {"KLENK IV-D terms at the ends of segments, subnormal, special", 100000, NULL, drive_terms,
     NULL},
    {"KLENK IV-D terms, planes and holds mixed", 100000, NULL, drive_mixed, NULL},
};

int main(int argc, char **argv) {
  const nf_tb_bench bench = {.dut = &nf_exact_decode_dut,
                             .model = NF_TB_MODEL_COMB(nf_exact_decode),
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof scenarios[0]};
  return nf_tb_main(argc, argv, &bench);
}
