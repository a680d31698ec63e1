// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Traffic for the tests of the reduction table.
#include "nf_reduce_kit.h"

#include <string.h>

unsigned nf_reduce_kit_apart, nf_reduce_kit_latency;

void nf_reduce_kit_init(nf_reduce_kit *kit) {
  memset(kit, 0, sizeof *kit);
  kit->tick_period = NF_TICK_CYCLES;
  kit->base.cfg_id = 1000;
  kit->base.cfg_port = 2;
  kit->base.cfg_entries = 255;
  for (unsigned r = 0; r < NF_MAX_REGIONS; r++) {
    kit->base.region_expected[r] = kit->base.region_later[r] = 4;
    kit->base.region_ports[r] = (uint16_t)(0xf0 | r);
    kit->base.region_home[r] = (uint16_t)(500 + r);
    kit->base.region_home_ports[r] = (uint16_t)(1u << (8 + r % 8));
  }
}

bool nf_reduce_kit_played(const nf_reduce_kit *kit) {
  return kit->queued == kit->sent && kit->asked == kit->asks_done;
}

void nf_reduce_kit_set_word(nf_reduce_packet *p, unsigned w, uint32_t v) {
  uint64_t *const pair = &p->data[w / 4].w[w / 2 % 2];
  const unsigned shift = w % 2 * 32;
  *pair = (*pair & ~(0xffffffffull << shift)) | (uint64_t)v << shift;
}

nf_reduce_packet nf_reduce_kit_packet(unsigned opcode, uint64_t addr, unsigned len, unsigned count,
                                      uint32_t v) {
  nf_reduce_packet p = {.region = (uint8_t)(addr >> 20)};
  nf_hdr_set_opcode(&p.head, (uint8_t)opcode);
  nf_hdr_set_red_op(&p.head, NF_RED_OP_ADD);
  nf_hdr_set_dtype(&p.head, NF_DTYPE_U32);
  nf_hdr_set_len(&p.head, (uint8_t)len);
  nf_hdr_set_count(&p.head, (uint16_t)count);
  nf_hdr_set_addr(&p.head, addr);
  for (unsigned w = 0; w < 4 * len; w++)
    nf_reduce_kit_set_word(&p, w, v + w);
  return p;
}

nf_reduce_packet nf_reduce_kit_to(nf_reduce_packet p, unsigned requester, unsigned tag) {
  nf_hdr_set_dst(&p.head, (uint16_t)requester);
  nf_hdr_set_tag(&p.head, (uint16_t)tag);
  return p;
}

void nf_reduce_kit_send(nf_reduce_kit *kit, nf_reduce_packet p) {
  kit->queue[kit->queued++ % NF_REDUCE_KIT_QUEUE] = p;
}

void nf_reduce_kit_ask(nf_reduce_kit *kit, uint64_t addr, unsigned requester, unsigned tag,
                       uint64_t at) {
  nf_reduce_packet p = nf_reduce_kit_packet(NF_OPCODE_PULL_REQ, addr, 0, 1, 0);
  nf_hdr_set_src(&p.head, (uint16_t)requester);
  nf_hdr_set_tag(&p.head, (uint16_t)tag);
  nf_hdr_set_len(&p.head, 8); // the length asked for
  p.at = at;
  kit->asks[kit->asked++ % NF_REDUCE_KIT_QUEUE] = p;
}

static void record(nf_tb *tb, nf_reduce_kit *kit, const nf_reduce_table_out *out, bool ready) {
  const uint64_t cycle = nf_tb_cycle(tb);
  for (unsigned e = 0; e < 16; e++)
    kit->events[e] += out->event >> e & 1;
  kit->dropped += out->dropped;
  if (out->alloc_done) {
    kit->asks_done++;
    kit->ask_done_at = cycle;
  }
  kit->idle = out->busy ? 0 : kit->idle + 1;
  if (!out->out_valid || !ready)
    return;
  nf_reduce_packet *const p = &kit->log[kit->results % NF_REDUCE_KIT_LOG];
  if (!kit->out_flits++)
    kit->out_first = cycle;
  kit->out_end = cycle + 1;
  if (out->out_last) {
    p->head = out->out_data;
    p->ports = out->out_ports;
    p->at = cycle;
    nf_tb_check(tb, nf_hdr_len(&p->head) == kit->out_flit,
                "a header announces %u payload flits, %u came before it", nf_hdr_len(&p->head),
                kit->out_flit);
    kit->out_flit = 0;
    kit->results++;
  } else if (kit->out_flit < NF_MAX_PAYLOAD_FLITS) {
    p->data[kit->out_flit++] = out->out_data;
  } else {
    nf_tb_check(tb, false, "more than 8 payload flits before a header");
  }
}

static void play(nf_tb *tb, nf_reduce_kit *kit, const nf_reduce_table_out *out,
                 nf_reduce_table_in *in) {
  const uint64_t cycle = nf_tb_cycle(tb);
  const nf_reduce_packet *const p = &kit->queue[kit->sent % NF_REDUCE_KIT_QUEUE];
  const bool pace = nf_pace_go(tb, &kit->in_pace);
  // What was offered stays until it is taken.
  if (kit->sent == kit->queued || (!kit->offered && !pace) || (!kit->flit && cycle < p->at))
    return;
  const unsigned len = nf_hdr_len(&p->head);
  in->in_valid = true;
  in->in_last = kit->flit == len;
  in->in_err = in->in_last && p->err;
  in->in_region = kit->flit ? (uint8_t)nf_tb_rand(tb) : p->region;
  in->in_data = kit->flit ? p->data[kit->flit - 1] : p->head;
  kit->offered = !out->in_ready;
  if (!out->in_ready) {
    kit->in_waits++;
    return;
  }
  if (!kit->in_flits++)
    kit->in_first = cycle;
  kit->in_end = cycle + 1;
  kit->flit = in->in_last ? 0 : kit->flit + 1;
  kit->sent += in->in_last;
}

void nf_reduce_kit_cycle(nf_tb *tb, nf_reduce_kit *kit, const nf_reduce_table_out *out,
                         nf_reduce_table_in *in) {
  const uint64_t cycle = nf_tb_cycle(tb);
  *in = kit->base;
  in->way = nf_reduce_kit_way(out->way_addr);
  in->tick = kit->tick_period && cycle % kit->tick_period == 0;
  in->out_ready = nf_pace_go(tb, &kit->out_pace);
  record(tb, kit, out, in->out_ready);
  play(tb, kit, out, in);

  const nf_reduce_packet *const ask = &kit->asks[kit->asks_sent % NF_REDUCE_KIT_QUEUE];
  const bool pace = nf_pace_go(tb, &kit->ask_pace);
  if (kit->asks_sent < kit->asked && cycle >= ask->at && (kit->ask_offered || pace)) {
    in->alloc_valid = true;
    in->alloc_data = ask->head;
    in->alloc_region = ask->region;
    kit->ask_offered = !out->alloc_ready;
    kit->asks_sent += out->alloc_ready;
  }
}
