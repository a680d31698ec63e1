// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_dma_kit.h"

#include <string.h>

static const uint64_t address_mask = ((uint64_t)1 << 48) - 1;

// ------------------------------------------------------------------------- commands
dma_cmd *dma_at(dma_feed *f, uint32_t n) { return &f->cmds[n % DMA_PLANS]; }

static uint16_t message(nf_tb *tb, unsigned word) {
  switch (nf_tb_below(tb, 8)) {
  case 0:
    return (uint16_t)nf_tb_below(tb, 8);
  case 1:
    return (uint16_t)(word * nf_tb_below(tb, 10));
  case 2:
    return 4096;
  case 3:
    return (uint16_t)nf_tb_below(tb, 4097);
  default:
    return (uint16_t)(1 + nf_tb_below(tb, 520));
  }
}

static void make(nf_tb *tb, dma_cmd *c, unsigned word) {
  *c = (dma_cmd){.msg = message(tb, word), .pieces = (uint8_t)nf_tb_below(tb, 9)};
  c->addr = nf_tb_rand(tb) & address_mask;
  if (nf_tb_chance(tb, 30))
    c->addr &= ~(uint64_t)(word - 1);
  if (nf_tb_chance(tb, 20)) // close to the end of a page
    c->addr = (c->addr | 0xfff) - nf_tb_below(tb, 300);
  if (nf_tb_chance(tb, 10)) { // the last page before a carry into any bit, or the one before it
    c->addr |= (((uint64_t)2 << nf_tb_below(tb, 36)) - 1) << 12;
    c->addr ^= (uint64_t)nf_tb_chance(tb, 30) << 12;
  }
  const uint32_t size = c->msg + (nf_tb_chance(tb, 50) ? 0 : (uint32_t)nf_tb_below(tb, 5000));
  c->stride = nf_tb_chance(tb, 20) ? (uint32_t)nf_tb_below(tb, 200) : size;
  if (nf_tb_chance(tb, 5))
    c->stride = (uint32_t)nf_tb_rand(tb);
  c->block = nf_tb_chance(tb, 70) ? (uint32_t)nf_tb_rand(tb) | 0x10000
                                  : (uint32_t)nf_tb_below(tb, c->msg + 10u);
  c->total = nf_tb_chance(tb, 60) ? UINT32_MAX
                                  : (uint32_t)nf_tb_below(tb, (uint64_t)c->stride * 6 + c->msg + 1);
  c->pitch =
      (uint8_t)(nf_tb_chance(tb, 80) ? (c->msg + 4 * word - 1) / (4 * word) : nf_tb_rand(tb));
  c->sram = (uint16_t)nf_tb_rand(tb);
}

dma_cmd *dma_offer(nf_tb *tb, dma_feed *f) {
  if (f->offered != f->taken)
    return dma_at(f, f->taken); // it waits
  if (f->script != NULL && f->offered == f->scripted * f->repeat)
    return NULL;
  if (f->offered - f->done >= DMA_PLANS - 1 || !nf_pace_go(tb, &f->pace))
    return NULL;
  dma_cmd *const c = dma_at(f, f->offered);
  if (f->script != NULL)
    *c = f->script[f->offered % f->scripted];
  else
    make(tb, c, f->word);
  c->id = (uint8_t)f->offered++;
  return c;
}

uint32_t dma_room(const dma_cmd *c) {
  return c->pieces == 0 ? 0 : c->msg < c->block ? c->msg : c->block;
}

uint32_t dma_moved(const dma_cmd *c, unsigned piece) {
  const int64_t left = (int64_t)c->total - (int64_t)piece * c->stride;
  return left <= 0 ? 0 : left < dma_room(c) ? (uint32_t)left : dma_room(c);
}

uint64_t dma_addr(const dma_cmd *c, unsigned piece) {
  return (c->addr + (uint64_t)piece * c->stride) & address_mask;
}

dma_run dma_run_of(const dma_cmd *c, unsigned piece) {
  const uint32_t room = dma_room(c);
  if (c->pieces < 2 || room == 0 || room > 4096 || c->stride != room)
    return (dma_run){.piece = piece, .pieces = 1, .moved = dma_moved(c, piece)};
  dma_run run = {.pieces = c->pieces};
  for (unsigned p = 0; p < c->pieces; p++)
    run.moved += dma_moved(c, p);
  return run;
}

