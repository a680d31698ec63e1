// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The reference XORs the pieces of the block number bit by bit.
#include "mcr/nf_mcr_hash.h"
#include "nf_tb.h"

#include <string.h>

extern const nf_dut nf_mcr_hash_dut;

static const nf_mcr_hash_cfg cfg = {.HomeSlots = P_HomeSlots};

static void eval(const nf_mcr_hash_in *in, nf_mcr_hash_out *out) {
  nf_mcr_hash_eval(&cfg, in, out);
}

enum { BLOCK_BITS = 7, ADDR_BITS = 48 };

typedef struct {
  bool asked;
  uint64_t addr;          // of the cycle before
  bool seen[P_HomeSlots]; // slots of the window so far
  unsigned in_window;     // blocks of the window so far
} context;

static unsigned reference(uint64_t addr) {
  unsigned slot_bits = 0;
  while (1u << slot_bits < P_HomeSlots)
    slot_bits++;
  unsigned slot = 0;
  for (unsigned bit = BLOCK_BITS; bit < ADDR_BITS; bit++) {
    slot ^= (unsigned)(addr >> bit & 1) << (bit - BLOCK_BITS) % slot_bits;
  }
  return slot;
}

static void check(nf_tb *tb, const context *c, const nf_mcr_hash_out *out) {
  nf_tb_check(tb, out->slot == reference(c->addr), "slot of %#llx", (unsigned long long)c->addr);
}

static void drive_random(nf_tb *tb, void *ctx, const void *out, void *in_ptr) {
  context *c = ctx;
  nf_mcr_hash_in *in = in_ptr;
  if (c->asked)
    check(tb, c, out);
  c->addr = in->addr = nf_tb_rand(tb) >> 16 >> nf_tb_below(tb, 42);
  c->asked = true;
}

// HomeSlots consecutive blocks from a multiple of HomeSlots blocks: every slot once.
static void drive_window(nf_tb *tb, void *ctx, const void *out_ptr, void *in_ptr) {
  context *c = ctx;
  const nf_mcr_hash_out *out = out_ptr;
  nf_mcr_hash_in *in = in_ptr;
  const uint64_t window_bytes = (uint64_t)P_HomeSlots << BLOCK_BITS;
  if (c->asked) {
    check(tb, c, out);
    nf_tb_check(tb, !c->seen[out->slot], "slot %u comes once in a window", out->slot);
    c->seen[out->slot] = true;
  }
  if (c->in_window == 0 || c->in_window == P_HomeSlots) {
    if (c->in_window != 0)
      nf_tb_cover(tb, "a whole window");
    memset(c->seen, 0, sizeof c->seen);
    c->in_window = 0;
    c->addr = (nf_tb_rand(tb) >> 16) / window_bytes * window_bytes;
  } else {
    c->addr += 1u << BLOCK_BITS;
  }
  in->addr = c->addr;
  c->in_window++;
  c->asked = true;
}

static const nf_tb_scenario scenarios[] = {
    {"KLENK IV-C home slot of any address", 20000, NULL, drive_random, NULL},
    {"KLENK IV-C consecutive blocks spread over all home slots", 5000, NULL, drive_window, NULL},
};

int main(int argc, char **argv) {
  const nf_tb_bench bench = {
      .dut = &nf_mcr_hash_dut,
      .model = {.eval = (nf_tb_fn)eval},
      .cfg = NULL,
      .ctx_size = sizeof(context),
      .scenarios = scenarios,
      .count = sizeof scenarios / sizeof scenarios[0],
  };
  return nf_tb_main(argc, argv, &bench);
}
