// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// `netfold endpoint`: one collective as an endpoint has it, of a system of ACE 5, a GPU of KLENK or
// a host of NETREDUCE, and what became of the time.
#include "dma.h"
#include "options.h"
#include "roce.h"
#include "sim/cli/commands.h"
#include "sim/cli/report.h"
#include "sim/common/outputs.h"
#include "system.h"
#include <stdio.h>

// Behind the systems of ACE.
enum { DMA_PUSH = NF_ENDPOINTS, DMA_RING, ROCE, SYSTEMS };
static const char *const Systems[SYSTEMS] = {NF_ENDPOINT_SYSTEM_WORDS, "klenk-push", "klenk-ring",
                                             "netreduce"};

typedef struct {
  uint32_t system;
  uint32_t what, buses;
  uint64_t bytes;
  const char *topology, *csv, *json;
  uint32_t chunk, message, memory, bus, link, package, sram, port, passes; // 0: as ACE has it
  // Of a GPU and of a host; 0, where that is a value NONE: as the papers have it.
  uint32_t ranks, launch, latency, waves, wave, hops, acks, seed;
  uint32_t alpha, round_trip, window, packets;
} nf_endpoint_options;

enum { NONE = 0xffffffff };

enum { BUSES_LOGGP, BUSES_ENGINE };
static const char *const Buses[] = {"loggp", "engine"};

#define FIELD(field) NF_FIELD(nf_endpoint_options, field)
#define RATE(field) FIELD(field), NF_ENDPOINT_GB_RATE(100000)

static const nf_option Table[] = {
    {.name = "system",
     .value = "S",
     .kind = NF_OPTION_CHOICE,
     .words = Systems,
     .high = SYSTEMS,
     FIELD(system),
     .help = "baseline, ace or ideal (ACE 5); klenk-push or klenk-ring, a GPU's DMA engine (KLENK "
             "IV-F, V); netreduce, a host (NETREDUCE 4.2) (default ace)"},
    {NF_SHARED(BYTES), FIELD(bytes), .low = 1, .high = 1ull << 36, .note = "(default 16M)"},
    {.heading = "baseline, ace and ideal:"},
    {NF_SHARED(TOPOLOGY), FIELD(topology), .note = NF_ENDPOINT_TOPOLOGIES},
    {NF_SHARED(COLLECTIVE), .words = nf_endpoint_collective_words, .high = 2, FIELD(what),
     .note = ": allreduce or alltoall (default allreduce)"},
    {NF_SHARED(CHUNK_BYTES), FIELD(chunk), NF_ENDPOINT_SIZE, .note = " (default 64K, ACE Table 4)"},
    {NF_ENDPOINT_MESSAGE_BYTES, FIELD(message)},
    {.name = "memory-rate",
     .value = "R",
     RATE(memory),
     .help = "GB/s of memory that communication has (default 900, ACE Table 7)"},
    {.name = "bus-rate",
     .value = "R",
     RATE(bus),
     .help = "GB/s between processor and NIC (default 500, ACE Table 7)"},
    {.name = "outer-rate",
     .value = "R",
     RATE(link),
     .help = "GB/s of a link between packages (default 25, ACE Table 7)"},
    {.name = "inner-rate",
     .value = "R",
     RATE(package),
     .help = "GB/s of a link inside a package (default 200, ACE Table 7)"},
    {.name = "passes",
     .value = "N",
     .kind = NF_OPTION_NUMBER,
     .low = 1,
     .high = 16,
     .what = "the passes",
     FIELD(passes),
     .help = "baseline: how many times a message's bytes go through memory when it is added "
             "(default 3: two reads, a write)"},
    {.name = "sram-rate",
     .value = "R",
     RATE(sram),
     .help = "GB/s at which the SRAM of an engine is read (default 175: four banks of 64 bytes a "
             "cycle, asked at random)"},
    {.name = "port-rate",
     .value = "R",
     RATE(port),
     .help = "GB/s between an engine and a link (default 64: words of 64 bytes, ACE 6)"},
    {.name = "buses",
     .value = "B",
     .kind = NF_OPTION_CHOICE,
     .words = Buses,
     .high = 2,
     FIELD(buses),
     .help = "loggp: o = g = 20, L = 50 cycles (ACE 5); engine: memory of netfold ace, 64 bytes a "
             "cycle each way after 100 cycles (default loggp)"},
    {.heading = "klenk-push and klenk-ring, a GPU of DGX-2:"},
    {NF_SHARED(RANKS), FIELD(ranks), .low = 2, .high = 1024, .note = "(default 16)"},
    {.name = "launch",
     .value = "T",
     FIELD(launch),
     NF_ENDPOINT_NS,
     .help = "ns of the kernel's launch (default 6us, KLENK VI-E)"},
    {NF_SHARED(MEMORY_LATENCY), FIELD(latency), .high = 100000},
    {.name = "hops",
     .value = "N",
     FIELD(hops),
     .kind = NF_OPTION_NUMBER,
     .low = 1,
     .high = 16,
     .what = "the hops",
     .help = "hops of 150 ns: push, to the farther tables and back, one less to the others "
             "(default 3); "
             "ring, to the next GPU (default 1)"},
    {NF_SHARED(WAVES), FIELD(waves), .high = 64, .note = "; klenk-push; 0: no limit (default 16)"},
    {NF_SHARED(WAVE_BYTES), FIELD(wave), .low = 128, .high = 1u << 20,
     .note = "(default 8192); klenk-push"},
    {NF_SHARED(RESULT_ACKS), FIELD(acks)},
    {NF_SHARED(SEED), FIELD(seed)},
    {.heading = "netreduce, a host:"},
    {.name = "host-time",
     .value = "T",
     FIELD(alpha),
     NF_ENDPOINT_NS,
     .help = "ns that the host takes to prepare a message (default 1us, NETREDUCE 5.4)"},
    {.name = "round-trip",
     .value = "T",
     FIELD(round_trip),
     NF_ENDPOINT_NS,
     .help = "ns from a packet's end at the port to its sum (default 3us, NETREDUCE 5.2)"},
    {.name = "window",
     .value = "W",
     FIELD(window),
     .kind = NF_OPTION_NUMBER,
     .low = 1,
     .high = 1024,
     .what = "the messages",
     .help = "messages that a host has under way",
     .note = "(default: one more than by NETREDUCE Eq. 10)"},
    {.name = "msglen",
     .value = "N",
     FIELD(packets),
     .kind = NF_OPTION_NUMBER,
     .low = 1,
     .high = 4096,
     .what = "the packets",
     .help = "packets of a message",
     .note = ", of 1 kB (default 170, NETREDUCE 5.2)"},
    {.heading = "What is reported:"},
    {NF_SHARED(CSV), FIELD(csv), .note = "; - is standard output"},
    {NF_SHARED(JSON), FIELD(json), .note = "; - is standard output"},
    {0}};

