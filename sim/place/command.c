// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// `netfold place`: jobs on the boards of a HammingMesh, utilisation over random job mixes, cycles.
#include "cycles.h"
#include "options.h"
#include "sim/cli/cli.h"
#include "sim/cli/commands.h"
#include "sim/cli/report.h"
#include "sim/collective/hamilton.h"
#include "sim/collective/options.h"
#include "sim/common/outputs.h"
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  nf_place_options o;
  nf_outputs out;
  const char *csv, *json; // where they are written until all is complete
  cJSON *report;
  uint32_t lost, jobs; // without a place, of how many
} job;

// ------------------------------------------------------------------------------- job lists
typedef struct {
  nf_grid grid;
  bool *failed;
  nf_job *jobs;
  uint32_t count;
} mesh;

static int read_broken(mesh *m, const char *list, nf_err *e) {
  for (const char *p = list; p;) {
    uint64_t row = 0, column = 0;
    p = nf_cli_number(p, &row);
    p = p && *p == '.' ? nf_cli_number(p + 1, &column) : NULL;
    if (!p || row >= m->grid.y || column >= m->grid.x || (*p && *p != ','))
      return nf_refuse(e, "--broken %s: give boards of the mesh, as 0.3,2.1", list);
    m->failed[row * m->grid.x + column] = true;
    p = *p ? p + 1 : NULL;
  }
  return NF_EXIT_OK;
}

static void fail_more(mesh *m, const nf_sweep *s) {
  const uint32_t boards = m->grid.x * m->grid.y;
  nf_rng rng = {s->seed};
  uint32_t broken = 0;
  for (uint32_t b = 0; b < boards; b++)
    broken += m->failed[b];
  for (uint32_t k = 0; k < s->failed && broken < boards;) {
    const uint32_t b = nf_rng_below(&rng, boards);
    k += !m->failed[b];
    broken += !m->failed[b];
    m->failed[b] = true;
  }
  for (uint32_t b = 0; b < boards; b++)
    if (m->failed[b])
      nf_grid_take(&m->grid, b / m->grid.x, b % m->grid.x);
}

static int read_job(const mesh *m, char *text, nf_job *j, nf_err *e) {
  uint32_t side[2];
  const uint32_t n = nf_shape_parse("shapes", text, side, 2, e);
  *j = (nf_job){.rows = side[0], .columns = n == 2 ? side[1] : 0};
  if (e->status != NF_EXIT_OK)
    return e->status;
  if (n == 2 && (side[0] > NF_PLACE_SIDE || side[1] > NF_PLACE_SIDE))
    return nf_refuse(e, "--shapes %s: no side may be above %d", text, NF_PLACE_SIDE);
  if (n == 1 && !nf_place_square(side[0], m->grid.y, m->grid.x, &j->rows, &j->columns))
    return nf_refuse(e, "--shapes %s: no shape of so many boards is in the mesh", text);
  return NF_EXIT_OK;
}

static int read_jobs(mesh *m, const char *list, nf_err *e) {
  char *text = malloc(strlen(list) + 1), *rest = text;
  m->jobs = calloc(strlen(list) / 2 + 2, sizeof *m->jobs);
  if (!text || !m->jobs) {
    free(text);
    return nf_err_memory(e, "the jobs");
  }
  memcpy(text, list, strlen(list) + 1);
  while (rest && e->status == NF_EXIT_OK) {
    char *comma = strchr(rest, ',');
    if (comma)
      *comma = 0;
    if (read_job(m, rest, &m->jobs[m->count], e) == NF_EXIT_OK)
      m->count++;
    rest = comma ? comma + 1 : NULL;
  }
  free(text);
  return e->status;
}

