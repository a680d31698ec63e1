// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The options of `netfold ace`. Each refusal names the option, its range and the remedy.
#include "sim/ace/options.h"

#include "sim/ace/engine.h"
#include "sim/ace/explain.h"
#include "sim/cli/cli.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A cycle, where a time or a rate is given in units: ACE Table 7's 25 GB/s are 25 bytes of one.
enum { CYCLE_PS = 1000 };
static const uint64_t ByteACycle = 8000000000;

enum {
  KEY_TOPOLOGY = 256,
  KEY_COLLECTIVE,
  KEY_ALGORITHM,
  KEY_RINGS,
  KEY_OP,
  KEY_DTYPE,
  KEY_BYTES,
  KEY_INPUT,
  KEY_OUTPUT,
  KEY_ROOT,
  KEY_REPEAT,
  KEY_ENGINE,
  KEY_SAMPLE,
  KEY_CHUNK,
  KEY_MESSAGE,
  KEY_PARTITIONS,
  KEY_RATE,
  KEY_INTRA_RATE,
  KEY_LATENCY,
  KEY_INTRA_LATENCY,
  KEY_MEMORY_LATENCY,
  KEY_MEMORY_PAUSES,
  KEY_MEMORY_SPREAD,
  KEY_MEMORY_ORDER,
  KEY_SKEW,
  KEY_BACKGROUND,
  KEY_BER,
  KEY_OFFSET,
  KEY_SEED,
  KEY_JSON,
  KEY_CSV,
  KEY_TIMELINE,
  KEY_TIMELINE_NODE,
  KEY_WATCHDOG,
  KEY_STALL,
  KEY_SILENT,
  KEY_ABORT,
  KEY_READ_ERROR,
  KEY_WRITE_ERROR,
  KEY_ERROR_RESPONSE,
  KEY_DMA_WATCHDOG,
  KEY_MEMORY_STILL,
  KEY_PROGRAM,
  KEY_PARAMETER // and those after it: parameters of the engine
};

// Types of the engines' ALUs, which are built without wide sums; the last two with --halves 1.
#define ENGINE_DTYPES "f32, u32, s32, u32sat, s32sat, fix32, f16x2, bf16x2"
// Their operations: all but avg, which divides.
#define ENGINE_OPS "sum, min, max, and, or, xor"