static const char Doc[] =
    "A collective as one endpoint of a symmetric system has it, without data: memory, buses, "
    "engine, links (ACE 5); launch, memory, waves (KLENK); messages and their window (NETREDUCE).\v"
    "Example:\n"
    "  netfold endpoint --system baseline --topology torus:4x4x4 --bytes 16M\n"
    "  netfold endpoint --system klenk-push --ranks 16 --bytes 64K --launch 0ns\n"
    "  netfold endpoint --system netreduce --bytes 100M --window 1\n"
    "Exit status: 0 done, 2 bad input.";

static int configure(nf_endpoint_config *c, const nf_endpoint_options *o, nf_err *e) {
  if (nf_endpoint_topology(c, (nf_system)o->system, o->topology, e) != NF_EXIT_OK)
    return e->status;
  if (o->buses == BUSES_ENGINE) {
    c->split = true;
    c->memory_rate = 64;
    c->bus_rate = 1e9;
    c->o = c->g = 0;
    c->l = 50; // twice: memory and bus
    // Credits of netfold ace: 16 bytes for two packets and 16 for a message.
    c->packet_wire = 280;
  }
  c->chunk = o->chunk ? o->chunk : c->chunk;
  c->message = o->message ? o->message : c->message;
  c->memory_rate = o->memory ? o->memory : c->memory_rate;
  c->bus_rate = o->bus ? o->bus : c->bus_rate;
  c->passes = o->passes ? o->passes : c->passes;
  c->sram_rate = o->sram ? o->sram : c->sram_rate;
  c->port_rate = o->port ? o->port : c->port_rate;
  for (int d = 0; d < NF_ENDPOINT_DIMS; d++) {
    const uint32_t rate = d ? o->link : o->package;
    c->dim[d].rate = rate ? rate : c->dim[d].rate;
  }
  return e->status;
}

