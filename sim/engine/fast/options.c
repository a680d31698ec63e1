// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The options of `netfold simulate`. Each refusal names the option, its range and the remedy.
#include "options.h"

#include "common/nf_defs.h"
#include "sim/cli/cli.h"
#include "sim/cli/options.h"
#include "sim/collective/options.h"
#include "sim/common/nearest.h"
#include "sim/common/types.h"
#include "sim/klenk/engine.h"
#include <string.h>

enum {
  TICKS = NF_CYCLE_PS / NF_FAST_TICK_PS,
  LONGEST = (UINT32_MAX - 4u * NF_FAST_WINDOW) / TICKS, // cycles
  SHIFTS = 64,
  WORD = 4 // bytes
};

const char *const nf_simulate_collectives[NF_DO_KINDS] = {
    "allreduce", "reducescatter", "allgather", "alltoall",   "broadcast",
    "reduce",    "barrier",       "uniform",   "permutation"};

static const char *const Granularities[] = {"packet", "chunk"};
static const char *const Acks[] = {"packet", "message"};
static const char *const Switches[] = {"crossbar", "output-queued"};
static const char *const Engines[] = {"fast", "flow", "cycle"};

static int take_shape(void *options, const char *text, nf_err *e) {
  nf_shape *s = &((nf_simulate_options *)options)->run.shape;
  s->dims = nf_shape_parse("shape", text, s->dim, NF_SHAPE_DIMS, e);
  return e->status;
}

// ------------------------------------------------------------------------------- what it is for
// What a run is: one of the first, and what its collective and algorithm have.
enum {
  PUSH = 1 << 0, // in the network, by the fast engine
  PULL = 1 << 1,
  MESSAGES = 1 << 2, // packet by packet
  CHUNKS = 1 << 3,
  TRAFFIC = 1 << 4,
  CYCLE_PUSH = 1 << 5,
  CYCLE_PULL = 1 << 6,
  FLOW_COLLECTIVE = 1 << 7,
  FLOW_PERMUTATION = 1 << 8,
  BYTES = 1 << 9, // it has a size
  DATA = 1 << 10, // packets can carry data
  SHIFTS_OF = 1 << 11,
  OF_ALGORITHM = 12, // the first bit of what its algorithm uses of a shape
  SHAPE = NF_USES_SHAPE << OF_ALGORITHM,
  MACHINE = NF_USES_MACHINE << OF_ALGORITHM,
  SEGMENTS = NF_USES_SEGMENTS << OF_ALGORITHM,
  ROOT = NF_USES_ROOT << OF_ALGORITHM,

  BY_MESSAGES = MESSAGES | CHUNKS,
  IN_NETWORK = PUSH | PULL | CYCLE_PUSH | CYCLE_PULL,
  BY_PACKETS = PUSH | PULL | MESSAGES | TRAFFIC
};

static unsigned use_of_algorithm(const char *name) {
  const nf_algorithm *a = nf_algorithm_find(name); // none: push or pull
  return a ? a->uses << OF_ALGORITHM : 0;
}

static unsigned use_of(const nf_simulate_options *o) {
  const bool traffic = o->collective >= NF_DO_UNIFORM,
             data = !traffic && o->collective != NF_DO_BARRIER,
             pull = o->run.kind == NF_SIMULATE_NETWORK && strcmp(o->run.algorithm, "pull") == 0;
  if (o->engine == NF_SIMULATE_FLOW)
    return BYTES | (o->collective == NF_DO_PERMUTATION ? FLOW_PERMUTATION : FLOW_COLLECTIVE) |
           (o->collective == NF_DO_ALLTOALL ? SHIFTS_OF : 0);
  if (o->engine == NF_SIMULATE_CYCLE)
    return BYTES | (pull ? CYCLE_PULL : CYCLE_PUSH);
  if (traffic)
    return TRAFFIC;
  const unsigned by = o->run.kind == NF_SIMULATE_NETWORK ? (pull ? PULL : PUSH)
                      : o->by_chunk                      ? CHUNKS
                                                         : MESSAGES;
  return by | (data ? BYTES | DATA : 0) | use_of_algorithm(o->run.algorithm);
}

