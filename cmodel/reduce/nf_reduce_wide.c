// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_wide.sv, made of the same parts: the plain data path (low), a
// second one for the high binary32 sums of 16-bit pairs (high), exact sums, and behind all of them
// the rounding.
//
// KLENK IV-E4 leaves sums that do not depend on the order of arrival aside; these are how such sums
// are had. All parts take the same slot in the same cycle, so that what they send meets at
// u_finish.
#include "nf_reduce_wide.h"

#include "nf_reduce_exact.h"
#include "nf_reduce_finish.h"
#include "nf_reduce_widen.h"

#include <stdlib.h>
#include <string.h>

struct nf_reduce_wide {
  nf_reduce_wide_out out;
  nf_reduce_widen_cfg widen;
  // Each part only where the RTL generates it.
  nf_reduce_data *low, *high; // high: NULL without Halves
  nf_reduce_exact *exact;     // this and the next: NULL without Wide
  nf_reduce_finish *finish;
  nf_reduce_finish_in finish_in; // kept, because exact sums change seldom
};

// u_low (u_data without Wide), u_high, u_exact and u_finish, each only where the RTL generates it.
nf_status nf_reduce_wide_init(nf_reduce_wide **m, const nf_reduce_wide_cfg *cfg) {
  const uint32_t apart = nf_reduce_apart(cfg->AluStages, cfg->OperandReg);
  const nf_reduce_data_cfg low = {.Entries = cfg->Entries,
                                  .Halves = cfg->Halves,
                                  .AluStages = cfg->AluStages,
                                  .OperandReg = cfg->OperandReg};
  const nf_reduce_data_cfg high = {
      .Entries = cfg->Entries, .AluStages = cfg->AluStages, .OperandReg = cfg->OperandReg};
  const nf_reduce_exact_cfg exact = {
      .Entries = cfg->Entries, .Halves = cfg->Halves, .Apart = apart};
  const nf_reduce_finish_cfg finish = {.Halves = cfg->Halves, .Apart = apart};
  nf_reduce_wide *const wide = calloc(1, sizeof *wide);
  if (!wide)
    return "nf_reduce_wide: out of memory";
  wide->widen.Halves = cfg->Halves;
  nf_status status = nf_reduce_data_init(&wide->low, &low);
  if (status == NF_OK && cfg->Wide && cfg->Halves)
    status = nf_reduce_data_init(&wide->high, &high);
  if (status == NF_OK && cfg->Wide)
    status = nf_reduce_exact_init(&wide->exact, &exact);
  if (status == NF_OK && cfg->Wide)
    status = nf_reduce_finish_init(&wide->finish, &finish);
  if (status != NF_OK) {
    nf_reduce_wide_free(wide);
    return status;
  }
  *m = wide;
  return NF_OK;
}

// Ports of u_finish, and poison_o and busy_o of u_low.
const nf_reduce_wide_out *nf_reduce_wide_peek(const nf_reduce_wide *m) { return &m->out; }

// The ports of u_low that a slot sets directly; low_slot and high_slot start from it and change
// what each takes otherwise.
static nf_reduce_data_in plain_slot(const nf_reduce_wide_in *in) {
  return (nf_reduce_data_in){.en = in->en,
                             .valid = in->valid,
                             .read = in->read,
                             .write = in->write,
                             .sum = in->sum,
                             .header = in->header,
                             .keep_flags = in->keep_flags,
                             .send_flags = in->send_flags,
                             .start_flags = in->start_flags,
                             .take_flags = in->take_flags,
                             .send = in->send,
                             .entry = in->entry,
                             .flit = in->flit,
                             .red_op = in->red_op,
                             .dtype = in->dtype,
                             .flags = in->flags,
                             .ports = in->ports,
                             .data = in->data};
}

// The part of a slot that the exact sums have. A plane goes in as it is, a contribution as
// binary32, which holds every number of the 16-bit types.
static nf_reduce_exact_in exact_slot(const nf_reduce_wide_in *in, const nf_reduce_widen_out *values,
                                     bool exact) {
  return (nf_reduce_exact_in){.en = in->en,
                              .read = exact && in->read,
                              .write = exact && in->write,
                              .sum = exact && in->sum,
                              .pass = exact && in->send == NF_REDUCE_SEND_IN,
                              .plane = in->plane,
                              .index = in->index,
                              .send = exact && in->send && in->send_plane,
                              .entry = in->entry,
                              .flit = in->flit,
                              .low = in->plane ? in->data : values->low,
                              .high = in->plane ? in->data : values->high};
}

// gen_plain: without Wide this block is nf_reduce_data under another name, six cycles shorter.
static void step_plain(nf_reduce_wide *m, const nf_reduce_wide_in *in) {
  const nf_reduce_data_in slot = plain_slot(in);
  nf_reduce_data_step(m->low, &slot);
  const nf_reduce_data_out *const data = nf_reduce_data_peek(m->low);
  m->out = (nf_reduce_wide_out){.out_valid = data->out_valid,
                                .out_last = data->out_last,
                                .out_ports = data->out_ports,
                                .out_data = data->out_data,
                                .poison = data->poison,
                                .busy = data->busy,
                                .pending = data->pending};
}

// What is sent is the plane of high binary32 sums, of the two that such sums have.
static bool sends_high(const nf_reduce_wide_in *in) { return in->send_plane && in->index != 0; }

