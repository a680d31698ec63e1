// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// `netfold schedule`: makes or reads a schedule, proves it, times it, writes it.
#include "chakra.h"
#include "check.h"
#include "goal.h"
#include "msccl.h"
#include "options.h"
#include "sim/cli/commands.h"
#include "sim/cli/report.h"
#include "sim/common/outputs.h"
#include "summary.h"
#include <cjson/cJSON.h>
#include <stdio.h>

// Beyond so many steps a schedule is counted, not timed or checked as a whole: it would take more
// than 4 GB. A check holds all chunks of all ranks besides.
enum { AT_ONCE = 1 << 25 };
static const nf_extent Checked = {AT_ONCE, 1 << 27};
// So much is counted in 6 to 15 s.
static const nf_extent Counted = {1 << 28, 1ull << 31};

typedef struct {
  nf_schedule_options o;
  nf_schedule s;
  nf_summary m;
  nf_ratio time; // ps; den 0: not known
  bool checked;
  nf_outputs out;
  const char *xml, *json; // where they are written until all is complete
} job;

static int compare(const nf_extent *x, const nf_extent *most, const char *of, const char *done,
                   nf_err *e) {
  if (x->steps <= most->steps && x->chunks <= most->chunks)
    return NF_EXIT_OK;
  return nf_refuse(e,
                   "%s: %llu steps on %llu chunks are more than the %llu on %llu that are %s; take "
                   "fewer ranks or segments",
                   of, (unsigned long long)x->steps, (unsigned long long)x->chunks,
                   (unsigned long long)most->steps, (unsigned long long)most->chunks, done);
}

// Before any of it is made, which may take a day.
static int check_extent(const nf_schedule_options *o, nf_err *e) {
  const nf_extent x = nf_algorithm_extent(nf_algorithm_find(o->algorithm), &o->shape);
  if (compare(&x, &Counted, o->algorithm, "counted in time", e) == NF_EXIT_OK && o->check)
    compare(&x, &Checked, "--check", "checked as a whole", e);
  return e->status;
}

static int open_schedule(job *j, nf_err *e) {
  if (!j->o.in)
    return check_extent(&j->o, e) == NF_EXIT_OK
               ? nf_algorithm_open(&j->s, j->o.algorithm, &j->o.shape, e)
               : e->status;
  switch (j->o.format) {
  case NF_FORMAT_GOAL:
    return nf_goal_read(&j->s, j->o.in, e);
  case NF_FORMAT_CHAKRA:
    return nf_chakra_read(&j->s, j->o.in, e);
  default:
    return nf_msccl_read(&j->s, j->o.in, e);
  }
}

static int judge(job *j, nf_err *e) {
  nf_program p;
  nf_cost *c = &j->o.cost;
  if (nf_schedule_summary(&j->s, &j->m, e) != NF_EXIT_OK)
    return e->status;
  if (j->m.steps > AT_ONCE && j->o.check)
    return nf_refuse(e,
                     "--check: %llu steps are more than the %d that are checked as a whole; read "
                     "a file with fewer",
                     (unsigned long long)j->m.steps, AT_ONCE);
  if (j->m.steps > AT_ONCE)
    return NF_EXIT_OK;
  c->bytes = j->s.what == NF_TRACE ? 1 : j->s.what == NF_BARRIER ? 0 : c->bytes;
  if (nf_program_open(&p, &j->s, e) != NF_EXIT_OK)
    return e->status;
  if (j->o.check && nf_program_check(&p, e) == NF_EXIT_OK)
    j->checked = true;
  if (e->status == NF_EXIT_OK && c->links && c->links->gpus != j->s.ranks)
    nf_refuse(e, "%s: %u ranks on %u GPUs; give --gpus", j->o.in, j->s.ranks, c->links->gpus);
  if (e->status == NF_EXIT_OK)
    nf_program_time(&p, c, &j->time, e);
  nf_program_close(&p);
  return e->status;
}

// ------------------------------------------------------------------------------- what it comes to
static double bytes_of(const job *j, uint64_t chunks) {
  return (double)chunks * (double)j->o.cost.bytes / nf_schedule_parts(&j->s);
}

