// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "fabric.h"

#include "mcr/nf_mcr_hash.h"

enum { SWITCH_ID_WORD = 0x4e460001, MCR = NF_CSR_MCR_BASE };
static const uint32_t Valid = 1u << 31, Local = 1u << 30; // bits of a route and of a home slot

static const char *const DropCauses[] = {
    [NF_ERR_NONE] = "none",
    [NF_ERR_OPCODE] = "undefined opcode",
    [NF_ERR_ROUTE] = "no route to the destination",
    [NF_ERR_REGION] = "address in no region",
    [NF_ERR_RANGE] = "past the end of the region",
    [NF_ERR_MODE] = "not allowed in the region",
    [NF_ERR_ALIGN] = "misaligned",
    [NF_ERR_OP] = "unsupported pair of op and type",
    [NF_ERR_COUNT] = "count of zero",
    [NF_ERR_LENGTH] = "wrong length",
    [NF_ERR_HOME] = "home slot not programmed",
    [NF_ERR_TARGETS] = "no target left",
};

static int check_identity(nf_net *n, nf_err *e) {
  uint32_t id, params,
      want = NF_SIM_PORTS | NF_SIM_ENTRIES << 8 | NF_SIM_REGIONS << 16 |
             nf_mcr_hash_params(NF_SIM_HOME_SLOTS) << 24;
  if (nf_net_read(n, NF_CSR_ID, &id, e) != NF_EXIT_OK ||
      nf_net_read(n, NF_CSR_PARAMS, &params, e) != NF_EXIT_OK)
    return e->status;
  if (id != SWITCH_ID_WORD || params != want)
    return nf_err_set(e, NF_EXIT_FAILED,
                      "the switch is ID 0x%08x, PARAMS 0x%08x; this command drives 0x%08x, 0x%08x",
                      id, params, SWITCH_ID_WORD, want);
  return NF_EXIT_OK;
}

static int set_switch(nf_net *n, const nf_fabric_cfg *cfg, nf_err *e) {
  nf_net_write(n, NF_CSR_SWITCH_ID, NF_SIM_SWITCH_NODE, "the switch's node id", e);
  nf_net_write(n, NF_CSR_CONTROL, cfg->multicast_partials, "the eviction strategy", e);
  nf_net_write(n, NF_CSR_TIMEOUT, cfg->timeout, "the entry timeout", e);
  nf_net_write(n, NF_CSR_FIRST_HOP, (1u << cfg->ranks) - 1, "the first-hop mask", e);
  nf_net_write(n, NF_CSR_TABLE_LIMIT, cfg->entries, "the table limit", e);
  for (unsigned r = 0; r < cfg->ranks; r++)
    nf_net_write(n, MCR + NF_MCR_REG_ROUTE_BASE + 4 * r, r | Valid, "a route", e);
  // Every port's table takes part in a push, whether a rank is at that port or not.
  for (unsigned s = 0; s < NF_SIM_HOME_SLOTS; s++)
    nf_net_write(n, MCR + NF_MCR_REG_HOME_BASE + 4 * s, s % NF_SIM_PORTS | Local | Valid,
                 "a home slot", e);
  return e->status;
}

// What the switch says about region `i`, with the remedy.
static int refuse_region(const nf_layout *l, unsigned i, uint32_t status, nf_err *e) {
  const nf_region *r = &l->region[i];
  unsigned long long base = r->base, bytes = r->bytes;
  switch (status) {
  case NF_MCR_STATUS_OVERLAP:
    for (unsigned k = 0; k < i; k++)
      if (r->base < l->region[k].base + l->region[k].bytes &&
          l->region[k].base < r->base + r->bytes)
        return nf_err_set(e, NF_EXIT_BAD_INPUT,
                          "region %u (0x%llx:%llu) overlaps region %u (0x%llx:%llu), says the "
                          "switch; move one of them",
                          i, base, bytes, k, (unsigned long long)l->region[k].base,
                          (unsigned long long)l->region[k].bytes);
    break;
  case NF_MCR_STATUS_BAD_SIZE:
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "region %u (0x%llx:%llu): base and size must be multiples of 128, the size "
                      "not zero, the end at most 2^48",
                      i, base, bytes);
  case NF_MCR_STATUS_BAD_INDEX:
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "region %u is past the switch's table of %d; give fewer --region options", i,
                      NF_SIM_REGIONS);
  }
  return nf_err_set(e, NF_EXIT_FAILED, "region %u (0x%llx:%llu): the switch answers status %u", i,
                    base, bytes, status);
}

