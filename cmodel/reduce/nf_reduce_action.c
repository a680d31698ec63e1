// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_action.sv. The RTL has a wire for each action; the model goes from
// the action to what it means.
#include "nf_reduce_action.h"

// An entry leaves as it is: evicted by a packet, cleared before it, or expired.
static void replace(nf_reduce_action_out *out) {
  out->read = out->take_flags = true;
  out->send = NF_REDUCE_SEND_HELD;
}

// The packet is written into an entry, or combined with it, and stays there.
static void keep(nf_reduce_action_out *out) {
  out->write = out->body_keep = out->keep_flags = true;
}

// What is sent comes with its flags.
static void send(nf_reduce_action_out *out) { out->body_send = out->send_flags = true; }

// A packet's header.
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
    out->keep_flags |= in->poison;
  }
  if (in->clear || in->expire) {
    replace(out);
    out->send_flags = in->clear || in->leaves;
    out->evicted = in->clear;
  }
  if (in->ask_decide) {
    out->alloc = out->insert = in->act == NF_REDUCE_ACT_ALLOC;
    out->held_back = in->act == NF_REDUCE_ACT_WAIT;
  }
  // A sum that leaves in planes is written once more, so that it can be read plane by plane.
  out->write |= in->drain_after;
}