static const struct argp_option Table[] = {
    {0, 0, 0, 0, "What is done:", 1},
    {"topology", KEY_TOPOLOGY, "T", 0,
     "ring:N, torus:AxB, torus:LxVxH, alltoall:LxP or switch:N (default ring:4)", 1},
    {"collective", KEY_COLLECTIVE, "C", 0,
     "allreduce, reducescatter, allgather, alltoall, broadcast or barrier (default allreduce)", 1},
    {"algorithm", KEY_ALGORITHM, "A", 0,
     "over switches: table5, ring, direct, halving-doubling or tree (default table5: direct)", 1},
    {"rings", KEY_RINGS, "N", 0,
     "of a torus: 2 (default): the links of L or of V, if it has one node, make a second ring of "
     "the other (ACE Table 5); 1: they stay idle. ring:N is one ring",
     1},
    {"op", KEY_OP, "OP", 0, ENGINE_OPS " (default sum)", 1},
    {"dtype", KEY_DTYPE, "TYPE", 0, ENGINE_DTYPES " (default: the files', or f32)", 1},
    {"bytes", KEY_BYTES, "N", 0, "made-up data of N bytes a node", 1},
    {"input", KEY_INPUT, "DIR", 0, "or the data: rank00.npy, rank01.npy, ... one for each node", 1},
    {"output", KEY_OUTPUT, "DIR", 0, "folder for the results of the nodes, same names", 1},
    {"root", KEY_ROOT, "NODE", 0, "where a broadcast comes from (default 0)", 1},
    {"repeat", KEY_REPEAT, "N", 0, "the same command N times, up to four queued (default 1)", 1},
    {"program", KEY_PROGRAM, "[PHASE=]FILE.s", 0,
     "this program instead of a phase's own (default of PHASE: 0)", 1},
    {0, 0, 0, 0, "With which engines:", 2},
    {"engine", KEY_ENGINE, "E", 0,
     "cycle: the C model; rtl: the Verilated RTL with the C model beside it, all outputs compared "
     "in every cycle (default cycle)",
     2},
    {"sample", KEY_SAMPLE, "K", 0, "rtl: so many engines of all, the others the model alone", 2},
    {"machines", KEY_PARAMETER, "N", 0, "state machines, 2..16", 2},
    {"ports", KEY_PARAMETER + 1, "N", 0, "links, 6..8", 2},
    {"banks", KEY_PARAMETER + 2, "N", 0, "SRAM banks, 1, 2 or 4", 2},
    {"bank-words", KEY_PARAMETER + 3, "N", 0, "bus words of a bank, a power of two, 64..16384", 2},
    {"alus", KEY_PARAMETER + 4, "N", 0, "lanes that reduce, 1..4", 2},
    {"lanes", KEY_PARAMETER + 5, "N", 0, "all lanes, up to 8", 2},
    {"slots", KEY_PARAMETER + 6, "N", 0,
     "packets that a port's receive buffer holds, a power of two, 16..256", 2},
    {"program-words", KEY_PARAMETER + 7, "N", 0, "instructions of a machine, 16..2048", 2},
    {"queue-depth", KEY_PARAMETER + 8, "N", 0, "chunks queued at a machine, 2..16", 2},
    {"chunks", KEY_PARAMETER + 9, "N", 0, "chunks in flight, 2..32", 2},
    {"bursts", KEY_PARAMETER + 10, "N", 0, "bursts outstanding at memory, each way, 2..64", 2},
    {"halves", KEY_PARAMETER + 11, "N", 0, "1: lanes reduce f16x2 and bf16x2 too; 0: they do not",
     2},
    {"word-bytes", KEY_PARAMETER + 12, "N", 0,
     "of a bus word, at memory, SRAM and links, and a quarter of a full packet: 64, 128 or 256 "
     "(default 64)",
     2},
    {0, 0, 0, 0, "Data granularity (ACE Table 4) and system (ACE Table 7):", 3},
    {"chunk", KEY_CHUNK, "B", 0, "bytes of a chunk (default 65536, less for short payloads)", 3},
    {"message", KEY_MESSAGE, "B", 0, "bytes of a message, whole bus words (default 4096)", 3},
    {"partitions", KEY_PARTITIONS, "A,B,..", 0,
     "slots of the SRAM partitions; 0: as bandwidth has it (ACE 6)", 3},
    {"link-rate", KEY_RATE, "B", 0, "bytes per cycle of a link (default 64; Table 7: 25)", 3},
    {"intra-rate", KEY_INTRA_RATE, "B", 0, "of a link inside a package (default: the same)", 3},
    {"latency", KEY_LATENCY, "N", 0, "cycles of a link (default 200)", 3},
    {"intra-latency", KEY_INTRA_LATENCY, "N", 0, "of a link inside a package (default 90)", 3},
    {"memory-latency", KEY_MEMORY_LATENCY, "N", 0, "cycles of the main memory (default 100)", 3},
    {"memory-spread", KEY_MEMORY_SPREAD, "N", 0,
     "answers of the memory take up to so many cycles more (default 0)", 3},
    {"memory-order", KEY_MEMORY_ORDER, "ORDER", 0,
     "of a write the memory takes first: address (default), data, last (all data), any, or mixed: "
     "another one for each burst",
     3},
    {"memory-pauses", KEY_MEMORY_PAUSES, "PERCENT", 0,
     "chance that a channel of the memory does not move in a cycle, nor a normal packet into the "
     "host "
     "(default 0)",
     3},
    {"skew", KEY_SKEW, "N", 0, "nodes begin up to so many cycles apart (default 0)", 3},
    {"background", KEY_BACKGROUND, "PERCENT", 0,
     "normal packets beside the collective, past the engines (ACE 4.4): from every port that has a "
     "link, so much of the rate of the link, or of its ports if that is less (default 0)",
     3},
    {"links-ber", KEY_BER, "P", 0,
     "links with nf_link at both ends, and bits that are turned on their wires with this chance, "
     "0..0.01 (default: wires without errors, and no link layer)",
     3},
    {"offset", KEY_OFFSET, "S[,D]", 0, "data and results begin so many bytes off a bus word", 3},
    {"seed", KEY_SEED, "N", 0, "seed of everything random (default 1)", 3},
    {0, 0, 0, 0, "What is reported:", 4},
    {"json", KEY_JSON, "FILE", 0, "the report", 4},
    {"csv", KEY_CSV, "FILE", 0, "its numbers as a head and a line", 4},
    {"timeline", KEY_TIMELINE, "FILE", 0, "what an engine does for its first chunk, as CSV", 4},
    {"timeline-node", KEY_TIMELINE_NODE, "NODE", 0, "which engine (default 0)", 4},
    {0, 0, 0, 0, "To see what happens when:", 5},
    {"watchdog", KEY_WATCHDOG, "N", 0,
     "cycles without progress after which a machine stops; 0: never (default 100000)", 5},
    {"dma-watchdog", KEY_DMA_WATCHDOG, "N", 0,
     "cycles for which a memory may stand still before its DMA gives it up; 0: never (default "
     "2^24)",
     5},
    {"stall", KEY_STALL, "N", 0,
     "cycles without any movement after which the run is given up (default 200000)", 5},
    {"silent", KEY_SILENT, "NODE", 0, "this node is never given its command", 5},
    {"abort-at", KEY_ABORT, "CYCLE", 0,
     "in this cycle after the set-up all nodes abort, also the silent one, and begin anew in the "
     "next epoch",
     5},
    {"read-error", KEY_READ_ERROR, "NODE[,FROM[,BYTES]]", 0,
     "this node's memory answers reads of these bytes of its data with an error (default: the "
     "first "
     "one)",
     5},
    {"write-error", KEY_WRITE_ERROR, "NODE[,FROM[,BYTES]]", 0, "or writes of its first result", 5},
    {"error-response", KEY_ERROR_RESPONSE, "R", 0, "slverr or decerr (default slverr)", 5},
    {"memory-still", KEY_MEMORY_STILL, "NODE,CHANNEL[,WORDS]", 0,
     "a channel of this node's memory, ar, r, aw, w or b, stands still for good when so many bus "
     "words have been read and written (default 0)",
     5},
    {"help", NF_CLI_HELP, 0, 0, "print this list", -1},
    {0}};