static cJSON *report(const nf_endpoint_options *o, const nf_endpoint_config *c,
                     const nf_endpoint_account *a, double cycles) {
  cJSON *j = cJSON_CreateObject();
  cJSON_AddStringToObject(j, "system", Systems[o->system]);
  cJSON_AddStringToObject(j, "topology", o->topology);
  cJSON_AddStringToObject(j, "collective", nf_endpoint_collective_words[o->what]);
  const double messages = a->messages ? (double)a->messages : 1;
  const nf_report_number number[] = {
      {"bytes", (double)o->bytes},
      {"chunk_bytes", c->chunk},
      {"message_bytes", c->message},
      {"memory_GBps", c->memory_rate},
      {"cycles", cycles},
      {"time_us", cycles / 1000},
      {"algbw_GBps", (double)o->bytes / cycles},
      {"messages", (double)a->messages},
      {"chunks", (double)a->chunks},
      {"memory_queue", a->memory_queue / messages},
      {"memory_transfer", a->memory_transfer / messages},
      {"bus_queue", a->bus_queue / messages},
      {"bus_transfer", a->bus_transfer / messages},
      {"network", a->network / messages},
      {"chunk_queue", a->chunks ? a->chunk_queue / (double)a->chunks : 0},
      {"use_of_memory", a->memory_busy / cycles},
      {"use_of_bus", a->bus_busy / cycles},
      {"use_of_L", a->link_busy[0] / cycles},
      {"use_of_V", a->link_busy[1] / cycles},
      {"use_of_H", a->link_busy[2] / cycles}};
  NF_REPORT_ADD(j, number);
  return j;
}

static int run_ace(const nf_endpoint_options *o, cJSON **j, nf_err *e) {
  nf_endpoint_config c;
  nf_endpoint *m = NULL;
  uint32_t number = 0;
  double cycles = 0;
  if (configure(&c, o, e) == NF_EXIT_OK && nf_endpoint_open(&m, &c, e) == NF_EXIT_OK &&
      nf_endpoint_submit(m, 0, o->bytes, (nf_endpoint_collective)o->what, 0, &number, e) ==
          NF_EXIT_OK &&
      nf_endpoint_finish(m, number, &cycles, e) == NF_EXIT_OK)
    *j = report(o, &c, nf_endpoint_account_of(m), cycles);
  nf_endpoint_close(m);
  return e->status;
}

// ------------------------------------------------------------------------------- KLENK
static int run_dma(const nf_endpoint_options *o, cJSON **j, nf_err *e) {
  const bool ring = o->system == DMA_RING;
  nf_dma_config c = nf_dma_dgx2(o->ranks ? o->ranks : 16);
  nf_dma_result r;
  c.hops = o->hops ? o->hops : ring ? 1 : c.hops;
  c.launch = o->launch == NONE ? c.launch : o->launch / NF_DMA_CYCLE_NS;
  c.memory = o->latency == NONE ? c.memory : o->latency;
  c.waves = o->waves == NONE ? c.waves : o->waves;
  c.wave = o->wave ? o->wave / 128 : c.wave;
  c.acks = o->acks == NONE ? c.acks : o->acks;
  c.seed = o->seed ? o->seed : c.seed;
  if ((ring ? nf_dma_ring : nf_dma_push)(&c, o->bytes, &r, e) != NF_EXIT_OK)
    return e->status;
  const double us = r.cycles * NF_DMA_CYCLE_NS / 1000;
  const nf_report_number number[] = {{"bytes", (double)o->bytes},
                                     {"ranks", c.ranks},
                                     {"cycles", r.cycles},
                                     {"time_us", us},
                                     {"algbw_GBps", (double)o->bytes / us / 1000},
                                     {"launch_us", c.launch * NF_DMA_CYCLE_NS / 1000},
                                     {"blocks", (double)r.blocks},
                                     {"memory_cycles", r.memory_mean},
                                     {"stalled_cycles", r.stalled},
                                     {"use_of_link", r.link_busy / r.cycles}};
  *j = cJSON_CreateObject();
  cJSON_AddStringToObject(*j, "system", Systems[o->system]);
  NF_REPORT_ADD(*j, number);
  return e->status;
}

