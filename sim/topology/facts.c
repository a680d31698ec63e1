// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "facts.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *const Kinds[] = {"trace", "copper", "fibre"};

int nf_facts_measure(nf_facts *f, const nf_graph *g, nf_err *e) {
  *f = (nf_facts){.g = g, .closed = nf_closed_of(g)};
  bool *side = malloc(g->endpoints * sizeof *side);
  if (!side)
    return nf_err_memory(e, g->name);
  f->halves = nf_closed_halves(g, side);
  nf_measure_parts(g, &f->parts);
  f->cost = nf_cost_of(&f->parts);
  uint32_t first = 0;
  for (uint32_t n = 0; n < g->endpoints; n++)
    first += side[n];
  if (nf_measure_paths(g, &f->paths, e) == NF_EXIT_OK &&
      nf_measure_cut(g, side, &f->cut, e) == NF_EXIT_OK) {
    const double others = g->endpoints - 1.0, rest = g->endpoints - (double)first;
    if (g->endpoints > 1) {
      f->by_links = f->parts.link_rate / (g->endpoints * f->paths.average);
      f->by_cut = f->cut * others / (first * rest);
    }
  }
  free(side);
  return e->status;
}

// What an endpoint may send at most in an all-to-all, and why.
static double alltoall(const nf_facts *f, const char **by) {
  const double injection = f->parts.injection / f->g->endpoints;
  double best = injection;
  *by = "its links";
  if (f->g->endpoints < 2)
    return best;
  if (f->by_links < best) {
    best = f->by_links;
    *by = "the sum of all links";
  }
  if (f->by_cut < best) {
    best = f->by_cut;
    *by = "the bisection";
  }
  return best;
}

// ------------------------------------------------------------------------------- text
enum { SHARE_TEXT = 32 };

// Of the injection, which one endpoint without a cable does not have.
static const char *share_text(double rate, double injection, char text[SHARE_TEXT]) {
  if (injection > 0)
    snprintf(text, SHARE_TEXT, "%.3g %%", 100 * rate / injection);
  return injection > 0 ? text : "-";
}

static void print_parts(const nf_facts *f, FILE *out) {
  const nf_graph *g = f->g;
  const double injection = f->parts.injection / g->endpoints;
  fprintf(out, "endpoints         %u, %g GB/s each way, %u plane%s\n", g->endpoints, injection,
          g->planes, g->planes > 1 ? "s" : "");
  fprintf(out, "switches          %llu", (unsigned long long)f->parts.switches);
  if (f->parts.chips != f->parts.switches)
    fprintf(out, " in %llu chips", (unsigned long long)f->parts.chips);
  if (f->parts.switches)
    fprintf(out, ", up to %u ports", f->parts.widest);
  fprintf(out, "\ncables            ");
  for (unsigned k = 0; k < NF_CABLE_KINDS; k++)
    fprintf(out, "%s%llu %s", k ? ", " : "", (unsigned long long)f->parts.cables[k], Kinds[k]);
  fprintf(out, "\n");
}

static void print_cost(const nf_facts *f, FILE *out) {
  if (f->cost > 0)
    fprintf(out, "cost              %.3g M$ (HXMESH III-C: switch $%d, fibre $%d, copper $%d)\n",
            f->cost / 1e6, NF_PRICE_SWITCH, NF_PRICE_FIBRE, NF_PRICE_COPPER);
  else
    fprintf(out,
            "cost              none: HXMESH III-C prices switches of %d ports, one here has %u\n",
            NF_PRICE_RADIX, f->parts.widest);
}

static void print_check(const nf_facts *f, FILE *out) {
  fprintf(out, "routing           %s, %u virtual channel%s\n", f->routing, f->vcs,
          f->vcs > 1 ? "s" : "");
  fprintf(
      out, "deadlock          free: %llu channels of a plane, %llu dependencies, no cycle (%s)\n",
      (unsigned long long)f->checked.channels, (unsigned long long)f->checked.dependencies,
      f->checked.by_turns ? "all turns that the rules allow" : "all paths between all endpoints");
}

void nf_facts_print(const nf_facts *f, FILE *out) {
  const char *by;
  char text[SHARE_TEXT];
  const double most = alltoall(f, &by), injection = f->parts.injection / f->g->endpoints;
  fprintf(out, "%s\n", f->g->name);
  print_parts(f, out);
  fprintf(out, "diameter          %u cables by search", f->paths.diameter);
  if (f->closed.diameter)
    fprintf(out, ", %u by closed form", f->closed.diameter);
  fprintf(out, "\naverage distance  %.3f cables\n", f->paths.average);
  fprintf(out,
          "bisection         %g GB/s each way, %s of the injection, between halves of %s; by "
          "maximal flow",
          f->cut, share_text(2 * f->cut, f->parts.injection, text), f->halves);
  if (f->closed.bisection > 0)
    fprintf(out, ", %g by closed form", f->closed.bisection);
  fprintf(out, "\nall-to-all        at most %.4g GB/s an endpoint, %s of its injection, by %s\n",
          most, share_text(most, injection, text), by);
  print_cost(f, out);
  print_check(f, out);
}

// ------------------------------------------------------------------------------- JSON
static void add_closed(cJSON *j, const char *key, double value) {
  if (value > 0)
    cJSON_AddNumberToObject(j, key, value);
  else
    cJSON_AddNullToObject(j, key);
}

static void add_share(cJSON *j, const char *key, double part, double whole) {
  if (whole > 0)
    cJSON_AddNumberToObject(j, key, part / whole);
  else
    cJSON_AddNullToObject(j, key);
}

