// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The shared options, and what makes a parser, a help and a list of a table of rows.
#define _GNU_SOURCE // asprintf
#include "sim/cli/options.h"

#include "sim/cli/cli.h"
#include "sim/common/types.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const nf_engine_words[2] = {"cycle", "rtl"};
const char *const nf_off_on_words[2] = {"off", "on"};

// In the order of their names.
const nf_option nf_shared_options[NF_SHARED_OPTIONS] = {
    [NF_SHARED_ABORT_AT] =
        {.name = "abort-at",
         .value = "CYCLE",
         .kind = NF_OPTION_TIME,
         .what = "the cycle",
         .help =
             "so many cycles after the start all ranks give up and begin anew in the next epoch"},
    [NF_SHARED_ALGORITHM] = {.name = "algorithm",
                             .value = "A",
                             .kind = NF_OPTION_TEXT,
                             .help = "algorithm of the collective"},
    [NF_SHARED_BARRIER] = {.name = "barrier",
                           .value = "on|off",
                           .kind = NF_OPTION_CHOICE,
                           .words = nf_off_on_words,
                           .high = 2,
                           .help = "a barrier before it begins",
                           .note = "(default: pull on, push off)"},
    [NF_SHARED_BYTES] = {.name = "bytes",
                         .value = "N",
                         .kind = NF_OPTION_SIZE,
                         .what = "the bytes of a rank",
                         .help = "buffer of a rank, bytes"},
    [NF_SHARED_CHUNK_BYTES] = {.name = "chunk-bytes",
                               .value = "N",
                               .help = "bytes of a chunk, at most"},
    [NF_SHARED_COLLECTIVE] = {.name = "collective",
                              .value = "C",
                              .kind = NF_OPTION_CHOICE,
                              .help = "what is done"},
    [NF_SHARED_CSV] = {.name = "csv",
                       .value = "FILE",
                       .kind = NF_OPTION_TEXT,
                       .help = "numbers of the report as CSV"},
    [NF_SHARED_DTYPE] = {.name = "dtype",
                         .value = "TYPE",
                         .kind = NF_OPTION_DTYPE,
                         .help = "type of the elements"},
    [NF_SHARED_ENGINE] =
        {.name = "engine",
         .value = "E",
         .kind = NF_OPTION_CHOICE,
         .words = nf_engine_words,
         .high = 2,
         .help =
             "cycle: the C models; rtl: the Verilated RTL with the models beside it, all outputs "
             "compared in every cycle"},
    [NF_SHARED_FLAGS] = {.name = "flags",
                         .kind = NF_OPTION_FLAG,
                         .help =
                             "print the flags too: 1 invalid, 2 overflow, 4 underflow, 8 inexact"},
    [NF_SHARED_FRESH] = {.name = "fresh",
                         .kind = NF_OPTION_FLAG,
                         .help = "make all runs, those too that were made before"},
    [NF_SHARED_HIERARCHICAL] = {.name = "hierarchical",
                                .value = "on|off",
                                .kind = NF_OPTION_CHOICE,
                                .words = nf_off_on_words,
                                .high = 2,
                                .help =
                                    "push: leaf switches reduce what their endpoints send before "
                                    "the uplink (default off)"},
    [NF_SHARED_INPUT] =
        {.name = "input",
         .value = "DIR",
         .kind = NF_OPTION_TEXT,
         .help = "folder with the data: rank00.npy, rank01.npy, ..., one for each rank"},
    [NF_SHARED_JOBS] = {.name = "jobs",
                        .value = "N",
                        .kind = NF_OPTION_NUMBER,
                        .low = 1,
                        .high = 1024,
                        .what = "the runs at a time",
                        .help = "runs at a time",
                        .note = "(default: one a processor)"},
    [NF_SHARED_JSON] = {.name = "json",
                        .value = "FILE",
                        .kind = NF_OPTION_TEXT,
                        .help = "the report as JSON"},
    [NF_SHARED_LINK_RATE] = {.name = "link-rate",
                             .value = "R",
                             .kind = NF_OPTION_RATE,
                             .unit = 1000000000,
                             .what = "Gb/s",
                             .help = "Gb/s of a link"},
    [NF_SHARED_LINKS_BER] = {.name = "links-ber",
                             .value = "P",
                             .kind = NF_OPTION_SHARE,
                             .most = 0.01,
                             .help = "chance that a bit flips on a link, 0..0.01"},
    [NF_SHARED_LIST] = {.name = "list",
                        .kind = NF_OPTION_FLAG,
                        .help = "print what there is, and end:"},
    [NF_SHARED_LOSS] = {.name = "loss",
                        .value = "P",
                        .kind = NF_OPTION_OTHER,
                        .help = "chance that a frame is lost on a link: 0.01, or 1%"},
    [NF_SHARED_MACHINE] = {.name = "machine",
                           .value = "N",
                           .kind = NF_OPTION_NUMBER,
                           .what = "the ranks of a machine",
                           .help = "ranks of one machine",
                           .only = "--algorithm tencent and hierarchical-netreduce"},
    [NF_SHARED_MEMORY_LATENCY] = {.name = "memory-latency",
                                  .value = "CYCLES",
                                  .kind = NF_OPTION_TIME,
                                  .help = "cycles until a rank's memory answers"},
    [NF_SHARED_MODE] =
        {
            .name = "mode",
            .value = "MODE",
            .kind = NF_OPTION_MODE,
            .help = "sums are kept in: plain, the type itself; wide, binary32 (f16x2, bf16x2); "
                    "exact, all "
                    "digits, whatever the order (f32, f16x2, bf16x2); the last two round once",
            .note = "(default plain)"},
    [NF_SHARED_OP] = {.name = "op", .value = "OP", .kind = NF_OPTION_OP, .help = "the operation"},
    [NF_SHARED_OUTPUT] = {.name = "output",
                          .value = "DIR",
                          .kind = NF_OPTION_TEXT,
                          .help = "folder for the results"},
    [NF_SHARED_RANKS] = {.name = "ranks",
                         .value = "N",
                         .kind = NF_OPTION_NUMBER,
                         .what = "ranks",
                         .help = "ranks that take part"},
    [NF_SHARED_RESULT_ACKS] = {.name = "result-acks",
                               .value = "on|off",
                               .kind = NF_OPTION_CHOICE,
                               .words = nf_off_on_words,
                               .high = 2,
                               .help = "push: GPUs acknowledge results to the switches, which only "
                                       "count that (default on, as in "
                                       "KLENK)"},
    [NF_SHARED_ROOT] = {.name = "root",
                        .value = "RANK",
                        .kind = NF_OPTION_NUMBER,
                        .what = "the root",
                        .help = "where a broadcast comes from or a reduction goes to",
                        .note = "(default 0)",
                        .only = "broadcasts, reductions to a root, and --algorithm tree and trees"},
    [NF_SHARED_ROUTING] = {.name = "routing",
                           .value = "R",
                           .kind = NF_OPTION_TEXT,
                           .help =
                               "deterministic, adaptive (minimal), or what else the topology has",
                           .note = "(default: its own)"},
    [NF_SHARED_SEED] = {.name = "seed",
                        .value = "N",
                        .kind = NF_OPTION_NUMBER,
                        .high = UINT64_MAX,
                        .what = "the seed",
                        .help = "seed of everything random",
                        .note = "(default 1)"},
    [NF_SHARED_SEGMENTS] = {.name = "segments",
                            .value = "N",
                            .kind = NF_OPTION_NUMBER,
                            .what = "the number of segments",
                            .help = "parts of the buffer in a pipeline of double-tree (default 1)",
                            .only = "--algorithm double-tree"},
    [NF_SHARED_SHAPE] = {.name = "shape",
                         .value = "RxC",
                         .kind = NF_OPTION_OTHER,
                         .help = "rows and columns of a torus; LxV or LxVxH for torus-phases",
                         .only = "--algorithm cycles, torus, torus-phases and torus-shift"},
    [NF_SHARED_SHIFTS] = {.name = "shifts",
                          .value = "N",
                          .kind = NF_OPTION_NUMBER,
                          .what = "the number of shifts",
                          .help = "of an all-to-all, computed out of endpoints - 1; 0: all"},
    [NF_SHARED_SILENT] = {.name = "silent",
                          .value = "RANK",
                          .kind = NF_OPTION_NUMBER,
                          .what = "the rank's number",
                          .help = "this rank sends nothing"},
    [NF_SHARED_STALL] = {.name = "stall",
                         .value = "CYCLES",
                         .kind = NF_OPTION_TIME,
                         .what = "the cycles",
                         .help = "cycles in which nothing moves after which the run is given up"},
    [NF_SHARED_TABLE_BYTES] =
        {.name = "table-bytes",
         .value = "B",
         .kind = NF_OPTION_SIZE,
         .help = "reduction table of a port, a multiple of 128, 128..4096 (default 1024)"},
    [NF_SHARED_TIMEOUT] =
        {.name = "timeout",
         .value = "CYCLES",
         .kind = NF_OPTION_TIME,
         .help = "entry timeout; 0: never (default of a push: as long as ranks may be "
                 "apart, of a pull: 0)"},
    [NF_SHARED_TOPOLOGY] = {.name = "topology",
                            .value = "T",
                            .kind = NF_OPTION_TEXT,
                            .help = "the network"},
    [NF_SHARED_TRACE] = {.name = "trace",
                         .value = "FILE",
                         .kind = NF_OPTION_TEXT,
                         .help = "what happens when"},
    [NF_SHARED_WAVE_BYTES] = {.name = "wave-bytes",
                              .value = "N",
                              .kind = NF_OPTION_SIZE,
                              .what = "the bytes of a wave",
                              .help = "bytes of a wave, a multiple of 128"},
    [NF_SHARED_WAVES] = {.name = "waves",
                         .value = "K",
                         .kind = NF_OPTION_NUMBER,
                         .what = "the number of waves",
                         .help = "waves that a rank may have outstanding, up to 64"}};

