// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "register_list.h"

#include <cjson/cJSON.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MAX_KINDS = 128 };

struct register_list {
  cJSON *file; // names lie in it
  const cJSON *parameters;
  unsigned kinds, words, room;
  register_kind kind[MAX_KINDS];
  register_word *word;
};

static char *read_file(const char *path) {
  FILE *const f = fopen(path, "rb");
  if (f == NULL)
    fail_msg("%s is not there; the test runs from the root of the tree", path);
  fseek(f, 0, SEEK_END);
  const long size = ftell(f);
  rewind(f);
  char *const text = calloc(1, (size_t)size + 1);
  assert_non_null(text);
  assert_int_equal(fread(text, 1, (size_t)size, f), size);
  fclose(f);
  return text;
}

static uint32_t number(const cJSON *object, const char *name, uint32_t otherwise) {
  const cJSON *const item = cJSON_GetObjectItemCaseSensitive(object, name);
  return item == NULL ? otherwise : (uint32_t)item->valuedouble;
}

static bool said(const cJSON *object, const char *name) {
  return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(object, name));
}

static const char *text(const cJSON *object, const char *name) {
  const char *const found = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
  assert_non_null(found);
  return found;
}

static register_access access_of(const char *name) {
  static const char *const names[] = {[ACCESS_RO] = "ro",
                                      [ACCESS_RW] = "rw",
                                      [ACCESS_WO] = "wo",
                                      [ACCESS_W1C] = "w1c",
                                      [ACCESS_WC] = "wc"};
  for (unsigned a = 0; a < sizeof names / sizeof *names; a++)
    if (strcmp(name, names[a]) == 0)
      return (register_access)a;
  fail_msg("unknown access %s", name);
  return ACCESS_RO;
}

static register_field read_field(const cJSON *from) {
  register_field f = {.name = text(from, "name"),
                      .lsb = number(from, "lsb", 0),
                      .width = number(from, "width", 0),
                      .access = access_of(text(from, "access")),
                      .has_reset = cJSON_HasObjectItem(from, "reset"),
                      .reset = number(from, "reset", 0),
                      .lowest = number(from, "lowest", 0)};
  assert_true(f.width >= 1 && f.lsb + f.width <= 32);
  f.highest = number(from, "highest", field_ones(&f));
  return f;
}

static const register_kind *read_kind(register_list *list, const cJSON *from, const char *name) {
  assert_true(list->kinds < MAX_KINDS);
  register_kind *const k = &list->kind[list->kinds++];
  snprintf(k->name, sizeof k->name, "%s", name);
  k->exact = said(from, "exact");
  k->locked = said(from, "locked");
  k->command = said(from, "command");
  k->reads_zero = said(from, "reads_zero");
  const cJSON *f;
  cJSON_ArrayForEach(f, cJSON_GetObjectItemCaseSensitive(from, "fields")) {
    assert_true(k->fields < 32);
    const register_field one = read_field(f);
    assert_int_equal(kind_bits(k) & field_mask(&one), 0);
    k->field[k->fields++] = one;
  }
  assert_true(k->fields > 0);
  return k;
}

// The same register in another element of the group that it is in.
static const register_kind *known_kind(const register_list *list, const char *name) {
  for (unsigned k = 0; k < list->kinds; k++)
    if (strcmp(list->kind[k].name, name) == 0)
      return &list->kind[k];
  return NULL;
}

static void add_word(register_list *list, uint32_t address, const register_kind *kind) {
  if (list->words == list->room) {
    list->room = 2 * list->room + 64;
    list->word = realloc(list->word, list->room * sizeof *list->word);
    assert_non_null(list->word);
  }
  list->word[list->words++] = (register_word){address, kind};
}

static void read_registers(register_list *list, const cJSON *registers, uint32_t base,
                           const char *prefix);

