// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/netreduce/missing.h"

#include "netreduce/nf_netreduce_pkg.h"
#include "sim/netreduce/tables.h"

// ------------------------------------------------------------------------------- what was seen
void nf_nr_missing_forget(nf_nr_missing *m) {
  if (m->repeats)
    *m = (nf_nr_missing){.repeats = false};
}

void nf_nr_missing_repeated(nf_nr_missing *m, const nf_nr_plan *plan, const uint8_t *frame,
                            unsigned bytes) {
  nf_nr_packet p;
  if (nf_nr_frame_head(&p, frame, bytes) != NF_NETREDUCE_CAUSE_NONE || p.opcode > NF_NR_SEND_ONLY)
    return;
  for (unsigned r = 0; r < plan->rings; r++) {
    const int member = nf_nr_member_of(&plan->cfg[r], &p);
    if (member < 0 || m->sum[r][member].any)
      continue;
    m->repeats = m->sum[r][member].any = true;
    m->sum[r][member].psn = p.psn;
  }
}

// ------------------------------------------------------------------------------- what is reported
static void add_port(nf_note *note, const char *who, unsigned port, const char *const *captures,
                     unsigned count) {
  nf_note_add(note, "%s at port %u (%s)", who, port,
              port < count ? captures[port] : "which has no capture");
}

static const char *what_is(const nf_nr_device_cfg *cfg, const nf_nr_member *m) {
  return m->role == NF_NETREDUCE_ROLE_HEADER   ? "another leaf, its header,"
         : m->role == NF_NETREDUCE_ROLE_GLOBAL ? "the spine, its sum,"
         : m->dst_ip == cfg->own_ip            ? "the leaf"
                                               : "the host";
}

static unsigned bit_of(const nf_nr_member *m) {
  return m->role == NF_NETREDUCE_ROLE_HEADER   ? (unsigned)NF_NR_HAS_HEADER
         : m->role == NF_NETREDUCE_ROLE_GLOBAL ? (unsigned)NF_NR_HAS_SUM
                                               : 1u << m->port;
}

// The oldest column that packets are missing of. A message that none of its members has begun is
// missed by nobody.
static bool find_column(const nf_nr_device_cfg *cfg, unsigned ring, const nf_nr_engine *engine,
                        void *device, nf_nr_at *at, unsigned *arrived, nf_err *e) {
  unsigned all = 0;
  bool there;
  for (unsigned i = 0; i < NF_NR_ALL_MEMBERS(cfg); i++)
    all |= bit_of(&cfg->member[i]);
  *at = (nf_nr_at){.offset = 0};
  engine->oldest(device, ring, &there, &at->msgid, e);
  while (there && e->status == NF_EXIT_OK) {
    engine->look(device, ring, at->msgid, at->offset, &there, arrived, e);
    if (there && (all & ~*arrived) != 0)
      return e->status == NF_EXIT_OK;
    const bool ends = !there || at->offset + 1 == cfg->msglen; // of the message
    there = there || at->offset > 0;
    *at = ends ? (nf_nr_at){.msgid = at->msgid + 1} : (nf_nr_at){at->msgid, at->offset + 1};
  }
  return false;
}

static void tell_column(const nf_nr_device_cfg *cfg, nf_nr_at at, unsigned arrived,
                        const char *const *captures, unsigned count, nf_note *note) {
  const char *before = "";
  nf_note_add(note, "ring %u waits for packet %u of MsgID %u from ", cfg->ring, at.offset,
              at.msgid);
  for (unsigned i = 0; i < NF_NR_ALL_MEMBERS(cfg); i++) {
    const nf_nr_member *m = &cfg->member[i];
    if (arrived & bit_of(m))
      continue;
    nf_note_add(note, "%s", before);
    add_port(note, what_is(cfg, m), m->port, captures, count);
    before = " and ";
  }
}

// Who gets the sums of a member's packets; NULL: nobody at this switch.
static const nf_nr_member *receiver_of(const nf_nr_device_cfg *cfg, const nf_nr_member *m) {
  for (unsigned i = 0; i < cfg->members; i++)
    if (cfg->member[i].src_ip == m->dst_ip)
      return &cfg->member[i];
  return NULL;
}

static bool tell_sums(const nf_nr_missing *m, const nf_nr_plan *plan, unsigned r,
                      const char *const *captures, unsigned count, nf_note *note) {
  const nf_nr_device_cfg *cfg = &plan->cfg[r];
  bool any = false;
  for (unsigned i = 0; i < NF_NR_ALL_MEMBERS(cfg); i++) {
    const nf_nr_member *from = &cfg->member[i], *to = receiver_of(cfg, from);
    if (!m->sum[r][i].any || !to)
      continue;
    if (any)
      nf_note_add(note, ", nor ");
    else
      nf_note_add(note, "ring %u: no acknowledgement comes ", cfg->ring);
    add_port(note, "from the host", to->port, captures, count);
    nf_note_add(note, " to \"src_qp\" %u for sums from PSN %u on", from->src_qp, m->sum[r][i].psn);
    any = true;
  }
  return any;
}

int nf_nr_missing_tell(const nf_nr_missing *m, const nf_nr_plan *plan, const nf_nr_engine *engine,
                       void *device, const char *const *captures, unsigned count, nf_note *note,
                       nf_err *e) {
  nf_nr_at at;
  unsigned arrived;
  for (unsigned r = 0; r < plan->rings; r++)
    if (find_column(&plan->cfg[r], r, engine, device, &at, &arrived, e)) {
      tell_column(&plan->cfg[r], at, arrived, captures, count, note);
      return e->status;
    }
  for (unsigned r = 0; r < plan->rings && e->status == NF_EXIT_OK; r++)
    if (tell_sums(m, plan, r, captures, count, note))
      return e->status;
  nf_note_add(note, "what it waits for is not known");
  return e->status;
}
