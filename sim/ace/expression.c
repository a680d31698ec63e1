// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Words and expressions of a source line: signed 64-bit arithmetic, refused where it would
// overflow.
#include "sim/ace/assemble_int.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

void nf_as_blank(nf_as *as) {
  while (*as->p == ' ' || *as->p == '\t' || *as->p == '\r')
    as->p++;
  if (*as->p == ';' || *as->p == '#')
    as->p += strcspn(as->p, "\n");
}

bool nf_as_ended(nf_as *as) {
  nf_as_blank(as);
  return !*as->p || *as->p == '\n';
}

static bool of_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

bool nf_as_take(nf_as *as, const char *token) {
  nf_as_blank(as);
  const size_t n = strlen(token);
  if (strncmp(as->p, token, n) != 0 || (of_name(token[n - 1]) && of_name(as->p[n])))
    return false;
  as->p += n;
  return true;
}

bool nf_as_word(nf_as *as, char name[NF_AS_NAME]) {
  nf_as_blank(as);
  if (!isalpha((unsigned char)*as->p) && *as->p != '_')
    return false;
  size_t n = 0;
  while (of_name(as->p[n]))
    n++;
  if (n >= NF_AS_NAME)
    return nf_as_wrong(as, as->p, "this name is too long: up to %d characters are allowed",
                       NF_AS_NAME - 1);
  memcpy(name, as->p, n);
  name[n] = 0;
  as->p += n;
  return true;
}

int nf_as_register(nf_as *as) {
  nf_as_blank(as);
  if (as->p[0] != 'r' || as->p[1] < '0' || as->p[1] > '7' || of_name(as->p[2]))
    return -1;
  as->p += 2;
  return as->p[-1] - '0';
}

bool nf_as_string(nf_as *as, char *text, size_t size) {
  nf_as_blank(as);
  const char *start = as->p;
  if (*start != '"')
    return false;
  const size_t n = strcspn(start + 1, "\"\n");
  if (start[1 + n] != '"')
    return nf_as_wrong(as, start, "this text has no closing \"");
  const size_t kept = n < size ? n : size - 1;
  memcpy(text, start + 1, kept);
  text[kept] = 0;
  as->p = start + n + 2;
  return true;
}

// Binary operators from the loosest to the tightest; longer tokens before their beginnings.
static const struct {
  const char *token;
  int level;
} Operators[] = {{"||", 0}, {"&&", 1}, {"==", 5}, {"!=", 5}, {"<<", 7}, {">>", 7},
                 {"<=", 6}, {">=", 6}, {"<", 6},  {">", 6},  {"|", 2},  {"^", 3},
                 {"&", 4},  {"+", 8},  {"-", 8},  {"*", 9},  {"/", 9},  {"%", 9}};
enum { OPERATORS = sizeof Operators / sizeof Operators[0] };

static int next_operator(nf_as *as) {
  nf_as_blank(as);
  for (int i = 0; i < OPERATORS; i++)
    if (strncmp(as->p, Operators[i].token, strlen(Operators[i].token)) == 0)
      return i;
  return -1;
}

// Division towards minus infinity, so that x % n lies in 0..n-1 for a rank x below 0.
static int64_t floor_divide(int64_t a, int64_t b, int64_t *rest) {
  int64_t q = a / b, r = a % b;
  if (r != 0 && (r < 0) != (b < 0)) {
    q--;
    r += b;
  }
  *rest = r;
  return q;
}

static bool fits(nf_as *as, const char *where, bool overflow) {
  return !overflow || nf_as_wrong(as, where, "the value leaves 64 bits");
}

static bool divide(nf_as *as, const char *where, bool rest, int64_t a, int64_t b, int64_t *v) {
  if (b == 0)
    return nf_as_wrong(as, where, "division by 0");
  if (b == -1) { // of the smallest number there is, it would overflow
    *v = 0;
    return fits(as, where, !rest && __builtin_sub_overflow(0, a, v));
  }
  int64_t left;
  *v = floor_divide(a, b, &left);
  *v = rest ? left : *v;
  return true;
}

static bool shift(nf_as *as, const char *where, bool left, int64_t a, int64_t b, int64_t *v) {
  int64_t rest;
  if (b < 0 || b > 62)
    return nf_as_wrong(as, where, "shift by %lld: 0..62 is allowed", (long long)b);
  if (left)
    return fits(as, where, __builtin_mul_overflow(a, (int64_t)1 << b, v));
  *v = floor_divide(a, (int64_t)1 << b, &rest);
  return true;
}

