// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The options of `netfold allreduce`. Each refusal names the option, its range and the remedy.
#include "sim/klenk/options.h"

#include "sim/cli/cli.h"
#include "sim/cli/options.h"
#include "sim/common/timeout.h"
#include <string.h>

static const char *const Methods[] = {"push", "pull"}, *const Engines[] = {"cycle", "rtl", "fast"};

// ------------------------------------------------------------------------------- single options
static int take_csr_write(void *options, const char *text, nf_err *e) {
  nf_allreduce_options *o = options;
  uint64_t addr, value, cycle;
  if (o->csr_writes == NF_MAX_CSR_WRITES)
    return nf_refuse(e, "--csr-write: more than %d are given", NF_MAX_CSR_WRITES);
  const char *rest = nf_cli_number(text, &addr);
  if (!rest || *rest != '=' || !(rest = nf_cli_number(rest + 1, &value)) || *rest != '@' ||
      !(rest = nf_cli_time_number(rest + 1, NF_CYCLE_PS, &cycle)) || *rest || addr > 0xfffc ||
      addr % 4 != 0 || value > UINT32_MAX)
    return nf_refuse(e,
                     "--csr-write %s: give ADDR=VALUE@CYCLE, ADDR a multiple of 4 below 0x10000, "
                     "VALUE of 32 bits",
                     text);
  if (o->csr_writes && cycle < o->csr_write[o->csr_writes - 1].cycle)
    return nf_refuse(e, "--csr-write %s: give them in the order of their cycles", text);
  o->csr_write[o->csr_writes++] = (nf_collective_write){(uint32_t)addr, (uint32_t)value, cycle};
  return NF_EXIT_OK;
}

static int take_drop(void *options, const char *text, nf_err *e) {
  nf_allreduce_options *o = options;
  uint64_t rank;
  const char *rest = nf_cli_number(text, &rank);
  if (!rest || *rest != ':' || !(rest = nf_cli_number(rest + 1, &o->drop_packet)) || *rest ||
      rank >= NF_TOPOLOGY_GPUS)
    return nf_refuse(e, "--drop %s: give RANK:PACKET, e.g. 3:0", text);
  o->drops = true;
  o->drop_rank = (unsigned)rank;
  return NF_EXIT_OK;
}

static int take_dead_link(void *options, const char *text, nf_err *e) {
  nf_allreduce_options *o = options;
  const char *at = strchr(text, '@');
  const char *rest = at ? nf_cli_time_number(at + 1, NF_CYCLE_PS, &o->dead_from) : NULL;
  if (!rest || *rest || at == text || (size_t)(at - text) >= sizeof o->dead_end)
    return nf_refuse(e, "--dead-link %s: give END@CYCLE, e.g. A0.8@500", text);
  memcpy(o->dead_end, text, (size_t)(at - text));
  o->dead_end[at - text] = 0;
  o->kills = true;
  return NF_EXIT_OK;
}

// A number of cycles is taken as it is; a time goes up to the next tick.
static int take_timeout(void *options, const char *text, nf_err *e) {
  nf_allreduce_options *o = options;
  uint64_t plain,
      v = nf_cli_time("timeout", text, 0, NF_TIMEOUT_MOST, NF_CYCLE_PS, "the timeout in cycles", e);
  const char *rest = nf_cli_number(text, &plain);
  if (rest && *rest)
    v = (v + NF_TICK_CYCLES - 1) / NF_TICK_CYCLES * NF_TICK_CYCLES;
  if (e->status == NF_EXIT_OK && v % NF_TICK_CYCLES != 0)
    nf_refuse(e, "--timeout %s: cycles must be a multiple of %d", text, NF_TICK_CYCLES);
  o->timeout = (int64_t)v;
  return e->status;
}

// ------------------------------------------------------------------------------- the table
#define FIELD(field) NF_FIELD(nf_allreduce_options, field)
#define GIVEN(field) NF_GIVEN(nf_allreduce_options, field)
// What a run is, for options that not every run has.
enum { PUSHES = 1, EXACT = 2 };
// A time in cycles of the switches.
#define CYCLES(field) FIELD(field), .kind = NF_OPTION_TIME, .unit = NF_CYCLE_PS

