// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Lines, blocks, the two times through, and messages.
#include "sim/ace/assemble_int.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  MOST_ERRORS = 20,    // that are shown
  MOST_STEPS = 100000, // lines gone through, and turns of .rept
  MOST_TURNS = 4096,   // of a .rept
  MOST_MESSAGE = 512,  // characters of one
  MOST_QUOTED = 160    // characters of a source line that are shown
};

// --- messages

static void append(nf_as *as, const char *text) {
  const size_t n = strlen(text);
  char *more = realloc(as->program->messages, as->length + n + 1);
  if (!more) {
    as->memory = true;
    return;
  }
  memcpy(more + as->length, text, n + 1);
  as->length += n;
  as->program->messages = more;
}

// How a line came into the program.
static void included_by(nf_as *as, const nf_as_line *l) {
  while (l->file != 0) {
    char text[MOST_MESSAGE];
    const nf_as_unit *files = as->program->file;
    l = &as->line[files[l->file].by];
    snprintf(text, sizeof text, "  included by %.200s:%u\n", files[l->file].name, l->number);
    append(as, text);
  }
}

bool nf_as_say(nf_as *as, bool warning, unsigned line, const char *where, const char *fmt, ...) {
  nf_as_program *p = as->program;
  nf_as_line *l = &as->line[line];
  if (!as->second || l->bad || as->missing)
    return false;
  l->bad = true;
  *(warning ? &p->warnings : &p->errors) += 1;
  if (p->errors + p->warnings > MOST_ERRORS) {
    if (p->errors + p->warnings == MOST_ERRORS + 1)
      append(as, "more is not shown\n");
    return false;
  }
  char text[MOST_MESSAGE], head[MOST_MESSAGE + 256], quote[2 * MOST_QUOTED + 16];
  va_list args;
  va_start(args, fmt);
  vsnprintf(text, sizeof text, fmt, args);
  va_end(args);
  const char *begin = l->text;
  const unsigned column = (unsigned)(where - begin) + 1;
  snprintf(head, sizeof head, "%.200s:%u:%u: %s: %s\n", p->file[l->file].name, l->number, column,
           warning ? "warning" : "error", text);
  append(as, head);
  if (!warning && !as->first[0])
    snprintf(as->first, sizeof as->first, "%.*s", (int)strcspn(head, "\n"), head);
  if (column > MOST_QUOTED) {
    included_by(as, l);
    return false;
  }
  const size_t length = strcspn(begin, "\r\n");
  int n = snprintf(quote, sizeof quote, "  %.*s\n  ",
                   (int)(length < MOST_QUOTED ? length : MOST_QUOTED), begin);
  for (const char *c = begin; c < where; c++)
    quote[n++] = *c == '\t' ? '\t' : ' ';
  memcpy(quote + n, "^\n", 3);
  append(as, quote);
  included_by(as, l);
  return false;
}

// --- blocks

typedef enum { BLOCK_NONE, BLOCK_IF, BLOCK_ELSE, BLOCK_ENDIF, BLOCK_REPT, BLOCK_ENDR } block;

static block block_of(nf_as *as, unsigned line) {
  static const char *const names[] = {".if", ".else", ".endif", ".rept", ".endr"};
  as->at = line;
  as->p = as->line[line].text;
  for (unsigned k = 0; k < 5; k++)
    if (nf_as_take(as, names[k]))
      return (block)(k + 1);
  return BLOCK_NONE;
}

static bool end_of_line(nf_as *as) {
  return nf_as_ended(as) || nf_as_wrong(as, as->p, "here the line should end");
}

// Finds for each part of a block the line that ends it.
static bool pair_up(nf_as *as) {
  unsigned open[NF_AS_DEPTH], depth = 0;
  block kind[NF_AS_DEPTH];
  for (unsigned i = 0; i < as->lines; i++) {
    const block b = block_of(as, i);
    const block top = depth ? kind[depth - 1] : BLOCK_NONE;
    if (b == BLOCK_NONE)
      continue;
    const bool fits = b == BLOCK_ENDR                    ? top == BLOCK_REPT
                      : b == BLOCK_ELSE                  ? top == BLOCK_IF
                      : b == BLOCK_IF || b == BLOCK_REPT ? true
                                                         : top == BLOCK_IF || top == BLOCK_ELSE;
    if (!fits)
      return nf_as_wrong(as, as->line[i].text,
                         "nothing is open that ends here: .if [.else] .endif and .rept .endr");
    if (b != BLOCK_IF && b != BLOCK_REPT) {
      end_of_line(as);
      as->line[open[--depth]].partner = i;
    }
    if (b == BLOCK_ENDIF || b == BLOCK_ENDR)
      continue;
    if (depth == NF_AS_DEPTH)
      return nf_as_wrong(as, as->line[i].text, "more than %d blocks within each other",
                         NF_AS_DEPTH);
    open[depth] = i;
    kind[depth++] = b;
  }
  if (!depth)
    return true;
  return nf_as_say(as, false, open[depth - 1], as->line[open[depth - 1]].text,
                   kind[depth - 1] == BLOCK_REPT ? "no .endr ends this" : "no .endif ends this");
}

