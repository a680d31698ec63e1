// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The options of `netfold allreduce`. Each refusal names the option, its range and the remedy.
#include "sim/cli/options.h"

#include "sim/cli/cli.h"
#include "sim/common/timeout.h"
#include "sim/common/types.h"
#include <argp.h>
#include <string.h>

enum {
  KEY_ENGINE = 256,
  KEY_METHOD,
  KEY_RANKS,
  KEY_OP,
  KEY_DTYPE,
  KEY_MODE,
  KEY_INPUT,
  KEY_OUTPUT,
  KEY_JSON,
  KEY_TABLE,
  KEY_WINDOW,
  KEY_WAVES,
  KEY_EVICTION,
  KEY_TIMEOUT,
  KEY_SEED,
  KEY_SHUFFLE,
  KEY_LATENCY,
  KEY_BACKPRESSURE,
  KEY_STALL,
  KEY_CSR_WRITE,
  KEY_SWITCH,
  KEY_DROP,
  KEY_TRACE,
  KEY_TRACE_FROM,
  KEY_TRACE_CYCLES,
  KEY_INJECT
};

static const struct argp_option Table[] = {
    {0, 0, 0, 0, "What is reduced:", 1},
    {"input", KEY_INPUT, "DIR", 0, "folder with rank00.npy, rank01.npy, ...", 1},
    {"output", KEY_OUTPUT, "DIR", 0, "folder for the results, same names and shape", 1},
    {"ranks", KEY_RANKS, "N", 0,
     "ranks, 2..128 (default: the files in --input, or all GPUs of the network)", 1},
    {"op", KEY_OP, "OP", 0, NF_OP_LIST " (default sum)", 1},
    {"dtype", KEY_DTYPE, "TYPE", 0,
     NF_DTYPE_LIST ": one that the files' elements can be (default: the plain one)", 1},
    {"mode", KEY_MODE, "MODE", 0,
     "sums are kept in: plain, the type itself; wide, binary32 (f16x2, bf16x2); exact, all digits, "
     "whatever the order (f32, f16x2, bf16x2); the last two round once (default plain)",
     1},
    {0, 0, 0, 0, "How it is reduced:", 2},
    {"engine", KEY_ENGINE, "E", 0,
     "cycle: the C model; rtl: the Verilated RTL with the C model beside it, all outputs compared "
     "in every cycle (default cycle)",
     2},
    {"method", KEY_METHOD, "M", 0, "push or pull (default push)", 2},
    {"table-bytes", KEY_TABLE, "B", 0,
     "reduction table of a port, a multiple of 128, 128..4096 (default 1024)", 2},
    {"window", KEY_WINDOW, "B", 0,
     "bytes that a rank may have outstanding, instead of --wave-bytes (default of a pull: what the "
     "tables of its ports hold)",
     2},
    {"waves", KEY_WAVES, "K", 0,
     "waves that a rank may have outstanding, up to 64 (default 16, or one a block of a pull's "
     "window); 0: no waves, everything at once",
     2},
    {"eviction", KEY_EVICTION, "S", 0,
     "push: partial sums go 1: to all, 2: to the home GPU (default 2)", 2},
    {"timeout", KEY_TIMEOUT, "CYCLES", 0,
     "entry timeout, a multiple of 64, up to 534773760; 0: never (default: push 1024, pull 0)", 2},
    {"memory-latency", KEY_LATENCY, "CYCLES", 0,
     "a rank's memory answers after this and at random up to as much again (default 180)", 2},
    {"shuffle", KEY_SHUFFLE, 0, 0,
     "memory answers in an order that is random within a whole wave (default: as --memory-latency "
     "has "
     "it)",
     2},
    {"seed", KEY_SEED, "N", 0, "seed of everything random (default 1)", 2},
    {0, 0, 0, 0, "What is reported:", 3},
    {"json", KEY_JSON, "FILE", 0, "the report", 3},
    {"trace", KEY_TRACE, "FILE.fst", 0, "waveform of the RTL", 3},
    {"trace-from", KEY_TRACE_FROM, "CYCLE", 0, "its first cycle (default: the first packet's)", 3},
    {"trace-cycles", KEY_TRACE_CYCLES, "N", 0, "its length (default 2000; 0: to the end)", 3},
    {0, 0, 0, 0, "To see what happens when:", 4},
    {"backpressure", KEY_BACKPRESSURE, "PERCENT", 0,
     "ranks close their port for up to 24 cycles after so many of the packets (default 0)", 4},
    {"drop", KEY_DROP, "RANK:PACKET", 0, "this rank never sends its part of this packet", 4},
    {"csr-write", KEY_CSR_WRITE, "ADDR=VALUE@CYCLE", 0,
     "a register write so many cycles after the traffic began, in the order of the cycles", 4},
    {"switch", KEY_SWITCH, "NAME", 0,
     "whose --trace, --csr-write and --inject-fault these are (default: the first)", 4},
    {"stall", KEY_STALL, "CYCLES", 0,
     "cycles without a flit after which the run is given up (default 20000)", 4},
    {"inject-fault", KEY_INJECT, "CYCLE", 0,
     "turn one bit of the model's outputs in this cycle, to see the comparison find it", 4},
    {"help", NF_CLI_HELP, 0, 0, "print this list", -1},
    {0}};

