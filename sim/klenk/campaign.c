// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The fault campaign: short all-reduces over small random networks, each with one kind of fault or
// with several. Every run must end exact, or with an error that names what was made to fail. Every
// eighth run of the C models is made again with all nodes in lock step, and must be the same.
//
//   nf_campaign [--runs N] [--rtl N] [--seed N] [--csv FILE]
#define _POSIX_C_SOURCE 200809L
#include "sim/cli/cli.h"
#include "sim/cli/progress.h"
#include "sim/common/checker.h"
#include "sim/common/files.h"
#include "sim/klenk/collective.h"

#include <argp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOCK_STEP_EVERY = 8 };

typedef enum {
  CLEAN,
  BITS,
  LOST,
  REPEATED,
  STALLS,
  EVICTIONS,
  MIXED,
  ABORTED,
  BLIND,
  DEAD_LINK,
  SILENT_RANK,
  MISSING_PACKET,
  KINDS
} kind;

static const char *const Names[KINDS] = {"no fault",
                                         "bit errors",
                                         "words lost",
                                         "words repeated",
                                         "ranks that pause",
                                         "forced evictions",
                                         "all of these",
                                         "given up and repeated",
                                         "the same without epochs",
                                         "a cable cut",
                                         "a silent rank",
                                         "a packet never sent"};

typedef struct {
  uint64_t runs, exact, named, wrong;
  uint64_t bits, words, pauses, evictions, replays;
} tally;

typedef struct {
  unsigned runs, rtl;
  uint64_t seed;
  const char *csv;
} options;

// What a run is made of; everything follows from its seed.
typedef struct {
  kind kind;
  nf_topology topology;
  bool tree; // leaves below spines, one of them with two GPUs or more
  nf_inputs in;
  nf_collective_cfg cfg;
  char text[4096];
} trial;

static const struct argp_option Table[] = {
    {"runs", 'n', "N", 0, "runs of the C models (default 400)", 0},
    {"rtl", 'r', "N", 0, "runs with the Verilated blocks beside them (default 0)", 0},
    {"seed", 's', "N", 0, "seed of the first run; run i has seed N + i (default 1)", 0},
    {"csv", 'c', "FILE", 0, "the table as CSV", 0},
    {"help", NF_CLI_HELP, 0, 0, "print this list", -1},
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state) {
  nf_cli *cli = state->input;
  options *o = cli->options;
  switch (key) {
  case 'n':
    o->runs = (unsigned)nf_cli_range("runs", arg, 0, 10000000, "the number of runs", cli->err);
    break;
  case 'r':
    o->rtl = (unsigned)nf_cli_range("rtl", arg, 0, 10000000, "the number of runs", cli->err);
    break;
  case 's':
    o->seed = nf_cli_range("seed", arg, 0, UINT64_MAX / 2, "the seed", cli->err);
    break;
  case 'c':
    o->csv = arg;
    break;
  default:
    return nf_cli_other(key, arg, state);
  }
  return cli->err->status == NF_EXIT_OK ? 0 : EINVAL;
}

