// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// HammingMesh (HXMESH III): boards of a x b accelerators in a mesh of traces, x by y boards. The
// east and west ends of an accelerator row of all boards in a row meet in one switch, or in a
// two-level fat tree when a switch has too few ports; so do the north and south ends of a column. A
// HyperX of two dimensions is one with boards of a single accelerator (HXMESH Table II, note 2).
#include "hammingmesh.h"

#include "makers.h"
#include <stdlib.h>

enum { RADIX = 64 }; // HXMESH III-A

nf_hamming_tree nf_hamming_tree_of(uint32_t boards, uint32_t radix, uint32_t taper) {
  nf_hamming_tree t = {.places = 2 * boards, .down = 2 * boards, .leaves = 1};
  if (t.places <= radix)
    return t;
  t.down = radix * 100 / (200 - taper); // as in the fat trees
  t.ups = radix - t.down;
  t.leaves = (t.places + t.down - 1) / t.down;
  t.spines = (t.leaves * t.ups + radix - 1) / radix;
  return t;
}

typedef struct {
  nf_build *b;
  uint32_t size[2], boards[2]; // of a board; boards: by x and y
  uint32_t *node; // at each place of the whole grid; NF_GRAPH_NONE: the board has failed
} mesh;

static uint32_t *place(const mesh *m, uint32_t x, uint32_t y) {
  return &m->node[y * m->size[0] * m->boards[0] + x];
}

static bool has_failed(const nf_spec *s, uint32_t x, uint32_t y) {
  for (unsigned i = 0; i < s->failures; i++)
    if (s->failed[i][0] == x && s->failed[i][1] == y)
      return true;
  return false;
}

static void make_accelerators(const mesh *m, const nf_spec *s) {
  const uint32_t width = m->size[0] * m->boards[0], height = m->size[1] * m->boards[1];
  for (uint32_t y = 0; y < height; y++)
    for (uint32_t x = 0; x < width && m->b->e->status == NF_EXIT_OK; x++) {
      const uint32_t bx = x / m->size[0], by = y / m->size[1];
      *place(m, x, y) = NF_GRAPH_NONE;
      if (has_failed(s, bx, by))
        continue;
      *place(m, x, y) = nf_build_endpoint(m->b, NF_HX_PORTS, true);
      nf_build_place(m->b, *place(m, x, y), (int)bx, (int)by, (int)(x % m->size[0]),
                     (int)(y % m->size[1]));
    }
}

static void make_boards(const mesh *m) {
  const uint32_t width = m->size[0] * m->boards[0], height = m->size[1] * m->boards[1];
  for (uint32_t y = 0; y < height; y++)
    for (uint32_t x = 0; x < width && m->b->e->status == NF_EXIT_OK; x++) {
      const uint32_t node = *place(m, x, y);
      if (node == NF_GRAPH_NONE)
        continue;
      if ((x + 1) % m->size[0])
        nf_build_join(m->b, (nf_graph_plug){node, NF_HX_EAST},
                      (nf_graph_plug){*place(m, x + 1, y), NF_HX_WEST}, NF_CABLE_TRACE);
      if ((y + 1) % m->size[1])
        nf_build_join(m->b, (nf_graph_plug){node, NF_HX_SOUTH},
                      (nf_graph_plug){*place(m, x, y + 1), NF_HX_NORTH}, NF_CABLE_TRACE);
    }
}

