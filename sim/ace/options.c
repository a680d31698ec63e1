// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The options of `netfold ace`. Each refusal names the option, its range and the remedy.
#include "sim/ace/options.h"

#include "sim/ace/engine.h"
#include "sim/ace/explain.h"
#include "sim/cli/cli.h"
#include "sim/cli/options.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A cycle, where a time or a rate is given in units: ACE Table 7's 25 GB/s are 25 bytes of one.
enum { CYCLE_PS = 1000 };
#define BYTE_A_CYCLE 8000000000u // bits a second

// ------------------------------------------------------------------------------- single options
static int take_partitions(void *options, const char *text, nf_err *e) {
  nf_ace_options *o = options;
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
  return nf_refuse(e, "--partitions %s: give up to %d numbers of slots, 0..32, with commas between",
                   text, NF_ACE_MAX_PARTITIONS);
}

static int take_offset(void *options, const char *text, nf_err *e) {
  nf_ace_options *o = options;
  uint64_t src, dst;
  const char *rest = nf_cli_size_number(text, &src);
  dst = src;
  if (rest && *rest == ',')
    rest = nf_cli_size_number(rest + 1, &dst);
  if (!rest || *rest || src > 4095 || dst > 4095)
    return nf_refuse(e, "--offset %s: give S or S,D, each 0..4095", text);
  o->run.src_offset = (unsigned)src;
  o->run.dst_offset = (unsigned)dst;
  return NF_EXIT_OK;
}

int nf_ace_dtype_check(uint8_t dtype, bool halves, nf_err *e) {
  if (nf_op_built(NF_RED_OP_ADD, dtype, halves, false))
    return NF_EXIT_OK;
  if (!halves && nf_op_built(NF_RED_OP_ADD, dtype, true, false))
    return nf_refuse(e, "--dtype %s: with --halves 0 the engines have types of 32 bits alone",
                     nf_dtype_name(dtype));
  return nf_refuse(e,
                   "--dtype %s: the engines have types whose sums are kept in the type itself; "
                   "use one of " NF_LANE_DTYPE_LIST
                   ", or `netfold allreduce`, whose switches have %s",
                   nf_dtype_name(dtype), nf_dtype_name(dtype));
}

static int take_dtype(void *options, const char *text, nf_err *e) {
  nf_ace_options *o = options;
  nf_err unknown = {0}; // its text lists types of the switches too
  if (nf_dtype_parse(&o->dtype, text, &unknown) != NF_EXIT_OK)
    return nf_refuse(e, "--dtype %s is unknown; give one of " NF_LANE_DTYPE_LIST, text);
  return nf_ace_dtype_check(o->dtype, true, e);
}

static int take_op(void *options, const char *text, nf_err *e) {
  nf_ace_options *o = options;
  nf_err unknown = {0}; // its text lists avg too
  if (nf_op_parse(&o->run.op, text, &unknown) != NF_EXIT_OK)
    return nf_refuse(e, "--op %s is unknown; give one of " NF_LANE_OP_LIST, text);
  if (o->run.op == NF_RED_OP_AVG)
    return nf_refuse(e, "--op avg: the engines do not divide; use sum, and divide the result");
  return NF_EXIT_OK;
}

static int take_program(void *options, const char *text, nf_err *e) {
  nf_ace_options *o = options;
  uint64_t phase = 0;
  const char *rest = nf_cli_number(text, &phase);
  const bool names = rest && *rest == '=';
  if (names && phase >= NF_ACE_MAX_PHASES)
    return nf_refuse(e, "--program %s: phases are 0..%d", text, NF_ACE_MAX_PHASES - 1);
  o->source[names ? phase : 0].file = names ? rest + 1 : text;
  return NF_EXIT_OK;
}

static int read_memory_error(nf_ace_bad_memory *m, const char *name, const char *text, nf_err *e) {
  uint64_t node;
  *m = (nf_ace_bad_memory){.bytes = 1};
  const char *rest = nf_cli_number(text, &node);
  if (rest && *rest == ',')
    rest = nf_cli_size_number(rest + 1, &m->from);
  if (rest && *rest == ',')
    rest = nf_cli_size_number(rest + 1, &m->bytes);
  if (!rest || *rest || node >= NF_TOPO_NODES || m->bytes == 0 || m->bytes > 1u << 28 ||
      m->from > 1u << 28)
    return nf_refuse(e, "--%s %s: give NODE, NODE,FROM or NODE,FROM,BYTES: at least one byte", name,
                     text);
  m->node = (int)node;
  return NF_EXIT_OK;
}

