// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The hardware reads a slot one cycle ahead and corrects for what is written in between; the model
// looks it up when it needs it, which is the same.
//
// KLENK IV-F3 has partial sums added in memory, as by in-cache atomics; what a memory's atomic does
// not do is count. So the count is kept here: the memory gets with each header the number of
// contributions that the sum holds when it has been added, and answers with it. A slot is found by
// the low bits of the block's number and belongs to one block at a time. Two blocks in one slot
// would mix their counts, and so would two forms of contribution to one block; so the second is
// refused: its sum does not complete, and nothing wrong comes of it.
#include "nf_endpoint_count.h"

#include <stdlib.h>

// slot_t and a bit of used_q. The whole block number is kept here; the RTL stores only what the
// index leaves out. form_t: what all contributions to a sum have in common besides their block.
typedef struct {
  uint64_t block; // of the local address
  uint16_t form;
  uint16_t count;
  bool used;
} slot;

struct nf_endpoint_count {
  nf_endpoint_count_out out;
  uint32_t counts, skip;
  // the flit under way: it leaves to the memory one cycle after it came
  bool valid, head, last, err, open, live;
  uint8_t op, epoch;
  // the packet under way
  bool refused, begins;
  uint16_t total, form;
  slot slots[];
};

// NF_PARAMs; no slot is used.
nf_status nf_endpoint_count_init(nf_endpoint_count **m, const nf_endpoint_count_cfg *cfg) {
  if (cfg->Counts < 16 || cfg->Counts > 4096 || (cfg->Counts & (cfg->Counts - 1)) != 0)
    return "nf_endpoint_count: Counts must be a power of two, 16..4096";
  if (cfg->Skip > 3)
    return "nf_endpoint_count: Skip must be 0..3";
  nf_endpoint_count *c = calloc(1, sizeof *c + cfg->Counts * sizeof *c->slots);
  if (c == NULL)
    return "nf_endpoint_count: out of memory";
  c->counts = cfg->Counts;
  c->skip = cfg->Skip;
  *m = c;
  return NF_OK;
}

// Functions of the registers of "the flit under way" and of its slot, by show().
const nf_endpoint_count_out *nf_endpoint_count_peek(const nf_endpoint_count *m) { return &m->out; }

// The slots are the struct's own tail.
void nf_endpoint_count_free(nf_endpoint_count *m) { free(m); }

// form_t: where in its block the contribution begins, its length, op and type. Two halves of a
// block are no sum of two contributions, nor are two numbers under different ops.
static uint16_t form_of(const nf_endpoint_count *m) {
  const nf_flit *const hdr = &m->out.wr_data;
  const unsigned offset = m->out.wr_addr % NF_BLOCK_BYTES / NF_FLIT_BYTES;
  const unsigned len = nf_hdr_len(hdr), op = nf_hdr_red_op(hdr), dtype = nf_hdr_dtype(hdr);
  return (uint16_t)(offset << 12 | len << 8 | op << 4 | dtype);
}

// index: the slot of the block whose header was shown last.
static slot *slot_of(nf_endpoint_count *m) {
  return &m->slots[m->out.wr_addr / NF_BLOCK_BYTES >> m->skip & (m->counts - 1)];
}

// Everything but a plain write: memory adds it.
static bool reduces(const nf_endpoint_count *m) { return m->op != NF_ENDPOINT_MEM_WRITE; }

// The flit that was shown ends its packet: the contribution counts if it is to be added. Only with
// the last flit: until then the packet may turn out damaged or its epoch old, and memory forgets it
// (wr_err), so it must not have counted. A sum that is complete leaves its slot at once; so does
// one past cfg_ranks, whose ERR_COUNT comes from nf_endpoint_total.
static void commit(nf_endpoint_count *m, const nf_endpoint_count_in *in) {
  slot *const s = slot_of(m);
  if (m->refused)
    m->out.event = 1u << NF_ENDPOINT_EV_ERR_COUNT;
  else if (!m->live) // it came in time, and its epoch ended while its flits were on their way
    m->out.event = 1u << NF_ENDPOINT_EV_STALE;
  if (m->refused || !reduces(m) || !m->live || in->clear)
    return;
  const bool stays = m->total < in->cfg_ranks;
  m->out.used = (uint16_t)(m->out.used + stays - s->used);
  *s = (slot){
      .block = m->out.wr_addr / NF_BLOCK_BYTES, .form = m->form, .count = m->total, .used = stays};
}