static const char Doc[] =
    "All-reduce of one array per rank through simulated switches: endpoints, links, reduction "
    "tables.\v"
    "What the wires allow, 25 GB/s a link of a GPU, packets of 128 + 16 B, p ranks:\n"
    "  push  25 * 128 / (144 + 16) = 20 GB/s\n"
    "  pull  25 * 128 / max(160, 144 + 32 (p-1)/p) GB/s\n"
    "algbw = bytes of one rank / time at 1.5625 GHz, busbw = algbw * 2 (p-1)/p.\n"
    "Exit status: 0 done, 1 wrong result or mismatch, 2 bad input, 3 stalled.";

static int parse_csr_write(nf_options *o, const char *text, nf_err *e) {
  uint64_t addr, value, cycle;
  if (o->csr_writes == NF_MAX_CSR_WRITES)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--csr-write: more than %d are given",
                      NF_MAX_CSR_WRITES);
  const char *rest = nf_cli_number(text, &addr);
  if (!rest || *rest != '=' || !(rest = nf_cli_number(rest + 1, &value)) || *rest != '@' ||
      !(rest = nf_cli_time_number(rest + 1, NF_CYCLE_PS, &cycle)) || *rest || addr > 0xfffc ||
      addr % 4 != 0 || value > UINT32_MAX)
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "--csr-write %s: give ADDR=VALUE@CYCLE, ADDR a multiple of 4 below 0x10000, "
                      "VALUE of 32 bits",
                      text);
  if (o->csr_writes && cycle < o->csr_write[o->csr_writes - 1].cycle)
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "--csr-write %s: give them in the order of their cycles", text);
  o->csr_write[o->csr_writes++] = (nf_collective_write){(uint32_t)addr, (uint32_t)value, cycle};
  return NF_EXIT_OK;
}

static int parse_drop(nf_options *o, const char *text, nf_err *e) {
  uint64_t rank;
  const char *rest = nf_cli_number(text, &rank);
  if (!rest || *rest != ':' || !(rest = nf_cli_number(rest + 1, &o->drop_packet)) || *rest ||
      rank >= NF_TOPOLOGY_GPUS)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--drop %s: give RANK:PACKET, e.g. 3:0", text);
  o->drops = true;
  o->drop_rank = (unsigned)rank;
  return NF_EXIT_OK;
}

// Bytes.
static uint64_t parse_multiple(const char *option, const char *text, uint64_t low, uint64_t high,
                               uint64_t unit, const char *what, nf_err *e) {
  uint64_t v = nf_cli_size(option, text, low, high, what, e);
  if (e->status == NF_EXIT_OK && v % unit != 0)
    nf_err_set(e, NF_EXIT_BAD_INPUT, "--%s %s: %s must be a multiple of %llu", option, text, what,
               (unsigned long long)unit);
  return v;
}

// A number of cycles is taken as it is; a time goes up to the next tick.
static long parse_timeout(const char *text, nf_err *e) {
  uint64_t plain,
      v = nf_cli_time("timeout", text, 0, NF_TIMEOUT_MOST, NF_CYCLE_PS, "the timeout in cycles", e);
  const char *rest = nf_cli_number(text, &plain);
  if (rest && *rest)
    v = (v + NF_TICK_CYCLES - 1) / NF_TICK_CYCLES * NF_TICK_CYCLES;
  if (e->status == NF_EXIT_OK && v % NF_TICK_CYCLES != 0)
    nf_err_set(e, NF_EXIT_BAD_INPUT, "--timeout %s: cycles must be a multiple of %d", text,
               NF_TICK_CYCLES);
  return (long)v;
}

