// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// How the GPUs of one machine are wired: the adjacency matrix of TREE ("Link usage penalty"), in
// which 3 is two NVLinks, 2 is one, 1 is PCI-E through the host, 0 nothing at all.
#ifndef NF_LINKS_H
#define NF_LINKS_H

#include "sim/common/err.h"
#include <stdint.h>

enum { NF_LINKS_GPUS = 16, NF_LINKS_KINDS = 4 };

typedef struct {
  char name[64];
  uint32_t gpus;
  uint8_t kind[NF_LINKS_GPUS][NF_LINKS_GPUS];
  uint64_t rate[NF_LINKS_KINDS]; // bytes a second, one direction
} nf_links;

// p3.16xlarge (TREE, Fig. 3: 50, 25 and 10 GB/s), dgx1 (NVLinks of 20 GB/s, none double), or a
// file: one row of numbers 0..3 for each GPU, rates as those of p3.16xlarge.
int nf_links_open(nf_links *l, const char *name, nf_err *e);
// Of them the GPUs in `list`, as "0,3,5"; they are numbered anew.
int nf_links_take(nf_links *l, const char *list, nf_err *e);

#endif
