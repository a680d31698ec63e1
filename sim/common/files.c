// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#define _POSIX_C_SOURCE 200809L
#include "sim/common/files.h"

#include "common/nf_defs.h"
#include "sim/common/memory.h"
#include "sim/common/rng.h"
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void rank_path(char path[NF_PATH_SIZE], const char *dir, unsigned rank) {
  snprintf(path, NF_PATH_SIZE, "%s/rank%02u.npy", dir, rank);
}

// The number in a name "rank<digits>.npy"; -1: it is another name.
static int rank_of(const char *name) {
  unsigned rank, end = 0;
  return strlen(name) < 32 && sscanf(name, "rank%4u.npy%n", &rank, &end) == 1 && end != 0 &&
                 name[end] == 0 && name[4] >= '0' && name[4] <= '9'
             ? (int)rank
             : -1;
}

// How many ranks there are. A number that is left out is a rank whose part would be missing from
// the result without a word.
static int count_files(unsigned *ranks, const char *dir, nf_err *e) {
  char path[NF_PATH_SIZE];
  unsigned files = 0;
  *ranks = 0;
  DIR *d = opendir(dir);
  if (!d)
    return nf_refuse(e, "%s: cannot be read: %s", dir, strerror(errno));
  for (struct dirent *entry; (entry = readdir(d)) != NULL;) {
    const int rank = rank_of(entry->d_name);
    if (rank < 0)
      continue;
    rank_path(path, dir, (unsigned)rank);
    if (strcmp(path + strlen(dir) + 1, entry->d_name) != 0)
      nf_refuse(e, "%s/%s: is no name of a rank's file; call it %s", dir, entry->d_name,
                path + strlen(dir) + 1);
    files++;
    *ranks = (unsigned)rank >= *ranks ? (unsigned)rank + 1 : *ranks;
  }
  closedir(d);
  if (e->status != NF_EXIT_OK || files == *ranks)
    return e->status;
  unsigned lacking = 0;
  for (rank_path(path, dir, 0); access(path, F_OK) == 0; rank_path(path, dir, ++lacking)) {
  }
  return nf_refuse(e,
                   "%s: is missing, while there are files up to rank %u; add it, or take the later "
                   "ones out of the folder",
                   path, *ranks - 1);
}

static bool same_shape(const nf_npy *a, const nf_npy *b) {
  return a->dims == b->dims && memcmp(a->shape, b->shape, a->dims * sizeof a->shape[0]) == 0;
}

// The types that a file's elements can be, for an error.
static const char *list_dtypes(const nf_npy *a) {
  static char list[64];
  size_t used = 0;
  for (uint8_t t = 0; t < NF_DTYPES; t++)
    if (nf_npy_holds(a, t) && used < sizeof list)
      used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "",
                               nf_dtype_name(t));
  return list;
}

// One file's array must be what --dtype says and what rank 0 has.
static int check_like(const nf_inputs *in, unsigned rank, const char *path, nf_err *e) {
  const nf_npy *a = &in->file[rank], *first = &in->file[0];
  if (in->dtype == NF_NPY_NO_DTYPE)
    return nf_refuse(e, "%s: holds %s, which says not enough; give --dtype, one of %s", path,
                     nf_npy_numpy(a), list_dtypes(a));
  if (a->kind != first->kind)
    return nf_refuse(e, "%s: holds %s but rank00.npy %s; all ranks need one type", path,
                     nf_npy_numpy(a), nf_npy_numpy(first));
  if (!nf_npy_holds(a, in->dtype))
    return nf_refuse(e, "%s: holds %s but --dtype is %s; give --dtype %s", path, nf_npy_numpy(a),
                     nf_dtype_name(in->dtype), list_dtypes(a));
  if (!same_shape(a, first)) {
    char mine[128], theirs[128];
    nf_npy_shape_text(a, mine, sizeof mine);
    nf_npy_shape_text(first, theirs, sizeof theirs);
    return nf_refuse(e, "%s: has shape %s but rank00.npy %s; all ranks need one shape", path, mine,
                     theirs);
  }
  return NF_EXIT_OK;
}

// All ranks' files, each like the first; the data is padded to whole blocks.
static int read_all(nf_inputs *in, const char *dir, nf_err *e) {
  char path[NF_PATH_SIZE];
  for (unsigned r = 0; r < in->ranks; r++) {
    rank_path(path, dir, r);
    if (nf_npy_read(&in->file[r], path, e) != NF_EXIT_OK)
      return e->status;
    if (in->dtype == NF_DTYPE_OF_FILES)
      in->dtype = nf_npy_plain(&in->file[0]);
    if (check_like(in, r, path, e) != NF_EXIT_OK)
      return e->status;
    size_t bytes = in->bytes = nf_npy_bytes(&in->file[r]);
    if (bytes > UINT32_MAX - NF_BLOCK_BYTES)
      return nf_refuse(e, "%s: is larger than a region, 4 GB; split it", path);
    in->data[r] = calloc((bytes + NF_BLOCK_BYTES - 1) / NF_BLOCK_BYTES, NF_BLOCK_BYTES);
    if (!in->data[r])
      return nf_err_memory(e, path);
    memcpy(in->data[r], in->file[r].data, bytes);
    free(in->file[r].data); // one copy is enough
    in->file[r].data = NULL;
  }
  return NF_EXIT_OK;
}

