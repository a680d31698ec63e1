// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A network from a JSON file; docs/topology.md has the schema. Errors name the line: cJSON keeps no
// positions, so the line of an element is found by a second walk over the text.
#include "kinds.h"

#include "sim/common/json.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MB = 64, MOST_COUNT = 1024 };

static const double Most_errors = 0.01; // of --links-ber, too

typedef struct {
  const char *path, *text;
  nf_build b;
  uint32_t *by_hash, hashes; // node numbers by the hash of their names; NF_GRAPH_NONE: free
  double rate, wire_ns;
  bool has_errors;
  double bit_errors;
  nf_cable_kind kind;
} reader;

// ------------------------------------------------------------------------------- places
static const char *skip_string(const char *p) {
  for (p++; *p && *p != '"'; p++)
    p += *p == '\\' && p[1];
  return *p ? p + 1 : p;
}

static bool is_key(const char *p, const char *end, const char *key) {
  return (size_t)(end - p) == strlen(key) + 2 && strncmp(p + 1, key, strlen(key)) == 0;
}

// Line of element `index` of the list at `key` of the outermost object; -1, -2: of the key itself,
// where it stands for the first time, for the second.
static unsigned line_of(const char *text, const char *key, int index) {
  unsigned line = 1, depth = 0;
  int element = 0;
  bool inside = false, begins = false; // of the list; at an element
  for (const char *p = text; *p;) {
    line += *p == '\n';
    if (isspace((unsigned char)*p)) {
      p++;
      continue;
    }
    if (begins && element == index && depth == 2)
      return line;
    begins = false;
    if (*p == '"') {
      const char *end = skip_string(p), *next = end + strspn(end, " \t\r\n");
      if (depth == 1 && *next == ':') {
        inside = is_key(p, end, key);
        if (inside && index < 0 && ++index == 0)
          return line;
      }
      p = end;
      continue;
    }
    depth += *p == '{' || *p == '[';
    depth -= (*p == '}' || *p == ']') && depth > 0;
    element += inside && depth == 2 && *p == ',';
    begins = inside && depth == 2 && (*p == ',' || *p == '[');
    p++;
  }
  return line;
}

static int refuse(reader *r, const char *key, int index, const char *why, const char *what) {
  char field[48];
  snprintf(field, sizeof field, index < 0 ? "\"%s\"" : "\"%s\"[%d]", key, index);
  return nf_refuse(r->b.e, "%s: line %u: %s: %s%s", r->path, line_of(r->text, key, index), field,
                   why, what);
}

// ------------------------------------------------------------------------------- names
static uint32_t hash_of(const char *name) {
  uint32_t h = 2166136261u; // FNV-1a
  for (; *name; name++)
    h = (h ^ (unsigned char)*name) * 16777619u;
  return h;
}

// The place of a name in the table: its own, or a free one.
static uint32_t *slot_of(const reader *r, const char *name) {
  uint32_t i = hash_of(name) & (r->hashes - 1);
  while (r->by_hash[i] != NF_GRAPH_NONE && strcmp(r->b.g->label[r->by_hash[i]], name) != 0)
    i = (i + 1) & (r->hashes - 1);
  return &r->by_hash[i];
}

static int add_name(reader *r, const char *key, int index, const char *name, uint32_t node) {
  if (!name || !name[0] || strlen(name) >= NF_GRAPH_LABEL)
    return refuse(r, key, index, "a name has 1..31 characters", "");
  uint32_t *slot = slot_of(r, name);
  if (*slot != NF_GRAPH_NONE)
    return refuse(r, key, index, "there are two nodes of the name ", name);
  *slot = node;
  snprintf(r->b.g->label[node], NF_GRAPH_LABEL, "%s", name);
  return NF_EXIT_OK;
}

