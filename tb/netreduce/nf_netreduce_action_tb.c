// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The actions as a table: a row for each answer and each kind of member, as the page has it.
#include "netreduce/nf_netreduce_action.h"

#include "netreduce/nf_netreduce_pkg.h"
#include "nf_tb.h"

#include <string.h>

extern const nf_dut nf_netreduce_action_dut;

// What is kept: Payload, Header. What is done: Sum to all, sum Up, History once more, Announce.
typedef struct {
  const char *alone;  // a ring of one switch
  const char *near;   // a leaf's host that sends to one of the leaf's
  const char *far;    // a leaf's host that sends elsewhere
  const char *header; // of another leaf
  const char *global; // of the spine
} row;

static const row Table[8] = {
    [NF_NETREDUCE_STATE_STORE] = {"PH", "PH", "PHA", "H", "P"},
    [NF_NETREDUCE_STATE_COMPLETE] = {"PHS", "PHS", "PHSA", "HS", "PS"},
    [NF_NETREDUCE_STATE_HISTORY] = {"HR", "HR", "HA", "HR", ""},
    [NF_NETREDUCE_STATE_DISCARD] = {"", "", "A", "", ""},
    [NF_NETREDUCE_STATE_STALE] = {"w", "w", "w", "w", "w"},
    [NF_NETREDUCE_STATE_LENGTH] = {"m", "m", "m", "m", "m"},
    [NF_NETREDUCE_STATE_LOCAL] = {"PHU", "PHU", "PHUA", "HU", "PU"},
    [NF_NETREDUCE_STATE_RESEND] = {"U", "U", "UA", "U", ""},
};

typedef struct {
  bool asked;
  nf_netreduce_action_in in;
} context;

// Of a packet that is looked up again, for what its receiver or another switch lacks; and for the
// hosts' sum.
static const row Replay[8] = {
    [NF_NETREDUCE_STATE_HISTORY] = {"HR", "HR", "HA", "HR", ""},
    [NF_NETREDUCE_STATE_DISCARD] = {"", "", "A", "", ""},
    [NF_NETREDUCE_STATE_RESEND] = {"", "", "A", "", ""},
};
static const row ReplayUp[8] = {
    [NF_NETREDUCE_STATE_HISTORY] = {"H", "H", "H", "H", ""},
    [NF_NETREDUCE_STATE_DISCARD] = {"", "", "", "", ""},
    [NF_NETREDUCE_STATE_RESEND] = {"U", "U", "U", "U", ""},
};

static const char *expected(const nf_netreduce_action_in *in) {
  const row *const r = &(in->up ? ReplayUp : in->replay ? Replay : Table)[in->state];
  if (!in->leaf && in->role == NF_NETREDUCE_ROLE_HOST)
    return r->alone;
  if (in->role == NF_NETREDUCE_ROLE_HOST)
    return in->local ? r->near : r->far;
  return in->role == NF_NETREDUCE_ROLE_HEADER ? r->header : r->global;
}