int nf_inputs_read(nf_inputs *in, const char *dir, unsigned ranks, unsigned most, uint8_t dtype,
                   nf_err *e) {
  struct stat st;
  *in = (nf_inputs){.ranks = ranks, .dtype = dtype};
  if (stat(dir, &st) != 0 || !S_ISDIR(st.st_mode))
    return nf_refuse(e,
                     "%s: is no folder that can be read; --input needs the folder that holds "
                     "rank00.npy, rank01.npy, ...",
                     dir);
  if (ranks == 0) {
    unsigned found;
    if (count_files(&found, dir, e) != NF_EXIT_OK)
      return e->status;
    in->ranks = found;
    if (in->ranks == 0)
      return nf_refuse(e, "%s: holds no rank00.npy; name the files so", dir);
    if (in->ranks > most) {
      in->ranks = 0;
      return nf_refuse(e,
                       "%s: holds more than %u ranks, which is all that can take part; give "
                       "--ranks %u",
                       dir, most, most);
    }
  }
  if (read_all(in, dir, e) != NF_EXIT_OK)
    nf_inputs_free(in);
  return e->status;
}

// A word of one 32-bit element or two 16-bit ones: random sign and fraction, an exponent of the ten
// below that of 1.
static uint32_t made_up(uint8_t dtype, nf_npy_kind kind, nf_rng *rng) {
  const uint32_t bits = (uint32_t)(nf_rng_next(rng) >> 32);
  if (kind == NF_NPY_F32)
    return (bits & 0x807fffff) | (117 + nf_rng_below(rng, 10)) << 23;
  if (!nf_dtypes[dtype].half)
    return bits;
  const bool bfloat = kind == NF_NPY_U16;
  const uint32_t mask = bfloat ? 0x807f807f : 0x83ff83ff, low = bfloat ? 117 : 5;
  const unsigned at = bfloat ? 7 : 10;
  const uint32_t a = low + nf_rng_below(rng, 10), b = low + nf_rng_below(rng, 10);
  return (bits & mask) | a << at | b << (16 + at);
}

int nf_inputs_make(nf_inputs *in, unsigned ranks, size_t bytes, uint8_t dtype, uint64_t seed,
                   nf_err *e) {
  static const nf_npy_kind kinds[] = {NF_NPY_F32, NF_NPY_U32, NF_NPY_S32, NF_NPY_F16, NF_NPY_U16};
  *in = (nf_inputs){.ranks = ranks, .dtype = dtype == NF_DTYPE_OF_FILES ? NF_DTYPE_F32 : dtype};
  in->bytes = bytes / 4 * 4;
  nf_npy like = {.kind = kinds[0], .dims = 1};
  for (unsigned i = 1; !nf_npy_holds(&like, in->dtype); i++)
    like.kind = kinds[i];
  like.count = like.shape[0] = in->bytes / (nf_dtypes[in->dtype].half ? 2 : 4);
  const uint64_t needs = (uint64_t)ranks * in->bytes, has = nf_memory_free();
  if (needs > has)
    return nf_refuse(e,
                     "the data of %u ranks needs %.1f GB of memory and %.1f GB are free; give "
                     "fewer bytes or ranks",
                     ranks, (double)needs * 1e-9, (double)has * 1e-9);
  nf_rng rng = {seed};
  for (unsigned r = 0; r < ranks; r++) {
    in->file[r] = like;
    in->data[r] = calloc((in->bytes + NF_BLOCK_BYTES - 1) / NF_BLOCK_BYTES, NF_BLOCK_BYTES);
    if (!in->data[r])
      return nf_err_memory(e, "made-up data");
    for (size_t i = 0; i < in->bytes / 4; i++)
      in->data[r][i] = made_up(in->dtype, like.kind, &rng);
  }
  return NF_EXIT_OK;
}

void nf_inputs_free(nf_inputs *in) {
  for (unsigned r = 0; r < in->ranks; r++) {
    nf_npy_free(&in->file[r]);
    free(in->data[r]);
    in->data[r] = NULL;
  }
}

int nf_outputs_rank(nf_outputs *out, const char *dir, unsigned rank, const nf_npy *like,
                    const uint32_t *data, nf_err *e) {
  char path[NF_PATH_SIZE];
  rank_path(path, dir, rank);
  const char *temporary = nf_outputs_add(out, path, e);
  if (!temporary)
    return e->status;
  FILE *f = fopen(temporary, "wb");
  bool ok = f && nf_npy_write(f, like, data);
  if (f && fclose(f) != 0)
    ok = false;
  if (!ok)
    return nf_refuse(e, "%s: cannot be written: %s", path, strerror(errno));
  return NF_EXIT_OK;
}
