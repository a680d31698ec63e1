// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What goes over every link, as a trace of events in the JSON format of Chrome's about:tracing,
// which ui.perfetto.dev shows in a browser: a process for each GPU and switch, at each of its ports
// a thread for what the device sends there and one for what it gets. A packet is an event from the
// clock cycle of its header to that of its last flit. Times are in microseconds, as the format has
// it.
#ifndef NF_SIM_PACKET_TRACE_H
#define NF_SIM_PACKET_TRACE_H

#include "common/nf_defs.h"
#include "sim/common/err.h"
#include "sim/common/trace_events.h"
#include "sim/klenk/topology.h"
#include <stdio.h>

typedef enum { NF_PACKET_SENT, NF_PACKET_GOT, NF_PACKET_WAYS } nf_packet_way;

typedef struct {
  nf_flit header;
  uint64_t begin;
  bool open;
} nf_packet_under_way;

typedef struct {
  const nf_topology *t;
  FILE *file;
  nf_trace_events events;
  const char *path;
  nf_packet_under_way (*packet)[NF_PACKET_WAYS]; // of each link end
  uint64_t from, to;                             // cycles in which a packet's header must come
  uint64_t zero;                                 // cycle of time 0
} nf_packet_trace;

// A trace of the cycles from..to after `zero` (to: UINT64_MAX, to the end).
int nf_packet_trace_open(nf_packet_trace *p, const nf_topology *t, const char *path, uint64_t zero,
                         uint64_t from, uint64_t to, nf_err *e);
// A flit passes between a device and its end of a link (2c + k: end k of cable c).
void nf_packet_trace_flit(nf_packet_trace *p, unsigned end, nf_packet_way way, const nf_flit *flit,
                          bool last, bool damaged, uint64_t cycle);
// Completes the file; says so if it could not be written.
int nf_packet_trace_close(nf_packet_trace *p, nf_err *e);

#endif
