// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// testreduce for other languages: opaque handles, text in and out. testreduce/python is made of it.
#ifndef TR_PROBES_H
#define TR_PROBES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tr_probes tr_probes;

// The probes of so many ranks; NULL: error has a line that says why not.
tr_probes *tr_probes_open(const char *dtype, unsigned ranks, uint64_t seed, char *error,
                          size_t size);
void tr_probes_close(tr_probes *p);
size_t tr_probes_length(const tr_probes *p); // elements of a sheet
// `count` elements of a rank's array, from element 0 on.
void tr_probes_fill(const tr_probes *p, unsigned rank, size_t count, void *array);

// What answered: array[rep * ranks + rank], reduced `call` elements at a time (0: all at once).
// Reports go to *text, *json and *svg, which the caller frees with tr_probes_free; NULL where there
// is none. Returns 0 when every answer is explained, 1 when some are not, 2 with a line in error.
int tr_probes_identify(const tr_probes *p, unsigned reps, size_t count, size_t call,
                       const void *const *array, char **text, char **json, char **svg, char *error,
                       size_t size);
void tr_probes_free(char *text);

#ifdef __cplusplus
}
#endif

#endif
