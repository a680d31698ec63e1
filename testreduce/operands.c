// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "operands.h"

#include "sim/cli/cli.h"
#include "tree.h"
#include <stdio.h>

bool tr_operands_option(tr_operands *o, const char *name, int key, const char *arg, nf_err *e) {
  char what[64];
  switch (key) {
  case TR_KEY_OPERANDS:
    snprintf(what, sizeof what, "the number of %s", name);
    o->operands = nf_cli_range(name, arg, 2, TR_MAX_RANKS, what, e);
    break;
  case TR_KEY_DTYPE:
    if (!tr_type_parse(&o->type, arg))
      nf_err_set(e, NF_EXIT_BAD_INPUT,
                 "--dtype %s is unknown; give one of f32, bf16, f16, f64, fp8e4m3, fp8e5m2", arg);
    break;
  case TR_KEY_COUNT:
    o->count = nf_cli_size("count", arg, 1, 1ull << 40, "the number of elements", e);
    break;
  case TR_KEY_SEED:
    o->seed = nf_cli_range("seed", arg, 0, 1ull << 53, "the seed", e);
    break;
  default:
    return false;
  }
  return true;
}
