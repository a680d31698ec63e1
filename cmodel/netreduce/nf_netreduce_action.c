// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
// What is kept of a packet and which job follows (NETREDUCE 4.3.2, Algorithm 3), a table over the
// state manager's answer, the member's role and the kind of ring; combinational. A repeated packet
// never has its payload kept: the first one counts, and may be added at this moment. A header is
// kept anew with HISTORY, as the answer is sent with it.
#include "nf_netreduce_action.h"

#include "netreduce/nf_netreduce_pkg.h"

// MODE_UP (Algorithm 3, line 5): the hosts' payloads are added, and the sum leaves once, with the
// header of the lowest host's port: the spine knows the leaf by that one queue pair. It is not
// kept: what comes back from the spine is.
static void send_up(const nf_netreduce_action_in *in, nf_netreduce_action_out *a) {
  a->kind = NF_NETREDUCE_JOB_SUM;
  a->mode = NF_NETREDUCE_MODE_UP;
  a->read = in->hosts;
  a->deliver = in->hosts & (uint8_t)-in->hosts;
}

// The assigns of known_o, announce_o and again_o. A header is announced whatever the answer is, as
// the announcement before may have been lost on its way to the receiver's leaf.
static void classify(const nf_netreduce_action_in *in, nf_netreduce_action_out *a) {
  a->known = in->state != NF_NETREDUCE_STATE_STALE && in->state != NF_NETREDUCE_STATE_LENGTH;
  a->announce = a->known && in->leaf && in->role == NF_NETREDUCE_ROLE_HOST && !in->local && !in->up;
  a->again = in->state == NF_NETREDUCE_STATE_HISTORY || in->state == NF_NETREDUCE_STATE_DISCARD ||
             in->state == NF_NETREDUCE_STATE_RESEND;
}

// The case of the always_comb: what of the packet is kept, and why a refused one is dropped.
static void keep(const nf_netreduce_action_in *in, nf_netreduce_action_out *a) {
  a->cause = NF_NETREDUCE_CAUSE_NONE;
  switch (in->state) {
  case NF_NETREDUCE_STATE_STORE:
  case NF_NETREDUCE_STATE_COMPLETE:
  case NF_NETREDUCE_STATE_LOCAL:
    a->payload = in->role != NF_NETREDUCE_ROLE_HEADER;
    a->head = in->role != NF_NETREDUCE_ROLE_GLOBAL;
    break;
  case NF_NETREDUCE_STATE_HISTORY:
    a->head = in->role != NF_NETREDUCE_ROLE_GLOBAL;
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
}

// The if chain of the always_comb: the job. HISTORY looks at announce_o, since an announcement
// replaces it: the receiver elsewhere gets the header, not the sum.
static void make_job(const nf_netreduce_action_in *in, nf_netreduce_action_out *a) {
  const bool global = in->role == NF_NETREDUCE_ROLE_GLOBAL;
  // In a leaf the global sum is GLOBAL's payload, whoever came last; it goes to those whose header
  // names a host here (line 9).
  if (in->state == NF_NETREDUCE_STATE_COMPLETE) {
    a->kind = NF_NETREDUCE_JOB_SUM;
    a->keep = true;
    a->read = in->leaf ? in->globals : in->hosts;
    a->deliver = in->leaf ? in->here : in->hosts;
  } else if (in->state == NF_NETREDUCE_STATE_LOCAL ||
             (in->state == NF_NETREDUCE_STATE_RESEND && !global && (!in->replay || in->up))) {
    send_up(in, a);
  } else if (in->state == NF_NETREDUCE_STATE_HISTORY && !global && !a->announce && !in->up) {
    a->kind = NF_NETREDUCE_JOB_HISTORY;
    a->deliver = in->own;
  }
}

// The block, with jobs_o. What did not come to the state manager has the cause of the tables and
// nothing else: its state_i is no answer.
void nf_netreduce_action_eval(const nf_netreduce_action_cfg *cfg, const nf_netreduce_action_in *in,
                              nf_netreduce_action_out *a) {
  (void)cfg;
  *a = (nf_netreduce_action_out){.cause = in->cause};
  if (!in->arrived)
    return;
  classify(in, a);
  keep(in, a);
  make_job(in, a);
  a->jobs = (uint8_t)((a->announce ? 1 : 0) + (a->kind != NF_NETREDUCE_JOB_NONE ? 1 : 0));
}
