// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "schedule.h"

#include "sim/common/grow.h"
#include <stdlib.h>
#include <string.h>

static const char *const Collectives[] = {"all-reduce", "reduce-scatter", "all-gather",
                                          "all-to-all", "broadcast",      "reduce",
                                          "barrier",    "trace"};
static const char *const Steps[] = {"send", "receive", "receive-reduce", "copy", "add",
                                    "join", "wait"};

const char *nf_collective_name(nf_collective_kind what) { return Collectives[what]; }
const char *nf_step_name(uint8_t kind) { return Steps[kind]; }

int nf_collective_parse(nf_collective_kind *what, const char *text, nf_err *e) {
  for (int k = NF_ALL_REDUCE; k < NF_TRACE; k++)
    // Other tools leave the hyphens out or underline.
    for (const char *a = Collectives[k], *b = text;; a++, b++) {
      a += *a == '-' && *b != '-' && *b != '_';
      if (*a != *b && !(*a == '-' && *b == '_'))
        break;
      if (*a == 0) {
        *what = (nf_collective_kind)k;
        return NF_EXIT_OK;
      }
    }
  return nf_refuse(e,
                   "'%s' is no collective; give all-reduce, reduce-scatter, all-gather, "
                   "all-to-all, broadcast, reduce or barrier",
                   text);
}

int nf_steps_add(nf_steps *out, const nf_step *step, const uint32_t *dep, uint32_t deps,
                 nf_err *e) {
  if (!nf_grow(&out->step, &out->step_room, out->steps + 1ull, sizeof *out->step) ||
      !nf_grow(&out->dep, &out->dep_room, out->deps + (uint64_t)deps, sizeof *out->dep))
    nf_err_memory(e, "the steps of a schedule");
  if (e->status != NF_EXIT_OK)
    return e->status;
  nf_step *s = &out->step[out->steps++];
  *s = *step;
  s->dep = out->deps;
  s->deps = deps;
  for (uint32_t i = 0; i < deps; i++)
    out->dep[out->deps++] = dep[i];
  return NF_EXIT_OK;
}

void nf_steps_free(nf_steps *s) {
  free(s->step);
  free(s->dep);
  *s = (nf_steps){0};
}

int nf_schedule_steps(const nf_schedule *s, uint32_t rank, nf_steps *out, nf_err *e) {
  out->steps = out->deps = 0;
  return s->emit(s, rank, out, e);
}

void nf_schedule_close(nf_schedule *s) {
  if (s->free_own)
    s->free_own(s->own);
  *s = (nf_schedule){0};
}

uint32_t nf_schedule_parts(const nf_schedule *s) {
  const uint32_t data = s->chunks - s->scratch;
  if (s->what == NF_TRACE)
    return 1;
  if (!s->inputs)
    return data;
  return s->what == NF_ALL_GATHER ? data - s->inputs : s->inputs;
}

// ------------------------------------------------------------------------------- kept steps
typedef struct {
  uint32_t ranks;
  nf_steps *steps;
} kept;

static int emit_kept(const nf_schedule *s, uint32_t rank, nf_steps *out, nf_err *e) {
  const nf_steps *from = &((const kept *)s->own)->steps[rank];
  for (uint32_t i = 0; i < from->steps && e->status == NF_EXIT_OK; i++)
    nf_steps_add(out, &from->step[i], from->dep + from->step[i].dep, from->step[i].deps, e);
  return e->status;
}

static void free_kept(void *own) {
  kept *k = own;
  for (uint32_t r = 0; r < k->ranks; r++)
    nf_steps_free(&k->steps[r]);
  free(k->steps);
  free(k);
}

int nf_schedule_keep(nf_schedule *s, nf_steps *steps, nf_err *e) {
  kept *k = malloc(sizeof *k);
  if (!k)
    return nf_err_memory(e, "a schedule");
  *k = (kept){s->ranks, steps};
  s->own = k;
  s->emit = emit_kept;
  s->free_own = free_kept;
  return NF_EXIT_OK;
}

// ------------------------------------------------------------------------------- start and end
static const nf_holding Nothing = {NF_NO_PART, 0, false};

// Chunks of the whole that belong to one rank, where the collective shares it out.
static uint32_t each(const nf_schedule *s) { return nf_schedule_parts(s) / s->ranks; }

nf_holding nf_collective_start(const nf_schedule *s, uint32_t rank, uint32_t chunk) {
  const uint32_t data = s->chunks - s->scratch;
  const nf_holding own = {chunk, rank, false};
  if (chunk >= (s->inputs ? s->inputs : data))
    return Nothing;
  switch (s->what) {
  case NF_ALL_REDUCE:
  case NF_REDUCE_SCATTER:
  case NF_REDUCE:
  case NF_BARRIER:
  case NF_ALL_TO_ALL:
    return own;
  case NF_ALL_GATHER:
    if (s->inputs)
      return (nf_holding){rank * each(s) + chunk, rank, false};
    return chunk / each(s) == rank ? own : Nothing;
  case NF_BROADCAST:
    return rank == s->root ? own : Nothing;
  case NF_TRACE:
    break;
  }
  return Nothing;
}

nf_holding nf_collective_end(const nf_schedule *s, uint32_t rank, uint32_t chunk) {
  const uint32_t out = chunk - s->inputs;
  const nf_holding sum = {out, 0, true};
  if (chunk < s->inputs || chunk >= s->chunks - s->scratch)
    return Nothing;
  switch (s->what) {
  case NF_ALL_REDUCE:
  case NF_BARRIER:
    return sum;
  case NF_REDUCE_SCATTER:
    if (s->inputs)
      return (nf_holding){rank * each(s) + out, 0, true};
    return out / each(s) == rank ? sum : Nothing;
  case NF_ALL_GATHER:
    return (nf_holding){out, out / each(s), false};
  case NF_ALL_TO_ALL:
    return (nf_holding){rank * each(s) + out % each(s), out / each(s), false};
  case NF_BROADCAST:
    return (nf_holding){out, s->root, false};
  case NF_REDUCE:
    return rank == s->root ? sum : Nothing;
  case NF_TRACE:
    break;
  }
  return Nothing;
}
