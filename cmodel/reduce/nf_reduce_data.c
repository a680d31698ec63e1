// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_data.sv: data store, ALUs, flags and output register (KLENK Fig. 5,
// markers 2, 3, 4 and 6).
//
// Four stages or more in the RTL, with forwarding between them; slots keep their order and see
// every earlier write, so the model needs neither: only what goes out is as late as there.
#include "nf_reduce_data.h"

#include "alu/nf_alu_array.h"

#include <stdlib.h>

// Nothing on its way, all flags zero.
void nf_reduce_data_reset(nf_reduce_data *m, const nf_reduce_data_cfg *cfg) {
  *m = (nf_reduce_data){.halves = cfg->Halves,
                        .stages = (uint8_t)(1 + nf_reduce_apart(cfg->AluStages, cfg->OperandReg))};
}

// NF_PARAM, then the reset values.
nf_status nf_reduce_data_init(nf_reduce_data **m, const nf_reduce_data_cfg *cfg) {
  if (cfg->Entries < 2 || cfg->Entries > NF_MAX_ENTRIES)
    return "nf_reduce_data: Entries must be 2..32";
  if (cfg->Halves > 1)
    return "nf_reduce_data: Halves must be 0 or 1";
  if (cfg->AluStages < 1 || cfg->AluStages > 4)
    return "nf_reduce_data: AluStages must be 1..4";
  if (cfg->OperandReg > 1)
    return "nf_reduce_data: OperandReg must be 0 or 1";
  nf_reduce_data *const data = malloc(sizeof *data);
  if (!data)
    return "nf_reduce_data: out of memory";
  nf_reduce_data_reset(data, cfg);
  *m = data;
  return NF_OK;
}

// The output register; busy_o is a function of registers.
const nf_reduce_data_out *nf_reduce_data_peek(const nf_reduce_data *m) { return &m->out; }

// What the RTL does with a slot over its stages x, m and w, at once: u_store, forwarding
// (x_from_*), u_alu, `written`, and the flags. It may be at once because slots keep their order.
// Within the slot the order is that of stage w: what is sent is read before it is written, so that
// an evicted flit leaves while its place is taken; and a header gets the flags of the result before
// this slot's decision starts or takes those of the next.
static void take_slot(nf_reduce_data *m, const nf_reduce_data_in *in, nf_reduce_data_sent *sent) {
  // One entry has 8 flits, 128 B (KLENK IV-D): entry and flit are the store's address.
  nf_flit *const stored = &m->store[in->entry][in->flit];
  uint8_t *const entry_flags = &m->entry_flags[in->entry];
  uint8_t flags = in->flags;
  nf_flit made = in->data;
  if (in->sum) {
    // An op and type without an ALU leave nothing that can be used.
    if (nf_op_built(in->red_op, in->dtype, m->halves, false))
      made = nf_alu_flit(in->red_op, in->dtype, *stored, in->data, &flags);
    else {
      made = *stored;
      flags |= 1u << NF_FLAG_POISON;
    }
  }
  // What is sent: the new sum, what the entry held before this slot, or what came in.
  sent->valid = in->send != NF_REDUCE_SEND_NONE;
  if (sent->valid) {
    sent->data = in->send == NF_REDUCE_SEND_SUM    ? made
                 : in->send == NF_REDUCE_SEND_HELD ? *stored
                                                   : in->data;
    sent->last = in->header;
    sent->ports = in->header ? in->ports : 0;
    sent->poison = in->header && (m->result_flags >> NF_FLAG_POISON & 1);
    if (in->header)
      nf_hdr_set_flags(&sent->data, nf_hdr_flags(&sent->data) | m->result_flags);
  }
  // Values that only start a sum are written as they came: the first contribution is not added to
  // anything (KLENK IV-D).
  if (in->write)
    *stored = made;
  // A packet that leaves by itself starts a result of its own.
  if (in->start_flags)
    m->result_flags = 0;
  // taken: the entry's flags move to the result. keep comes after, as set after clear in
  // gen_entry_flags: the flags of an entry that takes an evicted one's place are its own.
  if (in->take_flags) {
    m->result_flags = *entry_flags;
    *entry_flags = 0;
  }
  if (in->keep_flags)
    *entry_flags |= flags;
  if (in->send_flags)
    m->result_flags |= flags;
}

// pending_o: what the slots write that are two or more before the next one and less than Apart, so
// that their results are not there in time. The slot before the next one does not count: no
// packet's payload follows another's without a header between them.
static void note_write(nf_reduce_data *m, const nf_reduce_data_in *in) {
  if (m->stages <= 3)
    return;
  uint64_t write = 0;
  if (in->write) {
    nf_reduce_pending_set_valid(&write, 1);
    nf_reduce_pending_set_entry(&write, in->entry);
    nf_reduce_pending_set_flit(&write, in->flit);
  }
  const unsigned bits = NF_REDUCE_PENDING_BITS, pending = m->stages - 3u;
  m->written = m->written << bits | write;
  m->out.pending = (uint32_t)(m->written >> bits & ((1u << pending * bits) - 1));
}

// One edge. poison_o is a pulse of the edge and goes low even while everything else holds. When
// nothing is inside the ring does not turn: all of its places are empty, so it does not matter
// which is next.
void nf_reduce_data_step(nf_reduce_data *m, const nf_reduce_data_in *in) {
  m->out.poison = false;
  if (!in->en)
    return;
  // A bubble takes as long as a slot, so the ring turns for both.
  if (m->slots || m->out.out_valid || in->valid) {
    nf_reduce_data_sent *const sent = &m->way[m->next];
    m->next = m->next + 1 == m->stages ? 0 : m->next + 1;
    m->out.out_valid = sent->valid;
    m->out.out_last = sent->last;
    m->out.out_ports = sent->ports;
    m->out.out_data = sent->data;
    m->out.poison = sent->poison;
    m->slots = (uint8_t)(m->slots - sent->slot + in->valid);
    *sent = (nf_reduce_data_sent){.slot = in->valid};
    if (in->valid)
      take_slot(m, in, sent);
    note_write(m, in);
  }
  m->out.busy = m->slots || m->out.out_valid;
}

void nf_reduce_data_free(nf_reduce_data *m) { free(m); }
