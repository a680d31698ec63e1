// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// How trees follow each other along the buffer.
#include "identify.h"

#include <string.h>

// Elements that the segments are of.
static size_t whole(const tr_analysis *a) { return a->call ? a->call : a->count; }

// Whether a tree gives all answers from there on.
static bool gives_rest(const tr_analysis *a, const tr_found *tree, size_t from) {
  const tr_sheet *s = a->sheet;
  for (size_t at = from; at < a->count; at++)
    if (!tr_same(s->type, tree->expected[at % s->length], tr_load(a->array, s->type, at)))
      return false;
  return true;
}

// The last chunk is no larger than the others. Where trees come again, what seems to be its end may
// be the next one's begin, which is too short to tell.
static bool ends(const tr_analysis *a, size_t chunk, size_t most) {
  const size_t from = (a->segments - 1) * chunk;
  if (whole(a) - from <= most)
    return true;
  return a->segments > a->trees && whole(a) - from < 2 * chunk &&
         gives_rest(a, &a->tree[a->segment[a->segments - a->trees].tree], from + chunk);
}

// Border k is after k + 1 chunks, and known to lie in an interval only.
size_t tr_equal_chunks(const tr_analysis *a, size_t *most) {
  size_t low = 1, high = SIZE_MAX;
  for (size_t k = 1; k < a->segments; k++) {
    const size_t least = (a->segment[k].earliest + k - 1) / k, top = a->segment[k].from / k;
    low = least > low ? least : low;
    high = top < high ? top : high;
  }
  if (low > high)
    return 0;
  // Of several sizes the one that divides the buffer among the ranks is the likely one.
  const size_t even = (whole(a) + a->sheet->ranks - 1) / a->sheet->ranks;
  const size_t chunk = even >= low && even <= high ? even : low;
  if (!ends(a, chunk, high))
    return 0;
  *most = high;
  return chunk;
}

// One chunk a segment, the first ones larger by one element: the buffer divided as evenly as it
// goes.
static bool even_chunks(const tr_analysis *a) {
  const size_t chunk = whole(a) / a->segments, rest = whole(a) % a->segments;
  for (size_t k = 1; k < a->segments; k++) {
    const size_t border = k * chunk + (k < rest ? k : rest);
    if (border < a->segment[k].earliest || border > a->segment[k].from)
      return false;
  }
  return true;
}

// By how much the first tree must be rotated to be another one; -1: none.
static int rotation(const tr_tree *from, const tr_tree *to) {
  for (unsigned by = 0; by < from->ranks; by++) {
    tr_tree t = *from;
    tr_tree_rotate(&t, by);
    if (tr_tree_equal(&t, to))
      return (int)by;
  }
  return -1;
}

// The rotation from each segment to the next is the same one: its size, else 0.
static unsigned steady_rotation(const tr_analysis *a) {
  const unsigned n = a->sheet->ranks;
  int step = -1;
  for (size_t k = 1; k < a->segments; k++) {
    const int by =
        rotation(&a->tree[a->segment[k - 1].tree].tree, &a->tree[a->segment[k].tree].tree);
    if (by <= 0 || (step >= 0 && by != step))
      return 0;
    step = by;
  }
  return step > 0 ? (unsigned)step % n : 0;
}

static void sizes_text(const tr_analysis *a, char *text, size_t size) {
  size_t most = 0;
  const size_t chunk = tr_equal_chunks(a, &most);
  if (a->segments <= a->sheet->ranks && even_chunks(a)) {
    const size_t low = whole(a) / a->segments, rest = whole(a) % a->segments;
    snprintf(text, size, "%zu chunks of %zu%s elements", a->segments, low,
             rest ? " or one more" : "");
  } else if (chunk) {
    snprintf(text, size, "chunks of %zu%s elements", chunk, most > chunk ? " (or a few more)" : "");
  } else {
    size_t least = SIZE_MAX;
    most = 0;
    for (size_t k = 0; k < a->segments; k++) {
      const size_t have = a->segment[k].to - a->segment[k].from;
      least = have < least ? have : least;
      most = have > most ? have : most;
    }
    snprintf(text, size, "%zu chunks of %zu to %zu elements", a->segments, least, most);
  }
}