// ------------------------------------------------------------------------- bursts and packets
bool dma_next(dma_feed *f, dma_walk *w, dma_record *r) {
  if (w->n == f->taken)
    return false;
  const dma_cmd *const c = dma_at(f, w->n);
  const unsigned pieces = c->pieces == 0 ? 1 : c->pieces;
  const dma_run run = dma_run_of(c, w->piece);
  const uint64_t from = dma_addr(c, w->piece) + w->pos;
  const uint64_t to = dma_addr(c, w->piece) + run.moved;
  const uint64_t page = (from | 0xfff) + 1;
  const uint64_t stop = to < page ? to : page;
  *r = (dma_record){.n = w->n, .run = run, .pos = w->pos, .burst = run.moved != 0};
  r->first = w->pos == 0;
  r->end = w->piece + run.pieces == pieces;
  r->last = r->end && stop == to;
  r->addr = from & ~(uint64_t)(f->word - 1) & address_mask;
  r->len = run.moved == 0 ? 0 : (unsigned)((stop - 1) / f->word - from / f->word);
  r->beats = run.moved == 0 ? 0 : (unsigned)((to - 1) / f->word - from / f->word) + 1;
  w->pos += (uint32_t)(stop - from);
  if (w->pos == run.moved) {
    w->pos = 0;
    w->piece += run.pieces;
  }
  if (w->piece == pieces) {
    w->piece = 0;
    w->n++;
  }
  return true;
}

bool dma_next_burst(dma_feed *f, dma_walk *w, dma_record *r) {
  while (dma_next(f, w, r))
    if (r->burst)
      return true;
  return false;
}

bool dma_next_packet(dma_feed *f, dma_walk *w, bool only_moved, dma_packet *p) {
  for (; w->n != f->taken; w->n++, w->piece = 0) {
    const dma_cmd *const c = dma_at(f, w->n);
    for (; w->piece < c->pieces; w->piece++, w->pos = 0) {
      const uint32_t bytes = only_moved ? dma_moved(c, w->piece) : dma_room(c);
      const unsigned words = (bytes + f->word - 1) / f->word;
      if (w->pos >= words)
        continue;
      *p = (dma_packet){.n = w->n, .piece = w->piece, .word = w->pos};
      p->words = words - w->pos < 4 ? words - w->pos : 4;
      p->sram = (uint16_t)(c->sram + w->piece * c->pitch + w->pos / 4);
      w->pos += 4;
      return true;
    }
  }
  return false;
}

// ------------------------------------------------------------------------- contents
static uint8_t hash(uint64_t x) {
  x = (x + 1) * 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
  return (uint8_t)(x >> 56);
}

void dma_memory(nf_ace_word *out, uint64_t base, unsigned from, unsigned to) {
  unsigned char *const bytes = (unsigned char *)out;
  memset(out, 0, sizeof *out);
  for (unsigned b = from; b < to; b++)
    bytes[b] = hash((base + b) & address_mask);
}

void dma_sram(nf_ace_word *out, uint16_t packet, int64_t base, unsigned from, unsigned to,
              unsigned word) {
  const unsigned room = 4 * word; // of a packet
  unsigned char *const bytes = (unsigned char *)out;
  memset(out, 0, sizeof *out);
  for (unsigned b = from; b < to; b++) {
    const uint64_t pos = (uint64_t)(base + b);
    bytes[b] =
        hash((uint64_t)1 << 60 | (uint64_t)(uint16_t)(packet + pos / room) << 16 | pos % room);
  }
}

bool dma_poisoned(uint16_t packet, unsigned percent) {
  return hash((uint64_t)1 << 61 | packet) * 100u < percent * 256u;
}

bool dma_same(const nf_ace_word *a, const nf_ace_word *b) { return memcmp(a, b, sizeof *a) == 0; }

void dma_give_up(dma_feed *f) {
  if (!f->given_up)
    f->fresh = f->offered;
  f->given_up = true;
}

static bool moves(const dma_cmd *c) {
  for (unsigned p = 0; p < c->pieces; p++)
    if (dma_moved(c, p) != 0)
      return true;
  return false;
}

void dma_check_done(nf_tb *tb, dma_feed *f, uint8_t id, bool err) {
  nf_tb_check(tb, f->done != f->taken, "a completion, and no command is in flight");
  if (f->done == f->taken)
    return;
  const bool fresh = f->given_up && (int32_t)(f->done - f->fresh) >= 0;
  const dma_cmd *const c = dma_at(f, f->done++);
  nf_tb_check(tb, id == c->id, "completion of %u, %u is next", id, c->id);
  if (fresh)
    nf_tb_check(tb, err == moves(c), "command %u: error %u, and no memory", id, err);
  if (f->given_up)
    return;
  nf_tb_check(tb, err == c->err, "command %u: error %u, not %u", id, err, c->err);
  nf_tb_check(tb, c->due == 0 && nf_tb_cycle(tb) > c->settled,
              "command %u is complete before all that belongs to it", id);
}
