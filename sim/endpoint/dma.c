// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "dma.h"
#include "sim/common/rng.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 128, BLOCK_FLITS = 9, MOST_LINKS = 8 };

nf_dma_config nf_dma_dgx2(uint32_t ranks) {
  return (nf_dma_config){.ranks = ranks,
                         .links = 6,
                         .memory = 180,
                         .hop = 150 / NF_DMA_CYCLE_NS,
                         .hops = 3,
                         .launch = 6000 / NF_DMA_CYCLE_NS,
                         .waves = 16,
                         .wave = 64,
                         .acks = true,
                         .seed = 1};
}

// An answer of memory that waits for its link.
typedef struct {
  double at, spread; // spread: how much later the slowest rank's memory answers than this one's
  uint64_t block;
} answer;

typedef struct {
  const nf_dma_config *c;
  nf_dma_result *r;
  nf_rng random;
  double now, sends[MOST_LINKS], gets[MOST_LINKS];
  double *wave_end; // of each wave: its last result
  answer *wave;     // of the wave that is read
} dma;

static int by_time(const void *a, const void *b) {
  const answer *const x = a, *const y = b;
  return x->at < y->at ? -1 : x->at > y->at ? 1 : x->block < y->block ? -1 : x->block > y->block;
}

static double take(double *free_at, double when, double flits) {
  *free_at = (*free_at > when ? *free_at : when) + flits;
  return *free_at;
}

static double drawn(dma *d) {
  return d->c->memory + (d->c->memory ? nf_rng_below(&d->random, d->c->memory) : 0);
}

// Requests one a cycle from `now` on; the answers in the order in which they come. `others`:
// ranks whose memories answer for the same block.
static void read_blocks(dma *d, uint64_t first, uint32_t count, uint32_t others) {
  for (uint32_t i = 0; i < count; i++) {
    const double own = drawn(d);
    double slowest = own;
    for (uint32_t k = 0; k < others; k++) {
      const double other = drawn(d);
      slowest = other > slowest ? other : slowest;
    }
    d->wave[i] = (answer){d->now + i + own, slowest - own, first + i};
    d->r->memory_mean += own;
  }
  d->now += count;
  d->r->blocks += count;
  qsort(d->wave, count, sizeof *d->wave, by_time);
}

static int open_dma(dma *d, const nf_dma_config *c, nf_dma_result *r, uint64_t waves, uint32_t wave,
                    nf_err *e) {
  *r = (nf_dma_result){.cycles = 0};
  *d = (dma){.c = c, .r = r, .random = {c->seed}, .now = c->launch};
  if (c->ranks < 2 || c->links < 1 || c->links > MOST_LINKS || c->wave < 1)
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "a push needs 2 ranks, 1..%d links and waves of a block or more", MOST_LINKS);
  d->wave_end = calloc(waves, sizeof *d->wave_end);
  d->wave = calloc(wave, sizeof *d->wave);
  return d->wave_end && d->wave ? NF_EXIT_OK : nf_err_memory(e, "the waves of a push");
}

static void close_dma(dma *d) {
  free(d->wave_end);
  free(d->wave);
  d->r->memory_mean /= d->r->blocks ? (double)d->r->blocks : 1;
}

static uint64_t blocks_of(uint64_t bytes) { return (bytes + BLOCK - 1) / BLOCK; }

int nf_dma_push(const nf_dma_config *c, uint64_t bytes, nf_dma_result *r, nf_err *e) {
  dma d;
  const uint64_t blocks = blocks_of(bytes);
  const uint32_t size = c->waves ? c->wave : (uint32_t)blocks;
  const uint64_t waves = size ? (blocks + size - 1) / size : 0;
  if (bytes == 0 || bytes > 1ull << 36)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "a push must have 1 byte to 64 GB");
  if (open_dma(&d, c, r, waves, size, e) == NF_EXIT_OK) {
    const double flits = BLOCK_FLITS + (c->acks ? 1 : 0);
    for (uint64_t w = 0; w < waves; w++) {
      if (c->waves && w >= c->waves && d.wave_end[w - c->waves] > d.now) {
        r->stalled += d.wave_end[w - c->waves] - d.now;
        d.now = d.wave_end[w - c->waves];
      }
      const uint64_t first = w * size, left = blocks - first;
      const uint32_t count = left < size ? (uint32_t)left : size;
      read_blocks(&d, first, count, c->ranks - 1);
      for (uint32_t i = 0; i < count; i++) {
        answer *a = &d.wave[i];
        const uint32_t link = (uint32_t)(a->block % c->links);
        const double sent = take(&d.sends[link], a->at, flits);
        r->link_busy += link == 0 ? flits : 0;
        // Back when the slowest rank's was there; blocks go to near and far tables in turn.
        const double way = (c->hops - (a->block / c->links % 2 ? 0 : 1)) * c->hop;
        a->at = sent + a->spread + way;
      }
      qsort(d.wave, count, sizeof *d.wave, by_time);
      for (uint32_t i = 0; i < count; i++) {
        const double there = take(&d.gets[d.wave[i].block % c->links], d.wave[i].at, BLOCK_FLITS);
        d.wave_end[w] = there > d.wave_end[w] ? there : d.wave_end[w];
        r->cycles = there > r->cycles ? there : r->cycles;
      }
    }
  }
  close_dma(&d);
  return e->status;
}

int nf_dma_ring(const nf_dma_config *c, uint64_t bytes, nf_dma_result *r, nf_err *e) {
  dma d;
  const uint64_t part = blocks_of((bytes + c->ranks - 1) / (c->ranks ? c->ranks : 1));
  if (bytes == 0 || part > 1u << 24)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "a ring must have 1 byte to %u blocks of %d a rank",
                      1u << 24, BLOCK);
  if (open_dma(&d, c, r, 1, (uint32_t)part, e) == NF_EXIT_OK) {
    const double way = c->hops * c->hop;
    for (uint32_t s = 0; s < 2 * (c->ranks - 1); s++) {
      double last = 0;
      read_blocks(&d, 0, (uint32_t)part, 0);
      for (uint64_t i = 0; i < part; i++) {
        const uint32_t link = (uint32_t)(d.wave[i].block % c->links);
        // A write comes for each that is sent, and is acknowledged.
        const double sent = take(&d.sends[link], d.wave[i].at, BLOCK_FLITS + 1);
        r->link_busy += link == 0 ? BLOCK_FLITS + 1 : 0;
        last = sent > last ? sent : last;
      }
      // The last write there, its acknowledgement back, the flag there.
      d.now = last + 3 * way;
    }
    r->cycles = d.now;
  }
  close_dma(&d);
  return e->status;
}
