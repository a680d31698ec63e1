// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The flow engine: messages as fluids. Each is spread over the paths that the routing gives it, at
// each node in equal parts when it is adaptive, and the links are shared max-min fairly: no message
// can have more unless one that has no more than it has less. What a packet engine has besides,
// queues, latencies and the losses of arbitration, is not here; tens of thousands of endpoints are.
//
// Messages are striped over all planes alike, so plane 0 is enough and rates are `planes` times
// its.
#ifndef NF_FLOW_H
#define NF_FLOW_H

#include "sim/routing/route.h"

typedef struct {
  uint32_t link; // 2 * cable + direction, 0 from end 0 to end 1
  float share;   // of the message
} nf_flow_part;

// Messages with what each puts on the links, one after the other.
typedef struct {
  const nf_graph *g;
  const nf_route *route;
  uint32_t links;
  double *capacity; // of a link, GB/s, in all planes
  uint32_t messages, message_room;
  uint64_t parts, part_room;
  uint64_t *first; // part of each message, and one more
  nf_flow_part *part;
  struct nf_flow_spread *spread; // what is needed while a message is spread
} nf_flow;

int nf_flow_open(nf_flow *f, const nf_graph *g, const nf_route *route, nf_err *e);
void nf_flow_close(nf_flow *f);
// Forgets all messages.
void nf_flow_clear(nf_flow *f);
// One more message; `flow` picks paths as in nf_route_next, without the plane. Refuses more parts
// than memory has.
int nf_flow_add(nf_flow *f, uint32_t src, uint32_t dst, uint32_t flow, nf_err *e);

// Max-min fair rate of each message, GB/s: all grow alike until a link is full, and those that use
// it stay.
int nf_flow_rates(const nf_flow *f, double *rate, nf_err *e);
// GB on each link when each message has one; added to what `load` has.
void nf_flow_load(const nf_flow *f, double *load);

#endif
