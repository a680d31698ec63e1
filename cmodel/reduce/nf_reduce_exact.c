// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_exact.sv: store and adders of exact sums (docs/exact.md). An
// addition is one step without carry propagation or rounding, so that the order of arrival cannot
// matter (KLENK IV-E4 has only sums whose bits depend on it).
//
// As in nf_reduce_data a slot is computed when it comes and only what goes out is delayed.
#include "nf_reduce_exact.h"

#include "nf_reduce_data.h"

#include <stdlib.h>
#include <string.h>

// What a slot leaves in the result register, on its way there.
typedef struct {
  bool active, send;
  uint8_t index;
  nf_exact sum[8];
} result;

struct nf_reduce_exact {
  // The ring is as long as the stages between a slot and the result register; its places do not
  // move.
  unsigned sums, next; // sums in a row; place in the ring of the slot that comes out next
  unsigned inside;     // slots in the ring that do something
  unsigned stages;     // places in the ring
  result ring[NF_REDUCE_APART + 2];
  result last; // the result register
  nf_reduce_exact_out out;
  // A row is what stands behind one flit: low sums of its four words, then high ones.
  nf_exact row[][8]; // entry * 8 + flit
};

// NF_PARAM; the store has no reset in the RTL, so a row means something once it was written.
nf_status nf_reduce_exact_init(nf_reduce_exact **m, const nf_reduce_exact_cfg *cfg) {
  if (cfg->Entries < 2 || cfg->Entries > NF_MAX_ENTRIES)
    return "nf_reduce_exact: Entries must be 2..32";
  if (cfg->Halves > 1)
    return "nf_reduce_exact: Halves must be 0 or 1";
  if (cfg->Apart < 1 || cfg->Apart > NF_REDUCE_APART)
    return "nf_reduce_exact: Apart must be 1..5";
  const size_t rows = cfg->Entries * NF_MAX_PAYLOAD_FLITS * sizeof(nf_exact[8]);
  nf_reduce_exact *const exact = calloc(1, sizeof *exact + rows);
  if (!exact)
    return "nf_reduce_exact: out of memory";
  exact->sums = cfg->Halves ? 8 : 4;
  exact->stages = cfg->Apart + 2;
  *m = exact;
  return NF_OK;
}

// sums_o and plane_o, functions of the result register (w).
const nf_reduce_exact_out *nf_reduce_exact_peek(const nf_reduce_exact *m) { return &m->out; }

// Word w of a flit, 0..3: four elements of 32 bits, or four pairs.
static uint32_t word_of(const nf_flit *flit, unsigned w) {
  return (uint32_t)(flit->w[w / 2] >> w % 2 * 32);
}

// u_decode and u_add of one gen_sum. A plane of the low sums holds the high ones, and the other way
// round (hold): their numbers follow each other.
static void contribute(nf_exact *sum, const nf_reduce_exact_in *in, unsigned s) {
  const bool high = s >= 4;
  const uint32_t word = word_of(high ? &in->high : &in->low, s % 4);
  uint8_t flags = 0; // signaling NaNs are found before the slot
  if (!in->plane)
    nf_exact_add(sum, word, &flags);
  else if (high == (in->index >= NF_EXACT_PLANES))
    nf_exact_add_plane(sum, in->index - (high ? NF_EXACT_PLANES : 0u), word);
}

// A slot at stages s and x, when it comes: `stored`, x_empty_q, the additions, the write back.
// Slots keep their order, and ExactTwoSlotsApart is the caller's, so nothing need be forwarded
// here. A row that is written without an addition starts from zero (x_empty_q); one that only
// passes a packet on does so, too, and is not written.
static void take_slot(nf_reduce_exact *m, const nf_reduce_exact_in *in, result *r) {
  nf_exact(*const row)[8] = &m->row[in->entry * NF_MAX_PAYLOAD_FLITS + in->flit];
  const bool fresh = in->write || in->pass;
  r->active = in->read || fresh;
  r->send = in->send;
  r->index = in->index;
  if (!r->active)
    return;
  // A slot that only reads, to send, changes nothing.
  if (in->sum || !fresh)
    memcpy(r->sum, *row, sizeof *row);
  else
    memset(r->sum, 0, sizeof *row);
  if (in->sum || fresh)
    for (unsigned s = 0; s < m->sums; s++)
      contribute(&r->sum[s], in, s);
  if (in->write)
    memcpy(*row, r->sum, sizeof *row);
}

// plane_o: word `index` of each sum of one kind; zero for a number that no sum has. The last plane
// of a sum has its saved carries and sticky bits: together they are all of the sum, so that adding
// planes elsewhere loses nothing.
static nf_flit plane_of(const result *r, unsigned sums) {
  const unsigned first = r->index < NF_EXACT_PLANES ? 0 : 4;
  const unsigned plane = r->index - (first ? NF_EXACT_PLANES : 0u);
  nf_flit flit = {{0, 0}};
  for (unsigned w = 0; w < 4 && first < sums && plane < NF_EXACT_PLANES; w++)
    flit.w[w / 2] |= (uint64_t)nf_exact_plane(&r->sum[first + w], plane) << w % 2 * 32;
  return flit;
}

// One enabled edge. sums_q loads only with a slot that reads, writes or passes something on
// (x_active_q): any other leaves the sums of the last one to be looked at, and send and index move
// with every slot.
void nf_reduce_exact_step(nf_reduce_exact *m, const nf_reduce_exact_in *in) {
  if (!in->en)
    return;
  const bool comes = in->read || in->write || in->pass || in->send;
  // A stored row needs no edges; the ring need not turn while it is empty.
  if (!comes && !m->inside && !m->last.send)
    return;
  result *const r = &m->ring[m->next];
  m->next = m->next + 1 == m->stages ? 0 : m->next + 1;
  m->inside = m->inside - (r->active || r->send) + comes;
  // As the words of the RTL's port, which is how u_finish takes them.
  if (r->active) {
    m->last = *r;
    for (unsigned s = 0; s < m->sums; s++)
      nf_exact_to_words(&r->sum[s], m->out.sums[s]);
  }
  m->last.send = r->send;
  m->last.index = r->index;
  m->out.plane = r->send ? plane_of(&m->last, m->sums) : (nf_flit){{0, 0}};
  r->active = r->send = false;
  if (comes)
    take_slot(m, in, r);
}

void nf_reduce_exact_free(nf_reduce_exact *m) { free(m); }
