// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/klenk/packet_trace.h"
#include "sim/klenk/engine.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SWITCH = NF_TOPOLOGY_GPUS }; // process numbers: GPUs first

static const char *const Opcode[NF_OPCODE_BARRIER_DONE + 1] = {
    [NF_OPCODE_READ_REQ] = "read request",
    [NF_OPCODE_WRITE] = "write",
    [NF_OPCODE_MCAST_WRITE] = "multicast write",
    [NF_OPCODE_PULL_REQ] = "pull request",
    [NF_OPCODE_PUSH_WRITE] = "push",
    [NF_OPCODE_BARRIER] = "barrier",
    [NF_OPCODE_READ_RSP] = "read response",
    [NF_OPCODE_WRITE_ACK] = "acknowledgement",
    [NF_OPCODE_PULL_RSP] = "pull response",
    [NF_OPCODE_PUSH_PARTIAL] = "partial sum",
    [NF_OPCODE_PUSH_RESULT] = "result",
    [NF_OPCODE_BARRIER_DONE] = "barrier complete",
};

static const nf_plug *plug_of(const nf_packet_trace *p, unsigned end) {
  return &p->t->cable[end / 2].end[end % 2];
}

static unsigned process_of(const nf_plug *plug) {
  return plug->gpu ? plug->node : FIRST_SWITCH + plug->node;
}

static unsigned thread_of(const nf_plug *plug, nf_packet_way way) {
  return (unsigned)NF_PACKET_WAYS * plug->port + (unsigned)way;
}

static double microseconds(uint64_t cycles) { return (double)cycles * NF_CYCLE_PS / 1e6; }

static void next_event(nf_packet_trace *p) {
  fputs(p->first ? "\n" : ",\n", p->file);
  p->first = false;
}

// Names of processes and threads, which Perfetto shows in the order of their numbers.
static void write_names(nf_packet_trace *p) {
  static const char *const Way[NF_PACKET_WAYS] = {"sends", "gets"};
  for (unsigned g = 0; g < p->t->gpus; g++) {
    next_event(p);
    fprintf(p->file,
            "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":%u,\"args\":{\"name\":\"gpu%u\"}}", g,
            g);
  }
  for (unsigned s = 0; s < p->t->switches; s++) {
    next_event(p);
    fprintf(p->file,
            "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":%u,\"args\":{\"name\":\"%s\"}}",
            FIRST_SWITCH + s, p->t->sw[s].name);
  }
  for (unsigned end = 0; end < 2 * p->t->cables; end++)
    for (nf_packet_way way = 0; way < NF_PACKET_WAYS; way++) {
      const nf_plug *plug = plug_of(p, end);
      char name[NF_PLUG_TEXT];
      nf_topology_plug_name(p->t, plug, name);
      next_event(p);
      fprintf(p->file,
              "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":%u,\"tid\":%u,"
              "\"args\":{\"name\":\"%s %s\"}}",
              process_of(plug), thread_of(plug, way), name, Way[way]);
    }
}

int nf_packet_trace_open(nf_packet_trace *p, const nf_topology *t, const char *path, uint64_t zero,
                         uint64_t from, uint64_t to, nf_err *e) {
  *p = (nf_packet_trace){.t = t,
                         .path = path,
                         .zero = zero,
                         .from = zero + from,
                         .to = to > UINT64_MAX - zero ? UINT64_MAX : zero + to,
                         .first = true};
  p->packet = calloc(2 * t->cables, sizeof *p->packet);
  if (!p->packet)
    return nf_err_memory(e, "the packets of a trace");
  p->file = fopen(path, "w");
  if (!p->file) {
    free(p->packet);
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "%s: %s", path, strerror(errno));
  }
  fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[", p->file);
  write_names(p);
  return NF_EXIT_OK;
}

static void write_packet(nf_packet_trace *p, unsigned end, nf_packet_way way, bool damaged,
                         uint64_t cycle) {
  const nf_packet_under_way *packet = &p->packet[end][way];
  const nf_flit *h = &packet->header;
  const nf_plug *plug = plug_of(p, end);
  const unsigned opcode = nf_hdr_opcode(h);
  const char *name =
      opcode <= NF_OPCODE_BARRIER_DONE && Opcode[opcode] ? Opcode[opcode] : "unknown";
  next_event(p);
  fprintf(p->file,
          "{\"ph\":\"X\",\"name\":\"%s%s\",\"cat\":\"packet\",\"pid\":%u,\"tid\":%u,\"ts\":%.5f,"
          "\"dur\":%.5f,\"args\":{\"address\":\"0x%llx\",\"source\":%u,\"destination\":%u,"
          "\"count\":%u,\"tag\":%u,\"flits\":%llu,\"cycle\":%llu}}",
          damaged ? "damaged " : "", name, process_of(plug), thread_of(plug, way),
          microseconds(packet->begin - p->zero), microseconds(cycle + 1 - packet->begin),
          (unsigned long long)nf_hdr_addr(h), nf_hdr_src(h), nf_hdr_dst(h), nf_hdr_count(h),
          nf_hdr_tag(h), 1ull + nf_hdr_payload_flits(h),
          (unsigned long long)(packet->begin - p->zero));
}

void nf_packet_trace_flit(nf_packet_trace *p, unsigned end, nf_packet_way way, const nf_flit *flit,
                          bool last, bool damaged, uint64_t cycle) {
  nf_packet_under_way *packet = &p->packet[end][way];
  if (!packet->open)
    *packet = (nf_packet_under_way){*flit, cycle, true};
  packet->open = !last;
  if (last && packet->begin >= p->from && packet->begin < p->to)
    write_packet(p, end, way, damaged, cycle);
}

int nf_packet_trace_close(nf_packet_trace *p, nf_err *e) {
  fputs("\n]}\n", p->file);
  const bool failed = ferror(p->file) != 0;
  if (fclose(p->file) != 0 || failed)
    nf_err_set(e, NF_EXIT_BAD_INPUT, "%s cannot be written: %s", p->path, strerror(errno));
  free(p->packet);
  p->file = NULL;
  return e->status;
}