// ------------------------------------------------------------------------------- NETREDUCE
static int run_roce(const nf_endpoint_options *o, cJSON **j, nf_err *e) {
  nf_roce_config c = nf_roce_host();
  nf_roce_result r;
  c.alpha = o->alpha == NONE ? c.alpha : o->alpha;
  c.round_trip = o->round_trip == NONE ? c.round_trip : o->round_trip;
  c.window = o->window;
  c.packets = o->packets ? o->packets : c.packets;
  if (nf_roce_run(&c, o->bytes, &r, e) != NF_EXIT_OK)
    return e->status;
  const nf_report_number number[] = {
      {"bytes", (double)o->bytes},  {"messages", (double)r.messages},
      {"window", r.window},         {"window_by_eq_10", nf_roce_window(&c)},
      {"time_us", r.ns / 1000},     {"algbw_GBps", (double)o->bytes / r.ns},
      {"waits_us", r.waits / 1000}, {"use_of_port", r.busy / r.ns}};
  *j = cJSON_CreateObject();
  cJSON_AddStringToObject(*j, "system", Systems[o->system]);
  NF_REPORT_ADD(*j, number);
  return e->status;
}

// ------------------------------------------------------------------------------- all
// What is given and is not of the system would do nothing.
static int check(const nf_endpoint_options *o, nf_err *e) {
  enum { ACE = 1, DMA = 2, HOST = 4 };
  const unsigned is = o->system == ROCE ? HOST : o->system >= DMA_PUSH ? DMA : ACE;
  const struct {
    const char *name;
    bool given;
    unsigned of;
  } options[] = {{"--topology", o->topology != NULL, ACE},
                 {"--collective", o->what != 0, ACE},
                 {"--buses", o->buses != 0, ACE},
                 {"--chunk-bytes", o->chunk != 0, ACE},
                 {"--message-bytes", o->message != 0, ACE},
                 {"--memory-rate", o->memory != 0, ACE},
                 {"--bus-rate", o->bus != 0, ACE},
                 {"--outer-rate", o->link != 0, ACE},
                 {"--inner-rate", o->package != 0, ACE},
                 {"--sram-rate", o->sram != 0, ACE},
                 {"--port-rate", o->port != 0, ACE},
                 {"--passes", o->passes != 0, ACE},
                 {"--ranks", o->ranks != 0, DMA},
                 {"--launch", o->launch != NONE, DMA},
                 {"--memory-latency", o->latency != NONE, DMA},
                 {"--hops", o->hops != 0, DMA},
                 {"--waves", o->waves != NONE, o->system == DMA_PUSH ? DMA : 0},
                 {"--wave-bytes", o->wave != 0, o->system == DMA_PUSH ? DMA : 0},
                 {"--result-acks", o->acks != NONE, o->system == DMA_PUSH ? DMA : 0},
                 {"--seed", o->seed != 0, DMA},
                 {"--host-time", o->alpha != NONE, HOST},
                 {"--round-trip", o->round_trip != NONE, HOST},
                 {"--window", o->window != 0, HOST},
                 {"--msglen", o->packets != 0, HOST}};
  for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
    if (options[i].given && !(options[i].of & is))
      return nf_refuse(e, "%s is not for --system %s; --help has which options go with it",
                       options[i].name, Systems[o->system]);
  return NF_EXIT_OK;
}

static int run(nf_endpoint_options *o, cJSON **j, nf_err *e) {
  if (check(o, e) != NF_EXIT_OK)
    return e->status;
  if (o->system == ROCE)
    return run_roce(o, j, e);
  if (o->system >= DMA_PUSH)
    return run_dma(o, j, e);
  o->topology = o->topology ? o->topology : "torus:4x4x4";
  return run_ace(o, j, e);
}

int nf_endpoint_main(int argc, char **argv) {
  nf_err e = {0};
  nf_outputs out = {0};
  cJSON *j = NULL;
  nf_endpoint_options o = {.system = NF_ENDPOINT_ACE,
                           .bytes = 16u << 20,
                           .launch = NONE,
                           .latency = NONE,
                           .waves = NONE,
                           .acks = NONE,
                           .alpha = NONE,
                           .round_trip = NONE};
  nf_outputs_guard(&out);
  nf_options_read(Table, Doc, &o, argc, argv, &e);
  const char *csv = nf_outputs_add(&out, o.csv, &e), *json = nf_outputs_add(&out, o.json, &e);
  if (e.status == NF_EXIT_OK && run(&o, &j, &e) == NF_EXIT_OK) {
    nf_report_print(j);
    nf_report_files(csv, json, j, &e);
    nf_outputs_commit(&out, &e);
  }
  nf_outputs_discard(&out);
  return nf_end(&e);
}
