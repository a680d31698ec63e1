// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#define _GNU_SOURCE // sched_setaffinity
#include "team.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

uint8_t *nf_fast_mail_place(nf_fast_mail *m, size_t bytes) {
  if (m->used + bytes > m->room) {
    const size_t room = 2 * (m->used + bytes) + 256;
    uint8_t *more = realloc(m->byte, room);
    m->lost |= !more;
    if (!more)
      return NULL;
    m->byte = more;
    m->room = room;
  }
  m->used += bytes;
  return m->byte + m->used - bytes;
}

bool nf_fast_mail_add(nf_fast_mail *m, const void *data, size_t bytes) {
  if (bytes == 0)
    return true;
  uint8_t *to = nf_fast_mail_place(m, bytes);
  if (to)
    memcpy(to, data, bytes);
  return to != NULL;
}

// ------------------------------------------------------------------------------- processes
// What mpirun of Open MPI, or one with PMI, tells its processes.
static unsigned told(const char *open_mpi, const char *pmi, unsigned otherwise) {
  const char *text = getenv(open_mpi);
  text = text ? text : getenv(pmi);
  return text ? (unsigned)strtoul(text, NULL, 10) : otherwise;
}

unsigned nf_fast_mpi_processes(void) { return told("OMPI_COMM_WORLD_SIZE", "PMI_SIZE", 1); }
unsigned nf_fast_mpi_number(void) { return told("OMPI_COMM_WORLD_RANK", "PMI_RANK", 0); }

// ------------------------------------------------------------------------------- threads
// Each pair of threads has two boxes: while one is read the other one is filled, so that a swap
// needs one barrier.
typedef struct {
  unsigned threads;
  nf_fast_mail *box[2]; // [from * threads + to]
  atomic_uint here;     // threads at the barrier
  atomic_uint turn;     // barriers so far
  atomic_uint gate;     // what threads wait for before they begin
  unsigned looks;       // at the barrier before a thread sleeps
  pthread_mutex_t lock; // of those that sleep at the barrier
  pthread_cond_t passed;
  void (*work)(void *ctx, nf_fast_team *t);
  void *ctx;
} meeting;

typedef struct {
  nf_fast_team team; // first: the hook gets its address
  meeting *m;
  unsigned side;
  pthread_t thread;
} member;

// A wait is short where each thread has a processor, so a thread looks for some ten microseconds,
// about as long as it takes to wake one, before it sleeps; where it has none the others need the
// time.
static void meet(meeting *m) {
  const unsigned turn = atomic_load_explicit(&m->turn, memory_order_relaxed);
  if (atomic_fetch_add_explicit(&m->here, 1, memory_order_acq_rel) + 1 == m->threads) {
    atomic_store_explicit(&m->here, 0, memory_order_relaxed);
    pthread_mutex_lock(&m->lock);
    atomic_store_explicit(&m->turn, turn + 1, memory_order_release);
    pthread_cond_broadcast(&m->passed);
    pthread_mutex_unlock(&m->lock);
    return;
  }
  for (unsigned k = 0; k < m->looks; k++)
    if (atomic_load_explicit(&m->turn, memory_order_acquire) != turn)
      return;
  pthread_mutex_lock(&m->lock);
  while (atomic_load_explicit(&m->turn, memory_order_acquire) == turn)
    pthread_cond_wait(&m->passed, &m->lock);
  pthread_mutex_unlock(&m->lock);
}

static void swap(nf_fast_team *t, const bool *with) {
  member *a = (member *)t;
  meeting *m = a->m;
  (void)with;
  meet(m);
  for (unsigned w = 0; w < m->threads; w++)
    t->from[w] = m->box[a->side][w * m->threads + t->me];
  a->side = !a->side;
  t->to = &m->box[a->side][t->me * m->threads];
  for (unsigned w = 0; w < m->threads; w++) {
    t->to[w].used = 0;
    t->to[w].lost = false;
  }
}

// The processors that this process may use.
static unsigned processors(cpu_set_t *all) {
  return sched_getaffinity(0, sizeof *all, all) == 0 ? (unsigned)CPU_COUNT(all) : 0;
}

// Where there are enough, each thread begins on one of its own. Threads that wait for each other
// seem to a system to have room on one processor, and it may leave them there for long.
static void spread(const member *a) {
  cpu_set_t all, one;
  unsigned cpu = 0;
  if (processors(&all) < a->m->threads)
    return;
  for (unsigned k = a->team.me; !CPU_ISSET(cpu, &all) || k-- > 0;)
    cpu++;
  CPU_ZERO(&one);
  CPU_SET(cpu, &one);
  sched_setaffinity(0, sizeof one, &one);
  sched_setaffinity(0, sizeof all, &all); // and may go elsewhere
}

enum { SHUT, OPEN, CALLED_OFF };

static void *begin(void *arg) {
  member *a = arg;
  unsigned gate;
  while ((gate = atomic_load_explicit(&a->m->gate, memory_order_acquire)) == SHUT)
    sched_yield();
  if (gate == OPEN) {
    spread(a);
    a->m->work(a->m->ctx, &a->team);
  }
  return NULL;
}

static void start(meeting *m, member *a, nf_err *e) {
  unsigned running = 1;
  while (running < m->threads && pthread_create(&a[running].thread, NULL, begin, &a[running]) == 0)
    running++;
  if (running < m->threads)
    nf_refuse(e, "--threads %u: the system gives no more than %u", m->threads, running);
  atomic_store_explicit(&m->gate, running == m->threads ? OPEN : CALLED_OFF, memory_order_release);
  begin(&a[0]);
  for (unsigned k = 1; k < running; k++)
    pthread_join(a[k].thread, NULL);
}

int nf_fast_threads(unsigned threads, void (*work)(void *ctx, nf_fast_team *t), void *ctx,
                    nf_err *e) {
  enum { LOOKS = 40000 };
  cpu_set_t all;
  meeting m = {.threads = threads,
               .looks = processors(&all) < threads ? 0 : LOOKS,
               .lock = PTHREAD_MUTEX_INITIALIZER,
               .passed = PTHREAD_COND_INITIALIZER,
               .work = work,
               .ctx = ctx};
  const size_t boxes = (size_t)threads * threads;
  member *a = calloc(threads, sizeof *a);
  nf_fast_mail *from = calloc(boxes, sizeof *from);
  m.box[0] = calloc(boxes, sizeof *m.box[0]);
  m.box[1] = calloc(boxes, sizeof *m.box[1]);
  if (!a || !from || !m.box[0] || !m.box[1]) {
    nf_err_memory(e, "threads");
  } else {
    for (unsigned k = 0; k < threads; k++)
      a[k] = (member){
          .team = {threads, k, &m.box[0][k * threads], &from[(size_t)k * threads], swap}, .m = &m};
    start(&m, a, e);
  }
  for (size_t k = 0; k < boxes; k++)
    for (unsigned side = 0; side < 2; side++)
      if (m.box[side])
        free(m.box[side][k].byte);
  free(m.box[0]);
  free(m.box[1]);
  free(from);
  free(a);
  return e->status;
}