static int take_read_error(void *options, const char *text, nf_err *e) {
  return read_memory_error(&((nf_ace_options *)options)->run.read_error, "read-error", text, e);
}

static int take_write_error(void *options, const char *text, nf_err *e) {
  return read_memory_error(&((nf_ace_options *)options)->run.write_error, "write-error", text, e);
}

static int take_response(void *options, const char *text, nf_err *e) {
  static const char *const words[] = {"slverr", "decerr"};
  nf_ace_options *o = options;
  o->run.error_response = (uint8_t)(2 + nf_cli_choice("error-response", text, words, 2, e));
  return e->status;
}

static int take_topology(void *options, const char *text, nf_err *e) {
  nf_topo_open(&((nf_ace_options *)options)->topology, text, e);
  return e->status;
}

static int take_memory_still(void *options, const char *text, nf_err *e) {
  nf_ace_still_memory *m = &((nf_ace_options *)options)->run.still;
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
    return nf_refuse(e,
                     "--memory-still %s: give NODE,CHANNEL or NODE,CHANNEL,WORDS; the channels are "
                     "ar, r, aw, w, b",
                     text);
  m->node = (int)node;
  return NF_EXIT_OK;
}

// ------------------------------------------------------------------------------- the table
#define FIELD(field) NF_FIELD(nf_ace_options, field)
// What a run has, for options that not every run has use for.
enum { A_ROOT = 1, SUMS = 2, ERRORS = 4 };
// A time in cycles of the engines; bytes of one.
#define CYCLES(field) FIELD(field), .kind = NF_OPTION_TIME, .unit = CYCLE_PS, .what = "the cycles"
#define RATE(field)                                                                                \
  FIELD(field), .kind = NF_OPTION_RATE, .unit = BYTE_A_CYCLE, .low = 1, .high = 1024,              \
                .what = "bytes per cycle"
// A parameter of the engines' RTL.
#define PARAMETER(field) FIELD(plan.engine.field), .kind = NF_OPTION_NUMBER, .what = "the number"
#define NODE(field)                                                                                \
  FIELD(field), .kind = NF_OPTION_NUMBER, .high = NF_TOPO_NODES - 1, .what = "the node"

static const char *const Orders[] = {"address", "data", "last", "any", "mixed"};