static error_t parse(int key, char *arg, struct argp_state *state) {
  static const char *const engines[] = {"cycle", "rtl"}, *const methods[] = {"push", "pull"};
  nf_cli *cli = state->input;
  nf_options *o = cli->options;
  nf_err *e = cli->err;
  const uint64_t any = UINT64_MAX / 2;
  switch (key) {
  case KEY_ENGINE:
    o->rtl = nf_cli_choice("engine", arg, engines, 2, e) == 1;
    break;
  case KEY_METHOD:
    o->pull = nf_cli_choice("method", arg, methods, 2, e) == 1;
    break;
  case KEY_RANKS:
    o->ranks = (unsigned)nf_cli_range("ranks", arg, 2, NF_TOPOLOGY_GPUS, "ranks", e);
    break;
  case KEY_OP:
    nf_op_parse(&o->op, arg, e);
    break;
  case KEY_DTYPE:
    nf_dtype_parse(&o->dtype, arg, e);
    break;
  case KEY_MODE:
    nf_mode_parse(&o->mode, arg, e);
    break;
  case KEY_INPUT:
    o->input = arg;
    break;
  case KEY_OUTPUT:
    o->output = arg;
    break;
  case KEY_JSON:
    o->json = arg;
    break;
  case KEY_TABLE:
    o->table_bytes = (unsigned)parse_multiple(
        "table-bytes", arg, NF_BLOCK_BYTES, NF_SIM_ENTRIES * NF_BLOCK_BYTES, NF_BLOCK_BYTES,
        "a table holds whole packets of 128 B, 32 of them in this build; its size", e);
    break;
  case KEY_WINDOW:
    o->window = (long)parse_multiple("window", arg, NF_BLOCK_BYTES, 1ull << 32, NF_BLOCK_BYTES,
                                     "the window", e);
    break;
  case KEY_WAVES:
    o->waves = (long)nf_cli_range("waves", arg, 0, 64, "the number of waves", e);
    break;
  case KEY_EVICTION:
    o->eviction = (unsigned)nf_cli_range("eviction", arg, 1, 2, "the strategy", e);
    break;
  case KEY_TIMEOUT:
    o->timeout = parse_timeout(arg, e);
    break;
  case KEY_SEED:
    o->seed = nf_cli_range("seed", arg, 0, any, "the seed", e);
    break;
  case KEY_SHUFFLE:
    o->shuffle = true;
    break;
  case KEY_LATENCY:
    o->latency = (unsigned)nf_cli_time("memory-latency", arg, 0, 100000, NF_CYCLE_PS,
                                       "the latency in cycles", e);
    break;
  case KEY_BACKPRESSURE:
    o->backpressure = (unsigned)nf_cli_range("backpressure", arg, 0, 100, "the share", e);
    break;
  case KEY_STALL:
    o->stall = nf_cli_time("stall", arg, 100, any, NF_CYCLE_PS, "the patience in cycles", e);
    break;
  case KEY_CSR_WRITE:
    parse_csr_write(o, arg, e);
    break;
  case KEY_SWITCH:
    o->watched = arg;
    break;
  case KEY_DROP:
    parse_drop(o, arg, e);
    break;
  case KEY_TRACE:
    o->trace = arg;
    break;
  case KEY_TRACE_FROM:
    o->trace_from = nf_cli_time("trace-from", arg, 0, any, NF_CYCLE_PS, "the first cycle", e);
    break;
  case KEY_TRACE_CYCLES:
    o->trace_cycles =
        nf_cli_time("trace-cycles", arg, 0, any, NF_CYCLE_PS, "the length in cycles", e);
    break;
  case KEY_INJECT:
    o->injects = true;
    o->inject = nf_cli_time("inject-fault", arg, 0, any, NF_CYCLE_PS, "the cycle", e);
    break;
  case ARGP_KEY_INIT:
    state->child_inputs[0] = &o->network_cli;
    o->network_cli = (nf_cli){.options = &o->network, .err = e};
    break;
  default:
    return nf_cli_other(key, arg, state);
  }
  return e->status == NF_EXIT_OK ? 0 : EINVAL;
}

// What no option can tell alone.
static int check(nf_options *o, nf_err *e) {
  if (!o->input && !o->network.bytes)
    return nf_err_set(
        e, NF_EXIT_BAD_INPUT,
        "--input is missing; give the folder that holds rank00.npy, rank01.npy, ..., or "
        "--bytes for made-up data");
  if (o->input && o->network.bytes)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--input and --bytes: the data is read or made up");
  if (!o->output && o->input)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--output is missing; give a folder for the results");
  uint8_t dtype = o->dtype; // the mode is applied when the files' type is known too
  if (dtype != NF_DTYPE_OF_FILES && (nf_mode_apply(o->mode, &dtype, e) != NF_EXIT_OK ||
                                     nf_check_pair(o->op, dtype, e) != NF_EXIT_OK))
    return e->status;
  if (o->window != NF_UNSET && (o->waves == 0 || o->network.wave_bytes))
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "--window: goes with --waves of 1 or more and without --wave-bytes");
  if ((o->trace || o->injects) && !o->rtl)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--%s needs the RTL; add --engine rtl",
                      o->trace ? "trace" : "inject-fault");
  return NF_EXIT_OK;
}

int nf_options_parse(nf_options *o, int argc, char **argv, nf_err *e) {
  static const struct argp_child children[] = {{&nf_network_argp, 0, NULL, 0}, {0}};
  static const struct argp argp = {
      .options = Table, .parser = parse, .doc = Doc, .children = children};
  *o = (nf_options){.dtype = NF_DTYPE_OF_FILES,
                    .table_bytes = 1024,
                    .window = NF_UNSET,
                    .waves = NF_UNSET,
                    .eviction = 2,
                    .timeout = NF_UNSET,
                    .seed = 1,
                    .latency = 180,
                    .stall = 20000,
                    .trace_cycles = 2000,
                    .network = nf_network_options_default};
  return nf_cli_parse(&argp, o, argc, argv, e) == NF_EXIT_OK ? check(o, e) : e->status;
}
