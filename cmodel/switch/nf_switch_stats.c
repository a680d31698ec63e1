// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/switch/nf_switch_stats.sv: the 32 counters of one port, which a scanner keeps in a
// RAM.
#include "nf_switch_stats.h"

#include "nf_switch_pkg.h"

#include <stdlib.h>

enum { COUNTERS = 32 };

static const uint32_t table_counters =
    0xffffu << NF_SWITCH_COUNTED_EVENTS | 1u << NF_SWITCH_COUNTED_CLEARED;

// The RTL keeps the sum of a counter in a RAM word and a small counter. When either is read the two
// are added, so the model keeps their sum and only the timing of the scanner. It is exact at any
// time, and the time a read takes is the scanner's.
struct nf_switch_stats {
  nf_switch_stats_out out;
  // write_q: a visit of the scanner has two cycles, the word is read and written back. index: the
  // word that is visited; reading: on behalf of a read.
  uint32_t counted; // counters that there are
  bool write, reading, first_round;
  uint8_t scan, index;
  uint32_t total[COUNTERS];
};

// Reset values; Start in every word, as the first round writes it.
nf_status nf_switch_stats_init(nf_switch_stats **m, const nf_switch_stats_cfg *cfg) {
  nf_switch_stats *s = calloc(1, sizeof *s);
  if (s == NULL)
    return "nf_switch_stats: out of memory";
  s->counted = cfg->NoTables ? ~table_counters : UINT32_MAX;
  s->first_round = true;
  for (unsigned i = 0; i < COUNTERS; i++)
    s->total[i] = cfg->Start;
  *m = s;
  return NF_OK;
}

// rd_valid_o and rd_data_o, registers.
const nf_switch_stats_out *nf_switch_stats_peek(const nf_switch_stats *m) { return &m->out; }

void nf_switch_stats_free(nf_switch_stats *m) { free(m); }

// One edge of scanner and counters: start_read, index_q, reading_q and first_round_q, by write_q as
// it was. After a read the scanner has its turn (reading), or reads one after the other would let a
// small counter of the RTL run over.
void nf_switch_stats_step(nf_switch_stats *m, const nf_switch_stats_in *in) {
  bool start = !m->write && in->rd_valid && !m->out.rd_valid && !m->first_round && !m->reading;
  m->out.rd_valid = m->write && m->reading;
  // What is read is the word and its small counter as they are before this edge; events of this
  // very cycle come later.
  if (m->out.rd_valid)
    m->out.rd_data = m->total[m->index]; // events of this very cycle come later
  for (uint32_t e = in->event & m->counted; e != 0; e &= e - 1)
    m->total[__builtin_ctz(e)]++;
  if (!m->write) {
    m->index = start ? in->rd_index : m->scan;
    m->reading = start;
    if (!start)
      m->scan = (m->scan + 1) & (COUNTERS - 1);
    // The first round writes all words with Start; until it is over no read is taken.
  } else if (m->index == COUNTERS - 1 && !m->reading) {
    m->first_round = false;
  }
  m->write = !m->write;
}
