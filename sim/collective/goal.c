// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "goal.h"
#include "sim/cli/cli.h"
#include "sim/common/grow.h"
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 64 };

typedef struct {
  char name[WORD];
  uint32_t step;
} label;

typedef struct {
  char after[WORD], on[WORD];
  unsigned line;
  bool start;
} need;

// Words of the file: numbers and names, and { } : alone.
typedef struct {
  const char *path;
  FILE *f;
  nf_err *e;
  char word[WORD];
  unsigned line;
  label *labels; // of the rank
  uint32_t count, label_room;
  need *needs;
  uint32_t needed, need_room;
} reading;

static int refuse(reading *r, const char *what) {
  return nf_refuse(r->e, "%s:%u: '%s': %s", r->path, r->line, r->word, what);
}

static int skip_comment(reading *r, int c) {
  int before = 0;
  if (c == '*') {
    while ((c = getc(r->f)) != EOF && !(before == '*' && c == '/')) {
      r->line += c == '\n';
      before = c;
    }
    return c == EOF ? EOF : ' ';
  }
  while (c != '\n' && c != EOF)
    c = getc(r->f);
  return c;
}

// The next character that is no comment.
static int next_char(reading *r) {
  int c = getc(r->f);
  if (c == '#')
    c = skip_comment(r, c);
  if (c == '/') {
    const int then = getc(r->f);
    if (then == '/' || then == '*')
      c = skip_comment(r, then);
    else
      ungetc(then, r->f);
  }
  r->line += c == '\n';
  return c;
}

// False at the end of the file.
static bool next(reading *r) {
  size_t n = 0;
  int c;
  while ((c = next_char(r)) != EOF && isspace(c))
    ;
  for (; c != EOF && !isspace(c); c = next_char(r)) {
    if (strchr("{}:", c) && n > 0) {
      ungetc(c, r->f);
      break;
    }
    if (n + 1 == WORD) {
      r->word[n] = 0;
      refuse(r, "this word is too long");
      return false;
    }
    if (!isprint(c)) {
      r->word[n] = 0;
      refuse(r, "what follows is no text");
      return false;
    }
    r->word[n++] = (char)c;
    if (strchr("{}:", c))
      break;
  }
  r->line -= c == '\n' && n > 0; // counted when it is read again
  if (c == '\n' && n > 0)
    ungetc(c, r->f);
  r->word[n] = 0;
  return n > 0;
}

static bool is(const reading *r, const char *word) { return strcmp(r->word, word) == 0; }

static bool want(reading *r, const char *word) {
  if (!next(r) || !is(r, word)) {
    char what[96];
    snprintf(what, sizeof what, "here must be '%s'", word);
    refuse(r, what);
  }
  return r->e->status == NF_EXIT_OK;
}

// A number, with `unit` behind it if that is given.
static uint64_t number(reading *r, const char *unit, uint64_t most) {
  uint64_t v = 0;
  const char *rest = next(r) ? nf_cli_number(r->word, &v) : NULL;
  if (!rest || (strcmp(rest, unit) != 0 && *rest) || v > most)
    refuse(r, *unit ? "here must be a number of bytes, below 2^32, as 64b"
                    : "here must be a number in range");
  return v;
}

// ------------------------------------------------------------------------------- one rank
static void keep_label(reading *r, const char *name, uint32_t step) {
  if (!nf_grow(&r->labels, &r->label_room, r->count + 1ull, sizeof *r->labels))
    nf_err_memory(r->e, "the labels of the file");
  if (r->e->status != NF_EXIT_OK)
    return;
  label *l = &r->labels[r->count++];
  snprintf(l->name, sizeof l->name, "%s", name);
  l->step = step;
}

static void keep_need(reading *r, const char *after, bool start) {
  if (!nf_grow(&r->needs, &r->need_room, r->needed + 1ull, sizeof *r->needs))
    nf_err_memory(r->e, "the labels of the file");
  if (!next(r))
    refuse(r, "a label must follow");
  if (r->e->status != NF_EXIT_OK)
    return;
  need *n = &r->needs[r->needed++];
  snprintf(n->after, sizeof n->after, "%s", after);
  snprintf(n->on, sizeof n->on, "%s", r->word);
  n->line = r->line;
  n->start = start;
}

// After `label:`. Leaves the word behind the operation in r->word.
static bool operation(reading *r, nf_step *t, const nf_schedule *s) {
  *t = (nf_step){.lane = NF_LANE_FREE};
  bool there = next(r);
  if (there && is(r, "calc")) {
    t->kind = NF_STEP_WAIT;
    t->ns = number(r, "", UINT64_MAX);
  } else if (there && (is(r, "send") || is(r, "recv"))) {
    const bool send = is(r, "send");
    t->kind = send ? NF_STEP_SEND : NF_STEP_RECV;
    t->count = (uint32_t)number(r, "b", UINT32_MAX);
    if (r->e->status == NF_EXIT_OK && want(r, send ? "to" : "from"))
      t->peer = (uint32_t)number(r, "", s->ranks - 1);
  } else {
    refuse(r, "here must be send, recv or calc");
  }
  while (r->e->status == NF_EXIT_OK && (there = next(r)) &&
         (is(r, "tag") || is(r, "cpu") || is(r, "nic"))) {
    const bool tag = is(r, "tag");
    const uint64_t v = number(r, "", UINT32_MAX);
    t->tag = tag ? (uint32_t)v : t->tag;
  }
  return there;
}