// ------------------------------------------------------------------------------- fields
// A number of the outermost object, if it is there.
static int number(reader *r, const cJSON *j, const char *key, double low, double high, bool whole,
                  double *value) {
  const cJSON *v = cJSON_GetObjectItemCaseSensitive(j, key);
  char why[96];
  if (!v)
    return NF_EXIT_OK;
  snprintf(why, sizeof why, "must be a %snumber, %g..%g", whole ? "whole " : "", low, high);
  if (!cJSON_IsNumber(v) || !(v->valuedouble >= low && v->valuedouble <= high) ||
      (whole && v->valuedouble != (uint32_t)v->valuedouble))
    return refuse(r, key, -1, why, "");
  *value = v->valuedouble;
  return NF_EXIT_OK;
}

static bool kind_of(const cJSON *v, nf_cable_kind *kind) {
  static const char *const names[] = {"trace", "copper", "fibre"};
  for (unsigned i = 0; cJSON_IsString(v) && i < NF_CABLE_KINDS; i++)
    if (strcmp(v->valuestring, names[i]) == 0) {
      *kind = (nf_cable_kind)i;
      return true;
    }
  return false;
}

static int check_keys(reader *r, const cJSON *j) {
  static const char *const known[] = {"name", "endpoints", "switches", "forwards", "planes", "GBps",
                                      "ns",   "switch_ns", "kind",     "ber",      "cables", NULL};
  bool twice;
  const cJSON *odd = nf_json_odd_key(j, known, &twice);
  if (odd && twice)
    return refuse(r, odd->string, -2, "stands there twice; leave one out", "");
  if (odd)
    return refuse(r, odd->string, -1,
                  "is unknown; there are name, endpoints, switches, forwards, planes, ",
                  "GBps, ns, switch_ns, kind, ber, cables");
  return NF_EXIT_OK;
}

// ------------------------------------------------------------------------------- nodes and cables
static int read_nodes(reader *r, const cJSON *j) {
  const cJSON *ends = cJSON_GetObjectItemCaseSensitive(j, "endpoints");
  const cJSON *switches = cJSON_GetObjectItemCaseSensitive(j, "switches"), *item;
  const cJSON *forwards = cJSON_GetObjectItemCaseSensitive(j, "forwards");
  double count = 0;
  if (cJSON_IsArray(ends))
    count = cJSON_GetArraySize(ends);
  else if (number(r, j, "endpoints", 2, NF_GRAPH_MOST_ENDPOINTS, true, &count) != NF_EXIT_OK)
    return r->b.e->status;
  if (count < 2 || count > NF_GRAPH_MOST_ENDPOINTS)
    return refuse(r, "endpoints", -1, "must be a number or a list of names, two at least", "");
  if (switches && !cJSON_IsArray(switches))
    return refuse(r, "switches", -1, "must be a list of names", "");
  if (forwards && !cJSON_IsBool(forwards))
    return refuse(r, "forwards", -1, "must be true or false", "");
  const uint32_t nodes = (uint32_t)count + (uint32_t)cJSON_GetArraySize(switches);
  for (r->hashes = 16; r->hashes < 2 * nodes;)
    r->hashes *= 2;
  r->by_hash = malloc(r->hashes * sizeof *r->by_hash);
  r->b.g->label = calloc(nodes, sizeof *r->b.g->label);
  if (!r->by_hash || !r->b.g->label)
    return nf_err_memory(r->b.e, r->path);
  memset(r->by_hash, 0xff, r->hashes * sizeof *r->by_hash);
  const cJSON *name = cJSON_IsArray(ends) ? ends->child : NULL;
  for (uint32_t i = 0; i < (uint32_t)count; i++, name = name ? name->next : NULL) {
    char own[NF_GRAPH_LABEL];
    snprintf(own, sizeof own, "acc%u", i);
    const uint32_t n = nf_build_endpoint(&r->b, 0, cJSON_IsTrue(forwards));
    if (r->b.e->status != NF_EXIT_OK ||
        add_name(r, "endpoints", (int)i, name ? cJSON_GetStringValue(name) : own, n) != NF_EXIT_OK)
      return r->b.e->status;
  }
  int i = 0;
  cJSON_ArrayForEach(item, switches) {
    const uint32_t n = nf_build_switch(&r->b, 0, 0);
    if (r->b.e->status != NF_EXIT_OK ||
        add_name(r, "switches", i++, cJSON_GetStringValue(item), n) != NF_EXIT_OK)
      return r->b.e->status;
  }
  return NF_EXIT_OK;
}

