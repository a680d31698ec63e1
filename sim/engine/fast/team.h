// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A run that several workers share: threads of this process, or processes under MPI.
//
// Each worker holds the description of the whole network and runs the sites that are its own: where
// that can be planes, which have nothing to tell each other for as long as a memory takes
// (simulate.c); else nodes, in all planes. Then links between sites of two workers are cut: behind
// a window, which is never longer than a link, what was sent over them and the room that came free
// go to the other side as mail, where they are put into the rings that a neighbour would have
// written. So a site finds in its rings what it would have found with one worker, and every result
// is the same for any number of them.
#ifndef NF_FAST_TEAM_H
#define NF_FAST_TEAM_H

#include "sim/common/err.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NF_FAST_WORKERS = 1024 };

typedef struct {
  uint8_t *byte;
  size_t used, room;
  bool lost; // there was no memory for some of it
} nf_fast_mail;

typedef struct nf_fast_team nf_fast_team;
struct nf_fast_team {
  unsigned workers, me;
  nf_fast_mail *to;   // by worker: what goes there with the next swap
  nf_fast_mail *from; // by worker: what came with the last one
  // All mail goes to its readers and `to` is empty again. with[w]: worker w swaps with this one;
  // NULL: all with all. What a worker says of another, the other says of it.
  void (*swap)(nf_fast_team *t, const bool *with);
};

// Makes room for so many bytes more, which the caller writes; NULL: there is no memory.
uint8_t *nf_fast_mail_place(nf_fast_mail *m, size_t bytes);
// Adds some; false: there is no memory, and they are lost.
bool nf_fast_mail_add(nf_fast_mail *m, const void *data, size_t bytes);

// Runs work(ctx, team) in `threads` threads, the first in this one. Refuses when one cannot be had.
int nf_fast_threads(unsigned threads, void (*work)(void *ctx, nf_fast_team *t), void *ctx,
                    nf_err *e);

// Whether this process is one of several that mpirun has started, and which one.
unsigned nf_fast_mpi_processes(void);
unsigned nf_fast_mpi_number(void);
// Their team; refuses where netfold has been built without MPI. leave: ends MPI in this process.
int nf_fast_mpi_join(nf_fast_team **t, nf_err *e);
void nf_fast_mpi_leave(nf_fast_team *t);

#endif