// clang-format off
static const nf_option Table[] = {
    {.heading = "What is done:"},
    {NF_SHARED(TOPOLOGY), .kind = NF_OPTION_OTHER, .take = take_topology,
     .note = ": ring:N, torus:AxB[xC], alltoall:LxP or switch:N (default ring:4)"},
    {NF_SHARED(COLLECTIVE), FIELD(plan.collective),
     .words = nf_ace_collective_names, .high = NF_ACE_COLLECTIVES,
     .note = ": allreduce, reducescatter, allgather, alltoall, broadcast or barrier (default "
             "allreduce)"},
    {NF_SHARED(ALGORITHM), .kind = NF_OPTION_CHOICE, FIELD(plan.algorithm),
     .words = nf_ace_algorithm_names, .high = NF_ACE_ALGORITHMS,
     .note = "over switches: table5, ring, direct, halving-doubling or tree (default table5: "
             "direct)"},
    {.name = "torus-rings", .value = "N", .kind = NF_OPTION_NUMBER, FIELD(rings), .low = 1,
     .high = NF_TOPO_RINGS, .what = "the rings",
     .help = "of a torus: 2 (default): the links of L or of V, if it has one node, make a second "
             "ring of the other (ACE Table 5); 1: they stay idle. ring:N is one ring"},
    {.name = "rings", .value = "N", .now = "torus-rings"},
    {NF_SHARED(OP), .kind = NF_OPTION_OTHER, .take = take_op, .uses = SUMS,
     .only = "collectives that reduce, allreduce and reducescatter",
     .note = ": " NF_LANE_OP_LIST " (default sum)"},
    {NF_SHARED(DTYPE), .kind = NF_OPTION_OTHER, .take = take_dtype,
     .note = ": " NF_LANE_DTYPE_LIST " (default: the files', or f32)"},
    {NF_SHARED(BYTES), FIELD(bytes), .low = 4, .high = 1u << 28, .note = ", made up, instead of --input"},
    {NF_SHARED(INPUT), FIELD(input)},
    {NF_SHARED(OUTPUT), FIELD(output), .note = ", same names"},
    {NF_SHARED(ROOT), NODE(plan.root), .uses = A_ROOT, .only = "--collective broadcast"},
    {.name = "repeat", .value = "N", .kind = NF_OPTION_NUMBER, FIELD(run.commands), .low = 1,
     .high = 1000, .what = "the commands",
     .help = "the same command N times, up to four queued (default 1)"},
    {.name = "program", .value = "[PHASE=]FILE.s", .kind = NF_OPTION_OTHER, .take = take_program,
     .help = "this program instead of a phase's own (default of PHASE: 0)"},

    {.heading = "With which engines:"},
    {NF_SHARED(ENGINE), FIELD(rtl), .note = "(default cycle)"},
    {.name = "sample", .value = "K", .kind = NF_OPTION_NUMBER, FIELD(run.net.sample), .low = 1,
     .high = NF_TOPO_NODES, .what = "the engines in RTL",
     .help = "rtl: so many engines of all, the others the model alone"},
    {.name = "machines", .value = "N", PARAMETER(Machines), .low = 2, .high = 16,
     .help = "state machines, 2..16"},
    {.name = "ports", .value = "N", PARAMETER(Ports), .low = 2, .high = 8, .help = "links, 6..8"},
    {.name = "banks", .value = "N", PARAMETER(Banks), .low = 1, .high = 4, .power = true,
     .help = "SRAM banks, 1, 2 or 4"},
    {.name = "bank-words", .value = "N", PARAMETER(BankWords), .low = 64, .high = 16384,
     .power = true, .help = "bus words of a bank, a power of two, 64..16384"},
    {.name = "alus", .value = "N", PARAMETER(Alus), .low = 1, .high = 4,
     .help = "lanes that reduce, 1..4"},
    {.name = "lanes", .value = "N", PARAMETER(Lanes), .low = 1, .high = 8,
     .help = "all lanes, up to 8"},
    {.name = "slots", .value = "N", PARAMETER(Slots), .low = 16, .high = 256, .power = true,
     .help = "packets that a port's receive buffer holds, a power of two, 16..256"},
    {.name = "program-words", .value = "N", PARAMETER(ProgramWords), .low = 16, .high = 2048,
     .help = "instructions of a machine, 16..2048"},
    {.name = "queue-depth", .value = "N", PARAMETER(QueueDepth), .low = 2, .high = 16,
     .help = "chunks queued at a machine, 2..16"},
    {.name = "chunks", .value = "N", PARAMETER(Chunks), .low = 2, .high = 32,
     .help = "chunks in flight, 2..32"},
    {.name = "bursts", .value = "N", PARAMETER(Bursts), .low = 2, .high = 64,
     .help = "bursts outstanding at memory, in each direction, 2..64"},
    {.name = "halves", .value = "N", PARAMETER(Halves), .low = 0, .high = 1,
     .help = "1: lanes reduce f16x2 and bf16x2 too; 0: they do not"},
    {.name = "word-bytes", .value = "N", PARAMETER(WordBytes), .low = 32, .high = 256,
     .power = true,
     .help = "of a bus word, at memory, SRAM and links, and a quarter of a full packet: 32, 64, "
             "128 or 256 (default 64)"},

    {.heading = "Data granularity (ACE Table 4) and system (ACE Table 7):"},
    {.name = "chunk", .value = "B", .kind = NF_OPTION_SIZE, FIELD(plan.chunk), .low = 64,
     .high = 1u << 20, .what = "the bytes of a chunk",
     .help = "bytes of a chunk (default 65536, less for short payloads)"},
    {.name = "message", .value = "B", .kind = NF_OPTION_SIZE, FIELD(plan.message), .low = 64,
     .high = 4096, .what = "the bytes of a message",
     .help = "bytes of a message, whole bus words (default 4096; 2048 with bus words of 32)"},
    {.name = "partitions", .value = "A,B,..", .kind = NF_OPTION_OTHER, .take = take_partitions,
     .help = "slots of the SRAM partitions; 0: as bandwidth has it (ACE 6)"},
    {.name = "link-bytes", .value = "B", RATE(run.net.between),
     .help = "bytes per cycle of a link (default 64; Table 7: 25)"},
    {.name = "link-rate", .value = "B", .now = "link-bytes"},
    {.name = "intra-bytes", .value = "B", RATE(run.net.inside),
     .help = "of a link inside a package (default: the same)"},
    {.name = "intra-rate", .value = "B", .now = "intra-bytes"},
    {.name = "latency", .value = "N", CYCLES(run.net.between_latency), .low = 1, .high = 100000,
     .help = "cycles of a link (default 200)"},
    {.name = "intra-latency", .value = "N", CYCLES(run.net.inside_latency), .low = 1,
     .high = 100000, .help = "of a link inside a package (default 90)"},
    {NF_SHARED(MEMORY_LATENCY), CYCLES(run.memory_latency), .low = 1, .high = 100000,
     .note = "(default 100)"},
    {.name = "memory-spread", .value = "N", CYCLES(run.memory_spread), .high = 100000,
     .help = "answers of the memory take up to so many cycles more (default 0)"},
    {.name = "memory-order", .value = "ORDER", .kind = NF_OPTION_CHOICE, FIELD(run.memory_order),
     .words = Orders, .high = NF_MEM_MIXED + 1,
     .help = "of a write the memory takes first: address (default), data, last (all data), any, or "
             "mixed: another one for each burst"},
    {.name = "memory-pauses", .value = "PERCENT", .kind = NF_OPTION_NUMBER, FIELD(run.pauses),
     .high = 95, .what = "the chance",
     .help = "chance that a channel of the memory does not move in a cycle, nor a normal packet "
             "into the host (default 0)"},
    {.name = "skew", .value = "N", CYCLES(run.skew), .high = 1000000,
     .help = "nodes begin up to so many cycles apart (default 0)"},
    {.name = "background", .value = "PERCENT", .kind = NF_OPTION_NUMBER, FIELD(run.background),
     .high = 100, .what = "percent",
     .help = "normal packets beside the collective, past the engines (ACE 4.4): from every port "
             "that has a link, so much of the rate of the link, or of its ports if that is less "
             "(default 0)"},
    {NF_SHARED(LINKS_BER), FIELD(run.net.cable.faults.bit_errors),
     NF_GIVEN(nf_ace_options, run.net.cable.on),
     .note = "; gives links an nf_link at both ends (default: links without errors, and no link "
             "layer)"},
    {.name = "offset", .value = "S[,D]", .kind = NF_OPTION_OTHER, .take = take_offset,
     .help = "data and results begin so many bytes off a bus word"},
    {NF_SHARED(SEED), FIELD(run.seed)},

    {.heading = "What is reported:"},
    {NF_SHARED(JSON), FIELD(json)},
    {NF_SHARED(CSV), FIELD(csv), .note = ": a head and a line"},
    {.name = "timeline", .value = "FILE", .kind = NF_OPTION_TEXT, FIELD(run.timeline),
     .help = "what an engine does for its first chunk, as CSV"},
    {.name = "timeline-node", .value = "NODE", NODE(run.timeline_node), .with = "timeline",
     .help = "which engine (default 0)"},

    {.heading = "To see what happens when:"},
    {.name = "watchdog", .value = "N", CYCLES(run.watchdog), .high = UINT32_MAX,
     .help = "cycles without progress after which a machine stops; 0: never (default 100000)"},
    {.name = "dma-watchdog", .value = "N", CYCLES(run.dma_watchdog), .high = UINT32_MAX,
     .help = "cycles for which a memory may stand still before its DMA gives it up; 0: never "
             "(default 2^24)"},
    {NF_SHARED(STALL), FIELD(run.stall), .unit = CYCLE_PS, .low = 1000, .high = UINT32_MAX,
     .note = "(default 200000)"},
    {NF_SHARED(SILENT), FIELD(run.silent), .high = NF_TOPO_NODES - 1},
    {NF_SHARED(ABORT_AT), FIELD(run.abort_at), .unit = CYCLE_PS, .low = 1, .high = UINT32_MAX,
     .note = ", the silent one too"},
    {.name = "read-error", .value = "NODE[,FROM[,BYTES]]", .kind = NF_OPTION_OTHER,
     .take = take_read_error,
     .help = "this node's memory answers reads of these bytes of its data with an error (default: "
             "the first one)"},
    {.name = "write-error", .value = "NODE[,FROM[,BYTES]]", .kind = NF_OPTION_OTHER,
     .take = take_write_error, .help = "or writes of its first result"},
    {.name = "error-response", .value = "R", .kind = NF_OPTION_OTHER, .take = take_response,
     .uses = ERRORS, .only = "--read-error and --write-error",
     .help = "slverr or decerr (default slverr)"},
    {.name = "memory-still", .value = "NODE,CHANNEL[,WORDS]", .kind = NF_OPTION_OTHER,
     .take = take_memory_still,
     .help = "a channel of this node's memory, ar, r, aw, w or b, stands still for good when so "
             "many bus words have been read and written (default 0)"},
    {0}};
