// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_arbiter.sv: whose the slot of this cycle is, and what moves up to
// the decision behind it. A slot has one owner; KLENK IV-D asks for one flit per cycle, so no slot
// is left empty that somebody could use.
#include "nf_reduce_arbiter.h"

// Between two packets: the entry that is to go, then the packet's victim, then the packet. An entry
// that has timed out goes first, so that no amount of input keeps it; but a request at the decision
// changes the tags in this cycle, and may take that very entry.
static void at_boundary(const nf_reduce_arbiter_in *in, nf_reduce_arbiter_out *out) {
  if (in->expired)
    out->expire = !in->ask;
  else if (in->flit && in->clears)
    out->clear = true;
  else
    out->head_take = in->flit;
}

// In a packet: its payload, or, when all of it is here, what is still to leave behind it. A packet
// may have gaps: then the slot is nobody's, but for a header that is due. So it is while the flit
// that would be read has not come back from the ALUs.
static void in_packet(const nf_reduce_arbiter_in *in, nf_reduce_arbiter_out *out) {
  if (in->blocked)
    return;
  if (in->coming)
    out->body_take = in->flit;
  else
    out->held_slot = true;
  out->sends = in->going && (out->body_take || out->held_slot);
}

// The whole leaf. While a flit waits at the output nothing happens.
void nf_reduce_arbiter_eval(const nf_reduce_arbiter_in *in, nf_reduce_arbiter_out *out) {
  *out = (nf_reduce_arbiter_out){.ask_could =
                                     in->waits && (in->free || !in->first_hop || !in->usable)};
  if (!in->en)
    return;
  if (in->idle)
    at_boundary(in, out);
  else
    in_packet(in, out);
  // A header takes any slot that brings no payload in, that of the next decision too, so it costs
  // none of its own between packets.
  out->head_send = in->due && !out->body_take;
  out->ask_decide = in->ask;
  out->d_free = !in->flit || out->head_take || out->body_take;
  // Headers and waiting requests take turns at the decision. At the first hop a request waits here
  // until an entry is free: at the decision it would stand in front of the packets that make one
  // free. Payload needs no tags, so a request moves up beside it.
  out->ask_move = out->d_free && out->ask_could && (!(in->look && in->look_first) || in->turn);
  out->look_move = out->d_free && in->look && !(out->ask_move && in->look_first);
}
