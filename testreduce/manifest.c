// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#define _POSIX_C_SOURCE 200809L
#include "manifest.h"

#include "json.h"
#include <cjson/cJSON.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// ------------------------------------------------------------------------------- manifest
void tr_manifest_write(const tr_sheet *s, size_t count, FILE *f) {
  const tr_format *t = tr_format_of(s->type);
  tr_json j = {.f = f};
  tr_json_open(&j, NULL, '{');
  tr_json_text(&j, "about",
               "probes of testreduce: reduce the arrays of all ranks by sum, keep what each rank "
               "got under the same names, and give both folders to testreduce identify");
  tr_json_text(&j, "dtype", t->name);
  tr_json_text(&j, "descr", t->descr);
  if (s->type == TR_BF16 || s->type == TR_E4M3 || s->type == TR_E5M2)
    tr_json_text(
        &j, "elements",
        "the bits of the elements as unsigned integers: view them as the type before the sum, "
        "as in array.view(ml_dtypes.bfloat16)");
  tr_json_size(&j, "ranks", s->ranks);
  tr_json_size(&j, "count", count);
  tr_json_size(&j, "seed", s->seed);
  tr_json_size(&j, "sheet", s->length);
  tr_json_text(
      &j, "order",
      "element e is probe e % sheet; a probe is [kind, rank i, rank j, rank k, bits], the rest is "
      "what probe says of its kind in docs/testreduce.md");
  tr_json_open(&j, "probes", '[');
  for (size_t p = 0; p < s->length; p++) {
    const tr_probe *q = &s->probe[p];
    const int rank[3] = {q->i, q->j, q->k};
    tr_json_open(&j, NULL, '[');
    tr_json_text(&j, NULL, tr_probe_name((tr_probe_kind)q->kind));
    for (unsigned i = 0; i < 3 && rank[i] >= 0; i++)
      tr_json_size(&j, NULL, (size_t)rank[i]);
    if (q->kind == TR_PROBE_WIDTH)
      tr_json_size(&j, NULL, (size_t)q->arg);
    tr_json_close(&j, '[');
  }
  tr_json_close(&j, '[');
  tr_json_close(&j, '{');
}

static char *read_text(const char *path, nf_err *e) {
  FILE *f = fopen(path, "rb");
  if (!f) {
    nf_err_set(e, NF_EXIT_BAD_INPUT, "%s: cannot be opened: %s; make probes with testreduce gen",
               path, strerror(errno));
    return NULL;
  }
  char *text = NULL;
  size_t size = 0, room = 0;
  for (;;) {
    if (size + 4096 > room) {
      room = room ? 2 * room : 1 << 16;
      char *more = realloc(text, room);
      if (!more) {
        nf_err_memory(e, path);
        break;
      }
      text = more;
    }
    const size_t got = fread(text + size, 1, room - size - 1, f);
    size += got;
    if (got == 0) {
      text[size] = 0;
      break;
    }
  }
  fclose(f);
  return text;
}

// A whole number of the manifest.
static uint64_t whole(const cJSON *root, const char *key, double low, double high, const char *path,
                      nf_err *e) {
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(root, key);
  if (!cJSON_IsNumber(item) || item->valuedouble < low || item->valuedouble > high ||
      item->valuedouble != (double)(uint64_t)item->valuedouble) {
    nf_err_set(e, NF_EXIT_BAD_INPUT,
               "%s: '%s' is no whole number from %.0f to %.0f; make the probes again", path, key,
               low, high);
    return 0;
  }
  return (uint64_t)item->valuedouble;
}

int tr_manifest_read(tr_manifest *m, const char *dir, nf_err *e) {
  char path[TR_PATH];
  if ((size_t)snprintf(path, sizeof path, "%s/manifest.json", dir) >= sizeof path)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "%.80s...: the path is too long", dir);
  char *text = read_text(path, e);
  cJSON *root = text ? cJSON_Parse(text) : NULL;
  free(text);
  if (e->status != NF_EXIT_OK)
    return e->status;
  if (!root)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "%s: is no JSON; make the probes again", path);
  const cJSON *dtype = cJSON_GetObjectItemCaseSensitive(root, "dtype");
  if (!cJSON_IsString(dtype) || !tr_type_parse(&m->type, dtype->valuestring))
    nf_err_set(e, NF_EXIT_BAD_INPUT,
               "%s: 'dtype' names no type of testreduce; make the probes again", path);
  m->ranks = (unsigned)whole(root, "ranks", 2, TR_MAX_RANKS, path, e);
  m->count = (size_t)whole(root, "count", 1, 0x1p48, path, e);
  m->seed = whole(root, "seed", 0, 0x1p53, path, e);
  cJSON_Delete(root);
  return e->status;
}

// ------------------------------------------------------------------------------- arrays
void tr_rank_path(char path[TR_PATH], const char *dir, unsigned rank) {
  snprintf(path, TR_PATH, "%.4000s/rank%02u.npy", dir, rank);
}

