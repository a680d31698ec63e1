// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// `netfold endpoint`: one collective of a system of ACE 5, and what became of the time.
#include "sim/cli/commands.h"
#include "sim/cli/options.h"
#include "sim/cli/report.h"
#include "sim/common/outputs.h"
#include "system.h"
#include <stdio.h>

typedef struct {
  nf_system system;
  uint32_t what, buses;
  uint64_t bytes;
  const char *topology, *csv, *json;
  uint32_t chunk, message, memory, bus, link, package, sram, port, passes; // 0: as ACE has it
} nf_endpoint_options;

enum { BUSES_LOGGP, BUSES_ENGINE };
static const char *const Buses[] = {"loggp", "engine"};

#define FIELD(field) NF_FIELD(nf_endpoint_options, field)
#define RATE(field)                                                                                \
  FIELD(field), .kind = NF_OPTION_RATE, .unit = 8000000000, .low = 1, .high = 100000
#define BYTES(field) FIELD(field), .kind = NF_OPTION_SIZE, .low = 64, .high = 1u << 30

static const nf_option Table[] = {
    {.name = "system",
     .value = "S",
     .kind = NF_OPTION_CHOICE,
     .words = nf_system_words,
     .high = NF_ENDPOINTS,
     FIELD(system),
     .help = "baseline, ace or ideal (ACE 5; default ace)"},
    {NF_SHARED(TOPOLOGY), FIELD(topology),
     .note = ": torus:LxVxH, torus:LxV, ring:N or alltoall:LxP (default torus:4x4x4)"},
    {NF_SHARED(COLLECTIVE), .words = nf_endpoint_collective_words, .high = 2, FIELD(what),
     .note = ": allreduce or alltoall (default allreduce)"},
    {NF_SHARED(BYTES), FIELD(bytes), .low = 1, .high = 1ull << 36, .note = "(default 16M)"},
    {.name = "chunk-bytes",
     .value = "N",
     BYTES(chunk),
     .what = "the bytes",
     .help = "bytes of a chunk (default 64K, ACE Table 4)"},
    {.name = "message-bytes",
     .value = "N",
     BYTES(message),
     .what = "the bytes",
     .help = "bytes of a message (default 4K, ACE Table 4)"},
    {.name = "memory-rate",
     .value = "R",
     RATE(memory),
     .what = "GB/s",
     .help = "GB/s of memory that communication has (default 900, ACE Table 7)"},
    {.name = "bus-rate",
     .value = "R",
     RATE(bus),
     .what = "GB/s",
     .help = "GB/s between processor and NIC (default 500, ACE Table 7)"},
    {.name = "outer-rate",
     .value = "R",
     RATE(link),
     .what = "GB/s",
     .help = "GB/s of a link between packages (default 25, ACE Table 7)"},
    {.name = "inner-rate",
     .value = "R",
     RATE(package),
     .what = "GB/s",
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
     .what = "GB/s",
     .help = "GB/s at which the SRAM of an engine is read (default 175: four banks of 64 bytes a "
             "cycle, asked at random)"},
    {.name = "port-rate",
     .value = "R",
     RATE(port),
     .what = "GB/s",
     .help = "GB/s between an engine and a link (default 64: words of 64 bytes, ACE 6)"},
    {.name = "buses",
     .value = "B",
     .kind = NF_OPTION_CHOICE,
     .words = Buses,
     .high = 2,
     FIELD(buses),
     .help = "loggp: o = g = 20, L = 50 cycles (ACE 5); engine: memory of netfold ace, 64 bytes a "
             "cycle each way after 100 cycles (default loggp)"},
    {NF_SHARED(CSV), FIELD(csv), .note = "; - is standard output"},
    {NF_SHARED(JSON), FIELD(json), .note = "; - is standard output"},
    {0}};

static const char Doc[] =
    "A collective as one endpoint of a symmetric system has it, without data: memory, buses, "
    "engine, "
    "links (ACE 5).\v"
    "Example:\n"
    "  netfold endpoint --system baseline --topology torus:4x4x4 --bytes 16M\n"
    "Exit status: 0 done, 2 bad input.";

static int configure(nf_endpoint_config *c, const nf_endpoint_options *o, nf_err *e) {
  if (nf_endpoint_topology(c, o->system, o->topology, e) != NF_EXIT_OK)
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
  cJSON_AddStringToObject(j, "system", nf_system_words[o->system]);
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

static int run(const nf_endpoint_options *o, cJSON **j, nf_err *e) {
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

int nf_endpoint_main(int argc, char **argv) {
  nf_err e = {0};
  nf_outputs out = {0};
  cJSON *j = NULL;
  const char *csv = NULL, *json = NULL;
  nf_endpoint_options o = {
      .system = NF_ENDPOINT_ACE, .topology = "torus:4x4x4", .bytes = 16u << 20};
  nf_outputs_guard(&out);
  if (nf_options_read(Table, Doc, &o, argc, argv, &e) == NF_EXIT_OK &&
      (!o.csv || (csv = nf_outputs_add(&out, o.csv, &e))) &&
      (!o.json || (json = nf_outputs_add(&out, o.json, &e))) && run(&o, &j, &e) == NF_EXIT_OK) {
    nf_report_print(j);
    if (csv)
      nf_report_csv(csv, j, &e);
    if (json && e.status == NF_EXIT_OK) {
      nf_report_write(json, j, &e); // frees it
      j = NULL;
    }
    if (e.status == NF_EXIT_OK)
      nf_outputs_commit(&out, &e);
  }
  cJSON_Delete(j);
  nf_outputs_discard(&out);
  return nf_end(&e);
}
