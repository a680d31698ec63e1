// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "fabric.h"

#include "sim/cli/cli.h"
#include <string.h>

bool tr_fabric_option(tr_fabric *f, int key, const char *arg, nf_err *e) {
  static const char *const hops[] = {"once", "every"}, *const flush[] = {"none", "in", "out",
                                                                         "both"};
  static const char *const over[] = {"ieee", "infinity", "saturate"}, *const zero[] = {
                                                                          "ieee", "start", "plus"};
  static const char *const nan[] = {"canonical", "keep"};
  switch (key) {
  case TR_KEY_TREE:
    f->tree = arg;
    break;
  case TR_KEY_SHIFT:
    f->shift = (unsigned)nf_cli_range("shift", arg, 0, TR_MAX_RANKS - 1, "a rank", e);
    break;
  case TR_KEY_WIDTH:
    f->width = arg;
    break;
  case TR_KEY_ROUNDING:
    f->rounding = arg;
    break;
  case TR_KEY_FINAL:
    f->final = arg;
    break;
  case TR_KEY_HOPS:
    f->hops = nf_cli_choice("hops", arg, hops, 2, e) ? TR_HOPS_EVERY : TR_HOPS_ONCE;
    break;
  case TR_KEY_FLUSH: {
    const int which = nf_cli_choice("flush", arg, flush, 4, e);
    f->rules.flush_in = which & 1;
    f->rules.flush_out = which >> 1 & 1;
    break;
  }
  case TR_KEY_OVERFLOW:
    f->rules.over = (tr_over)nf_cli_choice("overflow", arg, over, TR_OVERS, e);
    break;
  case TR_KEY_ZERO:
    f->rules.zero = (tr_zero)nf_cli_choice("zero", arg, zero, TR_ZEROS, e);
    break;
  case TR_KEY_NAN:
    f->nan = (tr_nan)nf_cli_choice("nan", arg, nan, 2, e);
    break;
  default:
    return false;
  }
  return true;
}

static int mode_of(const char *option, const char *text, tr_mode *mode, nf_err *e) {
  if (text && !tr_mode_parse(mode, text))
    nf_err_set(e, NF_EXIT_BAD_INPUT, "--%s %s is no rounding; see --help", option, text);
  return e->status;
}

int tr_fabric_make(const tr_fabric *f, tr_type type, unsigned ranks, tr_reducer *r, nf_err *e) {
  const bool exact = f->width && strcmp(f->width, "exact") == 0;
  const char *tree = exact     ? "fused"
                     : f->tree ? f->tree
                               : "sequential"; // an exact sum has no order
  *r = (tr_reducer){.type = type, .arith = tr_arith_plain(type)};
  if (tr_width_named(&r->arith, type, exact || !f->width ? "type" : f->width, e) != NF_EXIT_OK ||
      mode_of("rounding", f->rounding, &r->arith.mode, e) != NF_EXIT_OK)
    return e->status;
  r->arith.out = r->arith.mode;
  r->arith.hops = f->hops;
  r->arith.rules = f->rules;
  r->arith.nan = f->nan;
  if (mode_of("final", f->final, &r->arith.out, e) != NF_EXIT_OK)
    return e->status;
  if (f->final && r->arith.acc_is_type)
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "--final %s: no sum is kept wider than the type, each is rounded once, by "
                      "--rounding; give that, or a --width such as binary32",
                      f->final);
  if (f->shift >= ranks)
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "--shift %u: there are ranks 0 to %u; give the one that takes the place of "
                      "rank 0 in the tree",
                      f->shift, ranks - 1);
  if (*tree != '(')
    return tr_tree_named(&r->tree, tree, ranks, f->shift, e);
  if (tr_tree_parse(&r->tree, tree, e) != NF_EXIT_OK)
    return e->status;
  if (r->tree.ranks != ranks)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--tree %.60s has %u ranks; there are %u", tree,
                      r->tree.ranks, ranks);
  tr_tree_rotate(&r->tree, f->shift);
  return NF_EXIT_OK;
}
