// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "identify.h"

#include "json.h"
#include <inttypes.h>
#include <string.h>

// ------------------------------------------------------------------------------- text
enum { WIDTH = 100, INDENT = 14 };

// Words of a text in lines, all but the first indented.
static void wrapped(FILE *f, const char *text, size_t at, const char *before) {
  while (*text) {
    const size_t word = strcspn(text, " ");
    if (at + word + 1 > WIDTH && at > INDENT) {
      fprintf(f, "\n%*s%s", INDENT, "", before);
      at = INDENT + strlen(before);
    }
    fprintf(f, "%.*s ", (int)word, text);
    at += word + 1;
    text += word;
    text += strspn(text, " ");
  }
  fputc('\n', f);
}

// A tree lying on its side: the root on the left, each operand a line.
static void draw(FILE *f, const tr_tree *t, int child, char *before, bool last) {
  const size_t used = strlen(before);
  fprintf(f, "%*s%s%s", INDENT, "", before, used ? (last ? "`-" : "|-") : "");
  if (child >= 0) {
    fprintf(f, " %d\n", child);
    return;
  }
  const unsigned n = t->node[~child].count;
  fprintf(f, n > 2 ? "(+) %u at once\n" : "(+)\n", n);
  if (used + 3 < TR_TREE_TEXT)
    strcat(before, used == 0 ? "" : last ? "  " : "| ");
  if (used == 0)
    strcat(before, " ");
  for (unsigned i = 0; i < n; i++)
    draw(f, t, t->child[t->node[~child].first + i], before, i + 1 == n);
  before[used] = 0;
}

void tr_report_text(const tr_report *r, FILE *f) {
  const tr_answers *w = &r->answers;
  fprintf(f, "%u ranks, %s, %zu elements, %u repetition%s: %s\n", w->ranks,
          tr_format_of(r->sheet->type)->name, w->count, w->reps, w->reps == 1 ? "" : "s",
          tr_report_explained(r) ? "every answer is explained" : "NOT EXPLAINED");
  for (unsigned i = 0; i < r->statements; i++) {
    const tr_statement *s = &r->statement[i];
    fprintf(f, "%-*s", INDENT, s->key);
    wrapped(f, s->says, INDENT, "");
    if (*s->evidence) {
      fprintf(f, "%*s| ", INDENT, "");
      wrapped(f, s->evidence, INDENT + 2, "| ");
    }
  }
  const tr_analysis *a = r->analyses ? &r->analysis[0] : NULL;
  if (a && a->trees && a->orders.kind == TR_ORDER_FIXED && a->sheet->ranks <= 32) {
    char before[TR_TREE_TEXT] = "";
    fprintf(f, "%-*s%s\n", INDENT, "drawing", a->trees > 1 ? "of the first tree" : "");
    draw(f, &a->tree[0].tree, ~(int)(a->tree[0].tree.nodes - 1), before, true);
  }
  for (unsigned g = 1; g < r->analyses; g++)
    fprintf(f, "%-*sarray %u: %s; %.400s\n", INDENT, "others", g + 1,
            r->analysis[g].claimed ? "explained" : "NOT EXPLAINED",
            r->analysis[g].orders.kind != TR_ORDER_FIXED ? "in an order that varies"
            : r->analysis[g].trees                       ? r->analysis[g].tree[0].text
                                                         : "no tree");
}

// ------------------------------------------------------------------------------- JSON
static void bits_of(tr_json *j, const tr_sheet *s, const char *key, uint64_t bits) {
  char text[24];
  snprintf(text, sizeof text, "%0*" PRIx64, (int)(2 * tr_format_of(s->type)->bytes), bits);
  tr_json_text(j, key, text);
}

static void json_arith(tr_json *j, const char *key, const tr_arith *h) {
  static const char *const hops[] = {"once", "every", "some"};
  static const char *const over[] = {"ieee", "infinity", "saturate"};
  static const char *const zero[] = {"ieee", "start", "plus"};
  char text[256];
  tr_arith_text(h, text, sizeof text);
  tr_json_open(j, key, '{');
  tr_json_text(j, "text", text);
  tr_json_text(j, "width", h->acc_name);
  tr_json_text(j, "rounding", tr_mode_name(h->mode));
  if (!h->acc_is_type) {
    tr_json_text(j, "final", tr_mode_name(h->out));
    tr_json_text(j, "hops", hops[h->hops]);
  }
  tr_json_bool(j, "flush_operands", h->rules.flush_in);
  tr_json_bool(j, "flush_results", h->rules.flush_out);
  tr_json_text(j, "overflow", over[h->rules.over]);
  tr_json_text(j, "zero", zero[h->rules.zero]);
  tr_json_close(j, '{');
}

