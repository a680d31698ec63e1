// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Exact sums from C++17: the same numbers in every order. Additions of binary32 give as many
// results as the order likes, the exact accumulator of the switch gives one; its rounding is the
// pipeline nf_exact_round, as in hardware.
//
//   c++ -std=c++17 exact_sum.cpp $(pkg-config --cflags --libs netfold) && ./a.out
#include <netfold.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <set>
#include <stdexcept>
#include <vector>

namespace {

// A model is made by init and freed by free: a smart pointer, and an exception in place of the
// status.
using rounder = std::unique_ptr<struct nf_exact_round, decltype(&nf_exact_round_free)>;

rounder make_rounder() {
  nf_exact_round_cfg cfg{};
  cfg.HasF32 = 1;
  struct nf_exact_round *made = nullptr;
  if (const nf_status refused = nf_exact_round_init(&made, &cfg))
    throw std::invalid_argument(refused);
  return {made, &nf_exact_round_free};
}

// The sum through the clocked model: what goes in comes out NF_EXACT_ROUND_STAGES edges later.
uint32_t round_in_hardware(const rounder &model, const nf_exact &sum) {
  nf_exact_round_in in{};
  in.en = true;
  in.valid = true;
  nf_exact_to_words(&sum, in.acc);
  in.format = NF_EXACT_F32;
  for (int edge = 0; edge < NF_EXACT_ROUND_STAGES; ++edge) {
    nf_exact_round_step(model.get(), &in);
    in.valid = false;
  }
  const nf_exact_round_out *const out = nf_exact_round_peek(model.get());
  if (!out->valid)
    throw std::logic_error("the pipeline is longer than NF_EXACT_ROUND_STAGES");
  return out->result;
}

} // namespace

int main() {
  // 2^24, 1, -2^24, 2^-30, 3: bit patterns of binary32.
  std::vector<uint32_t> terms = {0x4b800000, 0x3f800000, 0xcb800000, 0x30800000, 0x40400000};
  std::sort(terms.begin(), terms.end());
  std::set<uint32_t> plain, exact;
  const rounder model = make_rounder();
  unsigned orders = 0;
  do {
    uint8_t flags = 0;
    uint32_t sum = 0;
    nf_exact accumulator{};
    for (const uint32_t term : terms) {
      sum = nf_fp_add_f32(sum, term, &flags);
      nf_exact_add(&accumulator, term, &flags);
    }
    plain.insert(sum);
    exact.insert(round_in_hardware(model, accumulator));
    ++orders;
  } while (std::next_permutation(terms.begin(), terms.end()));
  std::printf("%u orders: %zu results of binary32 additions, %zu of the exact sum: 0x%08x\n",
              orders, plain.size(), exact.size(), *exact.begin());
  return exact.size() == 1 ? 0 : 1;
}
