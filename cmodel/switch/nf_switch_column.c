// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/switch/nf_switch_column.sv: a crosspoint queue for each row, the arbiter that
// empties them packet by packet, and two output registers.
//
// Numbers are kept where the RTL derives bits from them, and bits where it keeps sets of rows: a
// step looks only at rows that have something, because most crosspoints are empty in most cycles.
#include "nf_switch_column.h"

#include "common/nf_rr_arb.h"

#include <stdlib.h>

// LAP: packets of one lap; lap_q has 5 bits and wraps by itself. A queue that is filled is late
// after 64 packets at most, 576 flits; without a bound a lone header, a pull request say, waited
// between two full queues until its sum had timed out.
enum { MAX_DEPTH = 64, LAP = 32 };

// nf_switch_pkg::word_t. Without HasRegion the RTL's queues leave the region out; here it is kept
// and not shown.
typedef struct {
  nf_flit data;
  bool last, err;
  uint8_t region;
} queued_flit;

// gen_row: pointers and count of one queue, beside those of the others and apart from the flits,
// which would spread them. Pointers wrap at the depth that the queue has, a power of two.
typedef struct {
  uint8_t wptr, rptr, count;
} crosspoint;

struct nf_switch_column {
  nf_switch_column_out out;
  nf_switch_column_cfg cfg;
  // Sets of rows. They stand for what choosing needs of the counts, as some_q to over_q do.
  uint32_t filled, crowded; // queues that hold a flit; that have no room for another packet
  uint32_t old,
      late; // queues that were filled when a lap ended, and were not picked since; for one more lap
  // The arbiter: lap_q, row_q, rd_valid_q and open_q.
  uint8_t lap;         // packets that began in this lap
  uint8_t row;         // row of the last read
  bool rd_valid, open; // a flit is being read; the packet goes on
  // rword and next_q. The first output register, head_q, is `out` itself.
  queued_flit rdata, next; // the flit that is read, of `row`; second output register
  bool next_valid;
  crosspoint queue[NF_SWITCH_COLUMN_MAX_ROWS];
  queued_flit flit[NF_SWITCH_COLUMN_MAX_ROWS][MAX_DEPTH]; // for the deepest queue
};

// The RTL's ranges, which nf_switch checks there; queues are empty after reset.
nf_status nf_switch_column_init(nf_switch_column **m, const nf_switch_column_cfg *cfg) {
  if (cfg->Rows < 2 || cfg->Rows > NF_SWITCH_COLUMN_MAX_ROWS)
    return "nf_switch_column: Rows must be 2..32";
  if (cfg->XpDepth != 16 && cfg->XpDepth != 32 && cfg->XpDepth != 64)
    return "nf_switch_column: XpDepth must be 16, 32 or 64";
  nf_switch_column *c = calloc(1, sizeof *c);
  if (c == NULL)
    return "nf_switch_column: out of memory";
  c->cfg = *cfg;
  *m = c;
  return NF_OK;
}

// credit_o is chosen_q, out_* the first output register; busy_o is a function of registers.
const nf_switch_column_out *nf_switch_column_peek(const nf_switch_column *m) { return &m->out; }

void nf_switch_column_free(nf_switch_column *m) { free(m); }

// some_q and close_q of gen_row, kept as masks, so that choosing looks at no counts. The RTL has a
// second pair, more_q and over_q, for the queue that is read in this cycle, whose count still
// includes that flit; here its count has fallen already. Crowded: there is no room for the longest
// packet, 9 flits (KLENK V), so no other one can start there.
static void count_changed(nf_switch_column *m, unsigned row) {
  uint32_t bit = 1u << row;
  unsigned count = m->queue[row].count;
  m->filled = count != 0 ? m->filled | bit : m->filled & ~bit;
  m->crowded = count > m->cfg.XpDepth - NF_MAX_PACKET_FLITS ? m->crowded | bit : m->crowded & ~bit;
}

// urgent: a full queue holds up a whole row, so it goes first, with those that it has kept waiting.
// nf_rr_arb goes round from the row of the last packet. Late ones are among them, or two queues
// that are filled up as fast as they are emptied would keep the sink between them.
static unsigned pick_row(const nf_switch_column *m) {
  const uint32_t urgent = m->filled & (m->crowded | m->late);
  return nf_rr_arb_pick(urgent != 0 ? urgent : m->filled, m->row);
}