// < > and what begins so.
static int64_t order(const char *token, int64_t a, int64_t b) {
  if (token[0] == '<')
    return token[1] ? a <= b : a < b;
  return token[1] ? a >= b : a > b;
}

static bool apply(nf_as *as, const char *where, const char *token, int64_t a, int64_t b,
                  int64_t *v) {
  switch (token[0]) {
  case '+':
    return fits(as, where, __builtin_add_overflow(a, b, v));
  case '-':
    return fits(as, where, __builtin_sub_overflow(a, b, v));
  case '*':
    return fits(as, where, __builtin_mul_overflow(a, b, v));
  case '/':
  case '%':
    return divide(as, where, token[0] == '%', a, b, v);
  case '&':
    *v = token[1] ? a && b : (a & b);
    break;
  case '|':
    *v = token[1] ? a || b : (a | b);
    break;
  case '^':
    *v = a ^ b;
    break;
  case '=':
    *v = a == b;
    break;
  case '!':
    *v = a != b;
    break;
  default:
    if (token[1] == token[0])
      return shift(as, where, token[0] == '<', a, b, v);
    *v = order(token, a, b);
  }
  return true;
}

static bool level(nf_as *as, int from, int64_t *v);

static bool symbol(nf_as *as, const char *where, const char *name, int64_t *v) {
  const nf_as_known *k = nf_as_find(as, name);
  if (nf_as_predefined(as, name, v))
    return true;
  *v = 0;
  if (!k)
    return !as->second || nf_as_wrong(as, where,
                                      "'%s' is unknown here; .param, .define, a .rept counter or a "
                                      "label gives a name its value",
                                      name);
  if (k->kind == NF_AS_LABEL && as->no_labels)
    return nf_as_wrong(as, where,
                       "'%s' is a label: directives take parameters and definitions only", name);
  *v = k->s.value;
  return true;
}

static bool number(nf_as *as, int64_t *v) {
  const char *start = as->p;
  char *end;
  errno = 0;
  const bool hex = start[0] == '0' && (start[1] | 32) == 'x';
  const unsigned long long u = strtoull(start, &end, hex ? 16 : 10);
  as->p = end;
  if (of_name(*end) || (hex && end < start + 3))
    return nf_as_wrong(as, start, "this is no number: decimal as 26 or hexadecimal as 0x1a");
  if (errno || u > INT64_MAX)
    return nf_as_wrong(as, start, "the value leaves 64 bits");
  *v = (int64_t)u;
  return true;
}

static bool operand(nf_as *as, int64_t *v);

static bool primary(nf_as *as, int64_t *v) {
  nf_as_blank(as);
  const char *start = as->p;
  char name[NF_AS_NAME];
  if (nf_as_take(as, "-"))
    return operand(as, v) && apply(as, start, "-", 0, *v, v);
  if (nf_as_take(as, "+"))
    return operand(as, v);
  if (nf_as_take(as, "~"))
    return operand(as, v) && ((*v = ~*v), true);
  if (nf_as_take(as, "!"))
    return operand(as, v) && ((*v = !*v), true);
  if (nf_as_take(as, "("))
    return level(as, 0, v) &&
           (nf_as_take(as, ")") || nf_as_wrong(as, as->p, "here a ) is missing"));
  if (isdigit((unsigned char)*start))
    return number(as, v);
  if (nf_as_register(as) >= 0)
    return nf_as_wrong(as, start, "a register has no value here; give a number or a symbol");
  if (nf_as_word(as, name))
    return symbol(as, start, name, v);
  return nf_as_wrong(as, start, "here a value is missing: a number, a symbol or ( )");
}

static bool operand(nf_as *as, int64_t *v) {
  if (as->nest == NF_AS_NEST)
    return nf_as_wrong(as, as->p, "more than %d signs and parentheses within each other",
                       NF_AS_NEST);
  as->nest++;
  const bool good = primary(as, v);
  as->nest--;
  return good;
}

static bool level(nf_as *as, int from, int64_t *v) {
  if (!operand(as, v))
    return false;
  for (int i; (i = next_operator(as)) >= 0 && Operators[i].level >= from;) {
    const char *where = as->p;
    int64_t right;
    as->p += strlen(Operators[i].token);
    if (!level(as, Operators[i].level + 1, &right) ||
        !apply(as, where, Operators[i].token, *v, right, v))
      return false;
  }
  return true;
}

bool nf_as_value(nf_as *as, int64_t *value) { return level(as, 0, value); }
