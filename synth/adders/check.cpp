// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A Verilated binary32 adder beside the processor's additions: prints after how many clock edges
// its result comes, how many sums are wrong, and one of those. CLOCKED: it has clk_i and
// rst_ni; OURS: it has an enable.
#include "Vtop.h"
#include <cinttypes>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>

static constexpr unsigned PAIRS = 200000, MOST_STAGES = 16;
static uint32_t operand[PAIRS][2], expected[PAIRS], came[PAIRS + MOST_STAGES];

static uint64_t state = 1;
static uint32_t draw() {
  uint64_t z = state += 0x9e3779b97f4a7c15ull;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ z >> 27) * 0x94d049bb133111ebull;
  return static_cast<uint32_t>((z ^ z >> 31) >> 32);
}

// Zeros, subnormals, neighbours of powers of two, the largest, infinities, NaNs, each with both
// signs; then near and random ones.
static uint32_t choose(uint32_t other) {
  static const uint32_t special[] = {0,          1,          2,          0x7fffff,   0x800000,
                                     0x800001,   0xffffff,   0x3f7fffff, 0x3f800000, 0x3f800001,
                                     0x7f7ffffe, 0x7f7fffff, 0x7f800000, 0x7f800001, 0x7fc00000};
  const uint32_t how = draw() % 4, sign = draw() & 0x80000000u;
  if (how == 0)
    return special[draw() % (sizeof special / sizeof *special)] | sign;
  if (how == 1) // an exponent that is near, and a fraction of few bits
    return ((other + ((draw() % 53) << 23) - (26u << 23)) & 0x7f800000u) |
           (draw() & draw() & draw() & 0x7fffffu) | sign;
  return draw();
}

static bool is_nan(uint32_t x) { return (x & 0x7fffffff) > 0x7f800000; }

static bool same(uint32_t a, uint32_t b) { return a == b || (is_nan(a) && is_nan(b)); }

int main() {
  VerilatedContext context;
  auto dut = std::make_unique<Vtop>(&context);
  for (unsigned i = 0; i < PAIRS; i++) {
    operand[i][0] = choose(0x3f800000);
    operand[i][1] = choose(operand[i][0]);
    float a, b;
    std::memcpy(&a, &operand[i][0], 4);
    std::memcpy(&b, &operand[i][1], 4);
    volatile float sum = a + b;
    const float result = sum;
    std::memcpy(&expected[i], &result, 4);
  }
#ifdef CLOCKED
  auto edge = [&] {
    dut->clk_i = 1;
    dut->eval();
    dut->clk_i = 0;
    dut->eval();
  };
#ifdef OURS
  dut->en_i = 1;
  dut->valid_i = 1;
#endif
  dut->rst_ni = 0;
  for (unsigned i = 0; i < 4; i++)
    edge();
  dut->rst_ni = 1;
  for (unsigned i = 0; i < MOST_STAGES; i++) // fills what has no reset
    edge();
#else
  auto edge = [&] { dut->eval(); };
#endif
  for (unsigned i = 0; i < PAIRS + MOST_STAGES; i++) {
    dut->a_i = operand[i % PAIRS][0];
    dut->b_i = operand[i % PAIRS][1];
    edge();
    came[i] = dut->result_o;
  }
  unsigned best = 0, most = 0;
  for (unsigned late = 0; late < MOST_STAGES; late++) {
    unsigned right = 0;
    for (unsigned i = 0; i < PAIRS; i++)
      right += same(came[i + late], expected[i]);
    if (right > most) {
      most = right;
      best = late;
    }
  }
  unsigned first = PAIRS;
  for (unsigned i = PAIRS; i-- > 0;)
    if (!same(came[i + best], expected[i]))
      first = i;
#ifdef CLOCKED
  const unsigned stages = best + 1; // an edge has passed when the result is looked at
#else
  const unsigned stages = best;
#endif
  std::printf("%u %u\n", stages, PAIRS - most);
  if (first < PAIRS)
    std::printf("%u of %u sums are wrong, such as %08" PRIx32 " + %08" PRIx32 " = %08" PRIx32
                ", not %08" PRIx32 "\n",
                PAIRS - most, PAIRS, operand[first][0], operand[first][1], came[first + best],
                expected[first]);
  return 0;
}