// clang-format off
static const nf_option Table[] = {
    {.heading = "What is reduced:"},
    {NF_SHARED(INPUT), FIELD(input)},
    {NF_SHARED(OUTPUT), FIELD(output), .note = ", same names and shape"},
    {NF_SHARED(BYTES), FIELD(bytes), .low = 4, .high = 1u << 30, .note = ", made up, instead of --input"},
    {NF_SHARED(RANKS), FIELD(ranks), .low = 2, .high = NF_TOPOLOGY_GPUS,
     .note = ", 2..128 (default: the files in --input, or all GPUs of the network)"},
    {NF_SHARED(OP), FIELD(op), .note = ": " NF_OP_LIST " (default sum)"},
    {NF_SHARED(DTYPE), FIELD(dtype),
     .note = ": " NF_DTYPE_LIST ", one that the files' elements can be (default: the plain one)"},
    {NF_SHARED(MODE), FIELD(mode)},

    {.heading = "How it is reduced:"},
    {NF_SHARED(ENGINE), .words = Engines, .high = 3, FIELD(engine),
     .note = "; fast: packet by packet, with data where --input, --output, --op or --dtype ask for it (default cycle)"},
    {.name = "method", .value = "M", .kind = NF_OPTION_CHOICE, .words = Methods, .high = 2,
     FIELD(pull), .help = "push or pull (default push)"},
    {NF_SHARED(TABLE_BYTES), FIELD(table_bytes),
     .low = NF_BLOCK_BYTES, .high = NF_SIM_ENTRIES * NF_BLOCK_BYTES, .multiple = NF_BLOCK_BYTES,
     .what = "a table holds whole packets of 128 B, 32 of them in this build; its size"},
    {.name = "window-bytes", .value = "B", .kind = NF_OPTION_SIZE, FIELD(window),
     .low = NF_BLOCK_BYTES, .high = 1ull << 32, .multiple = NF_BLOCK_BYTES, .what = "the window",
     .help = "bytes that a rank may have outstanding, instead of --wave-bytes (default of a pull: "
             "twice what the tables of its ports hold)"},
    {.name = "window", .value = "B", .now = "window-bytes"},
    {NF_SHARED(WAVES), FIELD(waves), .high = 64,
     .note = "(default 16, or one a block of a pull's window); 0: no waves, everything at once"},
    {NF_SHARED(WAVE_BYTES), FIELD(wave_bytes),
     .low = NF_BLOCK_BYTES, .high = 1u << 22, .multiple = NF_BLOCK_BYTES,
     .note = "(default of a push: 8192 on six links, as many on each of fewer)"},
    {.name = "eviction", .value = "S", .kind = NF_OPTION_NUMBER, FIELD(eviction), .low = 1,
     .uses = PUSHES, .only = "--method push",
     .high = 2, .what = "the strategy",
     .help = "push: partial sums go 1: to all, 2: to the home GPU (default 2)"},
    {NF_SHARED(TIMEOUT), .kind = NF_OPTION_OTHER, .take = take_timeout,
     .note = "; a multiple of 64, up to 534773760"},
    {NF_SHARED(RESULT_ACKS), FIELD(result_acks)},
    {NF_SHARED(HIERARCHICAL), FIELD(hierarchical)},
    {NF_SHARED(BARRIER), FIELD(barrier), GIVEN(barrier_given)},
    {NF_SHARED(MEMORY_LATENCY), CYCLES(latency), .high = 100000, .what = "the latency in cycles",
     .note = ", and at random up to as much again (default 180)"},
    {.name = "shuffle", .kind = NF_OPTION_FLAG, FIELD(shuffle),
     .help = "memory answers in an order that is random within a whole wave (default: as "
             "--memory-latency has it)"},
    {NF_SHARED(SEED), FIELD(seed), .high = UINT64_MAX / 2},

    {.heading = "Through which network (docs/network.md):"},
    {NF_SHARED(TOPOLOGY), FIELD(topology),
     .note = ": single (16 GPUs, a switch), dgx2 (16 GPUs, 12 switches), fattree128 (128 GPUs, 144 "
             "switches), another of netfold topology --list that has switches of up to 16 ports, or "
             "a JSON file (default single)"},
    {.name = "hop-cycles", .value = "N", CYCLES(hop_cycles), .low = 19, .high = 250,
     .what = "the cycles of a hop",
     .help = "cycles of 0.64 ns through a switch and a cable of a built-in topology (default 234: "
             "150 ns)"},

    {.heading = "What is reported:"},
    {NF_SHARED(JSON), FIELD(json)},
    {NF_SHARED(TRACE), FIELD(trace),
     .note = ": FILE.fst, a waveform of the RTL; FILE.json, packets on all links for Perfetto or Chrome, which "
             "needs no RTL"},
    {.name = "trace-from", .value = "CYCLE", CYCLES(trace_from), .high = UINT64_MAX / 2,
     .what = "the first cycle", .with = "trace", .help = "its first cycle (default 0)"},
    {.name = "trace-cycles", .value = "N", CYCLES(trace_cycles), .high = UINT64_MAX / 2,
     .what = "the length in cycles", .with = "trace",
     .help = "its length (default 2000; 0: to the end)"},

    {.heading = "To see what happens when:"},
    {.name = "backpressure", .value = "PERCENT", .kind = NF_OPTION_NUMBER, FIELD(backpressure),
     .high = 100, .what = "the share",
     .help = "ranks close their port for up to 24 cycles after so many of the packets (default 0)"},
    {.name = "drop", .value = "RANK:PACKET", .kind = NF_OPTION_OTHER, .take = take_drop,
     .help = "this rank never sends its part of this packet"},
    {NF_SHARED(SILENT), FIELD(silent), .high = NF_TOPOLOGY_GPUS - 1},
    {.name = "rank-stalls", .value = "PERCENT", .kind = NF_OPTION_NUMBER, FIELD(stalls),
     .high = 100, .what = "the chance",
     .help = "chance that a rank's memory pauses, for up to 3000 cycles, in each thousand (default "
             "0)"},
    {NF_SHARED(ABORT_AT), FIELD(abort_at), .unit = NF_CYCLE_PS, .high = 1u << 30,
     .note = ", while packets of the first attempt are still under way"},
    {NF_SHARED(LINKS_BER), FIELD(faults.bit_errors), .note = "(default 0)"},
    {.name = "links-lose", .value = "P", .kind = NF_OPTION_SHARE, .most = 0.5, FIELD(faults.drops),
     .help = "share of words that wires lose, 0..0.5 (default 0)"},
    {.name = "links-repeat", .value = "P", .kind = NF_OPTION_SHARE, .most = 0.5,
     FIELD(faults.duplicates), .help = "share of words that arrive twice, 0..0.5 (default 0)"},
    {.name = "dead-link", .value = "END@CYCLE", .kind = NF_OPTION_OTHER, .take = take_dead_link,
     .help = "the cable at this end (gpu3.0, A0.8) is cut so many cycles after the start"},
    {.name = "csr-write", .value = "ADDR=VALUE@CYCLE", .kind = NF_OPTION_OTHER,
     .take = take_csr_write,
     .help = "a register write so many cycles after the traffic began, in the order of the cycles"},
    {.name = "inject-fault", .value = "CYCLE", CYCLES(inject), GIVEN(injects),
     .high = UINT64_MAX / 2, .what = "the cycle",
     .help = "flip one bit of the model's outputs in this cycle, to see the comparison find it"},
    {.name = "switch", .value = "NAME", .kind = NF_OPTION_TEXT, FIELD(watched),
     .help = "whose --trace, --csr-write and --inject-fault these are (default: the first)"},
    {NF_SHARED(STALL), FIELD(stall), .unit = NF_CYCLE_PS, .low = 100, .high = UINT64_MAX / 2,
     .what = "the patience in cycles", .uses = EXACT, .only = "--engine cycle and rtl",
     .note = "(default 20000)"},
    {0}};
