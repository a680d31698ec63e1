// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A team of processes. Each sends one message to each that it swaps with, an empty one where there
// is nothing to say, so nobody asks how much will come.
#include "team.h"

#include <limits.h>
#include <mpi.h>
#include <stdlib.h>

typedef struct {
  nf_fast_team team; // first: the hook gets its address
  MPI_Request *sent;
} process;

static void no_memory(void) {
  // The others would wait for ever.
  nf_err e = {0};
  nf_err_memory(&e, "mail between processes");
  MPI_Abort(MPI_COMM_WORLD, nf_end(&e));
}

static void receive(nf_fast_mail *m, int from) {
  MPI_Status status;
  int bytes;
  MPI_Probe(from, 0, MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, MPI_BYTE, &bytes);
  if ((size_t)bytes > m->room) {
    uint8_t *more = realloc(m->byte, 2u * (size_t)bytes);
    if (!more)
      no_memory();
    m->byte = more;
    m->room = 2u * (size_t)bytes;
  }
  MPI_Recv(m->byte, bytes, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  m->used = (size_t)bytes;
}

static void swap(nf_fast_team *t, const bool *with) {
  process *p = (process *)t;
  int n = 0;
  for (unsigned w = 0; w < t->workers; w++)
    if (w != t->me && (!with || with[w])) {
      if (t->to[w].used > INT_MAX || t->to[w].lost)
        no_memory();
      MPI_Isend(t->to[w].byte, (int)t->to[w].used, MPI_BYTE, (int)w, 0, MPI_COMM_WORLD,
                &p->sent[n++]);
    }
  for (unsigned w = 0; w < t->workers; w++)
    if (w != t->me && (!with || with[w]))
      receive(&t->from[w], (int)w);
  MPI_Waitall(n, p->sent, MPI_STATUSES_IGNORE);
  for (unsigned w = 0; w < t->workers; w++)
    t->to[w].used = 0;
}

int nf_fast_mpi_join(nf_fast_team **t, nf_err *e) {
  int workers = 1, me = 0;
  process *p = calloc(1, sizeof *p);
  MPI_Init(NULL, NULL);
  MPI_Comm_size(MPI_COMM_WORLD, &workers);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  if (p) {
    p->team = (nf_fast_team){(unsigned)workers, (unsigned)me,
                             calloc((size_t)workers, sizeof(nf_fast_mail)),
                             calloc((size_t)workers, sizeof(nf_fast_mail)), swap};
    p->sent = calloc((size_t)workers, sizeof *p->sent);
  }
  if (!p || !p->team.to || !p->team.from || !p->sent)
    no_memory();
  *t = &p->team;
  return e->status;
}

void nf_fast_mpi_leave(nf_fast_team *t) {
  process *p = (process *)t;
  for (unsigned w = 0; w < t->workers; w++) {
    free(t->to[w].byte);
    free(t->from[w].byte);
  }
  free(t->to);
  free(t->from);
  free(p->sent);
  free(p);
  MPI_Finalize();
}
