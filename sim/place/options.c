// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "options.h"
#include "sim/cli/options.h"
#include "sim/collective/options.h"

static int take_boards(void *options, const char *text, nf_err *e) {
  nf_sweep *s = &((nf_place_options *)options)->sweep;
  uint32_t side[2];
  if (nf_shape_parse("boards", text, side, 2, e) == 2) {
    s->x = side[0];
    s->y = side[1];
  } else if (e->status == NF_EXIT_OK) {
    nf_refuse(e, "--boards %s: give two numbers, as 16x16", text);
  }
  return e->status;
}

#define FIELD(field) NF_FIELD(nf_place_options, field)
#define NUMBER(field, least, most)                                                                 \
  FIELD(field), .kind = NF_OPTION_NUMBER, .low = (least), .high = (most)
#define RULE(rule) .kind = NF_OPTION_FLAG, FIELD(sweep.rules.rule), PLACES

// What is done; a list of jobs with random failures has something random.
enum { LIST = 1, MIXES = 2, CYCLES = 4, RANDOM = 8 };
#define PLACES .uses = LIST | MIXES, .only = "--shapes and --mixes"
#define LISTS .uses = LIST, .only = "--shapes"

static const nf_option Table[] = {
    {.name = "boards",
     .value = "XxY",
     .kind = NF_OPTION_OTHER,
     .take = take_boards,
     PLACES,
     .help = "boards of the mesh (default 16x16)"},
    {.name = "shapes",
     .value = "LIST",
     .kind = NF_OPTION_TEXT,
     FIELD(shapes),
     .help = "jobs in the order of their arrival: UxV boards (U rows, V columns), or a number of "
             "boards, as 3x3,2x4,7"},
    {.name = "failed",
     .value = "N",
     NUMBER(sweep.failed, 0, NF_PLACE_SIDE *NF_PLACE_SIDE),
     PLACES,
     .what = "the boards out of order",
     .help = "so many random boards are out of order (default 0)"},
    {.name = "broken",
     .value = "LIST",
     .kind = NF_OPTION_TEXT,
     FIELD(broken),
     LISTS,
     .help = "these boards are out of order: ROW.COLUMN, as 0.3,2.1"},
    {.name = "transpose", RULE(transpose), .help = "where UxV does not fit try VxU"},
    {.name = "aspect",
     .value = "A",
     NUMBER(sweep.rules.aspect, 1, NF_PLACE_ASPECT),
     PLACES,
     .what = "the ratio",
     .help = "try other shapes, up to this ratio of their sides"},
    {.name = "sort", RULE(sort), .help = "the largest job first"},
    {.name = "locality",
     RULE(locality),
     .help =
         "of all shapes that fit take the one with least all-to-all traffic in the upper levels"},
    {.name = "leaf",
     .value = "N",
     NUMBER(sweep.rules.leaf, 1, NF_PLACE_SIDE),
     PLACES,
     .what = "the boards of a leaf",
     .help = "boards of a row or column at one switch of the lowest level (default 16: half of 64 "
             "ports, two a board)"},
    {.name = "mixes",
     .value = "N",
     NUMBER(sweep.mixes, 1, 1000000),
     .what = "the mixes",
     .help = "so many random job mixes instead of --shapes"},
    {.name = "sizes",
     .value = "FILE",
     .kind = NF_OPTION_TEXT,
     FIELD(sweep.sizes),
     .uses = MIXES,
     .only = "--mixes",
     .help = "sizes of the jobs of a mix: lines 'boards share' or 'low-high share', the share of "
             "the boards in such jobs"},
    {NF_SHARED(SEED), FIELD(sweep.seed), .uses = MIXES | RANDOM,
     .only = "--mixes, and for --shapes with --failed"},
    {.name = "cycles",
     .value = "RxC",
     .kind = NF_OPTION_TEXT,
     FIELD(cycles),
     .help = "two edge-disjoint Hamiltonian cycles on so many rows and columns of accelerators"},
    {.name = "map",
     .kind = NF_OPTION_FLAG,
     FIELD(map),
     LISTS,
     .help = "print which job has which board"},
    {NF_SHARED(CSV), .note = ", of --mixes; - is standard output", FIELD(csv), .uses = MIXES,
     .only = "--mixes, the others have --json"},
    {NF_SHARED(JSON), .note = "; - is standard output", FIELD(json)},
    {0}};

static const char Doc[] =
    "Boards of a HammingMesh for jobs (HXMESH IV), and cycles for their rings.\v"
    "Example:\n"
    "  netfold place --boards 4x4 --shapes 3x3,1x1 --broken 0.2,2.1,3.2 --map\n"
    "  netfold place --boards 64x64 --mixes 1000 --transpose --sort\n"
    "  netfold place --cycles 8x4 --json -\n"
    "Exit status: 0 done, 1 a job found no place or a placement is wrong, 2 bad input.";

int nf_place_options_read(nf_place_options *o, int argc, char **argv, nf_err *e) {
  *o = (nf_place_options){.sweep = {.x = 16, .y = 16, .rules = {.leaf = 16}, .seed = 1}};
  bool given[sizeof Table / sizeof *Table] = {false};
  if (nf_options_read_given(Table, Doc, o, given, argc, argv, e) != NF_EXIT_OK)
    return e->status;
  if ((o->shapes != NULL) + (o->sweep.mixes != 0) + (o->cycles != NULL) != 1)
    return nf_refuse(e, "give one of --shapes, --mixes and --cycles; see --help");
  const unsigned use = o->cycles ? CYCLES : o->sweep.mixes ? MIXES : LIST;
  return nf_options_check(Table, given, use | (use == LIST && o->sweep.failed ? RANDOM : 0), e);
}