static void print_lines(const job *j) {
  const nf_summary *m = &j->m;
  const double limit = nf_schedule_limit(&j->s, m, &j->o.cost);
  printf("%s: %s of %u ranks, %u chunks\n", j->s.name, nf_collective_name(j->s.what), j->s.ranks,
         nf_schedule_parts(&j->s));
  printf("steps           %llu, at most %llu of a rank in %u lanes; ports: %u\n",
         (unsigned long long)m->steps, (unsigned long long)m->most_steps, m->lanes, m->ports);
  printf("messages        %llu on %llu links", (unsigned long long)m->messages,
         (unsigned long long)m->links);
  if (m->joins)
    printf("; %llu joins of a rank in the network", (unsigned long long)m->joins);
  printf("\nbytes sent      %.0f by all, %.0f..%.0f by a rank, at most %.0f on a link\n",
         bytes_of(j, m->chunks_sent), bytes_of(j, m->least_sent), bytes_of(j, m->most_sent),
         bytes_of(j, m->most_link));
  if (j->time.den == 0)
    printf("time            not known: more than %d steps", AT_ONCE);
  else
    printf("time            %.3f us", (double)j->time.num / (double)j->time.den / 1e6);
  if (j->time.den && limit > 0)
    printf("; no algorithm with %u ports: below %.3f us", m->ports ? m->ports : 1, limit / 1e6);
  puts("");
  if (j->checked)
    puts(j->s.what == NF_TRACE ? "check           every message arrives, nothing stands still"
                               : "check           right: every contribution once, in any timing");
}

static void print_tree(const nf_link_tree *t) {
  printf("tree from %u   ", t->root);
  for (uint32_t level = 0; level < t->levels; level++)
    for (uint32_t v = 0; v < t->gpus; v++)
      if (v != t->root && t->level[v] == level)
        printf(" %u-%u", t->parent[v], v);
  printf("%s%s\n", t->searched ? ", searched" : "", t->pcie ? ", over switches" : "");
}

static int write_json(const job *j, nf_err *e) {
  const nf_summary *m = &j->m;
  const double limit = nf_schedule_limit(&j->s, m, &j->o.cost);
  cJSON *r = cJSON_CreateObject();
  const nf_report_number numbers[] = {{"ranks", j->s.ranks},
                                      {"chunks", nf_schedule_parts(&j->s)},
                                      {"steps", (double)m->steps},
                                      {"steps_of_a_rank", (double)m->most_steps},
                                      {"lanes", m->lanes},
                                      {"ports", m->ports},
                                      {"messages", (double)m->messages},
                                      {"joins", (double)m->joins},
                                      {"links", (double)m->links},
                                      {"bytes", (double)j->o.cost.bytes},
                                      {"bytes_sent", bytes_of(j, m->chunks_sent)},
                                      {"bytes_sent_least", bytes_of(j, m->least_sent)},
                                      {"bytes_sent_most", bytes_of(j, m->most_sent)},
                                      {"bytes_on_a_link", bytes_of(j, m->most_link)}};
  cJSON_AddStringToObject(r, "name", j->s.name);
  cJSON_AddStringToObject(r, "collective", nf_collective_name(j->s.what));
  NF_REPORT_ADD(r, numbers);
  if (j->time.den)
    cJSON_AddNumberToObject(r, "time_us", (double)j->time.num / (double)j->time.den / 1e6);
  if (limit > 0)
    cJSON_AddNumberToObject(r, "limit_us", limit / 1e6);
  cJSON_AddBoolToObject(r, "checked", j->checked);
  return nf_report_write(j->json, r, e); // frees it
}

static void print_list(void) {
  for (uint32_t i = 0; i < nf_algorithms_count; i++)
    printf("%-22s %-14s %s\n", nf_algorithms[i].name,
           nf_collective_name(nf_algorithms[i].collective), nf_algorithms[i].what);
}

// The trees that `tree` and `trees` use, as they are made there.
static void print_trees(const job *j) {
  uint32_t count;
  const nf_link_tree *t = nf_link_trees_of(&j->s, &count);
  for (uint32_t k = 0; t && k < count; k++)
    print_tree(&t[k]);
}

static int add_files(job *j, nf_err *e) {
  j->json = nf_outputs_add(&j->out, j->o.json, e);
  j->xml = nf_outputs_add(&j->out, j->o.out, e);
  return e->status;
}

int nf_schedule_main(int argc, char **argv) {
  nf_err e = {0};
  job j = {0};
  nf_outputs_guard(&j.out);
  if (nf_schedule_options_read(&j.o, argc, argv, &e) == NF_EXIT_OK && j.o.list) {
    print_list();
  } else if (e.status == NF_EXIT_OK && add_files(&j, &e) == NF_EXIT_OK &&
             open_schedule(&j, &e) == NF_EXIT_OK && judge(&j, &e) == NF_EXIT_OK) {
    print_lines(&j);
    print_trees(&j);
    if (j.xml)
      nf_msccl_write(&j.s, j.xml, &e);
    if (j.json && e.status == NF_EXIT_OK)
      write_json(&j, &e);
    nf_outputs_commit(&j.out, &e);
  }
  nf_schedule_close(&j.s);
  nf_outputs_discard(&j.out);
  return nf_end(&e);
}