// ------------------------------------------------------------------------------- the table
#define FIELD(field) NF_FIELD(nf_simulate_options, field)
#define GIVEN(field) NF_GIVEN(nf_simulate_options, field)
#define CYCLES(field) FIELD(field), .kind = NF_OPTION_TIME, .unit = NF_CYCLE_PS
#define ONLY(bits, called) .uses = (bits), .only = (called)
#define RANKS(field, least)                                                                        \
  FIELD(field), .kind = NF_OPTION_NUMBER, .low = (least), .high = NF_SCHEDULE_RANKS

#define OF_COLLECTIVE ONLY(IN_NETWORK | BY_MESSAGES, "a collective by --engine fast or cycle")
#define OF_MESSAGES                                                                                \
  ONLY(BY_MESSAGES, "a collective by messages, by --engine fast, e.g. --algorithm ring")
#define OF_NETWORK ONLY(IN_NETWORK, "--algorithm push and pull")
#define OF_PUSH ONLY(PUSH | CYCLE_PUSH, "--algorithm push")
#define OF_TRAFFIC ONLY(TRAFFIC, "--collective uniform and permutation by --engine fast")
#define OF_FAST ONLY(BY_PACKETS | CHUNKS, "--engine fast")

// clang-format off
static const nf_option Table[] = {
    {NF_SHARED(TOPOLOGY), FIELD(run.topology), .note = ", as fattree128; see netfold topology --list"},
    {NF_SHARED(ROUTING), FIELD(run.routing),
     ONLY(BY_MESSAGES | TRAFFIC | FLOW_COLLECTIVE | FLOW_PERMUTATION, "messages, traffic and --engine flow")},
    {NF_SHARED(ENGINE), .words = Engines, .high = 3, FIELD(engine),
     .note = "; here fast: packets as events (default); flow: rates, as netfold flow; cycle: as netfold "
             "allreduce"},
    {NF_SHARED(COLLECTIVE), .words = nf_simulate_collectives, .high = NF_DO_KINDS, FIELD(collective),
     .note = ": allreduce (default), reducescatter, allgather, alltoall, broadcast, reduce or barrier; or "
             "traffic: uniform or permutation"},
    {NF_SHARED(SEED), FIELD(seed)},
    {NF_SHARED(JSON), FIELD(json), .note = "; - is standard output"},
    {NF_SHARED(TRACE), FIELD(trace), .note = ": FILE.json, packets on all links, entries of tables and waves, for Perfetto, Chrome or "
                                             "make viewer",
     ONLY(BY_PACKETS, "--engine fast, packet by packet; the cycle engine's is that of netfold allreduce")},
    {.name = "trace-from", .value = "CYCLE", CYCLES(trace_from), .high = LONGEST, .scale = TICKS,
     .what = "the first cycle", .help = "its first cycle (default 0)", .with = "trace"},
    {.name = "trace-cycles", .value = "N", CYCLES(trace_ticks), .high = LONGEST, .scale = TICKS,
     .what = "the length in cycles", .help = "its length (default 2000; 0: to the end)", .with = "trace"},
    {.name = "trace-limit", .value = "N", .kind = NF_OPTION_NUMBER, FIELD(trace_limit), .low = 1, .high = UINT32_MAX,
     .what = "the limit", .help = "packets, entries and waves that it may have, else the run is refused (default 200000)",
     .with = "trace"},

    {.heading = "A collective:"},
    {NF_SHARED(ALGORITHM), FIELD(run.algorithm),
     .note = ": of an all-reduce push (default) or pull, in the network; or one of netfold schedule --list, by "
             "messages",
     ONLY(IN_NETWORK | BY_MESSAGES | FLOW_COLLECTIVE, "a collective, not traffic")},
    {NF_SHARED(BYTES), FIELD(run.collective.bytes), GIVEN(bytes_given), .low = 4, .high = 1ull << 32, .note = "(default 1M)",
     ONLY(BYTES, "a collective with data, not traffic or a barrier")},
    {NF_SHARED(RANKS), FIELD(run.collective.ranks), .low = 2, .high = UINT16_MAX,
     .note = ": the first so many endpoints (default: all)",
     OF_COLLECTIVE},
    {NF_SHARED(MEMORY_LATENCY), CYCLES(run.collective.latency), .high = 100000, .what = "the latency in cycles",
     .note = ", and at random up to as much again (default 180)",
     OF_COLLECTIVE},
    {NF_SHARED(SHAPE), .take = take_shape, .uses = SHAPE},
    {NF_SHARED(MACHINE), RANKS(run.shape.machine, 2), .uses = MACHINE},
    {NF_SHARED(SEGMENTS), RANKS(run.shape.segments, 1), .uses = SEGMENTS},
    {NF_SHARED(ROOT), FIELD(run.shape.root), .high = NF_SCHEDULE_RANKS, .uses = ROOT},
    {.name = "granularity", .value = "packet|chunk", .kind = NF_OPTION_CHOICE, .words = Granularities, .high = 2,
     FIELD(by_chunk), .help = "messages go packet by packet (default), or chunk by chunk: faster, for thousands of nodes",
     OF_MESSAGES},
    {NF_SHARED(CHUNK_BYTES), .kind = NF_OPTION_SIZE, FIELD(chunk_bytes), .low = NF_BLOCK_BYTES,
     .high = 1 << 30, .what = "a chunk's size", .note = " (default 64K)",
     ONLY(CHUNKS, "--granularity chunk")},

    {.name = "acks", .value = "packet|message", .kind = NF_OPTION_CHOICE, .words = Acks, .high = 2, FIELD(run.ack_once),
     .help = "of messages each packet is acknowledged (default), or each message, once, when all of it is in memory",
     OF_MESSAGES},

    {.heading = "An all-reduce in the network:"},
    {NF_SHARED(TABLE_BYTES), FIELD(table_bytes), .low = NF_BLOCK_BYTES, .high = NF_MAX_ENTRIES * NF_BLOCK_BYTES,
     .multiple = NF_BLOCK_BYTES, .what = "a table's size", OF_NETWORK},
    {NF_SHARED(WAVES), FIELD(run.collective.waves), .low = 1, .high = NF_FAST_WAVES,
     .note = "(default 16)", OF_NETWORK},
    {NF_SHARED(WAVE_BYTES), FIELD(wave_bytes), .low = NF_BLOCK_BYTES, .high = NF_BLOCK_BYTES << 15,
     .multiple = NF_BLOCK_BYTES, .note = "(default 8192 on six planes, as many on each of fewer)", OF_NETWORK},
    {NF_SHARED(RESULT_ACKS), FIELD(run.collective.result_acks), OF_PUSH},
    {NF_SHARED(BARRIER), FIELD(run.collective.barrier), GIVEN(barrier_given), OF_NETWORK},
    {NF_SHARED(HIERARCHICAL), FIELD(run.collective.hierarchical), OF_PUSH},
    {.name = "switches", .value = "crossbar|output-queued", .kind = NF_OPTION_CHOICE, .words = Switches, .high = 2,
     FIELD(run.collective.queued), .help = "a push's switches: with nf_switch's crossbar (default), or with a queue an output "
                                           "and channel, which takes less time and is a few percent off",
     ONLY(PUSH, "--algorithm push by --engine fast")},
    {NF_SHARED(TIMEOUT), CYCLES(run.collective.timeout), GIVEN(timeout_given), .high = NF_FAST_MOST_TIMEOUT,
     .what = "the timeout", OF_NETWORK},

    {.heading = "Data of a collective, of up to 128 ranks:"},
    {.name = "payload", .kind = NF_OPTION_FLAG, FIELD(payload),
     .help = "packets carry data, which the models' arithmetic reduces; results are checked bit for bit",
     ONLY(DATA, "a collective with data, by --engine fast; for that of the cycle engine use netfold allreduce")},
    {NF_SHARED(INPUT), FIELD(input), .note = " (default: made up, --bytes of them)", .with = "payload"},
    {NF_SHARED(OUTPUT), FIELD(output), .note = ", same names and shape", .with = "payload"},
    {NF_SHARED(OP), FIELD(op), .note = ": " NF_OP_LIST " (default sum)", .with = "payload"},
    {NF_SHARED(DTYPE), FIELD(dtype), .note = ": " NF_DTYPE_LIST " (default f32, or the plain one of the files)",
     .with = "payload"},

    {.heading = "Traffic:"},
    {.name = "load", .value = "X", .kind = NF_OPTION_SHARE, .most = 1, FIELD(run.pattern.load),
     .help = "flits that each endpoint offers a plane, of a link's rate, 0..1 (default 0.5)",
     OF_TRAFFIC},
    {.name = "flits", .value = "N", .kind = NF_OPTION_NUMBER, .low = 1, .high = 64, FIELD(run.pattern.flits),
     .what = "the flits of a packet", .help = "flits of a packet, 1..64 (default 9: 128 B and a header)",
     OF_TRAFFIC},
    {.name = "responses", .value = "PERCENT", .kind = NF_OPTION_NUMBER, .high = 100, FIELD(run.pattern.responses),
     .what = "the share", .help = "share of packets that are responses, on the other virtual channel (default 50)",
     OF_TRAFFIC},
    {.name = "time", .value = "N", CYCLES(ticks), .low = 100, .high = LONGEST, .scale = TICKS,
     .what = "the time", .help = "cycles of 640 ps that are simulated, or a time (default 100000); the first fifth "
                                 "is not counted",
     OF_TRAFFIC},

    {NF_SHARED(LINKS_BER), FIELD(run.bit_errors), .note = " (default 0); links repeat what is damaged",
     ONLY(BY_PACKETS | CYCLE_PUSH | CYCLE_PULL, "--engine fast, packet by packet, and cycle")},

    {.heading = "The engine:"},
    {.name = "header-gap", .value = "N", .kind = NF_OPTION_NUMBER, .low = 1, .high = 2, FIELD(run.gap),
     .what = "the gap", .help = "flit times between two headers of a channel on a link, 1 or 2 (default 2, as the "
                                "switch)",
     ONLY(BY_PACKETS, "--engine fast, packet by packet")},
    {.name = "threads", .value = "N", .kind = NF_OPTION_NUMBER, .low = 1, .high = NF_FAST_WORKERS, FIELD(run.threads),
     .what = "the threads", .help = "threads that share the run; changes no result (default 1). Or mpirun -n N "
                                    "netfold_mpi simulate ...",
     OF_FAST},
    {.name = "look-ahead", .value = "TIME", CYCLES(window), .low = 1, .high = 100000, .scale = TICKS,
     .what = "the look-ahead", .help = "longest look-ahead, cycles or a time; changes no result (default: what the "
                                       "shortest cable allows)",
     OF_FAST},
    {NF_SHARED(SHIFTS), FIELD(shifts), .high = NF_GRAPH_MOST_ENDPOINTS, .note = "(default 64); --engine flow",
     ONLY(SHIFTS_OF, "--engine flow --collective alltoall")},
    {0}};
