// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "payload.h"

#include "alu/nf_alu_lane.h"
#include "sim/common/grow.h"
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 1 << 14, PIECE_WORDS = 1 << 18 };

// A packet under way, by what it is; next: behind it in its bucket.
struct nf_fast_flight {
  uint64_t key;
  uint32_t tag, term, next;
  uint16_t count;
};

typedef struct piece {
  struct piece *next;
  uint32_t word[];
} piece;

// ------------------------------------------------------------------------------- opening
int nf_fast_payload_open(nf_fast_payload *p, const nf_inputs *in, uint8_t op, nf_err *e) {
  *p = (nf_fast_payload){.in = in, .op = op, .dtype = in->dtype, .terms = 1};
  if (nf_check_pair(op, in->dtype, e) != NF_EXIT_OK)
    return e->status;
  if (nf_op_wide(op, in->dtype))
    return nf_refuse(e,
                     "--op %s --dtype %s: such sums are wider than their elements and travel in "
                     "more packets, which the fast engine does not have; use netfold allreduce",
                     nf_op_name(op), nf_dtype_name(in->dtype));
  p->bucket = calloc(BUCKETS, sizeof *p->bucket);
  return p->bucket ? NF_EXIT_OK : nf_err_memory(e, "the payload");
}

void nf_fast_payload_close(nf_fast_payload *p) {
  while (p->pieces) {
    piece *first = p->pieces;
    p->pieces = first->next;
    free(first);
  }
  free(p->term);
  free(p->entry);
  free(p->entry_of);
  free(p->flight);
  free(p->bucket);
  free(p->held);
  *p = (nf_fast_payload){0};
}

// Each contribution is a term, and reduced once: its words once more.
uint64_t nf_fast_payload_bytes(uint32_t ranks, uint64_t bytes) {
  const uint64_t blocks = (bytes + NF_BLOCK_BYTES - 1) / NF_BLOCK_BYTES;
  return ranks * blocks * (NF_BLOCK_BYTES + 4 * sizeof(nf_fast_term) + sizeof(uint32_t));
}

int nf_fast_payload_cut(nf_fast_payload *p, uint32_t words, uint32_t held, nf_err *e) {
  p->words = words;
  p->held_parts = held;
  p->held = calloc((size_t)p->in->ranks * held, sizeof *p->held);
  return p->held ? NF_EXIT_OK : nf_err_memory(e, "the payload");
}

int nf_fast_payload_tables(nf_fast_payload *p, const nf_fast_fabric *f, uint32_t entries,
                           nf_err *e) {
  uint32_t total = 0;
  p->entries = entries;
  p->entry_of = calloc(f->sites, sizeof *p->entry_of);
  for (uint32_t i = 0; p->entry_of && i < f->sites; i++) {
    p->entry_of[i] = total;
    total += f->site[i].tables * entries;
  }
  p->entry = calloc(total, sizeof *p->entry);
  return p->entry_of && p->entry ? NF_EXIT_OK : nf_err_memory(e, "the payload of tables");
}

// ------------------------------------------------------------------------------- terms
static uint32_t new_term(nf_fast_payload *p, nf_fast_term t, nf_err *e) {
  if (!nf_grow(&p->term, &p->term_room, p->terms + 1ull, sizeof *p->term))
    return nf_err_memory(e, "the payload"), 0;
  p->term[0] = (nf_fast_term){0, 0, NULL};
  p->term[p->terms] = t;
  return p->terms++;
}

static uint32_t *new_words(nf_fast_payload *p, nf_err *e) {
  if (p->arena_left < p->words) {
    const size_t words = p->words > PIECE_WORDS ? p->words : PIECE_WORDS;
    piece *more = malloc(sizeof *more + words * sizeof more->word[0]);
    if (!more) {
      nf_err_memory(e, "the payload");
      return NULL;
    }
    more->next = p->pieces;
    p->pieces = more;
    p->arena = more->word;
    p->arena_left = words;
  }
  uint32_t *w = p->arena;
  p->arena += p->words;
  p->arena_left -= p->words;
  return w;
}

uint32_t nf_fast_payload_leaf(nf_fast_payload *p, uint32_t rank, uint32_t part, nf_err *e) {
  return new_term(
      p, (nf_fast_term){NF_FAST_LEAF | rank, part, p->in->data[rank] + (size_t)part * p->words}, e);
}

