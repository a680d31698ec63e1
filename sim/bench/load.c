// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/bench/load.h"

enum { PORTS = NF_SIM_PORTS, BLOCKS = 1 << 16, BASE = 0x100000, PATIENCE = 1000 };
enum { SWITCH_NODE = PORTS, TIMEOUT_TICKS = 16, MCR = NF_CSR_MCR_BASE };
static const uint32_t Valid = 1u << 31, Local = 1u << 30; // bits of a route and of a home slot
static const uint64_t One = 1ull << 32;                   // a packet, in parts of nf_source.waiting

static const nf_switch_out *peek(const nf_load *l) {
  return l->rtl ? &l->out : nf_switch_peek(l->model);
}

static void step(nf_load *l) {
  if (l->rtl) {
    l->rtl->step(l->dut, &l->in);
    l->rtl->peek(l->dut, &l->out);
  } else {
    nf_switch_step(l->model, &l->in);
  }
}

static int write(nf_load *l, uint32_t addr, uint32_t value, nf_err *e) {
  l->in.csr_write = 1;
  l->in.csr_addr = (uint16_t)addr;
  l->in.csr_wdata = value;
  l->in.csr_valid = 1;
  l->in.csr_rready = 0;
  for (unsigned i = 0; i < PATIENCE && e->status == NF_EXIT_OK; i++) {
    const bool taken = l->in.csr_valid && peek(l)->csr_ready, answered = peek(l)->csr_rvalid;
    if (answered && peek(l)->csr_err)
      break;
    l->in.csr_rready = answered;
    step(l);
    l->in.csr_valid = l->in.csr_valid && !taken;
    if (answered)
      return e->status;
  }
  return nf_err_set(e, NF_EXIT_FAILED, "the switch refuses register 0x%03x = 0x%x", addr, value);
}

// One region of pushes, a rank at each port, the table of every port in turn.
static int program(nf_load *l, uint32_t entries, nf_err *e) {
  const struct {
    uint32_t addr, value;
  } writes[] = {
      {NF_CSR_SWITCH_ID, SWITCH_NODE},
      {NF_CSR_TIMEOUT, l->cfg.no_timeout ? 0 : TIMEOUT_TICKS},
      {NF_CSR_FIRST_HOP, (1u << PORTS) - 1},
      {MCR + NF_MCR_REG_REGION_INDEX, 0},
      {MCR + NF_MCR_REG_REGION_BASE_LO, BASE},
      {MCR + NF_MCR_REG_REGION_BASE_HI, 0},
      {MCR + NF_MCR_REG_REGION_SIZE, BLOCKS * NF_BLOCK_BYTES},
      {MCR + NF_MCR_REG_REGION_EXPECTED, PORTS},
      {MCR + NF_MCR_REG_REGION_MODE, 1u << NF_MCR_MODE_PUSH | 1u << NF_MCR_MODE_MULTICAST},
      {MCR + NF_MCR_REG_REGION_HOME, 0},
      {MCR + NF_MCR_REG_REGION_TARGET_CLEAR, 1}};
  for (unsigned p = 0; p < PORTS; p++)
    write(l, MCR + NF_MCR_REG_ROUTE_BASE + 4 * p, p | Valid, e);
  for (unsigned s = 0; s < NF_SIM_HOME_SLOTS; s++)
    write(l, MCR + NF_MCR_REG_HOME_BASE + 4 * s, s % PORTS | Local | Valid, e);
  if (entries != 0)
    write(l, NF_CSR_TABLE_LIMIT, entries, e);
  for (unsigned k = 0; k < sizeof writes / sizeof writes[0]; k++)
    write(l, writes[k].addr, writes[k].value, e);
  for (unsigned p = 0; p < PORTS; p++)
    write(l, MCR + NF_MCR_REG_REGION_TARGET_SET, p, e);
  return write(l, MCR + NF_MCR_REG_REGION_COMMIT, 1, e);
}

const nf_switch_cfg nf_load_switch = {.Ports = NF_SIM_PORTS,
                                      .Entries = NF_SIM_ENTRIES,
                                      .Regions = NF_SIM_REGIONS,
                                      .Nodes = NF_SIM_NODES,
                                      .HomeSlots = NF_SIM_HOME_SLOTS,
                                      .Window = NF_SIM_WINDOW,
                                      .XpDepth = NF_SIM_XP_DEPTH,
                                      .Ghosts = NF_SIM_GHOSTS,
                                      .AluStages = NF_SIM_ALU_STAGES};

