// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "check.h"
#include "check_int.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
  uint32_t *order, steps;
} recorder;

static int record(void *own, const uint32_t *step, uint32_t steps, nf_err *e) {
  recorder *r = own;
  memcpy(r->order + r->steps, step, steps * sizeof *step);
  r->steps += steps;
  return e->status;
}

int nf_program_check(const nf_program *p, nf_err *e) {
  recorder r = {malloc(p->steps * sizeof *r.order), 0};
  if (!r.order)
    return nf_err_memory(e, "the check of a schedule");
  nf_program_run(p, NULL, record, &r, e);
  if (e->status == NF_EXIT_OK && p->s->what != NF_TRACE &&
      nf_check_order(p, r.order, e) == NF_EXIT_OK)
    nf_check_sets(p, r.order, e);
  free(r.order);
  if (e->status == NF_EXIT_BAD_INPUT)
    e->status = NF_EXIT_FAILED;
  return e->status;
}

int nf_schedule_check(const nf_schedule *s, nf_err *e) {
  nf_program p;
  if (nf_program_open(&p, s, e) == NF_EXIT_OK) {
    nf_program_check(&p, e);
    nf_program_close(&p);
  }
  return e->status;
}
