// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_decide.sv: what a reduction table does with one header, as a pure
// function of the header, its region and what the tags say. docs/reduce/nf_reduce_decide.md prints
// the same as a table. Pulls are KLENK IV-B, pushes IV-C, counts and completion IV-D.
#include "nf_reduce_decide.h"

#include "common/nf_defs.h"

// Fields of attr_t.
enum { OP = 0x0000f, OP_TYPE = 0x000ff, LEN = 0x00f00, REGION = 0xff000 };

// An average is divided at the end by what it was expected to have, which is exact only for a power
// of two; it is refused before anything of it is held.
static bool unscalable(const nf_reduce_decide_in *in) {
  return (in->attr & OP) == NF_RED_OP_AVG && (in->expected & (in->expected - 1)) != 0;
}

// The branch alloc_i: a pull request that wants an entry. At the first hop it must have one and
// waits (KLENK IV-B: it stalls until space is freed); at a later hop it tries, and goes on without
// (LET_GO), so that its responses pass by. A request that waits changes nothing and is decided
// again.
static void decide_request(const nf_reduce_decide_in *in, nf_reduce_decide_out *out) {
  out->act = NF_REDUCE_ACT_LET_GO;
  if (!in->usable) {
    out->err_no_entry = in->first_hop;
  } else if (in->expected == 0) {
    // A later hop may be set not to wait; where the sum ends somebody must.
    out->err_count = in->first_hop;
  } else if (in->first_hop && unscalable(in)) {
    out->err_count = true;
  } else if (in->hit) {
    // The same requester and tag again: the first hop lets the older request finish first.
    out->err_mismatch = !in->first_hop;
    if (in->first_hop)
      out->act = NF_REDUCE_ACT_WAIT;
  } else if (in->free) {
    out->act = NF_REDUCE_ACT_ALLOC;
  } else if (in->first_hop) {
    out->act = NF_REDUCE_ACT_WAIT;
  }
}

// The branch hit_i: differs, hit_over, hit_complete, all_rest, in this order: a packet that does
// not belong to the entry must not be counted, and a count that is too high must not look complete.
// The RTL compares sums without carry chains; here they are sums.
static void decide_hit(const nf_reduce_decide_in *in, nf_reduce_decide_out *out, bool pull) {
  // A pull entry takes its length from the first response, and its answer needs no region.
  const uint32_t mask = OP_TYPE | (in->hit_data || !pull ? LEN : 0) | (pull ? 0 : REGION);
  const uint32_t sum = (uint32_t)in->hit_count + in->count;
  // A push's region says where it is complete, since its entry may wait for less. The two limits
  // are the same unless part of the sum has left before (nf_reduce_ghost): then the entry waits for
  // the rest, which leaves as a partial and not as a result.
  const uint16_t limit = pull ? in->hit_expected : in->expected;
  // What does not fit is dropped and its entry poisoned, so that whoever waits for the sum learns
  // that a contribution was refused.
  if ((in->attr ^ in->hit_attr) & mask) {
    out->poison = out->err_mismatch = true;
  } else if (sum > limit) {
    out->poison = out->err_count = true;
  } else if (sum == limit) {
    out->act = in->hit_data ? NF_REDUCE_ACT_FINISH : NF_REDUCE_ACT_ONLY;
  } else if (sum == in->hit_expected) {
    out->act = NF_REDUCE_ACT_REST;
    out->rest = true;
  } else {
    out->act = in->hit_data ? NF_REDUCE_ACT_REDUCE : NF_REDUCE_ACT_FIRST;
  }
}

// The RTL's always_comb. Without a hit a packet that is complete in itself never takes an entry,
// and a free one is taken before any is evicted. A full table never stops a push, which could
// deadlock: it evicts the least recently used one or, where all are pulls, lets the packet pass as
// a partial of its own (KLENK IV-C).
void nf_reduce_decide_eval(const nf_reduce_decide_in *in, nf_reduce_decide_out *out) {
  const bool pull = in->mode == NF_REDUCE_MODE_PULL;
  *out = (nf_reduce_decide_out){.act = NF_REDUCE_ACT_DROP,
                                .sum = (uint16_t)(in->hit_count + in->count)};
  if (in->alloc) {
    decide_request(in, out);
  } else if (in->hit) {
    decide_hit(in, out, pull);
  } else if (pull) {
    if (in->first_hop)
      out->err_no_entry = true;
    else
      out->act = NF_REDUCE_ACT_BYPASS;
  } else if (in->count > in->expected || unscalable(in)) {
    out->err_count = true;
  } else if (in->count == in->expected) {
    out->act = NF_REDUCE_ACT_PASS;
  } else if ((in->ghost >> 32 & 1) != 0 &&
             (in->ghost & 0xffff) + in->count == (in->ghost >> 16 & 0xffff)) {
    out->act = NF_REDUCE_ACT_BYPASS;
    out->rest = true;
  } else if (in->free) {
    out->act = NF_REDUCE_ACT_INSERT;
  } else if (in->victim) {
    out->act = in->apart ? NF_REDUCE_ACT_CLEAR : NF_REDUCE_ACT_EVICT;
  } else {
    out->act = NF_REDUCE_ACT_BYPASS;
  }
}