// The tree of one row (dim 0) or column: `line` is its accelerator row or column. Rows have copper
// to the accelerators, columns fibre (HXMESH III-D).
static void make_tree(const mesh *m, unsigned dim, uint32_t line, const nf_hamming_tree *t,
                      uint32_t radix) {
  nf_build *b = m->b;
  const uint32_t leaf = nf_build_switches(b, t->leaves, t->spines ? radix : t->places, 0);
  const uint32_t spine = nf_build_switches(b, t->spines, radix, 1);
  for (uint32_t i = 0; i < t->leaves + t->spines; i++)
    nf_build_place(b, leaf + i, (int)dim, (int)line, (int)i, -1);
  for (uint32_t p = 0; p < t->places && b->e->status == NF_EXIT_OK; p++) {
    const uint32_t at = p / 2 * m->size[dim] + (p % 2 ? m->size[dim] - 1 : 0);
    const uint32_t node = dim ? *place(m, line, at) : *place(m, at, line);
    const uint32_t port =
        dim ? (p % 2 ? NF_HX_SOUTH : NF_HX_NORTH) : (p % 2 ? NF_HX_EAST : NF_HX_WEST);
    if (node != NF_GRAPH_NONE)
      nf_build_join(b, (nf_graph_plug){node, port},
                    (nf_graph_plug){leaf + p / t->down, p % t->down},
                    dim ? NF_CABLE_FIBRE : NF_CABLE_COPPER);
  }
  if (t->spines)
    nf_build_wire(b, leaf, t->leaves, t->down, t->ups, spine, t->spines);
}

// Chips for the `lines` accelerator rows (or columns) of a board row (or column).
static uint32_t chips_of(const nf_hamming_tree *t, uint32_t lines, uint32_t radix) {
  const uint32_t fit = t->spines ? 1 : radix / t->places, share = fit < lines ? fit : lines;
  return (lines + share - 1) / share * (t->leaves + t->spines);
}

static int make_mesh(nf_build *b, const nf_spec *s, const uint32_t size[2],
                     const uint32_t boards[2]) {
  const uint32_t radix = nf_spec_value(s, NF_KEY_RADIX, RADIX);
  const uint32_t taper = nf_spec_value(s, NF_KEY_TAPER, 0);
  mesh m = {.b = b, .size = {size[0], size[1]}, .boards = {boards[0], boards[1]}};
  b->g->family = NF_FAMILY_HAMMING;
  const uint32_t shape[] = {size[0], size[1], boards[0], boards[1], radix, taper};
  for (unsigned i = 0; i < sizeof shape / sizeof shape[0]; i++)
    b->g->shape[i] = shape[i];
  for (unsigned i = 0; i < s->failures; i++)
    if (s->failed[i][0] >= boards[0] || s->failed[i][1] >= boards[1])
      return nf_refuse(b->e, "topology '%s': there is no board %u.%u; there are 0.0..%u.%u",
                       b->g->name, s->failed[i][0], s->failed[i][1], boards[0] - 1, boards[1] - 1);
  const uint64_t places = (uint64_t)size[0] * size[1] * boards[0] * boards[1];
  if (places > NF_GRAPH_MOST_ENDPOINTS)
    return nf_refuse(b->e, "topology '%s': %llu accelerators; there may be %d", b->g->name,
                     (unsigned long long)places, NF_GRAPH_MOST_ENDPOINTS);
  m.node = malloc(places * sizeof *m.node);
  if (!m.node)
    return nf_err_memory(b->e, b->g->name);
  make_accelerators(&m, s);
  make_boards(&m);
  for (unsigned dim = 0; dim < 2; dim++) {
    const nf_hamming_tree t = nf_hamming_tree_of(boards[dim], radix, taper);
    if (t.leaves > radix)
      nf_refuse(b->e,
                "topology '%s': %u boards in a line; two levels of switches with %u ports join %u "
                "at most",
                b->g->name, boards[dim], radix, radix * t.down / 2);
    b->g->plane_chips += boards[1 - dim] * chips_of(&t, size[1 - dim], radix);
    for (uint32_t line = 0; line < size[1 - dim] * boards[1 - dim] && b->e->status == NF_EXIT_OK;
         line++)
      make_tree(&m, dim, line, &t, radix);
  }
  free(m.node);
  return b->e->status;
}

int nf_make_hammingmesh(nf_build *b, const nf_spec *s) {
  return make_mesh(b, s, (const uint32_t[]){s->number[0], s->number[1]},
                   (const uint32_t[]){s->number[2], s->number[3]});
}

int nf_make_hyperx(nf_build *b, const nf_spec *s) {
  return make_mesh(b, s, (const uint32_t[]){1, 1}, (const uint32_t[]){s->number[0], s->number[1]});
}