static const char Doc[] =
    "A collective on a simulated system of collectives engines (ACE, see docs/ace-network.md).\v"
    "Examples:\n"
    "  netfold ace --topology ring:4 --bytes 1048576 --link-rate 25\n"
    "  netfold ace --topology torus:4x2x2 --collective alltoall --bytes 65536 --engine rtl "
    "--sample 2\n"
    "Exit status: 0 done, 1 wrong result or mismatch, 2 bad input, 3 an engine stopped or nothing "
    "moved.";

// ------------------------------------------------------------------------------- single options
static int parse_partitions(nf_ace_options *o, const char *text, nf_err *e) {
  const char *rest = text;
  for (unsigned k = 0; k < NF_ACE_MAX_PARTITIONS && rest; k++) {
    uint64_t slots;
    rest = nf_cli_number(rest, &slots);
    if (!rest || slots > 32)
      break;
    o->plan.slots[k] = (unsigned)slots;
    if (*rest == 0)
      return NF_EXIT_OK;
    rest = *rest == ',' ? rest + 1 : NULL;
  }
  return nf_err_set(e, NF_EXIT_BAD_INPUT,
                    "--partitions %s: give up to %d numbers of slots, 0..32, with commas between",
                    text, NF_ACE_MAX_PARTITIONS);
}

static int parse_offset(nf_ace_options *o, const char *text, nf_err *e) {
  uint64_t src, dst;
  const char *rest = nf_cli_size_number(text, &src);
  dst = src;
  if (rest && *rest == ',')
    rest = nf_cli_size_number(rest + 1, &dst);
  if (!rest || *rest || src > 4095 || dst > 4095)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--offset %s: give S or S,D, each 0..4095", text);
  o->run.src_offset = (unsigned)src;
  o->run.dst_offset = (unsigned)dst;
  return NF_EXIT_OK;
}

