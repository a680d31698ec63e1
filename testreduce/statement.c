// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The statements of a report, each with its evidence: a probe, what came back, and what would have
// come back if the statement were wrong.
#include "identify.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_STATEMENTS = 24 };

static tr_statement *next(tr_report *r, const char *key) {
  tr_statement *s =
      &r->statement[r->statements < MAX_STATEMENTS - 1 ? r->statements++ : r->statements];
  snprintf(s->key, sizeof s->key, "%s", key);
  s->says[0] = s->evidence[0] = 0;
  return s;
}

static void more(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void more(char *text, size_t size, const char *format, ...) {
  const size_t used = strlen(text);
  va_list args;
  va_start(args, format);
  vsnprintf(text + used, size - used, format, args);
  va_end(args);
}
#define SAY(s, ...) more((s)->says, sizeof(s)->says, __VA_ARGS__)
#define SHOW(s, ...) more((s)->evidence, sizeof(s)->evidence, __VA_ARGS__)

static int digits(const tr_sheet *s) { return (int)(2 * tr_format_of(s->type)->bytes); }

static void show_answer(const tr_report *r, tr_statement *s, size_t probe, uint64_t answer) {
  char text[512];
  tr_probe_text(r->sheet, probe, text, sizeof text);
  SHOW(s, "%s%s gave %0*" PRIx64, *s->evidence ? "; " : "", text, digits(r->sheet), answer);
}

// Shows the first probe that refutes another arithmetic; false: none does.
static bool show_against(const tr_report *r, const tr_analysis *a, tr_statement *s,
                         const tr_arith *other, const char *name) {
  const tr_sheet *sheet = r->sheet;
  if (a->stochastic || a->orders.kind != TR_ORDER_FIXED)
    return false;
  for (unsigned t = 0; t < a->trees; t++) {
    const tr_reducer one = {sheet->type, a->tree[t].tree, *other};
    for (size_t p = 0; p < sheet->length; p++) {
      uint64_t x[TR_MAX_RANKS];
      tr_env none = {0};
      if (!a->tree[t].known[p])
        continue;
      tr_sheet_values(sheet, p, x);
      const uint64_t would = tr_reduce(&one, x, &none);
      if (tr_same(sheet->type, would, a->tree[t].answer[p]))
        continue;
      show_answer(r, s, p, a->tree[t].answer[p]);
      SHOW(s, ", %s %0*" PRIx64, name, digits(sheet), would);
      return true;
    }
  }
  return false;
}

// ------------------------------------------------------------------------------- agreement
static void say_agreement(tr_report *r) {
  const tr_answers *w = &r->answers;
  tr_statement *s = next(r, "ranks");
  SAY(s, "%s", r->ranks_agree ? "all agree" : "do NOT agree");
  if (r->ranks_agree && !r->nans_agree)
    SAY(s, ", but for the bits of NaNs");
  SHOW(s, "%u arrays of %zu elements", w->ranks * w->reps, w->count);
  const uint64_t here = tr_load(w->array[0], r->sheet->type, r->other_index);
  const uint64_t there =
      tr_load(w->array[r->other_rep * w->ranks + r->other_rank], r->sheet->type, r->other_index);
  if (!r->ranks_agree || !r->reps_agree)
    SHOW(s,
         "; element %zu is %0*" PRIx64 " at rank 0 of the first repetition, %0*" PRIx64
         " at rank %u of repetition %u",
         r->other_index, digits(r->sheet), here, digits(r->sheet), there, r->other_rank,
         r->other_rep + 1);
  s = next(r, "repetitions");
  if (w->reps == 1) {
    SAY(s, "only one was given: nothing is known of the next one");
    return;
  }
  SAY(s, "%u, %s", w->reps, r->reps_agree ? "all agree" : "NOT deterministic");
  if (!r->varyings)
    return;
  SAY(s, ": %zu of %zu elements vary", r->varyings, w->count);
  for (unsigned i = 0; i < TR_MAX_VARYING; i++) {
    const tr_varying *v = &r->varying[i];
    char text[512];
    if (v->low == v->high)
      continue;
    tr_probe_text(r->sheet, v->index % r->sheet->length, text, sizeof text);
    SHOW(s, "%s%s: from %0*" PRIx64 " to %0*" PRIx64 ", %.3g u sum|x|", *s->evidence ? "; " : "",
         text, digits(r->sheet), v->low, digits(r->sheet), v->high, v->units);
  }
}

// ------------------------------------------------------------------------------- tree
// The trees of all packets of all repetitions, and the inputs that they change most.
static void say_seen(tr_report *r) {
  const tr_seen *n = &r->seen;
  if (n->trees < 2)
    return;
  tr_statement *s = next(r, "trees seen");
  char text[512];
  SAY(s, "%u%s different ones in %zu parts of %u array%s that tell theirs", n->trees,
      n->more ? " and more" : "", n->parts, n->arrays, n->arrays == 1 ? "" : "s");
  if (!(n->units > 0))
    return;
  tr_probe_text(r->sheet, n->probe, text, sizeof text);
  SAY(s, "; they change one input by %.3g u sum|x|", n->units);
  SHOW(s, "%s: %0*" PRIx64 " by %.200s, %0*" PRIx64 " by %.200s", text, digits(r->sheet), n->low,
       n->low_text, digits(r->sheet), n->high, n->high_text);
}

static bool has_node(const tr_tree *t, const bool *wanted) {
  bool found = false;
  for (unsigned v = 0; v < t->nodes && !found; v++) {
    bool below[TR_MAX_RANKS] = {false};
    tr_tree_leaves(t, v, below);
    found = memcmp(below, wanted, sizeof below) == 0;
  }
  return found;
}

// The ranks whose sums are in every tree that was told: those of a switch of a lower level.
static void say_common(tr_statement *s, const tr_analysis *a) {
  unsigned common = 0;
  for (unsigned v = 0; a->trees > 1 && v + 1 < a->tree[0].tree.nodes; v++) {
    bool below[TR_MAX_RANKS] = {false}, all = true;
    tr_tree_leaves(&a->tree[0].tree, v, below);
    for (unsigned t = 1; t < a->trees && all; t++)
      all = has_node(&a->tree[t].tree, below);
    if (!all)
      continue;
    SAY(s, "%s", common++ ? " (" : "; each tree that is told has the sums (");
    for (unsigned i = 0, named = 0; i < a->sheet->ranks; i++)
      if (below[i])
        SAY(s, named++ ? " %u" : "%u", i);
    SAY(s, ")");
  }
}

static void say_orders(tr_report *r, const tr_analysis *a) {
  enum { SHOWN = 3 };
  const tr_orders *o = &a->orders;
  tr_statement *s = next(r, "tree");
  SAY(s, "%s, in an order that varies",
      o->kind == TR_ORDER_SEQUENTIAL ? "sequential" : "two operands at a time");
  SAY(s, "%s",
      !r->reps_agree         ? ": that of arrival"
      : r->answers.reps == 1 ? ": that of arrival, or one by position, which repetitions would tell"
                             : " by position: repetitions agree");
  say_common(s, a);
  SHOW(s,
       "the masks tell no one tree at %zu places; some order gives each of %zu answers that were "
       "checked",
       a->undecoded, o->checked);
  s = next(r, "position");
  if (o->block == 0) {
    SAY(s, "it changes along the buffer%s",
        o->kind == TR_ORDER_SEQUENTIAL ? "; no part tells one, which may be of sums of sums too"
                                       : "");
    return;
  }
  SAY(s, "one tree in each aligned block of %zu elements (%zu bytes), others in other blocks",
      o->block, o->block * tr_format_of(r->sheet->type)->bytes);
  SHOW(s, "the tree of %zu of the first %zu blocks is the only one that gives their answers",
       o->told, o->looked);
  for (size_t k = 0; k < a->segments && k < SHOWN; k++)
    SHOW(s, "%s %zu: %.200s", k ? ";" : ", from element", a->segment[k].from,
         a->tree[a->segment[k].tree].text);
}

static void say_fixed(tr_report *r, const tr_analysis *a) {
  const tr_fixed *f = &a->fixed;
  tr_statement *s = next(r, "tree");
  SAY(s, "none can be told: sums of integers are the same in any order");
  if (!f->wraps)
    SAY(s, ", where none saturates");
  s = next(r, "width");
  SAY(s, "fixed point: integers of %u bits, %d of them behind the point; a sum beyond them %s",
      f->bits, f->fraction, f->wraps ? "wraps" : "saturates");
  SHOW(s, "it gives %zu answers; %zu more have a NaN%s and decide nothing", f->given, f->open,
       f->wraps ? "" : " or saturate in some order");
  s = next(r, "rounding");
  SAY(s, "operands to integers: %s; sums to %s: %s", tr_mode_name(f->mode),
      tr_format_of(r->sheet->type)->name, tr_mode_name(f->back));
}

static void say_tree(tr_report *r, const tr_analysis *a) {
  if (a->fixed.found) {
    say_fixed(r, a);
    return;
  }
  if (a->orders.kind != TR_ORDER_FIXED) {
    say_orders(r, a);
    return;
  }
  tr_statement *s = next(r, "tree");
  if (a->trees == 0) {
    SAY(s, "no tree fits what the masks told at any of %zu places", a->undecoded);
    return;
  }
  enum { SHOWN = 8 };
  if (a->hypotheses == 0)
    SAY(s, "masks alone tell, and no answer confirms: ");
  for (unsigned t = 0; t < a->trees && t < SHOWN; t++)
    SAY(s, "%s%s: %.300s", t ? " | " : "", a->tree[t].name, a->tree[t].text);
  if (a->trees > SHOWN)
    SAY(s, " | and %u more", a->trees - SHOWN);
  size_t places = 0;
  for (unsigned t = 0; t < a->trees; t++)
    places += a->tree[t].seen;
  if (a->call)
    SHOW(s, "element x of all %zu calls together", (a->count + a->call - 1) / a->call);
  else
    SHOW(s, "%zu masks at each of %zu places%s", r->sheet->tree_count, places,
         a->undecoded ? ", which tell a tree; others do not" : ", all tell a tree");
  for (size_t i = 0; i < r->sheet->tree_count; i++)
    if (a->tree[0].known[r->sheet->tree_at + i] &&
        a->tree[0].answer[r->sheet->tree_at + i] == r->sheet->unit) {
      show_answer(r, s, r->sheet->tree_at + i, a->tree[0].answer[r->sheet->tree_at + i]);
      SHOW(s, ": the unit survived, its rank comes after both");
      break;
    }
  s = next(r, "position");
  tr_pattern_text(a, s->says, sizeof s->says);
  if (a->orders.also && (r->answers.reps == 1 || !r->reps_agree))
    SAY(s,
        "; or the order of arrival, one in each aligned block of %zu elements (%zu bytes): "
        "repetitions would tell",
        a->orders.block, a->orders.block * tr_format_of(r->sheet->type)->bytes);
  if (a->open)
    SAY(s, "; the tree of %zu of %zu segments is open: others may give every answer there too",
        a->open, a->segments);
  if (a->segments > 1)
    SHOW(s, "the first answers that the tree before does not give, and from where on both do:");
  for (size_t k = 1; k < a->segments && k < 12; k++)
    SHOW(s, "%s %zu (%zu)", k > 1 ? "," : "", a->segment[k].from, a->segment[k].earliest);
  if (a->segments > 12)
    SHOW(s, " ...");
}

// ------------------------------------------------------------------------------- arithmetic
static void say_width(tr_report *r, const tr_analysis *a) {
  const tr_arith *h = &a->hypothesis[0];
  const bool root_only = a->trees && a->tree[0].tree.nodes == 1;
  tr_statement *s = next(r, "width");
  nf_err ignored = {0};
  tr_arith other = *h;
  if (root_only && h->acc_is_type && r->sheet->ranks > 2) {
    SAY(s, "exact: all operands are added before anything is rounded, once");
    bool shown = false;
    for (size_t p = 0; p < r->sheet->length && !shown; p++)
      if (r->sheet->probe[p].kind == TR_PROBE_TREE && a->tree[0].known[p]) {
        show_answer(r, s, p, a->tree[0].answer[p]);
        SHOW(s, ": nothing was lost beside numbers 2^%d times as large",
             tr_format_of(r->sheet->type)->emax - tr_format_of(r->sheet->type)->emin);
        shown = true;
      }
  } else if (h->acc_is_type) {
    SAY(s, "the type's own: every sum is rounded to %s", tr_format_of(r->sheet->type)->name);
    const char *wider = r->sheet->type == TR_F64   ? "extended"
                        : r->sheet->type == TR_F32 ? "binary64"
                                                   : "binary32";
    if (tr_width_named(&other, r->sheet->type, wider, &ignored) == NF_EXIT_OK) {
      other.hops = TR_HOPS_ONCE;
      other.out = other.mode;
      show_against(r, a, s, &other, wider);
    }
  } else {
    static const char *const where[] = {"once, at the end", "at every hop", "at some hops"};
    SAY(s, "%s; rounded to %s %s", h->acc_name, tr_format_of(r->sheet->type)->name,
        root_only ? "once" : where[h->hops]);
    other = tr_arith_plain(r->sheet->type);
    other.mode = other.out = h->out;
    other.rules = h->rules;
    show_against(r, a, s, &other, "sums in the type would give");
    other = *h;
    other.hops = h->hops == TR_HOPS_ONCE ? TR_HOPS_EVERY : TR_HOPS_ONCE;
    if (!root_only)
      show_against(r, a, s, &other,
                   h->hops == TR_HOPS_ONCE ? "rounding at every hop" : "rounding once");
  }
}

static void say_rounding(tr_report *r, const tr_analysis *a) {
  const tr_arith *h = &a->hypothesis[0];
  tr_statement *s = next(r, "rounding");
  SAY(s, "%s", tr_mode_name(h->mode));
  if (!h->acc_is_type)
    SAY(s, " in sums, %s to the type", tr_mode_name(h->out));
  if (a->orders.kind != TR_ORDER_FIXED)
    SHOW(s, "of %zu hypotheses these give each answer in some order: %u", a->tried, a->hypotheses);
  if (a->orders.kind != TR_ORDER_FIXED)
    return;
  if (a->stochastic) {
    static const unsigned expected[4] = {0, 25, 50, 75};
    for (unsigned q = 1; q < 4; q++)
      if (a->quarter[q].probes)
        SHOW(s, "%sof %zu remainders of %u %% of a unit %zu were rounded away from zero",
             q > 1 ? "; " : "", a->quarter[q].probes, expected[q], a->quarter[q].up);
    return;
  }
  for (unsigned m = 0; m < TR_MODES; m++) {
    tr_arith other = *h;
    if ((tr_mode)m == (h->acc_is_type ? h->mode : h->out))
      continue;
    other.out = (tr_mode)m;
    other.mode = h->acc_is_type ? (tr_mode)m : h->mode;
    if (m <= TR_TRUNC && !show_against(r, a, s, &other, tr_mode_name((tr_mode)m)))
      SAY(s, " (%s cannot be told apart)", tr_mode_name((tr_mode)m));
  }
}

static void say_ends(tr_report *r, const tr_analysis *a) {
  const tr_arith *h = &a->hypothesis[0];
  static const char *const zeros[] = {"as IEEE 754: -0 only of nothing but -0",
                                      "sums begin with +0: never -0 of -0 and -0",
                                      "no result is -0"};
  static const char *const overs[] = {"as IEEE 754 has it for the mode", "to infinity",
                                      "to the largest number"};
  tr_statement *s = next(r, "subnormals");
  SAY(s, "%s",
      h->rules.flush_in && h->rules.flush_out ? "flushed to zero, operands and results"
      : h->rules.flush_in                     ? "operands are flushed to zero, results are not"
      : h->rules.flush_out                    ? "results are flushed to zero, operands are not"
                                              : "kept");
  tr_arith other = *h;
  other.rules.flush_in = !other.rules.flush_in;
  if (!show_against(r, a, s, &other, "operands the other way"))
    SAY(s, "; of operands nothing can be told");
  other = *h;
  other.rules.flush_out = !other.rules.flush_out;
  if (!show_against(r, a, s, &other, "results the other way"))
    SAY(s, "; of results nothing can be told");
  s = next(r, "zeros");
  SAY(s, "%s", zeros[h->rules.zero]);
  for (unsigned z = 0; z < TR_ZEROS; z++) {
    other = *h;
    other.rules.zero = (tr_zero)z;
    if (z != h->rules.zero && show_against(r, a, s, &other, "otherwise"))
      break;
  }
  s = next(r, "overflow");
  SAY(s, "%s", overs[h->rules.over]);
  for (unsigned o = 0; o < TR_OVERS; o++) {
    other = *h;
    other.rules.over = (tr_over)o;
    if (o != h->rules.over && show_against(r, a, s, &other, "otherwise"))
      break;
  }
}

static void say_nan(tr_report *r, const tr_analysis *a) {
  const tr_nan_finding *n = &a->nan;
  tr_statement *s = next(r, "NaN");
  const int width = digits(r->sheet);
  switch (n->rule) {
  case TR_NAN_NONE:
    SAY(s, "no answer was one");
    break;
  case TR_NAN_ONE:
    SAY(s, "every NaN becomes %0*" PRIx64, width, n->propagated);
    break;
  case TR_NAN_OPERAND:
    SAY(s, "an operand's payload is kept, quieted");
    if (n->first + n->second)
      SAY(s, "; of two the lower rank's in %zu of %zu cases", n->first, n->first + n->second);
    break;
  case TR_NAN_MIXED:
    SAY(s, "no rule for payloads: %zu of %zu NaNs are no operand's", n->odd, n->answers);
    break;
  }
  if (n->has_invalid)
    SAY(s, "; infinities of both signs give %s%0*" PRIx64,
        n->invalid_varies ? "different ones, such as " : "", width, n->invalid);
  if (n->not_nan)
    SAY(s, "; %zu answers that must be NaN are not (element %zu)", n->not_nan, n->example);
  SHOW(s, "%zu answers", n->answers);
}

// Two hypotheses that keep sums in the same width and round at the same places.
static bool alike(const tr_arith *a, const tr_arith *b) {
  return strcmp(a->acc_name, b->acc_name) == 0 && (a->acc_is_type || a->hops == b->hops);
}

// Hypotheses that give the same bits on every probe: one of each width and place of rounding.
static void say_others(tr_report *r, const tr_analysis *a) {
  if (a->hypotheses < 2)
    return;
  tr_statement *s = next(r, "or");
  for (unsigned h = 1; h < a->hypotheses; h++) {
    char text[200];
    unsigned before = 0, same = 0;
    for (unsigned o = 1; o < a->hypotheses; o++) {
      before += o < h && alike(&a->hypothesis[o], &a->hypothesis[h]);
      same += o > h && alike(&a->hypothesis[o], &a->hypothesis[h]);
    }
    if (before)
      continue;
    tr_arith_text(&a->hypothesis[h], text, sizeof text);
    SAY(s, "%s%s", *s->says ? " | " : "", text);
    if (same)
      SAY(s, " (or %u other rules in this width)", same);
  }
  SHOW(s, "%u hypotheses give the same bits on every probe; the simplest is above", a->hypotheses);
}

static void say_error(tr_report *r, const tr_analysis *a) {
  const tr_error *x = &a->error;
  if (x->sums == 0)
    return;
  tr_statement *s = next(r, "error");
  char text[512];
  SAY(s,
      "%zu of %zu finite sums are correctly rounded; the worst is %.3g u sum|x| off, %u roundings "
      "to "
      "nearest allow %.3g",
      x->correct, x->sums, x->worst, r->sheet->ranks - 1, x->bound);
  tr_probe_text(r->sheet, x->worst_probe, text, sizeof text);
  SHOW(s, "%s", text);
  if (a->trees > 1 && x->spread > 0) {
    tr_probe_text(r->sheet, x->spread_probe, text, sizeof text);
    SHOW(s, "; trees differ most, by %.3g, at %s", x->spread, text);
  }
}

// Whether what is said of trees rests on parts of the buffer that have not all masks.
static bool is_unsure(const tr_analysis *a) {
  bool unsure = a->open || a->orders.kind != TR_ORDER_FIXED || !a->claimed;
  for (size_t k = 0; k < a->segments && !a->call && !unsure; k++)
    unsure = a->segment[k].to - a->segment[k].earliest < a->sheet->tree_count;
  return unsure && !a->fixed.found;
}

static size_t common_divisor(size_t a, size_t b) { return b ? common_divisor(b, a % b) : a; }

// Of calls the tree of each element is told by what it meets in all of them. It meets every probe
// once in as many calls as there are probes, if their size shares no factor with that number.
static void say_few_calls(tr_report *r, const tr_analysis *a) {
  const size_t length = r->sheet->length;
  size_t call = a->call < TR_MOST_OF_CALLS / length ? a->call : TR_MOST_OF_CALLS / length;
  while (common_divisor(length, call) != 1)
    call--;
  SAY(next(r, "limit"),
      "an element of a call shows its tree for certain if it meets all %zu probes, and meets %zu "
      "here: testreduce gen --count %zu, reduced by calls of %zu elements, has them all",
      length, (a->count + a->call - 1) / a->call, length * call, call);
}

// What a larger buffer would tell: a part with a tree of its own shows it for certain when it has
// all masks, wherever in the sheet it begins.
static void say_short(tr_report *r, const tr_analysis *a) {
  const tr_sheet *sheet = r->sheet;
  const size_t call = r->answers.call ? r->answers.call : r->answers.count;
  const size_t enough = sheet->length + sheet->tree_count, chunk = call / sheet->ranks;
  if (is_unsure(a) && a->call)
    say_few_calls(r, a);
  else if (is_unsure(a) && chunk < enough)
    SAY(next(r, "limit"),
        "a part of the buffer with a tree of its own shows it for certain if it has %zu elements, "
        "and "
        "of a ring's %u chunks each has %zu here: testreduce gen --count %zu makes them that long",
        enough, sheet->ranks, chunk, enough * sheet->ranks);
}

// Where nothing fits: a fabric that adds, whatever its order, gives back an operand beside zeros,
// or flushes it.
static void say_strange(tr_report *r) {
  const tr_sheet *sheet = r->sheet;
  const uint64_t magnitude = tr_format_of(sheet->type)->sign - 1;
  size_t alone = 0, changed = 0;
  for (size_t p = 0; p < sheet->length && p < r->answers.count; p++) {
    uint64_t x[TR_MAX_RANKS], one = 0;
    unsigned operands = 0;
    tr_sheet_values(sheet, p, x);
    for (unsigned i = 0; i < sheet->ranks; i++)
      if (x[i] & magnitude) {
        operands++;
        one = x[i];
      }
    if (operands > 1 || tr_is_nan(sheet->type, one))
      continue;
    const uint64_t answer = tr_load(r->answers.array[0], sheet->type, p);
    alone++;
    changed += answer != one && (answer & magnitude) != 0;
  }
  if (changed)
    SAY(next(r, "no sums"),
        "of %zu probes with at most one operand besides zeros %zu did not come back as it: are "
        "these "
        "answers to these probes (seed %" PRIu64 ")?",
        alone, changed, sheet->seed);
}

static void say_unexplained(tr_report *r, const tr_analysis *a) {
  const tr_sheet *sheet = r->sheet;
  if (a->claimed)
    return;
  say_strange(r);
  tr_statement *s = next(r, "UNEXPLAINED");
  if (a->smallest_count) {
    char text[200];
    SAY(s, "none of %zu hypotheses gives all answers; no one gives these %u together", a->tried,
        a->smallest_count);
    for (unsigned i = 0; i < a->smallest_count; i++)
      show_answer(r, s, a->smallest[i] % sheet->length,
                  a->tree[a->smallest[i] / sheet->length].answer[a->smallest[i] % sheet->length]);
    tr_arith_text(&a->nearest, text, sizeof text);
    SAY(s, "; nearest: %s", text);
  } else if (a->odds) {
    SAY(s,
        "%zu of %zu elements are given by no tree that was found, the first is element %zu; "
        "nothing "
        "is claimed beyond the others",
        a->odds, a->count, a->odd[0].index);
    for (size_t i = 0; i < a->odds && i < 4; i++) {
      SHOW(s, "%selement %zu: ", i ? "; " : "", a->odd[i].index);
      char text[300];
      tr_probe_text(sheet, a->odd[i].index % sheet->length, text, sizeof text);
      SHOW(s, "%s gave %0*" PRIx64, text, digits(sheet), a->odd[i].answer);
    }
  } else {
    SAY(s,
        "no tree fits what the masks told at any of %zu places, and no order of two operands at a "
        "time gives all answers",
        a->undecoded);
  }
}

void tr_make_statements(tr_report *r) {
  r->statement = calloc(MAX_STATEMENTS + TR_MAX_ANALYSES, sizeof *r->statement);
  if (!r->statement || r->analyses == 0)
    return;
  const tr_analysis *a = &r->analysis[0];
  say_agreement(r);
  say_tree(r, a);
  say_seen(r);
  if (a->hypotheses) {
    say_width(r, a);
    say_rounding(r, a);
    if (a->orders.kind == TR_ORDER_FIXED)
      say_ends(r, a);
  }
  say_nan(r, a);
  if (a->hypotheses) {
    say_others(r, a);
    say_error(r, a);
  }
  say_unexplained(r, a);
  say_short(r, a);
  for (unsigned i = 0; tr_type_limit(r->sheet->type, i); i++)
    SAY(next(r, "limit"), "%s", tr_type_limit(r->sheet->type, i));
}