// clang-format on

static const char Doc[] =
    "Simulates a network packet by packet: traffic, or a collective, in the switches or by "
    "messages.\v"
    "Examples:\n"
    "  netfold simulate --topology fattree128 --table-bytes 256 --waves 64\n"
    "  netfold simulate --topology torus:8x8 --algorithm torus --shape 8x8 --bytes 16M\n"
    "  netfold simulate --topology single:64 --collective uniform --load 0.9 --time 100us\n"
    "  netfold simulate --topology fattree:64,2 --collective uniform --threads 8\n"
    "  netfold simulate --topology fattree:64,2 --algorithm ring --bytes 64M --granularity chunk\n"
    "  netfold simulate --topology dgx2 --payload --dtype bf16x2 --bytes 64K\n"
    "docs/fast.md says what is modelled, docs/fast-agreement.md how near it is to the cycle "
    "engine.\n"
    "Exit status: 0 done, 1 the simulator is wrong, 2 bad input, 3 stalled.";

// ------------------------------------------------------------------------------- all together
typedef struct {
  nf_collective_kind what;
  const char *algorithm; // when none is named
} schedules;

static const schedules Schedules[] = {
    [NF_DO_ALLREDUCE] = {NF_ALL_REDUCE, "push"},
    [NF_DO_REDUCESCATTER] = {NF_REDUCE_SCATTER, "ring-reduce-scatter"},
    [NF_DO_ALLGATHER] = {NF_ALL_GATHER, "ring-all-gather"},
    [NF_DO_ALLTOALL] = {NF_ALL_TO_ALL, "shift"},
    [NF_DO_BROADCAST] = {NF_BROADCAST, "binomial-broadcast"},
    [NF_DO_REDUCE] = {NF_REDUCE, "binomial-reduce"},
    [NF_DO_BARRIER] = {NF_BARRIER, "dissemination"}};

