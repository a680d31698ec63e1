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

static nf_trace_line line_of(const nf_plug *plug, nf_packet_way way) {
  return (nf_trace_line){plug->gpu ? plug->node : FIRST_SWITCH + plug->node,
                         (unsigned)NF_PACKET_WAYS * plug->port + (unsigned)way};
}

static double nanoseconds(const nf_packet_trace *p, uint64_t cycle) {
  return (double)(cycle - p->zero) * NF_CYCLE_PS / 1e3;
}

// Names of processes and threads, which Perfetto shows in the order of their numbers.
static void write_names(nf_packet_trace *p) {
  static const char *const Way[NF_PACKET_WAYS] = {"sends", "gets"};
  char name[NF_PLUG_TEXT + 8];
  for (unsigned g = 0; g < p->t->gpus; g++) {
    snprintf(name, sizeof name, "gpu%u", g);
    nf_trace_events_process(&p->events, g, name);
  }
  for (unsigned s = 0; s < p->t->switches; s++)
    nf_trace_events_process(&p->events, FIRST_SWITCH + s, p->t->sw[s].name);
  for (unsigned end = 0; end < 2 * p->t->cables; end++)
    for (nf_packet_way way = 0; way < NF_PACKET_WAYS; way++) {
      char port[NF_PLUG_TEXT];
      nf_topology_plug_name(p->t, plug_of(p, end), port);
      snprintf(name, sizeof name, "%s %s", port, Way[way]);
      nf_trace_events_thread(&p->events, line_of(plug_of(p, end), way), name);
    }
}

int nf_packet_trace_open(nf_packet_trace *p, const nf_topology *t, const char *path, uint64_t zero,
                         uint64_t from, uint64_t to, nf_err *e) {
  *p = (nf_packet_trace){.t = t,
                         .path = path,
                         .zero = zero,
                         .from = zero + from,
                         .to = to > UINT64_MAX - zero ? UINT64_MAX : zero + to};
  p->packet = calloc(2 * t->cables, sizeof *p->packet);
  if (!p->packet)
    return nf_err_memory(e, "the packets of a trace");
  p->file = fopen(path, "w");
  if (!p->file) {
    free(p->packet);
    return nf_refuse(e, "%s: %s", path, strerror(errno));
  }
  nf_trace_events_open(&p->events, p->file);
  write_names(p);
  return NF_EXIT_OK;
}

static void write_packet(nf_packet_trace *p, unsigned end, nf_packet_way way, bool damaged,
                         uint64_t cycle) {
  const nf_packet_under_way *packet = &p->packet[end][way];
  const nf_flit *h = &packet->header;
  const unsigned opcode = nf_hdr_opcode(h);
  const bool known = opcode <= NF_OPCODE_BARRIER_DONE && Opcode[opcode];
  char name[64], members[256];
  snprintf(name, sizeof name, "%s%s", damaged ? "damaged " : "",
           known ? Opcode[opcode] : "unknown");
  snprintf(members, sizeof members,
           "\"address\":\"0x%llx\",\"source\":%u,\"destination\":%u,\"count\":%u,\"tag\":%u,"
           "\"flits\":%u,\"cycle\":%llu",
           (unsigned long long)nf_hdr_addr(h), nf_hdr_src(h), nf_hdr_dst(h), nf_hdr_count(h),
           nf_hdr_tag(h), 1 + nf_hdr_payload_flits(h),
           (unsigned long long)(packet->begin - p->zero));
  nf_trace_events_span(&p->events, line_of(plug_of(p, end), way), name,
                       nanoseconds(p, packet->begin), nanoseconds(p, cycle + 1), members);
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
  nf_trace_events_close(&p->events);
  const bool failed = ferror(p->file) != 0;
  if (fclose(p->file) != 0 || failed)
    nf_refuse(e, "%s cannot be written: %s", p->path, strerror(errno));
  free(p->packet);
  p->file = NULL;
  return e->status;
}