cJSON *nf_facts_json(const nf_facts *f) {
  const nf_graph *g = f->g;
  const char *by;
  const double most = alltoall(f, &by), injection = f->parts.injection / g->endpoints;
  cJSON *j = cJSON_CreateObject();
  cJSON_AddStringToObject(j, "topology", g->name);
  cJSON_AddNumberToObject(j, "endpoints", g->endpoints);
  cJSON_AddNumberToObject(j, "planes", g->planes);
  cJSON_AddNumberToObject(j, "injection_GBps", injection);
  cJSON_AddNumberToObject(j, "switches", (double)f->parts.switches);
  cJSON_AddNumberToObject(j, "chips", (double)f->parts.chips);
  cJSON_AddNumberToObject(j, "ports_most", f->parts.widest);
  cJSON *cables = cJSON_AddObjectToObject(j, "cables");
  for (unsigned k = 0; k < NF_CABLE_KINDS; k++)
    cJSON_AddNumberToObject(cables, Kinds[k], (double)f->parts.cables[k]);
  cJSON_AddNumberToObject(j, "diameter", f->paths.diameter);
  add_closed(j, "diameter_closed", f->closed.diameter);
  cJSON_AddNumberToObject(j, "average_distance", f->paths.average);
  cJSON_AddNumberToObject(j, "bisection_GBps", f->cut);
  add_closed(j, "bisection_closed_GBps", f->closed.bisection);
  add_share(j, "bisection_share", 2 * f->cut, f->parts.injection);
  cJSON_AddStringToObject(j, "bisection_halves", f->halves);
  cJSON_AddNumberToObject(j, "alltoall_GBps", most);
  add_share(j, "alltoall_share", most, injection);
  cJSON_AddStringToObject(j, "alltoall_by", by);
  add_closed(j, "cost_USD", f->cost);
  cJSON_AddStringToObject(j, "routing", f->routing);
  cJSON_AddNumberToObject(j, "vcs", f->vcs);
  cJSON_AddNumberToObject(j, "channels", (double)f->checked.channels);
  cJSON_AddNumberToObject(j, "dependencies", (double)f->checked.dependencies);
  cJSON_AddStringToObject(j, "deadlock_check", f->checked.by_turns ? "turns" : "paths");
  return j;
}

// ------------------------------------------------------------------------------- Graphviz
// A node's name as a quoted text: Graphviz reads escapes and entities in it.
static void dot_name(const char *text, FILE *out) {
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      fputc('\\', out);
    fputc(*text, out);
    if (*text == '&')
      fputs("amp;", out);
  }
}

static void dot_nodes(const nf_graph *g, FILE *out) {
  for (uint32_t n = 0; n < g->endpoints + g->plane_switches; n++) {
    char text[NF_GRAPH_NODE_TEXT];
    nf_graph_node_text(g, n, text);
    char *plane = strstr(text, "/plane0");
    if (plane && !g->label)
      *plane = 0;
    fprintf(out, "  n%u [label=\"", n);
    dot_name(text, out);
    fprintf(out, "\"%s%s];\n", n < g->endpoints ? "" : ", shape=box",
            g->node[n].forwards ? ", style=filled" : "");
  }
}

// Parallel cables of a kind as one line with their number; the first of them draws it.
static void dot_cables(const nf_graph *g, FILE *out) {
  static const char *const styles[] = {"color=gray40", "color=black", "color=orange3"};
  for (uint32_t n = 0; n < g->endpoints + g->plane_switches; n++)
    for (uint32_t p = 0; p < nf_graph_plane_ports(g, n); p++) {
      const nf_graph_port *here = nf_graph_at(g, n, p);
      if (here->peer == NF_GRAPH_NONE || here->peer < n)
        continue;
      unsigned count = 0;
      bool first = true;
      for (uint32_t q = 0; q < nf_graph_plane_ports(g, n); q++) {
        const nf_graph_port *other = nf_graph_at(g, n, q);
        if (other->peer != here->peer || g->cable[other->cable].kind != g->cable[here->cable].kind)
          continue;
        count++;
        first &= q >= p;
      }
      if (first && count > 1)
        fprintf(out, "  n%u -- n%u [%s, label=\"%u\"];\n", n, here->peer,
                styles[g->cable[here->cable].kind], count);
      else if (first)
        fprintf(out, "  n%u -- n%u [%s];\n", n, here->peer, styles[g->cable[here->cable].kind]);
    }
}

int nf_facts_dot(const nf_graph *g, const char *path, nf_err *e) {
  if (g->endpoints + g->plane_switches > NF_DOT_NODES)
    return nf_refuse(
        e, "--dot: %u nodes in a plane; Graphviz takes %d, draw a smaller one of the kind",
        g->endpoints + g->plane_switches, NF_DOT_NODES);
  FILE *out = fopen(path, "w");
  if (!out)
    return nf_refuse(e, "%s: %s", path, strerror(errno));
  fprintf(out, "// %s, plane 0 of %u; gray: traces, black: copper, orange: fibre\n", g->name,
          g->planes);
  fprintf(out, "graph network {\n  node [shape=circle, fontsize=10, fillcolor=gray92];\n  edge "
               "[fontsize=9];\n");
  dot_nodes(g, out);
  dot_cables(g, out);
  fprintf(out, "}\n");
  const bool failed = ferror(out) != 0;
  if (fclose(out) != 0 || failed)
    nf_refuse(e, "%s: cannot be written whole", path);
  return e->status;
}