// What the header that is now shown means for its block. A count is 16 bits and stays at its
// largest: a packet that claims 65,535 contributions must not wrap to a number that looks right.
// With REDUCE_OWN the own data is one contribution more, once, when the sum begins.
static void look(nf_endpoint_count *m) {
  const slot *const s = slot_of(m);
  m->form = form_of(m);
  const bool known = s->used && s->block == m->out.wr_addr / NF_BLOCK_BYTES && s->form == m->form;
  const uint32_t before = known ? s->count : m->op == NF_ENDPOINT_MEM_REDUCE_OWN;
  const uint32_t total = before + nf_hdr_count(&m->out.wr_data);
  m->begins = !known;
  // A plane may count nothing: the last one of its sum counts. Anything else that does would change
  // a sum without a trace.
  const nf_flit *const hdr = &m->out.wr_data;
  const bool nothing = nf_hdr_count(hdr) == 0 && !(nf_hdr_flags(hdr) >> NF_FLAG_PLANE & 1);
  m->refused = reduces(m) && ((s->used && !known) || nothing);
  m->total = total > UINT16_MAX ? UINT16_MAX : (uint16_t)total;
}

// "to the memory": what the flit in the register is handed on as. The memory sees nothing of a
// packet that is refused. MEM_REDUCE_FIRST does not read what lies there: a sum that was given up
// may have left anything.
static void show(nf_endpoint_count *m) {
  nf_endpoint_count_out *const out = &m->out;
  out->wr_valid = m->valid && !m->refused;
  out->wr_last = out->wr_valid && m->last;
  out->wr_err = out->wr_last && (m->err || !m->live);
  out->busy = m->valid;
  out->wr_op = NF_ENDPOINT_MEM_WRITE;
  if (!out->wr_valid) {
    // Zero while nothing is shown, as in the RTL.
    out->wr_data = (nf_flit){{0, 0}};
  } else if (reduces(m)) {
    out->wr_op = !m->begins                            ? NF_ENDPOINT_MEM_REDUCE
                 : m->op == NF_ENDPOINT_MEM_REDUCE_OWN ? NF_ENDPOINT_MEM_REDUCE_OWN
                                                       : NF_ENDPOINT_MEM_REDUCE_FIRST;
    if (m->head)
      nf_hdr_set_count(&out->wr_data, m->total);
  }
}

// One edge. The packet that ends is counted before the next header is looked at: a contribution to
// the same block directly behind it finds the new count, which the RTL gets by forward_q. clear
// wins over both, as running sums of an old epoch must not live on.
void nf_endpoint_count_step(nf_endpoint_count *m, const nf_endpoint_count_in *in) {
  nf_endpoint_count_out *const out = &m->out;
  if (!in->in_valid && !m->valid && !in->clear && out->event == 0)
    return;
  out->event = 0;
  if (m->valid && m->last && !m->err)
    commit(m, in);
  if (in->clear) {
    for (uint32_t n = 0; n < m->counts; n++)
      m->slots[n].used = false;
    out->used = 0;
  }
  m->valid = in->in_valid;
  if (in->in_valid) {
    m->head = !m->open;
    m->last = in->in_last;
    m->err = in->in_err;
    m->open = !in->in_last;
    out->wr_data = in->in_data;
    if (m->head) {
      m->op = in->in_op;
      m->epoch = nf_hdr_epoch(&in->in_data);
      out->wr_addr = in->in_addr;
      out->wr_own = in->in_own;
      look(m);
    }
    // live_q: by the epoch as it is with every flit; a change in the middle of a packet makes it
    // stale.
    m->live = (m->head || m->live) && m->epoch == in->cfg_epoch;
  }
  show(m);
}