// ------------------------------------------------------------------------------- networks
static void add(char *text, size_t size, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
static void add(char *text, size_t size, const char *fmt, ...) {
  const size_t used = strlen(text);
  va_list args;
  va_start(args, fmt);
  vsnprintf(text + used, size - used, fmt, args);
  va_end(args);
}

// One switch; two joined by cables; or up to three leaves below up to two spines. Half of them have
// long cables, so that their nodes may go far ahead of each other.
static int make_network(trial *t, nf_rng *rng, nf_err *e) {
  const unsigned leaves = 1 + nf_rng_below(rng, 3);
  const unsigned spines = leaves == 1   ? 0
                          : leaves == 3 ? 1 + nf_rng_below(rng, 2)
                                        : nf_rng_below(rng, 3);
  const unsigned gpus = (leaves == 1 ? 2 : leaves) + nf_rng_below(rng, 6);
  const unsigned parallel = 1 + nf_rng_below(rng, 2), shortest = 1 + 150 * nf_rng_below(rng, 2);
  const size_t size = sizeof t->text;
  const char *comma = "";
  t->tree = spines > 0 && gpus > leaves;
  snprintf(t->text, size, "{\"gpus\": %u, \"links\": 1, \"switches\": [", gpus);
  for (unsigned s = 0; s < leaves + spines; s++)
    add(t->text, size, "%s\"%s%u\"", s ? ", " : "", s < leaves ? "leaf" : "spine",
        s < leaves ? s : s - leaves);
  add(t->text, size, "], \"cables\": [");
  for (unsigned g = 0; g < gpus; g++, comma = ", ")
    add(t->text, size, "%s[\"gpu%u.0\", \"leaf%u.%u\", %u]", comma, g, g % leaves, g / leaves,
        shortest + nf_rng_below(rng, 30));
  for (unsigned k = 0; k < parallel && leaves == 2 && spines == 0; k++)
    add(t->text, size, ", [\"leaf0.%u\", \"leaf1.%u\", %u]", 8 + k, 8 + k,
        shortest + nf_rng_below(rng, 30));
  for (unsigned l = 0; l < leaves; l++)
    for (unsigned s = 0; s < spines; s++)
      for (unsigned k = 0; k < parallel; k++)
        add(t->text, size, ", [\"leaf%u.%u\", \"spine%u.%u\", %u]", l, 8 + s * parallel + k, s,
            l * parallel + k, shortest + nf_rng_below(rng, 30));
  add(t->text, size, "]}");
  return nf_topology_parse(&t->topology, "made-up network", t->text, e);
}

// ------------------------------------------------------------------------------- faults
static double small_share(nf_rng *rng, double most) {
  double x = most;
  for (unsigned n = nf_rng_below(rng, 8); n; n--)
    x /= 2;
  return x;
}

static bool has(const trial *t, kind k) { return t->kind == k || t->kind == MIXED; }

static void make_faults(trial *t, nf_rng *rng) {
  nf_collective_cfg *c = &t->cfg;
  const uint32_t blocks = (uint32_t)((t->in.bytes + NF_BLOCK_BYTES - 1) / NF_BLOCK_BYTES);
  if (has(t, BITS))
    c->faults.bit_errors = small_share(rng, 1e-4);
  if (has(t, LOST))
    c->faults.drops = small_share(rng, 0.01);
  if (has(t, REPEATED))
    c->faults.duplicates = small_share(rng, 0.01);
  if (has(t, STALLS))
    c->stalls = 10 + nf_rng_below(rng, 90);
  if (has(t, EVICTIONS))
    c->table_entries = 1 + nf_rng_below(rng, 2);
  if (t->kind == ABORTED ||
      t->kind == BLIND) { // also while ranks pause and sums leave tables early
    c->abort_at = nf_rng_below(rng, 600);
    c->abort_blindly = t->kind == BLIND;
    c->stalls = nf_rng_below(rng, 2) * nf_rng_below(rng, 50);
    if (nf_rng_below(rng, 2))
      c->table_entries = 1 + nf_rng_below(rng, 2);
    // With a time-out pulls begin anew while the first attempt's packets move. It is longer than
    // any pause, and shorter than what counts as standing still.
    if (c->pull && nf_rng_below(rng, 2))
      c->timeout = 100;
  }
  if (t->kind == DEAD_LINK) {
    c->dead_cable = nf_rng_below(rng, t->topology.cables);
    c->dead_from = nf_rng_below(rng, 1200);
  }
  if (t->kind == SILENT_RANK || t->kind == MISSING_PACKET)
    c->silent_rank = nf_rng_below(rng, t->in.ranks);
  if (t->kind == MISSING_PACKET)
    c->silent_block = nf_rng_below(rng, blocks);
}

static int make_trial(trial *t, uint64_t seed, bool rtl, nf_err *e) {
  static const struct {
    uint8_t op, dtype;
  } sums[] = {{NF_RED_OP_ADD, NF_DTYPE_U32},  {NF_RED_OP_ADD, NF_DTYPE_F32},
              {NF_RED_OP_MIN, NF_DTYPE_F32},  {NF_RED_OP_XOR, NF_DTYPE_S32},
              {NF_RED_OP_ADD, NF_DTYPE_F32X}, {NF_RED_OP_ADD, NF_DTYPE_BF16_F32}};
  nf_rng rng = {seed};
  t->kind = (kind)nf_rng_below(&rng, KINDS);
  if (make_network(t, &rng, e) != NF_EXIT_OK)
    return e->status;
  // RTL switches are built without the sums that are wider than their type.
  const unsigned which = nf_rng_below(&rng, rtl ? 4 : sizeof sums / sizeof sums[0]);
  // More blocks than the small tables of a network hold.
  const size_t bytes = 4 * (1 + nf_rng_below(&rng, has(t, EVICTIONS) ? 12000 : 600));
  if (nf_inputs_make(&t->in, t->topology.gpus, bytes, sums[which].dtype, seed, e) != NF_EXIT_OK)
    return e->status;
  const bool pull = nf_rng_below(&rng, 2);
  t->cfg = (nf_collective_cfg){.topology = &t->topology,
                               .rtl = rtl,
                               .ranks = t->in.ranks,
                               .pull = pull,
                               .barrier = pull || nf_rng_below(&rng, 2),
                               .result_acks = nf_rng_below(&rng, 2),
                               .op = sums[which].op,
                               .dtype = t->in.dtype,
                               .bytes = t->in.bytes,
                               .data = (const uint32_t *const *)t->in.data,
                               .table_entries = 2 + nf_rng_below(&rng, 31),
                               .wave_bytes = NF_BLOCK_BYTES * (1 + nf_rng_below(&rng, 16)),
                               // Without waves there may be more blocks than the RTL counts.
                               .waves = rtl ? 1 + nf_rng_below(&rng, 8) : nf_rng_below(&rng, 9),
                               .multicast_partials = nf_rng_below(&rng, 2),
                               .timeout = pull ? 0 : 4 + nf_rng_below(&rng, 20),
                               .latency = nf_rng_below(&rng, 200),
                               .stall = 8000,
                               .most = 2000000,
                               .seed = seed,
                               .silent_rank = NF_COLLECTIVE_NEVER,
                               .silent_block = NF_COLLECTIVE_NEVER,
                               .dead_cable = NF_COLLECTIVE_NEVER,
                               .abort_at = NF_COLLECTIVE_NEVER};
  make_faults(t, &rng);
  // Drawn apart: runs without are those that they always were.
  nf_rng other = {~seed};
  t->cfg.hierarchical = t->tree && !pull && nf_rng_below(&other, 2);
  return NF_EXIT_OK;
}

// ------------------------------------------------------------------------------- verdicts
// The error of a run that could not end must say what was made to fail.
static bool names_it(const trial *t, const nf_err *e) {
  char a[NF_PLUG_TEXT], b[NF_PLUG_TEXT], want[2][128] = {"", ""};
  if (t->kind == ABORTED) // short runs end before that
    return e->status == NF_EXIT_BAD_INPUT && strstr(e->text, "all was complete after") != NULL;
  if (t->kind == BLIND) // what is left of the first attempt counts: most runs are wrong, somehow
    return true;
  // A packet that was cut in two poisons a sum before everything stands still.
  if (e->status != NF_EXIT_STALLED && t->kind != DEAD_LINK)
    return false;
  switch (t->kind) {
  case DEAD_LINK:
    nf_topology_plug_name(&t->topology, &t->topology.cable[t->cfg.dead_cable].end[0], a);
    nf_topology_plug_name(&t->topology, &t->topology.cable[t->cfg.dead_cable].end[1], b);
    snprintf(want[0], sizeof want[0], "the link between %s and %s is down", a, b);
    break;
  case SILENT_RANK:
  case MISSING_PACKET:
    snprintf(want[0], sizeof want[0], "missing rank %d", (int)t->cfg.silent_rank);
    snprintf(want[1], sizeof want[1], "by rank %d", (int)t->cfg.silent_rank);
    break;
  default:
    return false;
  }
  return strstr(e->text, want[0]) != NULL || (want[1][0] && strstr(e->text, want[1]) != NULL);
}

// ------------------------------------------------------------------------------- look-ahead
static bool same_run(const trial *t, const nf_collective_run *a, const nf_collective_run *b) {
  if (memcmp(a, b, offsetof(nf_collective_run, result)) != 0)
    return false;
  for (unsigned r = 0; r < t->cfg.ranks; r++)
    if ((a->result[r] == NULL) != (b->result[r] == NULL) ||
        (a->result[r] &&
         memcmp(a->result[r], b->result[r], (size_t)a->interleave.blocks * NF_BLOCK_BYTES) != 0))
      return false;
  return true;
}

// The same run with all nodes in lock step has the same cycles, counts, results and error.
static bool holds_in_lock_step(trial *t, uint64_t seed, const nf_collective_run *run,
                               const nf_err *e) {
  nf_err other = {0};
  nf_collective_run again = {0};
  t->cfg.lock_step = true;
  nf_collective_all_reduce(&again, &t->cfg, &other);
  t->cfg.lock_step = false;
  const bool same = same_run(t, run, &again) && strcmp(e->text, other.text) == 0;
  if (!same)
    printf("# run with seed %llu, %s: in lock step %llu cycles, not %llu; '%s', not '%s'\n",
           (unsigned long long)seed, Names[t->kind], (unsigned long long)again.cycles,
           (unsigned long long)run->cycles, other.text, e->text);
  nf_collective_free(&again);
  return same;
}

static void run_one(trial *t, uint64_t seed, bool rtl, tally *sum) {
  nf_err e = {0};
  nf_collective_run run = {0};
  nf_verdict verdict;
  bool same = true;
  *t = (trial){.kind = CLEAN};
  if (make_trial(t, seed, rtl, &e) == NF_EXIT_OK) {
    nf_collective_all_reduce(&run, &t->cfg, &e);
    if (!rtl && seed % LOCK_STEP_EVERY == 0)
      same = holds_in_lock_step(t, seed, &run, &e);
    if (e.status == NF_EXIT_OK)
      nf_check_results(&verdict, &t->in, run.result, t->cfg.op, &e);
  }
  tally *k = &sum[t->kind];
  const bool exact = same && e.status == NF_EXIT_OK;
  const bool named = same && !exact && names_it(t, &e);
  k->runs++;
  k->exact += exact;
  k->named += named;
  k->wrong += !exact && !named;
  k->bits += run.turned;
  k->words += run.lost + run.repeated;
  k->pauses += run.pauses;
  k->evictions += run.evictions + run.timeouts;
  k->replays += run.replays;
  if (same && !exact && !named)
    printf("# run with seed %llu%s, %s: %s\n", (unsigned long long)seed, rtl ? " on rtl" : "",
           Names[t->kind], e.text);
  nf_collective_free(&run);
  nf_inputs_free(&t->in);
}

// ------------------------------------------------------------------------------- output
static void print(FILE *f, const char *line, const char *name, const tally *k) {
  fprintf(f, line, name, (unsigned long long)k->runs, (unsigned long long)k->exact,
          (unsigned long long)k->named, (unsigned long long)k->wrong, (unsigned long long)k->bits,
          (unsigned long long)k->words, (unsigned long long)k->pauses,
          (unsigned long long)k->evictions, (unsigned long long)k->replays);
}

static int write_csv(const char *path, const tally *sum) {
  FILE *f = fopen(path, "w");
  if (!f) {
    fprintf(stderr, "nf_campaign: %s cannot be written\n", path);
    return NF_EXIT_BAD_INPUT;
  }
  fputs("fault,runs,exact,named,wrong,bits_turned,words_lost_or_repeated,pauses,"
        "evictions_and_timeouts,replays\n",
        f);
  for (unsigned k = 0; k < KINDS; k++)
    print(f, "%s,%llu,%llu,%llu,%llu,%llu,%llu,%llu,%llu,%llu\n", Names[k], &sum[k]);
  const bool ok = !ferror(f);
  return fclose(f) == 0 && ok ? NF_EXIT_OK : NF_EXIT_BAD_INPUT;
}

int main(int argc, char **argv) {
  static const struct argp argp = {
      .options = Table,
      .parser = parse,
      .doc = "Random faults on random small networks: every run must end exact or name the fault."};
  options o = {.runs = 400, .seed = 1};
  nf_err e = {0};
  tally sum[KINDS] = {{0}}, all = {0};
  if (nf_cli_parse(&argp, &o, argc, argv, &e) != NF_EXIT_OK)
    return nf_end(&e);
  nf_begin();
  trial *t = malloc(sizeof *t);
  if (!t)
    return NF_EXIT_FAILED;
  nf_progress bar = nf_progress_start("faults");
  for (unsigned i = 0; i < o.runs + o.rtl; i++) {
    run_one(t, o.seed + i, i >= o.runs, sum);
    nf_progress_show(&bar, i, o.runs + o.rtl, 0);
  }
  nf_progress_end(&bar);
  free(t);
  printf("%-20s %7s %7s %7s %6s %9s %9s %7s %9s %9s\n", "fault", "runs", "exact", "named", "wrong",
         "bits", "words", "pauses", "evictions", "replays");
  for (unsigned k = 0; k < KINDS; k++) {
    print(stdout, "%-20s %7llu %7llu %7llu %6llu %9llu %9llu %7llu %9llu %9llu\n", Names[k],
          &sum[k]);
    const uint64_t *from = (const uint64_t *)&sum[k];
    for (unsigned i = 0; i < sizeof all / sizeof(uint64_t); i++)
      ((uint64_t *)&all)[i] += from[i];
  }
  print(stdout, "%-20s %7llu %7llu %7llu %6llu %9llu %9llu %7llu %9llu %9llu\n", "all", &all);
  if (o.csv && write_csv(o.csv, sum) != NF_EXIT_OK)
    return NF_EXIT_BAD_INPUT;
  if (all.wrong || all.runs == 0)
    nf_err_set(&e, NF_EXIT_FAILED, "%llu of %llu runs ended wrong", (unsigned long long)all.wrong,
               (unsigned long long)all.runs);
  return nf_end(&e);
}
