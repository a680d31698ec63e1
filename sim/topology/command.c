// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// `netfold topology`: what a network consists of, how far it is across, what it costs, and whether
// its routing can deadlock.
#define _POSIX_C_SOURCE 200809L
#include "facts.h"
#include "kinds.h"
#include "sim/cli/cli.h"
#include "sim/cli/commands.h"
#include "sim/cli/report.h"
#include "sim/common/outputs.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <string.h>

typedef struct {
  const char *spec, *routing, *json, *dot;
  bool list;
} topology_options;

enum { KEY_LIST = 256, KEY_ROUTING, KEY_JSON, KEY_DOT };

static const struct argp_option Table[] = {
    {"list", KEY_LIST, 0, 0, "print all topologies: parameters, limits, an example each", 0},
    {"routing", KEY_ROUTING, "R", 0,
     "deterministic, adaptive (minimal), valiant (dragonfly), nodateline (a torus that can "
     "deadlock); "
     "default: the topology's own",
     0},
    {"json", KEY_JSON, "FILE", 0, "the same as JSON", 0},
    {"dot", KEY_DOT, "FILE", 0, "plane 0 as a graph for Graphviz: neato -Tsvg FILE", 0},
    {"help", NF_CLI_HELP, 0, 0, "print this list", -1},
    {0}};

static const char Doc[] =
    "Describe a network: endpoints, switches, cables, diameter, bisection, cost, virtual channels, "
    "and "
    "whether its channel dependency graph has a cycle.\v"
    "Example:\n"
    "  netfold topology hammingmesh:2x2,16x16,planes=4\n"
    "  netfold topology torus:5x5 --routing nodateline\n"
    "Exit status: 0 done, 2 bad input, or a network that cannot be routed or may deadlock.";

// SPECs from the one list of them stand behind the options.
static char *help_filter(int key, const char *text, void *input) {
  (void)input;
  if (key != ARGP_KEY_HELP_EXTRA)
    return (char *)(uintptr_t)text;
  char *forms = NULL;
  size_t size = 0;
  FILE *f = open_memstream(&forms, &size);
  if (!f)
    return NULL;
  fprintf(f, "SPEC is one of\n");
  nf_kinds_forms(f, 2, 78);
  fprintf(f, "and may have options behind it, like ,planes=4: see --list.");
  fclose(f);
  return forms;
}

static error_t parse(int key, char *arg, struct argp_state *state) {
  nf_cli *cli = state->input;
  topology_options *o = cli->options;
  switch (key) {
  case KEY_LIST:
    o->list = true;
    break;
  case KEY_ROUTING:
    o->routing = arg;
    break;
  case KEY_JSON:
    o->json = arg;
    break;
  case KEY_DOT:
    o->dot = arg;
    break;
  case ARGP_KEY_ARG:
    if (o->spec)
      return nf_cli_other(key, arg, state);
    o->spec = arg;
    break;
  default:
    return nf_cli_other(key, arg, state);
  }
  return cli->err->status == NF_EXIT_OK ? 0 : EINVAL;
}

static int describe(const topology_options *o, const nf_graph *g, nf_outputs *out, nf_err *e) {
  nf_facts f;
  nf_route *r = NULL;
  const char *json = o->json ? nf_outputs_add(out, o->json, e) : NULL;
  const char *dot = o->dot && e->status == NF_EXIT_OK ? nf_outputs_add(out, o->dot, e) : NULL;
  if (e->status != NF_EXIT_OK || nf_facts_measure(&f, g, e) != NF_EXIT_OK ||
      nf_route_open(&r, g, o->routing, e) != NF_EXIT_OK)
    return e->status;
  f.routing = nf_route_name(r);
  f.vcs = nf_route_vcs(r);
  if (nf_route_check(r, &f.checked, e) == NF_EXIT_OK) {
    nf_facts_print(&f, stdout);
    if (dot)
      nf_facts_dot(g, dot, e);
    if (json && e->status == NF_EXIT_OK)
      nf_report_write(json, nf_facts_json(&f), e);
  }
  nf_route_close(r);
  return e->status;
}

int nf_topology_main(int argc, char **argv) {
  static const struct argp argp = {Table, parse, "SPEC", Doc, NULL, help_filter, NULL};
  topology_options o = {0};
  nf_err e = {0};
  nf_graph g;
  nf_outputs out = {0};
  if (nf_cli_parse(&argp, &o, argc, argv, &e) != NF_EXIT_OK)
    return nf_end(&e);
  if (o.list) {
    nf_kinds_print(stdout);
    return nf_end(&e);
  }
  if (!o.spec) {
    nf_err_set(&e, NF_EXIT_BAD_INPUT,
               "give a topology, as in netfold topology dgx2; --list has all");
    return nf_end(&e);
  }
  nf_outputs_guard(&out);
  if (nf_graph_open(&g, o.spec, &e) == NF_EXIT_OK) {
    describe(&o, &g, &out, &e);
    nf_graph_close(&g);
  }
  if (e.status == NF_EXIT_OK)
    nf_outputs_commit(&out, &e);
  nf_outputs_discard(&out);
  return nf_end(&e);
}