// What a cable says of itself: {"count": 2, "GBps": 50, "ns": 20, "kind": "fibre", "ber": 1e-9}.
static int read_details(reader *r, const cJSON *d, int index, uint32_t *count, nf_graph_cable *c) {
  const cJSON *item;
  cJSON_ArrayForEach(item, d) {
    const double v = cJSON_IsNumber(item) ? item->valuedouble : -1;
    bool good = false;
    if (strcmp(item->string, "count") == 0) {
      good = v >= 1 && v <= MOST_COUNT && v == (uint32_t)v;
      *count = good ? (uint32_t)v : 1;
    } else if (strcmp(item->string, "GBps") == 0) {
      good = v >= 0.001 && v <= 10000;
      c->bytes_per_ns = v;
    } else if (strcmp(item->string, "ns") == 0) {
      good = v >= 0 && v <= 1e6;
      c->latency_ps = good ? (uint32_t)(v * 1000 + 0.5) : 0;
    } else if (strcmp(item->string, "kind") == 0) {
      good = kind_of(item, &c->kind);
    } else if (strcmp(item->string, "ber") == 0) {
      good = v >= 0 && v <= Most_errors;
      c->has_errors = true;
      c->bit_errors = v;
    }
    if (!good)
      return refuse(r, "cables", index,
                    "count 1..1024, GBps 0.001..10000, ns 0..1000000, ber 0..0.01 or kind trace, "
                    "copper, fibre is wanted, not ",
                    item->string);
    if (nf_json_is_repeated(d, item))
      return refuse(r, "cables", index, "leave one out, there are two of ", item->string);
  }
  return NF_EXIT_OK;
}

static int read_cable(reader *r, const cJSON *item, int index) {
  nf_graph *g = r->b.g;
  nf_graph_cable c = {.bytes_per_ns = r->rate,
                      .latency_ps = (uint32_t)(r->wire_ns * 1000 + 0.5),
                      .kind = r->kind,
                      .has_errors = r->has_errors,
                      .bit_errors = r->bit_errors};
  uint32_t count = 1, node[2];
  const cJSON *end = cJSON_IsArray(item) ? item->child : NULL, *details;
  for (unsigned k = 0; k < 2; k++, end = end->next) {
    if (!cJSON_IsString(end))
      return refuse(r, "cables", index, "write [\"node\", \"node\"] or [\"node\", \"node\", {...}]",
                    "");
    node[k] = *slot_of(r, end->valuestring);
    if (node[k] == NF_GRAPH_NONE)
      return refuse(r, "cables", index, "there is no node of the name ", end->valuestring);
  }
  details = end;
  if (details && (!cJSON_IsObject(details) || details->next))
    return refuse(r, "cables", index, "write [\"node\", \"node\"] or [\"node\", \"node\", {...}]",
                  "");
  if (node[0] == node[1])
    return refuse(r, "cables", index, "both ends are ", g->label[node[0]]);
  if (read_details(r, details, index, &count, &c) != NF_EXIT_OK)
    return r->b.e->status;
  for (uint32_t i = 0; i < count && r->b.e->status == NF_EXIT_OK; i++) {
    c.end[0] = (nf_graph_plug){node[0], g->node[node[0]].ports++};
    c.end[1] = (nf_graph_plug){node[1], g->node[node[1]].ports++};
    r->b.ports += 2;
    const uint32_t made = nf_build_join(&r->b, c.end[0], c.end[1], c.kind);
    if (r->b.e->status == NF_EXIT_OK)
      g->cable[made] = c;
  }
  return r->b.e->status;
}