static void json_analysis(tr_json *j, const tr_analysis *a) {
  static const char *const nans[] = {"none", "one", "operand", "mixed"};
  static const char *const orders[] = {"fixed", "sequential by arrival", "by arrival"};
  enum { SEGMENTS = 4096 };
  char pattern[512];
  tr_pattern_text(a, pattern, sizeof pattern);
  tr_json_open(j, NULL, '{');
  tr_json_bool(j, "explained", a->claimed);
  tr_json_bool(j, "stochastic", a->stochastic);
  tr_json_text(j, "order", orders[a->orders.kind]);
  tr_json_size(j, "order_block", a->orders.block);
  tr_json_size(j, "blocks_looked_at", a->orders.looked);
  tr_json_size(j, "blocks_told", a->orders.told);
  tr_json_text(j, "position", pattern);
  tr_json_size(j, "call", a->call);
  tr_json_size(j, "segments_open", a->open);
  tr_json_open(j, "trees", '[');
  for (unsigned t = 0; t < a->trees; t++) {
    tr_json_open(j, NULL, '{');
    tr_json_text(j, "tree", a->tree[t].text);
    tr_json_text(j, "name", a->tree[t].name);
    tr_json_size(j, "elements", a->tree[t].elements);
    tr_json_close(j, '{');
  }
  tr_json_close(j, '[');
  tr_json_open(j, "segments", '[');
  for (size_t k = 0; k < a->segments && k < SEGMENTS; k++) {
    tr_json_open(j, NULL, '{');
    tr_json_size(j, "from", a->segment[k].from);
    tr_json_size(j, "earliest", a->segment[k].earliest);
    tr_json_size(j, "to", a->segment[k].to);
    tr_json_size(j, "tree", a->segment[k].tree);
    tr_json_bool(j, "open", a->segment[k].open);
    tr_json_close(j, '{');
  }
  tr_json_close(j, '[');
  tr_json_open(j, "arithmetic", '[');
  for (unsigned h = 0; h < a->hypotheses; h++)
    json_arith(j, NULL, &a->hypothesis[h]);
  tr_json_close(j, '[');
  tr_json_open(j, "nan", '{');
  tr_json_text(j, "rule", nans[a->nan.rule]);
  bits_of(j, a->sheet, "propagated", a->nan.propagated);
  if (a->nan.has_invalid)
    bits_of(j, a->sheet, "invalid", a->nan.invalid);
  tr_json_close(j, '{');
  tr_json_open(j, "error", '{');
  tr_json_size(j, "sums", a->error.sums);
  tr_json_size(j, "correctly_rounded", a->error.correct);
  tr_json_number(j, "worst", a->error.worst);
  tr_json_number(j, "bound", a->error.bound);
  tr_json_close(j, '{');
  tr_json_size(j, "unexplained", a->odds);
  tr_json_open(j, "smallest_unexplained", '[');
  for (unsigned i = 0; i < a->smallest_count; i++)
    tr_json_size(j, NULL, a->smallest[i] % a->sheet->length);
  tr_json_close(j, '[');
  tr_json_close(j, '{');
}

void tr_report_json(const tr_report *r, FILE *f) {
  tr_json j = {.f = f};
  tr_json_open(&j, NULL, '{');
  tr_json_text(&j, "dtype", tr_format_of(r->sheet->type)->name);
  tr_json_size(&j, "ranks", r->answers.ranks);
  tr_json_size(&j, "count", r->answers.count);
  tr_json_size(&j, "repetitions", r->answers.reps);
  tr_json_size(&j, "seed", r->sheet->seed);
  tr_json_bool(&j, "explained", tr_report_explained(r));
  tr_json_bool(&j, "ranks_agree", r->ranks_agree);
  tr_json_bool(&j, "repetitions_agree", r->reps_agree);
  tr_json_bool(&j, "nan_bits_agree", r->nans_agree);
  tr_json_open(&j, "trees_seen", '{');
  tr_json_size(&j, "trees", r->seen.trees);
  tr_json_size(&j, "parts", r->seen.parts);
  tr_json_number(&j, "most_changed_units", r->seen.units);
  tr_json_size(&j, "most_changed_probe", r->seen.probe);
  tr_json_close(&j, '{');
  tr_json_open(&j, "statements", '[');
  for (unsigned i = 0; i < r->statements; i++) {
    tr_json_open(&j, NULL, '{');
    tr_json_text(&j, "what", r->statement[i].key);
    tr_json_text(&j, "says", r->statement[i].says);
    tr_json_text(&j, "evidence", r->statement[i].evidence);
    tr_json_close(&j, '{');
  }
  tr_json_close(&j, '[');
  tr_json_open(&j, "arrays", '[');
  for (unsigned g = 0; g < r->analyses; g++)
    json_analysis(&j, &r->analysis[g]);
  tr_json_close(&j, '[');
  tr_json_open(&j, "array_of", '[');
  for (unsigned i = 0; i < r->answers.ranks * r->answers.reps; i++)
    tr_json_size(&j, NULL, r->of[i]);
  tr_json_close(&j, '[');
  tr_json_close(&j, '{');
}