static void print_map(const mesh *m) {
  const uint32_t x = m->grid.x, y = m->grid.y;
  uint32_t *owner = calloc((size_t)x * y, sizeof *owner);
  if (!owner)
    return;
  for (uint32_t i = 0; i < m->count; i++)
    for (uint32_t r = 0; r < m->jobs[i].got_rows; r++)
      for (uint32_t c = 0; c < m->jobs[i].got_columns; c++)
        owner[m->jobs[i].row[r] * x + m->jobs[i].column[c]] = i + 1;
  for (uint32_t b = 0; b < x * y; b++) {
    if (m->failed[b])
      printf("   x");
    else if (owner[b])
      printf(" %3u", owner[b] - 1);
    else
      printf("   .");
    if (b % x == x - 1)
      puts("");
  }
  free(owner);
}

static cJSON *numbers(const uint32_t *v, uint32_t n) {
  cJSON *a = cJSON_CreateArray();
  for (uint32_t i = 0; i < n; i++)
    cJSON_AddItemToArray(a, cJSON_CreateNumber(v[i]));
  return a;
}

static void tell_jobs(job *j, const mesh *m) {
  cJSON *all = cJSON_AddArrayToObject(j->report, "jobs");
  j->jobs = m->count;
  for (uint32_t i = 0; i < m->count; i++) {
    const nf_job *k = &m->jobs[i];
    cJSON *one = cJSON_CreateObject();
    j->lost += k->got_rows == 0;
    printf("job %-4u %ux%u: ", i, k->rows, k->columns);
    printf(k->got_rows ? "%u rows of %u columns, %.0f %% of all-to-all in the upper levels\n"
                       : "no place\n",
           k->got_rows, k->got_columns, 100 * k->upper);
    cJSON_AddNumberToObject(one, "rows", k->rows);
    cJSON_AddNumberToObject(one, "columns", k->columns);
    cJSON_AddItemToObject(one, "in_rows", numbers(k->row, k->got_rows));
    cJSON_AddItemToObject(one, "in_columns", numbers(k->column, k->got_columns));
    cJSON_AddItemToArray(all, one);
  }
}

static int place_list(job *j, nf_err *e) {
  const nf_sweep *s = &j->o.sweep;
  mesh m = {0};
  if (nf_grid_open(&m.grid, s->x, s->y, e) == NF_EXIT_OK &&
      !(m.failed = calloc((size_t)s->x * s->y, sizeof *m.failed)))
    nf_err_memory(e, "the boards");
  if (e->status == NF_EXIT_OK && (!j->o.broken || read_broken(&m, j->o.broken, e) == NF_EXIT_OK) &&
      read_jobs(&m, j->o.shapes, e) == NF_EXIT_OK) {
    fail_more(&m, s);
    if (nf_place(&m.grid, &s->rules, m.jobs, m.count, e) == NF_EXIT_OK &&
        nf_place_check(s->x, s->y, m.failed, m.jobs, m.count, e) == NF_EXIT_OK) {
      tell_jobs(j, &m);
      if (j->o.map)
        print_map(&m);
    }
  }
  if (m.jobs)
    nf_jobs_free(m.jobs, m.count);
  free(m.jobs);
  free(m.failed);
  nf_grid_close(&m.grid);
  return e->status;
}