// An algorithm of the collective; another one is refused with the nearest name.
static int find_algorithm(nf_simulate_options *o, nf_err *e) {
  enum { MOST = 64 };
  const char *name[MOST] = {"push", "pull"};
  const schedules *s = &Schedules[o->collective];
  int count = o->collective == NF_DO_ALLREDUCE ? 2 : 0;
  if (!o->run.algorithm)
    o->run.algorithm = s->algorithm;
  for (uint32_t i = 0; i < nf_algorithms_count && count < MOST; i++)
    if (nf_algorithms[i].collective == s->what)
      name[count++] = nf_algorithms[i].name;
  for (int i = 0; i < count; i++)
    if (strcmp(name[i], o->run.algorithm) == 0)
      return NF_EXIT_OK;
  return nf_refuse(e,
                   "--algorithm %s is none of --collective %s; the nearest is %s, see 'netfold "
                   "schedule --list'",
                   o->run.algorithm, nf_simulate_collectives[o->collective],
                   name[nf_nearest(o->run.algorithm, name, count)]);
}

static int check_data(const nf_simulate_options *o, nf_err *e) {
  if (o->input && o->bytes_given)
    return nf_refuse(e, "--input and --bytes: the data is read or made up");
  if (o->payload && !o->input && o->run.collective.bytes % WORD != 0)
    return nf_refuse(e, "--bytes %llu: words of %s have %d bytes; give a multiple",
                     (unsigned long long)o->run.collective.bytes,
                     nf_dtype_name(o->dtype == NF_DTYPE_OF_FILES ? NF_DTYPE_F32 : o->dtype), WORD);
  return NF_EXIT_OK;
}