static void check(nf_tb *tb, const nf_netreduce_action_in *in, const nf_netreduce_action_out *o) {
  if (!in->arrived) {
    nf_tb_check(tb, o->cause == in->cause && !o->known && !o->payload && !o->head && o->jobs == 0,
                "a packet that the tables refuse");
    return;
  }
  const char *const e = expected(in);
  nf_tb_cover(tb, in->up       ? "looked up again for the hosts' sum"
                  : in->replay ? "looked up again"
                  : in->leaf   ? "a leaf"
                               : "one switch");
  const bool sum = strchr(e, 'S'), up = strchr(e, 'U'), again = strchr(e, 'R'),
             tells = strchr(e, 'A');
  const unsigned cause = strchr(e, 'w')   ? NF_NETREDUCE_CAUSE_WINDOW
                         : strchr(e, 'm') ? NF_NETREDUCE_CAUSE_MSGLEN
                                          : NF_NETREDUCE_CAUSE_NONE;
  nf_tb_check(tb, o->cause == cause && o->known == (cause == NF_NETREDUCE_CAUSE_NONE),
              "state %u role %u: cause %u", in->state, in->role, o->cause);
  nf_tb_check(tb, o->payload == !!strchr(e, 'P') && o->head == !!strchr(e, 'H'),
              "state %u role %u: payload %d head %d", in->state, in->role, o->payload, o->head);
  nf_tb_check(tb, o->announce == tells && o->jobs == tells + (sum || up || again),
              "state %u role %u: announce %d, %u jobs", in->state, in->role, o->announce, o->jobs);
  const unsigned kind = sum || up ? NF_NETREDUCE_JOB_SUM
                        : again   ? NF_NETREDUCE_JOB_HISTORY
                                  : NF_NETREDUCE_JOB_NONE;
  const unsigned lowest = in->hosts & (~in->hosts + 1u);
  const unsigned read = up    ? in->hosts
                        : sum ? in->leaf ? in->globals : in->hosts
                              : 0,
                 deliver = up      ? lowest
                           : sum   ? in->leaf ? in->here : in->hosts
                           : again ? in->own
                                   : 0;
  nf_tb_check(tb,
              o->kind == kind && o->keep == sum &&
                  o->mode == (up ? NF_NETREDUCE_MODE_UP : NF_NETREDUCE_MODE_KEEP),
              "state %u role %u: kind %u mode %u keep %d", in->state, in->role, o->kind, o->mode,
              o->keep);
  // Of repeated packets nothing is stored but headers.
  static const bool repeated[8] = {[NF_NETREDUCE_STATE_HISTORY] = true,
                                   [NF_NETREDUCE_STATE_DISCARD] = true,
                                   [NF_NETREDUCE_STATE_RESEND] = true};
  nf_tb_check(tb, o->again == repeated[in->state], "state %u: again %d", in->state, o->again);
  nf_tb_check(tb, o->read == read && o->deliver == deliver, "state %u role %u: read %x deliver %x",
              in->state, in->role, o->read, o->deliver);
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *input) {
  context *const c = ctx;
  nf_netreduce_action_in *const in = input;
  if (c->asked)
    check(tb, &c->in, out);
  const unsigned mask = (1u << P_Ports) - 1;
  *in = (nf_netreduce_action_in){.arrived = nf_tb_chance(tb, 90),
                                 .state = (uint8_t)nf_tb_below(tb, 8),
                                 .cause = (uint8_t)nf_tb_below(tb, 32),
                                 .role = (uint8_t)nf_tb_below(tb, 3),
                                 .leaf = nf_tb_chance(tb, 60),
                                 .local = nf_tb_chance(tb, 50),
                                 .own = (uint8_t)(1u << nf_tb_below(tb, P_Ports)),
                                 .hosts = (uint8_t)(nf_tb_rand(tb) & mask),
                                 .globals = (uint8_t)(nf_tb_rand(tb) & mask),
                                 .here = (uint8_t)(nf_tb_rand(tb) & mask)};
  // It has come before.
  in->replay =
      (in->state == NF_NETREDUCE_STATE_HISTORY || in->state == NF_NETREDUCE_STATE_DISCARD ||
       in->state == NF_NETREDUCE_STATE_RESEND) &&
      nf_tb_chance(tb, 50);
  in->up = in->replay && nf_tb_chance(tb, 50);
  c->in = *in;
  c->asked = true;
}

static const nf_tb_scenario scenarios[] = {
    {"NETREDUCE 4.3.2, Algorithm 3: every answer for every kind of member", 20000, NULL, drive,
     NULL},
};

static void eval(const nf_netreduce_action_in *in, nf_netreduce_action_out *out) {
  static const nf_netreduce_action_cfg cfg = {.Ports = P_Ports};
  nf_netreduce_action_eval(&cfg, in, out);
}

int main(int argc, char **argv) {
  static const nf_tb_bench bench = {
      .dut = &nf_netreduce_action_dut,
      .model = {.eval = (nf_tb_fn)eval},
      .ctx_size = sizeof(context),
      .scenarios = scenarios,
      .count = sizeof scenarios / sizeof scenarios[0],
  };
  return nf_tb_main(argc, argv, &bench);
}
