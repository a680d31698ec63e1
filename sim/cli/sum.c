// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// `netfold sum`: all words of standard input through one entry of a reduction table, in their
// order, to see what rounding on the way costs and that exact sums do not mind order and grouping.
#define _POSIX_C_SOURCE 200809L
#include "sim/cli/cli.h"
#include "sim/cli/commands.h"
#include "sim/cli/entry.h"
#include "sim/cli/options.h"
#include "sim/common/grow.h"
#include "sim/common/types.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  bool rtl, flags;
  uint8_t op, dtype;
  nf_mode mode;
  uint64_t partials; // groups; 0: one table for all
} sum_options;

typedef struct {
  uint32_t *word;
  size_t count;
  uint32_t room;
} words;

#define FIELD(field) NF_FIELD(sum_options, field)
static const nf_option Table[] = {
    {NF_SHARED(ENGINE), FIELD(rtl), .note = "(default cycle)"},
    {NF_SHARED(MODE), FIELD(mode)},
    {NF_SHARED(OP), FIELD(op), .note = ": " NF_OP_LIST " (default sum)"},
    {NF_SHARED(DTYPE), FIELD(dtype), .note = ": " NF_DTYPE_LIST " (default f32)"},
    {.name = "partials",
     .value = "N",
     .kind = NF_OPTION_NUMBER,
     FIELD(partials),
     .low = 1,
     .high = NF_ENTRY_MAX_WORDS,
     .what = "the number of groups",
     .help = "cut the words into N groups, reduce each in a table between switches and what leaves "
             "those in one more"},
    {NF_SHARED(FLAGS), FIELD(flags)},
    {0}};

static const char Doc[] =
    "Reduce the 32-bit hex words of standard input, one a line, up to 65535 of them; the last line "
    "printed is the result.\v"
    "Example, 1 + 2^63 - 2^63:\n"
    "  printf '%s\\n' 3f800000 5f000000 df000000 | netfold sum --mode plain\n"
    "    prints 00000000\n"
    "  printf '%s\\n' 3f800000 5f000000 df000000 | netfold sum --mode exact\n"
    "    prints 3f800000\n"
    "Exit status: 0 done, 1 RTL and model differ, 2 bad input.";

static int keep(words *w, uint32_t value, nf_err *e) {
  if (!nf_grow(&w->word, &w->room, w->count + 1, sizeof *w->word))
    return nf_err_memory(e, "the words");
  w->word[w->count++] = value;
  return NF_EXIT_OK;
}

static int read_words(words *w, nf_err *e) {
  char *text = NULL;
  size_t size = 0;
  unsigned long line = 0;
  while (e->status == NF_EXIT_OK && nf_cli_line(&text, &size, stdin) >= 0) {
    line++;
    const char *p = text + strspn(text, " \t\r\n");
    uint32_t value;
    if (*p == 0)
      continue;
    if (!(p = nf_cli_hex_word(p, &value)) || *p)
      nf_refuse(e, "line %lu: give one word of up to 8 hex digits, as in 3f800000", line);
    else if (w->count == NF_ENTRY_MAX_WORDS)
      nf_refuse(e, "line %lu: an entry counts up to %d contributions; give fewer words", line,
                NF_ENTRY_MAX_WORDS);
    else
      keep(w, value, e);
  }
  if (ferror(stdin))
    nf_refuse(e, "standard input cannot be read: %s", strerror(errno));
  free(text);
  if (e->status == NF_EXIT_OK && w->count == 0)
    nf_refuse(e, "standard input holds no word; give hex words, one a line, as in 3f800000");
  return e->status;
}

static int reduce(const sum_options *o, const words *w, nf_entry_result *r, nf_err *e) {
  uint64_t compared = 0;
  if (o->partials) {
    nf_entry_tree(o->rtl, o->op, o->dtype, w->word, w->count, o->partials, r, &compared, e);
  } else {
    nf_entry *t;
    if (nf_entry_open(&t, o->rtl, e) == NF_EXIT_OK &&
        nf_entry_reduce(t, o->op, o->dtype, w->word, w->count, r, e) == NF_EXIT_OK)
      compared = nf_entry_compared(t);
    nf_entry_close(t);
  }
  if (o->rtl && e->status == NF_EXIT_OK)
    printf("RTL and model agree in all %llu cycles\n", (unsigned long long)compared);
  return e->status;
}

int nf_sum_main(int argc, char **argv) {
  sum_options o = {.op = NF_RED_OP_ADD, .dtype = NF_DTYPE_F32};
  nf_err e = {0};
  words w = {0};
  nf_entry_result r;
  if (nf_options_read(Table, Doc, &o, argc, argv, &e) == NF_EXIT_OK &&
      nf_mode_apply(o.mode, &o.dtype, &e) == NF_EXIT_OK &&
      nf_check_pair(o.op, o.dtype, &e) == NF_EXIT_OK && read_words(&w, &e) == NF_EXIT_OK &&
      nf_check_average(o.op, w.count, "words", &e) == NF_EXIT_OK) {
    if (o.partials > w.count)
      nf_refuse(&e, "--partials %llu: there are %zu words; give fewer groups",
                (unsigned long long)o.partials, w.count);
    else if (reduce(&o, &w, &r, &e) == NF_EXIT_OK && o.flags)
      printf("%08x %x\n", r.word, r.flags >> NF_FLAG_INVALID);
    else if (e.status == NF_EXIT_OK)
      printf("%08x\n", r.word);
  }
  free(w.word);
  return nf_end(&e);
}