int nf_ace_dtype_check(uint8_t dtype, bool halves, nf_err *e) {
  if (nf_op_built(NF_RED_OP_ADD, dtype, halves, false))
    return NF_EXIT_OK;
  if (!halves && nf_op_built(NF_RED_OP_ADD, dtype, true, false))
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "--dtype %s: with --halves 0 the engines have types of 32 bits alone",
                      nf_dtype_name(dtype));
  return nf_err_set(e, NF_EXIT_BAD_INPUT,
                    "--dtype %s: the engines have types whose sums are kept in the type itself; "
                    "use one of " ENGINE_DTYPES ", or `netfold allreduce`, whose switches have %s",
                    nf_dtype_name(dtype), nf_dtype_name(dtype));
}

static int parse_dtype(nf_ace_options *o, const char *text, nf_err *e) {
  nf_err unknown = {0}; // its text lists types of the switches too
  if (nf_dtype_parse(&o->dtype, text, &unknown) != NF_EXIT_OK)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--dtype %s is unknown; give one of " ENGINE_DTYPES,
                      text);
  return nf_ace_dtype_check(o->dtype, true, e);
}

static int parse_op(nf_ace_options *o, const char *text, nf_err *e) {
  nf_err unknown = {0}; // its text lists avg too
  if (nf_op_parse(&o->run.op, text, &unknown) != NF_EXIT_OK)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--op %s is unknown; give one of " ENGINE_OPS, text);
  if (o->run.op == NF_RED_OP_AVG)
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "--op avg: the engines do not divide; use sum, and divide the result");
  return NF_EXIT_OK;
}

static int parse_program(nf_ace_options *o, const char *text, nf_err *e) {
  uint64_t phase = 0;
  const char *rest = nf_cli_number(text, &phase);
  const bool names = rest && *rest == '=';
  if (names && phase >= NF_ACE_MAX_PHASES)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--program %s: phases are 0..%d", text,
                      NF_ACE_MAX_PHASES - 1);
  o->source[names ? phase : 0].file = names ? rest + 1 : text;
  return NF_EXIT_OK;
}

static int parse_memory_error(nf_ace_bad_memory *m, const char *name, const char *text, nf_err *e) {
  uint64_t node;
  *m = (nf_ace_bad_memory){.bytes = 1};
  const char *rest = nf_cli_number(text, &node);
  if (rest && *rest == ',')
    rest = nf_cli_size_number(rest + 1, &m->from);
  if (rest && *rest == ',')
    rest = nf_cli_size_number(rest + 1, &m->bytes);
  if (!rest || *rest || node >= NF_TOPO_NODES || m->bytes == 0 || m->bytes > 1u << 28 ||
      m->from > 1u << 28)
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "--%s %s: give NODE, NODE,FROM or NODE,FROM,BYTES: at least one byte", name,
                      text);
  m->node = (int)node;
  return NF_EXIT_OK;
}

static int parse_memory_still(nf_ace_still_memory *m, const char *text, nf_err *e) {
  uint64_t node;
  unsigned channel = NF_ACE_CHANNELS;
  const char *rest = nf_cli_number(text, &node);
  for (unsigned c = 0; rest && *rest == ',' && c < NF_ACE_CHANNELS; c++) {
    const size_t length = strlen(nf_ace_channel_names[c]);
    const char *const end = rest + 1 + length;
    if (strncmp(rest + 1, nf_ace_channel_names[c], length) == 0 && (*end == ',' || *end == 0))
      channel = c;
  }
  *m = (nf_ace_still_memory){.channel = channel};
  if (channel != NF_ACE_CHANNELS)
    rest += 1 + strlen(nf_ace_channel_names[channel]);
  if (rest && *rest == ',')
    rest = nf_cli_number(rest + 1, &m->after);
  if (!rest || *rest || channel == NF_ACE_CHANNELS || node >= NF_TOPO_NODES)
    return nf_err_set(
        e, NF_EXIT_BAD_INPUT,
        "--memory-still %s: give NODE,CHANNEL or NODE,CHANNEL,WORDS; the channels are "
        "ar, r, aw, w, b",
        text);
  m->node = (int)node;
  return NF_EXIT_OK;
}