// ------------------------------------------------------------------------------- levels
// Of a switch: cables to the nearest endpoint, less one.
static int find_levels(reader *r) {
  nf_graph *g = r->b.g;
  uint32_t *queue = malloc(g->nodes * sizeof *queue), tail = 0;
  bool *seen = calloc(g->nodes, sizeof *seen);
  if (!queue || !seen)
    nf_err_memory(r->b.e, r->path);
  for (; r->b.e->status == NF_EXIT_OK && tail < g->endpoints; tail++) {
    queue[tail] = tail;
    seen[tail] = true;
  }
  for (uint32_t head = 0; head < tail; head++)
    for (uint32_t p = 0; p < nf_graph_plane_ports(g, queue[head]); p++) {
      const uint32_t peer = nf_graph_at(g, queue[head], p)->peer;
      if (seen[peer])
        continue;
      const unsigned level = queue[head] < g->endpoints ? 0 : g->node[queue[head]].level + 1u;
      g->node[peer].level = (uint16_t)level;
      g->levels = level + 1 > g->levels ? (uint16_t)(level + 1) : g->levels;
      seen[peer] = true;
      queue[tail++] = peer;
    }
  // The copies of the switches in other planes.
  for (uint32_t n = g->endpoints + g->plane_switches; n < g->nodes; n++)
    g->node[n].level = g->node[n - g->plane_switches].level;
  free(queue);
  free(seen);
  return r->b.e->status;
}

static int build(reader *r, const cJSON *j) {
  double planes = 1, switch_ns = 100;
  const cJSON *cables = cJSON_GetObjectItemCaseSensitive(j, "cables"), *item;
  const cJSON *kind = cJSON_GetObjectItemCaseSensitive(j, "kind");
  if (!cJSON_IsObject(j))
    return nf_refuse(r->b.e, "%s: line 1: must be an object, {...}", r->path);
  if (check_keys(r, j) != NF_EXIT_OK ||
      number(r, j, "planes", 1, 64, true, &planes) != NF_EXIT_OK ||
      number(r, j, "GBps", 0.001, 10000, false, &r->rate) != NF_EXIT_OK ||
      number(r, j, "ns", 0, 1e6, false, &r->wire_ns) != NF_EXIT_OK ||
      number(r, j, "switch_ns", 0, 1e6, false, &switch_ns) != NF_EXIT_OK ||
      number(r, j, "ber", 0, Most_errors, false, &r->bit_errors) != NF_EXIT_OK)
    return r->b.e->status;
  if (kind && !kind_of(kind, &r->kind))
    return refuse(r, "kind", -1, "must be trace, copper or fibre", "");
  if (!cJSON_IsArray(cables))
    return refuse(r, "cables", -1, "must be a list", "");
  r->has_errors = cJSON_GetObjectItemCaseSensitive(j, "ber") != NULL;
  r->b.g->switch_latency_ps = (uint32_t)(switch_ns * 1000 + 0.5);
  if (read_nodes(r, j) != NF_EXIT_OK)
    return r->b.e->status;
  int i = 0;
  cJSON_ArrayForEach(item,
                     cables) if (read_cable(r, item, i++) != NF_EXIT_OK) return r->b.e->status;
  if (nf_build_end(&r->b, (uint32_t)planes) != NF_EXIT_OK)
    return r->b.e->status;
  return find_levels(r);
}

// ------------------------------------------------------------------------------- the file
int nf_make_file(nf_graph *g, const char *path, nf_err *e) {
  char *text = nf_json_read(path, MOST_MB, e);
  if (!text)
    return e->status;
  reader r = {.path = path,
              .text = text,
              .b = {.g = g, .e = e},
              .rate = 25,
              .wire_ns = 100,
              .kind = NF_CABLE_COPPER};
  cJSON *j = nf_json_parse(path, text, e);
  if (j)
    build(&r, j);
  cJSON_Delete(j);
  free(r.by_hash);
  free(text);
  return e->status;
}
