// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The reference takes the block number apart by subtraction, digit by digit.
#include "common/nf_defs.h"
#include "mcr/nf_mcr_hash.h"
#include "nf_tb.h"

#include <string.h>

extern const nf_dut nf_mcr_hash_dut;

static const nf_mcr_hash_cfg cfg = {.HomeSlots = P_HomeSlots};

static void eval(const nf_mcr_hash_in *in, nf_mcr_hash_out *out) {
  nf_mcr_hash_eval(&cfg, in, out);
}

enum {
  BLOCK_BITS = 7,
  ADDR_BITS = 48,
  BORDER_BITS = 24, // blocks between two borders
  LOW_SLOTS = P_HomeSlots % 3 == 0 ? P_HomeSlots / 3 : P_HomeSlots
};

typedef struct {
  bool asked;
  uint64_t addr; // of the cycle before
  uint8_t links;
  bool seen[P_HomeSlots]; // slots of the window so far
  unsigned in_window;     // blocks of the window so far
  unsigned before;        // slot of an array's first block
} context;

static unsigned reference(uint64_t addr, unsigned links) {
  unsigned low_bits = 0, skip = 0, slot = 0, thirds[2] = {0, 0};
  while (1u << low_bits < LOW_SLOTS)
    low_bits++;
  while (links % (2u << skip) == 0)
    skip++;
  for (unsigned bit = 0; bit < low_bits; bit++)
    slot ^= (unsigned)(addr >> (BLOCK_BITS + skip + bit) & 1) << bit;
  for (unsigned bit = BORDER_BITS; bit < ADDR_BITS - BLOCK_BITS; bit++)
    slot ^= (unsigned)(addr >> (BLOCK_BITS + bit) & 1) << (bit - BORDER_BITS) % low_bits;
  if (P_HomeSlots % 3 != 0)
    return slot;
  for (uint64_t rest = addr >> BLOCK_BITS & ((1u << BORDER_BITS) - 1), power = 0; power < 2;
       power++, rest = (rest - thirds[power - 1]) / 3)
    thirds[power] = (unsigned)(rest % 3);
  return slot + thirds[links == 3 || links == 6] * LOW_SLOTS;
}

static void check(nf_tb *tb, const context *c, const nf_mcr_hash_out *out) {
  nf_tb_check(tb, out->slot == reference(c->addr, c->links), "slot of %#llx, %u links",
              (unsigned long long)c->addr, c->links);
}

static uint8_t any_links(nf_tb *tb) { return (uint8_t)(1 + nf_tb_below(tb, NF_MAX_LINKS)); }

static void drive_random(nf_tb *tb, void *ctx, const void *out, void *in_ptr) {
  context *c = ctx;
  nf_mcr_hash_in *in = in_ptr;
  if (c->asked)
    check(tb, c, out);
  c->addr = in->addr = nf_tb_rand(tb) >> 16 >> nf_tb_below(tb, 42);
  c->links = in->links = any_links(tb);
  c->asked = true;
}

// The blocks of one link, HomeSlots of them wherever they begin: every slot once.
static void drive_window(nf_tb *tb, void *ctx, const void *out_ptr, void *in_ptr) {
  context *c = ctx;
  const nf_mcr_hash_out *out = out_ptr;
  nf_mcr_hash_in *in = in_ptr;
  if (c->asked) {
    check(tb, c, out);
    nf_tb_check(tb, !c->seen[out->slot], "%u links: slot %u comes once in a window", c->links,
                out->slot);
    c->seen[out->slot] = true;
  }
  if (c->in_window == 0 || c->in_window == P_HomeSlots) {
    if (c->in_window != 0)
      nf_tb_cover(tb, "a whole window");
    memset(c->seen, 0, sizeof c->seen);
    c->in_window = 0;
    c->links = any_links(tb);
    // It does not reach the next border.
    const uint64_t border = nf_tb_below(tb, 1ull << (ADDR_BITS - BLOCK_BITS - BORDER_BITS));
    const uint64_t first =
        nf_tb_below(tb, (1u << BORDER_BITS) - (uint64_t)P_HomeSlots * NF_MAX_LINKS);
    c->addr = (border << BORDER_BITS | first) << BLOCK_BITS;
  } else {
    c->addr += (uint64_t)c->links << BLOCK_BITS;
  }
  in->addr = c->addr;
  in->links = c->links;
  c->in_window++;
  c->asked = true;
}

// Two arrays at a power-of-two distance of 2 GiB or more do not meet in one slot.
static void drive_distance(nf_tb *tb, void *ctx, const void *out_ptr, void *in_ptr) {
  context *c = ctx;
  const nf_mcr_hash_out *out = out_ptr;
  nf_mcr_hash_in *in = in_ptr;
  if (c->asked) {
    check(tb, c, out);
    if (c->in_window == 2)
      nf_tb_check(tb, out->slot != c->before, "%#llx shares its slot with another array",
                  (unsigned long long)c->addr);
    c->before = out->slot;
  }
  if (c->in_window == 1) {
    c->addr ^=
        1ull << (BLOCK_BITS + BORDER_BITS + nf_tb_below(tb, ADDR_BITS - BLOCK_BITS - BORDER_BITS));
    c->in_window = 2;
  } else {
    c->addr = nf_tb_rand(tb) >> 16;
    c->links = any_links(tb);
    c->in_window = 1;
  }
  in->addr = c->addr;
  in->links = c->links;
  c->asked = true;
}

static const nf_tb_scenario scenarios[] = {
    {"KLENK IV-C home slot of any address", 20000, NULL, drive_random, NULL},
    {"KLENK IV-C consecutive blocks of a link spread over all home slots", 5000, NULL, drive_window,
     NULL},
    {"KLENK IV-C arrays at a power-of-two distance", 5000, NULL, drive_distance, NULL},
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
