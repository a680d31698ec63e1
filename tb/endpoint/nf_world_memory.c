// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The GPU's memory: reads with a latency of 180 cycles and as many again at random, out of order
// (KLENK V); partial sums are added as in-cache atomics are (KLENK IV-F3).
#include "nf_world_memory.h"

uint64_t nf_world_addr(unsigned block) { return NF_WORLD_NET + 128ull * block; }

uint32_t nf_world_word(unsigned rank, unsigned block, unsigned word) {
  uint64_t x = (((uint64_t)rank << 20 | block) << 8 | word) * 0x9e3779b97f4a7c15;
  return (uint32_t)(x >> 29);
}

uint32_t nf_world_sum(const nf_world *w, unsigned block, unsigned word) {
  uint32_t sum = 0;
  for (unsigned r = 0; r < w->ranks; r++)
    sum += nf_world_word(r, block, word);
  return sum;
}

int nf_world_find(uint64_t addr) {
  const uint64_t block = (addr - NF_WORLD_NET) / 128;
  return addr >= NF_WORLD_NET && block < NF_WORLD_BLOCKS ? (int)block : -1;
}

static uint32_t word_of(const nf_flit *payload, unsigned i) {
  return (uint32_t)(payload[i / 4].w[i / 2 % 2] >> (32 * (i % 2)));
}

// ---- reads

static void take_reads(nf_tb *tb, nf_world *w, const nf_endpoint_out *out, nf_endpoint_in *in) {
  for (unsigned d = 0; d < 2 * w->links; d++) {
    if (w->reads_open == NF_WORLD_READS || !nf_pace_go(tb, &w->read))
      continue;
    in->rd_ready |= (uint16_t)(1u << d);
    if ((out->rd_valid >> d & 1) == 0)
      continue;
    const nf_flit *const h = &out->rd_hdr[d];
    nf_tb_check(tb, nf_hdr_vc(h) == d % 2, "port %u reads for channel %u", d, nf_hdr_vc(h));
    w->reads[w->reads_open++] =
        (nf_world_read){.due = nf_tb_cycle(tb) + w->latency + nf_tb_below(tb, w->latency + 1),
                        .addr = out->rd_addr[d],
                        .hdr = *h,
                        .reader = d};
  }
}

// What was asked for comes back in the order in which it becomes due.
static void begin_return(nf_tb *tb, nf_world *w, unsigned d) {
  nf_world_reader *const reader = &w->reader[d];
  unsigned i = w->reads_open;
  for (unsigned k = 0; k < w->reads_open; k++)
    if (w->reads[k].reader == d && w->reads[k].due <= nf_tb_cycle(tb) &&
        (i == w->reads_open || w->reads[k].due < w->reads[i].due))
      i = k;
  if (i == w->reads_open)
    return;
  const nf_world_read r = w->reads[i];
  w->reads[i] = w->reads[--w->reads_open];
  const bool own = r.addr < NF_WORLD_RESULT;
  const uint64_t offset = r.addr - (own ? NF_WORLD_SOURCE : NF_WORLD_RESULT);
  const int block = nf_world_find(nf_hdr_addr(&r.hdr));
  nf_tb_check(tb, block >= 0 && offset == 128ull * (unsigned)block, "read at %llx",
              (unsigned long long)r.addr);
  nf_tb_check(tb, own == (nf_hdr_opcode(&r.hdr) != NF_OPCODE_MCAST_WRITE), "the wrong memory");
  if (block < 0)
    return;
  reader->sent = 0;
  reader->packet.flit[0] = r.hdr;
  reader->packet.flits = 1 + nf_hdr_len(&r.hdr);
  for (unsigned k = 0; k < 32; k++) {
    const uint32_t word = own ? nf_world_word(w->id, (unsigned)block, k) : w->block[block].word[k];
    uint64_t *const at = &reader->packet.flit[1 + k / 4].w[k / 2 % 2];
    *at = k % 2 == 0 ? word : *at | (uint64_t)word << 32;
  }
}

static void return_reads(nf_tb *tb, nf_world *w, const nf_endpoint_out *out, nf_endpoint_in *in) {
  for (unsigned d = 0; d < 2 * w->links; d++) {
    nf_world_reader *const reader = &w->reader[d];
    if (reader->packet.flits == 0)
      begin_return(tb, w, d);
    if (reader->packet.flits == 0 || (!nf_pace_go(tb, &reader->pace) && !reader->up))
      continue;
    const bool last = reader->sent + 1 == reader->packet.flits;
    in->rt_valid |= (uint16_t)(1u << d);
    in->rt_last |= (uint16_t)((unsigned)last << d);
    in->rt_data[d] = reader->packet.flit[reader->sent];
    reader->up = (out->rt_ready >> d & 1) == 0;
    if (reader->up)
      continue;
    reader->sent++;
    if (last)
      reader->packet.flits = 0;
  }
}

// ---- writes

static void store(nf_tb *tb, nf_world *w, unsigned n, const nf_lane_packet *p) {
  nf_world_block *const b = &w->block[n];
  nf_tb_check(tb, nf_hdr_count(&p->flit[0]) == w->ranks, "a result has count %u",
              nf_hdr_count(&p->flit[0]));
  for (unsigned i = 0; i < 4 * (p->flits - 1); i++) {
    b->word[i] = word_of(&p->flit[1], i);
    nf_tb_check(tb, b->word[i] == nf_world_sum(w, n, i), "block %u, word %u is %08x", n, i,
                b->word[i]);
  }
  b->written++;
}

