// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// `netfold topology`: what a network consists of, how far it is across, what it costs, and whether
// its routing can deadlock.
#include "facts.h"
#include "kinds.h"
#include "sim/cli/cli.h"
#include "sim/cli/commands.h"
#include "sim/cli/options.h"
#include "sim/cli/report.h"
#include "sim/common/outputs.h"

#include <cjson/cJSON.h>
#include <string.h>

typedef struct {
  const char *spec, *routing, *json, *dot;
  bool list;
} topology_options;

#define FIELD(field) NF_FIELD(topology_options, field)

// clang-format off
static const nf_option Table[] = {
    {NF_SHARED(LIST), FIELD(list), .note = "all topologies, with parameters, limits, an example each"},
    {NF_SHARED(ROUTING), FIELD(routing), .note = ": valiant of a dragonfly, nodateline of a torus, which can deadlock (default: its own)"},
    {NF_SHARED(JSON), FIELD(json)},
    {.name = "dot", .value = "FILE", .kind = NF_OPTION_TEXT, FIELD(dot),
     .help = "plane 0 as a graph for Graphviz: neato -Tsvg FILE"},
    {0}};
// clang-format on

static const char Doc[] =
    "Describe a network: endpoints, switches, cables, diameter, bisection, cost, virtual channels, "
    "and "
    "whether its channel dependency graph has a cycle.\v"
    "Example:\n"
    "  netfold topology hammingmesh:2x2,16x16,planes=4\n"
    "  netfold topology torus:5x5 --routing nodateline\n"
    "Exit status: 0 done, 2 bad input, or a network that cannot be routed or may deadlock.";

// SPECs from the one list of them stand behind the options.
static void print_specs(FILE *f) {
  fprintf(f, "SPEC is one of\n");
  nf_kinds_forms(f, 2, 78);
  fprintf(f, "and may have options behind it, like ,planes=4: see --list.");
}

static const nf_operand Spec = {"SPEC", offsetof(topology_options, spec), print_specs};

static int describe(const topology_options *o, const nf_graph *g, nf_outputs *out, nf_err *e) {
  nf_facts f;
  nf_route *r = NULL;
  const char *json = nf_outputs_add(out, o->json, e), *dot = nf_outputs_add(out, o->dot, e);
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
  topology_options o = {0};
  nf_err e = {0};
  nf_graph g;
  nf_outputs out = {0};
  if (nf_options_read_operand(Table, &Spec, Doc, &o, argc, argv, &e) != NF_EXIT_OK)
    return nf_end(&e);
  if (o.list) {
    nf_kinds_print(stdout);
    return nf_end(&e);
  }
  if (!o.spec) {
    nf_refuse(&e, "give a topology, as in netfold topology dgx2; --list has all");
    return nf_end(&e);
  }
  nf_outputs_guard(&out);
  if (nf_graph_open(&g, o.spec, &e) == NF_EXIT_OK) {
    describe(&o, &g, &out, &e);
    nf_graph_close(&g);
  }
  nf_outputs_commit(&out, &e);
  nf_outputs_discard(&out);
  return nf_end(&e);
}
