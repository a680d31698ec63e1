// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/netreduce/members.h"

#include "netreduce/nf_netreduce_pkg.h"
#include "sim/netreduce/capture.h"
#include "sim/netreduce/frame.h"

// A tagged packet of the ring, undamaged, and no sum: its connection is the member's.
static bool is_members(const nf_nr_device_cfg *cfg, const nf_nr_reader *in, nf_nr_packet *p) {
  nf_nr_tag tag;
  if (nf_nr_frame_head(p, in->frame, in->bytes) != NF_NETREDUCE_CAUSE_NONE ||
      nf_nr_frame_check(p, in->frame, in->bytes) != NF_NETREDUCE_CAUSE_NONE || p->mark != 0 ||
      (p->opcode != NF_NR_SEND_FIRST && p->opcode != NF_NR_SEND_ONLY) || p->size < NF_NR_TAG_BYTES)
    return false;
  nf_nr_tag_read(&tag, p->payload);
  return tag.tag == cfg->tag && tag.ring == cfg->ring;
}

static int find(nf_nr_member *m, const nf_nr_device_cfg *cfg, const char *capture, nf_err *e) {
  nf_nr_reader in = {.any = false};
  nf_nr_packet p;
  nf_nr_reader_open(&in, capture, e);
  while (e->status == NF_EXIT_OK && in.any) {
    if (is_members(cfg, &in, &p)) {
      m->src_ip = p.src_ip;
      m->dst_ip = p.dst_ip;
      m->dst_qp = p.dst_qp;
      break;
    }
    nf_nr_reader_next(&in, e);
  }
  nf_nr_reader_close(&in);
  return e->status;
}

int nf_nr_members_find(nf_nr_device_cfg *cfg, const char *const *captures, unsigned count,
                       nf_err *e) {
  for (unsigned i = 0; i < count && i < cfg->members; i++)
    if (find(&cfg->member[i], cfg, captures[i], e) != NF_EXIT_OK)
      return e->status;
  return e->status;
}

static bool is_of(const nf_nr_member *m, const nf_nr_packet *p) {
  return m->src_ip == p->src_ip && m->dst_ip == p->dst_ip && m->dst_qp == p->dst_qp;
}

static int check(const nf_nr_member *m, const nf_nr_device_cfg *cfg, const char *name,
                 const char *capture, nf_err *e) {
  nf_nr_reader in = {.any = false};
  nf_nr_packet p;
  bool own = false, other = false;
  nf_nr_reader_open(&in, capture, e);
  while (e->status == NF_EXIT_OK && in.any && !own) {
    const bool tagged = is_members(cfg, &in, &p);
    own = tagged && is_of(m, &p);
    other = other || tagged;
    nf_nr_reader_next(&in, e);
  }
  nf_nr_reader_close(&in);
  if (e->status == NF_EXIT_OK && other && !own)
    nf_refuse(e,
              "%s: has packets of ring %u, but none of the host that the set-up file has at port "
              "%u of %s; give each port its own capture",
              capture, cfg->ring, m->port, name);
  return e->status;
}

int nf_nr_members_check(const nf_nr_plan *plan, const char *const *captures, unsigned count,
                        nf_err *e) {
  for (unsigned r = 0; r < plan->rings; r++)
    for (unsigned i = 0; i < plan->cfg[r].members; i++) {
      const nf_nr_member *m = &plan->cfg[r].member[i];
      if (m->port < count &&
          check(m, &plan->cfg[r], plan->name, captures[m->port], e) != NF_EXIT_OK)
        return e->status;
    }
  return e->status;
}