// clang-format on

static const char Doc[] =
    "A collective on a simulated system of collectives engines (ACE, see docs/ace-network.md).\v"
    "Examples:\n"
    "  netfold ace --topology ring:4 --bytes 1048576 --link-bytes 25\n"
    "  netfold ace --topology torus:4x2x2 --collective alltoall --bytes 65536 --engine rtl "
    "--sample 2\n"
    "Exit status: 0 done, 1 wrong result or mismatch, 2 bad input, 3 an engine stopped or nothing "
    "moved.";

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

// The data, and the words that it goes in.
static int check_data(const nf_ace_options *o, nf_err *e) {
  const bool data = o->plan.collective != NF_COLL_BARRIER;
  if (data && !o->bytes == !o->input)
    return nf_refuse(e, "the data is read or made up: give --input or --bytes");
  const uint32_t word = o->plan.engine.WordBytes;
  if (o->plan.message % word)
    return nf_refuse(e, "--message %u: must be a multiple of %u, a bus word", o->plan.message,
                     word);
  if (o->plan.message > nf_ace_longest_message(word))
    return nf_refuse(e, "--message %u: with bus words of %u bytes a message has %u at most",
                     o->plan.message, word, nf_ace_longest_message(word));
  if (o->run.net.cable.on && word != NF_ACE_WORD_BYTES)
    return nf_refuse(e,
                     "--links-ber: the links' layer is built for bus words of %d bytes, not %u; "
                     "leave --word-bytes out",
                     NF_ACE_WORD_BYTES, word);
  if (o->bytes % 4)
    return nf_refuse(e, "--bytes %zu: the engines work on whole words of 4 bytes; give %zu or %zu",
                     o->bytes, o->bytes > 4 ? o->bytes / 4 * 4 : 4, o->bytes / 4 * 4 + 4);
  if (!data && (o->bytes || o->input || o->output))
    return nf_refuse(e, "a barrier has no data: leave --bytes and --input out");
  return e->status;
}

