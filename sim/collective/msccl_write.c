// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A thread block for every peer and tag, to send or to receive; copies and additions have one of
// their own. What a lane of several peers has in order, and what a step waits for, become
// dependencies: one in the step, more in nops before it.
#define _POSIX_C_SOURCE 200809L
#include "msccl.h"
#include "sim/common/err.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  bool sends, local;
  uint32_t peer, tag, steps;
} block;

// A step in the file: of which block, and where in it. `waited`: another one names it.
typedef struct {
  uint32_t block, place;
  bool waited;
} spot;

typedef struct {
  const nf_schedule *s;
  FILE *out;
  nf_steps steps;
  block *blocks;
  uint32_t count;
  spot *spot;     // of a step
  uint32_t *nops; // of a step: before it
  uint32_t *lane; // of a step: the step before it in its lane, + 1
} writing;

static uint32_t block_of(writing *w, const nf_step *t) {
  const bool local = t->kind == NF_STEP_COPY || t->kind == NF_STEP_ADD,
             sends = t->kind == NF_STEP_SEND;
  const uint32_t peer = local ? 0 : t->peer, tag = local ? t->lane : t->tag;
  uint32_t k = 0;
  while (k < w->count && !(w->blocks[k].local == local && w->blocks[k].sends == sends &&
                           w->blocks[k].peer == peer && w->blocks[k].tag == tag))
    k++;
  if (k == w->count)
    w->blocks[w->count++] = (block){sends, local, peer, tag, 0};
  return k;
}

// What step i waits for in other blocks; returns how many.
static uint32_t waits(const writing *w, uint32_t i, uint32_t found[NF_SCHEDULE_LANES + 1]) {
  const nf_step *t = &w->steps.step[i];
  uint32_t n = 0;
  for (uint32_t k = 0; k <= t->deps; k++) {
    uint32_t dep;
    if (k < t->deps)
      dep = w->steps.dep[t->dep + k];
    else if (w->lane[i])
      dep = w->lane[i] - 1;
    else
      continue;
    if (w->spot[dep].block != w->spot[i].block && n <= NF_SCHEDULE_LANES)
      found[n++] = dep;
  }
  return n;
}

static int place_steps(writing *w, nf_err *e) {
  const nf_steps *steps = &w->steps;
  w->count = 0;
  for (uint32_t i = 0; i < steps->steps; i++) {
    const nf_step *t = &steps->step[i];
    if (t->kind == NF_STEP_JOIN || t->kind == NF_STEP_WAIT || t->deps > NF_SCHEDULE_LANES)
      return nf_refuse(e,
                       "%s: MSCCL's XML has no word for a %s; it adds at ranks, not in the network",
                       w->s->name, nf_step_name(t->kind));
    w->lane[i] = 0;
    for (uint32_t k = i; k-- > 0 && t->lane != NF_LANE_FREE;)
      if (steps->step[k].lane == t->lane) {
        w->lane[i] = k + 1;
        break;
      }
    w->spot[i] = (spot){block_of(w, t), 0, false};
  }
  for (uint32_t i = 0; i < steps->steps; i++) {
    uint32_t dep[NF_SCHEDULE_LANES + 1];
    const uint32_t n = waits(w, i, dep);
    w->nops[i] = n > 1 ? n - 1 : 0;
    w->spot[i].place = w->blocks[w->spot[i].block].steps + w->nops[i];
    w->blocks[w->spot[i].block].steps += w->nops[i] + 1;
    for (uint32_t k = 0; k < n; k++)
      w->spot[dep[k]].waited = true;
  }
  return NF_EXIT_OK;
}

// Chunks in the buffer i: in place all, but an all-gather has them in o, where the rank's own are
// already.
static uint32_t inputs_of(const nf_schedule *s) {
  return s->inputs ? s->inputs : s->what == NF_ALL_GATHER ? 0 : s->chunks - s->scratch;
}

// A chunk's buffer and place in it.
static void put_chunk(const writing *w, const char *which, uint32_t chunk) {
  const uint32_t data = w->s->chunks - w->s->scratch, inputs = inputs_of(w->s);
  const char *buffer = chunk < inputs ? "i" : chunk < data ? "o" : "s";
  fprintf(w->out, " %sbuf=\"%s\" %soff=\"%u\"", which, buffer, which,
          chunk - (chunk < inputs ? 0
                   : chunk < data ? inputs
                                  : data));
}

