// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The fabric manager's side of the tables: whole accesses and whole regions on the model.
#ifndef MCR_PROGRAM_H
#define MCR_PROGRAM_H

#include "mcr/nf_mcr_table.h"

typedef struct {
  uint32_t index;
  uint64_t base;
  uint32_t size; // bytes
  uint32_t expected;
  uint32_t mode; // bits NF_MCR_MODE_*
  uint32_t home; // node id
  const uint16_t *targets;
  unsigned target_count;
} mcr_region;

// One access, response included. False: refused.
bool mcr_write(nf_mcr_table *table, unsigned addr, uint32_t data);
bool mcr_read(nf_mcr_table *table, unsigned addr, uint32_t *data);

// Stages and commits a region. Returns the status code of the commit.
unsigned mcr_commit(nf_mcr_table *table, const mcr_region *region);

#endif
