// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The two reduction methods as an endpoint sees them: pull (KLENK IV-B) and push (KLENK IV-C).
#include "rank_int.h"

#include "alu/nf_alu_array.h"
#include <string.h>

bool nf_method_next(nf_rank *ep, nf_job *job) {
  while (nf_waves_ready(&ep->waves)) {
    uint32_t block = nf_waves_take(&ep->waves);
    if (!ep->cfg.pull && (int64_t)block == ep->cfg.drop)
      continue; // the contribution that is left out
    *job = (nf_job){.opcode = ep->cfg.pull ? NF_OPCODE_PULL_REQ : NF_OPCODE_PUSH_WRITE,
                    .dst = NF_BROADCAST_ID,
                    .tag = (uint16_t)(block & 0xfff),
                    .block = block};
    return true;
  }
  return false;
}

void nf_method_build(const nf_rank *ep, const nf_job *job, nf_packet *p) {
  nf_flit *h = &p->flit[0];
  uint8_t len = nf_layout_len(ep->cfg.layout, job->block);
  *p = (nf_packet){0};
  nf_hdr_set_opcode(h, job->opcode);
  nf_hdr_set_addr(h, nf_layout_addr(ep->cfg.layout, job->block));
  nf_hdr_set_src(h, (uint16_t)ep->cfg.rank);
  nf_hdr_set_dst(h, job->dst);
  nf_hdr_set_tag(h, job->tag);
  p->used = 1;
  if (job->opcode == NF_OPCODE_WRITE_ACK)
    return;
  nf_hdr_set_red_op(h, ep->cfg.op);
  nf_hdr_set_dtype(h, ep->cfg.dtype);
  nf_hdr_set_len(h, len);
  nf_hdr_set_count(h, job->opcode == NF_OPCODE_MCAST_WRITE ? (uint16_t)ep->cfg.ranks : 1);
  if (nf_payload_flits(job->opcode, len) == 0)
    return;
  const uint32_t *words = job->opcode == NF_OPCODE_MCAST_WRITE ? ep->result : ep->cfg.data;
  memcpy(&p->flit[1], words + (size_t)job->block * BLOCK_WORDS, len * sizeof(nf_flit));
  p->used += len;
}

static int fault(const nf_rank *ep, uint64_t cycle, const char *what, nf_err *e) {
  const nf_flit *h = &ep->rx.flit[0];
  return nf_err_set(e, NF_EXIT_FAILED,
                    "cycle %llu: rank %u received opcode %u for address 0x%llx, count %u: %s",
                    (unsigned long long)cycle, ep->cfg.rank, nf_hdr_opcode(h),
                    (unsigned long long)nf_hdr_addr(h), nf_hdr_count(h), what);
}

// Adds the flits of a payload to memory, as the switch's ALU does.
static void add_in_memory(nf_rank *ep, uint32_t *acc, const void *payload, unsigned flits) {
  for (unsigned i = 0; i < flits; i++, acc += sizeof(nf_flit) / 4) {
    nf_flit a, b;
    memcpy(&a, acc, sizeof a);
    memcpy(&b, (const char *)payload + i * sizeof b, sizeof b);
    a = nf_alu_flit(ep->cfg.op, ep->cfg.dtype, a, b, &ep->flags);
    memcpy(acc, &a, sizeof a);
  }
}

static int acknowledge(nf_rank *ep, uint32_t block, nf_err *e) {
  const nf_flit *h = &ep->rx.flit[0];
  nf_job ack = {
      .opcode = NF_OPCODE_WRITE_ACK, .dst = nf_hdr_src(h), .tag = nf_hdr_tag(h), .block = block};
  return nf_rank_send(ep, ack, e);
}

static void complete(nf_rank *ep, uint32_t block) {
  ep->have[block] = (uint16_t)ep->cfg.ranks;
  ep->written++;
  if (!ep->cfg.pull)
    nf_waves_done(&ep->waves, block);
}

// A result for all: written once, then acknowledged.
static int on_result(nf_rank *ep, uint64_t cycle, uint32_t block, nf_err *e) {
  const nf_flit *h = &ep->rx.flit[0];
  if (nf_hdr_count(h) != ep->cfg.ranks)
    return fault(ep, cycle, "a result must hold the contribution of every rank", e);
  // The home GPU already holds what it multicasts, and counts it as written when it comes back.
  if (ep->have[block] == ep->cfg.ranks && nf_hdr_src(h) != ep->cfg.rank)
    return fault(ep, cycle, "this block is written already", e);
  memcpy(ep->result + (size_t)block * BLOCK_WORDS, &ep->rx.flit[1],
         (ep->rx.used - 1) * sizeof(nf_flit));
  complete(ep, block);
  return acknowledge(ep, block, e);
}