static int by_name(const void *a, const void *b) {
  return strcmp(((const label *)a)->name, ((const label *)b)->name);
}

static const label *find(reading *r, const need *n, const char *name) {
  label key;
  snprintf(key.name, sizeof key.name, "%s", name);
  const label *l = r->count ? bsearch(&key, r->labels, r->count, sizeof key, by_name) : NULL;
  if (!l)
    nf_refuse(r->e, "%s:%u: '%s' is no label of this rank", r->path, n->line, name);
  return l;
}

static int by_after(const void *a, const void *b) {
  const uint32_t x = ((const uint32_t *)a)[0], y = ((const uint32_t *)b)[0];
  return x < y ? -1 : x > y;
}

// The steps of the rank once more, now with what they wait for.
static void resolve(reading *r, const nf_steps *bare, nf_steps *out) {
  uint32_t(*pair)[2] = malloc((r->needed + 1ull) * sizeof *pair);
  uint32_t *dep = malloc((r->needed + 1ull) * sizeof *dep);
  if (!pair || !dep)
    nf_err_memory(r->e, "the dependencies of the file");
  if (r->count)
    qsort(r->labels, r->count, sizeof *r->labels, by_name);
  for (uint32_t i = 1; i < r->count && r->e->status == NF_EXIT_OK; i++)
    if (by_name(&r->labels[i - 1], &r->labels[i]) == 0)
      nf_refuse(r->e, "%s:%u: the rank that ends here has label '%s' twice", r->path, r->line,
                r->labels[i].name);
  for (uint32_t i = 0; i < r->needed && r->e->status == NF_EXIT_OK; i++) {
    const need *n = &r->needs[i];
    const label *after = find(r, n, n->after), *on = after ? find(r, n, n->on) : NULL;
    if (on) {
      pair[i][0] = after->step;
      pair[i][1] = on->step | (n->start ? NF_DEP_STARTED : 0);
    }
  }
  if (r->e->status == NF_EXIT_OK)
    qsort(pair, r->needed, sizeof *pair, by_after);
  for (uint32_t i = 0, k = 0; i < bare->steps && r->e->status == NF_EXIT_OK; i++) {
    uint32_t deps = 0;
    for (; k < r->needed && pair[k][0] == i; k++)
      dep[deps++] = pair[k][1];
    nf_steps_add(out, &bare->step[i], dep, deps, r->e);
  }
  free(pair);
  free(dep);
}

static void read_rank(reading *r, const nf_schedule *s, nf_steps *all) {
  nf_steps bare = {0};
  nf_step t;
  char name[WORD];
  const uint32_t rank = (uint32_t)number(r, "", s->ranks - 1);
  r->count = r->needed = 0;
  if (r->e->status == NF_EXIT_OK && all[rank].steps)
    refuse(r, "this rank is there already");
  bool there = r->e->status == NF_EXIT_OK && want(r, "{") && next(r);
  while (there && r->e->status == NF_EXIT_OK && !is(r, "}")) {
    memcpy(name, r->word, sizeof name);
    there = next(r);
    if (there && is(r, ":")) {
      keep_label(r, name, bare.steps);
      there = operation(r, &t, s);
      if (r->e->status == NF_EXIT_OK)
        nf_steps_add(&bare, &t, NULL, 0, r->e);
    } else if (there && (is(r, "requires") || is(r, "irequires"))) {
      keep_need(r, name, is(r, "irequires"));
      there = next(r);
    } else {
      refuse(r, "after a label must come ':', requires or irequires");
    }
  }
  if (r->e->status == NF_EXIT_OK && !there)
    refuse(r, "the file ends within a rank");
  resolve(r, &bare, &all[rank]);
  nf_steps_free(&bare);
}

static nf_steps *read_all(reading *r, nf_schedule *s) {
  nf_steps *all = NULL;
  if (!want(r, "num_ranks"))
    return NULL;
  s->ranks = (uint32_t)number(r, "", NF_SCHEDULE_RANKS);
  if (r->e->status == NF_EXIT_OK && s->ranks == 0)
    refuse(r, "there must be a rank");
  if (r->e->status == NF_EXIT_OK && !(all = calloc(s->ranks, sizeof *all)))
    nf_err_memory(r->e, "the ranks of the file");
  while (r->e->status == NF_EXIT_OK && next(r)) {
    if (is(r, "rank"))
      read_rank(r, s, all);
    else
      refuse(r, "here must be 'rank'");
  }
  return all;
}

int nf_goal_read(nf_schedule *s, const char *path, nf_err *e) {
  reading r = {.path = path, .f = fopen(path, "r"), .e = e, .line = 1};
  *s = (nf_schedule){.what = NF_TRACE, .chunks = 1, .buffered = true};
  if (!r.f)
    return nf_refuse(e, "%s: %s", path, strerror(errno));
  snprintf(s->name, sizeof s->name, "goal");
  nf_steps *all = read_all(&r, s);
  if (ferror(r.f))
    nf_refuse(e, "%s: %s", path, strerror(errno));
  fclose(r.f);
  free(r.labels);
  free(r.needs);
  if (e->status == NF_EXIT_OK && nf_schedule_keep(s, all, e) == NF_EXIT_OK)
    return NF_EXIT_OK;
  for (uint32_t k = 0; all && k < s->ranks; k++)
    nf_steps_free(&all[k]);
  free(all);
  return e->status;
}