// Options that name a node.
static int check_nodes(const nf_ace_options *o, nf_err *e) {
  const unsigned nodes = o->topology.nodes;
  if (o->run.silent >= (int)nodes || o->run.timeline_node >= nodes)
    return nf_refuse(e, "--silent, --timeline-node: there are nodes 0..%u", nodes - 1);
  if (o->run.read_error.node >= (int)nodes || o->run.write_error.node >= (int)nodes)
    return nf_refuse(e, "--read-error, --write-error: there are nodes 0..%u", nodes - 1);
  if (o->run.still.node >= (int)nodes)
    return nf_refuse(e, "--memory-still: there are nodes 0..%u", nodes - 1);
  return e->status;
}

static int check(const nf_ace_options *o, const char *params, nf_err *e) {
  if (check_data(o, e) != NF_EXIT_OK || check_nodes(o, e) != NF_EXIT_OK)
    return e->status;
  if (o->plan.engine.Ports < NF_TOPO_PORTS)
    return nf_refuse(e, "--ports %u: the systems need %d", o->plan.engine.Ports, NF_TOPO_PORTS);
  if (o->run.background && o->topology.nodes == 1)
    return nf_refuse(e, "--background: %s has no links", o->topology.name);
  if (o->run.net.sample && !o->rtl)
    return nf_refuse(e, "--sample is about --engine rtl");
  return o->rtl ? nf_ace_engine_check(&o->plan.engine, params, e) : e->status;
}

static unsigned use_of(const nf_ace_options *o) {
  const nf_ace_collective c = o->plan.collective;
  const bool sums = c == NF_COLL_ALL_REDUCE || c == NF_COLL_REDUCE_SCATTER,
             errors = o->run.read_error.node != NF_ACE_NO_NODE ||
                      o->run.write_error.node != NF_ACE_NO_NODE;
  return (c == NF_COLL_BROADCAST ? A_ROOT : 0u) | (sums ? SUMS : 0u) | (errors ? ERRORS : 0u);
}

int nf_ace_options_read(nf_ace_options *o, const char *params, int argc, char **argv, nf_err *e) {
  *o = (nf_ace_options){
      .dtype = NF_DTYPE_OF_FILES,
      .run = {
          .commands = 1, .memory_latency = 100, .seed = 1, .watchdog = 100000, .stall = 200000}};
  o->run.silent = o->run.read_error.node = o->run.write_error.node = NF_ACE_NO_NODE;
  o->run.still.node = NF_ACE_NO_NODE;
  o->run.dma_watchdog = NF_ACE_DMA_WATCHDOG_CYCLES;
  o->run.error_response = 2;
  nf_topo_open(&o->topology, "ring:4", e);
  bool given[sizeof Table / sizeof *Table] = {false};
  if (nf_ace_engine_read(&o->plan.engine, params, e) != NF_EXIT_OK ||
      nf_options_read_given(Table, Doc, o, given, argc, argv, e) != NF_EXIT_OK ||
      nf_options_check(Table, given, use_of(o), e) != NF_EXIT_OK)
    return e->status;
  fill(o);
  return check(o, params, e);
}
