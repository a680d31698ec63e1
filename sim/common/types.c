// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/common/types.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

// Name of the command, and of docs/packet.md.
typedef struct {
  const char *name, *code;
} names;
#define OP(id, text) [NF_RED_OP_##id] = {text, #id},
#define DTYPE(id, text) [NF_DTYPE_##id] = {text, #id},
static const names Ops[NF_REDUCTION_OPS] = {NF_NAMED_OPS(OP, OP)};
static const names Dtypes[NF_DTYPES] = {NF_NAMED_DTYPES(DTYPE, DTYPE)};
static const char *const ModeNames[] = {
    [NF_MODE_PLAIN] = "plain", [NF_MODE_WIDE] = "wide", [NF_MODE_EXACT] = "exact"};
enum { OWN_MODES = 3, NONE = 255, MAX_SHIFT = 15 };

// By mode: the type that sums a plain type so.
static const uint8_t Modes[][OWN_MODES] = {
    {NF_DTYPE_F32, NONE, NF_DTYPE_F32X},
    {NF_DTYPE_F16, NF_DTYPE_F16_F32, NF_DTYPE_F16X},
    {NF_DTYPE_BF16, NF_DTYPE_BF16_F32, NF_DTYPE_BF16X},
};
enum { PLAIN_TYPES = sizeof Modes / sizeof Modes[0] };

const char *nf_op_name(uint8_t op) { return Ops[op].name; }
const char *nf_dtype_name(uint8_t dtype) { return Dtypes[dtype].name; }
const char *nf_mode_name(nf_mode mode) { return ModeNames[mode]; }

static int find(const char *text, const names *list, unsigned count) {
  for (unsigned i = 0; i < count; i++)
    if (strcmp(text, list[i].name) == 0 || strcasecmp(text, list[i].code) == 0)
      return (int)i;
  return -1;
}

int nf_op_parse(uint8_t *op, const char *text, nf_err *e) {
  int code = find(text, Ops, NF_REDUCTION_OPS);
  if (code < 0)
    return nf_refuse(e, "--op %s is unknown; give one of " NF_OP_LIST, text);
  *op = (uint8_t)code;
  return NF_EXIT_OK;
}

int nf_dtype_parse(uint8_t *dtype, const char *text, nf_err *e) {
  int code = find(text, Dtypes, NF_DTYPES);
  if (code < 0)
    return nf_refuse(e, "--dtype %s is unknown; give one of " NF_DTYPE_LIST, text);
  *dtype = (uint8_t)code;
  return NF_EXIT_OK;
}

int nf_mode_parse(nf_mode *mode, const char *text, nf_err *e) {
  for (unsigned i = 0; i < OWN_MODES; i++)
    if (strcmp(text, ModeNames[i]) == 0) {
      *mode = (nf_mode)i;
      return NF_EXIT_OK;
    }
  return nf_refuse(e, "--mode %s is unknown; give one of " NF_MODE_LIST, text);
}

// Adds a name to a list of them.
static void list_add(char *list, size_t size, const char *name) {
  size_t used = strlen(list);
  snprintf(list + used, size - used, "%s%s", used ? ", " : "", name);
}

int nf_mode_apply(nf_mode mode, uint8_t *dtype, nf_err *e) {
  if (mode == NF_MODE_PLAIN)
    return NF_EXIT_OK;
  char list[64] = "";
  for (unsigned i = 0; i < PLAIN_TYPES; i++) {
    if (Modes[i][mode] == NONE)
      continue;
    if (Modes[i][NF_MODE_PLAIN] == *dtype) {
      *dtype = Modes[i][mode];
      return NF_EXIT_OK;
    }
    list_add(list, sizeof list, nf_dtype_name(Modes[i][NF_MODE_PLAIN]));
  }
  return nf_refuse(e, "--mode %s is not defined for --dtype %s; the types that have it are %s",
                   nf_mode_name(mode), nf_dtype_name(*dtype), list);
}

int nf_check_pair(uint8_t op, uint8_t dtype, nf_err *e) {
  if (nf_op_supported(op, dtype))
    return NF_EXIT_OK;
  char ops[128] = "", dtypes[256] = "";
  for (uint8_t i = 0; i < NF_REDUCTION_OPS; i++)
    if (nf_op_supported(i, dtype))
      list_add(ops, sizeof ops, nf_op_name(i));
  for (uint8_t i = 0; i < NF_DTYPES; i++)
    if (nf_op_supported(op, i))
      list_add(dtypes, sizeof dtypes, nf_dtype_name(i));
  return nf_refuse(e,
                   "--op %s is not defined for --dtype %s: packets (docs/packet.md) have %s for "
                   "%s, and --op %s for %s",
                   nf_op_name(op), nf_dtype_name(dtype), ops, nf_dtype_name(dtype), nf_op_name(op),
                   dtypes);
}

int nf_check_average(uint8_t op, uint64_t count, const char *what, nf_err *e) {
  bool scalable = count != 0 && (count & (count - 1)) == 0 && count <= 1u << MAX_SHIFT;
  if (op != NF_RED_OP_AVG || scalable)
    return NF_EXIT_OK;
  return nf_refuse(e,
                   "--op avg of %llu %s: the switch divides by powers of two up to %u; give "
                   "as many %s, or use sum",
                   (unsigned long long)count, what, 1u << MAX_SHIFT, what);
}

int nf_check_op(uint8_t op, nf_mode mode, uint8_t *dtype, uint64_t ranks, nf_err *e) {
  if (nf_mode_apply(mode, dtype, e) == NF_EXIT_OK && nf_check_pair(op, *dtype, e) == NF_EXIT_OK)
    nf_check_average(op, ranks, "ranks", e);
  return e->status;
}