// --- lines

static void plain_line(nf_as *as) {
  char name[NF_AS_NAME];
  nf_as_blank(as);
  const char *where = as->p;
  if (nf_as_ended(as))
    return;
  if (nf_as_take(as, ".")) {
    if (!nf_as_word(as, name))
      nf_as_wrong(as, where, "after the dot the name of a directive is missing");
    else if (nf_as_directive(as, name, where))
      end_of_line(as);
    return;
  }
  if (!nf_as_word(as, name)) {
    nf_as_wrong(as, where, "a line is [LABEL:] and an instruction or a directive");
    return;
  }
  if (!nf_as_take(as, ":")) {
    nf_as_instruction(as, name, where);
    return;
  }
  if (nf_as_define(as, name, where, NF_AS_LABEL, as->source->base + as->program->words))
    plain_line(as); // what follows the label
}

static void run(nf_as *as, unsigned from, unsigned to);

static void too_long(nf_as *as, unsigned line) {
  nf_as_say(as, false, line, as->line[line].text, ".rept goes over more than %d lines in all",
            MOST_STEPS);
  as->full = true;
}

// Leaves a turn of .rept: its names are gone, but its labels stay for the second time.
static void forget(nf_as *as, size_t from) {
  size_t kept = from;
  for (size_t k = from; k < as->knowns; k++)
    if (as->known[k].kind != NF_AS_COUNTER)
      as->known[kept++] = as->known[k];
  as->knowns = kept;
}

// A block .rept: its lines once for each turn, labels and counters local to the turn.
static void repeat(nf_as *as, unsigned line) {
  char name[NF_AS_NAME] = "";
  int64_t turns;
  as->no_labels = true;
  nf_as_blank(as);
  const char *start = as->p;
  const bool good = nf_as_value(as, &turns);
  as->no_labels = false;
  if (!good)
    return;
  if (turns < 0 || turns > MOST_TURNS) {
    nf_as_wrong(as, start, "%lld turns: 0..%d are allowed", (long long)turns, MOST_TURNS);
    return;
  }
  nf_as_take(as, ",");
  nf_as_blank(as);
  const char *where = as->p;
  const bool counted = nf_as_word(as, name);
  if (!end_of_line(as))
    return;
  for (int64_t k = 0; k < turns && !as->memory && !as->full; k++) {
    if (++as->steps > MOST_STEPS) {
      too_long(as, line);
      return;
    }
    const size_t before = as->knowns;
    as->scope[++as->depth] = ++as->turns;
    as->at = line;
    if (!counted || nf_as_define(as, name, where, NF_AS_COUNTER, k))
      run(as, line + 1, as->line[line].partner);
    as->depth--;
    forget(as, before);
  }
}

static void choose(nf_as *as, unsigned line) {
  const unsigned middle = as->line[line].partner;
  const bool has_else = as->line[middle].partner != 0;
  int64_t value = 0;
  as->no_labels = true;
  const bool good = nf_as_value(as, &value) && end_of_line(as);
  as->no_labels = false;
  if (good && value)
    run(as, line + 1, middle);
  else if (good && has_else)
    run(as, middle + 1, as->line[middle].partner);
}

// Works off the lines of a range, blocks by their heads. Turns multiply, so the steps are bounded.
static void run(nf_as *as, unsigned from, unsigned to) {
  for (unsigned i = from; i < to && !as->memory && !as->full; i++) {
    if (++as->steps > MOST_STEPS) {
      too_long(as, i);
      return;
    }
    switch (block_of(as, i)) {
    case BLOCK_IF:
      choose(as, i);
      i = as->line[i].partner;
      i = as->line[i].partner ? as->line[i].partner : i; // past .else
      break;
    case BLOCK_REPT:
      repeat(as, i);
      i = as->line[i].partner;
      break;
    default:
      if (!nf_as_take(as, ".include")) // what it includes follows
        plain_line(as);
    }
  }
}