// What the other engines have of all this.
static int check_engine(const nf_simulate_options *o, nf_err *e) {
  const char *const algorithm = o->run.algorithm;
  if (o->engine == NF_SIMULATE_CYCLE && o->run.kind != NF_SIMULATE_NETWORK)
    return nf_refuse(e, "--engine cycle: has --algorithm push and pull of an all-reduce alone");
  if (o->engine != NF_SIMULATE_FLOW)
    return NF_EXIT_OK;
  if (o->collective != NF_DO_ALLREDUCE && o->collective != NF_DO_ALLTOALL &&
      o->collective != NF_DO_PERMUTATION)
    return nf_refuse(e, "--collective %s: the flow engine has alltoall, permutation and allreduce",
                     nf_simulate_collectives[o->collective]);
  if (algorithm && o->collective != NF_DO_PERMUTATION &&
      strcmp(algorithm, o->collective == NF_DO_ALLREDUCE ? "ring-both" : "shift") != 0)
    return nf_refuse(e,
                     "--algorithm %s: the flow engine has ring-both of an all-reduce and shift of "
                     "an all-to-all",
                     algorithm);
  return NF_EXIT_OK;
}

// Traffic of a pattern, a reduction in the network, or the messages of a schedule.
static int find_kind(nf_simulate_options *o, nf_err *e) {
  if (o->collective >= NF_DO_UNIFORM)
    o->run.kind = o->collective == NF_DO_UNIFORM ? NF_SIMULATE_UNIFORM : NF_SIMULATE_PERMUTATION;
  else if (o->engine != NF_SIMULATE_FLOW && find_algorithm(o, e) != NF_EXIT_OK)
    return e->status;
  else if (o->collective == NF_DO_ALLREDUCE && o->run.algorithm &&
           (strcmp(o->run.algorithm, "push") == 0 || strcmp(o->run.algorithm, "pull") == 0))
    o->run.kind = NF_SIMULATE_NETWORK;
  else
    o->run.kind = NF_SIMULATE_SCHEDULE;
  return NF_EXIT_OK;
}

