// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#define _POSIX_C_SOURCE 200809L
#include "links.h"
#include "sim/cli/cli.h"
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The hybrid cube mesh: two fully joined fours and a link from each GPU to its counterpart. Volta
// has six NVLinks, so two of the four neighbours of a GPU get a second one.
static const nf_links Known[] = {{"p3.16xlarge",
                                  8,
                                  {{0, 2, 2, 3, 3, 1, 1, 1},
                                   {2, 0, 3, 2, 1, 3, 1, 1},
                                   {2, 3, 0, 3, 1, 1, 2, 1},
                                   {3, 2, 3, 0, 1, 1, 1, 2},
                                   {3, 1, 1, 1, 0, 2, 2, 3},
                                   {1, 3, 1, 1, 2, 0, 3, 2},
                                   {1, 1, 2, 1, 2, 3, 0, 3},
                                   {1, 1, 1, 2, 3, 2, 3, 0}},
                                  {0, 10000000000, 25000000000, 50000000000}},
                                 {"dgx1",
                                  8,
                                  {{0, 2, 2, 2, 2, 1, 1, 1},
                                   {2, 0, 2, 2, 1, 2, 1, 1},
                                   {2, 2, 0, 2, 1, 1, 2, 1},
                                   {2, 2, 2, 0, 1, 1, 1, 2},
                                   {2, 1, 1, 1, 0, 2, 2, 2},
                                   {1, 2, 1, 1, 2, 0, 2, 2},
                                   {1, 1, 2, 1, 2, 2, 0, 2},
                                   {1, 1, 1, 2, 2, 2, 2, 0}},
                                  {0, 10000000000, 20000000000, 40000000000}}};

// Reads the numbers of one line; returns how many, or -1.
static int read_row(char *line, uint8_t row[NF_LINKS_GPUS]) {
  int n = 0;
  for (char *p = line, *word; (word = strtok_r(p, " ,\t\r\n", &p)) != NULL; n++) {
    uint64_t v;
    const char *rest = nf_cli_number(word, &v);
    if (n == NF_LINKS_GPUS || !rest || *rest || v >= NF_LINKS_KINDS)
      return -1;
    row[n] = (uint8_t)v;
  }
  return n;
}

static int read_file(nf_links *l, const char *name, FILE *f, nf_err *e) {
  char *line = NULL;
  size_t size = 0;
  int columns = 0;
  while (e->status == NF_EXIT_OK && getline(&line, &size, f) >= 0) {
    if (line[strspn(line, " \t\r\n")] == 0 || *line == '#')
      continue;
    const int n = l->gpus == NF_LINKS_GPUS ? -1 : read_row(line, l->kind[l->gpus]);
    if (n < 2 || (columns && n != columns))
      nf_err_set(e, NF_EXIT_BAD_INPUT,
                 "%s: row %u must be as many numbers 0..3 as there are GPUs, 2..%d", name, l->gpus,
                 NF_LINKS_GPUS);
    columns = n;
    l->gpus++;
  }
  free(line);
  if (e->status == NF_EXIT_OK && (int)l->gpus != columns)
    nf_err_set(e, NF_EXIT_BAD_INPUT, "%s: %u rows of %d numbers; give a square", name, l->gpus,
               columns);
  for (uint32_t a = 0; a < l->gpus && e->status == NF_EXIT_OK; a++)
    for (uint32_t b = 0; b < l->gpus; b++)
      if (l->kind[a][b] != l->kind[b][a] || (a == b && l->kind[a][b]))
        return nf_err_set(e, NF_EXIT_BAD_INPUT,
                          "%s: GPUs %u and %u are wired differently to and fro, or a GPU to itself",
                          name, a, b);
  return e->status;
}

int nf_links_open(nf_links *l, const char *name, nf_err *e) {
  for (size_t i = 0; i < sizeof Known / sizeof Known[0]; i++)
    if (strcmp(name, Known[i].name) == 0) {
      *l = Known[i];
      return NF_EXIT_OK;
    }
  FILE *f = fopen(name, "r");
  if (!f)
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "%s: %s; give p3.16xlarge, dgx1 or a file with a matrix of links", name,
                      strerror(errno));
  *l = (nf_links){.gpus = 0};
  snprintf(l->name, sizeof l->name, "%s", name);
  memcpy(l->rate, Known[0].rate, sizeof l->rate);
  read_file(l, name, f, e);
  fclose(f);
  return e->status;
}

int nf_links_take(nf_links *l, const char *list, nf_err *e) {
  uint32_t gpu[NF_LINKS_GPUS], n = 0;
  bool taken[NF_LINKS_GPUS] = {false};
  for (const char *p = list; p;) {
    uint64_t v = 0;
    p = nf_cli_number(p, &v);
    if (!p || v >= l->gpus || taken[v] || (*p && *p != ','))
      return nf_err_set(e, NF_EXIT_BAD_INPUT,
                        "--gpus %s: give GPUs 0..%u of %s, each once, as 0,3,5", list, l->gpus - 1,
                        l->name);
    taken[v] = true;
    gpu[n++] = (uint32_t)v;
    p = *p ? p + 1 : NULL;
  }
  if (n < 2)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--gpus %s: give two or more", list);
  const nf_links all = *l;
  memset(l->kind, 0, sizeof l->kind);
  l->gpus = n;
  for (uint32_t a = 0; a < n; a++)
    for (uint32_t b = 0; b < n; b++)
      l->kind[a][b] = all.kind[gpu[a]][gpu[b]];
  return NF_EXIT_OK;
}
