// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#define _POSIX_C_SOURCE 200809L
#include "chakra.h"

#ifndef NF_CHAKRA
int nf_chakra_read(nf_schedule *s, const char *prefix, nf_err *e) {
  *s = (nf_schedule){.ranks = 0};
  return nf_refuse(e,
                   "%s: this netfold was built without protobuf-c; install libprotobuf-c-dev and "
                   "protobuf-c-compiler and build it again",
                   prefix);
}
#else
#include "build/gen/sim/collective/chakra.pb-c.h"
#include "sim/common/grow.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEND = 5, RECV = 6, COLLECTIVE = 7 }; // types of a node

// Of the nodes of a rank: where they became steps, and what they come after.
typedef struct {
  uint64_t id;
  uint32_t step;
} known;

typedef struct {
  const char *path;
  uint8_t *data;
  size_t size, at;
  Nf__Chakra__Node **node;
  uint32_t nodes, room;
} file;

static int refuse(const file *f, const char *what, nf_err *e) {
  return nf_refuse(e, "%s, byte %zu: %s", f->path, f->at, what);
}

static int load(file *f, FILE *in, nf_err *e) {
  size_t room = 0, n = 1;
  while (n > 0 && e->status == NF_EXIT_OK) {
    if (f->size == room) {
      room = room ? 2 * room : 65536;
      uint8_t *more = realloc(f->data, room);
      if (!more)
        return nf_err_memory(e, "the trace");
      f->data = more;
    }
    n = fread(f->data + f->size, 1, room - f->size, in);
    f->size += n;
  }
  return ferror(in) ? nf_refuse(e, "%s: %s", f->path, strerror(errno)) : e->status;
}

// The length before a message: seven bits a byte, the lowest first.
static int length(file *f, size_t *n, nf_err *e) {
  uint64_t v = 0;
  for (unsigned shift = 0;; shift += 7) {
    if (f->at == f->size || shift > 28)
      return refuse(f, "no message of a Chakra trace begins here", e);
    const uint8_t byte = f->data[f->at++];
    v |= (uint64_t)(byte & 0x7f) << shift;
    if (byte < 0x80)
      break;
  }
  if (v > f->size - f->at)
    return refuse(f, "the message that begins here is longer than the file", e);
  *n = (size_t)v;
  return NF_EXIT_OK;
}

static int add_node(file *f, size_t n, nf_err *e) {
  if (!nf_grow(&f->node, &f->room, f->nodes + 1ull, sizeof *f->node))
    return nf_err_memory(e, "the trace");
  Nf__Chakra__Node *node = nf__chakra__node__unpack(NULL, n, f->data + f->at);
  if (!node)
    return refuse(f, "this message is no node of a Chakra trace", e);
  f->node[f->nodes++] = node;
  return NF_EXIT_OK;
}

static int read_nodes(file *f, nf_err *e) {
  size_t n;
  if (length(f, &n, e) != NF_EXIT_OK)
    return e->status;
  Nf__Chakra__Metadata *head = nf__chakra__metadata__unpack(NULL, n, f->data + f->at);
  if (!head)
    return refuse(f, "a Chakra trace begins with metadata", e);
  nf__chakra__metadata__free_unpacked(head, NULL);
  for (f->at += n; f->at < f->size && e->status == NF_EXIT_OK; f->at += n)
    if (length(f, &n, e) != NF_EXIT_OK || add_node(f, n, e) != NF_EXIT_OK)
      return e->status;
  return e->status;
}

static void close_file(file *f) {
  for (uint32_t i = 0; i < f->nodes; i++)
    nf__chakra__node__free_unpacked(f->node[i], NULL);
  free(f->node);
  free(f->data);
}

// ------------------------------------------------------------------------------- into steps
static const Nf__Chakra__Attribute *attribute(const Nf__Chakra__Node *n, const char *name) {
  for (size_t i = 0; i < n->n_attribute; i++)
    if (strcmp(n->attribute[i]->name, name) == 0)
      return n->attribute[i];
  return NULL;
}

static int node_error(const file *f, const Nf__Chakra__Node *n, const char *what, nf_err *e) {
  return nf_refuse(e, "%s, node %llu: %s", f->path, (unsigned long long)n->id, what);
}

static uint32_t whole(const file *f, const Nf__Chakra__Node *n, const char *name, bool must,
                      nf_err *e) {
  const Nf__Chakra__Attribute *a = attribute(n, name);
  char what[96];
  uint64_t v = UINT64_MAX;
  if (!a && !must)
    return 0;
  if (a && a->value_case == NF__CHAKRA__ATTRIBUTE__VALUE_INT32_VALUE && a->int32_value >= 0)
    v = (uint64_t)a->int32_value;
  else if (a && a->value_case == NF__CHAKRA__ATTRIBUTE__VALUE_INT64_VALUE && a->int64_value >= 0)
    v = (uint64_t)a->int64_value;
  else if (a && a->value_case == NF__CHAKRA__ATTRIBUTE__VALUE_UINT32_VALUE)
    v = a->uint32_value;
  else if (a && a->value_case == NF__CHAKRA__ATTRIBUTE__VALUE_UINT64_VALUE)
    v = a->uint64_value;
  if (v > UINT32_MAX) {
    snprintf(what, sizeof what, "its %s must be a whole number below 2^32", name);
    node_error(f, n, what, e);
  }
  return (uint32_t)v;
}