static void reduce(nf_tb *tb, nf_world *w, nf_world_lane *lane, unsigned n,
                   const nf_lane_packet *p) {
  const bool own = lane->op == NF_ENDPOINT_MEM_REDUCE_OWN,
             begins = lane->op != NF_ENDPOINT_MEM_REDUCE;
  nf_world_block *const b = &w->block[n];
  nf_flit h = p->flit[0];
  const bool pull = nf_hdr_opcode(&h) == NF_OPCODE_PULL_RSP;
  nf_tb_check(tb, begins == (b->held == 0), "block %u: operation %u, %u held", n, lane->op,
              b->held);
  if (begins) {
    b->flags = 0;
    for (unsigned i = 0; i < 32; i++)
      b->word[i] = own ? nf_world_word(w->id, n, i) : 0;
  }
  for (unsigned i = 0; i < 4 * (p->flits - 1); i++)
    b->word[i] += word_of(&p->flit[1], i);
  b->held = nf_hdr_count(&h);
  b->flags |= nf_hdr_flags(&h);
  nf_hdr_set_flags(&h, b->flags);
  if (b->held >= w->ranks) {
    b->held = 0;
    for (unsigned i = 0; i < 4 * (p->flits - 1); i++)
      nf_tb_check(tb, b->word[i] == nf_world_sum(w, n, i), "sum of block %u, word %u", n, i);
    if (p->flits > 1 && (pull ? w->exclude_source : w->multicast_partials))
      b->written++;
  }
  nf_tb_check(tb, lane->totals_used < 64, "too many totals");
  const uint64_t due = nf_tb_cycle(tb) + 10 + nf_tb_below(tb, 40);
  lane->last_due = due > lane->last_due ? due : lane->last_due;
  lane->totals[(lane->total_first + lane->totals_used++) % 64] =
      (nf_world_total){.due = lane->last_due, .hdr = h};
}

static void take_writes(nf_tb *tb, nf_world *w, const nf_endpoint_out *out) {
  for (unsigned l = 0; l < w->links; l++) {
    nf_world_lane *const lane = &w->lane[l];
    nf_lane_packet *const p = &lane->written;
    if ((out->wr_valid >> l & 1) == 0)
      continue;
    static const char *const ops[] = {"write", "reduce", "begin with the own data", "begin"};
    if (p->flits == 0) {
      const int n = nf_world_find(nf_hdr_addr(&out->wr_data[l]));
      const uint64_t offset = n < 0 ? 0 : 128ull * (unsigned)n;
      nf_tb_check(tb, n >= 0 && out->wr_addr[l] == NF_WORLD_RESULT + offset, "write at %llx",
                  (unsigned long long)out->wr_addr[l]);
      nf_tb_check(tb, out->wr_own[l] == NF_WORLD_SOURCE + offset, "own data at %llx",
                  (unsigned long long)out->wr_own[l]);
      nf_tb_check(tb, out->wr_op[l] <= NF_ENDPOINT_MEM_REDUCE_FIRST, "operation %u", out->wr_op[l]);
      nf_tb_cover(tb, ops[out->wr_op[l] % 4]);
      lane->op = out->wr_op[l];
    }
    if (p->flits < NF_LANE_MAX_FLITS)
      p->flit[p->flits++] = out->wr_data[l];
    if ((out->wr_last >> l & 1) == 0)
      continue;
    const int n = nf_world_find(nf_hdr_addr(&p->flit[0]));
    if (nf_hdr_epoch(&p->flit[0]) != w->epoch)
      nf_tb_cover(tb, "its epoch ended while it was written");
    else if ((out->wr_err >> l & 1) != 0)
      nf_tb_cover(tb, "forgotten");
    else if (n >= 0 && lane->op == NF_ENDPOINT_MEM_WRITE)
      store(tb, w, (unsigned)n, p);
    else if (n >= 0)
      reduce(tb, w, lane, (unsigned)n, p);
    p->flits = 0;
  }
}

static void give_totals(nf_tb *tb, nf_world *w, const nf_endpoint_out *out, nf_endpoint_in *in) {
  for (unsigned l = 0; l < w->links; l++) {
    nf_world_lane *const lane = &w->lane[l];
    if (lane->totals_used == 0 || lane->totals[lane->total_first].due > nf_tb_cycle(tb))
      continue;
    in->tot_valid |= (uint8_t)(1u << l);
    in->tot_hdr[l] = lane->totals[lane->total_first].hdr;
    if ((out->tot_ready >> l & 1) == 0)
      continue;
    lane->total_first = (lane->total_first + 1) % 64;
    lane->totals_used--;
  }
}

void nf_world_memory(nf_tb *tb, nf_world *w, const nf_endpoint_out *out, nf_endpoint_in *in) {
  take_reads(tb, w, out, in);
  return_reads(tb, w, out, in);
  take_writes(tb, w, out);
  give_totals(tb, w, out, in);
}