// --- the source

// A value that no .param takes is a slip of the pen, in whatever part of the program it stands.
static void check_given(nf_as *as) {
  for (size_t k = 0; k < as->source->givens && !as->source->extra; k++) {
    bool found = false;
    char name[NF_AS_NAME];
    for (unsigned i = 0; i < as->lines && !found; i++) {
      as->at = i;
      as->p = as->line[i].text;
      found = nf_as_take(as, ".param") && nf_as_word(as, name) &&
              strcmp(name, as->source->given[k].name) == 0;
    }
    if (found)
      continue;
    char text[300];
    snprintf(text, sizeof text, "%.200s: error: it has no .param %s\n", as->source->file,
             as->source->given[k].name);
    append(as, text);
    if (as->program->errors++ == 0)
      snprintf(as->first, sizeof as->first, "%.*s", (int)strcspn(text, "\n"), text);
  }
}

// Two passes: the first finds the labels' addresses, the second makes words and messages.
static void both_times(nf_as *as) {
  nf_as_program *p = as->program;
  for (int time = 0; time < 2; time++) {
    as->second = time == 1;
    as->steps = as->turns = as->depth = 0;
    as->full = as->missing = false;
    p->words = 0;
    p->entries = 0;
    size_t labels = 0;
    for (size_t k = 0; k < as->knowns; k++)
      if (as->known[k].kind == NF_AS_LABEL)
        as->known[labels++] = as->known[k];
    as->knowns = labels;
    run(as, 0, as->lines);
  }
}

static bool keep_symbols(nf_as *as) {
  nf_as_program *p = as->program;
  p->symbol = calloc(as->knowns + 1, sizeof *p->symbol);
  if (!p->symbol)
    return false;
  for (size_t k = 0; k < as->knowns; k++)
    if (as->known[k].scope == 0)
      p->symbol[p->symbols++] = as->known[k].s;
  return true;
}

int nf_as_assemble(nf_as_program *p, const nf_as_source *s, nf_err *e) {
  const unsigned store = s->store ? s->store : NF_AS_STORE;
  *p = (nf_as_program){.base = s->base};
  if (store > NF_AS_STORE_MAX || s->base > store || s->ports > 8)
    return nf_err_set(
        e, NF_EXIT_FAILED,
        "%.200s: a store has 1..%d words, the first address lies in it, ports are 1..8", s->file,
        NF_AS_STORE_MAX);
  nf_as as = {.source = s, .program = p};
  as.origin = calloc(store, sizeof *as.origin);
  p->word = calloc(store, sizeof *p->word);
  p->line = calloc(store, sizeof *p->line);
  p->from = calloc(store, sizeof *p->from);
  append(&as, "");
  as.second = true; // so that messages are not held back
  if (!as.origin || !p->word || !p->line || !p->from) {
    as.memory = true;
  } else if (nf_as_lines(&as)) {
    const bool paired = pair_up(&as);
    check_given(&as);
    if (paired)
      both_times(&as);
    as.missing = false;
    if (!p->errors && !as.memory)
      nf_as_flow(&as);
    as.memory |= !keep_symbols(&as);
  }
  free(as.line);
  free(as.known);
  free(as.origin);
  if (as.memory)
    return nf_err_memory(e, "a program");
  if (!p->errors)
    return NF_EXIT_OK;
  p->words = 0;
  return nf_err_set(e, NF_EXIT_FAILED, "%s", as.first);
}

void nf_as_free(nf_as_program *p) {
  free(p->word);
  free(p->line);
  free(p->from);
  for (unsigned k = 0; k < p->files; k++) {
    free(p->file[k].name);
    free(p->file[k].text);
  }
  free(p->file);
  free(p->entry);
  free(p->symbol);
  free(p->messages);
  *p = (nf_as_program){0};
}

long nf_as_entry(const nf_as_program *p, const char *name) {
  if (!name)
    return p->base;
  for (size_t k = 0; k < p->entries; k++)
    if (strcmp(p->entry[k].name, name) == 0)
      return (long)p->entry[k].value;
  return -1;
}
