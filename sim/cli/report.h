// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Reports of a run. Each is made once, as a cJSON object whose scalars are its figures; from that
// one come the JSON file, the CSV file and, where a command prints all of it, the table of names
// and values. So no figure can differ between them.
#ifndef NF_SIM_REPORT_H
#define NF_SIM_REPORT_H

#include "sim/common/err.h"
#include <cjson/cJSON.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
  const char *key;
  double value;
} nf_report_number;

// Adds numbers in this order.
void nf_report_add(cJSON *j, const nf_report_number *number, size_t count);
// The numbers of an array of them.
#define NF_REPORT_ADD(j, numbers) nf_report_add(j, numbers, sizeof(numbers) / sizeof *(numbers))
// Adds the names of the IEEE 754 flags that were raised: bit numbers NF_FLAG_INVALID on.
void nf_report_add_flags(cJSON *j, uint32_t flags);

// Writes the report to `path` and frees it.
int nf_report_write(const char *path, cJSON *j, nf_err *e);
// The same for what was asked for, NULL: it was not; after an error no file is written.
int nf_report_files(const char *csv, const char *json, cJSON *j, nf_err *e);
// Its numbers and words as a head and a line; what is an object or an array is left out.
int nf_report_csv(const char *path, const cJSON *j, nf_err *e);
// As a table of names and values on standard output, objects in it with their members below them.
void nf_report_print(const cJSON *j);

// The most memory that the process has had, in 10^6 bytes: `peak_rss_MB` of every report.
double nf_report_peak_megabytes(void);

// The end of a file that was written line by line: closes f, refuses if something went wrong with
// it or f is NULL.
int nf_report_close(FILE *f, const char *path, nf_err *e);

#endif