static int complete(nf_simulate_options *o, const bool *given, nf_err *e) {
  nf_fast_collective_cfg *c = &o->run.collective;
  nf_fast_pattern_cfg *p = &o->run.pattern;
  if (!o->run.topology)
    return nf_refuse(e, "--topology SPEC is missing; see 'netfold simulate --help'");
  if (find_kind(o, e) != NF_EXIT_OK || check_engine(o, e) != NF_EXIT_OK ||
      nf_options_check(Table, given, use_of(o), e) != NF_EXIT_OK || check_data(o, e) != NF_EXIT_OK)
    return e->status;
  if (p->load <= 0)
    return nf_refuse(e, "--load 0: nothing would be sent; give more than 0, up to 1");
  const bool pull = o->run.kind == NF_SIMULATE_NETWORK && strcmp(o->run.algorithm, "pull") == 0;
  c->method = pull ? NF_FAST_PULL : NF_FAST_PUSH;
  c->barrier = o->barrier_given ? c->barrier : pull;
  c->timeout = o->timeout_given ? c->timeout : pull ? 0 : NF_FAST_USUAL_TIMEOUT;
  c->table_entries = o->table_bytes / NF_BLOCK_BYTES;
  c->wave_blocks = o->wave_bytes / NF_BLOCK_BYTES;
  c->seed = p->seed = o->seed;
  p->ticks = (uint32_t)o->ticks;
  p->warm_up = p->ticks / 5;
  c->window = p->window = (uint32_t)o->window;
  o->run.chunk_bytes = o->by_chunk ? o->chunk_bytes : 0;
  return NF_EXIT_OK;
}

int nf_simulate_options_read(nf_simulate_options *o, int argc, char **argv, nf_err *e) {
  *o = (nf_simulate_options){
      .run = {.gap = 2,
              .threads = 1,
              .pattern = {.load = 0.5, .flits = NF_MAX_PACKET_FLITS, .responses = 50},
              .collective = {.bytes = 1 << 20, .waves = 16, .result_acks = true, .latency = 180}},
      .seed = 1,
      .shifts = SHIFTS,
      .chunk_bytes = 64 << 10,
      .dtype = NF_DTYPE_OF_FILES,
      .trace_ticks = 2000 * TICKS,
      .trace_limit = 200000,
      .table_bytes = 1024,
      .ticks = 100000 * TICKS};
  bool given[sizeof Table / sizeof *Table] = {false};
  if (nf_options_read_given(Table, Doc, o, given, argc, argv, e) == NF_EXIT_OK)
    complete(o, given, e);
  return e->status;
}
