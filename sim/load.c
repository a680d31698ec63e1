// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "load.h"

#include "fabric.h"

enum { PORTS = NF_SIM_PORTS, BLOCKS = 1 << 16, BASE = 0x100000 };
static const nf_layout Layout = {.regions = 1,
                                 .region = {{BASE, (uint64_t)BLOCKS *NF_BLOCK_BYTES}},
                                 .bytes = (size_t)BLOCKS * NF_BLOCK_BYTES};

int nf_load_open(nf_load *l, nf_net *net, const nf_dut *rtl, const nf_load_cfg *cfg, nf_err *e) {
  const nf_fabric_cfg fabric = {.layout = &Layout,
                                .ranks = PORTS,
                                .entries = NF_SIM_ENTRIES,
                                .timeout = 16,
                                .expected = PORTS};
  *l = (nf_load){.cfg = *cfg, .layout = &Layout};
  *net = (nf_net){.ranks = PORTS};
  for (unsigned p = 0; p < PORTS; p++)
    l->source[p].rng.state = cfg->seed * PORTS + p;
  if (nf_engine_open(&net->engine, rtl, rtl == NULL, false, e) != NF_EXIT_OK ||
      nf_fabric_setup(net, &fabric, e) != NF_EXIT_OK)
    return e->status;
  return NF_EXIT_OK;
}

// Decides what the next packet is; its channel must be known before it may start.
static void choose(const nf_load *l, nf_source *s, unsigned port) {
  s->is_push = nf_rng_below(&s->rng, 100) < l->cfg.push;
  s->vc = !s->is_push && nf_rng_below(&s->rng, 100) < l->cfg.responses;
  s->dst = (port + 1 + nf_rng_below(&s->rng, PORTS - 1)) % PORTS;
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
  nf_hdr_set_addr(h, nf_layout_addr(l->layout, s->next_block));
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
  const uint64_t one = 1ull << 32;
  s->waiting += (uint64_t)(l->cfg.load / (l->cfg.len + 1) * 2 * (double)one) *
                (nf_rng_next(&s->rng) & 1); // on average the load, in random order
  if (s->sent == s->used) {
    if (!s->chosen)
      choose(l, s, port);
    if (l->cfg.load < 1) {
      if (s->waiting < one || !(ready >> s->vc & 1))
        return;
      s->waiting -= one;
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

int nf_load_run(nf_load *l, nf_net *net, uint64_t cycles, nf_err *e) {
  for (uint64_t c = 0; c < cycles; c++) {
    const nf_switch_out *out = nf_engine_peek(net->engine);
    l->in.rx_valid = l->in.rx_last = 0;
    l->in.tx_ready = UINT32_MAX;
    for (unsigned p = 0; p < PORTS; p++) {
      offer(l, p, out->rx_ready >> (2 * p) & 3);
      if (out->tx_valid >> p & 1)
        l->digest =
            (l->digest ^ out->tx_data[p].w[0] ^ out->tx_data[p].w[1]) * 0x100000001b3ull + p;
    }
    l->received += (unsigned)__builtin_popcount(out->tx_valid);
    if (nf_engine_step(net->engine, &l->in, e) != NF_EXIT_OK)
      return e->status;
  }
  return NF_EXIT_OK;
}
