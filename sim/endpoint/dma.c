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

// A block that waits for a link: when it is there.
typedef struct {
  double at;
  uint64_t block;
} answer;

typedef struct {
  const nf_dma_config *c;
  nf_dma_result *r;
  nf_rng random;
  double now, gets[MOST_LINKS];
  double (*sends)[MOST_LINKS]; // of each rank; this one is the first
  double *wave_end;            // of each wave: its last result
  answer *wave;                // of one rank, of the wave that is read
  double *sent;                // of its blocks: when the slowest rank has sent it
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

// Requests one a cycle from `now` on; the blocks of `rank` leave in the order in which its memory
// answers.
static void read_and_send(dma *d, uint32_t rank, uint64_t first, uint32_t count, double flits) {
  for (uint32_t i = 0; i < count; i++) {
    const double took = drawn(d);
    d->wave[i] = (answer){d->now + i + took, first + i};
    d->r->memory_mean += rank == 0 ? took : 0;
  }
  qsort(d->wave, count, sizeof *d->wave, by_time);
  for (uint32_t i = 0; i < count; i++) {
    const uint64_t block = d->wave[i].block;
    const uint32_t link = (uint32_t)(block % d->c->links);
    const double sent = take(&d->sends[rank][link], d->wave[i].at, flits);
    double *const last = &d->sent[block - first];
    *last = rank == 0 || sent > *last ? sent : *last;
    d->r->link_busy += rank == 0 && link == 0 ? flits : 0;
  }
  d->r->blocks += rank == 0 ? count : 0;
}

static int open_dma(dma *d, const nf_dma_config *c, nf_dma_result *r, uint64_t waves, uint32_t wave,
                    nf_err *e) {
  *r = (nf_dma_result){.cycles = 0};
  *d = (dma){.c = c, .r = r, .random = {c->seed}, .now = c->launch};
  if (c->ranks < 2 || c->links < 1 || c->links > MOST_LINKS || c->wave < 1)
    return nf_refuse(e, "a push needs 2 ranks, 1..%d links and waves of a block or more",
                     MOST_LINKS);
  d->sends = calloc(c->ranks, sizeof *d->sends);
  d->wave_end = calloc(waves, sizeof *d->wave_end);
  d->wave = calloc(wave, sizeof *d->wave);
  d->sent = calloc(wave, sizeof *d->sent);
  return d->sends && d->wave_end && d->wave && d->sent ? NF_EXIT_OK
                                                       : nf_err_memory(e, "the waves of a push");
}

static void close_dma(dma *d) {
  free(d->sends);
  free(d->wave_end);
  free(d->wave);
  free(d->sent);
  d->r->memory_mean /= d->r->blocks ? (double)d->r->blocks : 1;
}

static uint64_t blocks_of(uint64_t bytes) { return (bytes + BLOCK - 1) / BLOCK; }

int nf_dma_push(const nf_dma_config *c, uint64_t bytes, nf_dma_result *r, nf_err *e) {
  dma d;
  const uint64_t blocks = blocks_of(bytes);
  const uint32_t size = c->waves ? c->wave : (uint32_t)blocks;
  const uint64_t waves = size ? (blocks + size - 1) / size : 0;
  if (bytes == 0 || bytes > 1ull << 36)
    return nf_refuse(e, "a push must have 1 byte to 64 GB");
  if (open_dma(&d, c, r, waves, size, e) == NF_EXIT_OK) {
    const double flits = BLOCK_FLITS + (c->acks ? 1 : 0);
    for (uint64_t w = 0; w < waves; w++) {
      if (c->waves && w >= c->waves && d.wave_end[w - c->waves] > d.now) {
        r->stalled += d.wave_end[w - c->waves] - d.now;
        d.now = d.wave_end[w - c->waves];
      }
      const uint64_t first = w * size, left = blocks - first;
      const uint32_t count = left < size ? (uint32_t)left : size;
      for (uint32_t rank = 0; rank < c->ranks; rank++)
        read_and_send(&d, rank, first, count, flits);
      d.now += count;
      for (uint32_t i = 0; i < count; i++) {
        // Back when the slowest rank's was there; blocks go to near and far tables in turn.
        const uint64_t block = first + i;
        const double way = (c->hops - (block / c->links % 2 ? 0 : 1)) * c->hop;
        d.wave[i] = (answer){d.sent[i] + way, block};
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
    return nf_refuse(e, "a ring must have 1 byte to %u blocks of %d a rank", 1u << 24, BLOCK);
  if (open_dma(&d, c, r, 1, (uint32_t)part, e) == NF_EXIT_OK) {
    const double way = c->hops * c->hop;
    for (uint32_t s = 0; s < 2 * (c->ranks - 1); s++) {
      double last = 0;
      // A write comes for each that is sent, and is acknowledged.
      read_and_send(&d, 0, 0, (uint32_t)part, BLOCK_FLITS + 1);
      for (uint64_t i = 0; i < part; i++)
        last = d.sent[i] > last ? d.sent[i] : last;
      // The last write there, its acknowledgement back, the flag there.
      d.now = last + 3 * way;
    }
    r->cycles = d.now;
  }
  close_dma(&d);
  return e->status;
}
