// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "reducer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

tr_arith tr_arith_plain(tr_type type) {
  tr_arith a = {.acc = tr_width_of(type),
                .acc_is_type = true,
                .hops = TR_HOPS_EVERY,
                .nan_bits = tr_format_of(type)->nan};
  strcpy(a.acc_name, "type");
  return a;
}

int tr_width_named(tr_arith *a, tr_type type, const char *name, nf_err *e) {
  static const struct {
    const char *name;
    unsigned p;
    int emin, emax;
  } widths[] = {
      {"binary32", 24, -126, 127}, {"binary64", 53, -1022, 1023}, {"extended", 64, -16382, 16383}};
  const unsigned own = tr_format_of(type)->man_bits + 1;
  unsigned p = own;
  if (strcmp(name, "type") == 0) {
    a->acc = tr_width_of(type);
  } else if (strncmp(name, "bits:", 5) == 0) {
    const size_t digits = strspn(name + 5, "0123456789");
    p = digits && digits <= 2 && !name[5 + digits] ? (unsigned)strtoul(name + 5, NULL, 10) : 0;
    if (p >= 1 && p <= 64)
      a->acc = tr_width_bits(p);
  } else {
    p = 0;
    for (unsigned i = 0; i < 3; i++)
      if (strcmp(name, widths[i].name) == 0) {
        p = widths[i].p;
        a->acc = (tr_width){p, widths[i].emin, widths[i].emax, ~0ull << (64 - p), true};
      }
  }
  a->acc_is_type = strcmp(name, "type") == 0;
  if (p > 64 || p == 0 || (p <= own && !a->acc_is_type))
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "the width '%s' is none for %s; give type, binary32, binary64, extended or "
                      "bits:P, wider than the type's %u bits",
                      name, tr_format_of(type)->name, own);
  snprintf(a->acc_name, sizeof a->acc_name, "%s", name);
  return NF_EXIT_OK;
}

static void add_text(char *text, size_t size, const char *more) {
  const size_t used = strlen(text);
  snprintf(text + used, size - used, "%s", more);
}

void tr_arith_text(const tr_arith *a, char *text, size_t size) {
  static const char *const hops[] = {"once, at the end", "at every hop", "at some hops"};
  static const char *const over[] = {"", ", overflow to infinity", ", overflow saturates"};
  static const char *const zero[] = {"", ", sums begin with +0", ", no -0"};
  snprintf(text, size, "sums in %s, %s", a->acc_is_type ? "the type" : a->acc_name,
           tr_mode_name(a->mode));
  if (!a->acc_is_type) {
    add_text(text, size, "; to the type ");
    add_text(text, size, hops[a->hops]);
    add_text(text, size, ", ");
    add_text(text, size, tr_mode_name(a->out));
  }
  add_text(text, size, a->rules.flush_in ? ", subnormal operands are zeros" : "");
  add_text(text, size, a->rules.flush_out ? ", subnormal results are zeros" : "");
  add_text(text, size, over[a->rules.over]);
  add_text(text, size, zero[a->rules.zero]);
}

static bool is_narrow(const tr_reducer *r, unsigned node) {
  return r->arith.hops == TR_HOPS_EVERY || node + 1 == r->tree.nodes ||
         (r->arith.hops == TR_HOPS_SOME && r->arith.narrow[node / 64] >> (node % 64) & 1);
}

// An operand. A NaN that is not quiet is invalid wherever it comes in.
static tr_num leaf(const tr_reducer *r, uint64_t bits, tr_env *d) {
  const uint64_t quiet = tr_format_of(r->type)->quiet;
  if (d && tr_is_nan(r->type, bits) && !(bits & quiet) && quiet)
    d->flags |= TR_INVALID;
  return tr_unpack(r->type, bits, r->arith.rules.flush_in);
}

// A fused node loses a NaN's payload in its accumulator; the first one is found again.
static tr_num keep_nan(tr_num sum, const tr_num *x, unsigned n) {
  for (unsigned i = 0; i < n && sum.kind == TR_NAN; i++)
    if (x[i].kind == TR_NAN)
      return x[i];
  return sum;
}

uint64_t tr_reduce(const tr_reducer *r, const uint64_t *x, tr_env *d) {
  const tr_tree *t = &r->tree;
  const tr_arith *a = &r->arith;
  const tr_format *f = tr_format_of(r->type);
  const tr_width type = tr_width_of(r->type);
  tr_num made[TR_MAX_RANKS], part[TR_MAX_RANKS];
  for (unsigned v = 0; v < t->nodes; v++) {
    const unsigned n = t->node[v].count;
    for (unsigned i = 0; i < n; i++) {
      const int child = t->child[t->node[v].first + i];
      part[i] = child < 0 ? made[~child] : leaf(r, x[child], d);
    }
    tr_num sum = n == 2 ? tr_add(&part[0], &part[1], &a->acc, a->mode, &a->rules, d)
                        : tr_sum(part, n, &a->acc, a->mode, &a->rules, d);
    sum = n > 2 ? keep_nan(sum, part, n) : sum;
    made[v] =
        !a->acc_is_type && is_narrow(r, v) ? tr_round(&sum, &type, a->out, &a->rules, d) : sum;
  }
  const tr_num *root = &made[t->nodes - 1];
  if (root->kind != TR_NAN)
    return tr_pack(r->type, root);
  return a->nan == TR_NAN_KEEP && root->sig ? root->sig | f->quiet : a->nan_bits;
}
