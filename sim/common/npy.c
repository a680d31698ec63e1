// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#define _POSIX_C_SOURCE 200809L
#include "sim/common/npy.h"

#include "common/nf_defs.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char Magic[6] = {'\x93', 'N', 'U', 'M', 'P', 'Y'};
enum { MAX_HEADER = 1 << 16 };

#define BIT(dtype) (1u << NF_DTYPE_##dtype)
static const struct {
  const char *descr, *numpy;
  uint8_t size, plain;
  uint16_t dtypes; // what the bits may be taken for
} Kinds[] = {
    [NF_NPY_F32] = {"<f4", "float32", 4, NF_DTYPE_F32, BIT(F32) | BIT(F32X)},
    [NF_NPY_U32] = {"<u4", "uint32", 4, NF_DTYPE_U32, BIT(U32) | BIT(U32SAT)},
    [NF_NPY_S32] = {"<i4", "int32", 4, NF_DTYPE_S32, BIT(S32) | BIT(S32SAT) | BIT(FIX32)},
    [NF_NPY_F16] = {"<f2", "float16", 2, NF_DTYPE_F16, BIT(F16) | BIT(F16_F32) | BIT(F16X)},
    [NF_NPY_U16] = {"<u2", "uint16", 2, NF_NPY_NO_DTYPE, BIT(BF16) | BIT(BF16_F32) | BIT(BF16X)},
};
enum { KINDS = sizeof Kinds / sizeof Kinds[0] };

size_t nf_npy_bytes(const nf_npy *a) { return a->count * Kinds[a->kind].size; }
const char *nf_npy_numpy(const nf_npy *a) { return Kinds[a->kind].numpy; }
uint8_t nf_npy_plain(const nf_npy *a) { return Kinds[a->kind].plain; }
bool nf_npy_holds(const nf_npy *a, uint8_t dtype) { return Kinds[a->kind].dtypes >> dtype & 1; }

static int bad_header(const char *path, const char *what, nf_err *e) {
  return nf_refuse(e, "%s: the .npy header %s; write the file again with numpy.save", path, what);
}

// The value of `key` in the header's dictionary, or NULL.
static const char *find(const char *dict, const char *key) {
  const char *p = strstr(dict, key);
  if (!p)
    return NULL;
  p += strlen(key);
  p += strspn(p, " ");
  if (*p != ':')
    return NULL;
  return p + 1 + strspn(p + 1, " ");
}

static int parse_descr(nf_npy *a, const char *dict, const char *path, nf_err *e) {
  const char *p = find(dict, "'descr'");
  if (!p)
    return bad_header(path, "has no 'descr'", e);
  if (*p != '\'')
    return nf_refuse(e, "%s: holds records; save one plain array of numbers", path);
  const char *end = strchr(p + 1, '\'');
  if (!end)
    return bad_header(path, "ends within 'descr'", e);
  size_t n = (size_t)(end - p - 1);
  for (unsigned k = 0; k < KINDS; k++)
    if (n == strlen(Kinds[k].descr) && memcmp(p + 1, Kinds[k].descr, n) == 0) {
      a->kind = (nf_npy_kind)k;
      return NF_EXIT_OK;
    }
  return nf_refuse(e,
                   "%s: element type '%.*s' is not little-endian float32, float16, int32, uint32 "
                   "or uint16; convert it with a.astype('<f4'), '<f2', '<i4', '<u4' or '<u2'",
                   path, (int)(n > 16 ? 16 : n), p + 1);
}

static int parse_shape(nf_npy *a, const char *dict, const char *path, nf_err *e) {
  const char *p = find(dict, "'shape'");
  if (!p || *p != '(')
    return bad_header(path, "has no 'shape'", e);
  p++;
  a->dims = 0;
  a->count = 1;
  for (;;) {
    p += strspn(p, " ,");
    if (*p == ')')
      break;
    char *end;
    errno = 0;
    unsigned long long n = strtoull(p, &end, 10);
    if (end == p || *p == '-' || errno != 0)
      return bad_header(path, "has a damaged 'shape'", e);
    if (a->dims == NF_NPY_MAX_DIMS)
      return bad_header(path, "has more than 32 dimensions", e);
    if (n != 0 && a->count > SIZE_MAX / 4 / n)
      return bad_header(path, "has a shape larger than memory", e);
    a->shape[a->dims++] = (size_t)n;
    a->count *= (size_t)n;
    p = end;
  }
  if (a->count == 0)
    return nf_refuse(e, "%s: holds no element; give an array of one or more", path);
  return NF_EXIT_OK;
}

static int parse_header(nf_npy *a, const char *dict, const char *path, nf_err *e) {
  int status = parse_descr(a, dict, path, e);
  if (status != NF_EXIT_OK)
    return status;
  const char *order = find(dict, "'fortran_order'");
  if (!order)
    return bad_header(path, "has no 'fortran_order'", e);
  if (strncmp(order, "True", 4) == 0)
    return nf_refuse(e, "%s: is in Fortran order; save numpy.ascontiguousarray(a) instead", path);
  if (strncmp(order, "False", 5) != 0)
    return bad_header(path, "has a damaged 'fortran_order'", e);
  return parse_shape(a, dict, path, e);
}