static int add_region(nf_net *n, const nf_fabric_cfg *cfg, unsigned i, nf_err *e) {
  const nf_region *r = &cfg->layout->region[i];
  // A pull request goes to the others and so does the multicast of its result, unless the switch is
  // to reduce all contributions; results of a push go to all ranks.
  uint32_t mode = cfg->pull ? 1u << NF_MCR_MODE_PULL | 1u << NF_MCR_MODE_MULTICAST
                            : 1u << NF_MCR_MODE_PUSH | 1u << NF_MCR_MODE_MULTICAST;
  if (cfg->expected < cfg->ranks)
    mode |= 1u << NF_MCR_MODE_EXCLUDE_SOURCE;
  const struct {
    uint32_t reg, value;
    const char *what;
  } writes[] = {
      {NF_MCR_REG_REGION_INDEX, i, "a region's index"},
      {NF_MCR_REG_REGION_BASE_LO, (uint32_t)r->base, "a region's base"},
      {NF_MCR_REG_REGION_BASE_HI, (uint32_t)(r->base >> 32), "a region's base"},
      {NF_MCR_REG_REGION_SIZE, (uint32_t)r->bytes, "a region's size"},
      {NF_MCR_REG_REGION_EXPECTED, cfg->expected, "a region's expected count"},
      {NF_MCR_REG_REGION_MODE, mode, "a region's mode"},
      {NF_MCR_REG_REGION_HOME, i % cfg->ranks, "a region's home"},
      {NF_MCR_REG_REGION_TARGET_CLEAR, 1, "a target list"},
  };
  nf_csr_answer a;
  // Some refusals come with the write, some with the commit; the status tells which one it was.
  for (size_t k = 0; k < sizeof writes / sizeof writes[0]; k++)
    if (nf_net_access(n, true, MCR + writes[k].reg, writes[k].value, &a, e) != NF_EXIT_OK)
      return e->status;
    else if (a.refused)
      return refuse_region(cfg->layout, i,
                           writes[k].reg == NF_MCR_REG_REGION_INDEX ? NF_MCR_STATUS_BAD_INDEX
                                                                    : NF_MCR_STATUS_BAD_SIZE,
                           e);
  for (unsigned t = 0; t < cfg->ranks; t++)
    nf_net_write(n, MCR + NF_MCR_REG_REGION_TARGET_SET, t, "a target", e);
  uint32_t status = 0;
  if (nf_net_access(n, true, MCR + NF_MCR_REG_REGION_COMMIT, 1, &a, e) != NF_EXIT_OK ||
      nf_net_read(n, MCR + NF_MCR_REG_REGION_STATUS, &status, e) != NF_EXIT_OK)
    return e->status;
  if (a.refused || (status & 0xff) != NF_MCR_STATUS_OK)
    return refuse_region(cfg->layout, i, status & 0xff, e);
  return NF_EXIT_OK;
}

int nf_fabric_setup(nf_net *n, const nf_fabric_cfg *cfg, nf_err *e) {
  if (check_identity(n, e) != NF_EXIT_OK || set_switch(n, cfg, e) != NF_EXIT_OK)
    return e->status;
  for (unsigned i = 0; i < cfg->layout->regions; i++)
    if (add_region(n, cfg, i, e) != NF_EXIT_OK)
      return e->status;
  return NF_EXIT_OK;
}

int nf_fabric_check_drops(nf_net *n, nf_err *e) {
  for (unsigned p = 0; p < NF_SIM_PORTS; p++) {
    uint32_t drops, of_cause = 0, cause = 0;
    nf_net_write(n, NF_CSR_PORT_SELECT, p, "a port number", e);
    if (nf_net_read(n, NF_CSR_RX_DROPS, &drops, e) != NF_EXIT_OK || drops == 0) {
      if (e->status != NF_EXIT_OK)
        return e->status;
      continue;
    }
    while (of_cause == 0 && cause < NF_ERR_TARGETS)
      if (nf_net_read(n, NF_CSR_DROP_BASE + 4 * ++cause, &of_cause, e) != NF_EXIT_OK)
        return e->status;
    return nf_err_set(e, NF_EXIT_FAILED, "the switch dropped %u packets at port %u, %u of them: %s",
                      drops, p, of_cause, DropCauses[cause]);
  }
  return NF_EXIT_OK;
}
