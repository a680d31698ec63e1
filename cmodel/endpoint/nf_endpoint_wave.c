// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Outstanding waves as a list, the oldest first. Which counter a wave has does not show.
//
// KLENK Fig. 6, "Counter Array". The hardware compares a block with all counters at once and keeps
// an order of their age beside them; the list in the order of age is both at once. Blocks are
// counted, not marked: a block that completes twice counts twice.
#include "nf_endpoint_wave.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK_SHIFT = 7 };
// An address of 48 bits without those of a byte in its block.
static const uint64_t BLOCK_MASK = (1ull << 41) - 1;

typedef struct {
  // All of a wave's blocks lie behind it, so a block belongs to it when the difference is below
  // goal.
  uint64_t base; // block number
  uint16_t goal, count;
  uint8_t owner;
} wave;

struct nf_endpoint_wave {
  nf_endpoint_wave_out out;
  uint32_t counters, used;
  wave list[NF_ENDPOINT_WAVE_MAX];
};

// NF_PARAM; no counter is in use.
nf_status nf_endpoint_wave_init(nf_endpoint_wave **m, const nf_endpoint_wave_cfg *cfg) {
  if (cfg->Counters < 1 || cfg->Counters > NF_ENDPOINT_WAVE_MAX)
    return "nf_endpoint_wave: Counters must be 1..64";
  nf_endpoint_wave *w = calloc(1, sizeof *w);
  if (w == NULL)
    return "nf_endpoint_wave: out of memory";
  w->counters = cfg->Counters;
  *m = w;
  return NF_OK;
}

// Answers are registers; waves_o and oldest_* are functions of the counters.
const nf_endpoint_wave_out *nf_endpoint_wave_peek(const nf_endpoint_wave *m) { return &m->out; }

// Number of the block that holds an address of 48 bits.
static uint64_t block_of(uint64_t addr) { return addr >> BLOCK_SHIFT & BLOCK_MASK; }

// overlap of all counters: one of the two begins within the other. Differences wrap, and are then
// larger than any goal. If they did, a block could end the wrong one, and one of the two would wait
// for ever. It is refused as such and not as a lack of counters: the generator then waits for the
// older wave, and loses no try.
static bool overlaps(const nf_endpoint_wave *m, uint64_t base, uint16_t blocks) {
  for (uint32_t i = 0; i < m->used; i++)
    if (m->list[i].base - base < blocks || base - m->list[i].base < m->list[i].goal)
      return true;
  return false;
}

// match, full and clear. No two waves have a block in common, so the first that has it is the only
// one. A block that no wave waits for is no error here: another rank pulled it, and it has landed
// (nf_endpoint_tracker).
static void count(nf_endpoint_wave *m, uint64_t block) {
  uint32_t i = 0;
  while (i < m->used && block - m->list[i].base >= m->list[i].goal)
    i++;
  if (i == m->used)
    return;
  m->out.hit = true;
  m->out.hit_owner = m->list[i].owner;
  if (++m->list[i].count < m->list[i].goal)
    return;
  m->out.hit_goal = true;
  m->used--;
  memmove(&m->list[i], &m->list[i + 1], (m->used - i) * sizeof m->list[0]);
}

// One edge. The allocation is judged by the counters as they were, before a block that ends a wave
// frees one: it can be allocated from the next cycle on. The new wave enters behind those that are
// kept. With clear_i there is no answer to what comes in the same cycle: it is of the old epoch.
void nf_endpoint_wave_step(nf_endpoint_wave *m, const nf_endpoint_wave_in *in) {
  nf_endpoint_wave_out *const out = &m->out;
  if (in->clear) {
    m->used = 0;
    *out = (nf_endpoint_wave_out){0};
    return;
  }
  if (!in->alloc_valid && !in->count_valid && !out->alloc_done && !out->count_done)
    return;
  const uint64_t base = block_of(in->alloc_base);
  out->alloc_done = in->alloc_valid;
  out->alloc_overlap = in->alloc_valid && overlaps(m, base, in->alloc_blocks);
  out->alloc_ok = in->alloc_valid && !out->alloc_overlap && m->used < m->counters;
  out->count_done = in->count_valid;
  out->poison = in->count_valid && in->count_poison;
  out->hit = out->hit_goal = false;
  out->hit_owner = 0;
  if (in->count_valid)
    count(m, block_of(in->count_addr));
  if (out->alloc_ok)
    m->list[m->used++] =
        (wave){.base = base, .goal = in->alloc_blocks, .owner = in->alloc_owner & 63};
  out->waves = (uint8_t)m->used;
  out->oldest_valid = m->used != 0;
  // What a time-out in software looks at: a wave that has a block missing stays the oldest until
  // somebody gives it up.
  const wave *const oldest = &m->list[0];
  out->oldest_addr = m->used ? oldest->base << BLOCK_SHIFT : 0;
  out->oldest_count = m->used ? oldest->count : 0;
  out->oldest_goal = m->used ? oldest->goal : 0;
}

// Not of the RTL: gives back what init() made. NULL is allowed.
void nf_endpoint_wave_free(nf_endpoint_wave *m) { free(m); }
