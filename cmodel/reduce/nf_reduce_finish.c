// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_finish.sv: sums that leave as results are rounded into their type,
// once; everything else passes at the same pace, so that packets keep their order. A flit is
// rounded when its exact sums have come, and then waits.
#include "nf_reduce_finish.h"

#include "nf_reduce_data.h"
#include "nf_reduce_widen.h"

#include <stdlib.h>
#include <string.h>

// round_q and how_t: what the slot says is to be done with what the data path makes of it.
typedef struct {
  bool round;
  uint8_t dtype, shift;
} how;

// A flit on its way through valid_q, last_q, ports_q and data_q.
typedef struct {
  bool valid, last;
  uint16_t ports;
  uint8_t flags; // that rounding raised
  nf_flit data;
} flit_out;

struct nf_reduce_finish {
  bool halves;
  // how waits Before cycles for the data path's answer; way stands for the After cycles to the
  // output, less the first and the last, which are half_way and last. Both are rings: nothing in
  // them moves.
  unsigned how_next, way_next;
  unsigned before; // places in how
  how how[NF_REDUCE_APART + 2];
  how now; // of the flit that waits for its exact sums
  flit_out half_way;
  nf_flit high; // its high binary32 sums
  flit_out way[NF_REDUCE_FINISH_AFTER - 2];
  uint32_t valid; // bit k: a flit came in k cycles ago
  uint8_t flags;  // of the packet that is leaving, before the flit at the output
  flit_out last;  // the output register
  nf_reduce_finish_out out;
};

// valid_q and round_q are zero after reset.
nf_status nf_reduce_finish_init(nf_reduce_finish **m, const nf_reduce_finish_cfg *cfg) {
  if (cfg->Halves > 1)
    return "nf_reduce_finish: Halves must be 0 or 1";
  if (cfg->Apart < 1 || cfg->Apart > NF_REDUCE_APART)
    return "nf_reduce_finish: Apart must be 1..5";
  nf_reduce_finish *const finish = calloc(1, sizeof *finish);
  if (!finish)
    return "nf_reduce_finish: out of memory";
  finish->halves = cfg->Halves;
  finish->before = cfg->Apart + 2;
  *m = finish;
  return NF_OK;
}

// The last place of valid_q, last_q, ports_q and data_q, with `words` and the header's flags.
const nf_reduce_finish_out *nf_reduce_finish_peek(const nf_reduce_finish *m) { return &m->out; }

// `format`: what the elements are rounded to. binary32 is the default: its exact sums, and its
// averages.
static nf_exact_format format_of(uint8_t dtype) {
  switch (dtype) {
  case NF_DTYPE_F16_F32:
  case NF_DTYPE_F16X:
    return NF_EXACT_F16;
  case NF_DTYPE_BF16_F32:
  case NF_DTYPE_BF16X:
    return NF_EXACT_BF16;
  default:
    return NF_EXACT_F32;
  }
}

// One gen_sum: a binary32 sum is made an exact one first, so that there is one way to round. The
// average's division is part of it: the sum is shifted before, so that there is one rounding and
// not two.
static uint32_t round_one(const nf_reduce_finish *m, const nf_reduce_finish_in *in, unsigned s,
                          uint8_t *flags) {
  const how *const h = &m->now;
  nf_exact sum = {0};
  if (nf_reduce_exact_dtype(h->dtype)) {
    sum = nf_exact_from_words(in->exact[s]);
  } else {
    const nf_flit *const data = s < 4 ? &m->half_way.data : &m->high;
    uint8_t raised = 0; // a binary32 sum is no signaling NaN that counts here
    nf_exact_add(&sum, (uint32_t)(data->w[s % 4 / 2] >> s % 2 * 32), &raised);
  }
  return nf_exact_round(&sum, format_of(h->dtype), h->shift, flags);
}

// `words`: the results of all sums of a flit, a high one in the upper half of its word. The low and
// the high sum of a word are those of its two elements.
static nf_flit round_flit(const nf_reduce_finish *m, const nf_reduce_finish_in *in,
                          uint8_t *flags) {
  const bool half = m->halves && format_of(m->now.dtype) != NF_EXACT_F32;
  nf_flit flit = {{0, 0}};
  for (unsigned w = 0; w < 4; w++) {
    uint32_t word = round_one(m, in, w, flags);
    if (half)
      word |= round_one(m, in, 4 + w, flags) << 16;
    flit.w[w / 2] |= (uint64_t)word << w % 2 * 32;
  }
  return flit;
}

// One enabled edge, from the output back to the input, so that each place is read before it is
// filled. A flit waits one cycle (half_way) for its exact sums; then it is rounded at once, where
// the RTL takes the five cycles of nf_exact_round, and waits for as long.
void nf_reduce_finish_step(nf_reduce_finish *m, const nf_reduce_finish_in *in) {
  // A flit waits at the table's output: everything behind holds.
  if (!in->en)
    return;
  how *const h = &m->how[m->how_next];
  flit_out *const way = &m->way[m->way_next];
  m->how_next = m->how_next + 1 == m->before ? 0 : m->how_next + 1;
  m->way_next = m->way_next + 1 == NF_REDUCE_FINISH_AFTER - 2 ? 0 : m->way_next + 1;

  // flags_q: what rounding raised in the flits before the one at the output; a header that leaves
  // ends it.
  m->flags = m->last.last ? 0 : m->flags | m->last.flags;
  m->last = *way;
  *way = m->half_way;
  // What is rounded takes the place of its flit, so the RTL clears that on its way in
  // (round_q[Before-1]). Planes of exact sums come one cycle after the rest of their slot, and so
  // meet it here.
  if (m->now.round)
    way->data = round_flit(m, in, &way->flags);
  else
    for (unsigned k = 0; k < 2; k++)
      way->data.w[k] |= m->high.w[k] | in->plane.w[k];
  m->half_way = (flit_out){
      .valid = in->data_valid, .last = in->data_last, .ports = in->data_ports, .data = in->data};
  m->high = in->data_high;
  m->now = *h;
  *h = (how){in->round, in->dtype, in->shift};

  // valid_q, for busy alone.
  m->valid = m->valid << 1 | in->data_valid;
  m->out.out_valid = m->last.valid;
  m->out.out_last = m->last.last;
  m->out.out_ports = m->last.ports;
  m->out.out_data = m->last.data;
  // The header leaves last and takes the flags of all flits before it; INVALID is the lowest of
  // them in the header, as in nf_exact_round's.
  if (m->last.last)
    nf_hdr_set_flags(&m->out.out_data,
                     nf_hdr_flags(&m->last.data) | (uint8_t)(m->flags << NF_FLAG_INVALID));
  m->out.busy = (m->valid & ((1u << NF_REDUCE_FINISH_AFTER) - 1)) != 0;
}

void nf_reduce_finish_free(nf_reduce_finish *m) { free(m); }
