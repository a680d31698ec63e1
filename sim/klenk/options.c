// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/klenk/options.h"

#include "sim/cli/cli.h"
#include "sim/klenk/engine.h"
#include <stdlib.h>
#include <string.h>

enum {
  KEY_TOPOLOGY = 512, // apart from the keys of the command
  KEY_BYTES,
  KEY_WAVE_BYTES,
  KEY_BARRIER,
  KEY_RESULT_ACKS,
  KEY_HOP,
  KEY_BER,
  KEY_LOSE,
  KEY_REPEAT,
  KEY_DEAD,
  KEY_SILENT,
  KEY_STALLS,
  KEY_ABORT
};

static const struct argp_option Table[] = {
    {0, 0, 0, 0, "A whole network, with links and endpoints (docs/network.md):", 5},
    {"topology", KEY_TOPOLOGY, "T", 0,
     "single (16 GPUs, a switch), dgx2 (16 GPUs, 12 switches), fattree128 (128 GPUs, 144 switches) "
     "or a JSON file (default single)",
     5},
    {"bytes", KEY_BYTES, "N", 0, "made-up data of N bytes a rank instead of --input", 5},
    {"wave-bytes", KEY_WAVE_BYTES, "N", 0,
     "bytes of a wave, a multiple of 128 (default of a push: 8192 on six links, as many on each of "
     "fewer)",
     5},
    {"barrier", KEY_BARRIER, "on|off", 0, "a barrier before it begins (default: pull on, push off)",
     5},
    {"result-acks", KEY_RESULT_ACKS, "on|off", 0,
     "push: GPUs acknowledge results to the switches, which only count that (default on, as in "
     "KLENK)",
     5},
    {"hop-cycles", KEY_HOP, "N", 0,
     "cycles of 0.64 ns through a switch and a cable of a built-in topology (default 234: 150 ns)",
     5},
    {"links-ber", KEY_BER, "X", 0, "bit-error rate of all wires, 0..0.01 (default 0)", 5},
    {"links-lose", KEY_LOSE, "X", 0, "share of words that wires lose, 0..0.5 (default 0)", 5},
    {"links-repeat", KEY_REPEAT, "X", 0, "share of words that arrive twice, 0..0.5 (default 0)", 5},
    {"dead-link", KEY_DEAD, "END@CYCLE", 0,
     "the cable at this end (gpu3.0, A0.8) is cut so many cycles after the start", 5},
    {"silent", KEY_SILENT, "RANK", 0, "this rank never sends its data", 5},
    {"rank-stalls", KEY_STALLS, "PERCENT", 0,
     "chance that a rank's memory pauses, for up to 3000 cycles, in each thousand (default 0)", 5},
    {"abort-at", KEY_ABORT, "CYCLE", 0,
     "so many cycles after the start all ranks give up and begin anew with the next epoch, while "
     "packets of the first attempt are still under way",
     5},
    {0}};

const nf_network_options nf_network_options_default = {.topology = "single",
                                                       .result_acks = true,
                                                       .hop_cycles = 234,
                                                       .silent = NF_COLLECTIVE_NEVER,
                                                       .abort_at = NF_COLLECTIVE_NEVER};

static int parse_dead(nf_network_options *o, const char *text, nf_err *e) {
  const char *at = strchr(text, '@');
  const char *rest = at ? nf_cli_time_number(at + 1, NF_CYCLE_PS, &o->dead_from) : NULL;
  if (!rest || *rest || at == text || (size_t)(at - text) >= sizeof o->dead_end)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--dead-link %s: give END@CYCLE, e.g. A0.8@500", text);
  memcpy(o->dead_end, text, (size_t)(at - text));
  o->dead_end[at - text] = 0;
  o->kills = true;
  return NF_EXIT_OK;
}

static error_t parse(int key, char *arg, struct argp_state *state) {
  static const char *const switches[] = {"off", "on"};
  nf_cli *cli = state->input;
  nf_network_options *o = cli->options;
  nf_err *e = cli->err;
  switch (key) {
  case KEY_TOPOLOGY:
    o->topology = arg;
    break;
  case KEY_BYTES:
    o->bytes = nf_cli_size("bytes", arg, 4, 1u << 30, "the bytes of a rank", e);
    break;
  case KEY_WAVE_BYTES:
    o->wave_bytes = (uint32_t)nf_cli_size("wave-bytes", arg, NF_BLOCK_BYTES, 1u << 22,
                                          "the bytes of a wave", e);
    if (e->status == NF_EXIT_OK && o->wave_bytes % NF_BLOCK_BYTES)
      nf_err_set(e, NF_EXIT_BAD_INPUT, "--wave-bytes %s: must be a multiple of 128", arg);
    break;
  case KEY_BARRIER:
    o->barrier = nf_cli_choice("barrier", arg, switches, 2, e) == 1;
    o->barrier_given = true;
    break;
  case KEY_RESULT_ACKS:
    o->result_acks = nf_cli_choice("result-acks", arg, switches, 2, e) == 1;
    break;
  case KEY_HOP:
    o->hop_cycles =
        (unsigned)nf_cli_time("hop-cycles", arg, 19, 250, NF_CYCLE_PS, "the cycles of a hop", e);
    break;
  case KEY_BER:
    o->faults.bit_errors = nf_cli_share("links-ber", arg, 0.01, e);
    break;
  case KEY_LOSE:
    o->faults.drops = nf_cli_share("links-lose", arg, 0.5, e);
    break;
  case KEY_REPEAT:
    o->faults.duplicates = nf_cli_share("links-repeat", arg, 0.5, e);
    break;
  case KEY_DEAD:
    parse_dead(o, arg, e);
    break;
  case KEY_SILENT:
    o->silent =
        (int64_t)nf_cli_range("silent", arg, 0, NF_TOPOLOGY_GPUS - 1, "the rank's number", e);
    break;
  case KEY_STALLS:
    o->stalls = (unsigned)nf_cli_range("rank-stalls", arg, 0, 100, "the chance", e);
    break;
  case KEY_ABORT:
    o->abort_at = (int64_t)nf_cli_range("abort-at", arg, 0, 1u << 30, "the cycle", e);
    break;
  default:
    return ARGP_ERR_UNKNOWN;
  }
  return e->status == NF_EXIT_OK ? 0 : EINVAL;
}

const struct argp nf_network_argp = {.options = Table, .parser = parse};

int nf_network_find_cable(const nf_topology *t, const char *end, int64_t *cable, nf_err *e) {
  for (unsigned c = 0; c < t->cables; c++)
    for (unsigned k = 0; k < 2; k++) {
      char name[NF_PLUG_TEXT];
      nf_topology_plug_name(t, &t->cable[c].end[k], name);
      if (strcmp(name, end) == 0) {
        *cable = c;
        return NF_EXIT_OK;
      }
    }
  return nf_err_set(e, NF_EXIT_BAD_INPUT,
                    "--dead-link %s: no cable ends there; ends are gpu<number>.<link> and "
                    "<switch>.<port>, here e.g. gpu0.0 and %s.0",
                    end, t->sw[0].name);
}