static error_t parse_sizes(int key, char *arg, nf_ace_options *o, nf_err *e) {
  static const char *const orders[] = {"address", "data", "last", "any", "mixed"};
  nf_ace_system_cfg *net = &o->run.net;
  switch (key) {
  case KEY_CHUNK:
    o->plan.chunk = (uint32_t)nf_cli_size("chunk", arg, 64, 1u << 20, "the bytes of a chunk", e);
    break;
  case KEY_MESSAGE:
    o->plan.message = (uint32_t)nf_cli_size("message", arg, 64, 4096, "the bytes of a message", e);
    break;
  case KEY_PARTITIONS:
    parse_partitions(o, arg, e);
    break;
  case KEY_RATE:
    net->between =
        (uint32_t)nf_cli_rate("link-rate", arg, 1, 1024, ByteACycle, "bytes per cycle", e);
    break;
  case KEY_INTRA_RATE:
    net->inside =
        (uint32_t)nf_cli_rate("intra-rate", arg, 1, 1024, ByteACycle, "bytes per cycle", e);
    break;
  case KEY_LATENCY:
    net->between_latency =
        (uint32_t)nf_cli_time("latency", arg, 1, 100000, CYCLE_PS, "the cycles", e);
    break;
  case KEY_INTRA_LATENCY:
    net->inside_latency =
        (uint32_t)nf_cli_time("intra-latency", arg, 1, 100000, CYCLE_PS, "the cycles", e);
    break;
  case KEY_MEMORY_LATENCY:
    o->run.memory_latency =
        (uint32_t)nf_cli_time("memory-latency", arg, 1, 100000, CYCLE_PS, "the cycles", e);
    break;
  case KEY_MEMORY_SPREAD:
    o->run.memory_spread =
        (uint32_t)nf_cli_time("memory-spread", arg, 0, 100000, CYCLE_PS, "the cycles", e);
    break;
  case KEY_MEMORY_ORDER:
    o->run.memory_order =
        (nf_ace_mem_order)nf_cli_choice("memory-order", arg, orders, NF_MEM_MIXED + 1, e);
    break;
  case KEY_MEMORY_PAUSES:
    o->run.pauses = (unsigned)nf_cli_range("memory-pauses", arg, 0, 95, "the chance", e);
    break;
  case KEY_SKEW:
    o->run.skew = (uint32_t)nf_cli_time("skew", arg, 0, 1000000, CYCLE_PS, "the cycles", e);
    break;
  case KEY_BACKGROUND:
    o->run.background = (unsigned)nf_cli_range("background", arg, 0, 100, "percent", e);
    break;
  case KEY_BER:
    net->cable.on = true;
    net->cable.faults.bit_errors = nf_cli_share("links-ber", arg, 0.01, e);
    break;
  case KEY_OFFSET:
    parse_offset(o, arg, e);
    break;
  case KEY_SEED:
    o->run.seed = nf_cli_range("seed", arg, 0, UINT64_MAX, "the seed", e);
    break;
  default:
    return ARGP_ERR_UNKNOWN;
  }
  return e->status == NF_EXIT_OK ? 0 : EINVAL;
}

