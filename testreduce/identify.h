// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What a fabric is, from its answers to the probes: of each rank and of each repetition. The
// statements come with their evidence, a probe and the bits that another behaviour would have
// given.
#ifndef TR_IDENTIFY_H
#define TR_IDENTIFY_H

#include "analyse.h"
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TR_MAX_ANALYSES = 16, TR_MAX_VARYING = 8 };

typedef struct {
  unsigned ranks, reps;
  size_t count;             // elements of an array
  const void *const *array; // [rep * ranks + rank]
  size_t call;              // elements of one call of the reduction; 0: all of them
  bool mapped;              // they are files' pages: what was looked at may leave memory
} tr_answers;

// An element that is not the same in all repetitions: how far its results lie apart.
typedef struct {
  size_t index;
  uint64_t low, high; // the least and the greatest result, bits
  double units;       // their distance / (u * sum of |x|)
} tr_varying;

// Where the order varies: the different trees of the parts of all arrays that tell one, and the
// probe whose results by them lie furthest apart.
typedef struct {
  unsigned trees, arrays;
  bool more; // there are more trees than are kept
  size_t parts, probe;
  uint64_t low, high;
  double units; // as above; 0: they change none
  const char *low_text, *high_text;
} tr_seen;

typedef struct {
  char key[16], says[1400], evidence[1400];
} tr_statement;

typedef struct {
  const tr_sheet *sheet;
  tr_answers answers;
  bool ranks_agree, reps_agree, nans_agree; // NaN is NaN for the first two
  unsigned other_rank, other_rep;           // the first array that differs, and where
  size_t other_index;
  unsigned analyses; // different arrays that were analysed
  tr_analysis *analysis;
  unsigned *of;    // [rep * ranks + rank]: which analysis is its; analyses: beyond the number kept
  size_t varyings; // elements that differ between repetitions
  tr_varying varying[TR_MAX_VARYING];
  tr_seen seen;
  tr_statement *statement;
  unsigned statements;
} tr_report;

// Analyses all answers; free the report in any case. 0: everything is explained, and claimed.
int tr_identify(tr_report *r, const tr_sheet *s, const tr_answers *answers, nf_err *e);
void tr_report_free(tr_report *r);
bool tr_report_explained(const tr_report *r);

// How trees follow each other along the buffer: "ring rotated by chunk ...".
void tr_pattern_text(const tr_analysis *a, char *text, size_t size);
// What a rule of an analysis rests on (statement.c).
void tr_make_statements(tr_report *r);

void tr_report_text(const tr_report *r, FILE *f);
void tr_report_json(const tr_report *r, FILE *f);
void tr_report_svg(const tr_report *r, FILE *f);

#ifdef __cplusplus
}
#endif

#endif
