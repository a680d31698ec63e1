// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// All-reduce on the trees of link_tree.h: reduced up, broadcast down, a step a level. One tree with
// all of the buffer, or one from each GPU with a part each (TREE, Fig. 4). Each pair of GPUs has
// lanes of its own, as it has links of its own.
#include "algorithms.h"
#include "emit.h"
#include "link_tree.h"

typedef struct {
  uint32_t count;
  nf_link_tree tree[NF_LINKS_GPUS];
} trees;

static int emit_trees(const nf_schedule *s, uint32_t rank, nf_steps *out, nf_err *e) {
  const trees *t = s->own;
  nf_emit b;
  if (nf_emit_open(&b, s, rank, 2 * s->ranks, out, e) == NF_EXIT_OK)
    for (uint32_t down = 0; down < 2; down++)
      for (uint32_t k = 0, levels = t->tree[0].levels; k < levels; k++)
        for (uint32_t c = 0; c < t->count; c++) {
          const nf_link_tree *tree = &t->tree[c];
          const uint32_t level = down ? k : levels - 1 - k;
          for (uint32_t v = 0; v < s->ranks; v++) {
            const uint32_t parent = tree->parent[v], from = down ? parent : v,
                           to = down ? v : parent;
            if (v == tree->root || tree->level[v] != level)
              continue;
            if (rank == from)
              nf_emit_send(&b, 2 * to, to, 0, c, 1);
            else if (rank == to)
              nf_emit_recv(&b, 2 * from + 1, from, 0, c, 1, !down);
          }
        }
  nf_emit_close(&b);
  return e->status;
}

const nf_link_tree *nf_link_trees_of(const nf_schedule *s, uint32_t *count) {
  const trees *t = s->emit == emit_trees ? s->own : NULL;
  *count = t ? t->count : 0;
  return t ? t->tree : NULL;
}

static int open_trees(nf_schedule *s, const nf_shape *shape, uint32_t count, nf_err *e) {
  trees t = {.count = count};
  if (!shape->links || shape->links->gpus != shape->ranks)
    return nf_refuse(e, "%s: give the links of the %u GPUs, as --topology p3.16xlarge", s->name,
                     shape->ranks);
  nf_link_weights w = nf_link_weights_of(shape->links);
  for (uint32_t c = 0; c < count; c++) {
    const uint32_t root = (shape->root + c) % shape->ranks;
    if (nf_link_tree_make(&t.tree[c], shape->links, &w, root, e) != NF_EXIT_OK)
      return e->status;
    nf_link_weights_use(&w, &t.tree[c], nf_link_penalty);
  }
  s->emit = emit_trees;
  if (nf_shape_chunks(s, count, e) != NF_EXIT_OK)
    return e->status;
  return nf_shape_keep(s, &t, sizeof t, e);
}

int nf_link_tree_open(nf_schedule *s, const nf_shape *shape, nf_err *e) {
  return open_trees(s, shape, 1, e);
}

int nf_link_trees_open(nf_schedule *s, const nf_shape *shape, nf_err *e) {
  return open_trees(s, shape, shape->ranks, e);
}

// Four steps of each edge of each tree.
nf_extent nf_link_tree_extent(const nf_shape *shape) {
  const uint64_t steps = 4 * (shape->ranks - 1ull);
  return (nf_extent){steps, steps};
}

nf_extent nf_link_trees_extent(const nf_shape *shape) {
  const uint64_t steps = nf_link_tree_extent(shape).steps * shape->ranks;
  return (nf_extent){steps, steps};
}
