// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_leave.sv: the header of what leaves by one decision, whom it is
// for, and how its payload goes. Combinational; docs/reduce/nf_reduce_decide.md prints the same as
// a table.
#include "nf_reduce_leave.h"

// divisor and shift_o: log2 of what an average is divided by. It is a power of two, or the packet
// would have been refused (unscalable in nf_reduce_decide): that division is exact until the one
// rounding.
static uint8_t shift_of(const nf_flit *header, uint16_t expected) {
  uint8_t shift = 0;
  if (nf_hdr_red_op(header) == NF_RED_OP_AVG)
    for (unsigned b = 0; b < 16; b++) // of a power of two, the only number there is, its one bit
      if (expected >> b & 1)
        shift |= (uint8_t)b;
  return shift;
}

// The entry leaves as it is, `replaced`: evicted, cleared for a packet, or expired. A wide sum goes
// on in planes, since its contributions may still be completed elsewhere; only the requester's
// first hop is an end, where it is rounded. An evicted one is never wide: such an entry is cleared
// first, and its planes leave before the packet.
static void leave_entry(const nf_reduce_leave_in *in, nf_reduce_leave_out *out) {
  const bool expires = in->act == NF_REDUCE_ACT_EXPIRE;
  const bool to_requester = in->entry_mode == NF_REDUCE_MODE_PULL && in->first_hop;
  // A pull entry that nothing came for has nothing to say but to its requester.
  out->leaves = !expires || in->entry_mode != NF_REDUCE_MODE_PULL || in->entry_data || to_requester;
  out->len = out->leaves ? nf_hdr_len(&in->entry) : 0;
  out->round = expires && out->entry_wide && to_requester;
  out->drain = in->act != NF_REDUCE_ACT_EVICT && out->entry_wide && !(expires && to_requester);
}

// own: the packet itself leaves, not an entry.
static bool is_own(uint8_t act) { return act == NF_REDUCE_ACT_PASS || act == NF_REDUCE_ACT_BYPASS; }

// What the packet brings leaves, alone or added to the entry: finish, rest, only and own.
static void leave_packet(const nf_reduce_leave_in *in, nf_reduce_leave_out *out) {
  const bool rest = in->act == NF_REDUCE_ACT_REST, bypass = in->act == NF_REDUCE_ACT_BYPASS;
  const bool added = in->act == NF_REDUCE_ACT_FINISH || rest;
  const uint8_t len = nf_hdr_len(&in->packet);
  // A sum goes on unrounded unless this is where it ends: at the home port, or at the requester's.
  const bool ends = !rest && (in->mode != NF_REDUCE_MODE_PULL || in->first_hop);
  out->leaves = true;
  out->round = out->wide && !bypass && (ends || in->act == NF_REDUCE_ACT_PASS);
  // raw: nothing was added, so the payload goes on bit by bit, be it values or a plane. A sum that
  // leaves in planes does so behind its packet: no payload leaves with the packet's own slots.
  out->raw = bypass || (in->act == NF_REDUCE_ACT_ONLY && !out->round);
  out->drain_after = added && out->wide && !ends && len != 0;
  out->len = out->drain_after ? 0 : len;
}

// head_o but for its opcode. Flags are those of the data path, which ORs them in when the header
// leaves.
static void fill_head(const nf_reduce_leave_in *in, nf_reduce_leave_out *out) {
  out->head = is_own(in->act) ? in->packet : in->entry;
  nf_hdr_set_flags(&out->head, 0);
  // A plane that was not added keeps its number.
  if (out->raw && out->plane) {
    nf_hdr_set_flags(&out->head, 1u << NF_FLAG_PLANE);
    nf_hdr_set_wave(&out->head, nf_hdr_wave(&in->packet));
  }
  // A response that passes untouched keeps its sender; everything else is this switch's own word.
  if (in->act != NF_REDUCE_ACT_BYPASS || in->mode != NF_REDUCE_MODE_PULL)
    nf_hdr_set_src(&out->head, in->id);
  if (in->act == NF_REDUCE_ACT_FINISH || in->act == NF_REDUCE_ACT_REST ||
      in->act == NF_REDUCE_ACT_ONLY) {
    nf_hdr_set_count(&out->head, in->sum);
    nf_hdr_set_len(&out->head, nf_hdr_len(&in->packet));
  }
}

// to_o, and the opcode of head_o: for whom it is, and so as what. Destination and ports need the
// region's tables: nf_reduce_address adds them when the header leaves.
static void address_head(const nf_reduce_leave_in *in, nf_reduce_leave_out *out) {
  const uint8_t mode = is_own(in->act) ? in->mode : in->entry_mode;
  if (mode == NF_REDUCE_MODE_PULL) {
    out->to = NF_REDUCE_TO_REQUESTER;
    nf_hdr_set_opcode(&out->head, NF_OPCODE_PULL_RSP);
  } else if (in->act == NF_REDUCE_ACT_FINISH || in->act == NF_REDUCE_ACT_PASS) {
    out->to = NF_REDUCE_TO_ALL;
    nf_hdr_set_opcode(&out->head, in->mode == NF_REDUCE_MODE_BARRIER ? NF_OPCODE_BARRIER_DONE
                                                                     : NF_OPCODE_PUSH_RESULT);
  } else {
    out->to = NF_REDUCE_TO_HOME;
    nf_hdr_set_opcode(&out->head, NF_OPCODE_PUSH_PARTIAL);
  }
}

// All outputs of the leaf. What leaves is either an entry as it is (`replaced`) or what the packet
// brings; fill_head comes after them, since it marks a plane that leaves as it came.
void nf_reduce_leave_eval(const nf_reduce_leave_cfg *cfg, const nf_reduce_leave_in *in,
                          nf_reduce_leave_out *out) {
  *out = (nf_reduce_leave_out){0};
  out->wide = nf_reduce_leave_wide(cfg, &in->packet);
  // Whatever the action: the data path has to know how the slots of payload are meant.
  out->plane = out->wide && (nf_hdr_flags(&in->packet) >> NF_FLAG_PLANE & 1);
  out->entry_wide = nf_reduce_leave_wide(cfg, &in->entry) && nf_hdr_len(&in->entry) != 0;

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
    leave_packet(in, out);
    break;
  default:
    break;
  }
  // divisor: what expires is no average yet. A response brings no region (nf_mcr_lookup), so of a
  // pull the entry that was hit says how many are expected.
  if (in->act != NF_REDUCE_ACT_EXPIRE) {
    const bool by_region = in->act == NF_REDUCE_ACT_PASS || in->mode != NF_REDUCE_MODE_PULL;
    out->shift = shift_of(&in->packet, by_region ? in->expected : in->hit_expected);
  }
  fill_head(in, out);
  address_head(in, out);
}