nf_option nf_option_whole(const nf_option *row) {
  if (!row->of)
    return *row;
  nf_option o = nf_option_whole(row->of);
  o.value = row->value ? row->value : o.value;
  o.note = row->note ? row->note : o.note;
  o.kind = row->kind ? row->kind : o.kind;
  if (row->size) {
    o.at = row->at;
    o.size = row->size;
  }
  o.given = row->given ? row->given : o.given;
  if (row->high) {
    o.low = row->low;
    o.high = row->high;
  }
  o.unit = row->unit ? row->unit : o.unit;
  o.power = row->power || o.power;
  o.scale = row->scale ? row->scale : o.scale;
  o.multiple = row->multiple ? row->multiple : o.multiple;
  o.what = row->what ? row->what : o.what;
  o.words = row->words ? row->words : o.words;
  o.take = row->take ? row->take : o.take;
  o.uses = row->uses ? row->uses : o.uses;
  o.only = row->only ? row->only : o.only;
  o.with = row->with ? row->with : o.with;
  return o;
}

// ------------------------------------------------------------------------------- a value
// What a row says of numbers besides their range.
static void check_number(const nf_option *o, const char *text, uint64_t v, nf_err *e) {
  if (o->multiple && v % o->multiple != 0)
    nf_refuse(e, "--%s %s: %s must be a multiple of %llu", o->name, text, o->what,
              (unsigned long long)o->multiple);
  if (!o->power || (v & (v - 1)) == 0)
    return;
  uint64_t below = o->low;
  while (2 * below < v)
    below *= 2;
  nf_refuse(e, "--%s %s: must be a power of two; give %llu or %llu", o->name, text,
            (unsigned long long)below, (unsigned long long)(2 * below));
}

