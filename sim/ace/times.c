// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/ace/times.h"

#include "sim/ace/explain.h"
#include <stdio.h>

// All numbers are means over what there is of a kind: links of a dimension, machines of its phases,
// chunks of all commands on all nodes.
typedef struct {
  double links, machines, chunks;
} parts;

static parts parts_of(const nf_ace_plan *p, unsigned dim, const nf_ace_run *run,
                      unsigned commands) {
  const double nodes = p->cfg.topology->nodes;
  double machines = 0;
  for (unsigned i = 0; i < p->phases; i++)
    machines += p->phase[i].dim == dim ? p->phase[i].machines : 0;
  return (parts){.links = (double)run->use[dim].links * run->use[dim].rate,
                 .machines = nodes * machines,
                 .chunks = nodes * p->chunks * commands};
}

// ------------------------------------------------------------------------------- text
static void print_share(const char **before, const char *name, double part, double whole) {
  if (part <= 0)
    return;
  printf("%s%s %.1f %%", *before, name, 100 * part / whole);
  *before = ", ";
}

void nf_ace_times_print(const nf_ace_plan *p, unsigned dim, const nf_ace_run *run,
                        unsigned commands) {
  const nf_ace_dim_account *a = &run->account.dim[dim];
  const parts of = parts_of(p, dim, run, commands);
  const double cycles = (double)run->account.cycles;
  const char *before = "    of their time: ";
  for (unsigned t = 0; t < NF_TIMES; t++) {
    if (t == NF_TIME_CROSSBAR) // from here on the link is free
      before = "; free, waiting for ";
    print_share(&before, nf_ace_time_names[t], (double)a->time[t], cycles * of.links);
  }
  before = "\n    machines: ";
  print_share(&before, "at work", (double)a->wait[NF_ACE_WAIT_NOTHING], cycles * of.machines);
  before = before[0] == ',' ? "; waited for " : "\n    machines waited for ";
  for (unsigned w = 1; w < NF_ACE_WAITS; w++)
    print_share(&before, nf_ace_wait_names[w], (double)a->wait[w], cycles * of.machines);
  before = "; ";
  print_share(&before, "without a chunk", (double)a->idle, cycles * of.machines);
  printf("\n    a chunk: %.0f cycles in line for SRAM, %.0f for its machine, %.0f run by it\n",
         (double)a->slot / of.chunks, (double)a->queue / of.chunks, (double)a->inside / of.chunks);
}

void nf_ace_times_print_memory(const nf_ace_plan *p, const nf_ace_run *run, unsigned commands) {
  const parts of = parts_of(p, 0, run, commands);
  printf("    a chunk: %.0f cycles in line for its load and loaded, %.0f in line for its store and "
         "stored\n",
         (double)run->account.load / of.chunks, (double)run->account.store / of.chunks);
}

// ------------------------------------------------------------------------------- JSON, CSV
static void add(cJSON *j, char letter, const char *kind, const char *name, double value) {
  char key[48];
  snprintf(key, sizeof key, "%c_%s_%s", letter, kind, name);
  cJSON_AddNumberToObject(j, key, value);
}

void nf_ace_times_add(cJSON *j, const nf_ace_plan *p, const nf_ace_run *run, unsigned commands) {
  const nf_topo *t = p->cfg.topology;
  for (unsigned d = 0; d < t->dims; d++) {
    const nf_ace_dim_account *a = &run->account.dim[d];
    const parts of = parts_of(p, d, run, commands);
    const char letter = t->dim[d].letter;
    if (!run->use[d].links)
      continue;
    for (unsigned k = 0; k < NF_TIMES; k++)
      add(j, letter, "time", nf_ace_time_names[k], (double)a->time[k] / of.links);
    char key[48];
    snprintf(key, sizeof key, "%c_machines", letter);
    cJSON_AddNumberToObject(j, key, of.machines / t->nodes);
    add(j, letter, "machine", "work", (double)a->wait[NF_ACE_WAIT_NOTHING] / of.machines);
    for (unsigned w = 1; w < NF_ACE_WAITS; w++)
      add(j, letter, "machine", nf_ace_wait_names[w], (double)a->wait[w] / of.machines);
    add(j, letter, "machine", "idle", (double)a->idle / of.machines);
    add(j, letter, "chunk", "slot", (double)a->slot / of.chunks);
    add(j, letter, "chunk", "queue", (double)a->queue / of.chunks);
    add(j, letter, "chunk", "run", (double)a->inside / of.chunks);
  }
  const parts of = parts_of(p, 0, run, commands);
  cJSON_AddNumberToObject(j, "chunk_load", (double)run->account.load / of.chunks);
  cJSON_AddNumberToObject(j, "chunk_store", (double)run->account.store / of.chunks);
}