// Magic, version, head, then exactly as many bytes as the shape says.
static int read_stream(nf_npy *a, FILE *f, const char *path, nf_err *e) {
  unsigned char pre[12];
  if (fread(pre, 1, 10, f) != 10 || memcmp(pre, Magic, sizeof Magic) != 0)
    return nf_refuse(e,
                     "%s: is not a .npy file (its first bytes are not \\x93NUMPY); make it with "
                     "numpy.save",
                     path);
  size_t length = pre[8] | (size_t)pre[9] << 8;
  if (pre[6] < 1 || pre[6] > 3)
    return bad_header(path, "is of a version other than 1, 2 and 3", e);
  if (pre[6] > 1) {
    if (fread(pre + 10, 1, 2, f) != 2)
      return bad_header(path, "is cut short", e);
    length |= (size_t)pre[10] << 16 | (size_t)pre[11] << 24;
  }
  if (length > MAX_HEADER)
    return bad_header(path, "is longer than 64 kB", e);
  char *dict = calloc(1, length + 1);
  if (!dict)
    return nf_err_memory(e, path);
  int status = fread(dict, 1, length, f) == length ? parse_header(a, dict, path, e)
                                                   : bad_header(path, "is cut short", e);
  free(dict);
  if (status != NF_EXIT_OK)
    return status;

  // The size is checked before memory is asked for: a damaged shape must not ask for all of it.
  long begin = ftell(f);
  if (begin < 0 || fseek(f, 0, SEEK_END) != 0)
    return nf_refuse(e, "%s: cannot be read: %s; give a regular file", path, strerror(errno));
  size_t held = (size_t)(ftell(f) - begin);
  if (held != nf_npy_bytes(a))
    return nf_refuse(e,
                     "%s: holds %zu bytes of data where its header announces %zu; it is %s, "
                     "write it again",
                     path, held, nf_npy_bytes(a),
                     held < nf_npy_bytes(a) ? "truncated" : "too long");
  a->data = malloc(held);
  if (!a->data)
    return nf_err_memory(e, path);
  if (fseek(f, begin, SEEK_SET) != 0 || fread(a->data, 1, held, f) != held)
    return nf_refuse(e, "%s: cannot be read: %s", path, strerror(errno));
  return NF_EXIT_OK;
}

int nf_npy_read(nf_npy *a, const char *path, nf_err *e) {
  *a = (nf_npy){0};
  struct stat st;
  // Looked at before it is opened: a FIFO would wait for its writer, and the size is needed.
  if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
    return nf_refuse(e, "%s: is no regular file; give the array as a file", path);
  FILE *f = fopen(path, "rb");
  if (!f)
    return nf_refuse(e, "%s: cannot be opened: %s; one file a rank is needed", path,
                     strerror(errno));
  int status = read_stream(a, f, path, e);
  fclose(f);
  if (status != NF_EXIT_OK)
    nf_npy_free(a);
  return status;
}

void nf_npy_shape_text(const nf_npy *a, char *text, size_t size) {
  size_t n = 0;
  text[0] = 0;
  for (unsigned i = 0; i <= a->dims && n < size; i++) {
    int w = i < a->dims ? snprintf(text + n, size - n, "%s%zu", i ? ", " : "(", a->shape[i])
                        : snprintf(text + n, size - n, "%s",
                                   a->dims == 0   ? "()"
                                   : a->dims == 1 ? ",)"
                                                  : ")");
    n += (size_t)w;
  }
}

bool nf_npy_write(FILE *f, const nf_npy *like, const void *data) {
  char shape[NF_NPY_MAX_DIMS * 22 + 8], head[sizeof shape + 128];
  nf_npy_shape_text(like, shape, sizeof shape);
  int used = snprintf(head, sizeof head, "{'descr': '%s', 'fortran_order': False, 'shape': %s, }",
                      Kinds[like->kind].descr, shape);
  // The format asks for spaces and a newline up to a multiple of 64 bytes.
  size_t length = (size_t)used, total = (10 + length + 1 + 63) / 64 * 64;
  unsigned char pre[10];
  memcpy(pre, Magic, sizeof Magic);
  pre[6] = 1;
  pre[7] = 0;
  pre[8] = (unsigned char)((total - 10) & 0xff);
  pre[9] = (unsigned char)((total - 10) >> 8);
  return fwrite(pre, 1, 10, f) == 10 && fwrite(head, 1, length, f) == length &&
         fprintf(f, "%*s", (int)(total - 10 - length), "\n") > 0 &&
         fwrite(data, 1, nf_npy_bytes(like), f) == nf_npy_bytes(like) && fflush(f) == 0;
}

void nf_npy_free(nf_npy *a) {
  free(a->data);
  *a = (nf_npy){0};
}
