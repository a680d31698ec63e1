// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_leave.sv.
#include "nf_reduce_leave.h"

// log2 of what an average is divided by.
static uint8_t shift_of(const nf_flit *header, uint16_t expected) {
  uint8_t shift = 0;
  if (nf_hdr_red_op(header) == NF_RED_OP_AVG)
    for (unsigned b = 0; b < 16; b++) // of a power of two, the only number there is, its one bit
      if (expected >> b & 1)
        shift |= (uint8_t)b;
  return shift;
}

// The entry leaves as it is.
static void leave_entry(const nf_reduce_leave_in *in, nf_reduce_leave_out *out) {
  const bool expires = in->act == NF_REDUCE_ACT_EXPIRE;
  const bool to_requester = in->entry_mode == NF_REDUCE_MODE_PULL && in->first_hop;
  // A pull entry that nothing came for has nothing to say but to its requester.
  out->leaves = !expires || in->entry_mode != NF_REDUCE_MODE_PULL || in->entry_data || to_requester;
  out->len = out->leaves ? nf_hdr_len(&in->entry) : 0;
  out->round = expires && out->entry_wide && to_requester;
  out->drain = in->act != NF_REDUCE_ACT_EVICT && out->entry_wide && !(expires && to_requester);
}

// All outputs of the leaf; leave_entry() is `replaced`; the second group of cases is finish, rest,
// only and own.
void nf_reduce_leave_eval(const nf_reduce_leave_cfg *cfg, const nf_reduce_leave_in *in,
                          nf_reduce_leave_out *out) {
  const bool finish = in->act == NF_REDUCE_ACT_FINISH, only = in->act == NF_REDUCE_ACT_ONLY;
  const bool rest = in->act == NF_REDUCE_ACT_REST;
  const bool pass = in->act == NF_REDUCE_ACT_PASS, bypass = in->act == NF_REDUCE_ACT_BYPASS;
  const uint8_t len = nf_hdr_len(&in->packet);
  *out = (nf_reduce_leave_out){0};
  out->wide = nf_reduce_leave_wide(cfg, &in->packet);
  out->plane = out->wide && (nf_hdr_flags(&in->packet) >> NF_FLAG_PLANE & 1);
  out->entry_wide = nf_reduce_leave_wide(cfg, &in->entry) && nf_hdr_len(&in->entry) != 0;
  // A sum goes on unrounded unless this is where it ends: at the home port, or at the requester's.
  const bool ends = !rest && (in->mode != NF_REDUCE_MODE_PULL || in->first_hop);

  switch (in->act) {
  case NF_REDUCE_ACT_EVICT:
  case NF_REDUCE_ACT_CLEAR:
  case NF_REDUCE_ACT_EXPIRE:
    leave_entry(in, out);
    break;
  case NF_REDUCE_ACT_FINISH:
  case NF_REDUCE_ACT_REST:
  case NF_REDUCE_ACT_ONLY:
  case NF_REDUCE_ACT_PASS:
  case NF_REDUCE_ACT_BYPASS:
    out->leaves = true;
    out->round = out->wide && !bypass && (ends || pass);
    out->raw = bypass || (only && !out->round);
    out->drain_after = (finish || rest) && out->wide && !ends && len != 0;
    out->len = out->drain_after ? 0 : len;
    break;
  default:
    break;
  }
  // divisor: what expires is no average yet. A response brings no region (nf_mcr_lookup), so of a
  // pull the entry that was hit says how many are expected.
  if (in->act != NF_REDUCE_ACT_EXPIRE)
    out->shift = shift_of(&in->packet, pass || in->mode != NF_REDUCE_MODE_PULL ? in->expected
                                                                               : in->hit_expected);

  const uint8_t mode = pass || bypass ? in->mode : in->entry_mode;
  out->head = pass || bypass ? in->packet : in->entry;
  nf_hdr_set_flags(&out->head, 0);
  if (out->raw && out->plane) {
    nf_hdr_set_flags(&out->head, 1u << NF_FLAG_PLANE);
    nf_hdr_set_wave(&out->head, nf_hdr_wave(&in->packet));
  }
  // A response that passes untouched keeps its sender; everything else is this switch's own word.
  if (!bypass || in->mode != NF_REDUCE_MODE_PULL)
    nf_hdr_set_src(&out->head, in->id);
  if (finish || rest || only) {
    nf_hdr_set_count(&out->head, in->sum);
    nf_hdr_set_len(&out->head, len);
  }
  out->to = mode == NF_REDUCE_MODE_PULL ? NF_REDUCE_TO_REQUESTER
            : finish || pass            ? NF_REDUCE_TO_ALL
                                        : NF_REDUCE_TO_HOME;
  nf_hdr_set_opcode(&out->head, mode == NF_REDUCE_MODE_PULL          ? NF_OPCODE_PULL_RSP
                                : !(finish || pass)                  ? NF_OPCODE_PUSH_PARTIAL
                                : in->mode == NF_REDUCE_MODE_BARRIER ? NF_OPCODE_BARRIER_DONE
                                                                     : NF_OPCODE_PUSH_RESULT);
}
