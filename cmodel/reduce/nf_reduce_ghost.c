// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_ghost.sv: keys and counts of pushes that left unfinished. A ghost
// is a hint: it says when the rest of a sum may leave, never what is in it or that it is whole, so
// a lost or a wrong one costs time alone.
//
// The hardware's registers push their neighbours and may leave holes; the model is a list without
// them, which shows the same.
#include "nf_reduce_ghost.h"

#include <stdlib.h>
#include <string.h>

// ---- the list by itself

// Where the list has the key, or g->used. Of 16 ghosts at most.
static uint32_t place_of(const nf_reduce_ghosts *g, uint64_t key) {
  uint32_t n = 0;
  while (n < g->used && g->ghost[n].key != key)
    n++;
  return n;
}

// `equal`: at most one ghost has a key (OneGhost).
const nf_reduce_a_ghost *nf_reduce_ghosts_find(const nf_reduce_ghosts *g, uint64_t key) {
  const uint32_t n = place_of(g, key);
  return n < g->used ? &g->ghost[n] : NULL;
}

// forget_i: valid_q of the ghost falls. Here the older ones close up. Its order stays, which is
// what says who falls out next.
void nf_reduce_ghosts_forget(nf_reduce_ghosts *g, uint64_t key) {
  const uint32_t n = place_of(g, key);
  if (n == g->used)
    return;
  g->used--;
  memmove(&g->ghost[n], &g->ghost[n + 1], (g->used - n) * sizeof *g->ghost);
}

// remember_i: the new one becomes number 0 and pushes the others (push), the oldest out of a full
// list. Ghosts of a key never meet: inserting the key again forgot the one before (EntryOrGhost).
void nf_reduce_ghosts_remember(nf_reduce_ghosts *g, nf_reduce_a_ghost ghost) {
  if (g->room == 0)
    return;
  if (g->used < g->room)
    g->used++;
  memmove(&g->ghost[1], &g->ghost[0], (g->used - 1) * sizeof *g->ghost);
  g->ghost[0] = ghost;
}

// ---- the block with its ports

struct nf_reduce_ghost {
  nf_reduce_ghosts list;
  // match_q in the RTL moves with its ghost; here the key is kept and looked up again.
  bool asked;      // a push's key was looked up, and is not decided yet
  uint64_t looked; // that key
  nf_reduce_ghost_out out;
};

// NF_PARAMs; valid_q and match_q are zero after reset. KeyBits only says how wide keys are.
nf_status nf_reduce_ghost_init(nf_reduce_ghost **m, const nf_reduce_ghost_cfg *cfg) {
  if (cfg->Ghosts < 1 || cfg->Ghosts > NF_REDUCE_GHOSTS)
    return "nf_reduce_ghost: Ghosts must be 1..16";
  if (cfg->KeyBits < 1 || cfg->KeyBits > 64)
    return "nf_reduce_ghost: KeyBits must be 1..64";
  nf_reduce_ghost *const ghost = calloc(1, sizeof *ghost);
  if (!ghost)
    return "nf_reduce_ghost: out of memory";
  ghost->list.room = cfg->Ghosts;
  *m = ghost;
  return NF_OK;
}

// hit_o, expected_o and count_o: functions of registers (match_q and the ghosts).
const nf_reduce_ghost_out *nf_reduce_ghost_peek(const nf_reduce_ghost *m) { return &m->out; }

// forget before remember: the RTL's push ends at the first hole, which forget makes, so the oldest
// ghost stays. flush wins over both. The lookup comes last, as it accounts for the changes of its
// own cycle; it is done anew in every cycle, which is why same_i is of no use here: the RTL moves
// match_q along.
void nf_reduce_ghost_step(nf_reduce_ghost *m, const nf_reduce_ghost_in *in) {
  if (in->forget && m->asked) {
    nf_reduce_ghosts_forget(&m->list, m->looked);
    m->asked = false;
  }
  if (in->remember)
    nf_reduce_ghosts_remember(&m->list, (nf_reduce_a_ghost){in->key, in->expected, in->count});
  if (in->flush)
    nf_reduce_ghosts_flush(&m->list);
  if (in->load) {
    m->asked = in->look_push;
    m->looked = in->look;
  }
  const nf_reduce_a_ghost *const known =
      m->asked ? nf_reduce_ghosts_find(&m->list, m->looked) : NULL;
  m->out.hit = known != NULL;
  m->out.expected = known ? known->expected : 0;
  m->out.count = known ? known->count : 0;
}

void nf_reduce_ghost_free(nf_reduce_ghost *m) { free(m); }