// Other names under which the bits of a type are saved: numpy without and with ml_dtypes.
static bool descr_fits(tr_type type, const char *descr) {
  static const char *const others[TR_TYPES][4] = {
      [TR_BF16] = {"bfloat16", "|V2", "<V2"},
      [TR_E4M3] = {"float8_e4m3fn", "|V1", "<f1"},
      [TR_E5M2] = {"float8_e5m2", "|V1", "<f1"},
  };
  if (strcmp(descr, tr_format_of(type)->descr) == 0)
    return true;
  for (unsigned i = 0; i < 4 && others[type][i]; i++)
    if (strcmp(descr, others[type][i]) == 0)
      return true;
  return false;
}

typedef struct {
  char descr[24];
  size_t count, data; // elements; where they begin
} head;

static int bad(const char *path, const char *what, nf_err *e) {
  return nf_err_set(e, NF_EXIT_BAD_INPUT, "%s: %s; save it with numpy.save", path, what);
}

// The dictionary in front of the elements: descr, fortran_order, shape, in any order.
static int parse_head(head *h, const unsigned char *map, size_t size, const char *path, nf_err *e) {
  static const char magic[] = "\x93NUMPY";
  if (size < 12 || memcmp(map, magic, 6) != 0)
    return bad(path, "is no .npy file", e);
  if (map[6] < 1 || map[6] > 3)
    return bad(path, "is of a version of .npy beyond 3", e);
  size_t length = map[8] | (size_t)map[9] << 8, begin = 10;
  if (map[6] > 1) {
    length |= (size_t)map[10] << 16 | (size_t)map[11] << 24;
    begin = 12;
  }
  char text[4096];
  if (length >= sizeof text || begin + length > size)
    return bad(path, "has a damaged header", e);
  memcpy(text, map + begin, length);
  text[length] = 0;
  const char *descr = strstr(text, "'descr':"), *shape = strstr(text, "'shape':");
  if (!descr || !shape || sscanf(descr + 8, " '%23[^']'", h->descr) != 1)
    return bad(path, "has a damaged header, or records", e);
  if (!strstr(text, "'fortran_order': False"))
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "%s: is in Fortran order; save numpy.ascontiguousarray of it", path);
  shape += 8 + strspn(shape + 8, " ");
  if (*shape != '(')
    return bad(path, "has a damaged header", e);
  h->count = 1;
  for (shape++; *(shape += strspn(shape, " ,")) != ')';) {
    char *end;
    const unsigned long long n = strtoull(shape, &end, 10);
    if (end == shape || n > (1ull << 48) || (n && h->count > (1ull << 48) / n))
      return bad(path, "has a damaged shape", e);
    h->count *= (size_t)n;
    shape = end;
  }
  h->data = begin + length;
  return NF_EXIT_OK;
}

int tr_array_open(tr_array *a, tr_type type, const char *path, nf_err *e) {
  const tr_format *f = tr_format_of(type);
  struct stat st;
  head h;
  *a = (tr_array){0};
  const int fd = open(path, O_RDONLY | O_NONBLOCK);
  if (fd < 0 || fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
    const char *why = fd < 0 ? strerror(errno) : "it is no regular file";
    if (fd >= 0)
      close(fd);
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "%s: cannot be opened: %s; one file a rank is needed",
                      path, why);
  }
  a->mapped = (size_t)st.st_size;
  a->map = a->mapped ? mmap(NULL, a->mapped, PROT_READ, MAP_PRIVATE, fd, 0) : NULL;
  close(fd);
  if (a->map == MAP_FAILED || !a->map) {
    a->map = NULL;
    return bad(path, "is empty or cannot be mapped", e);
  }
  if (parse_head(&h, a->map, a->mapped, path, e) != NF_EXIT_OK)
    return e->status;
  if (!descr_fits(type, h.descr))
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "%s: its elements are '%s', the probes are %s ('%s'); %s", path, h.descr,
                      f->name, f->descr,
                      strpbrk(h.descr, "iu") && !strpbrk(f->descr, "iu")
                          ? "integers tell nothing about floating point"
                      : h.descr[0] == '>' ? "it is big-endian: save its .astype with '<'"
                                          : "save what the reduction gave, as it is");
  if (a->mapped - h.data != h.count * f->bytes)
    return nf_err_set(
        e, NF_EXIT_BAD_INPUT,
        "%s: holds %zu bytes of data where its header announces %zu; it is %s, write it again",
        path, a->mapped - h.data, h.count * f->bytes,
        a->mapped - h.data < h.count * f->bytes ? "truncated" : "too long");
  a->data = (const char *)a->map + h.data;
  a->count = h.count;
  return NF_EXIT_OK;
}

void tr_array_close(tr_array *a) {
  if (a->map)
    munmap(a->map, a->mapped);
  *a = (tr_array){0};
}

bool tr_array_head(FILE *f, tr_type type, size_t count) {
  char text[128];
  const int used =
      snprintf(text, sizeof text, "{'descr': '%s', 'fortran_order': False, 'shape': (%zu,), }",
               tr_format_of(type)->descr, count);
  const int total = (10 + used + 1 + 63) / 64 * 64; // as the format asks for
  return fwrite("\x93NUMPY\x01\x00", 1, 8, f) == 8 && fputc((total - 10) & 255, f) != EOF &&
         fputc((total - 10) >> 8, f) != EOF &&
         fprintf(f, "%s%*s", text, total - 10 - used, "\n") > 0;
}
