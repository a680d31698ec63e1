// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_lane_memory.h"

nf_flit nf_lane_memory_flit(uint64_t addr) {
  return (nf_flit){{addr * 0x9e3779b97f4a7c15ull, ~addr}};
}

void nf_lane_memory_start(nf_tb *tb, nf_lane_memory *m) {
  for (unsigned v = 0; v < 2; v++) {
    m->accept[v] = nf_pace_any(tb);
    m->give[v] = nf_pace_any(tb);
    m->giving[v] = -1;
  }
  m->tell = nf_pace_any(tb);
  m->latency = 1 + (unsigned)nf_tb_below(tb, 180);
}

// Reads of one channel: taken while there is a free place, given back whole, any of those that are
// due.
static void drive_reads(nf_tb *tb, nf_lane_memory *m, unsigned v, const nf_endpoint_lane_out *o,
                        nf_endpoint_lane_in *i) {
  nf_lane_read *const reads = m->read[v];
  int free = -1;
  for (int n = 0; n < NF_LANE_READS; n++)
    if (!reads[n].used)
      free = n;
  if (free >= 0 && nf_pace_go(tb, &m->accept[v])) {
    i->rd_ready |= (uint8_t)(1u << v);
    if (o->rd_valid >> v & 1)
      reads[free] =
          (nf_lane_read){true, o->rd_addr[v],
                         nf_tb_cycle(tb) + m->latency + nf_tb_below(tb, m->latency), o->rd_hdr[v]};
  }

  const bool go = nf_pace_go(tb, &m->give[v]);
  if (m->giving[v] < 0) {
    const unsigned turn = (unsigned)nf_tb_below(tb, NF_LANE_READS);
    for (unsigned k = 0; k < NF_LANE_READS && m->giving[v] < 0; k++) {
      const unsigned n = (k + turn) % NF_LANE_READS;
      if (reads[n].used && reads[n].due <= nf_tb_cycle(tb) && go) {
        m->giving[v] = (int)n;
        m->flit[v] = 0;
      }
    }
    if (m->giving[v] < 0)
      return;
  }
  nf_lane_read *const r = &reads[m->giving[v]];
  const bool last = m->flit[v] == nf_hdr_len(&r->hdr);
  i->rt_valid |= (uint8_t)(1u << v);
  i->rt_last |= (uint8_t)(last << v);
  i->rt_data[v] = m->flit[v] == 0 ? r->hdr : nf_lane_memory_flit(r->addr + 16 * (m->flit[v] - 1));
  if ((o->rt_ready >> v & 1) == 0)
    return;
  m->flit[v]++;
  if (last) {
    r->used = false;
    m->giving[v] = -1;
  }
}

// A reduction is over: the header says what the block now holds.
static void reduce(nf_tb *tb, nf_lane_memory *m) {
  bool *const begun = &m->begun[nf_hdr_addr(&m->wr_hdr) / 128 % NF_LANE_BLOCKS];
  nf_tb_check(tb, *begun == (m->wr_op == NF_ENDPOINT_MEM_REDUCE), "a sum begins, operation %u",
              m->wr_op);
  *begun = nf_hdr_count(&m->wr_hdr) < m->ranks;
  m->total[m->totals_made++ % NF_LANE_TOTALS] = m->wr_hdr;
}

void nf_lane_memory_drive(nf_tb *tb, nf_lane_memory *m, const nf_endpoint_lane_out *o,
                          nf_endpoint_lane_in *i) {
  for (unsigned v = 0; v < 2; v++)
    drive_reads(tb, m, v, o, i);
  if (o->wr_valid) {
    if (!m->wr_open) {
      m->wr_hdr = o->wr_data;
      m->wr_op = o->wr_op;
    }
    m->wr_open = !o->wr_last;
    m->flits++;
    if (o->wr_last && !o->wr_err && m->wr_op != NF_ENDPOINT_MEM_WRITE)
      reduce(tb, m);
  }
  nf_tb_check(tb, m->totals_made - m->totals_told < NF_LANE_TOTALS, "the memory's totals overflow");
  m->telling = m->telling || (m->totals_told != m->totals_made && nf_pace_go(tb, &m->tell));
  if (!m->telling)
    return;
  i->tot_valid = 1;
  i->tot_hdr = m->total[m->totals_told % NF_LANE_TOTALS];
  if (o->tot_ready) {
    m->totals_told++;
    m->telling = false;
  }
}

bool nf_lane_memory_idle(const nf_lane_memory *m) {
  for (unsigned v = 0; v < 2; v++)
    for (unsigned n = 0; n < NF_LANE_READS; n++)
      if (m->read[v][n].used)
        return false;
  return m->totals_made == m->totals_told;
}
