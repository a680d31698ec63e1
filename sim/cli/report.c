// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/cli/report.h"

#include "common/nf_defs.h"
#include "sim/common/utf8.h"
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

void nf_report_add(cJSON *j, const nf_report_number *number, size_t count) {
  for (size_t i = 0; i < count; i++)
    cJSON_AddNumberToObject(j, number[i].key, number[i].value);
}

void nf_report_add_flags(cJSON *j, uint32_t flags) {
  static const char *const names[] = {[NF_FLAG_INVALID] = "invalid",
                                      [NF_FLAG_OVERFLOW] = "overflow",
                                      [NF_FLAG_UNDERFLOW] = "underflow",
                                      [NF_FLAG_INEXACT] = "inexact"};
  cJSON *list = cJSON_AddArrayToObject(j, "flags");
  for (unsigned i = NF_FLAG_INVALID; i <= NF_FLAG_INEXACT; i++)
    if (flags >> i & 1)
      cJSON_AddItemToArray(list, cJSON_CreateString(names[i]));
}

int nf_report_close(FILE *f, const char *path, nf_err *e) {
  const bool ok = f && !ferror(f);
  if ((f && fclose(f) != 0) || !ok)
    nf_refuse(e, "%s: cannot be written: %s", path, strerror(errno));
  return e->status;
}

int nf_report_write(const char *path, cJSON *j, nf_err *e) {
  char *text = cJSON_Print(j);
  if (text)
    nf_utf8_mend(text);
  cJSON_Delete(j);
  if (!text)
    return nf_err_memory(e, "the report");
  FILE *f = fopen(path, "w");
  if (f)
    fprintf(f, "%s\n", text);
  free(text);
  return nf_report_close(f, path, e);
}

// A scalar as a word; 15 digits give every count back as it was.
static void print_value(FILE *f, const cJSON *item) {
  if (cJSON_IsNumber(item))
    fprintf(f, "%.15g", item->valuedouble);
  else
    fputs(cJSON_IsString(item) ? item->valuestring : cJSON_IsTrue(item) ? "true" : "false", f);
}

int nf_report_csv(const char *path, const cJSON *j, nf_err *e) {
  FILE *f = fopen(path, "w");
  for (unsigned line = 0; f && line < 2; line++) {
    const char *before = "";
    const cJSON *item;
    cJSON_ArrayForEach(item, j) {
      if (cJSON_IsObject(item) || cJSON_IsArray(item))
        continue;
      fputs(before, f);
      before = ",";
      if (line == 0)
        fputs(item->string, f);
      else
        print_value(f, item);
    }
    fputc('\n', f);
  }
  return nf_report_close(f, path, e);
}

int nf_report_files(const char *csv, const char *json, cJSON *j, nf_err *e) {
  if (csv && e->status == NF_EXIT_OK)
    nf_report_csv(csv, j, e);
  if (json && e->status == NF_EXIT_OK)
    return nf_report_write(json, j, e);
  cJSON_Delete(j);
  return e->status;
}

static void print_table(const cJSON *j, const char *indent) {
  const cJSON *item;
  cJSON_ArrayForEach(item, j) {
    if (cJSON_IsObject(item)) {
      printf("%s%s\n", indent, item->string);
      print_table(item, "  ");
      continue;
    }
    printf("%s%-*s ", indent, 22 - (int)strlen(indent), item->string);
    print_value(stdout, item);
    putchar('\n');
  }
}

void nf_report_print(const cJSON *j) { print_table(j, ""); }

double nf_report_peak_megabytes(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)usage.ru_maxrss * 1024e-6;
}