// lap_q, old_q and late_q; started: the bit of pick_onehot when a packet starts, or 0. A lap is
// counted in packets, not in cycles: while the sink is held up nobody falls behind. What is filled
// when a lap ends and is not picked in the next one is late; being picked, or becoming empty, ends
// both.
static void count_lap(nf_switch_column *m, uint32_t started) {
  const uint32_t passed = m->filled & ~started;
  const bool lap_ends = started != 0 && m->lap == LAP - 1;
  if (started != 0)
    m->lap = (uint8_t)((m->lap + 1u) % LAP);
  m->late = (lap_ends ? m->late | m->old : m->late) & passed;
  m->old = lap_ends ? passed : m->old & passed;
}

// head_q and next_q: the flit that is read always finds a place in one of them. There are two,
// because a flit is read a cycle after it was chosen: if out_ready falls in between, it needs a
// place beside the one that stands at the output. Order is kept, since next_q goes first. next_q
// takes every flit that is read, as in the RTL, and counts only with next_valid.
static void load_output(nf_switch_column *m, bool pop) {
  nf_switch_column_out *const out = &m->out;
  if (!out->out_valid || pop) {
    if (m->next_valid || m->rd_valid) {
      const queued_flit *f = m->next_valid ? &m->next : &m->rdata;
      out->out_valid = true;
      out->out_last = f->last;
      out->out_err = f->err;
      out->out_data = f->data;
      if (m->cfg.HasRegion != 0)
        out->out_region = f->region;
    } else {
      out->out_valid = out->out_last = out->out_err = false;
    }
    m->next_valid = m->next_valid && m->rd_valid;
  } else if (m->rd_valid) {
    m->next_valid = true;
  }
  if (m->rd_valid)
    m->next = m->rdata;
}

// What chosen_q does: rword is taken, the queue holds a flit less, and its row gets the credit. One
// credit for each flit and not one for each packet: the row's count of room is exact at any time
// (nf_switch_credits).
static void read_queue(nf_switch_column *m, unsigned row) {
  crosspoint *const q = &m->queue[row];
  m->row = (uint8_t)row;
  m->rdata = m->flit[row][q->rptr];
  q->rptr = (uint8_t)((q->rptr + 1u) & (m->cfg.XpDepth - 1));
  // The RTL's pointers go on; here the next packet finds the first places in the processor's cache.
  if (--q->count == 0)
    q->rptr = q->wptr = 0;
  m->out.credit = 1u << row;
  count_changed(m, row);
}

// words_q of gen_row, of the rows whose bus is valid. No test for a full queue: a row writes what
// its credits cover and nothing else (ColumnNoOverflow). After read_queue: what comes with this
// edge may be chosen from the next cycle on.
static void write_queues(nf_switch_column *m, const nf_switch_column_in *in) {
  for (uint32_t v = in->in_valid; v != 0; v &= v - 1) {
    unsigned r = (unsigned)__builtin_ctz(v);
    crosspoint *q = &m->queue[r];
    m->flit[r][q->wptr] = (queued_flit){.data = in->in_data[r],
                                        .last = in->in_last >> r & 1,
                                        .err = in->in_err >> r & 1,
                                        .region = in->in_region[r]};
    q->wptr = (uint8_t)((q->wptr + 1u) & (m->cfg.XpDepth - 1));
    q->count++;
    count_changed(m, r);
  }
}

// One edge. The RTL chooses in one cycle and reads the queue in the next; here the flit is copied
// when it is chosen, and its queue's count falls then: filled and crowded leave it out there, too.
// It cannot be written over in between: its row learns of the room by the credit that goes out with
// the read.
void nf_switch_column_step(nf_switch_column *m, const nf_switch_column_in *in) {
  nf_switch_column_out *const out = &m->out;
  // At rest nothing changes: old and late are sets of filled queues, so they are empty, too. A last
  // credit still has to fall.
  if (in->in_valid == 0 && !out->busy && out->credit == 0)
    return;

  // Choosing, from the state before the edge. Within a packet its queue alone is looked at: packets
  // on a link are never interleaved, and if that queue has run empty the sink waits for it.
  const bool pop = out->out_valid && in->out_ready;
  const bool midway = m->rd_valid ? !m->rdata.last : m->open;
  // space: a flit that is read now needs one of the two output registers in the cycle after.
  const unsigned taken = (unsigned)out->out_valid + m->next_valid + m->rd_valid - (unsigned)pop;
  const bool read = taken < 2 && (midway ? (m->filled >> m->row & 1) != 0 : m->filled != 0);
  const bool start = read && !midway;
  const unsigned row = start ? pick_row(m) : m->row;
  count_lap(m, start ? 1u << row : 0);

  load_output(m, pop);
  m->open = midway;
  m->rd_valid = read;
  out->credit = 0;
  if (read)
    read_queue(m, row);
  write_queues(m, in);
  out->busy = m->filled != 0 || m->rd_valid || out->out_valid;
}