static uint64_t whole_number(const nf_option *o, const char *text, nf_err *e) {
  uint64_t v = 0;
  switch (o->kind) {
  case NF_OPTION_NUMBER:
    v = nf_cli_range(o->name, text, o->low, o->high, o->what, e);
    break;
  case NF_OPTION_SIZE:
    v = nf_cli_size(o->name, text, o->low, o->high, o->what, e);
    break;
  case NF_OPTION_TIME:
    v = nf_cli_time(o->name, text, o->low, o->high, o->unit, o->what, e);
    break;
  case NF_OPTION_RATE:
    v = nf_cli_rate(o->name, text, o->low, o->high, o->unit, o->what, e);
    break;
  default: // NF_OPTION_CHOICE
    v = (uint64_t)nf_cli_choice(o->name, text, o->words, (int)o->high, e);
  }
  if (e->status == NF_EXIT_OK)
    check_number(o, text, v, e);
  return v;
}

static void store(void *field, size_t size, uint64_t v) {
  switch (size) {
  case 1:
    *(uint8_t *)field = (uint8_t)v;
    break;
  case 4:
    *(uint32_t *)field = (uint32_t)v;
    break;
  default:
    *(uint64_t *)field = v;
  }
}

int nf_option_take(const nf_option *o, void *options, const char *text, nf_err *e) {
  void *field = (char *)options + o->at;
  if (o->given)
    *((char *)options + o->given) = true;
  switch (o->kind) {
  case NF_OPTION_SHARE:
    *(double *)field = nf_cli_share(o->name, text, o->most, e);
    break;
  case NF_OPTION_TEXT:
    *(const char **)field = text;
    break;
  case NF_OPTION_FLAG:
    *(bool *)field = true;
    break;
  case NF_OPTION_OP:
    nf_op_parse(field, text, e);
    break;
  case NF_OPTION_DTYPE:
    nf_dtype_parse(field, text, e);
    break;
  case NF_OPTION_MODE:
    nf_mode_parse(field, text, e);
    break;
  case NF_OPTION_OTHER:
    o->take(options, text, e);
    break;
  default:
    store(field, o->size, whole_number(o, text, e) * (o->scale ? o->scale : 1));
  }
  return e->status;
}

