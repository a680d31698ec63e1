// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/common/json.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------- text
static char *fill(FILE *f, size_t most, size_t *bytes) {
  size_t room = 1 << 16, n = 0;
  char *text = malloc(room);
  while (text && (n += fread(text + n, 1, room - n, f)) == room && room <= most) {
    room *= 2;
    char *larger = realloc(text, room);
    if (!larger)
      free(text);
    text = larger;
  }
  *bytes = n;
  return text;
}

char *nf_json_read(const char *path, unsigned megabytes, nf_err *e) {
  const size_t most = (size_t)megabytes << 20;
  size_t n;
  FILE *f = fopen(path, "rb");
  if (!f) {
    nf_refuse(e, "%s: %s", path, strerror(errno));
    return NULL;
  }
  char *text = fill(f, most, &n);
  const bool failed = ferror(f) != 0;
  fclose(f);
  if (!text)
    nf_err_memory(e, path);
  else if (failed)
    nf_refuse(e, "%s: cannot be read", path);
  else if (n > most)
    nf_refuse(e, "%s: is larger than %u MB", path, megabytes);
  else if (memchr(text, 0, n))
    nf_refuse(e, "%s: has a byte 0, as a text does not; write JSON", path);
  else
    text[n] = 0;
  if (e->status == NF_EXIT_OK)
    return text;
  free(text);
  return NULL;
}

// A text of cJSON ends at a \u0000, so a name with one would be another name. An escape stands in a
// string alone. Returns its line, 0: there is none.
static unsigned line_of_zero(const char *text) {
  unsigned line = 1;
  for (const char *p = text; *p; p++) {
    line += *p == '\n';
    if (*p == '\\' && strncmp(++p, "u0000", 5) == 0)
      return line;
  }
  return 0;
}

cJSON *nf_json_parse(const char *path, const char *text, nf_err *e) {
  const char *end = text;
  cJSON *j = cJSON_ParseWithOpts(text, &end, 1);
  const unsigned zero = j ? line_of_zero(text) : 0;
  if (j && !zero)
    return j;
  if (zero) {
    nf_refuse(e, "%s: line %u: no text may have \\u0000 in it; leave it out", path, zero);
  } else {
    unsigned line = 1;
    for (const char *p = text; p < end; p++)
      line += *p == '\n';
    nf_refuse(e, "%s: line %u: is no JSON", path, line);
  }
  cJSON_Delete(j);
  return NULL;
}

// ------------------------------------------------------------------------------- keys
bool nf_json_is_repeated(const cJSON *object, const cJSON *item) {
  return cJSON_GetObjectItemCaseSensitive(object, item->string) != item;
}

const cJSON *nf_json_odd_key(const cJSON *object, const char *const *known, bool *twice) {
  const cJSON *item;
  cJSON_ArrayForEach(item, object) {
    bool found = false;
    for (const char *const *k = known; *k; k++)
      found |= strcmp(item->string, *k) == 0;
    *twice = found && nf_json_is_repeated(object, item);
    if (!found || *twice)
      return item;
  }
  return NULL;
}