// Ports of u_low, which keeps the low binary32 sums and sends all headers and all that passes: the
// order of packets is its order. A slot that is not about a wide sum goes there unchanged.
static nf_reduce_data_in low_slot(const nf_reduce_wide_in *in, const nf_reduce_widen_out *values,
                                  bool exact) {
  nf_reduce_data_in low = plain_slot(in);
  if (!in->wide)
    return low;
  // A signaling NaN raises INVALID when it comes, whatever becomes of the sum: one that starts a
  // sum meets no adder. A slot that only sends what is held has no operand.
  if (values->invalid && (in->sum || in->write || in->send == NF_REDUCE_SEND_IN))
    low.flags |= 1u << NF_FLAG_INVALID;
  // What is sent is not here: zeros keep its place, and u_finish ORs what the other parts send into
  // them.
  const bool elsewhere = exact || sends_high(in);
  // Averages are sums until the end, and binary32 holds them: the ALUs see an addition, whatever
  // the op.
  low.red_op = NF_RED_OP_ADD;
  low.dtype = NF_DTYPE_F32;
  if (!in->header)
    low.data = elsewhere ? (nf_flit){{0, 0}} : values->low;
  if (in->send != NF_REDUCE_SEND_NONE && elsewhere)
    low.send = NF_REDUCE_SEND_IN;
  if (exact)
    low.read = low.write = low.sum = false;
  return low;
}

// Ports of u_high: the upper elements of pairs, and of a header only the flags of their sums. It
// sends only what u_finish needs beside the low ones: sums to be rounded, a high plane, and with a
// header its flags. For anything else it stays silent, since its words are ORed in.
static nf_reduce_data_in high_slot(const nf_reduce_wide_in *in, const nf_reduce_widen_out *values,
                                   bool exact) {
  const bool here = in->wide && !exact && in->dtype != NF_DTYPE_F32;
  nf_reduce_data_in high = plain_slot(in);
  high.red_op = NF_RED_OP_ADD;
  high.dtype = NF_DTYPE_F32;
  high.flags = 0;
  high.ports = 0;
  high.data = in->header ? (nf_flit){{0, 0}} : values->high;
  if (!here)
    high.read = high.write = high.sum = false;
  if (!in->header && !(here && (in->round || sends_high(in))))
    high.send = NF_REDUCE_SEND_NONE;
  return high;
}

// u_finish: what has come to the end of the data path goes on to be rounded. The three parts are as
// many cycles long as each other but for the exact sums, whose words come one cycle later;
// nf_reduce_finish waits for them.
static void step_finish(nf_reduce_wide *m, const nf_reduce_wide_in *in) {
  nf_reduce_finish_in *const f = &m->finish_in;
  const nf_reduce_data_out *const data = nf_reduce_data_peek(m->low);
  const nf_reduce_exact_out *const sums = nf_reduce_exact_peek(m->exact);
  f->en = in->en;
  f->round = in->wide && in->send != NF_REDUCE_SEND_NONE && in->round;
  f->dtype = in->dtype;
  f->shift = in->shift;
  f->data_valid = data->out_valid;
  f->data_last = data->out_last;
  f->data_ports = data->out_ports;
  f->data = data->out_data;
  if (m->high)
    f->data_high = nf_reduce_data_peek(m->high)->out_data;
  f->plane = sums->plane;
  memcpy(f->exact, sums->sums, sizeof f->exact);
  nf_reduce_finish_step(m->finish, f);
}

// gen_wide. u_finish steps first: it takes what the others show before this edge. Then the slot
// goes into each part; their order does not matter, none looks at another.
void nf_reduce_wide_step(nf_reduce_wide *m, const nf_reduce_wide_in *in) {
  if (!m->finish) {
    step_plain(m, in);
    return;
  }
  step_finish(m, in);

  // Exact sums have a store of their own: such a slot leaves both binary32 stores as they are.
  const bool exact = in->wide && nf_reduce_exact_dtype(in->dtype);
  // u_widen; nobody looks at its values in a slot that is not about a wide sum.
  nf_reduce_widen_out values = {0};
  if (in->wide) {
    const nf_reduce_widen_in widen = {in->data, in->dtype, in->plane, in->index != 0};
    nf_reduce_widen_eval(&m->widen, &widen, &values);
  }
  const nf_reduce_data_in low = low_slot(in, &values, exact);
  nf_reduce_data_step(m->low, &low);
  if (m->high) {
    const nf_reduce_data_in high = high_slot(in, &values, exact);
    nf_reduce_data_step(m->high, &high);
  }
  const nf_reduce_exact_in slot = exact_slot(in, &values, exact);
  nf_reduce_exact_step(m->exact, &slot);

  const nf_reduce_finish_out *const finish = nf_reduce_finish_peek(m->finish);
  const nf_reduce_data_out *const now = nf_reduce_data_peek(m->low);
  m->out.out_valid = finish->out_valid;
  m->out.out_last = finish->out_last;
  m->out.out_ports = finish->out_ports;
  m->out.out_data = finish->out_data;
  // From u_low, six cycles before the header itself comes out: an event only counts.
  m->out.poison = now->poison;
  m->out.busy = now->busy || finish->busy;
  m->out.pending = now->pending;
}

// Also of a data path that init gave up half-way; parts that the parameters leave out are NULL.
void nf_reduce_wide_free(nf_reduce_wide *m) {
  if (!m)
    return;
  nf_reduce_data_free(m->low);
  nf_reduce_data_free(m->high);
  nf_reduce_exact_free(m->exact);
  nf_reduce_finish_free(m->finish);
  free(m);
}
