// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "options.h"
#include "sim/cli/cli.h"
#include "sim/collective/options.h"

enum {
  KEY_BOARDS = 256,
  KEY_JOBS,
  KEY_FAILED,
  KEY_BROKEN,
  KEY_TRANSPOSE,
  KEY_ASPECT,
  KEY_SORT,
  KEY_LOCALITY,
  KEY_LEAF,
  KEY_MIXES,
  KEY_SIZES,
  KEY_SEED,
  KEY_FIGURE,
  KEY_CYCLES,
  KEY_MAP,
  KEY_CSV,
  KEY_JSON
};

static const struct argp_option Table[] = {
    {"boards", KEY_BOARDS, "XxY", 0, "boards of the mesh (default 16x16)", 0},
    {"jobs", KEY_JOBS, "LIST", 0,
     "jobs in the order of their arrival: UxV boards (U rows, V columns), or a number of boards, "
     "as 3x3,2x4,7",
     0},
    {"failed", KEY_FAILED, "N", 0, "so many random boards are out of order (default 0)", 0},
    {"broken", KEY_BROKEN, "LIST", 0, "these boards are out of order: ROW.COLUMN, as 0.3,2.1", 0},
    {"transpose", KEY_TRANSPOSE, 0, 0, "where UxV does not fit try VxU", 0},
    {"aspect", KEY_ASPECT, "A", 0, "try other shapes, up to this ratio of their sides", 0},
    {"sort", KEY_SORT, 0, 0, "the largest job first", 0},
    {"locality", KEY_LOCALITY, 0, 0,
     "of all shapes that fit take the one with least all-to-all traffic in the upper levels", 0},
    {"leaf", KEY_LEAF, "N", 0,
     "boards of a row or column at one switch of the lowest level (default 16: half of 64 ports, "
     "two a board)",
     0},
    {"mixes", KEY_MIXES, "N", 0, "so many random job mixes instead of --jobs", 0},
    {"sizes", KEY_SIZES, "FILE", 0,
     "sizes of the jobs of a mix: lines 'boards share', the share of the boards in such jobs", 0},
    {"seed", KEY_SEED, "N", 0, "of everything random (default 1)", 0},
    {"figure", KEY_FIGURE, "N", 0,
     "8 or 10: the meshes and rules of that figure of HXMESH, with --mixes (default 1000)", 0},
    {"cycles", KEY_CYCLES, "RxC", 0,
     "two edge-disjoint Hamiltonian cycles on so many rows and columns of accelerators", 0},
    {"map", KEY_MAP, 0, 0, "print which job has which board", 0},
    {"csv", KEY_CSV, "FILE", 0, "the table as CSV; - is standard output", 0},
    {"json", KEY_JSON, "FILE", 0, "the result as JSON; - is standard output", 0},
    {"help", NF_CLI_HELP, 0, 0, "print this list", -1},
    {0}};

static const char Doc[] =
    "Boards of a HammingMesh for jobs (HXMESH IV), and cycles for their rings.\v"
    "Example:\n"
    "  netfold place --boards 4x4 --jobs 3x3,1x1 --broken 0.2,2.1,3.2 --map\n"
    "  netfold place --boards 64x64 --mixes 1000 --transpose --sort\n"
    "  netfold place --figure 8 --csv fig8.csv\n"
    "  netfold place --cycles 8x4 --json -\n"
    "Exit status: 0 done, 1 a job found no place or a placement is wrong, 2 bad input.";

static error_t parse(int key, char *arg, struct argp_state *state) {
  nf_cli *cli = state->input;
  nf_place_options *o = cli->options;
  nf_place_rules *r = &o->sweep.rules;
  nf_err *e = cli->err;
  uint32_t side[2];
  switch (key) {
  case KEY_BOARDS:
    if (nf_shape_parse("boards", arg, side, 2, e) == 2) {
      o->sweep.x = side[0];
      o->sweep.y = side[1];
    } else if (e->status == NF_EXIT_OK) {
      nf_err_set(e, NF_EXIT_BAD_INPUT, "--boards %s: give two numbers, as 16x16", arg);
    }
    break;
  case KEY_JOBS:
    o->jobs = arg;
    break;
  case KEY_FAILED:
    o->sweep.failed = (uint32_t)nf_cli_range("failed", arg, 0, NF_PLACE_SIDE * NF_PLACE_SIDE,
                                             "the number of boards out of order", e);
    break;
  case KEY_BROKEN:
    o->broken = arg;
    break;
  case KEY_TRANSPOSE:
    r->transpose = true;
    break;
  case KEY_ASPECT:
    r->aspect = (uint32_t)nf_cli_range("aspect", arg, 1, NF_PLACE_ASPECT, "the ratio", e);
    break;
  case KEY_SORT:
    r->sort = true;
    break;
  case KEY_LOCALITY:
    r->locality = true;
    break;
  case KEY_LEAF:
    r->leaf = (uint32_t)nf_cli_range("leaf", arg, 1, NF_PLACE_SIDE, "the boards of a leaf", e);
    break;
  case KEY_MIXES:
    o->sweep.mixes = (uint32_t)nf_cli_range("mixes", arg, 1, 1000000, "the number of mixes", e);
    break;
  case KEY_SIZES:
    o->sweep.sizes = arg;
    break;
  case KEY_SEED:
    o->sweep.seed = nf_cli_range("seed", arg, 0, UINT64_MAX, "the seed", e);
    break;
  case KEY_FIGURE:
    o->figure = (int)nf_cli_range("figure", arg, 8, 10, "the figure", e);
    if (o->figure == 9)
      nf_err_set(e, NF_EXIT_BAD_INPUT,
                 "--figure 9: its traffic in the upper levels is a column of --figure 8");
    break;
  case KEY_CYCLES:
    o->cycles = arg;
    break;
  case KEY_MAP:
    o->map = true;
    break;
  case KEY_CSV:
    o->csv = arg;
    break;
  case KEY_JSON:
    o->json = arg;
    break;
  default:
    return nf_cli_other(key, arg, state);
  }
  return e->status == NF_EXIT_OK ? 0 : EINVAL;
}

int nf_place_options_read(nf_place_options *o, int argc, char **argv, nf_err *e) {
  static const struct argp argp = {.options = Table, .parser = parse, .doc = Doc};
  *o = (nf_place_options){
      .sweep = {.mesh = "mesh", .x = 16, .y = 16, .rules = {.leaf = 16}, .seed = 1}};
  if (nf_cli_parse(&argp, o, argc, argv, e) != NF_EXIT_OK)
    return e->status;
  const int modes = (o->jobs != NULL) + (o->figure != 0) + (o->cycles != NULL);
  if (modes > 1 || (o->sweep.mixes && (o->jobs || o->cycles)) || (modes == 0 && !o->sweep.mixes))
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "give one of --jobs, --mixes, --figure and --cycles; see --help");
  if ((o->broken || o->map) && !o->jobs)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--broken and --map are for --jobs");
  if (o->csv && (o->jobs || o->cycles))
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--csv is for --mixes and --figure; take --json");
  if (o->figure && o->sweep.mixes == 0)
    o->sweep.mixes = 1000;
  return NF_EXIT_OK;
}
