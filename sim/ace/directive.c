// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Symbols, and the directives that stand alone. Those that enclose lines are in assemble.c.
#include "sim/ace/assemble_int.h"

#include "sim/common/grow.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The innermost one of that name.
static nf_as_known *find(const nf_as *as, const char *name) {
  for (unsigned d = as->depth + 1; d-- > 0;)
    for (size_t k = as->knowns; k-- > 0;)
      if (as->known[k].scope == as->scope[d] && strcmp(as->known[k].s.name, name) == 0)
        return &as->known[k];
  return NULL;
}

const nf_as_known *nf_as_find(const nf_as *as, const char *name) { return find(as, name); }

bool nf_as_predefined(const nf_as *as, const char *name, int64_t *value) {
  if (strcmp(name, "SLOTS") != 0)
    return false;
  *value = as->source->slots;
  return true;
}

static bool reserved(const char *name) {
  return (name[0] == 'r' && name[1] >= '0' && name[1] <= '7' && !name[2]) ||
         strcmp(name, "q") == 0 || strcmp(name, "src") == 0 || strcmp(name, "dst") == 0;
}

static bool taken(nf_as *as, const char *name, const char *where, const nf_as_known *k) {
  const nf_as_line *since = &as->line[k->line];
  const bool here = since->file == as->line[as->at].file;
  return nf_as_wrong(as, where, "'%s' has its meaning since line %u%s%.100s; give another name",
                     name, since->number, here ? "" : " of ",
                     here ? "" : as->program->file[since->file].name);
}

bool nf_as_define(nf_as *as, const char *name, const char *where, nf_as_kind kind, int64_t value) {
  const bool local = kind == NF_AS_LABEL || kind == NF_AS_COUNTER; // to its turn of a .rept
  const unsigned scope = local ? as->scope[as->depth] : 0;
  nf_as_known *k = find(as, name);
  if (reserved(name))
    return nf_as_wrong(as, where, "'%s' belongs to the instructions; give another name", name);
  if (nf_as_predefined(as, name, &value))
    return nf_as_wrong(as, where, "'%s' is predefined; give another name", name);
  if (k && kind == NF_AS_DEFINE && k->kind == NF_AS_DEFINE) {
    k->s.value = value;
    return true;
  }
  if (k && kind == NF_AS_LABEL && k->kind == NF_AS_LABEL && k->scope == scope &&
      k->line == as->at) { // met for the second time
    k->s.value = value;
    return true;
  }
  if (k && (k->scope == scope || kind == NF_AS_DEFINE))
    return taken(as, name, where, k);
  if (!nf_grow(&as->known, &as->room, as->knowns + 1, sizeof *as->known))
    return !(as->memory = true);
  k = &as->known[as->knowns++];
  *k = (nf_as_known){.s.value = value, .kind = kind, .scope = scope, .line = as->at};
  snprintf(k->s.name, sizeof k->s.name, "%s", name);
  return true;
}

void nf_as_emit(nf_as *as, uint32_t word, const char *where) {
  nf_as_program *p = as->program;
  const unsigned store = as->source->store ? as->source->store : NF_AS_STORE;
  if (p->words >= store - as->source->base) {
    if (!as->full)
      nf_as_wrong(as, where, "the program is longer than the store, which has room for %u words%s",
                  store - as->source->base, as->source->base ? " after those before it" : "");
    as->full = as->second;
    return;
  }
  p->word[p->words] = word;
  p->line[p->words] = as->line[as->at].number;
  p->from[p->words] = as->line[as->at].file;
  as->origin[p->words++] = (nf_as_origin){as->at, where};
}

static bool define(nf_as *as) {
  char name[NF_AS_NAME];
  int64_t value;
  nf_as_blank(as);
  const char *where = as->p;
  if (!nf_as_word(as, name))
    return nf_as_wrong(as, where, ".define takes a name and a value");
  return nf_as_value(as, &value) && nf_as_define(as, name, where, NF_AS_DEFINE, value);
}

static bool param(nf_as *as) {
  char name[NF_AS_NAME], text[160] = "";
  int64_t value = 0;
  nf_as_blank(as);
  const char *where = as->p;
  if (!nf_as_word(as, name))
    return nf_as_wrong(as, where, ".param takes a name, then perhaps = and a default, then a text");
  bool have = false;
  if (nf_as_take(as, "=")) {
    if (!nf_as_value(as, &value))
      return false;
    have = true;
  }
  nf_as_string(as, text, sizeof text);
  for (size_t k = 0; k < as->source->givens; k++)
    if (strcmp(as->source->given[k].name, name) == 0) {
      value = as->source->given[k].value;
      have = true;
    }
  if (!have) { // nothing else can be said of the program then
    as->missing = false;
    nf_as_wrong(as, where, "'%s'%s%s%s must be given, as -D %s=VALUE", name, text[0] ? " (" : "",
                text, text[0] ? ")" : "", name);
    as->missing = true;
  }
  return nf_as_define(as, name, where, NF_AS_PARAM, value);
}

static bool program(nf_as *as) {
  nf_as_program *p = as->program;
  char name[NF_AS_NAME];
  nf_as_blank(as);
  const char *where = as->p;
  if (!nf_as_word(as, name))
    return nf_as_wrong(as, where, ".program takes a name");
  for (size_t k = 0; k < p->entries; k++)
    if (strcmp(p->entry[k].name, name) == 0)
      return nf_as_wrong(as, where, "there is a program '%s' already", name);
  nf_as_symbol *more = realloc(p->entry, (p->entries + 1) * sizeof *more);
  if (!more) {
    as->memory = true;
    return false;
  }
  p->entry = more;
  p->entry[p->entries] = (nf_as_symbol){.value = as->source->base + p->words};
  snprintf(p->entry[p->entries++].name, NF_AS_NAME, "%s", name);
  return true;
}

static bool check(nf_as *as, const char *where) {
  char text[160];
  int64_t value;
  if (!nf_as_value(as, &value))
    return false;
  if (!nf_as_take(as, ",") || !nf_as_string(as, text, sizeof text))
    return nf_as_wrong(as, as->p, ".assert takes an expression, a comma and a text");
  return value || nf_as_wrong(as, where, "%s", text);
}

static bool word(nf_as *as) {
  int64_t value = 0;
  nf_as_blank(as);
  const char *where = as->p;
  bool good = nf_as_value(as, &value);
  if (good && (value < 0 || value > UINT32_MAX))
    good = nf_as_wrong(as, where, "a word is 0..0xffffffff");
  nf_as_emit(as, good ? (uint32_t)value : 0, where);
  return good;
}

bool nf_as_directive(nf_as *as, const char *name, const char *where) {
  as->no_labels = true;
  bool good;
  if (strcmp(name, "define") == 0)
    good = define(as);
  else if (strcmp(name, "param") == 0)
    good = param(as);
  else if (strcmp(name, "program") == 0)
    good = program(as);
  else if (strcmp(name, "assert") == 0)
    good = check(as, where);
  else if (strcmp(name, "word") == 0)
    good = word(as);
  else if (strcmp(name, "include") == 0)
    good = nf_as_wrong(as, where, ".include stands alone in its line");
  else
    good = nf_as_wrong(as, where,
                       "'.%s' is no directive: .include .define .param .program .assert .word .if "
                       ".else .endif .rept .endr",
                       name);
  as->no_labels = false;
  return good;
}
