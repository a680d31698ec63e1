// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_action.sv: what an action means for the entry, the payload and the
// flags. The RTL has a wire for each action and ORs them; the model goes from the action to what it
// means. docs/reduce/nf_reduce_action.md prints the same as a table.
#include "nf_reduce_action.h"

// An entry leaves as it is: evicted by a packet, cleared before it, or expired. Its flags go with
// it and do not stay for who takes its place.
static void replace(nf_reduce_action_out *out) {
  out->read = out->take_flags = true;
  out->send = NF_REDUCE_SEND_HELD;
}

// The packet is written into an entry, or combined with it, and stays there. Its flags stay with
// the entry until the sum leaves.
static void keep(nf_reduce_action_out *out) {
  out->write = out->body_keep = out->keep_flags = true;
}

// What is sent comes with its flags.
static void send(nf_reduce_action_out *out) { out->body_send = out->send_flags = true; }

// A packet's header. Cases fall through where an action is another one with something in front: an
// eviction is an insertion behind an entry that leaves, a reduction a first contribution that finds
// data.
static void packet(uint8_t act, nf_reduce_action_out *out) {
  switch (act) {
  case NF_REDUCE_ACT_EVICT:
    replace(out);
    out->evicted = true;
    // fallthrough
  case NF_REDUCE_ACT_INSERT:
    keep(out);
    out->insert = out->written = true;
    break;
  case NF_REDUCE_ACT_REDUCE:
    out->read = out->sum = true;
    // fallthrough
  case NF_REDUCE_ACT_FIRST:
    keep(out);
    out->update = true;
    break;
  case NF_REDUCE_ACT_FINISH:
  case NF_REDUCE_ACT_REST:
    out->read = out->sum = true;
    out->send = NF_REDUCE_SEND_SUM;
    // fallthrough
  case NF_REDUCE_ACT_ONLY:
    send(out);
    out->release = out->take_flags = true;
    out->complete = act != NF_REDUCE_ACT_REST;
    break;
  case NF_REDUCE_ACT_PASS:
  case NF_REDUCE_ACT_BYPASS:
    send(out);
    out->own = true;
    out->complete = act == NF_REDUCE_ACT_PASS;
    out->bypass = act == NF_REDUCE_ACT_BYPASS;
    break;
  default:
    break;
  }
}

// The whole leaf.
void nf_reduce_action_eval(const nf_reduce_action_in *in, nf_reduce_action_out *out) {
  *out = (nf_reduce_action_out){.send = NF_REDUCE_SEND_IN};
  if (in->head_take) {
    packet(in->act, out);
    // A packet that is dropped for not fitting its entry still poisons it.
    out->keep_flags |= in->poison;
  }
  if (in->clear || in->expire) {
    replace(out);
    // An entry that goes without a word (a pull that nothing came for, or one that is dropped) has
    // its flags taken all the same, so that the place is clean.
    out->send_flags = in->clear || in->leaves;
    out->evicted = in->clear;
  }
  if (in->ask_decide) {
    // A request takes an entry and brings nothing: no payload slot, no flags.
    out->alloc = out->insert = in->act == NF_REDUCE_ACT_ALLOC;
    out->held_back = in->act == NF_REDUCE_ACT_WAIT;
  }
  // A sum that leaves in planes is written once more, so that it can be read plane by plane.
  out->write |= in->drain_after;
}