// All elements of an array, from its dimension `d` on.
static void read_elements(register_list *list, const cJSON *from, const cJSON *d, uint32_t at,
                          const char *name, const register_kind *kind) {
  if (d != NULL) {
    const uint32_t count = (uint32_t)cJSON_GetArrayItem(d, 0)->valuedouble;
    const uint32_t stride = (uint32_t)cJSON_GetArrayItem(d, 1)->valuedouble;
    for (uint32_t i = 0; i < count; i++)
      read_elements(list, from, d->next, at + i * stride, name, kind);
  } else if (kind != NULL) {
    add_word(list, at, kind);
  } else {
    char prefix[64];
    snprintf(prefix, sizeof prefix, "%.60s.", name);
    read_registers(list, cJSON_GetObjectItemCaseSensitive(from, "registers"), at, prefix);
  }
}

static void read_registers(register_list *list, const cJSON *registers, uint32_t base,
                           const char *prefix) {
  const cJSON *r;
  cJSON_ArrayForEach(r, registers) {
    char name[64];
    snprintf(name, sizeof name, "%s%s", prefix, text(r, "name"));
    const bool group = cJSON_HasObjectItem(r, "registers");
    const register_kind *kind = NULL;
    if (!group)
      kind = known_kind(list, name) != NULL ? known_kind(list, name) : read_kind(list, r, name);
    const cJSON *const array = cJSON_GetObjectItemCaseSensitive(r, "array");
    read_elements(list, r, array == NULL ? NULL : array->child, base + number(r, "offset", 0), name,
                  kind);
  }
}

static int by_address(const void *a, const void *b) {
  const register_word *const x = a, *const y = b;
  return (x->address > y->address) - (x->address < y->address);
}

register_list *register_list_open(const char *component, unsigned map) {
  char path[96];
  snprintf(path, sizeof path, "rtl/%s/nf_%s_regs.json", component, component);
  register_list *const list = calloc(1, sizeof *list);
  assert_non_null(list);
  char *const json = read_file(path);
  list->file = cJSON_Parse(json);
  free(json);
  const cJSON *const one =
      cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(list->file, "maps"), (int)map);
  if (one == NULL)
    fail_msg("%s has no map %u", path, map);
  list->parameters = cJSON_GetObjectItemCaseSensitive(one, "parameters");
  read_registers(list, cJSON_GetObjectItemCaseSensitive(one, "registers"), 0, "");
  qsort(list->word, list->words, sizeof *list->word, by_address);
  return list;
}

void register_list_free(register_list *list) {
  if (list == NULL)
    return;
  cJSON_Delete(list->file);
  free(list->word);
  free(list);
}

const register_word *register_list_words(const register_list *list, unsigned *count) {
  *count = list->words;
  return list->word;
}

uint32_t register_list_parameter(const register_list *list, const char *name) {
  if (!cJSON_HasObjectItem(list->parameters, name))
    fail_msg("the list has no parameter %s", name);
  return number(list->parameters, name, 0);
}

const register_word *register_list_find(const register_list *list, const char *name) {
  for (unsigned i = 0; i < list->words; i++)
    if (strcmp(list->word[i].kind->name, name) == 0)
      return &list->word[i];
  return NULL;
}

const register_field *register_list_field(const register_list *list, const char *name,
                                          const char *field) {
  const register_word *const w = register_list_find(list, name);
  for (unsigned f = 0; w != NULL && f < w->kind->fields; f++)
    if (strcmp(w->kind->field[f].name, field) == 0)
      return &w->kind->field[f];
  fail_msg("the list has no field %s.%s", name, field);
  return NULL;
}

uint32_t kind_mask(const register_kind *kind, register_access access) {
  uint32_t mask = 0;
  for (unsigned f = 0; f < kind->fields; f++)
    if (kind->field[f].access == access)
      mask |= field_mask(&kind->field[f]);
  return mask;
}

uint32_t kind_bits(const register_kind *kind) {
  uint32_t mask = 0;
  for (unsigned f = 0; f < kind->fields; f++)
    mask |= field_mask(&kind->field[f]);
  return mask;
}

uint32_t kind_reset(const register_kind *kind, uint32_t *mask) {
  uint32_t value = 0;
  *mask = 0;
  for (unsigned f = 0; f < kind->fields; f++)
    if (kind->field[f].has_reset) {
      value |= kind->field[f].reset << kind->field[f].lsb;
      *mask |= field_mask(&kind->field[f]);
    }
  return value;
}