// ------------------------------------------------------------------------------- a table
enum { FIRST_KEY = 256 }; // behind all characters, which argp takes for short options

// What the parser finds in nf_cli.
typedef struct {
  const nf_option *table;
  size_t rows;
  const nf_operand *operand; // NULL: none
  void *options;
  bool *given; // by row; NULL: nobody asks
} reader;

static bool take_operand(const reader *r, const char *arg) {
  const char **field =
      r->operand ? (const char **)(void *)((char *)r->options + r->operand->at) : NULL;
  if (!field || *field)
    return false;
  *field = arg;
  return true;
}

// The help's text, with what it says of the operand; to be freed.
static char *doc_of(const char *doc, const nf_operand *operand) {
  char *text = NULL;
  size_t size = 0;
  FILE *f = open_memstream(&text, &size);
  if (!f)
    return NULL;
  fprintf(f, "%s", doc);
  if (operand) {
    fprintf(f, "\n\n");
    operand->print(f);
  }
  return fclose(f) == 0 ? text : NULL;
}

static error_t parse(int key, char *arg, struct argp_state *state) {
  nf_cli *cli = state->input;
  const reader *r = cli->options;
  if (key == ARGP_KEY_ARG && take_operand(r, arg))
    return 0;
  if (key < FIRST_KEY || (size_t)(key - FIRST_KEY) >= r->rows)
    return nf_cli_other(key, arg, state);
  const nf_option o = nf_option_whole(&r->table[key - FIRST_KEY]);
  if (r->given)
    r->given[key - FIRST_KEY] = true;
  if (o.now)
    nf_refuse(cli->err, "--%s is now called --%s", o.name, o.now);
  else
    nf_option_take(&o, r->options, arg, cli->err);
  return cli->err->status == NF_EXIT_OK ? 0 : EINVAL;
}

static size_t rows_of(const nf_option *table) {
  size_t rows = 0;
  while (table[rows].name || table[rows].heading || table[rows].of)
    rows++;
  return rows;
}

