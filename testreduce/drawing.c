// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Trees as SVG: ranks below, in the order in which their branches lie, sums above, the root on top.
#include "identify.h"

#include <string.h>

enum { LEAF = 34, LEVEL = 36, MARGIN = 24, TITLE = 40, PANELS = 16 };

typedef struct {
  FILE *f;
  const tr_tree *t;
  int next;                                 // leaf column
  int x[TR_MAX_RANKS], level[TR_MAX_RANKS]; // of nodes
  int leaf[TR_MAX_RANKS];                   // x of ranks
} panel;

// Leaves get columns from left to right; a node stands above the middle of its operands.
static void place(panel *p, int child, int *x, int *level) {
  if (child >= 0) {
    *x = p->leaf[child] = MARGIN + LEAF * p->next++ + LEAF / 2;
    *level = 0;
    return;
  }
  int left = 0, right = 0, high = 0;
  for (unsigned i = 0; i < p->t->node[~child].count; i++) {
    int at, up;
    place(p, p->t->child[p->t->node[~child].first + i], &at, &up);
    left = i ? left : at;
    right = at;
    high = up > high ? up : high;
  }
  *x = p->x[~child] = (left + right) / 2;
  *level = p->level[~child] = high + 1;
}

static void lines(const panel *p, int bottom) {
  for (unsigned v = 0; v < p->t->nodes; v++)
    for (unsigned i = 0; i < p->t->node[v].count; i++) {
      const int child = p->t->child[p->t->node[v].first + i];
      const int x = child >= 0 ? p->leaf[child] : p->x[~child];
      const int y = bottom - LEVEL * (child >= 0 ? 0 : p->level[~child]);
      const int top = bottom - LEVEL * p->level[v];
      fprintf(p->f, "<path d='M%d %dV%dH%d'/>\n", x, y, top, p->x[v]);
    }
}

static void nodes(const panel *p, int bottom) {
  for (unsigned r = 0; r < p->t->ranks; r++)
    fprintf(p->f, "<circle cx='%d' cy='%d' r='13' class='rank'/><text x='%d' y='%d'>%u</text>\n",
            p->leaf[r], bottom, p->leaf[r], bottom + 4, r);
  for (unsigned v = 0; v < p->t->nodes; v++) {
    const int y = bottom - LEVEL * p->level[v];
    const unsigned n = p->t->node[v].count;
    fprintf(p->f, "<circle cx='%d' cy='%d' r='9' class='%s'/><text x='%d' y='%d'>+</text>\n",
            p->x[v], y, n > 2 ? "fused" : "sum", p->x[v], y + 4);
  }
}

static void escaped(FILE *f, const char *s) {
  for (; *s; s++) {
    if (*s == '&' || *s == '<')
      fputs(*s == '&' ? "&amp;" : "&lt;", f);
    else
      fputc(*s, f);
  }
}

void tr_report_svg(const tr_report *r, FILE *f) {
  const tr_analysis *a = r->analyses ? &r->analysis[0] : NULL;
  const unsigned panels = !a ? 0 : a->trees < PANELS ? a->trees : PANELS;
  static panel p[PANELS];
  int height = MARGIN, width = 2 * MARGIN + LEAF * (int)r->answers.ranks;
  width = width < 640 ? 640 : width;
  for (unsigned t = 0; t < panels; t++) {
    int x, level;
    p[t] = (panel){.f = f, .t = &a->tree[t].tree};
    place(&p[t], ~(int)(p[t].t->nodes - 1), &x, &level);
    height += TITLE + LEVEL * level + 2 * MARGIN;
  }
  fprintf(f,
          "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' viewBox='0 0 %d %d'>\n"
          "<style>text{font:12px sans-serif;text-anchor:middle;fill:#222}.title{text-anchor:start}"
          "path{fill:none;stroke:#666}.rank{fill:#dbe9f6;stroke:#357}.sum{fill:#fff;stroke:#357}"
          ".fused{fill:#ffe2b8;stroke:#a60}</style>\n<rect width='100%%' height='100%%' "
          "fill='#fff'/>\n",
          width, height, width, height);
  int y = MARGIN;
  for (unsigned t = 0; t < panels; t++) {
    const int bottom = y + TITLE + LEVEL * p[t].level[p[t].t->nodes - 1];
    fprintf(f, "<text class='title' x='%d' y='%d'>", MARGIN, y);
    escaped(f, a->tree[t].name);
    if (a->tree[t].elements)
      fprintf(f, ": %zu elements", a->tree[t].elements);
    fputs("</text>\n", f);
    lines(&p[t], bottom);
    nodes(&p[t], bottom);
    y = bottom + 2 * MARGIN;
  }
  fputs("</svg>\n", f);
}
