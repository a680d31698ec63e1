// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// How the GPUs of one machine are wired: the adjacency matrix of TREE ("Link usage penalty"), in
// which 3 is two NVLinks, 2 is one, 1 is what goes over switches or PCI-E, 0 nothing at all.
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

// From a topology of up to 16 endpoints (SPEC of netfold topology): cables between two endpoints
// are NVLinks, those to switches together the way round.
int nf_links_open(nf_links *l, const char *spec, nf_err *e);
// Of them the GPUs in `list`, as "0,3,5"; they are numbered anew.
int nf_links_take(nf_links *l, const char *list, nf_err *e);

#endif