static nf_step step_of(const file *f, const Nf__Chakra__Node *n, uint32_t ranks, nf_err *e) {
  nf_step t = {.lane = NF_LANE_FREE};
  if (n->type == SEND || n->type == RECV) {
    t.kind = n->type == SEND ? NF_STEP_SEND : NF_STEP_RECV;
    t.peer = whole(f, n, n->type == SEND ? "comm_dst" : "comm_src", true, e);
    t.tag = whole(f, n, "comm_tag", false, e);
    t.count = whole(f, n, "comm_size", true, e);
    if (e->status == NF_EXIT_OK && t.peer >= ranks)
      node_error(f, n, "its peer has no file", e);
  } else if (n->type == COLLECTIVE) {
    const Nf__Chakra__Attribute *group = attribute(n, "pg_name");
    t.kind = NF_STEP_JOIN;
    t.count = whole(f, n, "comm_size", false, e);
    if (group && group->value_case == NF__CHAKRA__ATTRIBUTE__VALUE_TEXT && *group->text &&
        strcmp(group->text, "0") != 0)
      node_error(f, n, "collectives of a part of the ranks are not read", e);
  } else {
    t.kind = NF_STEP_WAIT;
    if (__builtin_mul_overflow(n->duration_micros, 1000u, &t.ns))
      node_error(f, n, "its duration is too long", e);
  }
  return t;
}

static int by_id(const void *a, const void *b) {
  const uint64_t x = ((const known *)a)->id, y = ((const known *)b)->id;
  return x < y ? -1 : x > y;
}

static uint32_t after(const file *f, const known *k, const Nf__Chakra__Node *n, uint64_t id,
                      nf_err *e) {
  const known key = {id, 0}, *found = bsearch(&key, k, f->nodes, sizeof key, by_id);
  if (!found) {
    node_error(f, n, "it waits for a node that is not there", e);
    return 0;
  }
  return found->step;
}

static int make_steps(const file *f, uint32_t ranks, nf_steps *out, nf_err *e) {
  known *k = malloc((f->nodes + 1ull) * sizeof *k);
  uint32_t *dep = NULL;
  if (!k)
    return nf_err_memory(e, "the trace");
  for (uint32_t i = 0; i < f->nodes; i++)
    k[i] = (known){f->node[i]->id, i};
  qsort(k, f->nodes, sizeof *k, by_id);
  for (uint32_t i = 1; i < f->nodes && e->status == NF_EXIT_OK; i++)
    if (k[i].id == k[i - 1].id)
      node_error(f, f->node[k[i].step], "this node is there twice", e);
  for (uint32_t i = 0; i < f->nodes && e->status == NF_EXIT_OK; i++) {
    const Nf__Chakra__Node *n = f->node[i];
    const size_t deps = n->n_control_before + n->n_data_before;
    uint32_t *more = realloc(dep, (deps + 1) * sizeof *dep);
    if (!more) {
      nf_err_memory(e, "the trace");
      break;
    }
    dep = more;
    for (size_t d = 0; d < deps; d++)
      dep[d] = after(f, k, n,
                     d < n->n_control_before ? n->control_before[d]
                                             : n->data_before[d - n->n_control_before],
                     e);
    const nf_step t = step_of(f, n, ranks, e);
    if (e->status == NF_EXIT_OK)
      nf_steps_add(out, &t, dep, (uint32_t)deps, e);
  }
  free(k);
  free(dep);
  return e->status;
}

static FILE *open_rank(const char *prefix, uint32_t rank, char path[4096]) {
  snprintf(path, 4096, "%s.%u.et", prefix, rank);
  return fopen(path, "rb");
}

static void read_rank(const char *prefix, uint32_t rank, uint32_t ranks, nf_steps *out, nf_err *e) {
  char path[4096];
  file f = {.path = path};
  FILE *in = open_rank(prefix, rank, path);
  if (!in) {
    nf_refuse(e, "%s: %s", path, strerror(errno));
    return;
  }
  if (load(&f, in, e) == NF_EXIT_OK && read_nodes(&f, e) == NF_EXIT_OK)
    make_steps(&f, ranks, out, e);
  fclose(in);
  close_file(&f);
}

int nf_chakra_read(nf_schedule *s, const char *prefix, nf_err *e) {
  char path[4096];
  *s = (nf_schedule){.what = NF_TRACE, .chunks = 1, .buffered = true, .groups = 1};
  snprintf(s->name, sizeof s->name, "chakra");
  for (FILE *in; s->ranks < NF_SCHEDULE_RANKS && (in = open_rank(prefix, s->ranks, path));
       s->ranks++)
    fclose(in);
  if (s->ranks == 0)
    return nf_refuse(e, "%s: %s; give what comes before '.0.et'", path, strerror(errno));
  s->group_size = s->ranks;
  nf_steps *all = calloc(s->ranks, sizeof *all);
  if (!all)
    return nf_err_memory(e, "the trace");
  for (uint32_t r = 0; r < s->ranks && e->status == NF_EXIT_OK; r++)
    read_rank(prefix, r, s->ranks, &all[r], e);
  if (e->status == NF_EXIT_OK && nf_schedule_keep(s, all, e) == NF_EXIT_OK)
    return NF_EXIT_OK;
  for (uint32_t r = 0; r < s->ranks; r++)
    nf_steps_free(&all[r]);
  free(all);
  return e->status;
}
#endif
