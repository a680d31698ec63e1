// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What happens when, as a time line for Perfetto or Chrome (sim/common/trace_events.h): a process
// for each endpoint and switch; at each of its ports a thread for packets that it sends and one for
// those that it gets, as `netfold allreduce --trace` has them; and, each a span that may overlap
// others, entries of its reduction tables and waves of its commands.
#ifndef NF_FAST_TRACE_H
#define NF_FAST_TRACE_H

#include "fabric.h"
#include "sim/common/trace_events.h"

typedef struct {
  const nf_fast_fabric *fabric;
  FILE *file;
  const char *path;
  nf_trace_events events;
  uint32_t from, to;    // ticks in which a span must begin
  uint64_t most, spans; // spans that may be written; that there are
  uint32_t entries;     // of a table
  bool blocks;          // packets are of blocks, which have an address: a reduction in the network
  uint32_t **born;      // by site: ticks, of entries by port
} nf_fast_trace;

int nf_fast_trace_open(nf_fast_trace *t, const nf_fast_fabric *f, nf_err *e);
// Ends the file; refuses when there were more spans than may be written, and says what would do.
int nf_fast_trace_close(nf_fast_trace *t, nf_err *e);

// A packet whose flits are on a link of a site from a tick on.
void nf_fast_trace_packet(nf_fast_trace *t, const nf_fast_site *s, const nf_fast_out *o,
                          const nf_fast_packet *p, uint32_t begin, uint32_t end);
// An entry of a port's table begins; ends, with so many contributions of so many.
void nf_fast_trace_entry(nf_fast_trace *t, const nf_fast_site *s, unsigned port, unsigned e,
                         uint32_t now);
void nf_fast_trace_leaves(nf_fast_trace *t, const nf_fast_site *s, unsigned port, unsigned e,
                          uint32_t block, unsigned count, unsigned expected, uint32_t now);
void nf_fast_trace_wave(nf_fast_trace *t, unsigned rank, uint32_t first, uint32_t begin,
                        uint32_t end);

#endif