// clang-format on

static const char Doc[] =
    "All-reduce of one array per rank through simulated switches: endpoints, links, reduction "
    "tables.\v"
    "Examples:\n"
    "  netfold allreduce --method pull --input DIR --output RESULTS --json report.json\n"
    "  netfold allreduce --topology dgx2 --engine rtl --bytes 8192 --links-ber 1e-6\n"
    "What the wires allow, 25 GB/s a link of a GPU, packets of 128 + 16 B, p ranks:\n"
    "  push  25 * 128 / (144 + 16) = 20 GB/s\n"
    "  pull  25 * 128 / max(160, 144 + 32 (p-1)/p) GB/s\n"
    "algbw = bytes of one rank / time at 1.5625 GHz, busbw = algbw * 2 (p-1)/p.\n"
    "Exit status: 0 done, 1 wrong result or mismatch, 2 bad input, 3 stalled.";

// ------------------------------------------------------------------------------- all together
// What no option can tell alone.
static int check(const nf_allreduce_options *o, nf_err *e) {
  if (!o->input && !o->bytes)
    return nf_refuse(
        e, "--input is missing; give the folder that holds rank00.npy, rank01.npy, ..., or "
           "--bytes for made-up data");
  if (o->input && o->bytes)
    return nf_refuse(e, "--input and --bytes: the data is read or made up");
  if (o->bytes % 4)
    return nf_refuse(e, "--bytes %zu: the switch works on whole words of 4 bytes; give %zu or %zu",
                     (size_t)o->bytes, (size_t)o->bytes / 4 * 4, (size_t)o->bytes / 4 * 4 + 4);
  if (!o->output && o->input)
    return nf_refuse(e, "--output is missing; give a folder for the results");
  uint8_t dtype = o->dtype; // the mode is applied when the files' type is known too
  if (dtype != NF_DTYPE_OF_FILES && (nf_mode_apply(o->mode, &dtype, e) != NF_EXIT_OK ||
                                     nf_check_pair(o->op, dtype, e) != NF_EXIT_OK))
    return e->status;
  if (o->window != NF_UNSET && (o->waves == 0 || o->wave_bytes))
    return nf_refuse(e, "--window-bytes: goes with --waves of 1 or more and without --wave-bytes");
  if (o->waves == 0 && o->wave_bytes)
    return nf_refuse(e, "--wave-bytes: --waves 0 has no waves; leave one of the two out");
  if (o->watched && !o->trace && !o->csr_writes && !o->injects)
    return nf_refuse(e,
                     "--switch: is for --trace, --csr-write and --inject-fault; add one of them, "
                     "or leave it out");
  if (o->hierarchical && o->pull)
    return nf_refuse(e, "--hierarchical on: is for --method push");
  if (o->injects && !o->rtl)
    return nf_refuse(e, "--inject-fault needs the RTL; add --engine rtl");
  if (o->trace && !nf_allreduce_traces_packets(o) && !o->rtl)
    return nf_refuse(e,
                     "--trace %s: a waveform needs the RTL; add --engine rtl, or name a file .json "
                     "for a trace of the packets",
                     o->trace);
  return NF_EXIT_OK;
}

