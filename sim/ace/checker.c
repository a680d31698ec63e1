// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/ace/checker.h"

#include <stdlib.h>
#include <string.h>

// A node's result against the reference; names the first word that differs, its piece and chunk.
static int compare(const nf_ace_reference *r, const uint8_t *got, const uint32_t *want,
                   unsigned node, nf_err *e) {
  const nf_ace_plan *p = r->plan;
  if (memcmp(got, want, p->dst_bytes) == 0)
    return NF_EXIT_OK;
  uint64_t i = 0;
  uint32_t word = 0;
  for (;; i++) {
    memcpy(&word, got + 4 * i, sizeof word);
    if (word != want[i])
      break;
  }
  const uint64_t piece = 4 * i / p->block, in_piece = 4 * i % p->block;
  return nf_err_set(e, NF_EXIT_FAILED,
                    "node %u, command %u: word %llu of the result is 0x%08x and must be 0x%08x "
                    "(piece %llu, chunk %llu)",
                    node, r->command, (unsigned long long)i, word, want[i],
                    (unsigned long long)piece, (unsigned long long)(in_piece / p->message));
}

// Nothing but the results may have changed.
static int untouched(const nf_ace_reference *r, const nf_ace_places *at, const nf_ace_mem *m,
                     unsigned node, unsigned commands, nf_err *e) {
  const nf_ace_plan *p = r->plan;
  const uint64_t src_end = at->src + p->src_bytes;
  uint64_t from = at->base;
  if (p->src_bytes && memcmp(nf_ace_mem_at(m, at->src), r->data[node], p->src_bytes) != 0)
    return nf_err_set(e, NF_EXIT_FAILED, "node %u: the data itself has changed", node);
  for (unsigned c = 0; c <= commands + 1; c++) {
    // From the end of one place in use to the start of the next.
    const uint64_t to = c == 0              ? at->src
                        : c == commands + 1 ? at->base + m->size
                                            : at->dst + (c - 1) * at->dst_step;
    const uint64_t changed = nf_ace_mem_changed(m, from, to);
    if (changed < to)
      return nf_err_set(e, NF_EXIT_FAILED,
                        "node %u: the byte at 0x%llx has changed, outside of every result", node,
                        (unsigned long long)changed);
    from = c == 0 ? src_end : to + p->dst_bytes;
  }
  return NF_EXIT_OK;
}

static bool sums(const nf_ace_plan *p) {
  return p->cfg.collective == NF_COLL_ALL_REDUCE || p->cfg.collective == NF_COLL_REDUCE_SCATTER;
}

// Distance of a node's result from the exact one. `first`: place of its first word in the data.
static int measure(nf_verdict *v, const nf_ace_reference *r, const uint32_t *result, uint64_t first,
                   nf_err *e) {
  const nf_ace_plan *p = r->plan;
  uint32_t column[NF_TOPO_NODES];
  const unsigned nodes = p->cfg.topology->nodes;
  for (uint64_t i = 0;
       i < p->dst_bytes / 4 && first + i < p->src_bytes / 4 && e->status == NF_EXIT_OK; i++) {
    for (unsigned n = 0; n < nodes; n++)
      column[n] = r->data[n][first + i];
    nf_check_word(v, r->op, r->dtype, first + i, result[i], column, nodes, e);
  }
  return e->status;
}

// All nodes' results of one command. Where all get the same, one reference serves them all.
static int check_command(nf_verdict *v, const nf_ace_reference *r, const nf_ace_places *at,
                         const nf_ace_mem *const *memory, uint32_t *want, nf_err *e) {
  const nf_ace_plan *p = r->plan;
  for (unsigned n = 0; n < p->cfg.topology->nodes; n++) {
    const bool anew = n == 0 || !nf_ace_reference_same(p);
    if (anew && nf_ace_reference_node(r, n, want, e) != NF_EXIT_OK)
      return e->status;
    if (compare(r, nf_ace_mem_at(memory[n], at->dst + r->command * at->dst_step), want, n, e) !=
        NF_EXIT_OK)
      return e->status;
    v->words += p->dst_bytes / 4;
    if (anew && sums(p) && r->command == 0 &&
        measure(v, r, want, p->cfg.collective == NF_COLL_REDUCE_SCATTER ? n * p->dst_bytes / 4 : 0,
                e) != NF_EXIT_OK)
      return e->status;
  }
  return NF_EXIT_OK;
}

int nf_ace_check(nf_verdict *v, const nf_ace_reference *r, const nf_ace_places *at,
                 const nf_ace_mem *const *memory, unsigned commands, nf_err *e) {
  const unsigned nodes = r->plan->cfg.topology->nodes;
  uint32_t *want = malloc(r->plan->dst_bytes + 4);
  *v = nf_verdict_begin(sums(r->plan), r->op, r->dtype, nodes);
  if (!want)
    return nf_err_memory(e, "the expected result");
  for (unsigned c = 0; c < commands && e->status == NF_EXIT_OK; c++) {
    nf_ace_reference one = *r;
    one.command = c;
    check_command(v, &one, at, memory, want, e);
  }
  free(want);
  for (unsigned n = 0; n < nodes && e->status == NF_EXIT_OK; n++)
    untouched(r, at, memory[n], n, commands, e);
  return e->status;
}

static void count_wrong(nf_ace_wrong *wrong, const uint8_t *got, const uint32_t *want,
                        uint64_t words, uint64_t at, bool ok) {
  for (uint64_t i = 0; i < words; i++) {
    if (memcmp(got + 4 * i, &want[i], sizeof want[i]) == 0)
      continue;
    wrong->first = wrong->words++ == 0 ? at + 4 * i : wrong->first;
    wrong->last = at + 4 * i;
    wrong->silent |= ok;
  }
}

int nf_ace_check_ends(nf_ace_wrong *wrong, const nf_ace_reference *r, const nf_ace_places *at,
                      const nf_ace_mem *const *memory, const uint8_t *const *ends,
                      unsigned commands, nf_err *e) {
  const nf_ace_plan *p = r->plan;
  uint32_t *want = malloc(p->dst_bytes + 4);
  if (!want)
    return nf_err_memory(e, "the expected result");
  for (unsigned n = 0; n < p->cfg.topology->nodes && e->status == NF_EXIT_OK; n++) {
    wrong[n] = (nf_ace_wrong){0};
    for (unsigned c = 0; c < commands; c++) {
      nf_ace_reference one = *r;
      one.command = c;
      if (nf_ace_reference_node(&one, n, want, e) != NF_EXIT_OK)
        break;
      const uint64_t place = at->dst + c * at->dst_step;
      count_wrong(&wrong[n], nf_ace_mem_at(memory[n], place), want, p->dst_bytes / 4, place,
                  ends[n][c] == NF_ACE_STATUS_OK);
    }
    if (e->status == NF_EXIT_OK)
      untouched(r, at, memory[n], n, commands, e);
  }
  free(want);
  return e->status;
}