static error_t parse_reports(int key, char *arg, nf_ace_options *o, nf_err *e) {
  static const char *const responses[] = {"slverr", "decerr"};
  switch (key) {
  case KEY_JSON:
    o->json = arg;
    break;
  case KEY_CSV:
    o->csv = arg;
    break;
  case KEY_TIMELINE:
    o->run.timeline = arg;
    break;
  case KEY_TIMELINE_NODE:
    o->run.timeline_node =
        (unsigned)nf_cli_range("timeline-node", arg, 0, NF_TOPO_NODES - 1, "the node", e);
    break;
  case KEY_WATCHDOG:
    o->run.watchdog =
        (uint32_t)nf_cli_time("watchdog", arg, 0, UINT32_MAX, CYCLE_PS, "the cycles", e);
    break;
  case KEY_STALL:
    o->run.stall = nf_cli_time("stall", arg, 1000, UINT32_MAX, CYCLE_PS, "the cycles", e);
    break;
  case KEY_ABORT:
    o->run.abort_at = nf_cli_time("abort-at", arg, 1, UINT32_MAX, CYCLE_PS, "the cycle", e);
    break;
  case KEY_SILENT:
    o->run.silent = (int)nf_cli_range("silent", arg, 0, NF_TOPO_NODES - 1, "the node", e);
    break;
  case KEY_READ_ERROR:
    parse_memory_error(&o->run.read_error, "read-error", arg, e);
    break;
  case KEY_WRITE_ERROR:
    parse_memory_error(&o->run.write_error, "write-error", arg, e);
    break;
  case KEY_DMA_WATCHDOG:
    o->run.dma_watchdog =
        (uint32_t)nf_cli_time("dma-watchdog", arg, 0, UINT32_MAX, CYCLE_PS, "the cycles", e);
    break;
  case KEY_MEMORY_STILL:
    parse_memory_still(&o->run.still, arg, e);
    break;
  case KEY_ERROR_RESPONSE:
    o->run.error_response = (uint8_t)(2 + nf_cli_choice("error-response", arg, responses, 2, e));
    break;
  case KEY_PROGRAM:
    parse_program(o, arg, e);
    break;
  default:
    return ARGP_ERR_UNKNOWN;
  }
  return e->status == NF_EXIT_OK ? 0 : EINVAL;
}

static error_t parse_work(int key, char *arg, nf_ace_options *o, nf_err *e) {
  static const char *const engines[] = {"cycle", "rtl"};
  switch (key) {
  case KEY_TOPOLOGY:
    nf_topo_open(&o->topology, arg, e);
    break;
  case KEY_COLLECTIVE:
    o->plan.collective = (nf_collective_kind)nf_cli_choice("collective", arg, nf_collective_names,
                                                           NF_COLLECTIVES, e);
    break;
  case KEY_ALGORITHM:
    o->plan.algorithm =
        (nf_algorithm)nf_cli_choice("algorithm", arg, nf_algorithm_names, NF_ALGORITHMS, e);
    break;
  case KEY_RINGS:
    o->rings = (unsigned)nf_cli_range("rings", arg, 1, NF_TOPO_RINGS, "the rings", e);
    break;
  case KEY_OP:
    parse_op(o, arg, e);
    break;
  case KEY_DTYPE:
    parse_dtype(o, arg, e);
    break;
  case KEY_BYTES:
    o->bytes = nf_cli_size("bytes", arg, 4, 1u << 28, "the bytes of a node", e);
    break;
  case KEY_INPUT:
    o->input = arg;
    break;
  case KEY_OUTPUT:
    o->output = arg;
    break;
  case KEY_ROOT:
    o->plan.root = (unsigned)nf_cli_range("root", arg, 0, NF_TOPO_NODES - 1, "the node", e);
    break;
  case KEY_REPEAT:
    o->run.commands = (unsigned)nf_cli_range("repeat", arg, 1, 1000, "the commands", e);
    break;
  case KEY_ENGINE:
    o->rtl = nf_cli_choice("engine", arg, engines, 2, e) == 1;
    break;
  case KEY_SAMPLE:
    o->run.net.sample =
        (unsigned)nf_cli_range("sample", arg, 1, NF_TOPO_NODES, "the engines in RTL", e);
    break;
  default:
    return ARGP_ERR_UNKNOWN;
  }
  return e->status == NF_EXIT_OK ? 0 : EINVAL;
}

static error_t parse(int key, char *arg, struct argp_state *state) {
  nf_cli *cli = state->input;
  nf_ace_options *o = cli->options;
  nf_err *e = cli->err;
  if (key >= KEY_PARAMETER && key < KEY_PARAMETER + NF_ACE_PARAMETERS) {
    nf_ace_engine_set(&o->plan.engine, (unsigned)(key - KEY_PARAMETER), arg, e);
    return e->status == NF_EXIT_OK ? 0 : EINVAL;
  }
  error_t status = parse_work(key, arg, o, e);
  if (status == ARGP_ERR_UNKNOWN)
    status = parse_sizes(key, arg, o, e);
  if (status == ARGP_ERR_UNKNOWN)
    status = parse_reports(key, arg, o, e);
  return status == ARGP_ERR_UNKNOWN ? nf_cli_other(key, arg, state) : status;
}

