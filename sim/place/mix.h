// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Random job mixes that would fill a mesh to the last board (HXMESH IV-B): sizes are drawn until
// they do; what does not fit any more waits for the next mix.
//
// HXMESH draws from a log of Alibaba's cluster and shows its distribution in a figure only (Fig.
// 7). What is published in numbers (Weng et al., MLaaS in the Wild, NSDI 2022): about 85 % of task
// instances are gang-scheduled, 20 % of those on more than 100 GPUs, some on more than 1,000. The
// default is made of that: 15 % of the boards are in jobs of one board, 17 % in jobs of 101..1024,
// the rest between, and within each of the two ranges every size has a share of 1 / size of the
// boards, as many in 10..20 as in 20..40. A file of one's own has lines "size share" or "low-high
// share", shares of boards in any unit; sim/experiment/instances.txt is the authors' own curve, of
// instances.
#ifndef NF_PLACE_MIX_H
#define NF_PLACE_MIX_H

#include "sim/common/err.h"
#include "sim/common/rng.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct {
  uint32_t count;
  uint32_t *boards; // of a job
  double *below;    // share of the jobs that are of this size or one before it
  const char *path; // of their file; NULL: the default
} nf_sizes;

// path NULL: the default. Sizes above `most` are left out, as no mix could have them.
int nf_sizes_open(nf_sizes *s, const char *path, uint32_t most, nf_err *e);
void nf_sizes_close(nf_sizes *s);

typedef struct {
  uint32_t *size; // of the jobs of this mix
  uint32_t jobs, room;
  uint32_t *later; // drawn, but did not fit
  uint32_t waiting, later_room;
} nf_mix;

// Beyond so many, mixes never catch up with the jobs that wait for them; of sizes that a cluster
// has it are some ten.
enum { NF_MIX_WAITING = 1 << 16 };

// The next mix, of exactly so many boards.
int nf_mix_draw(nf_mix *m, const nf_sizes *s, uint32_t boards, nf_rng *rng, nf_err *e);
void nf_mix_close(nf_mix *m);

#endif