// ------------------------------------------------------------------------------- job mixes
static int one_row(const nf_sweep *s, FILE *csv, cJSON *rows, nf_err *e) {
  nf_sweep_result r;
  char rules[64];
  if (nf_sweep_run(s, &r, e) != NF_EXIT_OK)
    return e->status;
  snprintf(rules, sizeof rules, "greedy%s%s%s%s", s->rules.transpose ? "+transpose" : "",
           s->rules.aspect ? "+aspect" : "", s->rules.locality ? "+locality" : "",
           s->rules.sort ? "+sort" : "");
  printf("%4ux%-4u %6u  %-37s %6.1f %6.1f %6.1f %6.1f %7.1f\n", s->x, s->y, s->failed, rules,
         100 * r.mean, 100 * r.median, 100 * r.low, 100 * r.high, 100 * r.upper);
  if (csv)
    fprintf(csv, "%u,%u,%u,%s,%u,%.6f,%.6f,%.6f,%.6f,%.6f,%.6f,%.6f,%.2f\n", s->x, s->y, s->failed,
            rules, s->mixes, r.mean, r.median, r.low, r.high, r.least, r.greatest, r.upper, r.jobs);
  cJSON *row = cJSON_CreateObject();
  const nf_report_number numbers[] = {
      {"x", s->x},        {"y", s->y},          {"failed", s->failed},    {"mixes", s->mixes},
      {"mean", r.mean},   {"median", r.median}, {"low", r.low},           {"high", r.high},
      {"least", r.least}, {"upper", r.upper},   {"greatest", r.greatest}, {"jobs", r.jobs}};
  cJSON_AddStringToObject(row, "rules", rules);
  NF_REPORT_ADD(row, numbers);
  cJSON_AddItemToArray(rows, row);
  return e->status;
}

static int place_mixes(job *j, nf_err *e) {
  FILE *csv = j->csv ? fopen(j->csv, "w") : NULL;
  if (j->csv && !csv)
    return nf_refuse(e, "%s cannot be written", j->o.csv);
  if (csv)
    fputs("x,y,failed,rules,mixes,mean,median,p1,p99,least,greatest,upper,jobs\n", csv);
  cJSON *rows = cJSON_AddArrayToObject(j->report, "rows");
  printf("%-9s %6s  %-37s %6s %6s %6s %6s %7s\n", "boards", "failed", "rules", "mean %", "median",
         "1st", "99th", "upper %");
  one_row(&j->o.sweep, csv, rows, e);
  if (csv && fclose(csv) != 0)
    nf_refuse(e, "%s cannot be written", j->o.csv);
  return e->status;
}

// ------------------------------------------------------------------------------- cycles
static int make_cycles(job *j, nf_err *e) {
  uint32_t side[2];
  nf_cycles h;
  if (nf_shape_parse("cycles", j->o.cycles, side, 2, e) != 2)
    return nf_refuse(e, "--cycles %s: give two numbers, as 8x4", j->o.cycles);
  if (nf_cycles_open(&h, side[0], side[1], e) != NF_EXIT_OK)
    return e->status;
  if (nf_cycles_check(h.rows, h.columns, h.order, e) == NF_EXIT_OK) {
    cJSON *both = cJSON_AddArrayToObject(j->report, "cycles");
    for (int k = 0; k < 2; k++)
      cJSON_AddItemToArray(both, numbers(h.order[k], h.rows * h.columns));
    printf("%u x %u: two Hamiltonian cycles of %u nodes, no edge in both\n", h.rows, h.columns,
           h.rows * h.columns);
  }
  nf_cycles_close(&h);
  return e->status;
}

// ------------------------------------------------------------------------------- which of them
static int add_files(job *j, nf_err *e) {
  j->csv = nf_outputs_add(&j->out, j->o.csv, e);
  j->json = nf_outputs_add(&j->out, j->o.json, e);
  return e->status;
}

int nf_place_main(int argc, char **argv) {
  nf_err e = {0};
  job j = {.lost = 0};
  nf_outputs_guard(&j.out);
  if (nf_place_options_read(&j.o, argc, argv, &e) == NF_EXIT_OK &&
      add_files(&j, &e) == NF_EXIT_OK) {
    j.report = cJSON_CreateObject();
    if (j.o.cycles)
      make_cycles(&j, &e);
    else if (j.o.shapes)
      place_list(&j, &e);
    else
      place_mixes(&j, &e);
    nf_report_files(NULL, j.json, j.report, &e);
    nf_outputs_commit(&j.out, &e);
    if (j.lost)
      nf_err_set(&e, NF_EXIT_FAILED, "%u of %u jobs have no place", j.lost, j.jobs);
  }
  nf_outputs_discard(&j.out);
  return nf_end(&e);
}
