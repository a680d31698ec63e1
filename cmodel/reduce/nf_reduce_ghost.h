// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_ghost.sv: keys of entries that left a reduction table unfinished,
// the counts that they waited for and had; KLENK IV-C has no such thing. The second half of this
// file is the list by itself, for the models of the tag store and of the whole table.
#ifndef NF_REDUCE_GHOST_H
#define NF_REDUCE_GHOST_H

#include "common/nf_status.h"
#include "nf_reduce_ghost_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_REDUCE_GHOSTS = 16 }; // at most

// nf_reduce_pkg::ghost_t of a ghost that there is: what it waited for, what it had.
#define NF_REDUCE_GHOST(expected, count)                                                           \
  (1ull << 32 | (uint64_t)(expected) << 16 | (uint64_t)(count))

typedef struct nf_reduce_ghost nf_reduce_ghost;

// Makes an empty list in *m. Returns NF_OK, or why cfg is refused (*m is then unchanged).
nf_status nf_reduce_ghost_init(nf_reduce_ghost **m, const nf_reduce_ghost_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_reduce_ghost_out *nf_reduce_ghost_peek(const nf_reduce_ghost *m);
// One rising clock edge.
void nf_reduce_ghost_step(nf_reduce_ghost *m, const nf_reduce_ghost_in *in);
// Frees m; NULL is allowed.
void nf_reduce_ghost_free(nf_reduce_ghost *m);

typedef struct {
  uint64_t key;
  uint16_t expected, count; // what its entry waited for, and had
} nf_reduce_a_ghost;

// The list by itself, the youngest ghost first.
typedef struct {
  uint32_t room, used;
  nf_reduce_a_ghost ghost[NF_REDUCE_GHOSTS];
} nf_reduce_ghosts;

// The ghost of a key, or NULL.
const nf_reduce_a_ghost *nf_reduce_ghosts_find(const nf_reduce_ghosts *g, uint64_t key);
// Takes a key out of the list, if it is there.
void nf_reduce_ghosts_forget(nf_reduce_ghosts *g, uint64_t key);
// Takes all out of the list.
static inline void nf_reduce_ghosts_flush(nf_reduce_ghosts *g) { g->used = 0; }
// Puts a ghost in front of the list; the oldest one falls out when there is no room.
void nf_reduce_ghosts_remember(nf_reduce_ghosts *g, nf_reduce_a_ghost ghost);

#ifdef __cplusplus
}
#endif

#endif