static bool are_double(const tr_analysis *a) {
  const char *first = a->tree[a->segment[0].tree].name, *second = a->tree[a->segment[1].tree].name;
  return a->trees == 2 &&
         ((strstr(first, "double tree, first") && strstr(second, "double tree, second")) ||
          (strstr(second, "double tree, first") && strstr(first, "double tree, second")));
}

// All trees are rings, each in its own groups of ranks or of all: which first ranks, which
// directions.
static bool rings_text(const tr_analysis *a, char *text, size_t size) {
  const tr_shape *first = &a->tree[a->segment[0].tree].shape;
  unsigned starts = 0, ways = 0, counted[2] = {0};
  bool begins[TR_MAX_RANKS] = {false};
  for (unsigned t = 0; t < a->trees; t++) {
    const tr_shape *s = &a->tree[t].shape;
    if (!s->step || s->group != first->group || s->strided != first->strided)
      return false;
    starts += !begins[s->start];
    begins[s->start] = true;
    ways += counted[s->step < 0]++ == 0;
  }
  const unsigned round = first->group ? first->group : a->sheet->ranks;
  char where[64] = "";
  if (first->group)
    snprintf(where, sizeof where, " in groups of %u %s ranks, then between them", first->group,
             first->strided ? "strided" : "neighbouring");
  snprintf(text, size, "rings%s: %u trees, %s%u of %u ranks begin%s", where, a->trees,
           ways == 2 ? "both directions, " : "", starts, round, starts == 1 ? "s" : "");
  return true;
}

void tr_pattern_text(const tr_analysis *a, char *text, size_t size) {
  char sizes[160], rings[160];
  if (a->fixed.found) {
    snprintf(text, size, "the same at every position");
    return;
  }
  if (a->orders.kind != TR_ORDER_FIXED) {
    snprintf(text, size,
             a->orders.block ? "one tree in each aligned block of %zu elements"
                             : "the tree changes along the buffer",
             a->orders.block);
    return;
  }
  if (a->segments == 0) {
    snprintf(text, size, "%u tree%s seen in %zu-element sheets; %zu sheets with none", a->trees,
             a->trees == 1 ? "" : "s", a->sheet->length, a->undecoded);
    return;
  }
  if (a->segments == 1) {
    snprintf(text, size, "the same at every position");
    return;
  }
  if (a->call) {
    const size_t used = (size_t)snprintf(text, size, "in each call of %zu elements: ", a->call);
    text += used < size ? used : size;
    size -= used < size ? used : size;
  }
  sizes_text(a, sizes, sizeof sizes);
  const unsigned by = steady_rotation(a);
  const tr_found *first = &a->tree[a->segment[0].tree];
  if (by && first->shape.step && !first->shape.group)
    snprintf(text, size,
             "ring rotated by chunk: %s; the first begins with rank %u, each next one %u rank%s %s",
             sizes, first->shape.start, by <= a->sheet->ranks / 2 ? by : a->sheet->ranks - by,
             by == 1 || by == a->sheet->ranks - 1 ? "" : "s",
             by <= a->sheet->ranks / 2 ? "later" : "earlier");
  else if (by)
    snprintf(text, size, "one tree rotated by %u ranks from chunk to chunk: %s", by, sizes);
  else if (are_double(a))
    snprintf(text, size, "double tree: %s, the two trees in turn", sizes);
  else if (rings_text(a, rings, sizeof rings))
    snprintf(text, size, "%s; %zu segments, %s", rings, a->segments, sizes);
  else
    snprintf(text, size, "depends on the position: %u trees in %zu segments, %s", a->trees,
             a->segments, sizes);
}