bool nf_allreduce_traces_packets(const nf_allreduce_options *o) {
  const char *dot = o->trace ? strrchr(o->trace, '.') : NULL;
  return dot && strcmp(dot, ".json") == 0;
}

int nf_allreduce_options_read(nf_allreduce_options *o, int argc, char **argv, nf_err *e) {
  *o = (nf_allreduce_options){.dtype = NF_DTYPE_OF_FILES,
                              .topology = "single",
                              .table_bytes = 1024,
                              .window = NF_UNSET,
                              .waves = NF_UNSET,
                              .eviction = 2,
                              .timeout = NF_UNSET,
                              .result_acks = true,
                              .latency = 180,
                              .seed = 1,
                              .trace_cycles = 2000,
                              .stall = 20000,
                              .silent = NF_COLLECTIVE_NEVER,
                              .abort_at = NF_COLLECTIVE_NEVER};
  bool given[sizeof Table / sizeof *Table] = {false};
  if (nf_options_read_given(Table, Doc, o, given, argc, argv, e) != NF_EXIT_OK)
    return e->status;
  o->rtl = o->engine == NF_ALLREDUCE_RTL;
  const unsigned use = (o->pull ? 0u : PUSHES) | (o->engine == NF_ALLREDUCE_FAST ? 0u : EXACT);
  if (nf_options_check(Table, given, use, e) == NF_EXIT_OK)
    check(o, e);
  return e->status;
}

int nf_allreduce_find_cable(const nf_topology *t, const char *end, int64_t *cable, nf_err *e) {
  for (unsigned c = 0; c < t->cables; c++)
    for (unsigned k = 0; k < 2; k++) {
      char name[NF_PLUG_TEXT];
      nf_topology_plug_name(t, &t->cable[c].end[k], name);
      if (strcmp(name, end) == 0) {
        *cable = c;
        return NF_EXIT_OK;
      }
    }
  return nf_refuse(e,
                   "--dead-link %s: no cable ends there; ends are gpu<number>.<link> and "
                   "<switch>.<port>, here e.g. gpu0.0 and %s.0",
                   end, t->sw[0].name);
}