static void put_step(const writing *w, uint32_t i, uint32_t place, const char *type, int64_t dep) {
  const nf_step *t = &w->steps.step[i];
  const bool local = t->kind == NF_STEP_COPY || t->kind == NF_STEP_ADD;
  fprintf(w->out, "      <step s=\"%u\" type=\"%s\"", place, type);
  put_chunk(w, "src", local ? t->from : t->chunk);
  put_chunk(w, "dst", t->chunk);
  fprintf(w->out, " cnt=\"%u\" depid=\"%d\" deps=\"%d\" hasdep=\"%d\"/>\n", t->count,
          dep < 0 ? -1 : (int)w->spot[dep].block, dep < 0 ? -1 : (int)w->spot[dep].place,
          place == w->spot[i].place && w->spot[i].waited);
}

static void put_block(const writing *w, uint32_t k) {
  static const char *const types[] = {"s", "r", "rrc", "cpy", "re"};
  const block *b = &w->blocks[k];
  fprintf(w->out, "    <tb id=\"%u\" send=\"%d\" recv=\"%d\" chan=\"%u\">\n", k,
          b->local || !b->sends ? -1 : (int)b->peer, b->local || b->sends ? -1 : (int)b->peer,
          b->local ? 0 : b->tag);
  for (uint32_t i = 0; i < w->steps.steps; i++) {
    uint32_t dep[NF_SCHEDULE_LANES + 1];
    if (w->spot[i].block != k)
      continue;
    const uint32_t n = waits(w, i, dep), first = w->spot[i].place - w->nops[i];
    for (uint32_t m = 0; m < w->nops[i]; m++)
      put_step(w, i, first + m, "nop", dep[m]);
    put_step(w, i, w->spot[i].place, types[w->steps.step[i].kind], n ? (int64_t)dep[n - 1] : -1);
  }
  fputs("    </tb>\n", w->out);
}

static int put_rank(writing *w, uint32_t rank, nf_err *e) {
  if (nf_schedule_steps(w->s, rank, &w->steps, e) != NF_EXIT_OK)
    return e->status;
  const size_t n = w->steps.steps + 1ull;
  w->blocks = malloc(n * sizeof *w->blocks);
  w->spot = malloc(n * sizeof *w->spot);
  w->nops = malloc(n * sizeof *w->nops);
  w->lane = malloc(n * sizeof *w->lane);
  if (!w->blocks || !w->spot || !w->nops || !w->lane) {
    nf_err_memory(e, "the thread blocks");
  } else if (place_steps(w, e) == NF_EXIT_OK) {
    const uint32_t data = w->s->chunks - w->s->scratch, inputs = inputs_of(w->s);
    fprintf(w->out, "  <gpu id=\"%u\" i_chunks=\"%u\" o_chunks=\"%u\" s_chunks=\"%u\">\n", rank,
            inputs, data - inputs, w->s->scratch);
    for (uint32_t k = 0; k < w->count; k++)
      put_block(w, k);
    fputs("  </gpu>\n", w->out);
  }
  free(w->blocks);
  free(w->spot);
  free(w->nops);
  free(w->lane);
  return e->status;
}

static const char *collective_word(nf_collective_kind what) {
  static const char *const words[] = {"allreduce", "reduce_scatter", "allgather", "alltoall",
                                      "broadcast", "reduce",         "barrier",   "custom"};
  return words[what];
}

int nf_msccl_write(const nf_schedule *s, const char *path, nf_err *e) {
  writing w = {.s = s, .out = fopen(path, "w")};
  uint32_t channels = 1;
  if (!w.out)
    return nf_refuse(e, "%s: %s", path, strerror(errno));
  for (uint32_t r = 0; r < s->ranks && nf_schedule_steps(s, r, &w.steps, e) == NF_EXIT_OK; r++)
    for (uint32_t i = 0; i < w.steps.steps; i++)
      channels = w.steps.step[i].tag >= channels ? w.steps.step[i].tag + 1 : channels;
  fprintf(w.out,
          "<algo name=\"%s\" proto=\"Simple\" nchannels=\"%u\" nchunksperloop=\"%u\" ngpus=\"%u\" "
          "coll=\"%s\" inplace=\"%d\" root=\"%u\">\n",
          s->name, channels, nf_schedule_parts(s), s->ranks, collective_word(s->what),
          s->inputs == 0, s->root);
  for (uint32_t r = 0; r < s->ranks && e->status == NF_EXIT_OK; r++)
    put_rank(&w, r, e);
  fputs("</algo>\n", w.out);
  nf_steps_free(&w.steps);
  if (fclose(w.out) != 0 && e->status == NF_EXIT_OK)
    nf_refuse(e, "%s: %s", path, strerror(errno));
  if (e->status != NF_EXIT_OK)
    remove(path);
  return e->status;
}
