// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
#include "mcr_program.h"

static bool access_table(nf_mcr_table *table, nf_mcr_table_in *in, uint32_t *data) {
  const nf_mcr_table_out *out = nf_mcr_table_peek(table);
  in->cfg_rready = true;
  in->cfg_valid = true;
  while (!out->cfg_ready)
    nf_mcr_table_step(table, in);
  nf_mcr_table_step(table, in);
  in->cfg_valid = false;
  *data = out->cfg_rdata;
  bool taken = !out->cfg_err;
  while (!out->cfg_ready)
    nf_mcr_table_step(table, in);
  return taken;
}

bool mcr_write(nf_mcr_table *table, unsigned addr, uint32_t data) {
  uint32_t ignored;
  nf_mcr_table_in in = {.cfg_write = true, .cfg_addr = (uint16_t)addr, .cfg_wdata = data};
  return access_table(table, &in, &ignored);
}

bool mcr_read(nf_mcr_table *table, unsigned addr, uint32_t *data) {
  nf_mcr_table_in in = {.cfg_addr = (uint16_t)addr};
  return access_table(table, &in, data);
}

unsigned mcr_commit(nf_mcr_table *table, const mcr_region *region) {
  uint32_t status;
  mcr_write(table, NF_MCR_REG_REGION_INDEX, region->index);
  mcr_write(table, NF_MCR_REG_REGION_BASE_LO, (uint32_t)region->base);
  mcr_write(table, NF_MCR_REG_REGION_BASE_HI, (uint32_t)(region->base >> 32));
  mcr_write(table, NF_MCR_REG_REGION_SIZE, region->size);
  mcr_write(table, NF_MCR_REG_REGION_EXPECTED, region->expected);
  mcr_write(table, NF_MCR_REG_REGION_MODE, region->mode);
  mcr_write(table, NF_MCR_REG_REGION_HOME, region->home);
  mcr_write(table, NF_MCR_REG_REGION_TARGET_CLEAR, 1);
  for (unsigned i = 0; i < region->target_count; i++) {
    mcr_write(table, NF_MCR_REG_REGION_TARGET_SET, region->targets[i]);
  }
  mcr_write(table, NF_MCR_REG_REGION_COMMIT, 1);
  mcr_read(table, NF_MCR_REG_REGION_STATUS, &status);
  return status;
}