uint32_t nf_fast_payload_add(nf_fast_payload *p, uint32_t a, uint32_t b, nf_err *e) {
  uint32_t *sum = e->status == NF_EXIT_OK ? new_words(p, e) : NULL;
  if (!sum)
    return 0;
  if (a == 0 || b == 0) {
    nf_err_set(e, NF_EXIT_FAILED, "payload: something is added to data that is not there");
    return 0;
  }
  for (uint32_t i = 0; i < p->words; i++)
    sum[i] = nf_alu_op(p->op, p->dtype, p->term[a].word[i], p->term[b].word[i], &p->flags);
  return new_term(p, (nf_fast_term){a, b, sum}, e);
}

// ------------------------------------------------------------------------------- packets under way
static uint64_t key_of(unsigned plane, const nf_fast_packet *k) {
  const unsigned opcode = nf_fast_opcode(k);
  const uint64_t to = opcode == NF_OPCODE_PULL_RSP || opcode == NF_OPCODE_PUSH_PARTIAL ? k->to : 0;
  return k->from | to << 16 | (uint64_t)plane << 32 | (uint64_t)opcode << 48;
}

static uint32_t *bucket_of(const nf_fast_payload *p, uint64_t key, uint32_t tag) {
  const uint64_t mixed = (key ^ (uint64_t)tag << 20) * 0x9e3779b97f4a7c15ull;
  return &p->bucket[mixed >> 32 & (BUCKETS - 1)];
}

static uint32_t new_flight(nf_fast_payload *p, nf_err *e) {
  if (p->free_flight) {
    const uint32_t i = p->free_flight;
    p->free_flight = p->flight[i].next;
    return i;
  }
  if (!nf_grow(&p->flight, &p->flight_room, p->flights + 2ull, sizeof *p->flight))
    return nf_err_memory(e, "the payload"), 0;
  return ++p->flights;
}

// A rank's own contribution, which says by itself what it carries.
static bool is_own(const nf_fast_payload *p, const nf_fast_packet *k) {
  const unsigned opcode = nf_fast_opcode(k);
  return (opcode == NF_OPCODE_PUSH_WRITE || opcode == NF_OPCODE_PULL_RSP) && k->from < p->in->ranks;
}

// The youngest of its bucket is last, so that the first that is found was sent first.
void nf_fast_payload_send(nf_fast_payload *p, unsigned plane, const nf_fast_packet *k,
                          uint32_t term, nf_err *e) {
  const uint64_t key = key_of(plane, k);
  const uint32_t i = is_own(p, k) ? 0 : new_flight(p, e);
  if (i == 0)
    return;
  p->flight[i] = (nf_fast_flight){.key = key, .tag = k->tag, .term = term, .count = k->count};
  uint32_t *at = bucket_of(p, key, k->tag);
  while (*at)
    at = &p->flight[*at].next;
  *at = i;
}

// Multicasts are read by all of their targets, and stay.
static bool stays(unsigned opcode) {
  return opcode == NF_OPCODE_PUSH_RESULT || opcode == NF_OPCODE_MCAST_WRITE;
}

uint32_t nf_fast_payload_of(nf_fast_payload *p, unsigned plane, unsigned planes,
                            const nf_fast_packet *k, nf_err *e) {
  const unsigned opcode = nf_fast_opcode(k);
  if (is_own(p, k))
    return nf_fast_payload_leaf(p, k->from, k->tag * planes + plane, e);
  const uint64_t key = key_of(plane, k);
  uint32_t *at = bucket_of(p, key, k->tag);
  while (*at && (p->flight[*at].key != key || p->flight[*at].tag != k->tag))
    at = &p->flight[*at].next;
  const uint32_t i = *at;
  if (i == 0 || (!stays(opcode) && p->flight[i].count != k->count)) {
    nf_err_set(e, NF_EXIT_FAILED,
               "payload: a packet of opcode %u for block %u of plane %u from node %u has a count "
               "of %u, and none is under way",
               opcode, k->tag, plane, k->from, k->count);
    return 0;
  }
  const uint32_t term = p->flight[i].term;
  if (!stays(opcode)) {
    *at = p->flight[i].next;
    p->flight[i].next = p->free_flight;
    p->free_flight = i;
  }
  return term;
}