int nf_load_open(nf_load *l, const nf_dut *rtl, const nf_load_cfg *cfg, nf_err *e) {
  nf_switch_cfg sw = cfg->sw ? *cfg->sw : nf_load_switch;
  sw.Halves = nf_sim_has(NF_RED_OP_ADD, NF_DTYPE_F16);
  sw.Wide = nf_sim_has(NF_RED_OP_ADD, NF_DTYPE_F32X);
  *l = (nf_load){
      .cfg = *cfg, .rtl = rtl, .step = (uint64_t)(cfg->load / (cfg->len + 1) * 2 * (double)One)};
  for (unsigned p = 0; p < PORTS; p++)
    l->source[p].rng.state = cfg->seed * PORTS + p;
  if (rtl) {
    l->dut = rtl->create(0);
    if (!l->dut)
      return nf_err_memory(e, "the Verilated switch");
    rtl->reset(l->dut);
    rtl->peek(l->dut, &l->out);
  } else {
    const nf_status status = nf_switch_init(&l->model, &sw);
    if (status != NF_OK)
      return nf_err_set(e, NF_EXIT_FAILED, "the switch model was refused: %s", status);
  }
  return program(l, sw.Entries, e);
}

void nf_load_close(nf_load *l) {
  if (l->dut)
    l->rtl->destroy(l->dut);
  nf_switch_free(l->model);
}

static void choose(const nf_load *l, nf_source *s, unsigned port) {
  s->is_push = nf_rng_below(&s->rng, 100) < l->cfg.push;
  s->vc = !s->is_push && nf_rng_below(&s->rng, 100) < l->cfg.responses;
  s->dst = (port + 1 + (l->cfg.apart ? 0 : nf_rng_below(&s->rng, PORTS - 1))) % PORTS;
  s->chosen = true;
}

static void build(const nf_load *l, nf_source *s, unsigned port) {
  nf_flit *h = &s->flit[0];
  unsigned len = l->cfg.len;
  uint8_t opcode;
  if (s->is_push)
    opcode = NF_OPCODE_PUSH_WRITE;
  else if (len == 0) // single flits: a request and an acknowledgement
    opcode = s->vc ? NF_OPCODE_WRITE_ACK : NF_OPCODE_READ_REQ;
  else
    opcode = s->vc ? NF_OPCODE_READ_RSP : NF_OPCODE_WRITE;
  *h = (nf_flit){{0, 0}};
  nf_hdr_set_opcode(h, opcode);
  nf_hdr_set_len(h, (uint8_t)(opcode == NF_OPCODE_READ_REQ ? 1 : len));
  nf_hdr_set_count(h, 1);
  nf_hdr_set_src(h, (uint16_t)port);
  nf_hdr_set_dst(h, (uint16_t)s->dst);
  nf_hdr_set_addr(h, BASE + (uint64_t)s->next_block * NF_BLOCK_BYTES);
  if (s->is_push)
    s->next_block = (s->next_block + 1) % BLOCKS;
  for (unsigned i = 1; i <= len; i++)
    s->flit[i] = (nf_flit){{nf_rng_next(&s->rng) & 0xbfffffffbfffffff, // no NaN: plain sums
                            nf_rng_next(&s->rng) & 0xbfffffffbfffffff}};
  s->used = len + 1;
  s->sent = 0;
  s->chosen = false;
}

static void offer(nf_load *l, unsigned port, unsigned ready) {
  nf_source *s = &l->source[port];
  s->waiting += l->step * (nf_rng_next(&s->rng) & 1); // on average the load, in random order
  if (s->sent == s->used) {
    if (!s->chosen)
      choose(l, s, port);
    if (l->cfg.load < 1) {
      if (s->waiting < One || !(ready >> s->vc & 1))
        return;
      s->waiting -= One;
    } else if (!(ready >> s->vc & 1)) {
      return;
    }
    build(l, s, port);
  }
  l->in.rx_valid |= (uint16_t)(1u << port);
  l->in.rx_data[port] = s->flit[s->sent++];
  l->in.rx_last |= (uint16_t)((unsigned)(s->sent == s->used) << port);
  l->offered++;
}

void nf_load_run(nf_load *l, uint64_t cycles) {
  for (uint64_t c = 0; c < cycles; c++) {
    const nf_switch_out *out = peek(l);
    l->in.rx_valid = l->in.rx_last = 0;
    l->in.tx_ready = UINT32_MAX;
    for (unsigned p = 0; p < PORTS; p++) {
      offer(l, p, out->rx_ready >> (2 * p) & 3);
      if (out->tx_valid >> p & 1)
        l->digest =
            (l->digest ^ out->tx_data[p].w[0] ^ out->tx_data[p].w[1]) * 0x100000001b3ull + p;
    }
    l->received += (unsigned)__builtin_popcount(out->tx_valid);
    step(l);
  }
}

int nf_load_share(const nf_load_cfg *cfg, double *share, nf_err *e) {
  enum { WARM_UP = 4000, CYCLES = 20000 };
  nf_load load;
  if (nf_load_open(&load, NULL, cfg, e) == NF_EXIT_OK) {
    nf_load_run(&load, WARM_UP);
    load.received = 0;
    nf_load_run(&load, CYCLES);
    *share = (double)load.received / ((double)CYCLES * NF_SIM_PORTS);
  }
  nf_load_close(&load);
  return e->status;
}