// What help says of an option; to be freed. A note that goes on with the sentence stands close.
static char *text_of(const nf_option *o) {
  char *text;
  const char *blank = o->note && !strchr(",;:", o->note[0]) ? " " : "";
  return asprintf(&text, "%s%s%s", o->help, blank, o->note ? o->note : "") < 0 ? NULL : text;
}

// argp's rows of a table: as many, then --help and the end.
static bool fill(struct argp_option *to, const nf_option *table, size_t rows) {
  int group = 0;
  for (size_t i = 0; i < rows; i++) {
    const nf_option o = nf_option_whole(&table[i]);
    if (o.heading) {
      to[i] = (struct argp_option){.doc = o.heading, .group = ++group};
      continue;
    }
    to[i] = (struct argp_option){
        .name = o.name, .key = FIRST_KEY + (int)i, .arg = o.value, .group = group};
    if (o.now)
      to[i].flags = OPTION_HIDDEN;
    else if (!(to[i].doc = text_of(&o)))
      return false;
  }
  to[rows] = (struct argp_option){
      .name = "help", .key = NF_CLI_HELP, .doc = "print this list", .group = -1};
  return true;
}

// A line for each option: name, value, meaning, note. For the completion of shells, and for the
// test that a name has one meaning.
static void list(const nf_option *table, size_t rows) {
  for (size_t i = 0; i < rows; i++) {
    const nf_option o = nf_option_whole(&table[i]);
    if (!o.heading && !o.now)
      printf("--%s\t%s\t%s\t%s\n", o.name, o.value ? o.value : "", o.help, o.note ? o.note : "");
  }
}

static int read_all(reader *r, const char *doc, int argc, char **argv, nf_err *e) {
  const nf_option *table = r->table;
  const size_t rows = r->rows = rows_of(table);
  if (argc == 2 && strcmp(argv[1], "--list-options") == 0) {
    list(table, rows);
    exit(nf_end(e));
  }
  struct argp_option *row = calloc(rows + 2, sizeof *row);
  char *text = doc_of(doc, r->operand);
  if (!row || !text || !fill(row, table, rows)) {
    nf_err_memory(e, "the options");
  } else {
    const struct argp argp = {.options = row,
                              .parser = parse,
                              .args_doc = r->operand ? r->operand->name : NULL,
                              .doc = text};
    nf_cli_parse(&argp, r, argc, argv, e);
  }
  for (size_t i = 0; row && i < rows; i++)
    if (row[i].key)
      free((char *)row[i].doc);
  free(row);
  free(text);
  return e->status;
}

int nf_options_read(const nf_option *table, const char *doc, void *options, int argc, char **argv,
                    nf_err *e) {
  reader r = {.table = table, .options = options};
  return read_all(&r, doc, argc, argv, e);
}

int nf_options_read_operand(const nf_option *table, const nf_operand *operand, const char *doc,
                            void *options, int argc, char **argv, nf_err *e) {
  reader r = {.table = table, .operand = operand, .options = options};
  return read_all(&r, doc, argc, argv, e);
}

int nf_options_read_given(const nf_option *table, const char *doc, void *options, bool *given,
                          int argc, char **argv, nf_err *e) {
  reader r = {.table = table, .options = options, .given = given};
  return read_all(&r, doc, argc, argv, e);
}

// ------------------------------------------------------------------------------- a use
static bool is_given(const nf_option *table, const bool *given, const char *name) {
  for (size_t i = 0; i < rows_of(table); i++)
    if (given[i] && strcmp(nf_option_whole(&table[i]).name, name) == 0)
      return true;
  return false;
}

int nf_options_check(const nf_option *table, const bool *given, unsigned use, nf_err *e) {
  for (size_t i = 0; i < rows_of(table); i++) {
    const nf_option o = nf_option_whole(&table[i]);
    if (!given[i])
      continue;
    if (o.uses && !(o.uses & use))
      return nf_refuse(e, "--%s: is for %s; leave it out", o.name, o.only);
    if (o.with && !is_given(table, given, o.with))
      return nf_refuse(e, "--%s: is for --%s; add --%s, or leave it out", o.name, o.with, o.with);
  }
  return NF_EXIT_OK;
}