// Part of a sum, from an entry that was evicted or timed out: added in memory, with its count.
// Partials of a block come from one table, one after the other.
static int on_partial(nf_rank *ep, uint64_t cycle, uint32_t block, nf_err *e) {
  const nf_flit *h = &ep->rx.flit[0];
  unsigned flits = ep->rx.used - 1;
  uint16_t count = nf_hdr_count(h);
  // Of the planes of a wide sum only the last one has the count.
  bool plane = nf_hdr_flags(h) >> NF_FLAG_PLANE & 1;
  if ((count == 0 && !plane) || ep->have[block] == ep->cfg.ranks ||
      count + ep->have[block] > ep->cfg.ranks)
    return fault(ep, cycle, "with what is in memory the counts pass the number of ranks", e);
  if (nf_collect_add(ep->partials, block, h, flits, &ep->flags, e) != NF_EXIT_OK)
    return e->status;
  ep->have[block] = (uint16_t)(ep->have[block] + count);
  if (acknowledge(ep, block, e) != NF_EXIT_OK || ep->have[block] < ep->cfg.ranks)
    return e->status;
  nf_collect_take(ep->partials, block, ep->result + (size_t)block * BLOCK_WORDS, flits, &ep->flags);
  if (ep->cfg.multicast_partials) {
    complete(ep, block);
    return NF_EXIT_OK;
  }
  nf_job result = {.opcode = NF_OPCODE_MCAST_WRITE,
                   .dst = NF_BROADCAST_ID,
                   .tag = (uint16_t)(block & 0xfff),
                   .block = block};
  ep->acks_due += ep->cfg.ranks;
  return nf_rank_send(ep, result, e);
}

// Another rank wants this rank's data: it leaves memory after a while.
static int on_pull_request(nf_rank *ep, uint64_t cycle, uint32_t block, nf_err *e) {
  const nf_flit *h = &ep->rx.flit[0];
  if ((int64_t)block == ep->cfg.drop)
    return NF_EXIT_OK;
  nf_job response = {.opcode = NF_OPCODE_PULL_RSP,
                     .dst = nf_hdr_src(h),
                     .tag = nf_hdr_tag(h),
                     .block = block,
                     .due = cycle + 1 + ep->cfg.latency};
  if (ep->cfg.latency)
    response.due += nf_rng_below(&ep->rng, ep->cfg.latency);
  return nf_rank_send(ep, response, e);
}

// The sum that this rank asked for: it adds its own part where the switch has only the others',
// keeps the result and multicasts it. A sum that the switch has rounded is complete.
static int on_pull_response(nf_rank *ep, uint64_t cycle, uint32_t block, nf_err *e) {
  uint32_t *acc = ep->result + (size_t)block * BLOCK_WORDS;
  unsigned flits = ep->rx.used - 1;
  bool others = ep->cfg.expected < ep->cfg.ranks;
  if (nf_hdr_count(&ep->rx.flit[0]) != ep->cfg.expected)
    return fault(ep, cycle, "the reduced response must hold every target's contribution", e);
  if (ep->have[block] != 0 || block % ep->cfg.ranks != ep->cfg.rank)
    return fault(ep, cycle, "this rank waits for no response to this block", e);
  memcpy(acc, &ep->rx.flit[1], flits * sizeof(nf_flit));
  if (others)
    add_in_memory(ep, acc, ep->cfg.data + (size_t)block * BLOCK_WORDS, flits);
  nf_waves_done(&ep->waves, block);
  // Where the request went to this rank too, so does the result: then it is written.
  if (others || ep->cfg.ranks == 1)
    complete(ep, block);
  else
    ep->have[block] = (uint16_t)ep->cfg.ranks;
  if (ep->cfg.ranks == 1)
    return NF_EXIT_OK;
  nf_job result = {.opcode = NF_OPCODE_MCAST_WRITE,
                   .dst = NF_BROADCAST_ID,
                   .tag = (uint16_t)(block & 0xfff),
                   .block = block};
  ep->acks_due += ep->cfg.expected;
  return nf_rank_send(ep, result, e);
}

int nf_method_arrived(nf_rank *ep, uint64_t cycle, nf_err *e) {
  const nf_flit *h = &ep->rx.flit[0];
  uint32_t block;
  if (!nf_layout_block(ep->cfg.layout, nf_hdr_addr(h), &block))
    return fault(ep, cycle, "the address belongs to no block of the buffer", e);
  if (nf_hdr_opcode(h) == NF_OPCODE_WRITE_ACK) {
    if (ep->acks_due == 0)
      return fault(ep, cycle, "no acknowledgement is due", e);
    ep->acks_due--;
    return NF_EXIT_OK;
  }
  if (nf_hdr_flags(h) & 1u << NF_FLAG_POISON)
    return nf_err_set(e, NF_EXIT_FAILED,
                      "poisoned result at rank %u: address 0x%llx, flags 0x%02x, count %u of %u; "
                      "a contribution was damaged, refused or missing",
                      ep->cfg.rank, (unsigned long long)nf_hdr_addr(h), nf_hdr_flags(h),
                      nf_hdr_count(h), ep->cfg.expected);
  if (nf_hdr_len(h) != nf_layout_len(ep->cfg.layout, block))
    return fault(ep, cycle, "the length is not that of the block", e);
  if (nf_hdr_opcode(h) != NF_OPCODE_PULL_REQ)
    ep->flags |= (uint8_t)(nf_hdr_flags(h) & ~(1u << NF_FLAG_PLANE));
  switch (nf_hdr_opcode(h)) {
  case NF_OPCODE_PUSH_RESULT:
  case NF_OPCODE_MCAST_WRITE:
    return on_result(ep, cycle, block, e);
  case NF_OPCODE_PUSH_PARTIAL:
    return on_partial(ep, cycle, block, e);
  case NF_OPCODE_PULL_REQ:
    return on_pull_request(ep, cycle, block, e);
  case NF_OPCODE_PULL_RSP:
    return on_pull_response(ep, cycle, block, e);
  default:
    return fault(ep, cycle, "nobody asked for it", e);
  }
}