// ------------------------------------------------------------------------------- all together
static void fill(nf_ace_options *o) {
  enum { RATE = 64, LATENCY = 200, INSIDE_LATENCY = 90 }; // latencies: ACE Table 7
  nf_ace_system_cfg *net = &o->run.net;
  if (o->rings == 1)
    nf_topo_single_rings(&o->topology);
  if (!net->inside)
    net->inside = net->between ? net->between : RATE;
  if (!net->between)
    net->between = RATE;
  if (!net->inside_latency)
    net->inside_latency = net->between_latency ? net->between_latency : INSIDE_LATENCY;
  if (!net->between_latency)
    net->between_latency = LATENCY;
  net->cable.seed = o->run.seed;
  o->plan.topology = &o->topology;
  o->plan.inside = net->inside;
  o->plan.between = net->between;
  o->plan.inside_latency = net->inside_latency;
  o->plan.between_latency = net->between_latency;
}

static int check(const nf_ace_options *o, const char *params, nf_err *e) {
  const unsigned nodes = o->topology.nodes;
  const bool data = o->plan.collective != NF_COLL_BARRIER;
  if (data && !o->bytes == !o->input)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "the data is read or made up: give --input or --bytes");
  const uint32_t word = o->plan.engine.WordBytes;
  if (o->plan.message % word)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--message %u: must be a multiple of %u, a bus word",
                      o->plan.message, word);
  if (o->run.net.cable.on && word != NF_ACE_MIN_WORD_BYTES)
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "--links-ber: the links' layer is built for bus words of %d bytes, not %u; "
                      "leave --word-bytes out",
                      NF_ACE_MIN_WORD_BYTES, word);
  if (o->bytes % 4)
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "--bytes %zu: the engines work on whole words of 4 bytes; give %zu or %zu",
                      o->bytes, o->bytes > 4 ? o->bytes / 4 * 4 : 4, o->bytes / 4 * 4 + 4);
  if (!data && (o->bytes || o->input || o->output))
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "a barrier has no data: leave --bytes and --input out");
  if (o->run.silent >= (int)nodes || o->run.timeline_node >= nodes)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--silent, --timeline-node: there are nodes 0..%u",
                      nodes - 1);
  if (o->run.read_error.node >= (int)nodes || o->run.write_error.node >= (int)nodes)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--read-error, --write-error: there are nodes 0..%u",
                      nodes - 1);
  if (o->run.still.node >= (int)nodes)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--memory-still: there are nodes 0..%u", nodes - 1);
  if (o->plan.engine.Ports < NF_TOPO_PORTS)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--ports %u: the systems need %d", o->plan.engine.Ports,
                      NF_TOPO_PORTS);
  if (o->run.background && nodes == 1)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--background: %s has no links", o->topology.name);
  if (o->run.net.sample && !o->rtl)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--sample is about --engine rtl");
  return o->rtl ? nf_ace_engine_check(&o->plan.engine, params, e) : e->status;
}

int nf_ace_options_parse(nf_ace_options *o, const char *params, int argc, char **argv, nf_err *e) {
  static const struct argp argp = {Table, parse, 0, Doc, 0, 0, 0};
  *o = (nf_ace_options){
      .dtype = NF_DTYPE_OF_FILES,
      .run = {
          .commands = 1, .memory_latency = 100, .seed = 1, .watchdog = 100000, .stall = 200000}};
  o->run.silent = o->run.read_error.node = o->run.write_error.node = NF_ACE_NO_NODE;
  o->run.still.node = NF_ACE_NO_NODE;
  o->run.dma_watchdog = NF_ACE_DMA_WATCHDOG_CYCLES;
  o->run.error_response = 2;
  nf_topo_open(&o->topology, "ring:4", e);
  if (nf_ace_engine_read(&o->plan.engine, params, e) != NF_EXIT_OK ||
      nf_cli_parse(&argp, o, argc, argv, e) != NF_EXIT_OK)
    return e->status;
  fill(o);
  return check(o, params, e);
}
