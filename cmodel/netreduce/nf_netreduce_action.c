// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_netreduce_action.h"

#include "netreduce/nf_netreduce_pkg.h"

// MODE_UP: the hosts' payloads are added, and the sum leaves once, with the header of the lowest
// host's port.
static void send_up(const nf_netreduce_action_in *in, nf_netreduce_action_out *a) {
  a->kind = NF_NETREDUCE_JOB_SUM;
  a->mode = NF_NETREDUCE_MODE_UP;
  a->read = in->hosts;
  a->deliver = in->hosts & (uint8_t)-in->hosts;
}

// The always_comb, and the assigns of known_o, announce_o, again_o and jobs_o, whose order here is
// that of the cases of Algorithm 3: known before announce, and that before HISTORY, which an
// announcement replaces (the receiver elsewhere gets the header, not the sum).
void nf_netreduce_action_eval(const nf_netreduce_action_cfg *cfg, const nf_netreduce_action_in *in,
                              nf_netreduce_action_out *a) {
  (void)cfg;
  const bool header = in->role == NF_NETREDUCE_ROLE_HEADER,
             global = in->role == NF_NETREDUCE_ROLE_GLOBAL;
  *a = (nf_netreduce_action_out){.cause = in->cause};
  if (!in->arrived)
    return;
  a->cause = NF_NETREDUCE_CAUSE_NONE;
  a->known = in->state != NF_NETREDUCE_STATE_STALE && in->state != NF_NETREDUCE_STATE_LENGTH;
  a->announce = a->known && in->leaf && in->role == NF_NETREDUCE_ROLE_HOST && !in->local && !in->up;
  a->again = in->state == NF_NETREDUCE_STATE_HISTORY || in->state == NF_NETREDUCE_STATE_DISCARD ||
             in->state == NF_NETREDUCE_STATE_RESEND;
  switch (in->state) {
  case NF_NETREDUCE_STATE_STORE:
  case NF_NETREDUCE_STATE_COMPLETE:
  case NF_NETREDUCE_STATE_LOCAL:
    a->payload = !header;
    a->head = !global;
    if (in->state == NF_NETREDUCE_STATE_COMPLETE) {
      a->kind = NF_NETREDUCE_JOB_SUM;
      a->keep = true;
      a->read = in->leaf ? in->globals : in->hosts;
      a->deliver = in->leaf ? in->here : in->hosts;
    } else if (in->state == NF_NETREDUCE_STATE_LOCAL) {
      send_up(in, a);
    }
    break;
  case NF_NETREDUCE_STATE_HISTORY:
    a->head = !global;
    if (!global && !a->announce && !in->up) {
      a->kind = NF_NETREDUCE_JOB_HISTORY;
      a->deliver = in->own;
    }
    break;
  case NF_NETREDUCE_STATE_RESEND:
    if (!global && (!in->replay || in->up))
      send_up(in, a);
    break;
  case NF_NETREDUCE_STATE_STALE:
    a->cause = NF_NETREDUCE_CAUSE_WINDOW;
    break;
  case NF_NETREDUCE_STATE_LENGTH:
    a->cause = NF_NETREDUCE_CAUSE_MSGLEN;
    break;
  default:
    break;
  }
  a->jobs = (uint8_t)((a->announce ? 1 : 0) + (a->kind != NF_NETREDUCE_JOB_NONE ? 1 : 0));
}
